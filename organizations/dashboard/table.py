"""A table declared: its columns, filters and order; and as somebody asks for it, its rows and the links around them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cached_property
from typing import Any, ClassVar

from django.core.paginator import Page
from django.db.models import Model, QuerySet
from django.http import QueryDict
from django.urls import reverse

from organizations.dashboard.table_columns import (
    Column,
    Head,
    Order,
    few_in_batches,
    in_batches,
    page_of,
    rows_of_page,
)
from organizations.dashboard.table_filters import SORT, Chip, TableFilters, query
from organizations.models import ChosenColumns, Membership, SavedView
from organizations.registry import Registry

COLUMNS, VIEW = "columns", "view"  # what an address says beside filters and order
FEW = 20_000  # rows that may be sorted by anything; more are sorted by what an index has
SPREAD = 10  # columns: with more of them the table scrolls sideways within itself


@dataclass(frozen=True)
class ViewLink:
    """A saved view as a tab."""

    view: SavedView
    url: str
    is_on: bool


@dataclass(frozen=True)
class Group:
    """Rows that stand together; `about` is what, `more` how many of them aren't shown."""

    rows: Sequence[Any]
    about: Any = None
    more: int = 0


@dataclass(frozen=True)
class Empty:
    """What a table without rows says: what will appear, and how to make it appear."""

    icon: str
    title: str
    text: str
    action: str = ""
    url: str = ""


