"""How a list is shown to somebody just now: its columns, their views, and where the links lead."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import cached_property

from django.http import QueryDict
from django.urls import reverse

from organizations import board
from organizations.dashboard import DashboardRequest
from organizations.lists.listing import COLUMNS, VIEW, Column, Listing
from organizations.models import ChosenColumns, SavedView

SPREAD = 10  # columns
PLAIN = "all"  # the view of somebody who doesn't want their default one


@dataclass(frozen=True)
class Choice:
    """A column in the menu."""

    column: Column
    is_on: bool


@dataclass(frozen=True)
class ViewLink:
    """A saved view as a tab; `is_changed`: it is open, and its filters, sort or columns are others now."""

    view: SavedView
    url: str
    is_on: bool
    is_changed: bool


@dataclass(frozen=True)
class Shown:
    """How a list is shown; for templates."""

    listing: Listing
    current: QueryDict
    names: tuple[str, ...]  # of the columns, in order
    views: list[ViewLink]
    elsewhere: str = ""  # the default view's address: the list was opened without any

    @cached_property
    def columns(self) -> frozenset[str]:
        """The names of the columns that are shown."""
        return frozenset(self.names)

    @property
    def is_spread(self) -> bool:
        """Whether there are so many columns that the table scrolls sideways within itself."""
        return len(self.names) > SPREAD

    @property
    def choices(self) -> list[Choice]:
        """The columns that can be chosen."""
        return [
            Choice(column, column.name in self.columns)
            for column in self.listing.columns
            if not column.is_fixed
        ]

    def heads(
        self, sort: str, *, default: str = "", offered: Collection[str] | None = None
    ) -> list[board.Column]:
        """The table's heads: `sort` is how it is sorted, `default` how it is when the address doesn't say.

        Of columns that sort, those alone whose keys are offered do; all of them where None is given.
        """
        return [
            board.sorting_column(
                self.current,
                sort=sort,
                default=default or self.listing.default_sort,
                label=column.label,
                key=column.sort if offered is None or column.sort in offered else "",
                first=column.first or column.sort,
                is_number=column.is_number,
            )
            for column in self.listing.columns
            if column.name in self.columns
        ]

    @cached_property
    def address(self) -> str:
        """The query string of what is shown, columns included: what a saved view keeps."""
        return self.listing.address(self.current, self.names)

    @property
    def open_view(self) -> ViewLink | None:
        """The view that somebody looks at, changed or not."""
        return next((link for link in self.views if link.is_on), None)

    @property
    def plain_url(self) -> str:
        """The list without filters, and without the default view."""
        has_default = any(link.view.is_default for link in self.views)
        return f"{self.listing.url}?{VIEW}={PLAIN}" if has_default else self.listing.url

    @property
    def export_url(self) -> str:
        """The same rows and columns as CSV."""
        return f"{reverse('organizations:export_list')}?list={self.listing.name}&{self.address}"

    @property
    def kept(self) -> list[tuple[str, str]]:
        """What the address says beside the filters: a form of filters must send it along."""
        return [(name, str(self.current[name])) for name in (COLUMNS, VIEW) if self.current.get(name)]


def show(listing: Listing, request: DashboardRequest) -> Shown:
    """How the person who asks sees the list; two queries."""
    current = request.GET
    views = list(SavedView.objects.filter(user=request.user, list=listing.name).order_by("name", "pk"))
    remembered = ChosenColumns.objects.filter(user=request.user, list=listing.name).values_list(
        "columns", flat=True
    )
    named = listing.columns_of(current)
    chosen = named or listing.choose(remembered.first() or listing.usual)
    links = _links(listing, views, current, listing.address(current, chosen))
    return Shown(listing, current, chosen, links, _elsewhere(listing, views, request))


def view_url(listing: Listing, view: SavedView) -> str:
    """The view's address. It says which view it is, so that a change of filters can be saved to it."""
    return f"{listing.url}?{view.query}&{VIEW}={view.pk}"


def _links(listing: Listing, views: list[SavedView], current: QueryDict, address: str) -> list[ViewLink]:
    opened = current.get(VIEW)
    is_any_opened = any(str(view.pk) == opened for view in views)
    links = []
    for view in views:
        is_same = view.query == address
        is_on = str(view.pk) == opened if is_any_opened else is_same and opened != PLAIN
        links.append(ViewLink(view, view_url(listing, view), is_on, is_on and not is_same))
    return links


def _elsewhere(listing: Listing, views: list[SavedView], request: DashboardRequest) -> str:
    if request.GET or request.htmx:
        return ""
    return next((view_url(listing, view) for view in views if view.is_default), "")
