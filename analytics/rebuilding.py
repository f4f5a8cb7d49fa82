"""Making all roll-ups anew, and telling where they differ from what the rows say."""

from collections.abc import Iterator
from datetime import date, timedelta

from django.db import connection, transaction

from analytics import results
from analytics.models import Bucket, LoadResult, LoadSpan, Mention
from analytics.rollup import EDGES, WINDOWS, changed_quarters, rebuild, roll_up
from analytics.selectors.figures import snapshot
from analytics.time_spans import A_DAY
from organizations import sql
from organizations.models import Organization
from organizations.tenancy.scope import scope

AT_ONCE = 31  # days
LATEST = 2**31 - 1
MANY = 30  # days: after so many, PostgreSQL should look at the tables anew

_EPOCH = date(1970, 1, 1)


def day_number(day: date) -> int:
    """A UTC day's number since 1970."""
    return (day - _EPOCH).days


def day_of(number: int) -> date:
    """The UTC day with that number."""
    return _EPOCH + timedelta(days=number)


def extent(organization: Organization) -> tuple[date, date] | None:
    """The first and the last UTC day in which anything is counted, or has been; None where nothing ever was."""
    [(first, last)] = sql.fetch(_EXTENT, {"organization": organization.pk})
    return None if first is None else (first, last)


def rebuild_days(organization: Organization, first: date, last: date) -> Iterator[date]:
    """Count the days anew, a month in each transaction; yields the last day of each."""
    roll_up(organization)
    for days in _chunks(first, last):
        rebuild(organization, days)
        yield day_of(days[-1])
    analyze()


