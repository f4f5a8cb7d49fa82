"""The period's figures as CSV: a line a label, the period before after it."""

import csv
from collections.abc import Iterator
from typing import Any

from analytics.figures import JSON_NAMES, Figures, Period

# What spreadsheets take for the beginning of a formula, also after blanks.
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n", "|", "%")
TAGGED = tuple(name for name in Figures._fields if name.endswith("_tags"))


class Echo:
    """A file whose `write` returns what it is given, so that a csv writer's lines can be streamed."""

    def write(self, text: str) -> str:
        """Return the text."""
        return text


def defused(text: str) -> str:
    """Return a text that no spreadsheet takes for a formula: such a one begins with an apostrophe."""
    return f"'{text}" if text.lstrip(" \u00a0").startswith(FORMULA) else text


def csv_lines(period: Period) -> Iterator[str]:
    """Yield the CSV of a period, line by line: figures as numbers, then a column for each tag of each kind.

    The whole period's own line comes first, since distinct loads and averages aren't sums of those below it.
    """
    writer = csv.writer(Echo())
    tags = [(field, tag) for field in TAGGED for tag in sorted(_tags_of(period, field))]
    plain = [
        (field, name) for field, name in zip(Figures._fields, JSON_NAMES, strict=True) if field not in TAGGED
    ]
    heads = ["period", "label", "from", "to", *(name for _, name in plain)]
    names = dict(zip(Figures._fields, JSON_NAMES, strict=True))
    # Excel takes a file for UTF-8 by its first character.
    yield "\ufeff" + writer.writerow([*heads, *(defused(f"{names[field]}: {tag}") for field, tag in tags)])

    def line(which: str, label: str, start: Any, end: Any, figures: Figures) -> str:
        numbers = [getattr(figures, field) for field, _ in plain]
        counts = [getattr(figures, field).get(tag, 0) for field, tag in tags]
        cells = [
            which,
            label,
            start.isoformat(timespec="milliseconds"),
            end.isoformat(timespec="milliseconds"),
        ]
        return writer.writerow([*map(defused, cells), *numbers, *counts])

    for which, stats in (("current", period.current), ("previous", period.previous)):
        if stats.labels:
            yield line(which, "total", stats.labels[0].start, stats.labels[-1].end, stats.figures)
        for label in stats.labels:
            yield line(which, label.label, label.start, label.end, label.figures)


def _tags_of(period: Period, field: str) -> set[str]:
    sides = (period.current.figures, period.previous.figures)
    return {tag for figures in sides for tag in getattr(figures, field)}
