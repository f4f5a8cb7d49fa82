"""The API's records of hours and days, written as JSON when they are rolled up: an answer puts them side by side.

There is one for each hour that ends with a whole hour of UTC, and for each 24 hours that do: nearly all that a zone has
whose offset is whole hours. They are written by the same functions that make a record of what has changed since.
"""

from collections.abc import Iterable, Sequence

import orjson
from django.db import connection

from analytics import loads
from analytics.buckets import rolled_up
from analytics.counting import NOTHING, Counted, Distinct
from analytics.figures import NO_TAGS, Figures
from analytics.quarters import A_DAY, AN_HOUR
from organizations.planned import fetch_planned

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
    ordered = sorted(days)
    for some in (ordered[first : first + _AT_ONCE] for first in range(0, len(ordered), _AT_ONCE)):
        ends = [day * A_DAY + hour for day in some for hour in range(AN_HOUR, A_DAY + 1, AN_HOUR)]
        windows = loads.windows(organization_id, [end - 1 for end in ends])
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
