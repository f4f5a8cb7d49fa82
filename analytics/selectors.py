"""The two answers of analytics: a period beside the one before it, and a series of days."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta

from analytics import spans
from analytics.counting import COUNTS, NOTHING, Counted, Distinct, Tags
from analytics.figures import NO_TAGS, DayMetrics, Figures, Granularity, Label, Period, Stats
from analytics.reading import read
from analytics.snapshot import snapshot
from analytics.spans import Span
from organizations.models import Organization

_AT = {name: place for place, name in enumerate(COUNTS)}
_DAY = timedelta(days=1)
_MINUTE = 60_000_000  # microseconds
_SECOND = 1_000_000


def period_stats(
    organization: Organization,
    from_date: date,
    to_date: date,
    granularity: Granularity,
    zone: str,
) -> Period:
    """The days from `from_date` to `to_date`, both inclusive, beside as many before them, as they are at one instant.

    Days and hours are those of the zone's clock. Raises `spans.TooMany` over 10,000 labels.
    """
    current = spans.spans_of(from_date, to_date, granularity, zone)
    previous = spans.spans_of(*spans.before(from_date, to_date), granularity, zone)
    with snapshot():
        earlier, now = read(
            organization.pk, *([(span.start, span.end) for span in each] for each in (previous, current))
        )
    return Period(_stats(current, *now), _stats(previous, *earlier), from_date, to_date, granularity, zone)


def daily_metrics(organization: Organization, days: Sequence[date]) -> list[DayMetrics]:
    """The metrics of consecutive UTC days, in their order."""
    edges = [(_midnight(day), _midnight(day + _DAY)) for day in days]
    with snapshot():
        [(counted, _, loads)] = read(organization.pk, edges)
    return [_metrics(day, each, distinct) for day, each, distinct in zip(days, counted, loads, strict=True)]


def _stats(
    given: Sequence[Span], counted: Sequence[Counted], whole: Distinct, loads: Sequence[Distinct]
) -> Stats:
    labels = [
        Label(span.label, span.first, span.last, _figures(each, distinct))
        for span, each, distinct in zip(given, counted, loads, strict=True)
    ]
    return Stats(_figures(_sum(counted), whole), labels)


def _sum(counted: Sequence[Counted]) -> Counted:
    if not counted:
        return NOTHING
    tags: Tags = {}
    for each in counted:
        for kind, numbers in each.tags.items():
            together = tags.setdefault(kind, {})
            for tag, number in numbers.items():
                together[tag] = together.get(tag, 0) + number
    return Counted(tuple(map(sum, zip(*(each.numbers for each in counted), strict=True))), tags)


def _figures(counted: Counted, distinct: Distinct) -> Figures:
    if counted is NOTHING:
        return _NOTHING
    (
        calls_in, calls_out, calls_in_with_bids, calls_out_with_bids, calls_in_transferred, calls_out_transferred,
        connected_in, connected_out, threads_in, threads_out, threads_in_with_bids, threads_out_with_bids,
        _, _, _, _, _, _, agreements, agreements_sum, e2e, assisted, capacity,
    ) = counted.numbers  # fmt: skip
    tags = counted.tags
    return Figures(
        calls_in + calls_out,
        calls_in,
        calls_out,
        tags.get("calls_in", NO_TAGS),
        tags.get("calls_out", NO_TAGS),
        calls_in_with_bids,
        calls_out_with_bids,
        calls_in_transferred,
        calls_out_transferred,
        _ratio(connected_in, _MINUTE),
        _ratio(connected_out, _MINUTE),
        _ratio(agreements_sum, 100 * agreements),
        threads_in + threads_out,
        threads_in,
        threads_out,
        tags.get("threads_in", NO_TAGS),
        tags.get("threads_out", NO_TAGS),
        threads_in_with_bids,
        threads_out_with_bids,
        distinct.loads,
        e2e,
        assisted,
        e2e + assisted + capacity,
        distinct.touched,
        capacity,
    )


_NOTHING = Figures()


def _metrics(day: date, counted: Counted, distinct: Distinct) -> DayMetrics:
    def number(name: str) -> int:
        return counted.numbers[_AT[name]]

    return DayMetrics(
        day,
        calls=number("calls_in") + number("calls_out"),
        successful_calls=number("completed"),
        average_call_seconds=_ratio(number("connected_completed"), _SECOND * number("completed")),
        bids=number("bids"),
        accepted_bids=number("bids_accepted"),
        average_rate=_ratio(number("amounts_sum"), 100 * number("amounts")),
        loads_touched=distinct.loads,
        loads_booked=number("booked_e2e") + number("booked_assisted") + number("booked_capacity"),
    )


def _ratio(dividend: int, divisor: int) -> float:
    """Divided, to two decimals, halves away from zero; 0 where there is nothing to divide by."""
    if not dividend or not divisor:
        return 0.0
    hundredths = (200 * abs(dividend) + divisor) // (2 * divisor)
    return (hundredths if dividend > 0 else -hundredths) / 100


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, UTC)
