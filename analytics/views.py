"""The analytics page with its choices, and its part of Today."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, QueryDict
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from analytics.chart_scales import short_money
from analytics.chart_series import Layer, TimeChart, spark, time_chart
from analytics.forms import (
    DEFAULT_PRESET,
    MAX_DAYS_BY_HOUR,
    PRESETS,
    Choice,
    LostLoadsForm,
    PeriodForm,
    RowsForm,
)
from analytics.heat_chart import funnel, heat_map, ranks
from analytics.losses import Reason
from analytics.selectors import figure_rows, figures, losses
from analytics.selectors import overview as selectors_overview
from analytics.selectors.figures import figure_lines, snapshot
from analytics.selectors.overview import since_yesterday
from analytics.selectors.tiles import INCLUSIVE, Tile, calls_by_hour, change
from analytics.time_spans import Granularity, Period
from calls.wording import tag_words
from organizations.dashboard.requests import DashboardRequest, render_page_or_part, render_page_or_target
from organizations.dashboard.table_filters import Chip, query
from organizations.dashboard.table_views import csv_response, csv_text
from organizations.formats import money, zone_of
from organizations.replica import reads_replica

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
        period = figures.period_stats(
            request.organization, today - timedelta(days=1), today, Granularity.DAY, zone
        )
    context = {"now": now, "facts": since_yesterday(period)}
    return render_page_or_part(request, "analytics/yesterday.html", "facts", context)


# The analytics page, the rows behind its figures, and the figures as a file.


@require_safe
@reads_replica
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
@reads_replica
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
        "rows": figure_rows.find_rows(wanted, request.GET.get("page"), zone=zone),
    }
    return render(request, "analytics/rows.html", context)


@require_safe
@reads_replica
def download(request: DashboardRequest) -> HttpResponseBase:
    """The period's figures as CSV, line by line."""
    form = PeriodForm(request.GET)
    choice = form.choice(zone=request.organization.timezone, now=timezone.now())
    name = f"analytics-{choice.from_date}-{choice.to_date}-by-{choice.granularity}.csv"
    lines = figure_lines(_period(request, choice))
    return csv_response(name, (csv_text([line]) for line in lines))


@require_safe
@reads_replica
def lost_loads(request: DashboardRequest) -> HttpResponse:
    """Loads of a period that the agent didn't book, by reason, and by lane, customer or week."""
    now = timezone.now()
    form = LostLoadsForm(request.GET)
    choice = form.choice(zone=request.organization.timezone, now=now)
    found = form.cleaned_data
    zone = ZoneInfo(choice.zone)
    last = min(choice.to_date, choice.from_date + timedelta(days=losses.MAX_DAYS - 1))
    start, end = (datetime.combine(day, time(), zone) for day in (choice.from_date, last + timedelta(days=1)))
    group = found.get("group") or "lane"
    reason = found.get("reason") or ""
    with snapshot():
        ledger = losses.lost_loads(start, end, now=now, group=group, zone=zone)
        rows = losses.group_rows(ledger)
        only = next((row for row in rows if row.value == found.get("only")), None)
        shown = ledger.rows(reason=reason, group=only.value if only else "")
        paginator: Paginator[losses.LostLoad] = Paginator(shown, losses.PAGE_SIZE)  # type: ignore[arg-type]
        page = paginator.get_page(request.GET.get("page"))
    context = {
        "now": now,
        "zone": choice.zone,
        "form": form,
        "first": choice.from_date,
        "last": last,
        "most_days": losses.MAX_DAYS if last < choice.to_date else None,
        "periods": [
            Chip(
                NAMES[name],
                query(request.GET, period=name, since=None, until=None, only=None),
                choice.preset == name,
            )
            for name in ("7", "30", "90")
        ],
        "groups": [
            Chip(label, query(request.GET, group=name, only=None), group == name)
            for name, label in losses.GROUPS.items()
        ],
        "group_label": losses.GROUPS[group],
        "ledger": ledger,
        "reasons": [
            (
                row,
                query(request.GET, reason=None if row.reason == reason else row.reason.value),
                row.reason == reason,
            )
            for row in losses.reason_rows(ledger)
        ],
        "rows": [
            (row, query(request.GET, only=None if row is only else row.value), row is only)
            for row in (rows if found.get("all") else rows[: losses.FEW_GROUPS])
        ],
        "all_groups": len(rows) if len(rows) > losses.FEW_GROUPS and not found.get("all") else 0,
        "all_url": query(request.GET, all="on"),
        "page": page,
        "narrowed_to": ([Reason(reason).label] if reason else []) + ([only.name] if only else []),
        "everything": query(request.GET, reason=None, only=None),
    }
    return render(request, "analytics/lost_loads.html", context)


