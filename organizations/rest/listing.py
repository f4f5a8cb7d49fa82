"""Lists of a window of time, newest first: read from the query, counted and cut, and fetched by lean statements."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db.models import QuerySet

from organizations.planned import fetch_planned
from organizations.rest.filters import WindowFilterSet
from organizations.rest.pagination import Page
from organizations.rest.query import Query
from organizations.sql import fetch
from organizations.tallies import Sql, Tallied, known, page_of

type Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Listed:
    """What a request asks for: the list's total and the ids of the page's rows, as SQL."""

    page: Page
    total: Sql
    ids: Sql
    is_steady: bool

    def fetch(self, statement: str) -> tuple[list[Row], dict[str, int]]:
        """The rows that a hand-written SELECT finds, and the pagination object; one query, so both fit together.

        In the statement `{page}` stands for the page's ids, and `{total}` for the total, the last column. The rows are
        plain tuples: the ORM would take several times longer over them than PostgreSQL does.
        """
        statement = statement.replace("{total}", self.total.text).replace("{page}", self.ids.text)
        values = [*self.total.values, *self.ids.values]
        rows = (fetch_planned if self.is_steady else fetch)(statement, values)
        total = rows[0][-1] if rows else self.total.when_empty
        return rows, self.page.envelope(total)


def read_list(query: Query, tallied: Tallied, rows: Callable[[], QuerySet[Any, Any]]) -> Listed:
    """What the query asks for of the tallied rows of the organization in scope.

    `rows` are the same as a queryset, for the filters. Without any, which is how a client copies everything, no part of
    the work grows with the number of rows, and the ORM stays out of it. Raises Invalid.
    """
    page = Page.read(query)
    if WindowFilterSet.base_filters.keys() & query.parameters.keys():
        return _filtered(query, page, rows())
    start, end = query.window()
    query.check()
    total, ids = page_of(tallied, start=start, end=end, limit=page.limit, offset=page.offset)
    return Listed(page, total, ids, is_steady=True)


def _filtered(query: Query, page: Page, rows: Any) -> Listed:
    """A selective filter's rows are few: they are counted and skipped one by one."""
    found = WindowFilterSet(query, rows).qs.newest_first()
    query.check()
    try:
        ids = Sql(*page.of(found).values("pk").query.sql_with_params())
    except EmptyResultSet:  # nothing can match
        ids = Sql("NULL", [])
    return Listed(page, known(found.count()), ids, is_steady=False)
