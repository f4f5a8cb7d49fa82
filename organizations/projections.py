"""What is kept beside the rows: sums by a key, declared once. Triggers, rebuilding and verifying come from here.

A `Projection` says what is summed up from which tables. Its `triggers` go into `Meta.triggers` of the models of these
tables, or of a proxy where a table lies in a package below: django-pgtrigger has a migration install them, and
`makemigrations --check` tells when a declaration and its migration differ. In the transaction that writes rows, what
they counted for before is taken away, and what they count for now is added.

Who counts never waits for another: a key may have several rows, a transaction adds to those that no other one holds
just then, and makes one of them; or it adds a new one. So always add them up. Neither do writers queue up behind an
import, nor can they deadlock over counts, in whatever order they write.

A sum over a join is right as long as no two transactions change joined rows at once, and no single statement does:
`Watched.lock` names the rows that the writers of another table hold.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from functools import partial
from typing import Any, NamedTuple

import pgtrigger
from django.db import connection, transaction

from organizations.sql import fetch_planned
from organizations.tenancy.scope import current_organization_id

# SQL here and in declarations is put together from names of our own: never anything of a client's.
# ruff: noqa: S608

PROJECTIONS: "dict[str, Projection]" = {}

# Relations with the rows before and after, of a statement or of one row.
_ROWS = {"insert": ("", "new_rows"), "delete": ("old_rows", ""), "update": ("old_rows", "new_rows")}
_ONE_ROW = ("(SELECT OLD.*)", "(SELECT NEW.*)")


@dataclass(frozen=True, kw_only=True)
class Watched:
    """A table whose rows count, and what of a row matters."""

    columns: Sequence[str]  # an update of others changes no count
    where: str = "true"  # of a `{row}`: others count for nothing
    # What follows SELECT in a query that locks, in an order, the rows of another table that `{rows}` are joined with.
    lock: str = ""
    # Updates are frequent and hardly ever change a count: theirs is a trigger of the row, whose condition costs
    # nothing. Where it locks several rows in an order, it must be one of the statement.
    is_by_statement: bool = False
    events: Sequence[str] = ("insert", "delete", "update")

    def triggers(self, name: str, body: Callable[[str, str], str]) -> list[pgtrigger.Trigger]:
        """Triggers that run `body(old, new)`, which are relations with rows, or empty where there are none."""
        return [self._trigger(name, event, body) for event in self.events]

    def _trigger(self, name: str, event: str, body: Callable[[str, str], str]) -> pgtrigger.Trigger:
        is_of_row = event == "update" and not self.is_by_statement
        old, new = _ONE_ROW if is_of_row else _ROWS[event]
        return pgtrigger.Trigger(
            name=f"{name}_{event}",
            when=pgtrigger.After,
            operation=pgtrigger.Operation(event.upper()),
            level=pgtrigger.Row if is_of_row else pgtrigger.Statement,
            condition=pgtrigger.Condition(self._condition()) if is_of_row else None,
            referencing=None if is_of_row else pgtrigger.Referencing(old=old or None, new=new or None),
            func=f"{self._unless_any_counts(old, new)} {self._locked(old, new)} {body(old, new)} RETURN NULL;",
        )

    def _condition(self) -> str:
        old, new = (", ".join(f"{row}.{column}" for column in self.columns) for row in ("OLD", "NEW"))
        counts = " OR ".join(self.where.format(row=row) for row in ("OLD", "NEW"))
        return f"(({old}) IS DISTINCT FROM ({new}) AND ({counts}))"

    def _unless_any_counts(self, old: str, new: str) -> str:
        """Of a statement, what a row's condition is; nothing of a row."""
        rows = ""
        if old and new and self.is_by_statement:
            columns = ", ".join(("id", *self.columns))
            rows = f"SELECT {columns} FROM {new} EXCEPT SELECT {columns} FROM {old}"
        elif not (old and new) and self.where != "true":
            rows = f"SELECT FROM {old or new} AS row WHERE {self.where.format(row='row')}"
        return rows and f"IF NOT EXISTS ({rows}) THEN RETURN NULL; END IF;"

    def _locked(self, old: str, new: str) -> str:
        rows = " UNION ALL ".join(f"SELECT * FROM {each} AS row" for each in (old, new) if each)
        return self.lock and f"PERFORM {self.lock.format(rows=f'({rows})')};"


