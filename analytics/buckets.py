"""What was counted in spans of quarters, as it was rolled up: sums and differences of buckets."""

from collections.abc import Iterable, Iterator, Sequence
from operator import add, sub

import orjson

from analytics.counting import NOTHING, Counted, Tags
from analytics.quarters import A_DAY, Quarters
from organizations.planned import fetch_planned


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
