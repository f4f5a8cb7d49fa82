"""Spans of time as they are at this instant: from roll-ups, and from the rows where something has changed since."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from itertools import pairwise
from operator import add, sub

import orjson
from django.db import connection

from analytics import loads
from analytics.changes import changed_quarters
from analytics.counting import NOTHING, Counted, Distinct, Tags, count, count_loads
from analytics.quarters import A_DAY, AN_HOUR, is_edge, quarter_of, span_of

# Where more than so many quarters have changed, and a good part of all, counting everything is as fast.
MOST_CHANGED = 400

type Spans = Sequence[tuple[datetime, datetime]]
type Read = tuple[list[Counted], Distinct, list[Distinct]]


def read(organization_id: int, *periods: Spans) -> list[Read]:
    """Of each period what is counted in its spans, the different loads of all of them together, and of each.

    All spans follow each other without a gap, those of one period those of the other. Several statements: open a
    snapshot around them.
    """
    spans = [span for period in periods for span in period]
    if not spans:
        return [([], Distinct(), []) for _ in periods]
    edges = [spans[0][0], *(end for _, end in spans)]
    if not all(map(is_edge, edges)):  # a clock of long ago
        return _read_rows(organization_id, periods)
    quarters = [quarter_of(edge) for edge in edges]
    changed = changed_quarters(organization_id, quarters[0], quarters[-1] - 1)
    if len(changed) > max(MOST_CHANGED, (quarters[-1] - quarters[0]) // 4):
        return _read_rows(organization_id, periods)
    counted = _numbers(organization_id, quarters, changed)
    live = loads.live_loads(organization_id, changed)
    distinct = _loads(organization_id, quarters, changed, live)
    found: list[Read] = []
    first = 0
    for period in periods:
        last = first + len(period)
        whole = Distinct()
        if period:
            whole = loads.between(organization_id, quarters[first], quarters[last] - 1, live)
        found.append((counted[first:last], whole, distinct[first:last]))
        first = last
    return found


def _read_rows(organization_id: int, periods: Sequence[Spans]) -> list[Read]:
    found: list[Read] = []
    for spans in periods:
        whole, each = count_loads(organization_id, spans)
        found.append((count(organization_id, spans), whole, each))
    return found


# Numbers and tags


def _numbers(organization_id: int, edges: Sequence[int], changed: Sequence[int]) -> list[Counted]:
    """Each span between two edges as it was rolled up, and corrected by what has changed."""
    spans = [*pairwise(edges), *((quarter, quarter + 1) for quarter in changed)]
    wanted = {quarter for span in spans for quarter, _ in _parts(*span)}
    buckets = _buckets(organization_id, wanted)
    rolled = [_rolled(buckets, *span) for span in spans]
    found, old = rolled[: len(edges) - 1], rolled[len(edges) - 1 :]
    new = count(organization_id, [span_of(quarter) for quarter in changed]) if changed else []
    for quarter, before, now in zip(changed, old, new, strict=True):
        place = bisect_right(edges, quarter) - 1
        found[place] = _together([(found[place], 1), (before, -1), (now, 1)])
    return found


def _rolled(buckets: dict[int, Counted], start: int, end: int) -> Counted:
    if not start % A_DAY or start // A_DAY != (end - 1) // A_DAY:
        return _together((buckets.get(quarter), sign) for quarter, sign in _parts(start, end))
    now, before = buckets.get(end - 1), buckets.get(start - 1)  # of one day: both are there, or none
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


def _parts(start: int, end: int) -> Iterator[tuple[int, int]]:
    """The quarters whose buckets make up a span, each with its sign: they count from midnight through their end."""
    yield end - 1, 1
    if start % A_DAY:
        yield start - 1, -1
    for day in range(start // A_DAY, (end - 1) // A_DAY):
        yield day * A_DAY + A_DAY - 1, 1


def _buckets(organization_id: int, quarters: Iterable[int]) -> dict[int, Counted]:
    with connection.cursor() as cursor:
        cursor.execute(_BUCKETS, [organization_id, list(quarters)])
        return {quarter: Counted(numbers, orjson.loads(tags)) for quarter, numbers, tags in cursor.fetchall()}


def _together(parts: Iterable[tuple[Counted | None, int]]) -> Counted:
    """What is left when some are added and others taken away."""
    given = [(counted, sign) for counted, sign in parts if counted is not None and counted is not NOTHING]
    if not given:
        return NOTHING
    if len(given) == 1 and given[0][1] == 1:
        return given[0][0]
    numbers: Iterable[int] = NOTHING.numbers
    for counted, sign in given:
        numbers = map(add if sign == 1 else sub, numbers, counted.numbers)
    return Counted(tuple(numbers), _tags_together(given))


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


_BUCKETS = """
SELECT quarter, numbers, tags::text FROM analytics_bucket WHERE organization_id = %s AND quarter = ANY(%s)
"""


# Loads


def _loads(
    organization_id: int, edges: Sequence[int], changed: Sequence[int], live: loads.Live
) -> list[Distinct]:
    """The different loads between each two edges."""
    touched = {bisect_right(edges, quarter) - 1 for quarter in changed}
    spans = list(pairwise(edges))
    # Hours and days of the usual length in which nothing has changed were counted when they were rolled up.
    known = {
        place: int(end - start == A_DAY)
        for place, (start, end) in enumerate(spans)
        if place not in touched and end - start in (AN_HOUR, A_DAY)
    }
    windows = loads.windows(organization_id, [spans[place][1] - 1 for place in known])
    found = [Distinct()] * len(spans)
    for place, length in known.items():
        window = windows.get(spans[place][1] - 1)
        if window:
            found[place] = window[length]
    others = [place for place in range(len(spans)) if place not in known]
    ranges = [(spans[place][0], spans[place][1] - 1) for place in others]
    for place, rolled, (first, last) in zip(
        others, loads.mentioned(organization_id, ranges, changed), ranges, strict=True
    ):
        found[place] = loads.distinct_of(rolled | live.within(first, last))
    return found
