"""What was counted in spans of buckets, as it was rolled up: sums and differences."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import batched
from operator import add, sub

import orjson
from django.db import connection

from analytics import counting
from analytics.counting import NOTHING, Counted, Distinct, Tags
from analytics.time_spans import A_DAY, AN_HOUR, NO_TAGS, Figures, Quarters
from organizations.sql import fetch_planned


def rolled_up(organization_id: int, spans: Sequence[Quarters]) -> list[Counted]:
    """Each of the spans, which may overlap; what has changed since isn't in it. One query."""
    wanted = {quarter for span in spans for quarter, _ in parts_of(*span)}
    rows = {
        quarter: Counted(tuple(numbers), orjson.loads(tags))
        for quarter, numbers, tags in fetch_planned(_ROWS, [organization_id, list(wanted)])
    }
    return [_rolled(rows, *span) for span in spans]


def together(parts: Iterable[tuple[Counted | None, int]]) -> Counted:
    """What is left when some, those with sign 1, are added and others, with -1, taken away."""
    given = [(counted, sign) for counted, sign in parts if counted is not None and counted is not NOTHING]
    if not given:
        return NOTHING
    if len(given) == 1 and given[0][1] == 1:
        return given[0][0]
    numbers: Iterable[int] = NOTHING.numbers
    for counted, sign in given:
        numbers = map(add if sign == 1 else sub, numbers, counted.numbers)
    return Counted(tuple(numbers), _tags_together(given))


def parts_of(start: int, end: int) -> Iterator[tuple[int, int]]:
    """The buckets that make up a span: their quarters, and 1 where they are added or -1 where taken away."""
    yield end - 1, 1
    if start % A_DAY:
        yield start - 1, -1
    for day in range(start // A_DAY, (end - 1) // A_DAY):
        yield day * A_DAY + A_DAY - 1, 1


def _rolled(rows: dict[int, Counted], start: int, end: int) -> Counted:
    if not start % A_DAY or start // A_DAY != (end - 1) // A_DAY:
        return together((rows.get(quarter), sign) for quarter, sign in parts_of(start, end))
    # Of one day: both are there, or none.
    now, before = rows.get(end - 1), rows.get(start - 1)
    if now is None or before is None or now.numbers == before.numbers:
        return NOTHING
    tags: Tags = {}
    for kind, numbers in now.tags.items():
        known = before.tags.get(kind)
        if known is None:
            tags[kind] = numbers
        elif left := {tag: more for tag, number in numbers.items() if (more := number - known.get(tag, 0))}:
            tags[kind] = left
    return Counted(tuple(map(sub, now.numbers, before.numbers)), tags)


def _tags_together(given: Sequence[tuple[Counted, int]]) -> Tags:
    tags: Tags = {}
    for counted, sign in given:
        for kind, numbers in counted.tags.items():
            merged = tags.get(kind)
            if merged is None and sign == 1:
                tags[kind] = dict(numbers)
                continue
            if merged is None:
                merged = tags[kind] = {}
            for tag, number in numbers.items():
                merged[tag] = merged.get(tag, 0) + sign * number
    return {
        kind: left
        for kind, numbers in tags.items()
        if (left := {tag: number for tag, number in numbers.items() if number})
    }


_ROWS = """
SELECT quarter, numbers, tags::text FROM analytics_bucket
WHERE organization_id = %s AND quarter = ANY(%s::int[])
"""


# The API's records of hours and days, written as JSON when they are rolled up: an answer puts them side by side.


_AT_ONCE = 31  # days
_MINUTE = 60_000_000  # microseconds


def figures_of(counted: Counted, distinct: Distinct) -> Figures:
    """What is told of a span in which so much was counted."""
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
        ratio(connected_in, _MINUTE),
        ratio(connected_out, _MINUTE),
        ratio(agreements_sum, 100 * agreements),
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


def ratio(dividend: int, divisor: int) -> float:
    """Divided, to two decimals, halves away from zero; 0 where there is nothing to divide by."""
    if not dividend or not divisor:
        return 0.0
    hundredths = (200 * abs(dividend) + divisor) // (2 * divisor)
    return (hundredths if dividend > 0 else -hundredths) / 100


def record_of(figures: Figures) -> str:
    """The API's record, a JSON object."""
    return orjson.dumps(figures.as_json()).decode()


def figures_in(record: str) -> Figures:
    """The figures that a record tells."""
    return _NOTHING if record is NO_RECORD else Figures(*orjson.loads(record).values())


def rolled_up_records(organization_id: int, length: int, ends: Sequence[int]) -> dict[int, str]:
    """The records of hours or days, as `length` says, that end before these quarters, whole hours of UTC in order.

    Where nothing happened there is none. One query.
    """
    last = [end - 1 for end in ends]
    if length == AN_HOUR:  # one after the other: naming each would take longer
        rows = fetch_planned(_HOURS, [organization_id, last[0], last[-1]])
    else:
        rows = fetch_planned(_DAYS, [organization_id, last])
    return {quarter + 1: record for quarter, record in rows}


def write_records(organization_id: int, days: Iterable[int]) -> None:
    """Write the records of the hours and days that end within these UTC days, after all else is rolled up."""
    for some in batched(sorted(days), _AT_ONCE):
        ends = [day * A_DAY + hour for day in some for hour in range(AN_HOUR, A_DAY + 1, AN_HOUR)]
        windows = counting.windows(organization_id, [end - 1 for end in ends])
        columns = []
        for place, length in enumerate((AN_HOUR, A_DAY)):
            counted = rolled_up(organization_id, [(end - length, end) for end in ends])
            distinct = (windows[end - 1][place] if end - 1 in windows else Distinct() for end in ends)
            found = map(figures_of, counted, distinct)
            columns.append(["" if figures is _NOTHING else record_of(figures) for figures in found])
        with connection.cursor() as cursor:
            cursor.execute(_WRITE, [[end - 1 for end in ends], *columns, organization_id])


_NOTHING = Figures()
NO_RECORD = record_of(_NOTHING)

_HOURS = """
SELECT quarter, hour FROM analytics_bucket
WHERE organization_id = %s AND quarter BETWEEN %s AND %s AND hour <> '' ORDER BY quarter
"""
_DAYS = """
SELECT quarter, day FROM analytics_bucket WHERE organization_id = %s AND quarter = ANY(%s::int[]) AND day <> ''
"""
_WRITE = """
UPDATE analytics_bucket AS bucket SET hour = given.hour, day = given.day
FROM unnest(%s::int[], %s::text[], %s::text[]) AS given (quarter, hour, day)
WHERE organization_id = %s AND bucket.quarter = given.quarter AND (given.hour <> '' OR given.day <> '')
"""
