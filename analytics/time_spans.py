"""Spans of time in quarter-hour buckets, numbered since 1970-01-01 UTC."""

from collections.abc import Iterator, Mapping
from datetime import UTC, date, datetime, time, timedelta, timezone
from enum import StrEnum
from functools import lru_cache
from itertools import pairwise
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

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


type Quarters = tuple[int, int]  # from the first until before the second

QUARTER = timedelta(minutes=15)
A_DAY = 96
AN_HOUR = 4

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)

SQL = "floor(extract(epoch FROM {at}) / 900)::int"


def quarter_of(at: datetime) -> int:
    """The quarter that an instant lies in."""
    return (at - _EPOCH) // QUARTER


def start_of(quarter: int) -> datetime:
    """Its first instant."""
    return _EPOCH + QUARTER * quarter


def span_of(quarter: int) -> tuple[datetime, datetime]:
    """Its first instant, and that of the next one."""
    return start_of(quarter), start_of(quarter + 1)


def is_edge(at: datetime) -> bool:
    """Whether a quarter begins just then."""
    return not (at - _EPOCH) % QUARTER


# Which instants the days and hours of a place are: by its clock, whatever that does in between. Pure.


MAX_LABELS = 10_000
DEFAULT_ZONE = "America/Chicago"
YEARS = range(1800, 2200)  # outside lie typing errors, and sums that overflow
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

_DAY = timedelta(days=1)
_HOUR = timedelta(hours=1)
_MINUTE = timedelta(minutes=1)
_MILLISECOND = timedelta(milliseconds=1)


class TooMany(ValueError):
    """More labels than an answer may have."""


class Span(NamedTuple):
    """An hour or a day: from `start` on, until just before `end`, both UTC; first and last millisecond as told."""

    start: datetime
    end: datetime
    quarters: Quarters | None  # where it is made of whole ones, as by nearly every clock since 1972
    label: str
    first: datetime
    last: datetime
    head: str  # how its JSON object begins


@lru_cache(maxsize=32)
def spans_of(first: date, last: date, granularity: Granularity, zone: str) -> tuple[Span, ...]:
    """The days, or their hours, from `first` to `last` inclusive, in order and without a gap.

    An hour ends when the clock's hour or its offset from UTC changes: when the clock is turned back the same hour comes
    twice, and where it is turned by half an hour there is a shorter one. A day that a place has skipped, when it
    changed sides of the date line, has no span. Raises TooMany.
    """
    days = (last - first).days + 1
    if days > MAX_LABELS or (granularity is Granularity.HOUR and (days - 2) * 24 > MAX_LABELS):
        raise TooMany
    place = ZoneInfo(zone)
    spans: list[Span] = []
    for day in (first + _DAY * number for number in range(days)):
        start, end = day_start(day, place), day_start(day + _DAY, place)
        if start == end:
            continue
        if granularity is Granularity.DAY:
            spans.append(_span(start, end, place, f"{MONTHS[day.month - 1]} {day.day}"))
        else:
            spans.extend(_hours(start, end, place))
    if len(spans) > MAX_LABELS:
        raise TooMany
    return tuple(spans)


def day_start(day: date, place: ZoneInfo) -> datetime:
    """The first moment of a day at the place, in UTC: also where its clock skips midnight, or shows it twice."""
    return datetime.combine(day, time.min, place).astimezone(UTC)


def before(first: date, last: date) -> tuple[date, date]:
    """As many days as from `first` to `last`, just before them."""
    return first - (last - first) - _DAY, first - _DAY


def _hours(start: datetime, end: datetime, place: ZoneInfo) -> Iterator[Span]:
    edges = [start, *_edges(start, end, place), end]
    for since, until in pairwise(edges):
        local = since.astimezone(place)
        name = f"{MONTHS[local.month - 1]} {local.day}, {local.hour % 12 or 12} {'AM' if local.hour < 12 else 'PM'}"
        yield _span(since, until, place, name)


def _edges(start: datetime, end: datetime, place: ZoneInfo) -> Iterator[datetime]:
    """When, between the two, the hour changes, or the offset."""
    is_plain = end - start == _DAY and _offset(start, place) == _offset(end - _MINUTE, place)
    if is_plain:
        yield from (start + _HOUR * hour for hour in range(1, 24))
        return
    shown = _clock(start, place)
    moment = start + _MINUTE
    while moment < end:
        now = _clock(moment, place)
        if now != shown:
            yield moment
        shown = now
        moment += _MINUTE


def _clock(moment: datetime, place: ZoneInfo) -> tuple[int, timedelta]:
    local = moment.astimezone(place)
    return local.hour, local.utcoffset() or timedelta(0)


def _offset(moment: datetime, place: ZoneInfo) -> timedelta:
    return moment.astimezone(place).utcoffset() or timedelta(0)


def _span(start: datetime, end: datetime, place: ZoneInfo, label: str) -> Span:
    first, last = _with_offset(start, place), _with_offset(end - _MILLISECOND, place)
    return Span(
        start,
        end,
        (quarter_of(start), quarter_of(end)) if is_edge(start) and is_edge(end) else None,
        label,
        first,
        last,
        f'{{"label":"{label}","from":"{first.isoformat(timespec="milliseconds")}",'
        f'"to":"{last.isoformat(timespec="milliseconds")}",',
    )


def _with_offset(moment: datetime, place: ZoneInfo) -> datetime:
    """The moment with the place's offset; no date-time of the API can tell seconds of one, as there once were."""
    local = moment.astimezone(place)
    offset = local.utcoffset() or timedelta(0)
    seconds = offset % _MINUTE
    return moment.astimezone(timezone(offset - seconds)) if seconds else local
