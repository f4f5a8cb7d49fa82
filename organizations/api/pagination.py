"""`limit` and `offset`, and the pagination object of list answers."""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from organizations.api.query import Query

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
