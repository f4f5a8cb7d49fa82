"""Horizontal bars of named counts, and the funnel from many to few."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

FUNNEL_WIDTH, FUNNEL_HEIGHT = 300, 132
STEPS = 3
LEVEL = 0.6  # of a step's room; the rest slopes to the next one
LEAST = 0.6  # percent or pixels that something more than nothing takes


@dataclass(frozen=True)
class Part:
    """A stretch of a bar, in percent."""

    look: str
    x: float
    width: float


@dataclass(frozen=True)
class Rank:
    """A named count: its bar's parts, the count before as a mark on the same scale, where its rows are."""

    key: str
    name: str
    total: int
    before: int
    parts: list[Part]
    mark: float | None
    href: str = ""


def ranks(
    counts: Mapping[str, Mapping[str, int]],
    before: Mapping[str, int] | None = None,
    *,
    href: Callable[[str], str] = lambda name: "",
    words: Callable[[str], str] = str,
) -> list[Rank]:
    """Return bars of counts, the greatest first, then by name: `counts` is look → name → count.

    `before` are the counts of the period before; a name that only they have is left out. All bars share a scale.
    `words` turns a name into what people read.
    """
    names = {name for layer in counts.values() for name, count in layer.items() if count}
    totals = {name: sum(layer.get(name, 0) for layer in counts.values()) for name in names}
    earlier = {name: (before or {}).get(name, 0) for name in names}
    most = max([*totals.values(), *earlier.values()], default=0)
    found = []
    for name in sorted(names, key=lambda name: (-totals[name], name)):
        parts, x = [], 0.0
        for look, layer in counts.items():
            if layer.get(name):
                width = max(layer[name] / most * 100, LEAST)
                parts.append(Part(look, round(x, 2), round(width, 2)))
                x += width
        mark = round(earlier[name] / most * 100, 2) if before is not None and earlier[name] else None
        found.append(Rank(name, words(name), totals[name], earlier[name], parts, mark, href(name)))
    return found


@dataclass(frozen=True)
class Step:
    """A step of the funnel: its count, its share of the one before (None without one), its rows."""

    name: str
    count: int
    before: int
    share: float | None
    href: str


@dataclass(frozen=True)
class Funnel:
    """The steps from left to right over stretched shapes: level stretches, and slopes from each to the next."""

    steps: list[Step]
    levels: str
    slopes: str
    width: int = FUNNEL_WIDTH
    height: int = FUNNEL_HEIGHT


def funnel(steps: Sequence[tuple[str, int, int, str]]) -> Funnel:
    """Return the funnel of three steps (name, count, count before, href); a later one may be the greater.

    Each is a level stretch as high as its count.
    """
    most = max([count for _, count, _, _ in steps], default=0) or 1
    found, previous = [], None
    for name, count, before, href in steps:
        found.append(Step(name, count, before, count / previous if previous else None, href))
        previous = count
    heights = [max(step.count / most * FUNNEL_HEIGHT, LEAST) if step.count else 0 for step in found]
    levels = [_across(number, number + LEVEL, height, height) for number, height in enumerate(heights)]
    slopes = [_across(number + LEVEL, number + 1, *pair) for number, pair in enumerate(pairwise(heights))]
    return Funnel(found, "".join(levels), "".join(slopes))


def _across(first: float, last: float, height: float, next_height: float) -> str:
    """A stretch from one place to another (in thirds of the width), symmetric about the middle; nothing is no path."""
    if not height and not next_height:
        return ""
    room, middle = FUNNEL_WIDTH / STEPS, FUNNEL_HEIGHT / 2
    left, right = f"{first * room:.1f}", f"{last * room:.1f}"
    upper = f"M{left} {middle - height / 2:.1f}L{right} {middle - next_height / 2:.1f}"
    return f"{upper}V{middle + next_height / 2:.1f}L{left} {middle + height / 2:.1f}z"
