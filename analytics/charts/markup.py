"""The SVG and table rows of slots, written by Python: a page has a thousand, a template takes ten times as long."""

from collections.abc import Iterable, Sequence

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from analytics.charts.slots import Line, Slot


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
