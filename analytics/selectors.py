"""The two answers of analytics: a period beside the one before it, and a series of days."""

from collections.abc import Sequence
from datetime import date

from analytics import spans
from analytics.counting import COUNTS, Counted, Distinct
from analytics.figures import DayMetrics, Granularity, Label, Period, Stats
from analytics.reading import Whole, read, read_periods
from analytics.records import figures_in, ratio, record_of
from analytics.snapshot import snapshot
from analytics.spans import Span
from organizations.models import Organization

_AT = {name: place for place, name in enumerate(COUNTS)}
_SECOND = 1_000_000  # microseconds

type Read = tuple[Sequence[Span], Whole]


def period_stats(
    organization: Organization, from_date: date, to_date: date, granularity: Granularity, zone: str
) -> Period:
    """The days from `from_date` to `to_date`, both inclusive, beside as many before them, as they are at one instant.

    Days and hours are those of the zone's clock. Raises `spans.TooMany` over 10,000 labels.
    """
    current, previous = map(_stats, _read(organization, from_date, to_date, granularity, zone))
    return Period(current, previous, from_date, to_date, granularity, zone)


def period_record(
    organization: Organization, from_date: date, to_date: date, granularity: Granularity, zone: str
) -> bytes:
    """The same as the API tells it, as JSON already: most records of an answer lie written in the roll-ups."""
    current, previous = map(_pieces, _read(organization, from_date, to_date, granularity, zone))
    # An answer has a million bytes and more: they are put together once.
    return "".join([*current, ',"previousPeriod":', *previous, "}}"]).encode()


def daily_metrics(organization: Organization, days: Sequence[date]) -> list[DayMetrics]:
    """The metrics of consecutive UTC days, in their order."""
    given = spans.spans_of(days[0], days[-1], Granularity.DAY, "UTC") if days else ()
    with snapshot():
        found = read(organization.pk, given)
    return [_metrics(day, *both) for day, both in zip(days, found, strict=True)]


def _read(
    organization: Organization, from_date: date, to_date: date, granularity: Granularity, zone: str
) -> tuple[Read, Read]:
    """The period, and the one before it."""
    current = spans.spans_of(from_date, to_date, granularity, zone)
    previous = spans.spans_of(*spans.before(from_date, to_date), granularity, zone)
    with snapshot():
        earlier, now = read_periods(organization.pk, previous, current)
    return (current, now), (previous, earlier)


def _stats(found: Read) -> Stats:
    given, whole = found
    labels = [
        Label(span.label, span.first, span.last, figures_in(record))
        for span, record in zip(given, whole.records, strict=True)
    ]
    return Stats(whole.figures, labels)


def _pieces(found: Read) -> list[str]:
    """A period's JSON object in pieces, without the brace at its end."""
    given, whole = found
    labels = [f"{span.head}{record[1:]}," for span, record in zip(given, whole.records, strict=True)]
    if labels:
        labels[-1] = labels[-1][:-1]
    return [f'{record_of(whole.figures)[:-1]},"statsByLabel":[', *labels, "]"]


def _metrics(day: date, counted: Counted, distinct: Distinct) -> DayMetrics:
    def number(name: str) -> int:
        return counted.numbers[_AT[name]]

    return DayMetrics(
        day,
        calls=number("calls_in") + number("calls_out"),
        successful_calls=number("completed"),
        average_call_seconds=ratio(number("connected_completed"), _SECOND * number("completed")),
        bids=number("bids"),
        accepted_bids=number("bids_accepted"),
        average_rate=ratio(number("amounts_sum"), 100 * number("amounts")),
        loads_touched=distinct.loads,
        loads_booked=number("booked_e2e") + number("booked_assisted") + number("booked_capacity"),
    )
