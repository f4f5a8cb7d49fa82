"""Rolling up: what has changed is counted anew, a UTC day at a time, and loads judged anew; their marks are taken away.
All in one transaction.

What it writes is a function of the rows that it sees, whatever was there before: it may run twice, or be killed. It
takes the marks away before it counts, so that it has seen whatever a mark that it took is about; later marks stay.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from django.db import connection, transaction

from analytics import results
from analytics.buckets import write_records
from analytics.counting import COUNTS, MENTIONS, NUMBERS, SPANS, TAGS, TALKS
from analytics.time_spans import A_DAY, AN_HOUR, SQL, span_of
from organizations.models import Organization
from organizations.sql import fetch, fetch_planned


def changed_quarters(organization_id: int, first: int, last: int) -> list[int]:
    """Those from `first` to `last` that bear a mark, in order."""
    found = {quarter for (quarter,) in fetch_planned(_MARKED, {"organization": organization_id})}
    return sorted(quarter for quarter in found if first <= quarter <= last)


# A conversation's quarter is that of its time as it is now: whoever moved it has marked both.
RESOLVE = f"""
SELECT unnest(quarters) AS quarter FROM mark
UNION
SELECT {SQL.format(at="talk.created_at")} FROM (SELECT DISTINCT unnest(conversations) AS id FROM mark) AS marked
JOIN calls_conversation AS talk ON talk.id = marked.id
UNION
SELECT {SQL.format(at="talk.created_at")} FROM (SELECT DISTINCT unnest(carriers) AS id FROM mark) AS marked
JOIN calls_conversation AS talk ON talk.carrier_id = marked.id
"""  # noqa: S608 (names of our own)
_MARKED = f"""
WITH mark AS MATERIALIZED (
    SELECT quarters, conversations, carriers FROM analytics_change WHERE organization_id = %(organization)s
)
{RESOLVE}
"""  # noqa: S608


# A bucket's loads that were discussed for the first time in it or for the last, and the same with capacity carriers.
EDGES = ("new_loads", "new_touched", "last_loads", "last_touched")
# Different loads of the hour, and of the 24 hours, that end with a bucket; the same with capacity carriers.
WINDOWS = ("loads_hour", "loads_day", "touched_hour", "touched_day")


def roll_up(organization: Organization, most: int | None = None, *, is_waiting: bool = True) -> int:
    """Roll up the days and loads that bear marks, or those of the `most` oldest marks; returns how many days they were.

    Of several at once for one organization one waits for the other; with `is_waiting=False` it leaves all to the other.
    """
    with transaction.atomic():
        if not _begin(organization.pk, is_waiting=is_waiting):
            return 0
        taken = fetch(_TAKE, {"organization": organization.pk, "most": most})
        days = {quarter // A_DAY for quarter, _ in taken if quarter is not None}
        _write(organization.pk, days)
        results.keep(organization.pk, [load for _, load in taken if load is not None])
    return len(days)


def rebuild(organization: Organization, days: Collection[int]) -> None:
    """Count these UTC days anew, numbered since 1970, whether they bear marks or not; marks stay."""
    with transaction.atomic():
        _begin(organization.pk)
        _write(organization.pk, set(days))


def _begin(organization_id: int, *, is_waiting: bool = True) -> bool:
    """Take the organization's lock until the transaction ends; False where another one has it."""
    lock = "pg_advisory_xact_lock" if is_waiting else "pg_try_advisory_xact_lock"
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL statement_timeout = 0")
        cursor.execute("SET LOCAL work_mem = '128MB'")
        cursor.execute(f"SELECT {lock}(hashtextextended('analytics', %s))", [organization_id])
        (answer,) = cursor.fetchone()
    return answer is not False  # who waited is told nothing


def _write(organization_id: int, days: set[int]) -> None:
    if not days:
        return
    values = _values(organization_id, sorted(days))
    loads = {load for (load,) in fetch(_FORGET_MENTIONS, values) + fetch(_MENTION, values)}
    moved = {day for (day,) in fetch(_SPAN, {"organization": organization_id, "loads": list(loads)})}
    # A mention counts in the 24 hours that end up to a day later.
    followed = days | {day + 1 for day in days}
    with connection.cursor() as cursor:
        for first, last in _runs(followed):
            run = _values(organization_id, range(first, last + 1))
            cursor.execute(_FORGET, run)
            cursor.execute(_COUNT, run)
        if moved - followed:
            cursor.execute(_COUNT_EDGES, _values(organization_id, sorted(moved - followed)))
    write_records(organization_id, followed)


def _values(organization_id: int, days: Sequence[int]) -> dict[str, Any]:
    quarters = [quarter for day in days for quarter in range(day * A_DAY, (day + 1) * A_DAY)]
    edges = [span_of(quarter) for quarter in quarters]
    runs = list(_runs(days))
    return {
        "organization": organization_id,
        "starts": [start for start, _ in edges],
        "ends": [end for _, end in edges],
        "quarters": quarters,
        "days": [day for day in days for _ in range(A_DAY)],
        "firsts": [first * A_DAY for first, _ in runs],
        "lasts": [last * A_DAY + A_DAY - 1 for _, last in runs],
        "first": quarters[0],
        "last": quarters[-1],
    }


