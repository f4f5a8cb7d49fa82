"""Analytics as the API's document describes them."""

from typing import Any

from analytics.api import DEFAULT_ZONE, METRICS
from analytics.figures import JSON_NAMES, Granularity
from analytics.spans import MOST_LABELS, YEARS
from organizations.rest.openapi.operations import SHOWN, Operation, page_parameters, parameter
from organizations.rest.openapi.schemas import (
    TIME_ZONE,
    Schema,
    array,
    instant,
    integer,
    number,
    record,
    reference,
    text,
)
from organizations.states import Scope

FIGURES: dict[str, tuple[Any, str]] = {
    "totalCalls": (412, "Calls that began in the span, both ways."),
    "inboundCalls": (300, "Calls that carriers made."),
    "outboundCalls": (112, "Calls that were placed."),
    "inboundCallsTags": ({"negotiation": 180, "general_inquiry": 120}, "Inbound calls by content tag."),
    "outboundCallsTags": ({"check_call": 112}, "Outbound calls by content tag."),
    "inboundCallsWithBids": (150, "Inbound calls with at least one bid."),
    "outboundCallsWithBids": (12, "Outbound calls with at least one bid."),
    "inboundCallsTransferred": (9, "Inbound calls handed to a person."),
    "outboundCallsTransferred": (2, "Outbound calls handed to a person."),
    "inboundCallMinutes": (1042.57, "Minutes that inbound calls were connected."),
    "outboundCallMinutes": (260.4, "Minutes that outbound calls were connected."),
    "avgNegotiatedValue": (
        131.25,
        "US dollars: how far carriers came down from their first ask, on average over the bids agreed on in the span.",
    ),
    "totalEmailThreads": (61, "E-mail threads that began in the span, both ways."),
    "inboundEmailThreads": (50, "Threads that carriers began."),
    "outboundEmailThreads": (11, "Threads that were begun here."),
    "inboundEmailThreadsTags": ({"rate_request": 50}, "Inbound threads by content tag."),
    "outboundEmailThreadsTags": ({"quote_sent": 11}, "Outbound threads by content tag."),
    "inboundEmailThreadsWithBids": (20, "Inbound threads with at least one bid."),
    "outboundEmailThreadsWithBids": (3, "Outbound threads with at least one bid."),
    "totalUniqueLoads": (38, "Different loads discussed, by telephone or e-mail."),
    "totalE2EBookings": (14, "Bookings that the agent closed alone."),
    "totalAssistedBookings": (6, "Bookings that a person closed after the agent's talk."),
    "totalLoadsBooked": (21, "Bookings of all three kinds."),
    "totalBmtCapacityLoadsTouched": (4, "Different loads discussed with capacity carriers."),
    "totalBmtCapacityLoadBookingsAssisted": (1, "Bookings with capacity carriers."),
}
_MOMENT = r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$"
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


def _figure(name: str) -> Schema:
    example, words = FIGURES[name]
    if isinstance(example, dict):
        return {
            "type": "object",
            "additionalProperties": integer("How many.", minimum=0),
            "description": words,
        }
    if isinstance(example, float):
        return number(f"{words} Two decimals.")
    return integer(words, minimum=0)


def _moment(description: str) -> Schema:
    return text(description, format="date-time", pattern=_MOMENT)


