"""Filters of lists, with django-filter: each reads its parameters through `rest.query`, as strictly as all others."""

import re
from typing import Any

import django_filters
from django.db.models import QuerySet

from organizations.rest.query import Query, Window


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
