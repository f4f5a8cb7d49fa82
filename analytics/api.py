"""The API's analytics: one path, two answers."""

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from analytics import time_spans
from analytics.selectors.figures import daily_metrics, period_record
from analytics.time_spans import DEFAULT_ZONE, JSON_NAMES, MAX_LABELS, METRICS, YEARS, DayMetrics, Granularity
from organizations.api.fields import TIME_ZONE, time_zone_names
from organizations.api.listing import Page, Query, parse_moment
from organizations.api.openapi import (
    DAY_OR_MOMENT,
    Instant,
    PaginationSerializer,
    Record,
    Said,
    answers,
    page_parameters,
    parameter,
)
from organizations.api.parsers import OrjsonRenderer, respond
from organizations.api.viewsets import OrganizationViewSet, endpoint
from organizations.tenancy.states import Scope

FIGURES: dict[str, tuple[Any, str]] = {
    "totalCalls": (412, "Calls in the period, inbound and outbound."),
    "inboundCalls": (300, "Inbound calls."),
    "outboundCalls": (112, "Outbound calls."),
    "inboundCallsTags": ({"negotiation": 180, "general_inquiry": 120}, "Inbound calls by content tag."),
    "outboundCallsTags": ({"check_call": 112}, "Outbound calls by content tag."),
    "inboundCallsWithBids": (150, "Inbound calls with at least one bid."),
    "outboundCallsWithBids": (12, "Outbound calls with at least one bid."),
    "inboundCallsTransferred": (9, "Inbound calls transferred to a person."),
    "outboundCallsTransferred": (2, "Outbound calls transferred to a person."),
    "inboundCallMinutes": (1042.57, "Inbound talk time in minutes."),
    "outboundCallMinutes": (260.4, "Outbound talk time in minutes."),
    "avgNegotiatedValue": (
        131.25,
        "Average saved vs. first ask, in US dollars: how far carriers came down, over the bids agreed on in the "
        "period.",
    ),
    "totalEmailThreads": (61, "Email threads in the period, inbound and outbound."),
    "inboundEmailThreads": (50, "Inbound threads."),
    "outboundEmailThreads": (11, "Outbound threads."),
    "inboundEmailThreadsTags": ({"rate_request": 50}, "Inbound threads by content tag."),
    "outboundEmailThreadsTags": ({"quote_sent": 11}, "Outbound threads by content tag."),
    "inboundEmailThreadsWithBids": (20, "Inbound threads with at least one bid."),
    "outboundEmailThreadsWithBids": (3, "Outbound threads with at least one bid."),
    "totalUniqueLoads": (38, "Unique loads discussed by phone or email."),
    "totalE2EBookings": (14, "End-to-end bookings by the agent."),
    "totalAssistedBookings": (6, "Assisted bookings: closed by a broker after the agent's call."),
    "totalLoadsBooked": (21, "All bookings: end-to-end, assisted and core carrier."),
    "totalBmtCapacityLoadsTouched": (4, "Unique loads offered to core carriers."),
    "totalBmtCapacityLoadBookingsAssisted": (1, "Bookings with core carriers."),
}
MOMENT = {
    "type": "string",
    "format": "date-time",
    "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$",
}
LABEL: dict[str, Any] = {
    "label": "Mar 2",
    "from": "2026-03-02T00:00:00.000-06:00",
    "to": "2026-03-02T23:59:59.999-06:00",
    **{name: example for name, (example, _) in FIGURES.items()},
}
STATS: dict[str, Any] = {name: example for name, (example, _) in FIGURES.items()}
DAY: dict[str, Any] = {
    "date": "2026-03-02T00:00:00Z",
    "metrics": {
        "totalCalls": 412,
        "successfulCalls": 361,
        "averageCallDuration": 189.73,
        "totalBids": 170,
        "acceptedBids": 20,
        "loadsTouched": 38,
    },
}


def _figure(name: str) -> serializers.Field:
    example, words = FIGURES[name]
    if isinstance(example, dict):
        return serializers.DictField(
            child=serializers.IntegerField(min_value=0, help_text="How many."), help_text=words
        )
    if isinstance(example, float):
        return serializers.FloatField(help_text=f"{words} Two decimals.")
    return serializers.IntegerField(min_value=0, help_text=words)


class FiguresRecord(Record):
    """Figures, beside what else there is."""

    def get_fields(self) -> dict[str, serializers.Field]:
        """The figures in their order, then the others."""
        return {name: _figure(name) for name in JSON_NAMES} | super().get_fields()


class AnalyticsLabelSerializer(FiguresRecord):
    """An hour or a day by the zone's clock: when clocks fall back, the repeated hour appears twice."""

    def get_fields(self) -> dict[str, serializers.Field]:
        """The span before its figures."""
        return {
            "label": serializers.CharField(help_text="Display label: `Jan 15`, or `Jan 15, 2 PM`."),
            "from": Said(MOMENT, "Start of the bucket, with the UTC offset at that moment."),
            "to": Said(MOMENT, "Its last millisecond."),
        } | super().get_fields()


