"""A period's figures as the lines of a CSV: one for each label, the period before after it."""

from collections.abc import Iterator
from typing import Any

from analytics.time_spans import JSON_NAMES, Figures, Period
from organizations.dashboard.csv_export import Value

TAGGED = tuple(name for name in Figures._fields if name.endswith("_tags"))


def figure_lines(period: Period) -> Iterator[list[Value]]:
    """Yield a head and the lines below it: figures as numbers, then a column for each tag of each kind.

    The whole period's own line comes first, since distinct loads and averages aren't sums of those below it.
    """
    names = dict(zip(Figures._fields, JSON_NAMES, strict=True))
    plain = [field for field in names if field not in TAGGED]
    tags = [(field, tag) for field in TAGGED for tag in sorted(_tags_of(period, field))]
    yield [
        *("period", "label", "from", "to"),
        *(names[field] for field in plain),
        *(f"{names[field]}: {tag}" for field, tag in tags),
    ]

    def line(which: str, label: str, start: Any, end: Any, figures: Figures) -> list[Value]:
        times = [start.isoformat(timespec="milliseconds"), end.isoformat(timespec="milliseconds")]
        counts = [getattr(figures, field).get(tag, 0) for field, tag in tags]
        return [which, label, *times, *(getattr(figures, field) for field in plain), *counts]

    for which, stats in (("current", period.current), ("previous", period.previous)):
        if stats.labels:
            yield line(which, "total", stats.labels[0].start, stats.labels[-1].end, stats.figures)
        for label in stats.labels:
            yield line(which, label.label, label.start, label.end, label.figures)


def _tags_of(period: Period, field: str) -> set[str]:
    sides = (period.current.figures, period.previous.figures)
    return {tag for figures in sides for tag in getattr(figures, field)}
