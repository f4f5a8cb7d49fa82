"""Tables partitioned by month: how a migration makes one of a table that is there, and how months come and go.

PostgreSQL knows which tables these are; nothing is declared. A partitioned table has one partition for everything
before its first month (`…_past`, the table as it was), one for each month (`…_2026_12`), and a default one that takes
what no month is made for, so that no row is ever refused.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from itertools import pairwise
from typing import Any, NamedTuple

import structlog
from django.conf import settings
from django.db import OperationalError, connection, transaction
from django.db.migrations.operations.base import Operation, OperationCategory
from django.utils import timezone

from organizations.sql import fetch

# SQL here is put together from names that PostgreSQL knows, or a migration says.
# ruff: noqa: S608

log = structlog.get_logger(__name__)

MONTHS_AHEAD = 12
FEWEST_AHEAD = 3  # with fewer, who should have made them is asked for
MAX_MONTHS = 24  # made at once, of rows that lie in a default partition
MAX_STRAYS = 100_000  # counted at most
PAST, DEFAULT = "past", "default"
# Below PostgreSQL's deadlock_timeout: before anybody else's transaction is given up, this one is.
LOCK_TIMEOUT = "900ms"


class Partition(NamedTuple):
    """A table that holds part of another one's rows: those from `start` up to `end`; of the default one both None."""

    name: str
    start: datetime | None
    end: datetime | None


class Partitioned(NamedTuple):
    """A table partitioned by an instant."""

    name: str
    column: str

    def partitions(self) -> list[Partition]:
        """All there are, the default one first, then by time."""
        rows = fetch(
            "SELECT part.relname, pg_get_expr(part.relpartbound, part.oid) FROM pg_inherits AS link "
            "JOIN pg_class AS part ON part.oid = link.inhrelid WHERE link.inhparent = %s::regclass",
            [self.name],
        )
        found = [Partition(name, *_bounds(words)) for name, words in rows]
        return sorted(found, key=lambda each: each.end or datetime.min.replace(tzinfo=UTC))

    @property
    def default(self) -> str:
        """The partition of rows that no other takes."""
        return f"{self.name}_{DEFAULT}"


def partitioned_tables() -> list[Partitioned]:
    """The tables that are partitioned by an instant, by name."""
    return [
        Partitioned(*row)
        for row in fetch(
            "SELECT class.relname, attname FROM pg_partitioned_table AS part "
            "JOIN pg_class AS class ON class.oid = part.partrelid "
            "JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0] "
            "WHERE partstrat = 'r' AND atttypid = 'timestamptz'::regtype "
            "AND relnamespace = 'public'::regnamespace ORDER BY 1"
        )
    ]


_BOUND = re.compile(r"\('([^']+)'\)|MINVALUE|MAXVALUE")


def _months_before(month: date, count: int) -> date:
    year, number = divmod(month.year * 12 + month.month - 1 - count, 12)
    return date(year, number + 1, 1)


def _bounds(words: str) -> list[datetime | None]:
    """Of `FOR VALUES FROM (…) TO (…)` as PostgreSQL writes it in a connection of Django's, whose time is UTC."""
    found = [datetime.fromisoformat(each[1]) if each[1] else None for each in _BOUND.finditer(words)]
    return found or [None, None]


def month_of(at: datetime) -> date:
    """The first day of its month, by UTC."""
    return at.astimezone(UTC).date().replace(day=1)


def month_after(month: date) -> date:
    """The first day of the next month."""
    return (month + timedelta(days=31)).replace(day=1)


# Months that come and go.


def make_partitions(*, at: datetime) -> list[str]:
    """Make the months that are missing up to `MONTHS_AHEAD` after this one, and those of rows in a default partition.

    Returns the names of what was made. What somebody's long transaction doesn't let happen now is left to the next
    turn: there are months enough.
    """
    return [
        name
        for table in partitioned_tables()
        for month in _missing(table, at)
        if (name := _unless_busy(table, partial(_make, table, month)))
    ]


def keep_after_migrate(*, plan: Sequence[tuple[Any, bool]] = (), **_: Any) -> None:
    """Django's `post_migrate`; does nothing on the way back."""
    if not any(is_backwards for _, is_backwards in plan):
        keep_partitions(at=timezone.now())


class PartitionsOverdue(Exception):
    """Who owns the tables hasn't kept their months for long."""


