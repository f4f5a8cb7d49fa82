"""How a load reads on a page: its ladder, its margins, its state; in code, and as tags of templates.

The ladder is one small scale that shows where a rate stands: the room from start to max is a bar, the best ask a dot,
the customer rate a tick, the book-now rate a notch. Pure geometry in units of the picture's viewBox;
`templates/_components/ladder.html` draws it.
"""

from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise
from typing import Any

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from loads.models import UNCONFIRMED_STATUSES, LoadStatus
from organizations.equipment import Equipment
from organizations.formats import MISSING, money, short_money

EDGE = 12.0  # room at both ends for a dot and half a label
GLYPH = 6.0  # width of a character at the picture's type size
GAP = 7.0  # least distance between two labels

EQUIPMENT_NAMES = {kind: name for kind, name in Equipment.choices if kind != Equipment.OTHER}
ASK_STATES = {"bookable": "bookable", "within": "within max buy", "above": "over max buy"}


@dataclass(frozen=True)
class Label:
    """A rate's text beside the scale: its middle and what it says."""

    x: float
    text: str


@dataclass(frozen=True)
class Span:
    """A stretch of the scale, from left to right."""

    left: float
    right: float


@dataclass(frozen=True)
class Ladder:
    """Positions on the scale; None for what isn't known.

    `state` says where the best ask stands: `bookable`, `within` the ceiling, `above` it, or empty.
    `loss` is the part of the room above the customer rate, where the load loses money.
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
    below: tuple[Label, ...]
    above: tuple[Label, ...]
    description: str


def ladder(
    *,
    start: Decimal | None,
    ceiling: Decimal | None,
    customer: Decimal | None = None,
    book_now: Decimal | None = None,
    best_ask: Decimal | None = None,
    ask_name: str = "offer",
    width: int = 160,
    is_detailed: bool = False,
) -> Ladder | None:
    """Return the ladder of a load's rates (dollars for the whole load), or None when no rate is known.

    `ceiling` is the max rate. A start above it is drawn as a crossed room; without it there is no room, since
    the agent holds at start. A detailed ladder bears labels: start and max below the scale, customer and ask
    above.
    """
    rates = {
        "target": start,
        "max buy": ceiling,
        "customer": customer,
        "book-it-now": book_now,
        ask_name: best_ask,
    }
    known = [rate for rate in rates.values() if rate is not None]
    if not known:
        return None

    def position(rate: Decimal | None) -> float | None:
        return None if rate is None else _position(rate, min(known), max(known), width)

    def wanted(named: dict[str, Decimal | None]) -> list[tuple[float | None, str]]:
        return [
            (position(rate), f"{name} {short_money(rate)}") for name, rate in named.items() if is_detailed
        ]

    at = {name: position(rate) for name, rate in rates.items()}
    state = ask_state(start=start, ceiling=ceiling, book_now=book_now, best_ask=best_ask)
    below = {"target = max": start} if start == ceiling else {"target": start, "max": ceiling}
    above = {"customer": customer, ask_name: best_ask}
    return Ladder(
        width=width,
        start=at["target"],
        max=at["max buy"],
        book_now=at["book-it-now"],
        customer=at["customer"],
        ask=at[ask_name],
        room=_room(at["target"], at["max buy"]),
        loss=_loss(at["target"], at["max buy"], at["customer"]),
        is_crossed=start is not None and ceiling is not None and start > ceiling,
        state=state,
        below=place_labels(wanted(below), width),
        above=place_labels(wanted(above), width),
        description=_description(rates, state),
    )


def ask_state(
    *, start: Decimal | None, ceiling: Decimal | None, book_now: Decimal | None, best_ask: Decimal | None
) -> str:
    """Return where an ask stands: `bookable` up to book-now or start, `within` the ceiling, else `above`.

    Without a ceiling the agent holds at start, so anything more is above; without one it is unknown ("").
    """
    if best_ask is None:
        return ""
    at_once = [rate for rate in (start, book_now) if rate is not None]
    if any(best_ask <= rate for rate in at_once if ceiling is None or rate <= ceiling):
        return "bookable"
    if ceiling is not None:
        return "within" if best_ask <= ceiling else "above"
    return "above" if at_once else ""


def place_labels(wanted: list[tuple[float | None, str]], width: float) -> tuple[Label, ...]:
    """Return labels at their wanted middles, moved evenly apart where they would touch, inside 0 to `width`.

    Two that say the same are one. The mean of a pass that only pushes right and one that only pushes left
    keeps every distance and favours neither side.
    """
    texts: dict[str, float] = {}
    for x, text in sorted((x, text) for x, text in wanted if x is not None):
        texts.setdefault(text, x)
    halves = [len(text) * GLYPH / 2 for text in texts]
    steps = [left + right + GAP for left, right in pairwise(halves)]
    middles = list(texts.values())
    rightward, leftward = _pushed(middles, steps), _pushed([-x for x in reversed(middles)], steps[::-1])
    middles = [(right - left) / 2 for right, left in zip(rightward, reversed(leftward), strict=True)]
    middles = _kept_inside(middles, halves, steps, width)
    return tuple(Label(round(x, 1), text) for x, text in zip(middles, texts, strict=True))


def _pushed(middles: list[float], steps: list[float]) -> list[float]:
    """Return the middles, each moved right until it keeps its step to the one before."""
    placed = middles[:1]
    for middle, step in zip(middles[1:], steps, strict=True):
        placed.append(max(middle, placed[-1] + step))
    return placed


def _kept_inside(middles: list[float], halves: list[float], steps: list[float], width: float) -> list[float]:
    """Return the middles moved in from both ends of the picture, keeping their steps; the left end wins."""
    if not middles:
        return middles
    mirrored = [-x for x in reversed(middles)]
    mirrored = _pushed([max(mirrored[0], halves[-1] - width), *mirrored[1:]], steps[::-1])
    middles = [-x for x in reversed(mirrored)]
    return _pushed([max(middles[0], halves[0]), *middles[1:]], steps)


def _position(rate: Decimal, low: Decimal, high: Decimal, width: int) -> float:
    share = float((rate - low) / (high - low)) if high > low else 0.5
    return round(EDGE + share * (width - 2 * EDGE), 1)


def _room(start: float | None, ceiling: float | None) -> Span | None:
    return None if start is None or ceiling is None else Span(*sorted((start, ceiling)))


def _loss(start: float | None, ceiling: float | None, customer: float | None) -> Span | None:
    if start is None or ceiling is None or customer is None or customer >= ceiling or start > ceiling:
        return None
    return Span(max(start, customer), ceiling)


def _description(rates: dict[str, Decimal | None], state: str) -> str:
    """Return the picture in words, for a screen reader."""
    parts = [f"{name} {money(rate)}" for name, rate in rates.items() if rate is not None]
    text = ", ".join(parts) + (f": {ASK_STATES[state]}" if state else "")
    return text[:1].upper() + text[1:]


# What a load earns (customer rate less carrier pay), and how that is worded.


@dataclass(frozen=True)
class Margin:
    """Dollars that stay, their share of the customer rate (None when that is zero), and dollars a mile."""

    amount: Decimal
    share: Decimal | None
    per_mile: Decimal | None

    @property
    def is_negative(self) -> bool:
        """Whether the load loses money."""
        return self.amount < 0


def margin(
    customer_rate: Decimal | None, cost: Decimal | None, miles: Decimal | None = None
) -> Margin | None:
    """Return the margin at a carrier's rate, or None where either is missing."""
    if customer_rate is None or cost is None:
        return None
    amount = customer_rate - cost
    return Margin(
        amount=amount,
        share=amount / customer_rate if customer_rate else None,
        per_mile=amount / miles if miles else None,
    )


