"""The API's analytics: one path, two answers."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.http import HttpResponse
from rest_framework.request import Request

from analytics import time_spans
from analytics.figures import METRICS, DayMetrics, Granularity
from analytics.openapi import get_analytics
from analytics.selectors.answers import daily_metrics, period_record
from analytics.time_spans import DEFAULT_ZONE, YEARS
from organizations.api.fields import time_zone_names
from organizations.api.listing import Page
from organizations.api.query import Query, parse_moment
from organizations.api.renderers import OrjsonRenderer, respond
from organizations.api.viewsets import OrganizationViewSet, endpoint
from organizations.tenancy.states import Scope

# What tells which answer is meant, and what only that one knows besides.
PERIOD = ("fromDate", "toDate", "granularity")
SERIES = ("startDate", "endDate")
OF_PERIOD = {"timezone"}
OF_SERIES = {"metric", "limit", "offset"}


class AnalyticsViewSet(OrganizationViewSet):
    """`GET /analytics`: a period beside the one before it, or a series of days, as the parameters say."""

    required_scope = Scope.READ

    @get_analytics
    def list(self, request: Request) -> HttpResponse:
        """The answer that the parameters ask for; both sets of them, or neither whole, is a 400."""
        query = Query(request.query_params)
        is_period, is_series = (not query.given.isdisjoint(names) for names in (PERIOD, SERIES))
        if not is_period and not is_series:
            is_period, is_series = "timezone" in query.given, "metric" in query.given
        if is_period and not is_series:
            _refuse_others(query, OF_SERIES, SERIES, PERIOD)
            return self._period(query)
        if is_series and not is_period:
            _refuse_others(query, OF_PERIOD, PERIOD, SERIES)
            return self._series(query)
        _refuse(query)
        raise AssertionError("unreachable")

    def _period(self, query: Query) -> HttpResponse:
        first, last = _days(query, "fromDate", "toDate")
        granularity = query.choice("granularity", [each.value for each in Granularity], required=True)
        zone = _zone(query)
        query.check()
        try:
            record = period_record(self.organization, first, last, Granularity(granularity or ""), zone)
        except time_spans.TooMany:
            query.fail("toDate", "too_many_buckets", f"At most {time_spans.MAX_LABELS:,} hours or days.")
            query.check()
            raise
        return HttpResponse(record, content_type=OrjsonRenderer.media_type)

    def _series(self, query: Query) -> HttpResponse:
        page = Page.read(query)
        first, last = _days(query, "startDate", "endDate")
        metric = query.choice("metric", METRICS.keys())
        query.check()
        total = (last - first).days + 1
        numbers = range(total)[page.offset : page.offset + page.limit]
        days = daily_metrics(self.organization, [first + timedelta(days=number) for number in numbers])
        return respond(
            {"data": [_day_record(day, metric) for day in days], "pagination": page.envelope(total)}
        )


def _refuse_others(query: Query, others: set[str], owners: Sequence[str], chosen: Sequence[str]) -> None:
    """Name what belongs to the other answer than the one that is asked for."""
    for name in sorted(query.given & others):
        detail = f"{name} belongs to {_listed(owners)}; with {_listed(chosen)} leave it out."
        query.fail(name, "mixed", detail)


def _refuse(query: Query) -> None:
    """Name what is missing where neither answer is asked for, or what stands beside the other one."""
    given = query.given
    for name in (*PERIOD, *SERIES):
        if name not in given:
            query.fail(name, "required", f"Missing: give {_listed(PERIOD)}, or {_listed(SERIES)}.")
    if given.intersection(PERIOD):
        beside = _listed(sorted(given.intersection(PERIOD)))
        for name in sorted(given & {*SERIES, *OF_SERIES}):
            query.fail(name, "mixed", f"Can't be combined with {beside}.")
    query.check()


def _listed(names: Any) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else str(last)


def _days(query: Query, start: str, end: str) -> tuple[date, date]:
    first, last = _day(query, start), _day(query, end)
    if first and last and last < first:
        query.fail(end, "end_before_start", f"{end} must not be before {start}.")
    return first or date(YEARS[0], 1, 1), last or date(YEARS[0], 1, 1)


def _day(query: Query, name: str) -> date | None:
    """The parameter's day; of a date-time its date, as it is written there."""
    text = query.text(name, required=True)
    if text is None:
        return None
    try:
        parse_moment(text)
    except ValueError as error:
        query.fail(name, "invalid", str(error))
        return None
    day = date.fromisoformat(text[:10])
    if day.year not in YEARS:
        query.fail(name, "invalid", f"Years from {YEARS[0]} to {YEARS[-1]}.")
        return None
    return day


def _zone(query: Query) -> str:
    name = query.text("timezone")
    if name is not None and name not in time_zone_names():
        query.fail("timezone", "unknown_time_zone", "Not an IANA time zone name.")
    return name or DEFAULT_ZONE


def _day_record(day: DayMetrics, metric: str | None) -> dict[str, Any]:
    metrics = {
        "totalCalls": day.calls,
        "successfulCalls": day.successful_calls,
        "averageCallDuration": day.average_call_seconds,
        "totalBids": day.bids,
        "acceptedBids": day.accepted_bids,
    }
    if metric:
        name, attribute = METRICS[metric]
        metrics[name] = getattr(day, attribute)
    return {"date": f"{day.day.isoformat()}T00:00:00Z", "metrics": metrics}


# Routes below /api/v1/.


urlpatterns = [
    endpoint("analytics", AnalyticsViewSet.as_view({"get": "list"}), name="analytics"),
]