def _runs(days: Iterable[int]) -> Iterable[tuple[int, int]]:
    """Days as runs of consecutive ones: first and last of each."""
    first = last = None
    for day in sorted(days):
        if first is None or last is None:
            first = day
        elif day != last + 1:
            yield first, last
            first = day
        last = day
    if first is not None and last is not None:
        yield first, last


_TAKE = f"""
WITH mark AS MATERIALIZED (
    DELETE FROM analytics_change
    WHERE organization_id = %(organization)s AND id IN (
        SELECT id FROM analytics_change WHERE organization_id = %(organization)s ORDER BY id LIMIT %(most)s
    )
    RETURNING quarters, conversations, carriers, loads
)
SELECT quarter, NULL::bigint AS load FROM ({RESOLVE}) AS changed
UNION ALL SELECT NULL::int, load FROM ({results.RESOLVE_LOADS}) AS changed
"""  # noqa: S608 (names of our own, here and below)
_FORGET = """
DELETE FROM analytics_bucket WHERE organization_id = %(organization)s AND quarter BETWEEN %(first)s AND %(last)s
"""
_RUNNING = ", ".join(f"coalesce(sum(numbers.{name}) OVER since_midnight, 0)::bigint" for name in COUNTS)


def _edges(end: str) -> str:
    """The first or last quarters of the loads' spans, which are written before."""
    return f"""
        SELECT span.{end} AS quarter, span.is_touched, {end == "first"} AS is_first
        FROM unnest(%(firsts)s::int[], %(lasts)s::int[]) AS run (first, last)
        CROSS JOIN (VALUES (false), (true)) AS kind (is_touched)
        JOIN analytics_loadspan AS span ON span.organization_id = %(organization)s
            AND span.is_touched = kind.is_touched AND span.{end} BETWEEN run.first AND run.last
    """  # noqa: S608


_EDGE = f"""
edge AS (
    SELECT quarter, count(*) FILTER (WHERE is_first AND NOT is_touched) AS new_loads,
        count(*) FILTER (WHERE is_first AND is_touched) AS new_touched,
        count(*) FILTER (WHERE NOT is_first AND NOT is_touched) AS last_loads,
        count(*) FILTER (WHERE NOT is_first AND is_touched) AS last_touched
    FROM ({_edges("first")} UNION ALL {_edges("last")}) AS each
    GROUP BY quarter
)
"""  # noqa: S608
_EDGES_RUNNING = ", ".join(
    f"coalesce(sum(edge.{name}) OVER since_midnight, 0)::int AS {name}" for name in EDGES
)


def _level(name: str) -> str:
    kind, _, length = name.partition("_")
    of_kind = f"sum({length}) FILTER (WHERE {'NOT' if kind == 'loads' else ''} is_touched)"
    return f"sum(coalesce({of_kind}, 0)) OVER running AS {name}"


