"""Lists of the API: filters from the query, pages, exact counts, newest first."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import django_filters
from django.core.exceptions import EmptyResultSet
from django.db.models import QuerySet

from organizations.api.query import Query, Window
from organizations.records.counters import Sql, Tallied, known, page_of
from organizations.records.sql import fetch, fetch_planned

# `limit` and `offset`, and the pagination object of list answers.


DEFAULT_LIMIT = 100
MAX = 500


@dataclass(frozen=True, slots=True)
class Page:
    """The part of a list that was asked for."""

    limit: int
    offset: int

    @classmethod
    def read(cls, query: Query) -> "Page":
        """From the query: 1 to 500 records, 100 unless told otherwise, after skipping `offset`."""
        return cls(
            limit=query.integer("limit", default=DEFAULT_LIMIT, minimum=1, maximum=MAX),
            offset=query.integer("offset", default=0),
        )

    def of[Q: QuerySet[Any, Any]](self, queryset: Q) -> Q:
        """The page's rows; the queryset must be totally ordered, or rows would be shown twice or never."""
        if not queryset.totally_ordered:
            raise ValueError("a page needs a total order")
        return queryset[self.offset : self.offset + self.limit]

    def envelope(self, total: int) -> dict[str, int]:
        """The `pagination` object of the answer."""
        return {"limit": self.limit, "offset": self.offset, "total": total}


# Filters of lists, with django-filter: each reads its parameters through `rest.query`, as strictly as all others.


class QueryFilter(django_filters.Filter):
    """A filter that takes its value from a Query and hands it to an adjective of the queryset."""

    def read(self, query: Query, name: str) -> Any:
        """The value, or None where the parameter isn't given; what is wrong is noted in `query`."""
        return query.text(name)


class WindowFilter(QueryFilter):
    """`startTime` and `endTime`, both required: `in_window()`."""

    def read(self, query: Query, name: str) -> Window:
        """The span of time."""
        return query.window("startTime", "endTime")

    def filter(self, queryset: Any, value: Window) -> Any:
        """The rows of the window."""
        return queryset.in_window(value.start, value.end)


class LoadFilter(QueryFilter):
    """A load by the TMS's id, which is stored without outer white space: `of_load()`."""

    def filter(self, queryset: Any, value: str | None) -> Any:
        """The rows of that load."""
        return queryset if value is None else queryset.of_load(value.strip())


class MCNumberFilter(QueryFilter):
    """A carrier by its MC number, of which the digits alone count: `of_mc()`."""

    def filter(self, queryset: Any, value: str | None) -> Any:
        """The rows of that carrier; none where the number has no digit."""
        if value is None:
            return queryset
        digits = re.sub(r"[^0-9]", "", value)
        return queryset.of_mc(digits) if digits else queryset.none()


class QueryFilterSet(django_filters.FilterSet):
    """Filters over a Query. A form would tell neither a repeated parameter nor the errors of `limit` and `offset`.

    `qs` is what passes; `query.check()` then raises everything that was wrong, so call it before asking the database.
    """

    def __init__(self, query: Query, queryset: QuerySet[Any, Any]) -> None:
        super().__init__(query.parameters, queryset)
        self.query = query

    @property
    def errors(self) -> Any:
        """What is wrong with the query so far."""
        return self.query.errors

    def is_valid(self) -> bool:
        """Whether nothing is wrong with it, once `qs` was asked for."""
        return not self.errors

    def filter_queryset(self, queryset: Any) -> Any:
        """Let each filter read its value and narrow the queryset."""
        for name, each in self.filters.items():
            queryset = each.filter(queryset, each.read(self.query, name))
        return queryset


class WindowFilterSet(QueryFilterSet):
    """The parameters of `GET /calls` and `GET /bids`, for a queryset with `in_window`, `of_load` and `of_mc`."""

    window = WindowFilter()
    loadId = LoadFilter()
    mcNumber = MCNumberFilter()


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
    if WindowFilterSet.base_filters.keys() & query.given:
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
