"""Filters to click: links that keep the rest of the address."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.http import QueryDict


@dataclass(frozen=True)
class Chip:
    """A filter to switch: where it leads, whether it is on, how many rows it leaves (None: not counted)."""

    label: str
    query: str
    is_on: bool
    count: int | None = None


def query(current: QueryDict, **changes: str | None) -> str:
    """Return the address's query with these changes and without the page; None takes a parameter out."""
    params = current.copy()
    for name in ("page", *changes):
        params.pop(name, None)
    for name, value in changes.items():
        if value is not None:
            params[name] = value
    return "?" + params.urlencode()


def choice_chips(
    current: QueryDict,
    name: str,
    choices: Iterable[tuple[str, str]],
    chosen: str | None,
    *,
    default: str = "",
    counts: Mapping[str, int | None] | None = None,
) -> list[Chip]:
    """Return a chip for each value and label of a parameter; the default one takes it out of the address."""
    return [
        Chip(
            label,
            query(current, **{name: None if value == default else value}),
            value == (chosen or default),
            (counts or {}).get(value),
        )
        for value, label in choices
    ]


def switch_chips(
    current: QueryDict, name: str, choices: Iterable[tuple[str, str]], chosen: str | None
) -> list[Chip]:
    """Return a chip for each value and label of a parameter; a second click takes the filter out again."""
    return [
        Chip(label, query(current, **{name: None if chosen == value else value}), chosen == value)
        for value, label in choices
    ]
