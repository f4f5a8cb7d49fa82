"""Exact counts and deep pages of long lists, at a cost that doesn't grow with their history.

The number of a tallied table's rows of each organization and UTC day is kept in `organizations.models.Tally`
(`organizations.records.projections`). The total of a window is then the sum of its whole days, and of what an index
counts in the parts of days at its two ends. A deep page skips whole days by their sums, and the rest within one day by
the index.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple

from organizations.records.projections import Projection, Watched
from organizations.records.sql import fetch_planned
from organizations.tenancy.scope import current_organization_id


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
                f"SELECT organization_id, '{self.kind}' AS kind, {day} AS day, 1 AS count "  # noqa: S608
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
