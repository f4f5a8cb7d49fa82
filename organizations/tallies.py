"""Exact counts and deep pages of long lists, at a cost that doesn't grow with their history.

A tallied table has triggers (`KeepTally`, in a migration) that keep the number of its rows of each organization and
UTC day in `organizations.models.Tally`, in the transaction that writes the rows. The total of a window is then the sum
of its whole days, and of what an index counts in the parts of days at its two ends. A deep page skips whole days by
their sums, and the rest within one day by the index.

Who counts never waits for another: a day may have several tallies, and each transaction adds to one that no other one
holds just then, or to a new one. So writers neither queue up behind a long import nor deadlock, and a day has no more
tallies than transactions that once wrote to it at the same time.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.db.migrations.operations.base import Operation, OperationCategory

from organizations.planned import fetch_planned
from organizations.scope import current_organization_id


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
        return " AND ".join(f"{column} = '{value}'" for column, value in self.where.items()) or "true"


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


class KeepTally(Operation):
    """In a migration: keep the tally of a table from now on, of the rows that are there already too.

    Takes the fields of Tallied. While one transaction writes rows one by one, each of its updates of a day's tally
    takes a little longer: write thousands of rows with few statements, or in several transactions.
    """

    category = OperationCategory.SQL
    reduces_to_sql = True
    reversible = True

    def __init__(self, *, kind: str, table: str, at: str, where: Mapping[str, str] | None = None) -> None:
        self.rows = Tallied(kind=kind, table=table, at=at, where=where or {})

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        """For squashed migrations."""
        rows = self.rows
        given = {"kind": rows.kind, "table": rows.table, "at": rows.at, "where": dict(rows.where)}
        return type(self).__qualname__, [], given

    def state_forwards(self, app_label: str, state: Any) -> None:
        """Models don't change."""

    def database_forwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Create the triggers, which keeps writers out until the migration commits, and count what is there."""
        rows = self.rows
        names = {"kind": rows.kind, "table": rows.table, "at": rows.at, "where": rows.condition}
        columns = ("organization_id", rows.at, *rows.where)
        schema_editor.execute(
            _TRIGGERS.format(
                added=_COUNT.format(sign="", rows="new_rows", **names),
                removed=_COUNT.format(sign="-", rows="old_rows", **names),
                moved=_COUNT.format(sign="-", rows="(SELECT OLD.*) AS old_row", **names)
                + _COUNT.format(sign="", rows="(SELECT NEW.*) AS new_row", **names),
                old=", ".join(f"OLD.{column}" for column in columns),
                new=", ".join(f"NEW.{column}" for column in columns),
                **names,
            ),
            params=None,
        )
        schema_editor.execute(
            "DO $$ BEGIN" + _COUNT.format(sign="", rows=rows.table, **names) + "END $$", params=None
        )

    def database_backwards(self, app_label: str, schema_editor: Any, from_state: Any, to_state: Any) -> None:
        """Drop the triggers, and what they counted."""
        for event in ("added", "removed", "moved", "emptied"):
            schema_editor.execute(f"DROP FUNCTION tally_{self.rows.kind}_{event} CASCADE", params=None)
        schema_editor.execute("DELETE FROM organizations_tally WHERE kind = %s", [self.rows.kind])

    def describe(self) -> str:
        """For `migrate --plan`."""
        return f"Keep the tally of {self.rows.kind}"


ADD = """
CREATE FUNCTION organizations_tally_add(an_organization bigint, a_kind text, a_day date, delta bigint)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    free bigint;
BEGIN
    SELECT id INTO free FROM organizations_tally
    WHERE organization_id = an_organization AND kind = a_kind AND day = a_day
    LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED;
    IF FOUND THEN
        UPDATE organizations_tally SET count = count + delta WHERE id = free;
    ELSE
        INSERT INTO organizations_tally (organization_id, kind, day, count)
        VALUES (an_organization, a_kind, a_day, delta);
    END IF;
END $$
"""
DROP_ADD = "DROP FUNCTION organizations_tally_add"

_COUNT = """
    PERFORM organizations_tally_add(organization_id, '{kind}', day, {sign}count(*))
    FROM (SELECT organization_id, ({at} AT TIME ZONE 'UTC')::date AS day FROM {rows} WHERE {where}) AS counted
    GROUP BY organization_id, day;
"""
# Updates are frequent and hardly ever move a row: theirs is a trigger of the row, whose condition costs nothing. The
# others take all rows of a statement together.
_TRIGGERS = """
CREATE FUNCTION tally_{kind}_added() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {added} RETURN NULL; END $$;
CREATE FUNCTION tally_{kind}_removed() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {removed} RETURN NULL; END $$;
CREATE FUNCTION tally_{kind}_moved() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN {moved} RETURN NULL; END $$;
CREATE FUNCTION tally_{kind}_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN DELETE FROM organizations_tally WHERE kind = '{kind}'; RETURN NULL; END $$;
CREATE TRIGGER tally_{kind}_added AFTER INSERT ON {table} REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION tally_{kind}_added();
CREATE TRIGGER tally_{kind}_removed AFTER DELETE ON {table} REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION tally_{kind}_removed();
CREATE TRIGGER tally_{kind}_moved AFTER UPDATE ON {table} FOR EACH ROW
    WHEN (({old}) IS DISTINCT FROM ({new})) EXECUTE FUNCTION tally_{kind}_moved();
CREATE TRIGGER tally_{kind}_emptied AFTER TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION tally_{kind}_emptied();
"""