class AnalyticsStatsSerializer(FiguresRecord):
    """Some days and their labels."""

    statsByLabel = AnalyticsLabelSerializer(
        many=True, help_text="Every hour or day of the period, in order, including empty ones."
    )


class AnalyticsPeriodSerializer(AnalyticsStatsSerializer):
    """A period and the period before it. Loads are counted once over the whole period."""

    previousPeriod = AnalyticsStatsSerializer()


class DayMetricsSerializer(Record):
    """The day's figures, and the one asked for with `metric`."""

    totalCalls = serializers.IntegerField(min_value=0, help_text="Calls that started that day.")
    successfulCalls = serializers.IntegerField(min_value=0, help_text="Calls that ended as COMPLETED.")
    averageCallDuration = serializers.FloatField(
        help_text="Average talk time of successful calls in seconds, two decimals."
    )
    totalBids = serializers.IntegerField(min_value=0, help_text="Bids, by callDateTime.")
    acceptedBids = serializers.IntegerField(min_value=0, help_text="Bids that are ACCEPTED.")
    averageRate = serializers.FloatField(required=False, help_text="Average bid, in US dollars.")
    avgCallDuration = serializers.FloatField(required=False, help_text="The same as averageCallDuration.")
    callVolume = serializers.IntegerField(min_value=0, required=False, help_text="The same as totalCalls.")
    loadsTouched = serializers.IntegerField(
        min_value=0, required=False, help_text="Unique loads discussed by phone or email."
    )
    loadsBooked = serializers.IntegerField(min_value=0, required=False, help_text="Bookings of all kinds.")


class AnalyticsDaySerializer(Record):
    """A day in UTC."""

    date = Instant(help_text="Its first moment.")
    metrics = DayMetricsSerializer()


class AnalyticsSeriesSerializer(Record):
    """A page of days, oldest first."""

    data = AnalyticsDaySerializer(many=True)  # type: ignore[assignment]  # a field, as the others
    pagination = PaginationSerializer()


def _day_parameter(name: str, description: str, example: str) -> OpenApiParameter:
    words = f"{description} Years from {YEARS[0]} to {YEARS[-1]}."
    return parameter(name, words, DAY_OR_MOMENT | {"minLength": 1}, example)


get_analytics = extend_schema(
    operation_id="getAnalytics",
    tags=["Analytics"],
    summary="Analytics for a period, or day by day",
    description=(
        "Two responses. `fromDate`, `toDate` and `granularity` (all required, `timezone` optional): a period of "
        "local days, by hour or by day, compared with the same number of days before it. `startDate` and `endDate` "
        "(both required together, `metric`, `limit` and `offset` optional): a series of UTC days. Using a "
        "parameter of one form with the dates of the other returns an error (`mixed`). Counts are live."
    ),
    parameters=[
        _day_parameter(
            "fromDate",
            "First day of the period, in `timezone`; the time of a date-time is dropped.",
            "2026-03-02",
        ),
        _day_parameter("toDate", f"Last day, inclusive. At most {MAX_LABELS:,} hours or days.", "2026-03-08"),
        parameter(
            "granularity",
            "Bucket size.",
            {"type": "string", "minLength": 1, "enum": [each.value for each in Granularity]},
            "day",
        ),
        parameter(
            "timezone",
            "IANA time zone for the days and hours.",
            {"type": "string", "format": "time-zone", "pattern": TIME_ZONE, "default": DEFAULT_ZONE},
            DEFAULT_ZONE,
        ),
        _day_parameter(
            "startDate", "First UTC day of the series; the time of a date-time is dropped.", "2026-03-02"
        ),
        _day_parameter("endDate", "Last UTC day, inclusive.", "2026-03-08"),
        parameter(
            "metric",
            "An extra metric, besides the five that are always there.",
            {"type": "string", "enum": list(METRICS)},
            "loads_touched",
        ),
        *page_parameters(),
    ],
    responses=answers(
        PolymorphicProxySerializer(
            component_name="Analytics",
            serializers=[AnalyticsPeriodSerializer, AnalyticsSeriesSerializer],
            resource_type_field_name=None,
            many=False,
        ),
        {
            "A period": STATS
            | {"statsByLabel": [LABEL], "previousPeriod": STATS | {"statsByLabel": [LABEL]}},
            "A series": {"data": [DAY], "pagination": {"limit": 100, "offset": 0, "total": 1}},
        },
        description="The first with fromDate, toDate and granularity; the second with startDate and endDate.",
    ),
)


# What tells which answer is meant, and what only that one knows besides.
PERIOD = ("fromDate", "toDate", "granularity")
SERIES = ("startDate", "endDate")
OF_PERIOD = {"timezone"}
OF_SERIES = {"metric", "limit", "offset"}


class AnalyticsViewSet(OrganizationViewSet):
    """`GET /analytics`: a period beside the one before it, or a series of days, as the parameters say."""

    required_scope = Scope.READ
    reads_replica = True

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
