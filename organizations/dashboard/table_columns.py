"""A table's columns, and their heads."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from functools import cached_property
from operator import attrgetter
from typing import Any

from django.utils.html import format_html
from django.utils.safestring import SafeString

type Value = str | int | Decimal | date | datetime | bool | None


@dataclass(frozen=True)
class Column:
    """A column: `name` stands in the address and names the partial that shows it, `css` are the cell's classes.

    `csv` are its columns of the CSV: heads, and for each an attribute or a function of the row, which gives numbers as
    numbers. It sorts by the model's `field` where it has a key `sort` for the address; `first` is what the first click
    gives. A fixed one can't be taken out; a usual one is there until somebody chooses otherwise; `needs` is what of the
    membership must be true. One of buttons (`is_action`) has its head for screen readers alone. Where rows are cards, on
    a phone, `word` stands before the value (None: the label).
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
