"""When carriers call: a period's calls by weekday and hour of the zone's clock, as they are at this instant.

Between two changes of the zone's offset an hour of the week is an hour of UTC's week moved along, so PostgreSQL adds
up roll-ups; quarters that have changed since are counted from the rows, and where those are too many, everything is.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

from django.db import connection

from analytics.counting import COUNTS
from analytics.rollup import changed_quarters
from analytics.selectors.answers import MAX_CHANGED
from analytics.selectors.tiles import INCLUSIVE
from analytics.time_spans import QUARTER, Granularity, Label, Period, is_edge, quarter_of, span_of, start_of
from organizations.models import Organization

type Hours = list[list[int]]
type Stretch = tuple[int, int, int]  # quarters from, until before; the zone's offset in quarters

THURSDAY = 3  # 1970-01-01, when quarters begin


def calls_by_hour(organization: Organization, period: Period) -> Hours:
    """Return the period's calls, Monday first, then by hour; several statements, unless labels are hours already."""
    hours = [[0] * 24 for _ in range(7)]
    for (weekday, hour), count in _counted(organization.pk, period).items():
        hours[weekday][hour] += count
    return hours


def _counted(organization_id: int, period: Period) -> "Counter[tuple[int, int]]":
    labels, zone = period.current.labels, ZoneInfo(period.zone)
    found: Counter[tuple[int, int]] = Counter()
    if period.granularity == Granularity.HOUR or not labels:
        for label in labels:
            found[label.start.weekday(), label.start.hour] += label.figures.total_calls
        return found
    start, end = labels[0].start, labels[-1].end + INCLUSIVE
    if is_edge(start) and is_edge(end):
        first, last = quarter_of(start), quarter_of(end) - 1
        changed = changed_quarters(organization_id, first, last)
        if len(changed) <= max(MAX_CHANGED, (last - first) // 4):
            for is_rolled_up, place, count in _calls(organization_id, _stretches(labels, zone), changed):
                if is_rolled_up:
                    weekday, hour = divmod(place, 24)
                    found[(weekday + THURSDAY) % 7, hour] += count
                else:
                    found[_place(start_of(place), zone)] += count
            return found
    for at, count in _fetch(_ROWS, [organization_id, start, end]):
        found[_place(at, zone)] += count
    return found


def _place(moment: datetime, zone: ZoneInfo) -> tuple[int, int]:
    local = moment.astimezone(zone)
    return local.weekday(), local.hour


def _stretches(labels: Sequence[Label], zone: ZoneInfo) -> list[Stretch]:
    """The period in stretches with one offset each; a day that has two is looked at quarter by quarter."""
    found: list[Stretch] = []
    for label in labels:
        first, end = quarter_of(label.start), quarter_of(label.end) + 1
        edges = [first, end] if label.start.utcoffset() == label.end.utcoffset() else range(first, end + 1)
        for start, until in pairwise(edges):
            offset = (start_of(start).astimezone(zone).utcoffset() or timedelta(0)) // QUARTER
            if found and found[-1][2] == offset:
                found[-1] = (found[-1][0], until, offset)
            else:
                found.append((start, until, offset))
    return found


def _calls(
    organization_id: int, stretches: Sequence[Stretch], changed: Sequence[int]
) -> list[tuple[bool, int, int]]:
    """Whether it was rolled up, hours since Thursday's first one or else a changed quarter, and calls or more calls."""
    starts, ends, offsets = (list(each) for each in zip(*stretches, strict=True))
    values: dict[str, object] = {
        "organization": organization_id,
        "starts": starts,
        "ends": ends,
        "offsets": offsets,
    }
    if not changed:
        return _fetch(_BUCKETS, values)
    spans = [span_of(quarter) for quarter in changed]
    values |= {
        "quarters": list(changed),
        "since": [start for start, _ in spans],
        "until": [end for _, end in spans],
    }
    return _fetch(f"({_BUCKETS}) UNION ALL ({_CHANGED})", values)


def _fetch(statement: str, values: object) -> list[tuple]:
    with connection.cursor() as cursor:
        cursor.execute(statement, values)  # type: ignore[arg-type]
        return cursor.fetchall()


_CALLS = " + ".join(f"bucket.numbers[{COUNTS.index(name) + 1}]" for name in ("calls_in", "calls_out"))

# A bucket counts from its UTC day's beginning: the last of an hour, of a day or of a stretch is added to its hour, and
# taken away from the hour that follows, unless a day begins there.
_BUCKETS = f"""
WITH stretch AS (
    SELECT * FROM unnest(%(starts)s::int[], %(ends)s::int[], %(offsets)s::int[]) AS given (first, until, moved)
),
bucket AS (
    SELECT first, until, moved, quarter, {_CALLS} AS calls, (quarter + moved + 1) %% 4 = 0 AS ends_hour,
        quarter %% 96 = 95 AS ends_day
    FROM stretch JOIN analytics_bucket AS bucket
        ON bucket.organization_id = %(organization)s AND quarter >= first - 1 AND quarter < until
)
SELECT true, place, sum(calls)::bigint FROM (
    SELECT (quarter + moved) / 4 %% 168 AS place, calls FROM bucket
    WHERE quarter >= first AND (ends_hour OR ends_day OR quarter = until - 1)
    UNION ALL
    SELECT (quarter + 1 + moved) / 4 %% 168, -calls FROM bucket
    WHERE quarter < until - 1 AND NOT ends_day AND (ends_hour OR quarter = first - 1)
) AS part
GROUP BY place
"""  # noqa: S608 (names of our own)
_CHANGED = f"""
SELECT false, changed.quarter, live.calls - coalesce(bucket.calls, 0) + coalesce(before.calls, 0)
FROM unnest(%(quarters)s::int[], %(since)s::timestamptz[], %(until)s::timestamptz[]) AS changed (quarter, since, until)
CROSS JOIN LATERAL (
    SELECT count(*) AS calls FROM calls_conversation
    WHERE organization_id = %(organization)s AND channel = 'phone' AND created_at >= since AND created_at < until
) AS live
LEFT JOIN LATERAL (
    SELECT {_CALLS} AS calls FROM analytics_bucket AS bucket
    WHERE organization_id = %(organization)s AND bucket.quarter = changed.quarter
) AS bucket ON true
LEFT JOIN LATERAL (
    SELECT {_CALLS} AS calls FROM analytics_bucket AS bucket
    WHERE organization_id = %(organization)s AND bucket.quarter = changed.quarter - 1 AND changed.quarter %% 96 <> 0
) AS before ON true
"""  # noqa: S608
_ROWS = """
SELECT date_bin('15 minutes', created_at, 'epoch') AS quarter, count(*)
FROM calls_conversation
WHERE organization_id = %s AND channel = 'phone' AND created_at >= %s AND created_at < %s
GROUP BY quarter
"""