def _period(request: DashboardRequest, choice: Choice) -> Period:
    return figures.period_stats(
        request.organization, choice.from_date, choice.to_date, choice.granularity, choice.zone
    )


# The gallery's pictures at `/gallery/charts` (local runs and debug): each once, ordinary and extreme.


FIRST = datetime(2026, 10, 1, tzinfo=UTC)
WEEK = (62, 59, 71, 64, 69, 39, 50)
BILLIONS = [10**9 * number * number for number in range(30)]
LONG = "Schokoladenverpackungsmaschinenhersteller & Söhne <b>International</b>"


def gallery(request: HttpRequest) -> HttpResponse:
    """Every picture once."""
    return render(request, "analytics/gallery.html", {"charts": _charts(), **_others()})


def _charts() -> list[tuple[str, TimeChart]]:
    month = [WEEK[day % 7] + day for day in range(30)]
    long_ago = [WEEK[day % 7] * (1 + day // 90) for day in range(730)]
    return [
        ("A month", _chart([month, [count // 3 for count in month]], [count + 9 for count in month])),
        ("Two years", _chart([long_ago], [count // 2 for count in long_ago])),
        (
            "Ten days by the hour",
            _chart([[WEEK[hour % 7] * (hour % 24 > 6) for hour in range(240)]], hours=1),
        ),
        ("One day", _chart([[7]], [3])),
        ("Little beside much", _chart([[1, 2, 900_000, 3, 0, 1]])),
        ("Billions", _chart([BILLIONS], list(reversed(BILLIONS)))),
        ("Gains and losses", _mean([120.5, -80, 0, 33, -240, 96], [100, 0, 0, -50, 20, 20])),
        ("Nothing but zeros", _chart([[0] * 30], [0] * 30)),
    ]


def _chart(layers: Sequence[Sequence[int]], before: Sequence[int] = (), hours: int = 24) -> TimeChart:
    starts = _starts(len(layers[0]), hours)
    looks = (("inbound", "in"), ("outbound", "out"))
    made = [Layer(name, look, values) for (name, look), values in zip(looks, layers, strict=False)]
    return time_chart(
        starts, _titles(starts), made, before, before_name="previous 30 days", is_hourly=hours == 1
    )


def _mean(values: Sequence[float], before: Sequence[float]) -> TimeChart:
    starts = _starts(len(values), 24)
    layers = [Layer("a deal", "in", values)]
    return time_chart(
        starts, _titles(starts), layers, before, is_sum=False, write=money, write_tick=short_money
    )


def _starts(count: int, hours: int) -> list[datetime]:
    return [FIRST + timedelta(hours=hours) * number for number in range(count)]


def _titles(starts: Sequence[datetime]) -> list[str]:
    return [f"{start:%a %b} {start.day}" for start in starts]


def _others() -> dict[str, object]:
    counts = {"negotiation": 743, "general_inquiry": 528, "rate_rejected": 161, LONG: 64, "transferred": 1}
    outbound = {name: count // 4 for name, count in counts.items()}
    hours = [[max(0, 9 - abs(hour - 10)) * (7 - day) for hour in range(24)] for day in range(7)]
    return {
        "tiles": [
            Tile("Calls", "2,481", change(2481, 2176), "2,176", spark(WEEK * 4), "#calls"),
            Tile("Avg. saved vs. first ask", "−$40", change(-40, 127), "$127", spark([9, -3, -40]), "#deal"),
            Tile(LONG, "123.5M", change(123_500_000, 0), "0", spark([0, 0, 1]), "#long"),
            Tile("Nothing yet", "0", change(0, 0), "0", spark([0, 0]), "#nothing"),
        ],
        "ranks": ranks({"in": counts, "out": outbound}, outbound, words=tag_words),
        "funnels": [
            funnel(
                [
                    ("Calls and emails", 3120, 2800, "#"),
                    ("With an offer", 812, 700, "#"),
                    ("Booked", 194, 1, "#"),
                ]
            ),
            funnel([("Calls and emails", 3, 0, "#"), ("With an offer", 0, 0, "#"), ("Booked", 12, 0, "#")]),
        ],
        "heat": heat_map(hours, [5, 5, 4, 4, 4, 4, 4]),
    }