@dataclass(frozen=True, kw_only=True)
class Projection:
    """Sums by key, kept in a table: of what `sources` say of each row of the watched tables.

    A source is a SELECT of the key and the sums, in which `{table}` stands for a watched table, once at most.
    """

    name: str
    table: str  # has an id, the key, the sums, and an index over the key
    key: Sequence[str]  # begins with organization_id
    sums: Sequence[str]
    sources: Sequence[str]
    watched: Mapping[str, Watched]  # by table
    nullable: Sequence[str] = ()  # columns of the key that may be null
    newest: str = ""  # an instant, of which the latest that there ever was is kept
    part: str = "true"  # which rows of the table are its own, where several share it

    def __post_init__(self) -> None:
        PROJECTIONS[self.name] = self

    def triggers(self, table: str) -> list[pgtrigger.Trigger]:
        """Those of a watched table, for its model's Meta."""
        emptied = pgtrigger.Trigger(
            name=f"{self.name}_truncate",
            when=pgtrigger.After,
            operation=pgtrigger.Truncate,
            level=pgtrigger.Statement,
            func=f"DELETE FROM {self.table} WHERE {self.part}; {self.fill}; RETURN NULL;",
        )
        return [*self.watched[table].triggers(self.name, partial(self._count, table)), emptied]

    @property
    def fill(self) -> str:
        """The statement that counts all there is from nothing; `WHERE organization_id = …` may follow."""
        tables = {table: table for table in self.watched}
        right = self._summed(" UNION ALL ".join(source.format(**tables) for source in self.sources))
        return f"INSERT INTO {self.table} ({self._columns}) SELECT {self._columns} FROM ({right}) AS counted"

    def rebuild(self, organization_id: int) -> int:
        """Count everything of the organization anew; returns how many rows there are then.

        Whoever writes what is counted meanwhile waits until it is done.
        """
        values = {"organization": organization_id}
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 0")
            # Not before all who have written have committed, and nobody writes from here on.
            cursor.execute(f"LOCK TABLE {self.table} IN EXCLUSIVE MODE")
            cursor.execute(f"DELETE FROM {self.table} WHERE {self._own}", values)
            cursor.execute(f"{self.fill} WHERE organization_id = %(organization)s", values)
            count = cursor.rowcount
            cursor.execute(f"ANALYZE {self.table}")
        return count

    def count_differences(self, organization_id: int) -> int:
        """How many keys of the organization have other sums than the rows say; nothing is locked or written."""
        columns = ", ".join((*self.key, *self.sums))
        _, _, right = self.fill.partition(" SELECT ")
        right = f"SELECT {columns} FROM (SELECT {right} WHERE organization_id = %(organization)s) AS counted"
        kept = self._summed(f"SELECT * FROM {self.table} WHERE {self._own}")
        kept = f"SELECT {columns} FROM ({kept}) AS kept WHERE NOT ({self._nothing()})"
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 0")
            cursor.execute(
                f"SELECT count(*) FROM (SELECT DISTINCT {', '.join(self.key)} FROM ("
                f"({right} EXCEPT {kept}) UNION ALL ({kept} EXCEPT {right})) AS different) AS each",
                {"organization": organization_id},
            )
            (count,) = cursor.fetchone()
        return int(count)

    @property
    def _own(self) -> str:
        return f"organization_id = %(organization)s AND {self.part}"

    @property
    def _columns(self) -> str:
        return ", ".join(filter(None, (*self.key, *self.sums, self.newest)))

    def _nothing(self, of: str = "") -> str:
        return " AND ".join(f"{of}{column} = 0" for column in self.sums)

    def _summed(self, rows: str, more: str = "") -> str:
        """The sums of rows by key; `more` columns go first."""
        key = ", ".join(self.key)
        sums = ", ".join(f"sum({column}) AS {column}" for column in self.sums)
        newest = self.newest and f", max({self.newest}) AS {self.newest}"
        return f"SELECT {more}{key}, {sums}{newest} FROM ({rows}) AS each GROUP BY {key}"

    def _delta(self, table: str, old: str, new: str) -> str:
        """What the rows of a table count for now, less what they did."""
        others = {other: other for other in self.watched}
        signed = []
        for rows, sign in ((new, ""), (old, "-")):
            columns = ", ".join((*self.key, *(f"{sign}{column} AS {column}" for column in self.sums)))
            if self.newest:
                columns += (
                    f", {self.newest}"
                    if rows == new
                    else f", CASE WHEN false THEN {self.newest} END AS {self.newest}"
                )
            signed += [
                f"SELECT {columns} FROM ({source.format(**others | {table: rows})}) AS counted"
                for source in self.sources
                if rows and f"{{{table}}}" in source
            ]
        summed = self._summed(" UNION ALL ".join(signed))
        counts = " OR ".join(f"sum({column}) <> 0" for column in self.sums)
        return f"{summed} HAVING {counts}" + (self.newest and f" OR max({self.newest}) IS NOT NULL")

    def _count(self, table: str, old: str, new: str) -> str:
        """The body of a trigger: plans are remembered, and must suit thousands of rows though made for one or none."""
        settings = {f"enable_{way}": ("off", "on") for way in ("seqscan", "hashjoin", "mergejoin")}
        settings["plan_cache_mode"] = ("force_generic_plan", "auto")
        by_index, as_ever = (
            ", ".join(f"set_config('{name}', '{values[place]}', true)" for name, values in settings.items())
            for place in (0, 1)
        )
        same = " AND ".join(
            f"kept.{column} {'IS NOT DISTINCT FROM' if column in self.nullable else '='} delta.{column}"
            for column in self.key
        )
        changed = ", ".join(
            f"{column} = total.{column}" for column in filter(None, (*self.sums, self.newest))
        )
        parts = f"SELECT id, {self._columns} FROM held UNION ALL SELECT NULL, {self._columns} FROM delta"
        return f"""
PERFORM {by_index};
WITH delta AS MATERIALIZED ({self._delta(table, old, new)}),
held AS MATERIALIZED (
    SELECT kept.* FROM delta JOIN {self.table} AS kept ON {same} FOR UPDATE OF kept SKIP LOCKED
),
total AS MATERIALIZED ({self._summed(parts, "min(id) AS id, array_agg(id) AS ids, ")}),
gone AS (
    DELETE FROM {self.table} AS kept USING total
    WHERE kept.id = ANY(total.ids) AND (kept.id <> total.id OR ({self._nothing("total.")}))
),
changed AS (
    UPDATE {self.table} AS kept SET {changed} FROM total
    WHERE kept.id = total.id AND NOT ({self._nothing("total.")})
)
INSERT INTO {self.table} ({self._columns})
SELECT {self._columns} FROM total
WHERE id IS NULL AND NOT ({self._nothing()})
    -- What an organization's rows counted for goes with it.
    AND EXISTS (SELECT FROM organizations_organization WHERE id = total.organization_id);
PERFORM {as_ever};
"""


