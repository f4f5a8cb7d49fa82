"""The heat map: how much happens at each hour of each day of the week."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from analytics.charts.scales import Tick
from analytics.charts.slots import Slot, make_slot

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
    def slot_rows(self) -> list[tuple[int, list[Slot]]]:
        """The cells' slots, row by row, each with its y."""
        rows = [self.cells[at : at + HOURS] for at in range(0, len(self.cells), HOURS)]
        return [(row[0].y, [cell.slot for cell in row]) for row in rows]

    @property
    def by_hour(self) -> list[tuple[str, list[Cell]]]:
        """The same as a table: a line an hour, a column a weekday."""
        return [(_hour(hour), self.cells[hour::HOURS]) for hour in range(HOURS)]


def heat_map(
    counts: Sequence[Sequence[int]],
    days: Sequence[int],
    *,
    noun: str = "calls",
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
            lines = [(noun, "", f"{count:,}"), ("a day", "", _mean(mean))]
            slot = make_slot(
                title=f"{DAYS[day]}, {_span(hour)}",
                x=hour / HOURS * 100,
                width=100 / HOURS,
                lines=lines,
                href=href(day, hour) if count else "",
            )
            cells.append(Cell(DAYS[day], hour, day * ROW, _level(mean, most), count, slot))
    return HeatMap(
        cells=cells,
        y_ticks=[Tick(day * ROW + ROW / 2, name) for day, name in enumerate(DAYS)],
        x_ticks=[Tick(round((hour + 0.5) / HOURS * 100, 3), _hour(hour)) for hour in range(0, HOURS, 6)],
        is_empty=not most,
    )


def _level(mean: float, most: float) -> int:
    """Even shares of the greatest mean; the least that is more than nothing has the first shade."""
    return min(LEVELS, int(mean / most * LEVELS * 0.9999) + 1) if mean else 0


def _mean(mean: float) -> str:
    return f"{mean:,.0f}" if mean >= 10 or mean == int(mean) else f"{mean:.1f}"


def _hour(hour: int) -> str:
    return f"{hour % 12 or 12} {'AM' if hour < 12 else 'PM'}"


def _span(hour: int) -> str:
    return f"{_hour(hour)} – {_hour((hour + 1) % HOURS)}"
