"""Bars and areas over time with the period before behind them, and sparklines."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from itertools import batched

from django.utils.safestring import SafeString

from analytics.chart_scales import (
    Slot,
    Tick,
    axis_ticks,
    make_slot,
    short_number,
    slot_rows,
    slot_svg,
    text_width,
    time_ticks,
)
from organizations.formats import MISSING, number

WIDTH = 1000  # units across, stretched to the page
MAX_BARS = 200
MIN = 1.0  # pixel that something more than nothing takes
MAX_GROUPS = 120
MAX_BAR = 64  # units: a lone bar isn't a wall
GAP = 0.12  # of a bucket's room, at either side of its bar


@dataclass(frozen=True)
class Layer:
    """One kind of thing that is counted: its name, its look (a class), a value for each bucket."""

    name: str
    look: str
    values: Sequence[float]


@dataclass(frozen=True)
class Shape:
    """A layer's outline, as an SVG path."""

    look: str
    path: str


@dataclass(frozen=True)
class TimeChart:
    """The picture: heights in pixels, widths in units of 1000 or percent."""

    height: int
    axis_width: float
    y_ticks: list[Tick]
    x_ticks: list[Tick]
    zero: float
    shapes: list[Shape]
    before: str
    slots: list[Slot]
    legend: list[Layer]
    before_name: str
    is_empty: bool
    is_dense: bool
    width: int = field(default=WIDTH)

    @property
    def slot_marks(self) -> SafeString:
        """The slots as SVG: the places of the picture that tell something when they are pointed at."""
        return slot_svg(self.slots, top=0, height=self.height)

    @property
    def slot_table(self) -> SafeString:
        """The head and the body of a table that tells what the slots do."""
        return slot_rows(self.slots)


def time_chart(
    starts: Sequence[datetime],
    titles: Sequence[str],
    layers: Sequence[Layer],
    before: Sequence[float | None] = (),
    *,
    before_name: str = "before",
    is_hourly: bool = False,
    is_sum: bool = True,
    height: int = 220,
    most_slots: int = MAX_BARS,
    write: Callable[[float], str] = number,
    write_tick: Callable[[float], str] = short_number,
    href_between: Callable[[int, int], str] | None = None,
) -> TimeChart:
    """Return the picture of layers that stand on each other, bucket by bucket.

    `starts` are the buckets' beginnings in local time, `titles` what each is called; `before` are the totals of the
    period before, which may have an hour more or less, and None where it has nothing to compare with. Of values that
    aren't sums (a mean) nothing is added up: they have one layer, and a 0 is drawn as nothing. Where buckets are more
    than `most_slots`, days or weeks of them share a slot; `href_between(first, last)` names the rows behind buckets
    first to last.
    """
    totals = [sum(column) for column in zip(*(layer.values for layer in layers), strict=True)]
    behind = list(before[: len(starts)])
    ticks = axis_ticks(
        [*totals, *filter(None, behind), *(v for layer in layers for v in layer.values)], is_whole=is_sum
    )
    low, high = ticks[0], ticks[-1]

    def y_of(value: float) -> float:
        return round(height - (value - low) / (high - low) * height, 1)

    texts = [write_tick(tick) for tick in ticks]
    groups = _groups(starts, is_hourly, most_slots)
    told = _slot_layers(layers, totals, behind, before_name)
    if not is_sum and len(groups) < len(starts):
        groups = []  # a mean of means would tell something else
    slots = [
        make_slot(
            title=_title(starts, titles, first, last),
            x=first / len(starts) * 100,
            width=(last + 1 - first) / len(starts) * 100,
            lines=[(name, look, _written(values[first : last + 1], write)) for name, look, values in told],
            href=href_between(first, last) if href_between else "",
        )
        for first, last in groups
    ]
    return TimeChart(
        height=height,
        axis_width=round(max(map(text_width, texts)) + 12),
        y_ticks=[Tick(y_of(tick), text) for tick, text in zip(ticks, texts, strict=True)],
        x_ticks=time_ticks(starts, is_hourly=is_hourly),
        zero=y_of(0),
        shapes=_shapes(layers, y_of),
        before=_line(behind, len(starts), y_of, with_zeros=is_sum),
        slots=slots,
        legend=list(layers),
        before_name=before_name if behind else "",
        is_empty=not any(totals),
        is_dense=len(starts) > MAX_BARS,
    )


def _shapes(layers: Sequence[Layer], y_of: Callable[[float], float]) -> list[Shape]:
    """One path a layer; a layer stands on those before it."""
    if not layers or not layers[0].values:
        return []
    draw = _bars if len(layers[0].values) <= MAX_BARS else _area
    floors = [0.0] * len(layers[0].values)
    shapes = []
    for layer in layers:
        tops = [floor + value for floor, value in zip(floors, layer.values, strict=True)]
        edges = [
            _edges(y_of(floor), y_of(top), value)
            for floor, top, value in zip(floors, tops, layer.values, strict=True)
        ]
        shapes.append(Shape(layer.look, draw([floor for floor, _ in edges], [top for _, top in edges])))
        floors = tops
    return shapes


