"""The answers of analytics as plain data: the figures of a span of time, its labels, a period beside the one before."""

from collections.abc import Mapping
from datetime import date, datetime
from enum import StrEnum
from typing import Any, NamedTuple

NO_TAGS: Mapping[str, int] = {}  # nobody writes to it


class Granularity(StrEnum):
    """How long a label's span is, by the clock of the period's zone."""

    HOUR = "hour"
    DAY = "day"


class Figures(NamedTuple):
    """What happened in a span of time, in the order of the API's record; averages and minutes have two decimals.

    Figures of a longer span aren't always sums of shorter ones: a load discussed twice is one load.
    """

    total_calls: int = 0
    inbound_calls: int = 0
    outbound_calls: int = 0
    inbound_calls_tags: Mapping[str, int] = NO_TAGS
    outbound_calls_tags: Mapping[str, int] = NO_TAGS
    inbound_calls_with_bids: int = 0
    outbound_calls_with_bids: int = 0
    inbound_calls_transferred: int = 0
    outbound_calls_transferred: int = 0
    inbound_call_minutes: float = 0.0
    outbound_call_minutes: float = 0.0
    avg_negotiated_value: float = 0.0  # dollars
    total_email_threads: int = 0
    inbound_email_threads: int = 0
    outbound_email_threads: int = 0
    inbound_email_threads_tags: Mapping[str, int] = NO_TAGS
    outbound_email_threads_tags: Mapping[str, int] = NO_TAGS
    inbound_email_threads_with_bids: int = 0
    outbound_email_threads_with_bids: int = 0
    total_unique_loads: int = 0
    total_e2e_bookings: int = 0
    total_assisted_bookings: int = 0
    total_loads_booked: int = 0
    total_bmt_capacity_loads_touched: int = 0
    total_bmt_capacity_load_bookings_assisted: int = 0

    def as_json(self) -> dict[str, Any]:
        """The API's record, for orjson."""
        return dict(zip(JSON_NAMES, self, strict=True))


JSON_NAMES = (
    "totalCalls",
    "inboundCalls",
    "outboundCalls",
    "inboundCallsTags",
    "outboundCallsTags",
    "inboundCallsWithBids",
    "outboundCallsWithBids",
    "inboundCallsTransferred",
    "outboundCallsTransferred",
    "inboundCallMinutes",
    "outboundCallMinutes",
    "avgNegotiatedValue",
    "totalEmailThreads",
    "inboundEmailThreads",
    "outboundEmailThreads",
    "inboundEmailThreadsTags",
    "outboundEmailThreadsTags",
    "inboundEmailThreadsWithBids",
    "outboundEmailThreadsWithBids",
    "totalUniqueLoads",
    "totalE2EBookings",
    "totalAssistedBookings",
    "totalLoadsBooked",
    "totalBmtCapacityLoadsTouched",
    "totalBmtCapacityLoadBookingsAssisted",
)


class Label(NamedTuple):
    """One bucket of a period: an hour or a day by the zone's clock."""

    label: str  # "Jan 15", "Jan 15, 2 PM"
    start: datetime  # its first millisecond, with the zone's offset then
    end: datetime  # its last millisecond, inclusive
    figures: Figures


class Stats(NamedTuple):
    """Some days: their figures as a whole, and label by label, in order, without a gap."""

    figures: Figures
    labels: list[Label]


class Period(NamedTuple):
    """What was asked for beside as many local days just before it."""

    current: Stats
    previous: Stats
    from_date: date
    to_date: date  # inclusive
    granularity: Granularity
    zone: str  # an IANA name


# What `metric` may ask for: the name in the answer, and of the figure.
METRICS = {
    "average_rate": ("averageRate", "average_rate"),
    "avg_call_duration": ("avgCallDuration", "average_call_seconds"),
    "total_bids": ("totalBids", "bids"),
    "call_volume": ("callVolume", "calls"),
    "loads_touched": ("loadsTouched", "loads_touched"),
    "loads_booked": ("loadsBooked", "loads_booked"),
}


class DayMetrics(NamedTuple):
    """One UTC day of the metrics series."""

    day: date
    calls: int = 0
    successful_calls: int = 0
    average_call_seconds: float = 0.0  # of successful calls
    bids: int = 0
    accepted_bids: int = 0
    average_rate: float = 0.0  # dollars, of the bids that have an amount
    loads_touched: int = 0
    loads_booked: int = 0
