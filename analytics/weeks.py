"""Four weeks at a time, cut since 1970: what was counted from their beginning through each of their days.

Sums of what buckets say of whole days, so that a year is a dozen rows, not hundreds.
"""

from collections.abc import Iterable
from typing import NamedTuple

import orjson
from django.db import connection

from analytics.buckets import together
from analytics.counting import NOTHING, Counted, Distinct
from analytics.quarters import A_DAY, FOUR_WEEKS


class Sum(NamedTuple):
    """What was counted, and how many loads were discussed for the first time, and for the last."""

    counted: Counted
    new: Distinct
    last: Distinct


def write_weeks(organization_id: int, days: Iterable[int]) -> None:
    """Write those that have these UTC days in them, after the days' buckets."""
    weeks = sorted({day // FOUR_WEEKS for day in days})
    sums = _sums(organization_id, weeks)
    with connection.cursor() as cursor:
        cursor.execute(_FORGET, [organization_id, _days(weeks)])
        cursor.execute(
            _WRITE,
            [
                organization_id,
                list(sums),
                [f"{{{','.join(map(str, each.counted.numbers))}}}" for each in sums.values()],
                [orjson.dumps(each.counted.tags).decode() for each in sums.values()],
                [each.new.loads for each in sums.values()],
                [each.new.touched for each in sums.values()],
                [each.last.loads for each in sums.values()],
                [each.last.touched for each in sums.values()],
            ],
        )


def wrong_days(organization_id: int) -> list[int]:
    """The days of which something else is written than buckets say."""
    with connection.cursor() as cursor:
        cursor.execute(_BUSY, [organization_id])
        days = [day for (day,) in cursor.fetchall()]
        cursor.execute(_WRITTEN, [organization_id])
        found = _by_day(cursor.fetchall())
    right = _sums(organization_id, sorted({day // FOUR_WEEKS for day in days}))
    return sorted(day for day in found.keys() | right.keys() if found.get(day) != right.get(day))


def _sums(organization_id: int, weeks: Iterable[int]) -> dict[int, Sum]:
    """By day what these should be as buckets say now; of four weeks in which nothing happened there is none."""
    days = _days(weeks)
    with connection.cursor() as cursor:
        cursor.execute(_BUCKETS, [organization_id, [day * A_DAY + A_DAY - 1 for day in days]])
        buckets = _by_day(cursor.fetchall())
    busy = {day // FOUR_WEEKS for day in buckets}
    found: dict[int, Sum] = {}
    for day in days:
        if day // FOUR_WEEKS not in busy:
            continue
        before = found[day - 1] if day % FOUR_WEEKS else _NONE
        each = buckets.get(day, _NONE)
        found[day] = Sum(
            together([(before.counted, 1), (each.counted, 1)]),
            _both(before.new, each.new),
            _both(before.last, each.last),
        )
    return found


def _days(weeks: Iterable[int]) -> list[int]:
    return [day for each in weeks for day in range(each * FOUR_WEEKS, (each + 1) * FOUR_WEEKS)]


def _both(one: Distinct, other: Distinct) -> Distinct:
    return Distinct(one.loads + other.loads, one.touched + other.touched)


def _by_day(rows: Iterable[tuple]) -> dict[int, Sum]:
    return {
        day: Sum(Counted(tuple(numbers), orjson.loads(tags)), Distinct(*edges[:2]), Distinct(*edges[2:]))
        for day, numbers, tags, *edges in rows
    }


_NONE = Sum(NOTHING, Distinct(), Distinct())
_BUCKETS = """
SELECT floor(quarter / 96.0)::int, numbers, tags::text, new_loads, new_touched, last_loads, last_touched
FROM analytics_bucket
WHERE organization_id = %s AND quarter = ANY(%s)
"""
_BUSY = "SELECT DISTINCT floor(quarter / 96.0)::int FROM analytics_bucket WHERE organization_id = %s"
_WRITTEN = """
SELECT day, numbers, tags::text, new_loads, new_touched, last_loads, last_touched FROM analytics_fourweeks
WHERE organization_id = %s
"""
_FORGET = "DELETE FROM analytics_fourweeks WHERE organization_id = %s AND day = ANY(%s)"
_WRITE = """
INSERT INTO analytics_fourweeks (
    organization_id, day, numbers, tags, new_loads, new_touched, last_loads, last_touched
)
SELECT %s, day, numbers::bigint[], tags::jsonb, new_loads, new_touched, last_loads, last_touched
FROM unnest(%s::int[], %s::text[], %s::text[], %s::int[], %s::int[], %s::int[], %s::int[])
    AS given (day, numbers, tags, new_loads, new_touched, last_loads, last_touched)
"""
