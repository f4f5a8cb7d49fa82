"""A table's columns with their heads, the order of its rows, and its pages."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property
from itertools import batched
from operator import attrgetter
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import F, OrderBy, QuerySet
from django.db.models.fields.tuple_lookups import TupleGreaterThan, TupleLessThan
from django.utils.html import format_html
from django.utils.safestring import SafeString

type Value = str | int | float | Decimal | date | datetime | bool | None  # of a cell in a CSV


@dataclass(frozen=True)
class Column:
    """A column: `name` stands in the address and names the partial that shows it, `css` are the cell's classes.

    `csv` are its columns of the CSV: heads, and for each an attribute or a function of the row, which gives numbers as
    numbers. It sorts by the model's `field` where it has a key `sort` for the address; `first` is what the first click
    gives. A fixed one can't be taken out; a usual one is there until somebody chooses otherwise; `needs` is what of the
    membership must be true. One of buttons (`is_action`) has its head for screen readers alone. Where rows are cards,
    on a phone, `word` stands before the value (None: the label).
    """

    name: str
    label: str
    css: str = ""
    csv: Mapping[str, str | Callable[[Any], Value]] = field(default_factory=dict)
    sort: str = ""
    field: str = ""
    first: str = ""
    word: str | None = None
    needs: str = ""
    is_fixed: bool = False
    is_usual: bool = True
    is_indexed: bool = False
    is_head: bool = False
    is_action: bool = False

    @property
    def is_number(self) -> bool:
        """Whether it stands on the right."""
        return "num" in self.css.split()

    @property
    def cells(self) -> dict[str, Callable[[Any], Value]]:
        """The cells of the CSV: heads, and what each says of a row."""
        return {head: attrgetter(of) if isinstance(of, str) else of for head, of in self.csv.items()}

    @cached_property
    def ends(self) -> tuple[SafeString, SafeString]:
        """A cell's markup, before and after what it shows."""
        css = format_html(' class="{}"', self.css) if self.css else ""
        if self.is_head:
            return format_html('<th{} scope="row">', css), SafeString("</th>\n")
        word = "" if self.is_action else self.label if self.word is None else self.word
        label = format_html(' data-label="{}"', word) if word else ""
        return format_html("<td{}{}>", css, label), SafeString("</td>\n")


@dataclass(frozen=True)
class Head:
    """A column's head; `query` sorts by it, `direction` is ARIA's word for how it is sorted now."""

    column: Column
    query: str = ""
    direction: str = ""


# Pages whose total is known, and rows in an order that an index has: what isn't known last, ties broken by the key.


BATCH = 1000
MAX_PAGES = 1_000_000


class KnownPaginator(Paginator):
    """A paginator that knows its total already; its pages are given their rows."""

    def __init__(self, per_page: int, total: int) -> None:
        super().__init__([], per_page)
        self._total = total

    @cached_property
    def count(self) -> int:
        """The total."""
        return self._total


def page_of(total: int, number: str | int | None, size: int) -> Page:
    """The page of that number without its rows, or the nearest one that exists."""
    return KnownPaginator(size, total).get_page(number)


def read_number(text: str | None) -> int:
    """The page asked for, as Django's paginator understands it: the first one where that is no number."""
    is_number = text is not None and text.isascii() and text.isdecimal() and len(text) < 10
    return min(max(int(text or 1), 1), MAX_PAGES) if is_number else 1


@dataclass(frozen=True)
class Order:
    """By a field, and by the key where that is the same. Which fields may be null the model says."""

    field: str
    is_descending: bool = False

    def by(self, rows: QuerySet) -> tuple[OrderBy, OrderBy]:
        """For `order_by`: for so few rows that they may be sorted."""
        last = {"nulls_last": True} if rows.model._meta.get_field(self.field).null else {}
        field, key = F(self.field), F("pk")
        return (field.desc(**last), key.desc()) if self.is_descending else (field.asc(**last), key.asc())

    def known(self, rows: QuerySet) -> QuerySet:
        """The rows with a value, in order."""
        sign = "-" if self.is_descending else ""
        return rows.filter(**{f"{self.field}__isnull": False}).order_by(f"{sign}{self.field}", f"{sign}pk")

    def unknown(self, rows: QuerySet) -> QuerySet:
        """The rows without one, in order."""
        if not rows.model._meta.get_field(self.field).null:
            return rows.none()
        return rows.filter(**{f"{self.field}__isnull": True}).order_by("-pk" if self.is_descending else "pk")


def rows_of_page(rows: QuerySet, order: Order, offset: int, limit: int) -> list[Any]:
    """The rows of a page: in one statement, in up to three at the page where the unknown ones begin, and after it."""
    known = order.known(rows)
    found = list(known[offset : offset + limit])
    missing = limit - len(found)
    if not missing:
        return found
    skipped = 0 if found or not offset else offset - known.count()
    return found + list(order.unknown(rows)[skipped : skipped + missing])


def in_batches(rows: QuerySet, order: Order) -> Iterator[list[Any]]:
    """All rows in order, so many at a time, each batch found by the key of the last row before it.

    Rows that change meanwhile may be missed or come twice; nothing is held between two batches.
    """
    beyond = TupleLessThan if order.is_descending else TupleGreaterThan
    last: Any = None
    known = order.known(rows)
    while True:
        left = known
        if last is not None:
            left = known.filter(
                beyond((F(order.field), F("pk")), (_value(last, order.field), last.pk))  # type: ignore[arg-type]
            )
        batch = list(left[:BATCH])
        if batch:
            yield batch
        if len(batch) < BATCH:
            break
        last = batch[-1]
    yield from _unknown_in_batches(order.unknown(rows), order)


def few_in_batches(rows: QuerySet) -> Iterator[list[Any]]:
    """All rows in the order they have, whatever it is: their keys at once, so not for many, then so many at a time."""
    keys = list(rows.values_list("pk", flat=True))
    for some in batched(keys, BATCH):
        found = rows.order_by().in_bulk(some)
        yield [found[key] for key in some if key in found]


def _unknown_in_batches(rows: QuerySet, order: Order) -> Iterator[list[Any]]:
    left = rows
    while batch := list(left[:BATCH]):
        yield batch
        if len(batch) < BATCH:
            return
        left = rows.filter(**{"pk__lt" if order.is_descending else "pk__gt": batch[-1].pk})


def _value(row: Any, field: str) -> Any:
    return getattr(row, row._meta.get_field(field).attname)
