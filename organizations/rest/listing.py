"""Lists of a window of time, newest first: read from the query, counted and cut, and fetched by lean statements."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet

from organizations.planned import fetch_planned
from organizations.rest.filters import WindowFilterSet
from organizations.rest.pagination import Page
from organizations.rest.query import Query
from organizations.tallies import Tallied, find_place, select_page


@dataclass(frozen=True, slots=True)
class Listed:
    """The page of a list that was asked for: its rows' ids as a subquery with its values, and its pagination object."""

    ids: str
    values: Sequence[Any]
    is_steady: bool
    pagination: dict[str, int]

    def fetch(self, statement: str) -> list[tuple[Any, ...]]:
        """What a hand-written SELECT finds, in which `{page}` stands for the page's ids.

        As plain tuples: the ORM would take several times longer over them than PostgreSQL does.
        """
        statement = statement.replace("{page}", self.ids)
        if self.is_steady:
            return fetch_planned(statement, self.values)
        with connection.cursor() as cursor:
            cursor.execute(statement, self.values)
            return cursor.fetchall()


def read_list(query: Query, tallied: Tallied, rows: Callable[[], QuerySet[Any, Any]]) -> Listed:
    """What the query asks for of the tallied rows of the organization in scope, with their exact total.

    `rows` are the same as a queryset, for the filters. Without any, which is how a client copies everything, no part of
    the work grows with the number of rows, and the ORM stays out of it. Raises Invalid.
    """
    page = Page.read(query)
    if WindowFilterSet.base_filters.keys() & query.parameters.keys():
        return _filtered(query, page, rows())
    window = query.window()
    query.check()
    place = find_place(tallied, start=window.start, end=window.end, offset=page.offset)
    ids, values = select_page(tallied, start=window.start, place=place, limit=page.limit)
    return Listed(ids, values, True, page.envelope(place.total))


def _filtered(query: Query, page: Page, rows: Any) -> Listed:
    """A selective filter's rows are few: they are counted and skipped one by one."""
    found = WindowFilterSet(query, rows).qs.newest_first()
    query.check()
    try:
        ids, values = page.of(found).values("pk").query.sql_with_params()
    except EmptyResultSet:  # nothing can match
        ids, values = "NULL", ()
    return Listed(ids, values, False, page.envelope(found.count()))