@dataclass(frozen=True)
class MarginRange:
    """Shares of the customer rate between which the margin will lie: at max rate and at start rate."""

    low: Decimal
    high: Decimal


def margin_range(customer_rate: Decimal | None, *costs: Decimal | None) -> MarginRange | None:
    """Return the least and the greatest share at these costs, or None where none can be told."""
    found = [margin(customer_rate, cost) for cost in costs]
    shares = [each.share for each in found if each is not None and each.share is not None]
    return MarginRange(min(shares), max(shares)) if shares else None


# How loads read on a page: their status, and what is missing.


BOOKED = "Booked · not in TMS"
FIELD_WORDS = {
    "pickupTime": "pickup time",
    "dropoffTime": "delivery time",
    "origin": "origin",
    "destination": "destination",
    "status": "status",
    "customerRate": "customer rate",
    "startRate": "target or book-it-now rate",
    "maxRate": "max buy",
}


def missing_words(load: Any) -> list[str]:
    """Return what is missing in people's words: `max buy`."""
    return [FIELD_WORDS[name] for name in load.missing]


def lacking_words(load: Any) -> list[str]:
    """Return what keeps the agent from offering the load, in people's words."""
    return [FIELD_WORDS[name] for name in load.lacking]


def status_label(status: str) -> str:
    """Return a status as people read it; words that Loadline doesn't know stand as the TMS gave them."""
    return dict(LoadStatus.choices).get(status, status) or "No status"


