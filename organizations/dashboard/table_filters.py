"""What narrows a table: django-filter's sets and their chips. Valid filters hold; the others are named and left out."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property
from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet
from django.forms.boundfield import BoundField
from django.http import QueryDict
from django.urls import reverse_lazy
from django.utils.html import format_html, format_html_join

from organizations.dashboard.forms import DayField, window_of
from organizations.formats import zone_of
from organizations.models import Organization

SORT = "sort"
UNSET: tuple[Any, ...] = ("", None)


class TableFilters(django_filters.FilterSet):
    """The filters of a table, and `sort`.

    `shown` have a field in the page's head, in this order; `defaults` hold where nothing valid is given; `minor` are
    those that a list has without being called filtered.
    """

    shown: Sequence[str] = ()
    defaults: Mapping[str, Any] = {}
    minor: Sequence[str] = ("status", "radius")

    def __init__(
        self,
        data: QueryDict,
        queryset: QuerySet[Any, Any],
        *,
        organization: Organization,
        at: datetime,
        sorts: Sequence[str] = (),
    ) -> None:
        super().__init__(data, queryset)
        self.zone = zone_of(organization.timezone) or UTC
        self.today = at.astimezone(self.zone).date()
        self.filters[SORT] = Parameter(forms.ChoiceField, choices=[(sort, sort) for sort in sorts])

    @cached_property
    def given(self) -> dict[str, Any]:
        """The valid values that the address has."""
        self.form.is_valid()
        return {name: value for name, value in self.form.cleaned_data.items() if value not in UNSET}

    @cached_property
    def values(self) -> dict[str, Any]:
        """The same, with the defaults of the others."""
        return {**self.defaults, **self.given}

    @property
    def is_filtered(self) -> bool:
        """Whether the address narrows the list."""
        return bool(self.given.keys() - {SORT, *self.minor})

    def filter_queryset(self, queryset: Any) -> Any:
        """The rows that all filters leave."""
        return self.narrow(queryset, self.values)

    def narrow(self, queryset: Any, names: Iterable[str]) -> Any:
        """The rows that some filters leave."""
        for name in names:
            if name in self.values:
                queryset = self.filters[name].filter(queryset, self.values[name])
        return queryset

    def narrow_but(self, name: str) -> Any:
        """The rows that all filters leave but one, whose choices are counted."""
        return self.narrow(self.queryset, [each for each in self.values if each != name])

    @property
    def fields(self) -> list[tuple[BoundField, bool]]:
        """The fields to show, each with whether it says something."""
        return [(self.form[name], self.says(name)) for name in self.shown]

    def says(self, name: str) -> bool:
        """Whether the filter's own field says what the filter is: a day of a chip (`today`) isn't the field's."""
        value = self.given.get(name)
        is_word = isinstance(value, str) and isinstance(self.form.fields[name].widget, Day)
        return name in self.shown and value is not None and not is_word

    @cached_property
    def kept(self) -> QueryDict:
        """What of the address is valid, in the form's order."""
        kept = QueryDict(mutable=True)
        errors = self.form.errors
        for name in self.form.fields:
            given = [value for value in self.data.getlist(name) if value.strip()]
            if given and name not in errors:
                kept[name] = given[0]
        return kept


class FieldFilter(django_filters.Filter):
    """A filter of any form field."""

    def __init__(self, field_class: type[forms.Field], **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.field_class = field_class


class Parameter(FieldFilter):
    """What other filters or the order make use of; narrows nothing by itself."""

    def filter(self, queryset: Any, value: Any) -> Any:
        """The rows as they are."""
        return queryset


class DayFilter(django_filters.Filter):
    """A day as the organization counts it: rows `in_window()` of it."""

    field_class = DayField

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(widget=Day, **kwargs)

    def filter(self, queryset: Any, value: date) -> Any:
        """The rows of the day."""
        return queryset.in_window(*window_of(value, self.parent.zone))  # type: ignore[attr-defined]


class Day(forms.DateInput):
    """A field for a day; of several values of one name the first that says something counts."""

    input_type = "date"

    def value_from_datadict(self, data: Any, files: Any, name: str) -> Any:
        """That value, or None."""
        return next((value for value in data.getlist(name) if value), None)

    def format_value(self, value: Any) -> str:
        """The day where it is one: browsers complain of anything else."""
        try:
            return date.fromisoformat(str(value)).isoformat()
        except ValueError:
            return ""


class Words(forms.TextInput):
    """A field for words; `offer` gives what is suggested, when the field is shown."""

    def __init__(
        self, placeholder: str = "", offer: Callable[[], Iterable[str]] | None = None, **attrs: Any
    ) -> None:
        self.offer = offer
        super().__init__({"placeholder": placeholder, "autocomplete": "off", "spellcheck": "false"} | attrs)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> Any:
        """The field, with its suggestions."""
        field = super().render(name, value, attrs, renderer)
        if "list" not in self.attrs:
            return field
        options = format_html_join("", '<option value="{}">', ((each,) for each in (self.offer or tuple)()))
        return format_html('{}<datalist id="{}">{}</datalist>', field, self.attrs["list"], options)


class Search(Words):
    """The field that `/` leads to, which asks while somebody types."""

    input_type = "search"

    def __init__(self, placeholder: str, label: str) -> None:
        attrs: dict[str, Any] = {"id": "find", "aria-label": label}
        super().__init__(placeholder, **attrs)


class Town(Words):
    """A field for an end of a lane, which suggests towns while somebody types."""

    def __init__(self, end: str) -> None:
        fetching: dict[str, Any] = {
            "hx-get": reverse_lazy("carriers:places"),
            "hx-trigger": "input changed delay:150ms",
            "hx-target": f"#{end}s",
            "hx-swap": "innerHTML",
            "hx-push-url": "false",
            "hx-params": end,
            "hx-sync": "this:queue last",
            "hx-indicator": "this",
        }
        super().__init__("anywhere", list=f"{end}s", **fetching)


class Number(forms.NumberInput):
    """A number with its unit."""

    def __init__(self, unit: str, **attrs: Any) -> None:
        self.unit = unit
        super().__init__({"inputmode": "numeric", "step": "1"} | attrs)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> Any:
        """The field and the unit."""
        return format_html("{} {}", super().render(name, value, attrs, renderer), self.unit)


# Filters to click: links that keep the rest of the address.


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
