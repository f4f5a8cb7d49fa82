"""Scales: round numbers for an axis, dates and hours for another, and numbers short enough to stand there."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

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


def axis_ticks(values: Sequence[float], *, most: int = 5, is_whole: bool = True) -> list[float]:
    """Return round numbers from the least value, or 0, to the greatest, or 0; both ends lie on one of them.

    Whole numbers count things, so they have no fractions between them. Without any value but 0 it is 0 and 1.
    """
    low, high = min([0.0, *values]), max([0.0, *values])
    if low == high:
        return [0.0, 1.0]
    step = nice_step(high - low, most, 1 if is_whole else 0)
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
        return [(position, _clock(start)) for position, start in indexed]
    if is_hourly:
        days = _firsts(indexed, lambda start: start.date())
        if len(days) <= 2:
            return [
                (position, _clock(start) if start.hour else _date(start))
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


def _clock(start: datetime) -> str:
    return f"{start.hour % 12 or 12} {'AM' if start.hour < 12 else 'PM'}"


def _plain(size: float, digits: int) -> str:
    text = f"{size:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
