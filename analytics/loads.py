"""How many different loads: exactly, without looking at every conversation.

A load counts in a period that holds its first mention ever, and in one that holds a later mention while its first lies
before. The loads between their first and last mention at the moment that a period begins are few, whatever its length
and however long the history; an index over that time finds them.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, NamedTuple

from django.db import connection

from analytics.counting import MENTIONS, SPANS, TALKS, Distinct
from analytics.quarters import span_of
from organizations.planned import fetch_planned

type Found = set[tuple[int, bool]]  # loads, each for all conversations and for those with capacity carriers

# One range type for all organizations and both kinds: each has its own numbers. Core PostgreSQL has no index that takes
# an equality and a range together.


def _place(of: str, quarter: str) -> str:
    return f"{of}organization_id * 8589934592 + {of}is_touched::int * 4294967296 + 2147483648 + {quarter}"


def _range(of: str = "") -> str:
    return f"int8range({_place(of, of + 'first')}, {_place(of, of + 'last')}, '(]')"


BETWEEN = _range()


class Live(NamedTuple):
    """The loads discussed in quarters that have changed, as the rows say now; by quarter."""

    by_quarter: dict[int, Found]

    def within(self, first: int, last: int) -> Found:
        """Those of the quarters from `first` to `last`."""
        return set().union(*(loads for quarter, loads in self.by_quarter.items() if first <= quarter <= last))


def live_loads(organization_id: int, quarters: Collection[int]) -> Live:
    """The loads of these quarters, counted from the rows."""
    ordered = sorted(quarters)
    found: dict[int, Found] = {quarter: set() for quarter in ordered}
    if ordered:
        edges = [span_of(quarter) for quarter in ordered]
        values: dict[str, Any] = {
            "organization": organization_id,
            "starts": [start for start, _ in edges],
            "ends": [end for _, end in edges],
        }
        with connection.cursor() as cursor:
            cursor.execute(_LIVE, values)
            for place, load, is_touched in cursor.fetchall():
                found[ordered[place - 1]].update([(load, False), *([(load, True)] if is_touched else [])])
    return Live(found)


def windows(organization_id: int, quarters: Iterable[int]) -> dict[int, tuple[Distinct, Distinct]]:
    """The different loads of the hour and of the 24 hours that end with each of these quarters, as rolled up."""
    with connection.cursor() as cursor:
        cursor.execute(_WINDOWS, [organization_id, list(quarters)])
        return {
            quarter: (Distinct(hour, touched_hour), Distinct(day, touched_day))
            for quarter, hour, day, touched_hour, touched_day in cursor.fetchall()
        }


def mentioned(
    organization_id: int, ranges: Collection[tuple[int, int]], changed: Collection[int]
) -> list[Found]:
    """The loads mentioned in ranges of quarters, as rolled up, leaving out the quarters that have changed."""
    found: list[Found] = [set() for _ in ranges]
    if ranges:
        firsts, lasts = zip(*ranges, strict=True)
        with connection.cursor() as cursor:
            cursor.execute(_MENTIONED, [list(firsts), list(lasts), organization_id, list(changed)])
            for place, load, is_touched in cursor.fetchall():
                found[place - 1].add((load, is_touched))
    return found


def distinct_of(loads: Found) -> Distinct:
    """How many they are."""
    touched = sum(is_touched for _, is_touched in loads)
    return Distinct(len(loads) - touched, touched)


def between(organization_id: int, spans: Sequence[tuple[int, int]], live: Live) -> list[Distinct]:
    """The different loads of spans of quarters, where those of `live` count as they are now; one query for what was
    rolled up."""
    values: dict[str, int] = {"organization": organization_id}
    for place, (start, end) in enumerate(spans):
        values |= {f"first_{place}": start, f"last_{place}": end - 1}
    numbers = {(place, is_touched): 0 for place in range(len(spans)) for is_touched in (False, True)}
    statement = " UNION ALL ".join(_BETWEEN.format(place=place) for place in range(len(spans)))
    for place, is_touched, number in fetch_planned(statement, values):
        numbers[place, is_touched] = number
    for place, (start, end) in enumerate(spans):
        for is_touched, more in _correction(organization_id, start, end - 1, live).items():
            numbers[place, is_touched] += more
    return [Distinct(numbers[place, False], numbers[place, True]) for place in range(len(spans))]


def _correction(organization_id: int, first: int, last: int, live: Live) -> dict[bool, int]:
    """How many loads more than were rolled up there are now in the quarters from `first` to `last`."""
    more = {False: 0, True: 0}
    changed = [quarter for quarter in live.by_quarter if first <= quarter <= last]
    if changed:
        now = live.within(first, last)
        with connection.cursor() as cursor:
            cursor.execute(_ROLLED, [organization_id, changed])
            concerned = now | set(cursor.fetchall())
            loads = list({load for load, _ in concerned})
            cursor.execute(_REMAINING, [changed, organization_id, loads, first, last])
            remaining = {(load, is_touched): is_left for load, is_touched, is_left in cursor.fetchall()}
        for each in concerned:
            is_there = each in now or remaining.get(each, False)
            more[each[1]] += is_there - (each in remaining)
    return more


_LIVE = f"WITH {SPANS}, talk AS ({TALKS}) {MENTIONS}"
_WINDOWS = """
SELECT quarter, loads_hour, loads_day, touched_hour, touched_day FROM analytics_loadwindow
WHERE organization_id = %s AND quarter = ANY(%s)
"""
_MENTIONED = """
SELECT DISTINCT place::int, load, is_touched
FROM unnest(%s::int[], %s::int[]) WITH ORDINALITY AS given (first, last, place)
JOIN analytics_mention ON organization_id = %s AND quarter BETWEEN first AND last AND NOT quarter = ANY(%s)
"""
_BETWEEN = f"""
SELECT {{place}}, is_touched, count(*)::int FROM (
    SELECT is_touched FROM analytics_loadspan
    WHERE organization_id = %(organization)s AND first BETWEEN %(first_{{place}})s AND %(last_{{place}})s
    UNION ALL
    SELECT span.is_touched
    FROM (VALUES (%(organization)s::bigint, false), (%(organization)s, true)) AS kind (organization_id, is_touched)
    JOIN analytics_loadspan AS span ON {_range("span.")} @> ({_place("kind.", "%(first_{place})s")})
    WHERE span.last <= %(last_{{place}})s OR EXISTS (
        SELECT FROM analytics_mention AS mention
        WHERE mention.organization_id = %(organization)s AND mention.load = span.load
            AND mention.is_touched = span.is_touched
            AND mention.quarter BETWEEN %(first_{{place}})s AND %(last_{{place}})s
    )
) AS load
GROUP BY is_touched
"""  # noqa: S608
_ROLLED = (
    "SELECT DISTINCT load, is_touched FROM analytics_mention WHERE organization_id = %s AND quarter = ANY(%s)"
)
# Of loads: whether a mention remains where nothing has changed; no row where none was rolled up at all.
_REMAINING = """
SELECT load, is_touched, bool_or(NOT quarter = ANY(%s)) FROM analytics_mention
WHERE organization_id = %s AND load = ANY(%s) AND quarter BETWEEN %s AND %s
GROUP BY load, is_touched
"""
