"""The two answers of analytics (a period beside the one before it, a series of days), from one snapshot."""

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date
from itertools import islice
from typing import Any, NamedTuple

from django.db import connection, transaction
from psycopg import IsolationLevel

from analytics import buckets, counting, time_spans
from analytics.buckets import NO_RECORD, figures_in, figures_of, ratio, record_of, rolled_up_records
from analytics.counting import COUNTS, Counted, Distinct, count, count_loads, count_with_loads
from analytics.rollup import changed_quarters
from analytics.time_spans import (
    A_DAY,
    AN_HOUR,
    JSON_NAMES,
    DayMetrics,
    Figures,
    Granularity,
    Label,
    Period,
    Quarters,
    Span,
    Stats,
    span_of,
)
from organizations.dashboard.table_columns import Value
from organizations.models import Organization

# Several statements that see the database as of one instant.


@contextmanager
def snapshot() -> Iterator[None]:
    """All that is read inside is of the moment of the first statement; nothing may be written.

    Inside a transaction that has begun, as in most tests, statements see what they always do there.
    """
    if connection.in_atomic_block:
        yield
        return
    connection.ensure_connection()
    session = connection.connection
    before = session.isolation_level, session.read_only
    # Told with BEGIN, which spares a statement.
    session.isolation_level, session.read_only = IsolationLevel.REPEATABLE_READ, True
    try:
        with transaction.atomic():
            with connection.cursor() as cursor:
                # What is prepared here has one good plan, by key, which would take longer to find again than to follow.
                cursor.execute("SET LOCAL plan_cache_mode = force_generic_plan")
            yield
    finally:
        if not session.closed:
            session.isolation_level, session.read_only = before


# Spans of time as they are at this instant: from roll-ups, and from the rows where something has changed since.


# Where more than so many quarters have changed, and a good part of all, counting everything is as fast.
MAX_CHANGED = 400


class Whole(NamedTuple):
    """A period's figures, and the API's records of its spans."""

    figures: Figures
    records: list[str]


def read(organization_id: int, spans: Sequence[Span]) -> list[tuple[Counted, Distinct]]:
    """What is counted in each of the spans, and its different loads.

    Spans follow each other without a gap, here and below. Several statements: open a snapshot around them.
    """
    if not spans:
        return []
    state = _state(organization_id, spans)
    if state is None:
        _, counted, each = _rows(organization_id, spans)
        return list(zip(counted, each, strict=True))
    quarters, changed = state
    new, live = _live(organization_id, changed)
    counted = _numbers(organization_id, quarters, changed, new)
    return list(zip(counted, _loads(organization_id, quarters, changed, live), strict=True))


def read_periods(organization_id: int, *periods: Sequence[Span]) -> list[Whole]:
    """Of each period its figures, and the records of its spans; the periods follow each other without a gap too."""
    spans = [span for period in periods for span in period]
    if not spans:
        return [Whole(Figures(), []) for _ in periods]
    state = _state(organization_id, spans)
    if state is None:
        return [_counted_whole(organization_id, period) for period in periods]
    quarters, changed = state
    new, live = _live(organization_id, changed)
    records = _records(organization_id, quarters, changed)
    others = [span for span, record in zip(quarters, records, strict=True) if record is None]
    wholes: list[Quarters] = []
    first = 0
    for period in periods:
        if period:
            wholes.append((quarters[first][0], quarters[first + len(period) - 1][1]))
        first += len(period)
    counted = _numbers(organization_id, [*wholes, *others], changed, new)
    distinct = counting.between(organization_id, wholes, live)
    distinct += _loads(organization_id, others, changed, live)
    figures = map(figures_of, counted, distinct)
    told = [next(figures) if period else Figures() for period in periods]
    each = iter([record or record_of(next(figures)) for record in records])
    return [
        Whole(whole, list(islice(each, len(period)))) for whole, period in zip(told, periods, strict=True)
    ]