def keep_partitions(*, at: datetime) -> None:
    """Make the months that come, and drop those of which nobody keeps anything, where the role at work may.

    Where it may not, `manage.py keep_partitions` does as the owner: raises PartitionsOverdue if nobody has run that.
    """
    if owns_tables():
        make_partitions(at=at)
        drop_partitions(at=at, kept=settings.MONTHS_KEPT)
    elif late := overdue(at=at, kept=settings.MONTHS_KEPT):
        raise PartitionsOverdue(
            f"keep_partitions should run each day as the tables' owner: {'; '.join(late)}."
        )


def overdue(*, at: datetime, kept: Mapping[str, int]) -> list[str]:
    """What should have been done for a month: tables with hardly a month ahead, months that nobody keeps any more.

    What PostgreSQL tells of tables is enough for it; whether a month has rows only its owner may see.
    """
    needed = month_of(at)
    for _ in range(FEWEST_AHEAD):
        needed = month_after(needed)
    late = []
    for table in partitioned_tables():
        known = [(part, part.end.date()) for part in table.partitions() if part.end]
        last, end = known[-1]
        if end <= needed:
            late.append(f"{table.name} has no month after {last.name}")
        if months := kept.get(table.name, 0):
            limit = _months_before(month_of(at), months + 1)
            late += [f"{part.name} is over" for part, end in known if part.start and end <= limit]
    return late


def drop_partitions(*, at: datetime, kept: Mapping[str, int]) -> list[str]:
    """Drop the months before the last one in which nobody keeps a row any more; returns their names.

    `kept` says of a table for how many months, before this one, anybody keeps its rows; 0 or nothing: as long as they
    are there. What was before the first month is emptied then, and stays: it may take in an old history yet.
    """
    last = _months_before(month_of(at), 1)
    dropped = []
    for table in partitioned_tables():
        months = kept.get(table.name, 0)
        limit = _months_before(month_of(at), months) if months else date.min
        for part in table.partitions():
            if part.end is None or part.end.date() > last:
                continue
            is_over = part.end.date() <= limit
            if is_over or part.start:
                dropped.append(_unless_busy(table, partial(_drop, table, part, is_over)))
    return [name for name in dropped if name]


def owns_tables() -> bool:
    """Whether the role at work may make and drop partitions: who migrates may, the processes' role owns nothing."""
    [(owns,)] = fetch(
        "SELECT coalesce(bool_and(pg_has_role(relowner, 'USAGE')), true) FROM pg_partitioned_table "
        "JOIN pg_class ON oid = partrelid"
    )
    return bool(owns)


def strays() -> dict[str, int]:
    """How many rows of each table lie outside its months, in the default partition; MAX_STRAYS at most.

    They are asked for by their time, of the table itself: nobody but its owner may read a partition, which has no
    policies. PostgreSQL looks into the default one alone.
    """
    counted = " UNION ALL ".join(
        f"SELECT '{table.name}', (SELECT count(*) FROM (SELECT FROM {table.name} "
        f"WHERE {_outside(table)} LIMIT {MAX_STRAYS}) AS stray)"
        for table in partitioned_tables()
    )
    return dict(fetch(counted)) if counted else {}


def _outside(table: Partitioned) -> str:
    known = [part for part in table.partitions() if part.end]
    gaps = [
        f"{table.column} >= '{part.end}' AND {table.column} < '{following.start}'"
        for part, following in pairwise(known)
        if part.end != following.start
    ]
    return " OR ".join([*gaps, f"{table.column} >= '{known[-1].end}'"])


def _unless_busy(table: Partitioned, change: Callable[[Any], str]) -> str:
    """Do it in a transaction of its own, unless the table isn't to be had soon: then "".

    What is referred to is locked first, as everybody does who writes a row.
    """
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f"SET LOCAL lock_timeout = '{LOCK_TIMEOUT}'")
            return change(cursor)
    except OperationalError as error:
        log.warning("partitions not changed", table=table.name, error=str(error))
        return ""


def _missing(table: Partitioned, at: datetime) -> list[date]:
    months = [month_of(at)]
    for _ in range(MONTHS_AHEAD):
        months.append(month_after(months[-1]))
    months += [
        month_of(month)
        for (month,) in fetch(
            f"SELECT DISTINCT date_trunc('month', {table.column}, 'UTC') FROM {table.default} "
            f"ORDER BY 1 LIMIT {MAX_MONTHS}"
        )
    ]
    known = [part for part in table.partitions() if part.end]
    return [
        month
        for month in sorted(set(months))
        if not any(_holds(part, datetime.combine(month, time.min, UTC)) for part in known)
    ]


def _holds(part: Partition, at: datetime) -> bool:
    return (part.start is None or part.start <= at) and part.end is not None and at < part.end


