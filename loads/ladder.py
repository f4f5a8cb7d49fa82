"""The rate ladder: one small scale that shows where a rate stands.

The room from start to max is a bar, the best ask a dot, the customer rate a tick, the book-now rate a notch.
Pure geometry in units of the picture's viewBox; `templates/_components/ladder.html` draws it.
"""

from dataclasses import dataclass
from decimal import Decimal

from organizations.display import money, short_money

EDGE = Decimal(12)  # room at both ends for a dot and half a label
GLYPH = Decimal("5.6")  # width of a digit at the picture's 10-unit type
GAP = Decimal(6)  # least distance between two labels


@dataclass(frozen=True)
class Label:
    """A rate's text below the scale: its middle and what it says."""

    x: float
    text: str
    kind: str


@dataclass(frozen=True)
class Span:
    """A stretch of the scale, from left to right."""

    left: float
    right: float

    @property
    def width(self) -> float:
        """Return the stretch's length."""
        return round(self.right - self.left, 1)


@dataclass(frozen=True)
class Ladder:
    """Positions on the scale; None for what isn't known.

    `state` says where the best ask stands: `bookable`, `within` the ceiling, `above` it, or empty.
    `loss` is the part of the room that lies above the customer rate, where the load loses money.
    """

    width: int
    start: float | None
    max: float | None
    book_now: float | None
    customer: float | None
    ask: float | None
    room: Span | None
    loss: Span | None
    is_crossed: bool
    state: str
    labels: tuple[Label, ...]
    description: str


def ladder(
    *,
    start: Decimal | None,
    max: Decimal | None,
    customer: Decimal | None = None,
    book_now: Decimal | None = None,
    best_ask: Decimal | None = None,
    width: int = 200,
) -> Ladder | None:
    """Return the ladder of a load's rates (dollars for the whole load), or None when no rate is known.

    A start above the max is drawn as a crossed room. Without a max there is no room: the agent holds at start.
    """
    known = [rate for rate in (start, max, customer, book_now, best_ask) if rate is not None]
    if not known:
        return None
    low, high = sorted(known)[0], sorted(known)[-1]

    def position(rate: Decimal | None) -> float | None:
        if rate is None:
            return None
        share = (rate - low) / (high - low) if high > low else Decimal("0.5")
        return round(float(EDGE + share * (width - 2 * EDGE)), 1)

    room = loss = None
    if start is not None and max is not None:
        left, right = sorted((start, max))
        room = _span(position(left), position(right))
        if customer is not None and customer < right:
            loss = _span(position(sorted((left, customer))[-1]), position(right))
    state = ask_state(start=start, max=max, book_now=book_now, best_ask=best_ask)
    return Ladder(
        width=width,
        start=position(start),
        max=position(max),
        book_now=position(book_now),
        customer=position(customer),
        ask=position(best_ask),
        room=room,
        loss=loss,
        is_crossed=start is not None and max is not None and start > max,
        state=state,
        labels=_labels((("start", start, position(start)), ("max", max, position(max))), width),
        description=_description(start, max, customer, book_now, best_ask, state),
    )


def ask_state(
    *, start: Decimal | None, max: Decimal | None, book_now: Decimal | None, best_ask: Decimal | None
) -> str:
    """Return where an ask stands: `bookable` at or below book-now or start, `within` the ceiling, else `above`.

    Without a max the agent holds at start, so anything more is above; without any rate nothing is known ("").
    """
    if best_ask is None:
        return ""
    at_once = [rate for rate in (start, book_now) if rate is not None and (max is None or rate <= max)]
    if any(best_ask <= rate for rate in at_once):
        return "bookable"
    if max is not None:
        return "within" if best_ask <= max else "above"
    return "above" if at_once else ""


def _span(left: float | None, right: float | None) -> Span | None:
    return None if left is None or right is None else Span(left, right)


def _labels(rates: tuple[tuple[str, Decimal | None, float | None], ...], width: int) -> tuple[Label, ...]:
    """Return the labels below their rates, moved apart where they would touch and kept inside the picture."""
    wanted = sorted(
        ((x, short_money(rate), kind) for kind, rate, x in rates if rate is not None and x is not None),
        key=lambda label: label[0],
    )
    if len(wanted) == 2 and wanted[0][1] == wanted[1][1]:
        wanted = [(wanted[0][0], wanted[0][1], "both")]
    placed: list[Label] = []
    free_from = Decimal(0)
    halves = [GLYPH * len(text) / 2 for _, text, _ in wanted]
    if len(wanted) == 2:
        overlap = halves[0] + halves[1] + GAP - Decimal(str(wanted[1][0] - wanted[0][0]))
        push = overlap / 2 if overlap > 0 else Decimal(0)
        wanted = [(wanted[0][0] - float(push), *wanted[0][1:]), (wanted[1][0] + float(push), *wanted[1][1:])]
    for index, (x, text, kind) in enumerate(wanted):
        half = halves[index]
        room_after = sum((2 * h + GAP for h in halves[index + 1 :]), Decimal(0))
        middle = min(_at_least(Decimal(str(x)), free_from + half), width - room_after - half)
        placed.append(Label(round(float(middle), 1), text, kind))
        free_from = middle + half + GAP
    return tuple(placed)


def _at_least(value: Decimal, floor: Decimal) -> Decimal:
    return value if value > floor else floor


def _description(
    start: Decimal | None,
    max: Decimal | None,
    customer: Decimal | None,
    book_now: Decimal | None,
    best_ask: Decimal | None,
    state: str,
) -> str:
    """Return the picture in words, for a screen reader."""
    named = (("start", start), ("book now", book_now), ("max", max), ("customer", customer))
    parts = [f"{name} {money(rate)}" for name, rate in named if rate is not None]
    if best_ask is not None:
        standing = {"bookable": ", bookable", "within": ", within the ceiling", "above": ", above the ceiling"}
        parts.append(f"best ask {money(best_ask)}{standing.get(state, '')}")
    text = ", ".join(parts)
    return text[:1].upper() + text[1:]
