"""Rows of a CSV file, one physical line at a time: a line that is broken takes no other down with it. Pure."""

import csv
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from organizations.history.lines import Refused

DELIMITERS = ",;\t|"
MOST_JOINED = 50  # physical lines of one row, where a quoted field has line breaks
MOST_CHARACTERS = 100_000  # of such a field


class Row(NamedTuple):
    """A row: the number of its first line, its bytes, its cells, and what is wrong where it has none."""

    number: int
    raw: bytes
    cells: list[str]
    problem: str = ""


def delimiter_of(header: str) -> str:
    """Return what stands between a header's columns: comma, semicolon, tab or bar, whichever there are most of."""
    return max(DELIMITERS, key=header.count)


def decoded(raw: bytes) -> str:
    """Return a line's text: UTF-8, or else Windows-1252, in which spreadsheets and older registry files are written.

    Raises Refused.
    """
    try:
        return raw.decode()
    except UnicodeDecodeError:
        pass
    try:
        return raw.decode("cp1252")
    except UnicodeDecodeError:
        raise Refused("The line is neither UTF-8 nor Windows-1252.") from None


def cells_of(text: str, delimiter: str) -> list[str] | None:
    """Return a row's cells; None where a quoted field isn't closed. Raises Refused."""
    try:
        return next(csv.reader((text,), delimiter=delimiter, strict=True), [])
    except csv.Error as error:
        if str(error) == "unexpected end of data":
            return None
        if "field larger" in str(error):
            raise Refused(f"A field has more than {MOST_CHARACTERS:,} characters.") from None
        raise Refused(
            "Something stands behind a closing quote: a quote within a field is written twice."
        ) from None


def rows_of(
    lines: Iterable[tuple[int, bytes, int]], *, delimiter: str, columns: int, longest: int
) -> Iterator[Row]:
    """Yield the rows of lines, each with its number, its bytes and how many it had, that follow the header.

    A quoted field may go on over several lines. Where it never ends, only the line in which it begins is bad.
    """
    source = iter(lines)
    waiting: list[tuple[int, bytes, int]] = []  # read ahead of a field that didn't end
    while True:
        first = waiting.pop(0) if waiting else next(source, None)
        if first is None:
            return
        number, raw, length = first
        ahead: list[tuple[int, bytes, int]] = []
        try:
            if length > longest:
                raise Refused(f"A line has at most {longest:,} bytes; this one has {length:,}.")
            text = decoded(raw)
            cells = cells_of(text, delimiter)
            while cells is None and len(ahead) < MOST_JOINED and len(text) < MOST_CHARACTERS:
                following = waiting.pop(0) if waiting else next(source, None)
                if following is None:
                    break
                ahead.append(following)
                text += f"\n{decoded(following[1])}"
                cells = cells_of(text, delimiter)
            if cells is None:
                raise Refused("A quoted field isn't closed.")
        except Refused as error:
            waiting[:0] = ahead
            yield Row(number, raw, [], str(error))
            continue
        whole = b"\n".join([raw, *(line[1] for line in ahead)])
        is_too_long = len(cells) > columns and any(cells[columns:])
        if is_too_long or len(cells) < columns:
            yield Row(number, whole, [], f"{len(cells)} cells where the header has {columns}.")
        else:
            yield Row(number, whole, cells)