def _make(table: Partitioned, month: date, cursor: Any) -> str:
    """Make a month's partition; what the default one holds of it moves there.

    That is no news to anybody: rows are moved between partitions, whose own triggers are none.
    """
    name = f"{table.name}_{month:%Y_%m}"
    bounds = [f"{month} 00:00+00", f"{month_after(month)} 00:00+00"]
    cursor.execute(
        "SELECT string_agg(DISTINCT confrelid::regclass::text, ', ') FROM pg_constraint "
        "WHERE conrelid = %s::regclass AND contype = 'f'",
        [table.name],
    )
    [(referred,)] = cursor.fetchall()
    if referred:
        cursor.execute(f"LOCK TABLE {referred} IN SHARE ROW EXCLUSIVE MODE")
    cursor.execute(f"LOCK TABLE {table.name} IN ACCESS EXCLUSIVE MODE")
    of_month = f"FROM {table.default} WHERE {table.column} >= %s AND {table.column} < %s"
    cursor.execute(f"CREATE TEMPORARY TABLE strays ON COMMIT DROP AS SELECT * {of_month}", bounds)
    cursor.execute(f"DELETE {of_month}", bounds)
    cursor.execute(
        f"CREATE TABLE IF NOT EXISTS {name} PARTITION OF {table.name} FOR VALUES FROM (%s) TO (%s)", bounds
    )
    cursor.execute(f"INSERT INTO {name} SELECT * FROM strays")
    cursor.execute("DROP TABLE strays")
    log.info("partition made", partition=name)
    return name


def _drop(table: Partitioned, part: Partition, is_over: bool, cursor: Any) -> str:
    """Drop it, or empty the one without a beginning; unless it has rows that somebody keeps.

    Not detached before: PostgreSQL can't do that CONCURRENTLY beside a default partition, and a table that is detached
    has foreign keys of its own, with which dropping it locks all that it refers to.
    """
    has_rows = bool(fetch(f"SELECT FROM {part.name} LIMIT 1"))
    if (has_rows and not is_over) or (not has_rows and not part.start):
        return ""
    # Where nobody has cleaned up yet behind those who deleted, looking again may take long: then another day.
    cursor.execute(f"SET LOCAL statement_timeout = '{LOCK_TIMEOUT}'")
    cursor.execute(f"LOCK TABLE {table.name} IN ACCESS EXCLUSIVE MODE")
    if not is_over and fetch(f"SELECT FROM {part.name} LIMIT 1"):
        return ""
    cursor.execute(f"DROP TABLE {part.name}" if part.start else f"TRUNCATE {part.name}")
    log.info("partition dropped", partition=part.name)
    return part.name


# How a table that is there becomes one.


class PartitionByMonth(Operation):
    """Let a table become the first partition of one that has its name: nothing is copied, readers and writers go on.

    Steps: an index over key and column, built beside the work that goes on; a CHECK that all rows lie before a month,
    which holds for new rows at once and is then compared with the old ones; and, in one transaction that takes
    milliseconds, a partitioned table in the old one's place, with its indexes, foreign keys and triggers. Other unique
    constraints than the primary key, PostgreSQL can't keep over all partitions: they are refused.

    Its migration must say `atomic = False`. Interrupted it can be run again.
    """

    reversible = False
    reduces_to_sql = True
    category = OperationCategory.ALTERATION

    def __init__(self, table: str, column: str, key: str) -> None:
        """Of a table, by a column; `key` is the unique constraint over organization and id, which goes."""
        self.table, self.column, self.key = table, column, key

    def state_forwards(self, app_label: str, state: Any) -> None:
        """A model doesn't know how its table is kept, but that nobody can refer to it."""
        state.remove_constraint(app_label, self.table.removeprefix(f"{app_label}_"), self.key)

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Run the steps, unless that was done by a migration that died before it was written down."""
        if not schema_editor.collect_sql and self.table in (each.name for each in partitioned_tables()):
            return
        # Rows that come while the old ones are compared lie before it, too.
        month = month_after(month_of(timezone.now() + timedelta(days=1)))
        for step in _STEPS:
            sql = step.format(
                table=self.table,
                column=self.column,
                key=self.key,
                month=month,
                past=f"{self.table}_{PAST}",
                default=f"{self.table}_{DEFAULT}",
                timeout=LOCK_TIMEOUT,
            )
            schema_editor.execute(sql, params=None)

    def database_backwards(self, *args: Any) -> None:
        """Not undone."""
        raise NotImplementedError

    def describe(self) -> str:
        """For `migrate --plan`."""
        return f"Partition {self.table} by month of {self.column}"


_STEPS = [
    "SET statement_timeout = 0",
    'DROP INDEX CONCURRENTLY IF EXISTS "{past}_pkey"',
    'CREATE UNIQUE INDEX CONCURRENTLY "{past}_pkey" ON "{table}" (id, "{column}")',
    'ALTER TABLE "{table}" DROP CONSTRAINT IF EXISTS "{table}_bound"',
    """ALTER TABLE "{table}" ADD CONSTRAINT "{table}_bound" CHECK ("{column}" < '{month} 00:00+00') NOT VALID""",
    'ALTER TABLE "{table}" VALIDATE CONSTRAINT "{table}_bound"',
    """