def is_unconfirmed(load: Any, *, is_booked: bool) -> bool:
    """Whether the load is booked and the TMS doesn't say so yet."""
    return is_booked and load.status in UNCONFIRMED_STATUSES


def state_label(load: Any, *, is_booked: bool) -> str:
    """Return how a load reads: as the TMS says, unless it is booked and the TMS doesn't know."""
    return BOOKED if is_unconfirmed(load, is_booked=is_booked) else status_label(load.status)


# Tags and filters of templates: `{% load rates %}`.


register = template.Library()
register.filter(lacking_words)
register.filter(missing_words)
register.filter(status_label)

TONES = {
    LoadStatus.UNASSIGNED: "info",
    LoadStatus.TENDERED: "wait",
    LoadStatus.COVERED: "go",
    LoadStatus.IN_TRANSIT: "go",
}


@register.inclusion_tag("_components/ladder.html", name="ladder")
def show_ladder(
    load: Any, best_ask: Decimal | None = None, is_detailed: bool = False, is_ours: bool = False
) -> dict[str, Any]:
    """Show the ladder of a load (anything with its four rates), with the best ask or our counter where there is one."""
    picture = ladder(
        start=load.start_rate,
        ceiling=load.max_rate,
        customer=load.customer_rate,
        book_now=load.book_now_rate,
        best_ask=best_ask,
        ask_name="our counter" if is_ours else "offer",
        width=360 if is_detailed else 160,
        is_detailed=is_detailed,
    )
    return {"ladder": picture, "is_detailed": is_detailed}


@register.filter(name="is_unconfirmed")
def is_booked_beside_the_tms(load: Any) -> bool:
    """Whether a load with its facts is booked and the TMS doesn't say so yet."""
    return is_unconfirmed(load, is_booked=load.told.bids.is_booked)


@register.simple_tag
def margin_at(load: Any, cost: Decimal | None) -> Margin | None:
    """Return the load's margin when a carrier gets `cost`."""
    return margin(load.customer_rate, cost, load.total_distance)


@register.simple_tag(name="margin_range")
def margin_range_of(load: Any) -> MarginRange | None:
    """Return the margin's range between the load's max rate and its start rate."""
    return margin_range(load.customer_rate, load.max_rate, load.start_rate)


@register.simple_tag
def equipment(load: Any) -> SafeString | str:
    """Return the equipment by its name, what the TMS wrote in the title; what has no name as the TMS wrote it."""
    name = EQUIPMENT_NAMES.get(load.equipment_type, "")
    if name and load.equipment and load.equipment != name:
        return format_html('<span title="{}">{}</span>', load.equipment, name)
    return name or load.equipment or MISSING


@register.inclusion_tag("_components/load_state.html")
def load_state(load: Any, booked: Any = False) -> dict[str, Any]:
    """Show how a load reads, `booked` or not; whether it is locked or on hold, what it lacks to be offered."""
    is_booked = bool(booked)
    return {
        "status": state_label(load, is_booked=is_booked),
        "tone": "go" if is_unconfirmed(load, is_booked=is_booked) else TONES.get(load.status, ""),
        "is_locked": load.is_locked,
        "is_held": load.is_held,
        "missing": [] if load.is_settled or is_booked else missing_words(load),
    }
