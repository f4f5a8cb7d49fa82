"""What a picture tells when it is pointed at: a box of lines beside the place, shown by CSS alone."""

from collections.abc import Sequence
from dataclasses import dataclass

from analytics.charts.scales import text_width

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
