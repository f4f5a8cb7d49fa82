"""Scales of charts: round numbers and dates on axes, short numbers, and the markup that they share.

Charts are pure geometry from figures, drawn as SVG by `templates/analytics/charts/`. Across, a chart is as wide as the
page lets it be, so positions are percentages or units of a stretched viewBox of 1000; up and down they are pixels. Text
and lines keep their size on every screen, without a script.
"""

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from organizations.formats import hour_of_day

PIECES = 5  # most pieces that an axis is cut into
GLYPH = 6.3  # pixels that a character takes at the pictures' type size
WIDE, MEDIUM, NARROW = 12, 6, 3  # most labels under a picture, by its width
LETTERS = ((1e15, "P"), (1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "K"))


@dataclass(frozen=True)
class Tick:
    """A mark of an axis: where it is (pixels down, or percent across) and what it says.

    `level` tells from which width on it has room: 1 always, 2 from a medium one, 3 on a wide one alone.
    """

    at: float
    text: str
    level: int = 1


def nice_step(span: float, most: int, least: float = 0) -> float:
    """Return the smallest of 1, 2 and 5 times a power of ten that cuts `span` into at most `most` pieces."""
    wanted = max(span / most, least)
    if wanted <= 0:
        return 1
    power = 10.0 ** math.floor(math.log10(wanted))
    return next((digit * power for digit in (1, 2, 5) if digit * power >= wanted * (1 - 1e-9)), 10 * power)


def axis_ticks(values: Sequence[float], *, is_whole: bool = True) -> list[float]:
    """Return round numbers from the least value, or 0, to the greatest, or 0; both ends lie on one of them.

    Whole numbers count things, so they have no fractions between them. Without any value but 0 it is 0 and 1.
    """
    low, high = min([0.0, *values]), max([0.0, *values])
    if low == high:
        return [0.0, 1.0]
    step = nice_step(high - low, PIECES, 1 if is_whole else 0)
    first, last = math.floor(low / step + 1e-9), math.ceil(high / step - 1e-9)
    return [number * step for number in range(first, last + 1)]


def short_number(value: float) -> str:
    """Return a number for a narrow place: `1,250`, from ten thousand on `12.5K`, `3M`; `−` when negative."""
    size, sign = abs(value), "−" if value < 0 else ""
    if size >= 10_000:
        unit, letter = next((unit, letter) for unit, letter in LETTERS if size >= unit * 0.9995)
        return f"{sign}{_plain(size / unit, 1)}{letter}"
    return f"{sign}{_plain(size, 2)}"


def short_money(value: float) -> str:
    """Return dollars for a narrow place: `$150`, `−$2.5K`."""
    text = short_number(value)
    return f"−${text[1:]}" if text.startswith("−") else f"${text}"


def time_ticks(starts: Sequence[datetime], *, is_hourly: bool) -> list[Tick]:
    """Return labels under the middles of buckets that begin at these local times, with levels for three widths.

    Hours of up to two days are named by the clock, more of them by their days; many days by their months.
    """
    candidates = _candidates(starts, is_hourly)
    if not candidates:
        return []
    wide = _step(len(candidates), WIDE)
    medium = wide * _step(math.ceil(len(candidates) / wide), MEDIUM)
    narrow = medium * _step(math.ceil(len(candidates) / medium), NARROW)
    found = []
    for number, (position, text) in enumerate(candidates):
        if number % wide == 0:
            level = 1 if number % narrow == 0 else 2 if number % medium == 0 else 3
            found.append(Tick(round((position + 0.5) / len(starts) * 100, 3), text, level))
    return found


def text_width(text: str) -> float:
    """Return about how many pixels a text takes."""
    return len(text) * GLYPH


def _candidates(starts: Sequence[datetime], is_hourly: bool) -> list[tuple[int, str]]:
    indexed = list(enumerate(starts))
    if is_hourly and len(starts) <= 26:
        return [(position, hour_of_day(start.hour)) for position, start in indexed]
    if is_hourly:
        days = _firsts(indexed, lambda start: start.date())
        if len(days) <= 2:
            return [
                (position, hour_of_day(start.hour) if start.hour else _date(start))
                for position, start in indexed
                if start.hour % 6 == 0
            ]
        return [(position, _date(start)) for position, start in days]
    months = _firsts(indexed, lambda start: (start.year, start.month))
    if len(starts) > 200:
        return [
            (position, f"{start:%b %Y}" if start.month == 1 else f"{start:%b}") for position, start in months
        ]
    return [(position, _date(start)) for position, start in indexed]


