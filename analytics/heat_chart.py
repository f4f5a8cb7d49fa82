"""The heat map of hours and weekdays, the funnel, and ranked bars."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import batched, pairwise

from django.utils.safestring import SafeString

from analytics.chart_scales import Slot, Tick, make_slot, slot_svg
from organizations.formats import hour_of_day

DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")
HOURS = 24
ROW = 25
LEVELS = 6  # shades of something; nothing has none


@dataclass(frozen=True)
class Cell:
    """An hour of a weekday: its shade from 0 (nothing) to LEVELS, and what it tells."""

    day: str
    hour: int
    y: int
    level: int
    count: int
    slot: Slot


@dataclass(frozen=True)
class HeatMap:
    """Seven rows of 24 cells."""

    cells: list[Cell]
    y_ticks: list[Tick]
    x_ticks: list[Tick]
    is_empty: bool
    days: tuple[str, ...] = DAYS
    height: int = len(DAYS) * ROW
    row: int = ROW - 2
    levels: tuple[int, ...] = tuple(range(LEVELS + 1))

    @property
    def slot_marks(self) -> SafeString:
        """The cells' slots as SVG, row by row."""
        rows = batched(self.cells, HOURS)
        marks = (slot_svg((cell.slot for cell in row), top=row[0].y, height=self.row) for row in rows)
        return SafeString("".join(marks))

    @property
    def by_hour(self) -> list[tuple[str, list[Cell]]]:
        """The same as a table: a line an hour, a column a weekday."""
        return [(hour_of_day(hour), self.cells[hour::HOURS]) for hour in range(HOURS)]


def heat_map(
    counts: Sequence[Sequence[int]],
    days: Sequence[int],
    *,
    href: Callable[[int, int], str] = lambda day, hour: "",
) -> HeatMap:
    """Return the map of counts[weekday][hour], Monday first; `days` is how often each weekday is in the period.

    A shade stands for the mean of a day, so that a weekday which the period holds once more isn't busier for it.
    """
    means = [[count / days[day] if days[day] else 0.0 for count in row] for day, row in enumerate(counts)]
    most = max((mean for row in means for mean in row), default=0.0)
    cells = []
    for day, row in enumerate(means):
        for hour, mean in enumerate(row):
            count = counts[day][hour]
            lines = [("calls", "", f"{count:,}"), ("per day", "", _mean(mean))]
            slot = make_slot(
                title=f"{DAYS[day]}, {hour_of_day(hour)} – {hour_of_day((hour + 1) % HOURS)}",
                x=hour / HOURS * 100,
                width=100 / HOURS,
                lines=lines,
                href=href(day, hour) if count else "",
            )
            cells.append(Cell(DAYS[day], hour, day * ROW, _level(mean, most), count, slot))
    return HeatMap(
        cells=cells,
        y_ticks=[Tick(day * ROW + ROW / 2, name) for day, name in enumerate(DAYS)],
        x_ticks=[
            Tick(round((hour + 0.5) / HOURS * 100, 3), hour_of_day(hour)) for hour in range(0, HOURS, 6)
        ],
        is_empty=not most,
    )


def _level(mean: float, most: float) -> int:
    """Even shares of the greatest mean; the least that is more than nothing has the first shade."""
    return min(LEVELS, int(mean / most * LEVELS * 0.9999) + 1) if mean else 0


def _mean(mean: float) -> str:
    return f"{mean:,.0f}" if mean >= 10 or mean == int(mean) else f"{mean:.1f}"


# Horizontal bars of named counts, and the funnel from many to few.


FUNNEL_WIDTH, FUNNEL_HEIGHT = 300, 132
STEPS = 3
LEVEL = 0.6  # of a step's room; the rest slopes to the next one
MIN = 0.6  # percent or pixels that something more than nothing takes


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
                width = max(layer[name] / most * 100, MIN)
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
    heights = [max(step.count / most * FUNNEL_HEIGHT, MIN) if step.count else 0 for step in found]
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