# Exact counts and deep pages of long lists, at a cost that doesn't grow with their history.


@dataclass(frozen=True, slots=True)
class Tallied:
    """The rows that are counted: of a table, by an instant, those alone whose columns have certain values.

    There must be an index over the organization, those columns and the instant. Stands in SQL as it is: never anything
    of a client's.
    """

    kind: str
    table: str
    at: str
    where: Mapping[str, str] = field(default_factory=dict)

    @property
    def condition(self) -> str:
        """The values, as SQL."""
        return self._condition("")

    def projection(self) -> Projection:
        """What keeps their number of each day."""
        day = f"({self.at} AT TIME ZONE 'UTC')::date"
        return Projection(
            name=f"tally_{self.kind}",
            table="organizations_tally",
            part=f"kind = '{self.kind}'",
            key=["organization_id", "kind", "day"],
            sums=["count"],
            sources=[
                f"SELECT organization_id, '{self.kind}' AS kind, {day} AS day, 1 AS count "
                f"FROM {{{self.table}}} AS row WHERE {self.condition}"
            ],
            watched={
                self.table: Watched(
                    columns=["organization_id", self.at, *self.where], where=self._condition("{row}.")
                )
            },
        )

    def _condition(self, of: str) -> str:
        return " AND ".join(f"{of}{column} = '{value}'" for column, value in self.where.items()) or "true"