class Table:
    """A list, as somebody of an organization asks for it at a moment; see the package's docstring."""

    name: ClassVar[str]
    title: ClassVar[str]
    url_name: ClassVar[str]
    parts: ClassVar[str]
    columns: ClassVar[tuple[Column, ...]]
    model: ClassVar[type[Model]]
    no_rows: ClassVar[Empty]
    no_match: ClassVar[Empty]  # under the filters
    filterset: ClassVar[type[TableFilters]] = TableFilters
    default_sort: Any = ""  # how it is sorted unless the address says otherwise
    default_order: ClassVar[Sequence[Any]] = ()
    page_size: Any = 50
    live_topics: ClassVar[str] = ""  # what makes the table fetch itself anew
    live_every: ClassVar[int] = 0  # seconds, at most so often
    form_css: ClassVar[str] = "scroll push"
    form_label: ClassVar[str] = ""
    is_still: ClassVar[bool] = False  # no row opens: keys don't walk through them
    is_grouped: ClassVar[bool] = False
    is_narrow: ClassVar[bool] = False  # so few columns that rows become cards later
    clear: ClassVar[str] = "Clear filters"
    sorted_otherwise: ClassVar[str] = ""  # said where it isn't sorted as asked

    def __init__(self, query: QueryDict, membership: Membership, *, at: datetime) -> None:
        self.query, self.membership, self.at = query, membership, at
        self.organization = membership.organization
        self.filters = self.filterset(
            query, self.queryset(), organization=self.organization, at=at, sorts=self.sorts
        )

    # What a table says of itself

    def queryset(self) -> QuerySet[Any, Any]:
        """All its rows."""
        rows: QuerySet[Any, Any] = self.model.objects.all()  # type: ignore[attr-defined]
        return rows

    def prepared(self, rows: Sequence[Any]) -> Sequence[Any]:
        """Rows with what else is shown of them."""
        return rows

    @cached_property
    def chips(self) -> Mapping[str, list[Chip]]:
        """The filters to click, by their groups' labels."""
        return {}

    def choices_of(
        self, name: str, choices: Iterable[tuple[str, str]], counts: Mapping[str, int] | None = None
    ) -> list[Chip]:
        """A chip for each value and label of a filter; the default one takes it out of the address."""
        default, chosen = self.filters.defaults.get(name, ""), self.filters.values.get(name, "")
        return [
            Chip(
                label,
                query(self.query, **{name: None if value == default else value}),
                value == chosen,
                (counts or {}).get(value),
            )
            for value, label in choices
        ]

    def switches_of(self, name: str, choices: Iterable[tuple[str, str]]) -> list[Chip]:
        """A chip for each value and label of a filter; a second click takes it out again."""
        chosen = self.filters.values.get(name)
        return [
            Chip(label, query(self.query, **{name: None if value == chosen else value}), value == chosen)
            for value, label in choices
        ]

    @property
    def noun(self) -> str:
        """What the pager counts."""
        return self.name

    @property
    def announcement(self) -> str:
        """What screen readers hear when the table has changed."""
        return counted(self.total, self.noun.removesuffix("s"))

    @property
    def caption(self) -> str:
        """What the table is, for screen readers."""
        return f"{self.title}, {self.page.start_index()} to {self.page.end_index()} of {self.total}"

    @property
    def empty(self) -> Empty:
        """What stands in its place without rows."""
        return replace(self.no_match, action=self.clear, url=self.url) if self.is_filtered else self.no_rows

    # Filters and order

    @property
    def sorts(self) -> Sequence[str]:
        """What the address may sort by."""
        return [f"{sign}{column.sort}" for column in self.columns if column.sort for sign in ("", "-")]

    @property
    def offered(self) -> Collection[str]:
        """The keys that columns sort by just now."""
        sorting = [column for column in self.columns if column.sort]
        return [column.sort for column in sorting if column.is_indexed or self.total <= FEW]

    @cached_property
    def sort(self) -> str:
        """How it is sorted: not always as it was asked for."""
        sort: str = self.filters.values.get(SORT, self.default_sort)
        return sort if sort.removeprefix("-") in self.offered else self.default_sort

    @property
    def is_sorted_otherwise(self) -> bool:
        """Whether it is sorted otherwise than was asked for."""
        return self.sort != self.filters.values.get(SORT, self.default_sort)

    @cached_property
    def order(self) -> Order | None:
        """How it is sorted, by which field."""
        key = self.sort.removeprefix("-")
        fields = {column.sort: column.field for column in self.columns if column.field}
        return Order(fields[key], is_descending=self.sort.startswith("-")) if key in fields else None

    @property
    def is_filtered(self) -> bool:
        """Whether the address narrows it."""
        return self.filters.is_filtered

    # Rows

    @cached_property
    def found(self) -> QuerySet[Any, Any]:
        """The rows that the filters leave."""
        rows: QuerySet[Any, Any] = self.filters.qs
        return rows

    def shaped(self, rows: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
        """Rows with the columns that are shown fetched along."""
        return rows

    @cached_property
    def total(self) -> int:
        """How many rows there are, exactly."""
        return self.found.order_by().count()

    @cached_property
    def page(self) -> Page:
        """The page of the address with its rows, or the nearest one that exists."""
        page = page_of(self.total, self.query.get("page"), self.page_size)
        page.object_list = self.prepared(self.rows((page.number - 1) * self.page_size))
        return page

    def rows(self, offset: int) -> Sequence[Any]:
        """The rows of the page that begins there."""
        if not self.total:
            return []
        rows = self.shaped(self.found)
        if self.order is not None and self.total > FEW:
            return rows_of_page(rows, self.order, offset, self.page_size)
        return list(self.in_order(rows)[offset : offset + self.page_size])

    def in_order(self, rows: QuerySet[Any, Any]) -> QuerySet[Any, Any]:
        """Rows in the table's order; for so few that they may be sorted."""
        return rows.order_by(*(self.order.by(rows) if self.order else self.default_order))

    def batches(self) -> Iterator[Sequence[Any]]:
        """All rows in order, so many at a time: few short statements and little memory, whatever their number."""
        rows = self.shaped(self.found)
        is_indexed = any(column.is_indexed and self._sorts_by(column) for column in self.columns)
        by_index = self.order if is_indexed else None
        for batch in in_batches(rows, by_index) if by_index else few_in_batches(self.in_order(rows)):
            yield self.prepared(batch)

    def _sorts_by(self, column: Column) -> bool:
        return bool(column.sort) and column.sort == self.sort.removeprefix("-")

    @property
    def groups(self) -> Sequence[Group]:
        """The page's rows, as they stand together."""
        rows = list(self.page.object_list)
        return [Group(rows)] if rows else []

    # Columns

    @cached_property
    def shown(self) -> dict[str, Column]:
        """The columns that are shown, by name: those of the address, those chosen last, else the usual ones."""
        names = self.named or (self._remembered if self.has_tools else ()) or self.usual
        return {
            column.name: column
            for column in self.columns
            if column.name in names or (column.is_action and self._may_see(column))
        }

    @cached_property
    def named(self) -> tuple[str, ...]:
        """The columns that the address names (`columns=a,b`, or once for each); none where it names none."""
        given = ",".join(self.query.getlist(COLUMNS)).split(",")
        return self.choose(given) if any(given) else ()

    @cached_property
    def usual(self) -> tuple[str, ...]:
        """The columns that are there until somebody chooses."""
        return self.choose(column.name for column in self.columns if column.is_usual)

    def choose(self, names: Any) -> tuple[str, ...]:
        """The columns of these names with the fixed ones, in the table's order; unknown names are nothing."""
        wanted = set(names)
        return tuple(
            column.name
            for column in self.columns
            if not column.is_action and self._may_see(column) and (column.is_fixed or column.name in wanted)
        )

    @property
    def choices(self) -> list[tuple[Column, bool]]:
        """The columns that can be chosen, and whether they are on."""
        return [
            (column, column.name in self.shown)
            for column in self.columns
            if not (column.is_fixed or column.is_action)
        ]

    @property
    def heads(self) -> list[Head]:
        """The heads; a click on one sorts by it, the next one turns the order round."""
        return [self._head(column) for column in self.shown.values()]

    @property
    def is_spread(self) -> bool:
        """Whether the table scrolls sideways within itself."""
        return len([column for column in self.shown.values() if not column.is_action]) > SPREAD

    def _head(self, column: Column) -> Head:
        if not column.sort or column.sort not in self.offered:
            return Head(column)
        is_chosen, is_descending = self._sorts_by(column), self.sort.startswith("-")
        turned = column.sort if is_descending else f"-{column.sort}"
        following = turned if is_chosen else column.first or column.sort
        direction = ("descending" if is_descending else "ascending") if is_chosen else ""
        to = None if following == self.default_sort else following
        return Head(column, query(self.query, sort=to), direction)

    def _may_see(self, column: Column) -> bool:
        return not column.needs or getattr(self.membership, column.needs)

    @cached_property
    def _remembered(self) -> tuple[str, ...]:
        mine = ChosenColumns.objects.filter(user=self.membership.user_id, list=self.name)
        chosen = mine.values_list("columns", flat=True).first()
        return self.choose(chosen) if chosen else ()

    # Addresses

    @property
    def url(self) -> str:
        """Where the list stands, without filters."""
        return reverse(self.url_name)

    def address(self, columns: Sequence[str] = ()) -> str:
        """The query string of the same filters, order and columns, for a link or a saved view."""
        kept = self.filters.kept.copy()
        if columns:
            kept[COLUMNS] = ",".join(columns)
        return kept.urlencode(safe=",")

    @cached_property
    def here(self) -> str:
        """The query string of what is shown, columns included: what a saved view keeps."""
        return self.address([name for name, column in self.shown.items() if not column.is_action])

    @property
    def hidden(self) -> list[tuple[str, str]]:
        """What the address says beside the form's fields: the form sends it along."""
        names = [name for name in self.filters.form.fields if not self.filters.says(name)]
        kept = [name for name in names if name not in self.filters.shown or name in self.filters.given]
        return [(name, str(self.query[name])) for name in (*kept, COLUMNS, VIEW) if self.query.get(name)]

    # Views and CSV

    @property
    def has_tools(self) -> bool:
        """Whether it has columns to choose, views and CSV."""
        return self.name in TABLES

    @cached_property
    def views(self) -> list[ViewLink]:
        """The person's saved views as tabs."""
        found = SavedView.objects.filter(user=self.membership.user_id, list=self.name).order_by("name", "pk")
        opened = self.query.get(VIEW, "")
        views = list(found)
        is_any_opened = any(str(view.pk) == opened for view in views)
        return [
            ViewLink(
                view,
                self.url_of(view),
                str(view.pk) == opened if is_any_opened else view.query == self.here,
            )
            for view in views
        ]

    @property
    def open_view(self) -> SavedView | None:
        """The view that somebody looks at."""
        return next((link.view for link in self.views if link.is_on), None)

    def url_of(self, view: SavedView) -> str:
        """The view's address. It says which view it is, so that a change of filters can be saved to it."""
        return f"{self.url}?{view.query}&{VIEW}={view.pk}"

    @property
    def export_url(self) -> str:
        """The same rows and columns as CSV."""
        return f"{reverse('organizations:export_list')}?list={self.name}&{self.here}"


def counted(number: int, noun: str) -> str:
    """The number of things in words: `1 load`, `2 loads`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


TABLES: Registry[type[Table]] = Registry("table")  # those with columns to choose, saved views and CSV
