"""A table as CSV, line by line: RFC 4180, UTF-8 with a byte order mark, and no cell that a spreadsheet would run."""

import csv
import io
import unicodedata
from collections.abc import Iterator
from datetime import UTC, date, datetime, tzinfo
from decimal import Decimal

from organizations.display import zone_of
from organizations.scope import scope
from organizations.tables.columns import Value
from organizations.tables.table import Table

BYTE_ORDER_MARK = "\ufeff"  # without it Excel takes UTF-8 for something else
FORMULA = frozenset("=+-@")
LINE = frozenset("\t\r\n")
UNSEEN = ("C", "Z", "M")  # Unicode's categories of what takes no ink: controls, white space, marks


def csv_lines(table: Table) -> Iterator[bytes]:
    """The file in pieces, a batch of rows each. The scope is open while rows are fetched, and closed in between."""
    cells = {head: of for column in table.shown.values() for head, of in column.cells.items()}
    zone = zone_of(table.organization.timezone) or UTC
    yield (BYTE_ORDER_MARK + _lines([list(cells)])).encode()
    batches = table.batches()
    while True:
        with scope(table.organization.pk):
            batch = next(batches, None)
            if batch is None:
                return
            text = _lines([[plain(of(row), zone) for of in cells.values()] for row in batch])
        yield text.encode("utf-8", "replace")


def plain(value: Value, zone: tzinfo) -> str:
    """A cell's text: numbers as they are, instants in the zone, wall-clock times without one, texts made harmless."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, datetime):
        moment = value if value.tzinfo is None or value.tzinfo is not UTC else value.astimezone(zone)
        return moment.isoformat(timespec="minutes" if moment.tzinfo is None else "seconds")
    if isinstance(value, date):
        return value.isoformat()
    return harmless(value)


def harmless(text: str) -> str:
    """The text, with an apostrophe before it where a spreadsheet would take it for a formula.

    Programs pass over white space and what isn't seen (a byte order mark, a zero-width joiner) before they look for the
    sign of a formula; some take a full-width sign (＝) for the narrow one.
    """
    first = next((each for each in text if unicodedata.category(each)[0] not in UNSEEN), "")
    is_formula = unicodedata.normalize("NFKC", first)[:1] in FORMULA if first else False
    return f"'{text}" if is_formula or text.lstrip(" ")[:1] in LINE else text


def _lines(rows: list[list[str]]) -> str:
    written = io.StringIO()
    csv.writer(written).writerows(rows)  # its lines end as the RFC has it
    return written.getvalue()
