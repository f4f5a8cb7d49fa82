"""The analytics page with its choices, and its part of Today."""

from dataclasses import dataclass
from datetime import timedelta
from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse, HttpResponseBase, QueryDict, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from analytics.figures import Granularity, Period
from analytics.forms import DEFAULT_PRESET, MAX_DAYS_BY_HOUR, PRESETS, Choice, PeriodForm, RowsForm
from analytics.selectors import answers, conversations
from analytics.selectors import overview as selectors_overview
from analytics.selectors.answers import snapshot
from analytics.selectors.heat import calls_by_hour
from analytics.selectors.overview import since_yesterday
from analytics.selectors.tiles import INCLUSIVE
from organizations.dashboard.formats import zone_of
from organizations.dashboard.requests import DashboardRequest, render_page_or_part, render_page_or_target
from organizations.dashboard.table_filters import Chip, query

NAMES = {"today": "Today", "7": "7 days", "30": "30 days", "90": "90 days"}
ZONES = (
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Phoenix",
    "America/Los_Angeles",
    "America/Anchorage",
    "Pacific/Honolulu",
    "America/Toronto",
    "America/Mexico_City",
    "UTC",
)


@dataclass(frozen=True)
class Controls:
    """Chips for periods and granularity, zones to choose from, and what each form must keep."""

    periods: list[Chip]
    granularities: list[Chip]
    zones: tuple[str, ...]
    kept_by_zone: list[tuple[str, str]]
    kept_by_days: list[tuple[str, str]]
    download: str


def controls(current: QueryDict, choice: Choice) -> Controls:
    """Return them for an address and what was made of it."""
    periods = [
        Chip(
            label,
            query(current, period=None if name == DEFAULT_PRESET else name, since=None, until=None),
            choice.preset == name,
        )
        for name, label in NAMES.items()
        if name in PRESETS
    ]
    granularities = []
    if choice.days <= MAX_DAYS_BY_HOUR:
        granularities = [
            Chip(label, query(current, by=each.value), choice.granularity == each)
            for each, label in ((Granularity.HOUR, "Hours"), (Granularity.DAY, "Days"))
        ]
    return Controls(
        periods=periods,
        granularities=granularities,
        zones=tuple(dict.fromkeys([*ZONES, choice.zone])),
        kept_by_zone=_kept(current, "period", "since", "until", "by"),
        kept_by_days=_kept(current, "by", "zone"),
        download=query(current),
    )


def _kept(current: QueryDict, *names: str) -> list[tuple[str, str]]:
    return [(name, value) for name in names if (value := current.get(name))]


# What the page of today shows of analytics.


@require_safe
def yesterday(request: DashboardRequest) -> HttpResponse:
    """What agents did yesterday and today, by the organization's clock; for the page of today, or a page of its own."""
    now = timezone.now()
    zone = request.organization.timezone
    today = now.astimezone(zone_of(zone)).date()
    with snapshot():
        period = answers.period_stats(
            request.organization, today - timedelta(days=1), today, Granularity.DAY, zone
        )
    context = {"now": now, "facts": since_yesterday(period)}
    return render_page_or_part(request, "analytics/yesterday.html", "facts", context)


# The analytics page, the rows behind its figures, and the figures as a file.


@require_safe
def overview(request: DashboardRequest) -> HttpResponse:
    """A period in pictures: a whole page, or what changes with the period where htmx asks for it."""
    now = timezone.now()
    form = PeriodForm(request.GET)
    choice = form.choice(zone=request.organization.timezone, now=now)
    with snapshot():
        period = _period(request, choice)
        heat = calls_by_hour(request.organization, period)
    context = {
        "now": now,
        "form": form,
        "choice": choice,
        "controls": controls(request.GET, choice),
        "overview": selectors_overview.overview(period, heat, choice),
    }
    return render_page_or_target(request, "analytics/overview.html", "analytics", context)


@require_safe
def rows(request: DashboardRequest) -> HttpResponse:
    """The rows behind one figure; 404 for what isn't one of ours."""
    form = RowsForm(request.GET)
    if not form.is_valid():
        raise Http404
    wanted = form.cleaned_data
    zone = wanted["zone"] or request.organization.timezone
    place = ZoneInfo(zone)
    first, last = wanted["start"].astimezone(place), (wanted["end"] - INCLUSIVE).astimezone(place)
    context = {
        "now": timezone.now(),
        "zone": zone,
        "first": first,
        "last": last,
        "span": selectors_overview.span_title(first, last),
        "rows": conversations.find_rows(wanted, request.GET.get("page"), zone=zone),
    }
    return render(request, "analytics/rows.html", context)


@require_safe
def download(request: DashboardRequest) -> HttpResponseBase:
    """The period's figures as CSV, line by line."""
    form = PeriodForm(request.GET)
    choice = form.choice(zone=request.organization.timezone, now=timezone.now())
    lines = conversations.csv_lines(_period(request, choice))
    response = StreamingHttpResponse(
        (line.encode() for line in lines), content_type="text/csv; charset=utf-8"
    )
    name = f"analytics-{choice.from_date}-{choice.to_date}-by-{choice.granularity}.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _period(request: DashboardRequest, choice: Choice) -> Period:
    return answers.period_stats(
        request.organization, choice.from_date, choice.to_date, choice.granularity, choice.zone
    )