def _edges(floor: float, top: float, value: float) -> tuple[float, float]:
    """A bar's floor and top; what is little beside the rest is seen all the same."""
    if value and abs(top - floor) < MIN:
        top = floor - MIN if value > 0 else floor + MIN
    return floor, top


def _bars(floors: Sequence[float], tops: Sequence[float]) -> str:
    room = WIDTH / len(tops)
    width = min(room * (1 - 2 * GAP), MAX_BAR)
    parts = []
    for position, (floor, top) in enumerate(zip(floors, tops, strict=True)):
        if floor != top:
            left = (position + 0.5) * room - width / 2
            parts.append(f"M{left:.2f} {floor:g}V{top:g}h{width:.2f}V{floor:g}z")
    return "".join(parts)


def _area(floors: Sequence[float], tops: Sequence[float]) -> str:
    room = WIDTH / len(tops)
    there = [f"{(position + 0.5) * room:.1f} {top:g}" for position, top in enumerate(tops)]
    back = [f"{(position + 0.5) * room:.1f} {floor:g}" for position, floor in enumerate(floors)]
    return "M" + "L".join([*there, *reversed(back)]) + "z"


def _line(
    values: Sequence[float | None], count: int, y_of: Callable[[float], float], *, with_zeros: bool
) -> str:
    """The dashed line through the buckets' middles; broken where a mean has nothing to tell."""
    if count == 1 and values and values[0] is not None:
        return f"M{(WIDTH - MAX_BAR) / 2:g} {y_of(values[0]):g}h{MAX_BAR}"
    parts, is_down = [], False
    for position, value in enumerate(values):
        is_there = value is not None and (bool(value) or with_zeros)
        if is_there:
            x = (position + 0.5) * WIDTH / count
            parts.append(f"{'L' if is_down else 'M'}{x:.2f} {y_of(value or 0):g}")
        is_down = is_there
    return "".join(parts)


def _slot_layers(
    layers: Sequence[Layer], totals: Sequence[float], behind: Sequence[float | None], before_name: str
) -> list[tuple[str, str, Sequence[float | None]]]:
    """What a slot tells, by name and look: the layers, their total where they are several, and the period before."""
    told: list[tuple[str, str, Sequence[float | None]]] = [
        (each.name, each.look, each.values) for each in layers
    ]
    if len(layers) > 1:
        told.append(("total", "", totals))
    return [*told, (before_name, "before", behind)] if behind else told


def _written(values: Sequence[float | None], write: Callable[[float], str]) -> str:
    """The sum of a slot's values; a dash where the period before had no such hour or day."""
    there = [value for value in values if value is not None]
    return write(sum(there)) if there else MISSING


def _groups(starts: Sequence[datetime], is_hourly: bool, most: int) -> list[tuple[int, int]]:
    """First and last bucket of each slot: one each while they are few, else whole days, weeks, more weeks."""
    if len(starts) <= most:
        return [(position, position) for position in range(len(starts))]
    days = [start.date().toordinal() for start in starts]
    length = 1 if is_hourly else 7
    while (days[-1] - days[0]) / length > MAX_GROUPS:
        length = length * 2 if length > 1 else 7
    keys = [(day - days[0]) // length for day in days]
    firsts = [at for at, key in enumerate(keys) if at == 0 or key != keys[at - 1]]
    return list(zip(firsts, [*(first - 1 for first in firsts[1:]), len(starts) - 1], strict=True))


def _title(starts: Sequence[datetime], titles: Sequence[str], first: int, last: int) -> str:
    if first == last:
        return titles[first]
    ends = [f"{each:%b} {each.day}" for each in (starts[first], starts[last])]
    return f"{starts[first]:%a} {ends[0]}" if ends[0] == ends[1] else f"{ends[0]} – {ends[1]}"


# Spark lines: the shape of a figure over time, without an axis.


SPARK_WIDTH, HEIGHT = 120, 28
EDGE = 2.0  # room for half the line's width
MAX_POINTS = 60


@dataclass(frozen=True)
class Spark:
    """The line, the ground under it, and the last point; empty paths where there is nothing to draw."""

    line: str
    area: str
    width: int = SPARK_WIDTH
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
    step = SPARK_WIDTH / (len(ys) - 1)
    line = "M" + "L".join(f"{number * step:.1f} {y:g}" for number, y in enumerate(ys))
    return Spark(line, f"{line}L{SPARK_WIDTH} {HEIGHT}L0 {HEIGHT}z")


def _fewer(values: Sequence[float]) -> list[float]:
    """At most MAX_POINTS means of neighbours."""
    size = -(-len(values) // MAX_POINTS)
    if size <= 1:
        return list(values)
    return [sum(run) / len(run) for run in batched(values, size)]
