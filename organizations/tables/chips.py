"""Filters to click: links that keep the rest of the address."""

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
