"""How many different loads: exactly, without looking at every conversation.

A load counts in a period that holds its first mention ever, and in one that holds a later mention while its first lies
before. Buckets have counted the former. Of the latter there are as many as were under way when the period began, which
are those first discussed before it, less those last discussed before it: buckets have counted both. Only who was under
way all the time and wasn't mentioned in it must be taken away: an index over the time between a load's first and last
mention finds these few.
"""

from collections import Counter
from collections.abc import Collection, Sequence
from typing import NamedTuple

from django.db import connection

from analytics.counting import Distinct, Loads
from analytics.time_spans import A_DAY, Quarters
from organizations.records.sql import fetch_planned

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

    @classmethod
    def of(cls, quarters: Sequence[int], loads: Sequence[Loads]) -> "Live":
        """The loads of each of these quarters, as they were counted."""
        found: dict[int, Found] = {quarter: set() for quarter in quarters}
        for quarter, each in zip(quarters, loads, strict=True):
            for load, is_touched in each:
                found[quarter].update([(load, False), *([(load, True)] if is_touched else [])])
        return cls(found)

    def within(self, first: int, last: int) -> Found:
        """Those of the quarters from `first` to `last`."""
        return set().union(*(loads for quarter, loads in self.by_quarter.items() if first <= quarter <= last))


def windows(organization_id: int, quarters: Collection[int]) -> dict[int, tuple[Distinct, Distinct]]:
    """The different loads of the hour and of the 24 hours that end with each of these quarters, as rolled up."""
    rows = fetch_planned(_WINDOWS, [organization_id, list(quarters)]) if quarters else []
    return {
        quarter: (Distinct(hour, touched_hour), Distinct(day, touched_day))
        for quarter, hour, day, touched_hour, touched_day in rows
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


def between(organization_id: int, spans: Sequence[Quarters], live: Live) -> list[Distinct]:
    """The different loads of spans of quarters, where those of `live` count as they are now.

    One query for what was rolled up of all of them.
    """
    values = {
        "organization": organization_id,
        "firsts": [start for start, _ in spans],
        "lasts": [end - 1 for _, end in spans],
    }
    found = {place: Distinct(*numbers) for place, *numbers in fetch_planned(_BETWEEN, values)}
    more = _corrections(organization_id, spans, live)
    return [
        Distinct(known.loads + more[place, False], known.touched + more[place, True])
        for place, known in ((place, found.get(place, Distinct())) for place in range(len(spans)))
    ]


def _corrections(organization_id: int, spans: Sequence[Quarters], live: Live) -> "Counter[tuple[int, bool]]":
    """By how many the different loads of each span, by place, are more than those that were rolled up."""
    found: Counter[tuple[int, bool]] = Counter()
    if not live.by_quarter:
        return found
    changed = sorted(live.by_quarter)
    now = [live.within(start, end - 1) for start, end in spans]
    loads = list({load for each in now for load, _ in each})
    firsts, lasts = [start for start, _ in spans], [end - 1 for _, end in spans]
    with connection.cursor() as cursor:
        cursor.execute(_REMAINING, [changed, firsts, lasts, organization_id, loads, organization_id, changed])
        rows = cursor.fetchall()
    known = {(place - 1, load, is_touched) for place, load, is_touched, _ in rows}
    for place, load, is_touched, is_left in rows:
        found[place - 1, is_touched] -= not is_left and (load, is_touched) not in now[place - 1]
    for place, each in enumerate(now):
        for load, is_touched in each:
            found[place, is_touched] += (place, load, is_touched) not in known
    return found


_WINDOWS = """
SELECT quarter, loads_hour, loads_day, touched_hour, touched_day FROM analytics_bucket
WHERE organization_id = %s AND quarter = ANY(%s::int[])
"""
_MENTIONED = """
SELECT DISTINCT place::int, load, is_touched
FROM unnest(%s::int[], %s::int[]) WITH ORDINALITY AS given (first, last, place)
JOIN analytics_mention ON organization_id = %s AND quarter BETWEEN first AND last AND NOT quarter = ANY(%s)
"""
# Of each span: the loads that were new from its beginning on, and those under way when it began, by the last bucket of
# each day since the first one. Where an end isn't midnight, its bucket has what is since.
_ENDS_DAY = f"(quarter + 1) %% {A_DAY} = 0"
_BETWEEN = f"""
WITH given AS (
    SELECT (place - 1)::int AS place, first, last
    FROM unnest(%(firsts)s::int[], %(lasts)s::int[]) WITH ORDINALITY AS given (first, last, place)
)
SELECT place, sum(loads)::int, sum(touched)::int FROM (
    SELECT place, new_loads - (quarter < first)::int * last_loads AS loads,
        new_touched - (quarter < first)::int * last_touched AS touched
    FROM given JOIN analytics_bucket ON organization_id = %(organization)s AND quarter <= last AND {_ENDS_DAY}
    UNION ALL
    SELECT place, new_loads, new_touched
    FROM given JOIN analytics_bucket ON organization_id = %(organization)s AND quarter = last AND NOT {_ENDS_DAY}
    UNION ALL
    SELECT place, -last_loads, -last_touched
    FROM given JOIN analytics_bucket ON organization_id = %(organization)s AND quarter = first - 1 AND NOT {_ENDS_DAY}
    UNION ALL
    SELECT given.place, -(NOT kind.is_touched)::int, -kind.is_touched::int
    FROM given
    CROSS JOIN (VALUES (%(organization)s::bigint, false), (%(organization)s, true))
        AS kind (organization_id, is_touched)
    JOIN analytics_loadspan AS span ON {_range("span.")} @> ({_place("kind.", "given.first")})
        AND {_range("span.")} @> ({_place("kind.", "given.last")} + 1)
    WHERE NOT EXISTS (
        SELECT FROM analytics_mention AS mention
        WHERE mention.organization_id = %(organization)s AND mention.load = span.load
            AND mention.is_touched = span.is_touched AND mention.quarter BETWEEN given.first AND given.last
    )
) AS each
GROUP BY place
"""  # noqa: S608
# Of the loads that are or were discussed in changed quarters: in which spans they were rolled up, and whether a mention
# remains there where nothing has changed.
_REMAINING = """
SELECT place::int, load, is_touched, bool_or(NOT quarter = ANY(%s))
FROM unnest(%s::int[], %s::int[]) WITH ORDINALITY AS given (first, last, place)
JOIN analytics_mention ON organization_id = %s AND quarter BETWEEN first AND last AND load = ANY(ARRAY(
    SELECT unnest(%s::bigint[])
    UNION SELECT load FROM analytics_mention WHERE organization_id = %s AND quarter = ANY(%s)
))
GROUP BY place, load, is_touched
"""