def _firsts(
    indexed: Sequence[tuple[int, datetime]], key: Callable[[datetime], object]
) -> list[tuple[int, datetime]]:
    """The first of each run with the same key."""
    return [
        (position, start)
        for position, start in indexed
        if position == 0 or key(start) != key(indexed[position - 1][1])
    ]


def _step(count: int, most: int) -> int:
    """Every how many of `count` leave at most `most`."""
    return max(1, math.ceil(count / most))


def _date(start: datetime) -> str:
    return f"{start:%b} {start.day}"


def _plain(size: float, digits: int) -> str:
    text = f"{size:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text


# What a picture tells when it is pointed at: a box of lines beside the place, shown by CSS alone.


LINE = 18  # pixels from a line to the next
PADDING = 12
SWATCH = 34  # pixels for a line's mark, and between its name and its figure


@dataclass(frozen=True)
class Line:
    """A line of what a slot tells."""

    name: str
    look: str
    text: str
    y: int


@dataclass(frozen=True)
class Slot:
    """A place to point at: where it is (percent across), what it tells, the rows behind it.

    The box begins `left` pixels from the slot's middle: right of it, or left of it in the picture's right half.
    """

    title: str
    x: float
    width: float
    middle: float
    left: int
    box_width: int
    box_height: int
    lines: list[Line]
    href: str = ""


def make_slot(
    *, title: str, x: float, width: float, lines: Sequence[tuple[str, str, str]], href: str = ""
) -> Slot:
    """Return the slot from `x`, `width` wide (percent); `lines` are name, look and text."""
    longest = max([text_width(title), *(text_width(name + text) + SWATCH for name, _, text in lines)])
    box_width = round(longest) + 2 * PADDING
    middle = x + width / 2
    return Slot(
        title=title,
        x=round(x, 3),
        width=round(width, 3),
        middle=round(middle, 3),
        left=PADDING if middle < 50 else -box_width - PADDING,
        box_width=box_width,
        box_height=PADDING + LINE * (len(lines) + 1) + 6,
        lines=[
            Line(name, look, text, 24 + LINE * number) for number, (name, look, text) in enumerate(lines, 1)
        ],
        href=href,
    )


# The SVG and table rows of slots, written by Python: a page has a thousand, a template takes ten times as long.


def slot_svg(slots: Iterable[Slot], *, top: int, height: int) -> SafeString:
    """Return the places to point at, each with its box, which CSS shows; out of the way of the Tab key.

    `top` and `height` are pixels. Whoever has no pointer finds the same, and the same links, in the table.
    """
    return mark_safe("".join(_slot(slot, top, height) for slot in slots))  # noqa: S308 (escaped below)


def slot_rows(slots: Sequence[Slot]) -> SafeString:
    """Return the head and the body of a table that tells what the slots do."""
    if not slots:
        return SafeString("")
    heads = "".join(f'<th scope="col">{escape(line.name)}</th>' for line in slots[0].lines)
    rows = "".join(map(_row, slots))
    head = f'<thead><tr><th scope="col">When</th>{heads}</tr></thead>'
    return mark_safe(f"{head}<tbody>{rows}</tbody>")  # noqa: S308 (escaped above and below)


def _slot(slot: Slot, top: int, height: int) -> str:
    lines = "".join(_line(line, slot.box_width) for line in slot.lines)
    href = f' href="{escape(slot.href)}"' if slot.href else ""
    return (
        f'<a class="slot"{href} tabindex="-1">'
        f'<rect x="{slot.x}%" width="{slot.width}%" y="{top}" height="{height}"/>'
        f'<svg x="{slot.middle}%" y="{top}"><g class="tip" transform="translate({slot.left})">'
        f'<rect width="{slot.box_width}" height="{slot.box_height}" rx="6"/>'
        f'<text class="title" x="12" y="20">{escape(slot.title)}</text>{lines}</g></svg></a>'
    )


def _line(line: Line, box_width: int) -> str:
    mark = f'<path class="{line.look}" d="M12 {line.y - 4}h10"/>' if line.look else ""
    return (
        f'{mark}<text x="28" y="{line.y}">{escape(line.name)}</text>'
        f'<text class="figure" x="{box_width - 12}" y="{line.y}">{escape(line.text)}</text>'
    )


def _row(slot: Slot) -> str:
    title: str = escape(slot.title)
    if slot.href:
        title = f'<a class="link" href="{escape(slot.href)}">{title}</a>'
    figures = "".join(f"<td>{escape(line.text)}</td>" for line in slot.lines)
    return f'<tr><th scope="row">{title}</th>{figures}</tr>'
