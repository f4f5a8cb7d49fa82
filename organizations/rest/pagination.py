"""`limit` and `offset`, and the pagination object of list answers."""

from dataclasses import dataclass
from typing import Any

from django.core.exceptions import EmptyResultSet
from django.db import connection
from django.db.models import QuerySet

from organizations.rest.query import Query, Window
from organizations.tallies import Tallied, find_place

DEFAULT_LIMIT = 100
MOST = 500


@dataclass(frozen=True, slots=True)
class Page:
    """The part of a list that was asked for."""

    limit: int
    offset: int

    @classmethod
    def read(cls, query: Query) -> "Page":
        """From the query: 1 to 500 records, 100 unless told otherwise, after skipping `offset`."""
        return cls(
            limit=query.integer("limit", default=DEFAULT_LIMIT, minimum=1, maximum=MOST),
            offset=query.integer("offset", default=0),
        )

    def of[Q: QuerySet[Any, Any]](self, queryset: Q) -> Q:
        """The page's rows; the queryset must be totally ordered, or rows would be shown twice or never."""
        if not queryset.totally_ordered:
            raise ValueError("a page needs a total order")
        return queryset[self.offset : self.offset + self.limit]

    def cut[Q: QuerySet[Any, Any]](
        self, queryset: Q, tallied: Tallied, *, bare_window: Window | None
    ) -> tuple[Q, int]:
        """The page's rows and the number of them all; the queryset's order is newest first.

        With `bare_window` the queryset must be all tallied rows of that window: neither the total nor a deep page then
        takes longer the more rows there are.
        """
        if bare_window is None:
            return self.of(queryset), queryset.count()
        start, end = bare_window
        place = find_place(tallied, start=start, end=end, offset=self.offset)
        if place.before < end:
            queryset = queryset.filter(**{f"{tallied.at}__lt": place.before})
        return Page(self.limit, place.skip).of(queryset), place.total

    def envelope(self, total: int) -> dict[str, int]:
        """The `pagination` object of the answer."""
        return {"limit": self.limit, "offset": self.offset, "total": total}


def fetch_rows(statement: str, page: QuerySet[Any, Any]) -> list[tuple[Any, ...]]:
    """What a hand-written SELECT finds, in which `{page}` stands for the ids of a page's rows.

    The queryset says which rows (scoped, filtered, cut), the statement what of them, as plain tuples: the ORM would
    take several times longer over them than PostgreSQL does.
    """
    try:
        ids, values = page.values("pk").query.sql_with_params()
    except EmptyResultSet:  # `none()`
        return []
    with connection.cursor() as cursor:
        cursor.execute(statement.replace("{page}", ids), values)
        return cursor.fetchall()
