"""Tables that people upload: read, kept while their columns are matched, then taken in row by row.

A package says what its rows are (`Taking`), and its view is `upload_page`: the file first, then the columns with what
would come of them, then the import. Without a change, what a column is, its heading tells.
"""

import csv
import io
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.contrib import messages
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpResponse
from django.shortcuts import redirect, render

from organizations.api.imports import Refused
from organizations.dashboard.requests import DashboardRequest

MAX_BYTES = 2 * 1024 * 1024
MAX_COLUMNS = 200
SAMPLES = 3
TOLD = 50  # of rows that are left out
KEPT_SECONDS = 1800
DELIMITERS = ",;\t|"


@dataclass(frozen=True)
class Table:
    """A file's cells: every row has as many as there are headings."""

    name: str
    headings: list[str]
    rows: list[list[str]]


@dataclass(frozen=True, kw_only=True)
class Taking:
    """What a package makes of a table's rows.

    `read` gets a row's texts by field, and raises Refused with all that is wrong with it; `store` gets what `read` made
    of the good ones, and says what came of it.
    """

    title: str
    noun: str
    most_rows: int
    fields: Mapping[str, str]  # by name, as the list of choices has them
    guess: Callable[[Sequence[str]], Mapping[str, int]]  # the column of each field that is found
    read: Callable[[Mapping[str, str]], Any]
    store: Callable[[DashboardRequest, list[Any], Mapping[str, int]], str]
    back: str  # the page that it belongs to, by its URL name
    fits: Callable[[Sequence[str]], bool] = lambda headings: True


@dataclass
class Read:
    """A table's rows, read: what they say, and what is wrong with which line."""

    good: list[Any] = field(default_factory=list)
    wrong: list[tuple[int, str]] = field(default_factory=list)


class UploadForm(forms.Form):
    """A table to upload."""

    file = forms.FileField(label="CSV file", widget=forms.FileInput(attrs={"accept": ".csv,.txt,text/csv"}))

    def __init__(self, *args: Any, most_rows: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._most_rows = most_rows
        self.fields["file"].help_text = f"Up to {most_rows:,} rows and 2 MB, with a header row."

    def clean_file(self) -> Table:
        """The table; says what keeps it from being read."""
        file: UploadedFile = self.cleaned_data["file"]
        if file.size is None or file.size > MAX_BYTES:
            raise ValidationError("The file can be up to 2 MB. Split it and upload the parts.")
        table = read_table(file.name or "file.csv", file.read())
        if len(table.rows) > self._most_rows:
            raise ValidationError(
                f"The file can have up to {self._most_rows:,} rows. Split it and upload the parts."
            )
        return table


class ColumnsForm(forms.Form):
    """What each column of a table is."""

    def __init__(self, table: Table, taking: Taking, data: Mapping[str, str] | None = None) -> None:
        guessed = {place: name for name, place in taking.guess(table.headings).items()}
        super().__init__(data)
        choices = [("", "Don’t use"), *taking.fields.items()]
        for place, heading in enumerate(table.headings):
            self.fields[f"column_{place}"] = forms.ChoiceField(
                choices=choices,
                required=False,
                label=heading or f"Column {place + 1}",
                initial=guessed.get(place, ""),
            )

    def clean(self) -> dict[str, Any]:
        """Two columns can't be the same thing."""
        cleaned = super().clean() or self.cleaned_data
        chosen = [name for name in cleaned.values() if name]
        for key, name in list(cleaned.items()):
            if name and chosen.count(name) > 1:
                self.add_error(key, "Another column is set to this, too.")
        return self.cleaned_data

    def places(self) -> dict[str, int]:
        """The column of each field that is used: as chosen, or as guessed where nobody has chosen yet."""
        given = (
            self.cleaned_data if self.is_bound else {name: each.initial for name, each in self.fields.items()}
        )
        return {name: int(key.removeprefix("column_")) for key, name in given.items() if name}


def read_table(name: str, raw: bytes) -> Table:
    """A CSV file as a table: UTF-8 or Windows-1252, whatever stands between its cells; raises ValidationError."""
    if b"\0" in raw:
        raise ValidationError("This isn’t a CSV file. In Excel, choose Save as, CSV UTF-8.")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = raw.decode("cp1252", "replace")
    first = text.partition("\n")[0]
    delimiter = max(DELIMITERS, key=first.count)
    try:
        lines = [
            row
            for row in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter)
            if any(map(str.strip, row))
        ]
    except csv.Error:
        raise ValidationError("This isn’t a CSV file that can be read.") from None
    if len(lines) < 2:
        raise ValidationError("The file needs a header row, and a row below it.")
    headings = [cell.strip()[:100] for cell in lines[0]]
    if len(headings) > MAX_COLUMNS:
        raise ValidationError(f"The file can have up to {MAX_COLUMNS} columns.")
    width = len(headings)
    return Table(name[:100], headings, [(row + [""] * width)[:width] for row in lines[1:]])


def upload_page(request: DashboardRequest, *takings: Taking) -> HttpResponse:
    """The page of a file: what its columns are, what would be taken in, and with `sure` the import.

    Of several takings the first that fits the headings is the file's.
    """
    taking = takings[-1]
    if "token" not in request.POST:
        form = UploadForm(request.POST, request.FILES, most_rows=taking.most_rows)
        if not form.is_valid():
            return _show(request, taking, {"form": form}, status=400)
        table: Table = form.cleaned_data["file"]
        taking = next(each for each in takings if each.fits(table.headings))
        token = secrets.token_urlsafe(12)
        cache.set(_key(request, token), (table.name, table.headings, table.rows), KEPT_SECONDS)
        return _preview(request, taking, table, token, ColumnsForm(table, taking))
    token = request.POST["token"]
    kept = cache.get(_key(request, token))
    if kept is None:
        messages.error(request, "The file was open for too long. Upload it again.")
        return redirect(taking.back)
    table = Table(*kept)
    taking = next(each for each in takings if each.fits(table.headings))
    columns = ColumnsForm(table, taking, request.POST)
    if not columns.is_valid() or "sure" not in request.POST:
        return _preview(request, taking, table, token, columns)
    places = columns.places()
    read = _read(table, taking, places)
    if not read.good:
        return _preview(request, taking, table, token, columns)
    messages.info(request, taking.store(request, read.good, places))
    cache.delete(_key(request, token))
    return redirect("organizations:setup")


def _preview(
    request: DashboardRequest, taking: Taking, table: Table, token: str, columns: ColumnsForm
) -> HttpResponse:
    read = Read() if columns.errors else _read(table, taking, columns.places())
    shown = [(field, [row[place] for row in table.rows[:SAMPLES]]) for place, field in enumerate(columns)]
    context = {
        "table": table,
        "token": token,
        "columns": columns,
        "shown": shown,
        "good": len(read.good),
        "wrong": read.wrong[:TOLD],
        "wrong_count": len(read.wrong),
    }
    return _show(request, taking, context)


def _show(
    request: DashboardRequest, taking: Taking, context: dict[str, Any], status: int = 200
) -> HttpResponse:
    return render(request, "setup/file.html", {"taking": taking, **context}, status=status)


def _read(table: Table, taking: Taking, places: Mapping[str, int]) -> Read:
    read = Read()
    for number, row in enumerate(table.rows, 2):
        try:
            read.good.append(taking.read({name: row[place].strip() for name, place in places.items()}))
        except Refused as error:
            read.wrong.append((number, str(error)))
    return read


def _key(request: DashboardRequest, token: str) -> str:
    return f"upload:{request.organization.pk}:{token[:40]}"