_FIGURES = {name: _figure(name) for name in JSON_NAMES}
_LABELS = array(
    reference("AnalyticsLabel"), "Every hour or day of the span in order, also where nothing happened."
)
_MORE = {
    "averageRate": number("Mean amount of the bids, US dollars."),
    "avgCallDuration": number("The same as averageCallDuration."),
    "callVolume": integer("The same as totalCalls.", minimum=0),
    "loadsTouched": integer("Different loads discussed, by telephone or e-mail.", minimum=0),
    "loadsBooked": integer("Bookings of all kinds.", minimum=0),
}
_METRICS = record(
    "What happened on the day; with `metric` also the one that was asked for.",
    totalCalls=integer("Calls that began on the day.", minimum=0),
    successfulCalls=integer("Those of them that ended as COMPLETED.", minimum=0),
    averageCallDuration=number("Seconds that the successful calls were connected, on average; two decimals."),
    totalBids=integer("Bids, by callDateTime.", minimum=0),
    acceptedBids=integer("Those of them that are ACCEPTED.", minimum=0),
)
SCHEMAS: dict[str, Schema] = {
    "Analytics": {
        "anyOf": [reference("AnalyticsPeriod"), reference("AnalyticsSeries")],
        "description": "With fromDate, toDate and granularity the first, with startDate and endDate the second.",
    },
    "AnalyticsLabel": record(
        "An hour or a day by the zone's clock: an hour that the clock shows twice is there twice.",
        label=text("What to call it: `Jan 15`, or `Jan 15, 2 PM`."),
        **{
            "from": _moment("Its first millisecond, with the zone's offset then."),
            "to": _moment("Its last millisecond."),
        },
        **_FIGURES,
    ),
    "AnalyticsStats": record("Some days and their labels.", **_FIGURES, statsByLabel=_LABELS),
    "AnalyticsPeriod": record(
        "A period beside the one before it. Loads are counted once over the whole period.",
        **_FIGURES,
        statsByLabel=_LABELS,
        previousPeriod=reference("AnalyticsStats"),
    ),
    "AnalyticsDay": record(
        "A day in UTC.",
        date=instant("Its first moment."),
        metrics=_METRICS | {"properties": _METRICS["properties"] | _MORE},
    ),
    "AnalyticsSeries": record(
        "A page of days, oldest first.",
        data=array(reference("AnalyticsDay")),
        pagination=reference("Pagination"),
    ),
}


def _day(name: str, description: str, example: str) -> Schema:
    schema = {"type": "string", "anyOf": [{"format": "date"}, {"format": "date-time"}]}
    return parameter(name, f"{description} Years from {YEARS[0]} to {YEARS[-1]}.", schema, example=example)


OPERATIONS = [
    Operation(
        method="GET",
        path="analytics",
        id="getAnalytics",
        tag="Analytics",
        summary="Analytics of a period, or day by day",
        description=(
            "Two answers. `fromDate`, `toDate` and `granularity` (all required, `timezone` optional): a period "
            "of local days, hour by hour or day by day, beside as many days just before it. `startDate` and `endDate` "
            "(both required together, `metric`, `limit` and `offset` optional): a series of UTC days. The two sets of "
            "parameters can't be mixed. What happened a second ago is counted."
        ),
        scope=Scope.READ,
        parameters=[
            _day(
                "fromDate", "First day of the period, in `timezone`; of a date-time its date.", "2026-03-02"
            ),
            _day(
                "toDate",
                f"Last day, inclusive. At most {MOST_LABELS:,} hours or days.",
                "2026-03-08",
            ),
            parameter(
                "granularity",
                "What the period is told by.",
                {"type": "string", "enum": [each.value for each in Granularity]},
                example="day",
            )
            | {SHOWN: True},
            parameter(
                "timezone",
                "IANA time zone whose days and hours they are.",
                {"type": "string", "format": "time-zone", "pattern": TIME_ZONE, "default": DEFAULT_ZONE},
                example=DEFAULT_ZONE,
            ),
            _day("startDate", "First UTC day of the series; of a date-time its date.", "2026-03-02"),
            _day("endDate", "Last UTC day, inclusive.", "2026-03-08"),
            parameter(
                "metric",
                "A metric to tell beside the five.",
                {"type": "string", "enum": list(METRICS)},
                example="loads_touched",
            ),
            *page_parameters(),
        ],
        answer="Analytics",
        answer_examples={
            "a period": STATS
            | {"statsByLabel": [LABEL], "previousPeriod": STATS | {"statsByLabel": [LABEL]}},
            "a series": {"data": [DAY], "pagination": {"limit": 100, "offset": 0, "total": 1}},
        },
    )
]
