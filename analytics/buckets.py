"""What was counted in spans of quarters, as it was rolled up: sums and differences of buckets, and of four weeks."""

from collections.abc import Iterable, Iterator, Sequence
from operator import add, sub
from typing import NamedTuple

import orjson

from analytics.counting import NOTHING, Counted, Tags
from analytics.quarters import A_DAY, FOUR_WEEKS, Quarters
from organizations.planned import fetch_planned


class Part(NamedTuple):
    """A row that a span is made of, and whether it is added or taken away."""

    of_weeks: bool  # the sum from four weeks' beginning through a day, or else a bucket
    number: int  # of that day, or of the bucket's quarter
    sign: int


def rolled_up(organization_id: int, spans: Sequence[Quarters]) -> list[Counted]:
    """Each of the spans, which may overlap; what has changed since isn't in it. One query."""
    wanted = {(part.of_weeks, part.number) for span in spans for part in parts_of(*span)}
    quarters = [number for of_weeks, number in wanted if not of_weeks]
    days = [number for of_weeks, number in wanted if of_weeks]
    rows = {
        (of_weeks, number): Counted(tuple(numbers), orjson.loads(tags))
        for of_weeks, number, numbers, tags in fetch_planned(
            _ROWS, {"organization": organization_id, "quarters": quarters, "days": days}
        )
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


def parts_of(start: int, end: int) -> Iterator[Part]:
    """The rows that make up a span."""
    first, last = start // A_DAY, (end - 1) // A_DAY
    if last - first > _FEW_DAYS:
        yield from since_four_weeks(end)
        for part in since_four_weeks(start):
            yield part._replace(sign=-1)
        for weeks in range(first // FOUR_WEEKS, end // A_DAY // FOUR_WEEKS):
            yield Part(True, weeks * FOUR_WEEKS + FOUR_WEEKS - 1, 1)
        return
    yield Part(False, end - 1, 1)
    if start % A_DAY:
        yield Part(False, start - 1, -1)
    for day in range(first, last):
        yield Part(False, day * A_DAY + A_DAY - 1, 1)


def since_four_weeks(quarter: int) -> Iterator[Part]:
    """What there was from the beginning of its four weeks until a quarter begins."""
    day = quarter // A_DAY
    if quarter % A_DAY:
        yield Part(False, quarter - 1, 1)
    if day % FOUR_WEEKS:
        yield Part(True, day - 1, 1)


def _rolled(rows: "dict[tuple[bool, int], Counted]", start: int, end: int) -> Counted:
    if not start % A_DAY or start // A_DAY != (end - 1) // A_DAY:
        return together(
            (rows.get((of_weeks, number)), sign) for of_weeks, number, sign in parts_of(start, end)
        )
    # Of one day: both are there, or none.
    now, before = rows.get((False, end - 1)), rows.get((False, start - 1))
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


_FEW_DAYS = 3
_ROWS = """
SELECT false, quarter, numbers, tags::text FROM analytics_bucket
WHERE organization_id = %(organization)s AND quarter = ANY(%(quarters)s::int[])
UNION ALL
SELECT true, day, numbers, tags::text FROM analytics_fourweeks
WHERE organization_id = %(organization)s AND day = ANY(%(days)s::int[])
"""