DO $partition$
DECLARE
    each record;
    indexes text[]; keys text[]; triggers text[]; comments text[];
    next_id bigint;
BEGIN
    PERFORM set_config('lock_timeout', '{timeout}', true);
    -- In the order in which everybody else takes them: first what is referred to.
    FOR each IN
        SELECT DISTINCT confrelid FROM pg_constraint
        WHERE conrelid = '{table}'::regclass AND contype = 'f' ORDER BY 1
    LOOP
        EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', each.confrelid::regclass);
    END LOOP;
    LOCK TABLE "{table}" IN ACCESS EXCLUSIVE MODE;

    ALTER TABLE "{table}" DROP CONSTRAINT "{key}";
    IF EXISTS (
        SELECT FROM pg_index WHERE indrelid = '{table}'::regclass AND indisunique AND NOT indisprimary
        AND indexrelid <> '{past}_pkey'::regclass
    ) THEN
        RAISE EXCEPTION '{table} has a unique index beside its primary key';
    END IF;
    SELECT array_agg(pg_get_indexdef(indexrelid)) INTO indexes FROM pg_index
        WHERE indrelid = '{table}'::regclass AND NOT indisunique;
    SELECT array_agg(format('ADD CONSTRAINT %I %s', conname, pg_get_constraintdef(oid))) INTO keys FROM pg_constraint
        WHERE conrelid = '{table}'::regclass AND contype = 'f';
    SELECT array_agg(pg_get_triggerdef(oid)), array_agg(format('COMMENT ON TRIGGER %I ON {table} IS %L', tgname,
        obj_description(oid, 'pg_trigger'))) INTO triggers, comments FROM pg_trigger
        WHERE tgrelid = '{table}'::regclass AND NOT tgisinternal;
    next_id := nextval(pg_get_serial_sequence('{table}', 'id'));

    ALTER TABLE "{table}" RENAME TO "{past}";
    ALTER TABLE "{past}" DROP CONSTRAINT "{table}_pkey";
    ALTER TABLE "{past}" ADD PRIMARY KEY USING INDEX "{past}_pkey";
    ALTER TABLE "{past}" ALTER id DROP IDENTITY;
    FOR each IN
        SELECT row_number() OVER (ORDER BY indexrelid) AS number, indexrelid FROM pg_index
        WHERE indrelid = '{past}'::regclass AND NOT indisunique
    LOOP
        EXECUTE format('ALTER INDEX %s RENAME TO {past}_%s', each.indexrelid::regclass, each.number);
    END LOOP;
    FOR each IN SELECT tgname FROM pg_trigger WHERE tgrelid = '{past}'::regclass AND NOT tgisinternal LOOP
        EXECUTE format('DROP TRIGGER %I ON "{past}"', each.tgname);
    END LOOP;

    CREATE TABLE "{table}" (LIKE "{past}" INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING STORAGE)
        PARTITION BY RANGE ("{column}");
    ALTER TABLE "{table}" DROP CONSTRAINT "{table}_bound";
    ALTER TABLE "{table}" ADD PRIMARY KEY (id, "{column}");
    EXECUTE format('ALTER TABLE "{table}" ALTER id ADD GENERATED BY DEFAULT AS IDENTITY (START WITH %s)', next_id);
    EXECUTE array_to_string(indexes, '; ');
    EXECUTE 'ALTER TABLE "{table}" ' || array_to_string(keys, ', ');
    ALTER TABLE "{table}" ATTACH PARTITION "{past}" FOR VALUES FROM (MINVALUE) TO ('{month} 00:00+00');
    ALTER TABLE "{past}" DROP CONSTRAINT "{table}_bound";
    CREATE TABLE "{default}" PARTITION OF "{table}" DEFAULT;
    EXECUTE coalesce(array_to_string(triggers || comments, '; '), '');
END $partition$
""",
    "RESET statement_timeout",
]
