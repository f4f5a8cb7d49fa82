"""A list described: its columns, what of its address counts, where its rows come from."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property
from typing import Any

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.urls import reverse
from django.utils.module_loading import import_string

from organizations.models import Organization

COLUMNS, VIEW = "columns", "view"  # what an address says beside the list's filters

type Value = str | int | Decimal | date | datetime | bool | None


@dataclass(frozen=True)
class Cell:
    """A cell of the CSV: the head in words, and what stands below it. Numbers are given as numbers."""

    head: str
    value: Callable[[Any], Value]


@dataclass(frozen=True)
class Column:
    """A column: `name` stands in the address, `sort` is the key that it sorts by, `first` what the first click gives.

    A fixed one can't be taken out; a usual one is there until somebody chooses otherwise. One column of the page may be
    several of the CSV.
    """

    name: str
    label: str
    cells: tuple[Cell, ...]
    sort: str = ""
    first: str = ""
    is_number: bool = False
    is_fixed: bool = False
    is_usual: bool = True


@dataclass(frozen=True)
class Asked:
    """What of a list somebody wants whole: the address's query, for whom, from which moment seen, which columns."""

    query: QueryDict
    organization: Organization
    columns: frozenset[str]
    at: datetime


@dataclass(frozen=True)
class Listing:
    """A list: see the package's docstring."""

    name: str
    noun: str
    url_name: str
    form: type[forms.Form]
    default_sort: str
    columns: tuple[Column, ...]
    batches: Callable[[Asked], Iterator[Sequence[Any]]]

    @property
    def url(self) -> str:
        """Where the list stands."""
        return reverse(self.url_name)

    @cached_property
    def usual(self) -> tuple[str, ...]:
        """The names of the columns that are there until somebody chooses."""
        return tuple(column.name for column in self.columns if column.is_usual or column.is_fixed)

    def choose(self, names: Iterable[str]) -> tuple[str, ...]:
        """The columns of these names with the fixed ones, in the list's order; unknown names are nothing."""
        wanted = set(names)
        return tuple(column.name for column in self.columns if column.is_fixed or column.name in wanted)

    def columns_of(self, query: QueryDict) -> tuple[str, ...] | None:
        """The columns that an address names (`columns=a,b`, or once for each), None where it names none."""
        named = ",".join(query.getlist(COLUMNS)).split(",")
        return self.choose(named) if any(named) else None

    def filters_of(self, query: QueryDict) -> QueryDict:
        """What of an address the list's form takes as valid, in the form's order."""
        form = self.form(query)
        form.is_valid()
        kept = QueryDict(mutable=True)
        for name, field in form.fields.items():
            values = [value for value in query.getlist(name) if value.strip()]
            if values and name not in form.errors:
                kept.setlist(name, values if isinstance(field, forms.MultipleChoiceField) else values[:1])
        return kept

    def address(self, query: QueryDict, columns: Iterable[str] = ()) -> str:
        """The query string of the same filters, sort and columns, for a link or a saved view."""
        kept = self.filters_of(query)
        if columns:
            kept[COLUMNS] = ",".join(columns)
        return kept.urlencode(safe=",")


def find_listing(name: str | None) -> Listing | None:
    """The list of that name in `settings.LISTS`, or None."""
    paths: Mapping[str, str] = settings.LISTS
    found: Listing | None = import_string(paths[name]) if name and name in paths else None
    return found
