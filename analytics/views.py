"""The analytics page, the rows behind its figures, and the figures as a file."""

from zoneinfo import ZoneInfo

from django.http import Http404, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from analytics import pages, selectors
from analytics.figures import Period
from analytics.forms import Choice, PeriodForm, RowsForm
from analytics.pages.controls import controls
from analytics.pages.heat import calls_by_hour
from analytics.pages.links import INCLUSIVE
from analytics.snapshot import snapshot
from organizations.dashboard import DashboardRequest
from organizations.htmx import render_page_or_target


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
        "overview": pages.overview(period, heat, choice),
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
        "span": pages.span_title(first, last),
        "rows": pages.find_rows(wanted, request.GET.get("page"), zone=zone),
    }
    return render(request, "analytics/rows.html", context)


@require_safe
def download(request: DashboardRequest) -> HttpResponseBase:
    """The period's figures as CSV, line by line."""
    form = PeriodForm(request.GET)
    choice = form.choice(zone=request.organization.timezone, now=timezone.now())
    lines = pages.csv_lines(_period(request, choice))
    response = StreamingHttpResponse(
        (line.encode() for line in lines), content_type="text/csv; charset=utf-8"
    )
    name = f"analytics-{choice.from_date}-{choice.to_date}-by-{choice.granularity}.csv"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def _period(request: DashboardRequest, choice: Choice) -> Period:
    return selectors.period_stats(
        request.organization, choice.from_date, choice.to_date, choice.granularity, choice.zone
    )
