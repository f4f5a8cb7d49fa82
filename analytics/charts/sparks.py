"""Spark lines: the shape of a figure over time, without an axis."""

from collections.abc import Sequence
from dataclasses import dataclass

WIDTH, HEIGHT = 120, 28
EDGE = 2.0  # room for half the line's width
MOST_POINTS = 60


@dataclass(frozen=True)
class Spark:
    """The line, the ground under it, and the last point; empty paths where there is nothing to draw."""

    line: str
    area: str
    width: int = WIDTH
    height: int = HEIGHT


def spark(values: Sequence[float]) -> Spark:
    """Return the line through the values, from 0 or the least to the greatest; many are drawn as means of a few.

    One value is a level line; nothing but zeros is a line on the ground.
    """
    points = _fewer(values)
    if not points:
        return Spark("", "")
    low, high = min([0.0, *points]), max([0.0, *points])
    span = (high - low) or 1.0
    ys = [round(HEIGHT - EDGE - (value - low) / span * (HEIGHT - 2 * EDGE), 1) for value in points]
    if len(ys) == 1:
        ys *= 2
    step = WIDTH / (len(ys) - 1)
    line = "M" + "L".join(f"{number * step:.1f} {y:g}" for number, y in enumerate(ys))
    return Spark(line, f"{line}L{WIDTH} {HEIGHT}L0 {HEIGHT}z")


def _fewer(values: Sequence[float]) -> list[float]:
    """At most MOST_POINTS means of neighbours."""
    size = -(-len(values) // MOST_POINTS)
    if size <= 1:
        return list(values)
    runs = [values[at : at + size] for at in range(0, len(values), size)]
    return [sum(run) / len(run) for run in runs]