def _state(organization_id: int, spans: Sequence[Span]) -> tuple[list[Quarters], list[int]] | None:
    """The spans in quarters, and which of those have changed; None where everything must be counted from the rows."""
    quarters = [span.quarters for span in spans if span.quarters]
    if len(quarters) < len(spans):  # a clock of long ago
        return None
    first, end = quarters[0][0], quarters[-1][1]
    changed = changed_quarters(organization_id, first, end - 1)
    return None if len(changed) > max(MAX_CHANGED, (end - first) // 4) else (quarters, changed)


def _counted_whole(organization_id: int, spans: Sequence[Span]) -> Whole:
    whole, counted, each = _rows(organization_id, spans)
    records = [record_of(figures_of(*both)) for both in zip(counted, each, strict=True)]
    return Whole(figures_of(buckets.together((some, 1) for some in counted), whole), records)


def _rows(organization_id: int, spans: Sequence[Span]) -> tuple[Distinct, list[Counted], list[Distinct]]:
    """What the rows say: the different loads of all spans together, what is counted in each, and its loads."""
    edges = [(span.start, span.end) for span in spans]
    whole, each = count_loads(organization_id, edges)
    return whole, count(organization_id, edges), each


def _changes_in(span: Quarters, changed: Sequence[int]) -> slice:
    """Which of the changed quarters, in order, lie in a span."""
    return slice(bisect_left(changed, span[0]), bisect_left(changed, span[1]))


def _has_changed(span: Quarters, changed: Sequence[int]) -> bool:
    return bool(changed) and bool(changed[_changes_in(span, changed)])


def _records(organization_id: int, spans: Sequence[Quarters], changed: Sequence[int]) -> list[str | None]:
    """Of each span the record that was written when it was rolled up, if there is one that still holds."""
    ends: dict[int, list[int]] = {AN_HOUR: [], A_DAY: []}
    for start, end in spans:
        if end - start in ends and not end % AN_HOUR:
            ends[end - start].append(end)
    written = {
        length: rolled_up_records(organization_id, length, some) for length, some in ends.items() if some
    }
    found = [
        written[end - start].get(end, NO_RECORD) if end - start in written and not end % AN_HOUR else None
        for start, end in spans
    ]
    if changed:
        found = [
            None if _has_changed(span, changed) else each for span, each in zip(spans, found, strict=True)
        ]
    return found


def _live(organization_id: int, changed: Sequence[int]) -> tuple[list[Counted], counting.Live]:
    """What the rows say of the quarters that have changed."""
    if not changed:
        return [], counting.Live({})
    found = count_with_loads(organization_id, [span_of(quarter) for quarter in changed])
    return [counted for counted, _ in found], counting.Live.of(changed, [named for _, named in found])


def _numbers(
    organization_id: int, spans: Sequence[Quarters], changed: Sequence[int], new: Sequence[Counted]
) -> list[Counted]:
    """Each span as it was rolled up, and corrected by what the changed quarters are now."""
    singles = [(quarter, quarter + 1) for quarter in changed]
    rolled = buckets.rolled_up(organization_id, [*spans, *singles])
    found, old = rolled[: len(spans)], rolled[len(spans) :]
    for place, span in enumerate(spans):
        within = _changes_in(span, changed)
        if changed[within]:
            found[place] = buckets.together(
                [
                    (found[place], 1),
                    *((before, -1) for before in old[within]),
                    *((now, 1) for now in new[within]),
                ]
            )
    return found


def _loads(
    organization_id: int, spans: Sequence[Quarters], changed: Sequence[int], live: counting.Live
) -> list[Distinct]:
    """The different loads of each span."""
    # Hours and days of the usual length in which nothing has changed were counted when they were rolled up.
    known = {
        place: int(end - start == A_DAY)
        for place, (start, end) in enumerate(spans)
        if end - start in (AN_HOUR, A_DAY) and not _has_changed((start, end), changed)
    }
    windows = counting.windows(organization_id, [spans[place][1] - 1 for place in known])
    found = [Distinct()] * len(spans)
    for place, length in known.items():
        window = windows.get(spans[place][1] - 1)
        if window:
            found[place] = window[length]
    others = [place for place in range(len(spans)) if place not in known]
    ranges = [(spans[place][0], spans[place][1] - 1) for place in others]
    for place, rolled, (first, last) in zip(
        others, counting.mentioned(organization_id, ranges, changed), ranges, strict=True
    ):
        found[place] = counting.distinct_of(rolled | live.within(first, last))
    return found


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
    given = time_spans.spans_of(days[0], days[-1], Granularity.DAY, "UTC") if days else ()
    with snapshot():
        found = read(organization.pk, given)
    return [_metrics(day, *both) for day, both in zip(days, found, strict=True)]


def _read(
    organization: Organization, from_date: date, to_date: date, granularity: Granularity, zone: str
) -> tuple[Read, Read]:
    """The period, and the one before it."""
    current = time_spans.spans_of(from_date, to_date, granularity, zone)
    previous = time_spans.spans_of(*time_spans.before(from_date, to_date), granularity, zone)
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


# As the lines of a CSV.

TAGGED = tuple(name for name in Figures._fields if name.endswith("_tags"))


def figure_lines(period: Period) -> Iterator[list[Value]]:
    """Yield a head and the lines below it: figures as numbers, then a column for each tag of each kind.

    The whole period's own line comes first, since distinct loads and averages aren't sums of those below it.
    """
    names = dict(zip(Figures._fields, JSON_NAMES, strict=True))
    plain = [field for field in names if field not in TAGGED]
    tags = [(field, tag) for field in TAGGED for tag in sorted(_tags_of(period, field))]
    yield [
        *("period", "label", "from", "to"),
        *(names[field] for field in plain),
        *(f"{names[field]}: {tag}" for field, tag in tags),
    ]

    def line(which: str, label: str, start: Any, end: Any, figures: Figures) -> list[Value]:
        times = [start.isoformat(timespec="milliseconds"), end.isoformat(timespec="milliseconds")]
        counts = [getattr(figures, field).get(tag, 0) for field, tag in tags]
        return [which, label, *times, *(getattr(figures, field) for field in plain), *counts]

    for which, stats in (("current", period.current), ("previous", period.previous)):
        if stats.labels:
            yield line(which, "total", stats.labels[0].start, stats.labels[-1].end, stats.figures)
        for label in stats.labels:
            yield line(which, label.label, label.start, label.end, label.figures)


def _tags_of(period: Period, field: str) -> set[str]:
    sides = (period.current.figures, period.previous.figures)
    return {tag for figures in sides for tag in getattr(figures, field)}
