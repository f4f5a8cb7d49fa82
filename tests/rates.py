"""Whether a text names a rate that nobody outside may hear."""

import re

# What counts up or is drawn by chance can hold any four digits: a row's id, a UUID, an event's id, a path to a row.
BY_CHANCE = re.compile(
    r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}|\bevt_[0-9a-f]+\b|(?<=[iI]d\": )\d+|(?<=[iI]d': )\d+|(?<=/)\d+(?=/)"
)


def names(text: str, rate: int) -> bool:
    """As digits, with or without a comma between thousands."""
    thousands, rest = divmod(rate, 1000)
    return re.search(rf"{thousands},?{rest:03}", BY_CHANCE.sub("", text)) is not None