def differences(organization: Organization, first: date, last: date) -> Iterator[tuple[date, list[str]]]:
    """Yield the last day of each month looked at, and what differs in it; nothing stays written.

    The days are counted anew in a transaction that is undone. A day with a mark is left out, and the one after it too
    for what looks 24 hours back: there the roll-up is behind, and answers know.
    """
    for days in _chunks(first, last):
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET LOCAL statement_timeout = 0")
            before = _digests(organization, days)
            rebuild(organization, days)
            after = _digests(organization, days)
            changed = {quarter // A_DAY for quarter in changed_quarters(organization.pk, -LATEST, LATEST)}
            transaction.set_rollback(True)
        found = []
        for table in before:
            late = changed | {day + 1 for day in changed} if table in _LOOKING_BACK else changed
            for day in sorted(before[table].keys() | after[table].keys()):
                if before[table].get(day) != after[table].get(day) and day not in late:
                    found.append(f"{day_of(day)}: {table}")
        yield day_of(days[-1]), found
    values = {"organization": organization.pk}
    [(wrong,)] = sql.fetch(_SPANS, values)
    found = [f"{wrong} loads: first or last mention"] if wrong else []
    yield (
        last,
        found + [f"{day_of(day)}: loads first or last discussed" for (day,) in sql.fetch(_EDGES, values)],
    )


def complete(organization: Organization) -> None:
    """Roll up what a command has written, so that the first answer is as fast as the next."""
    if roll_up(organization) > MANY:
        analyze()


def analyze() -> None:
    """Have PostgreSQL look at the tables, as it would by itself in a minute."""
    sql.analyze(Bucket, LoadResult, LoadSpan, Mention)


def rebuild_results(organization: Organization) -> Iterator[int]:
    """Judge all loads anew, a thousand in each transaction; yields how many are done."""
    roll_up(organization)
    yield from results.keep_all(organization.pk)
    analyze()


def count_wrong_results(organization: Organization) -> int:
    """How many loads have another result than judging anew gives; those that bear a mark are left out."""
    with scope(organization.pk), snapshot():
        late = set(results.pending())
        return sum(load not in late for load in results.differing())


def _chunks(first: date, last: date) -> Iterator[range]:
    end = day_number(last) + 1
    for start in range(day_number(first), end, AT_ONCE):
        yield range(start, min(start + AT_ONCE, end))


def _digests(organization: Organization, days: range) -> dict[str, dict[int, str]]:
    """A digest of what each table says of each day."""
    values = {
        "organization": organization.pk,
        "first": days[0] * A_DAY,
        "last": days[-1] * A_DAY + A_DAY - 1,
    }
    return {
        name: dict(sql.fetch(_DIGEST.format(table=table, columns=columns), values))
        for name, table, columns in _DIGESTED
    }


_DIGESTED = [
    ("counts", "analytics_bucket", "numbers, tags"),
    ("mentions of loads", "analytics_mention", "load, is_touched"),
    ("different loads", "analytics_bucket", ", ".join(WINDOWS)),
    ("records", "analytics_bucket", "hour, day"),
]
_LOOKING_BACK = ("different loads", "records")
_DIGEST = """
SELECT floor(quarter / 96.0)::int,
    md5(string_agg(ROW(quarter, {columns})::text, ' ' ORDER BY quarter, {columns}))
FROM {table} WHERE organization_id = %(organization)s AND quarter BETWEEN %(first)s AND %(last)s
GROUP BY 1
"""
_SPANS = """
SELECT count(*) FROM (
    SELECT load, is_touched, first, last FROM analytics_loadspan WHERE organization_id = %(organization)s
) AS span
FULL JOIN (
    SELECT load, is_touched, min(quarter) AS first, max(quarter) AS last FROM analytics_mention
    WHERE organization_id = %(organization)s GROUP BY load, is_touched
) AS mention USING (load, is_touched)
WHERE (span.first, span.last) IS DISTINCT FROM (mention.first, mention.last)
"""
# Of each quarter its own, of the whole day those until midnight: against spans that are known to be right.
_COUNTED = ", ".join(
    f"{name} - CASE WHEN quarter %% 96 = 0 THEN 0 ELSE lag({name}) OVER in_order END AS {name}"
    for name in EDGES
)
_EDGES = f"""
SELECT DISTINCT floor(quarter / 96.0)::int AS day FROM (
    SELECT quarter, {_COUNTED} FROM analytics_bucket WHERE organization_id = %(organization)s
    WINDOW in_order AS (ORDER BY quarter)
) AS bucket
FULL JOIN (
    SELECT quarter, count(*) FILTER (WHERE is_first AND NOT is_touched) AS new_loads,
        count(*) FILTER (WHERE is_first AND is_touched) AS new_touched,
        count(*) FILTER (WHERE NOT is_first AND NOT is_touched) AS last_loads,
        count(*) FILTER (WHERE NOT is_first AND is_touched) AS last_touched
    FROM analytics_loadspan CROSS JOIN LATERAL (VALUES (first, true), (last, false)) AS edge (quarter, is_first)
    WHERE organization_id = %(organization)s GROUP BY quarter
) AS span USING (quarter)
WHERE ({", ".join(f"coalesce(bucket.{name}, 0)" for name in EDGES)})
    IS DISTINCT FROM ({", ".join(f"coalesce(span.{name}, 0)" for name in EDGES)})
ORDER BY day
"""  # noqa: S608 (names of our own)
_EXTENT = """
SELECT min(at)::date, max(at)::date FROM (
    SELECT unnest(ARRAY[min(created_at), max(created_at)]) AS at FROM calls_conversation
    WHERE organization_id = %(organization)s
    UNION ALL
    SELECT unnest(ARRAY[min(discussed_at), max(discussed_at), min(agreed_at), max(agreed_at)]) FROM bids_bid
    WHERE organization_id = %(organization)s
    UNION ALL
    SELECT unnest(ARRAY[min(booked_at), max(booked_at)]) FROM bids_booking
    WHERE organization_id = %(organization)s
    UNION ALL
    SELECT to_timestamp(unnest(ARRAY[min(quarter), max(quarter)]) * 900.0) FROM analytics_bucket
    WHERE organization_id = %(organization)s AND 0 <> ANY(numbers)
) AS told
"""
