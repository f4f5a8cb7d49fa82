"""CSV to download: RFC 4180, UTF-8 with a byte order mark, and no cell that a spreadsheet would run."""

import csv
import io
import unicodedata
from collections.abc import Iterable
from datetime import UTC, date, datetime, tzinfo
from decimal import Decimal
from itertools import chain

from django.http import StreamingHttpResponse

type Value = str | int | float | Decimal | date | datetime | bool | None

BYTE_ORDER_MARK = "\ufeff"  # without it Excel takes UTF-8 for something else
FORMULA = frozenset("=+-@|%")
LINE = frozenset("\t\r\n")
UNSEEN = ("C", "Z", "M")  # Unicode's categories of what takes no ink: controls, white space, marks


def csv_response(name: str, pieces: Iterable[str]) -> StreamingHttpResponse:
    """Answer with a file of that name, sent piece by piece as `csv_text` makes them."""
    return StreamingHttpResponse(
        (piece.encode("utf-8", "replace") for piece in chain([BYTE_ORDER_MARK], pieces)),
        content_type="text/csv; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


def csv_text(rows: Iterable[Iterable[Value]], zone: tzinfo = UTC) -> str:
    """The rows as lines, which end as the RFC has it."""
    written = io.StringIO()
    csv.writer(written).writerows([plain(value, zone) for value in row] for row in rows)
    return written.getvalue()


def plain(value: Value, zone: tzinfo) -> str:
    """A cell's text: numbers as they are, instants in the zone, wall-clock times without one, texts made harmless."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Decimal):
        return f"{value:f}"
    if isinstance(value, int | float):
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
    return f"'{text}" if is_formula or text.lstrip(" \u00a0")[:1] in LINE else text