class Sql(NamedTuple):
    """An expression or a query, and the values for its placeholders; of a total also what it is of no rows."""

    text: str
    values: Sequence[Any]
    when_empty: int = 0


def page_of(rows: Tallied, *, start: datetime, end: datetime, limit: int, offset: int) -> tuple[Sql, Sql]:
    """The total of a window, and the ids of a page of its rows, newest first, of the organization in scope.

    `start` is inclusive, `end` exclusive, both are UTC. The first page is found by the index alone; for the others, one
    query finds the day that they begin in, and the total on the way.
    """
    parts, values, _ = _parts(rows, start, end)
    if offset == 0:
        return Sql(_TOTAL.format(parts=parts), values), _page(rows, start, end, limit, 0)
    [(total, day, skipped)] = fetch_planned(_PLACE.format(parts=parts), [*values, offset, offset])
    if day is None:  # there aren't that many rows
        return known(total), _page(rows, start, start, limit, 0)
    before = end if day == end.date() else _midnight(day + timedelta(days=1))
    return known(total), _page(rows, start, before, limit, offset - skipped)


def known(total: int) -> Sql:
    """A total that is known already; also where no row bears it, as beyond the last page."""
    return Sql("%s::bigint", [total], total)


def _page(rows: Tallied, start: datetime, before: datetime, limit: int, skip: int) -> Sql:
    """The limit stands in the text: PostgreSQL would plan for a tenth of the table if it didn't know it."""
    sql = _PAGE.format(table=rows.table, at=rows.at, condition=rows.condition, limit=limit)
    values = [current_organization_id(), start, before]
    return Sql(f"{sql} OFFSET %s", [*values, skip]) if skip else Sql(sql, values)


def _parts(rows: Tallied, start: datetime, end: datetime) -> Sql:
    """Its days with their numbers, as SQL and its values: the whole ones by tally, the parts at the ends by index."""
    first, last = start.date(), end.date()
    edges = [(last, max(start, _midnight(last)), end)]
    if first < last and start > _midnight(first):
        edges.append((first, start, _midnight(first + timedelta(days=1))))
        first += timedelta(days=1)
    organization_id = current_organization_id()
    parts, values = [_DAYS], [organization_id, rows.kind, first, last]
    for day, since, until in edges:
        if since < until:
            parts.append(_EDGE.format(table=rows.table, at=rows.at, condition=rows.condition))
            values += [day, organization_id, since, until]
    return Sql(" UNION ALL ".join(parts), values)


def _midnight(day: date) -> datetime:
    return datetime.combine(day, time.min, UTC)


_DAYS = """
SELECT day, count AS number FROM organizations_tally
WHERE organization_id = %s AND kind = %s AND day >= %s AND day < %s
"""
_EDGE = """
SELECT %s::date, count(*) FROM {table}
WHERE organization_id = %s AND {condition} AND {at} >= %s AND {at} < %s
"""
_TOTAL = "(SELECT coalesce(sum(number), 0)::bigint FROM ({parts}) AS part)"
# Each day with the number of rows from the newest one to its own oldest one.
_PLACE = """
WITH running AS (
    SELECT day, sum(sum(number)) OVER (ORDER BY day DESC) AS number FROM ({parts}) AS part GROUP BY day
)
SELECT coalesce(max(number), 0)::bigint, max(day) FILTER (WHERE number > %s),
    coalesce(max(number) FILTER (WHERE number <= %s), 0)::bigint
FROM running
"""
_PAGE = """
SELECT id FROM {table} WHERE organization_id = %s AND {condition} AND {at} >= %s AND {at} < %s
ORDER BY {at} DESC, id DESC LIMIT {limit:d}
"""