# A mention counts in the windows that end with its quarter, or later, until the load's next mention or its own end.
_WINDOW = f"""
mention AS (
    SELECT is_touched, quarter, lead(quarter) OVER (PARTITION BY is_touched, load ORDER BY quarter) AS next
    FROM analytics_mention
    WHERE organization_id = %(organization)s AND quarter BETWEEN %(first)s - {A_DAY - 1} AND %(last)s
),
step AS (
    SELECT is_touched, quarter, 1 AS hour, 1 AS day FROM mention
    UNION ALL SELECT is_touched, least(next, quarter + {AN_HOUR}), -1, 0 FROM mention
    UNION ALL SELECT is_touched, least(next, quarter + {A_DAY}), 0, -1 FROM mention
    UNION ALL SELECT false, quarter, 0, 0 FROM slot
),
level AS (
    SELECT quarter, {", ".join(_level(name) for name in WINDOWS)}
    FROM step GROUP BY quarter WINDOW running AS (ORDER BY quarter)
)
"""  # noqa: S608
# Of a run of days. What happened on a day counts in the 24 hours that end on the next one: that is busy too.
_COUNT = f"""
WITH {SPANS}, {NUMBERS},
slot AS MATERIALIZED (
    SELECT place::int, quarter, day
    FROM unnest(%(quarters)s::int[], %(days)s::int[]) WITH ORDINALITY AS given (quarter, day, place)
),
tag AS MATERIALIZED (
    SELECT slot.day, slot.quarter, each.kind, each.tag, each.number FROM ({TAGS}) AS each JOIN slot USING (place)
),
tags AS (
    SELECT quarter, jsonb_object_agg(kind, of_kind) AS tags FROM (
        SELECT quarter, kind, jsonb_object_agg(tag, number) AS of_kind FROM (
            SELECT slot.quarter, cell.kind, cell.tag,
                sum(tag.number) OVER (
                    PARTITION BY cell.day, cell.kind, cell.tag ORDER BY slot.quarter
                )::bigint AS number
            FROM (SELECT DISTINCT day, kind, tag FROM tag) AS cell
            JOIN slot ON slot.day = cell.day
            LEFT JOIN tag ON tag.quarter = slot.quarter AND tag.kind = cell.kind AND tag.tag = cell.tag
        ) AS running
        WHERE number > 0 GROUP BY quarter, kind
    ) AS by_kind
    GROUP BY quarter
),
{_EDGE}, {_WINDOW},
busy AS (
    SELECT slot.day + later AS day FROM numbers JOIN slot USING (place) CROSS JOIN (VALUES (0), (1)) AS each (later)
    UNION SELECT slot.day FROM level JOIN slot USING (quarter) WHERE loads_day > 0
    UNION SELECT (SELECT min(day) FROM slot) FROM analytics_bucket
    WHERE organization_id = %(organization)s AND quarter = %(first)s - 1 AND 0 <> ANY(numbers)
)
INSERT INTO analytics_bucket (organization_id, quarter, numbers, tags, {", ".join((*EDGES, *WINDOWS))}, hour, day)
SELECT %(organization)s, slot.quarter, ARRAY[{_RUNNING}], coalesce(tags.tags, '{{}}'), {_EDGES_RUNNING},
    {", ".join(f"level.{name}" for name in WINDOWS)}, '', ''
FROM slot JOIN busy ON busy.day = slot.day
JOIN level ON level.quarter = slot.quarter
LEFT JOIN numbers ON numbers.place = slot.place
LEFT JOIN tags ON tags.quarter = slot.quarter
LEFT JOIN edge ON edge.quarter = slot.quarter
WINDOW since_midnight AS (PARTITION BY slot.day ORDER BY slot.quarter)
"""  # noqa: S608
_FORGET_MENTIONS = """
WITH gone AS (
    DELETE FROM analytics_mention USING unnest(%(firsts)s::int[], %(lasts)s::int[]) AS run (first, last)
    WHERE organization_id = %(organization)s AND quarter BETWEEN first AND last
    RETURNING load
)
SELECT DISTINCT load FROM gone
"""
_MENTION = f"""
WITH {SPANS}, talk AS ({TALKS}), mention AS ({MENTIONS}),
made AS (
    INSERT INTO analytics_mention (organization_id, load, is_touched, quarter)
    SELECT %(organization)s, mention.load_id, kind.is_touched, (%(quarters)s::int[])[mention.place]
    FROM mention JOIN (VALUES (false), (true)) AS kind (is_touched) ON mention.is_touched OR NOT kind.is_touched
    RETURNING load
)
SELECT DISTINCT load FROM made
"""  # noqa: S608
# Returns the days whose new or last loads are others now. Each table is read once, whatever PostgreSQL believes: of a
# new organization it knows no rows yet, and would go over all mentions again for each load.
_SPAN = """
WITH known AS MATERIALIZED (
    SELECT load, is_touched, first, last FROM analytics_loadspan
    WHERE organization_id = %(organization)s AND load = ANY(%(loads)s)
),
now AS MATERIALIZED (
    SELECT load, is_touched, min(quarter) AS first, max(quarter) AS last FROM analytics_mention
    WHERE organization_id = %(organization)s AND load = ANY(%(loads)s)
    GROUP BY load, is_touched
),
written AS (
    INSERT INTO analytics_loadspan AS span (organization_id, load, is_touched, first, last)
    SELECT %(organization)s, load, is_touched, first, last FROM now
    ON CONFLICT (organization_id, load, is_touched) DO UPDATE SET first = excluded.first, last = excluded.last
    WHERE (span.first, span.last) IS DISTINCT FROM (excluded.first, excluded.last)
),
gone AS MATERIALIZED (SELECT load, is_touched FROM known EXCEPT SELECT load, is_touched FROM now),
forgotten AS (
    DELETE FROM analytics_loadspan AS span USING gone
    WHERE span.organization_id = %(organization)s AND span.load = gone.load AND span.is_touched = gone.is_touched
)
SELECT DISTINCT floor(moved.quarter / 96.0)::int
FROM known FULL JOIN now USING (load, is_touched)
CROSS JOIN LATERAL (VALUES (known.first, now.first), (known.last, now.last)) AS edge (old, new)
CROSS JOIN unnest(ARRAY[edge.old, edge.new]) AS moved (quarter)
WHERE edge.old IS DISTINCT FROM edge.new AND moved.quarter IS NOT NULL
"""
_COUNT_EDGES = f"""
WITH slot AS (
    SELECT quarter, day FROM unnest(%(quarters)s::int[], %(days)s::int[]) AS given (quarter, day)
),
{_EDGE},
counted AS (
    SELECT slot.quarter, {_EDGES_RUNNING}
    FROM slot LEFT JOIN edge USING (quarter)
    WINDOW since_midnight AS (PARTITION BY slot.day ORDER BY slot.quarter)
)
UPDATE analytics_bucket AS bucket SET {", ".join(f"{name} = counted.{name}" for name in EDGES)}
FROM counted
WHERE bucket.organization_id = %(organization)s AND bucket.quarter = counted.quarter
    AND ({", ".join(f"bucket.{name}" for name in EDGES)})
        IS DISTINCT FROM ({", ".join(f"counted.{name}" for name in EDGES)})
"""  # noqa: S608
