"""What a list's page offers to click: chips that filter and columns that sort, as links that keep the rest."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import QueryDict


@dataclass(frozen=True)
class Chip:
    """A filter to switch: where it leads, whether it is on, how many rows it leaves (None: not counted)."""

    label: str
    query: str
    is_on: bool
    count: int | None = None


@dataclass(frozen=True)
class Column:
    """A column's head; `query` sorts by it, `direction` is ARIA's word for how it is sorted now."""

    label: str
    query: str = ""
    direction: str = ""
    is_number: bool = False


def query(current: QueryDict, **changes: str | None) -> str:
    """Return the address's query with these changes and without the page; None takes a parameter out."""
    params = current.copy()
    for name in ("page", *changes):
        params.pop(name, None)
    for name, value in changes.items():
        if value is not None:
            params[name] = value
    return "?" + params.urlencode()


def switch_chips(
    current: QueryDict, name: str, choices: Iterable[tuple[str, str]], chosen: str | None
) -> list[Chip]:
    """Return a chip for each value and label of a parameter; a second click takes the filter out again."""
    return [
        Chip(label, query(current, **{name: None if chosen == value else value}), chosen == value)
        for value, label in choices
    ]


def sorting_column(
    current: QueryDict, *, sort: str, default: str, label: str, key: str, first: str, is_number: bool
) -> Column:
    """Return a column that sorts by `key`; without one it doesn't sort.

    `sort` is how the list is sorted now, `first` what the first click gives; the next one turns it round.
    """
    if not key:
        return Column(label, is_number=is_number)
    is_chosen = sort.removeprefix("-") == key
    turned = key if sort.startswith("-") else f"-{key}"
    following = turned if is_chosen else first
    direction = ("descending" if sort.startswith("-") else "ascending") if is_chosen else ""
    return Column(
        label, query(current, sort=None if following == default else following), direction, is_number
    )
