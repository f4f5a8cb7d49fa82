"""The negotiation receipt as a page shows it: for each load what was asked, what was answered, and why."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from bids.models import NegotiationStep
from bids.negotiation import Action, Flag, Rule
from bids.services.negotiating import UNITS
from calls.language.reading import Role
from calls.models import Conversation
from loads.models import Load
from organizations.dashboard.formats import money

TONES = {Action.ACCEPT: "go", Action.COUNTER: "info", Action.LAST_OFFER: "wait", Action.REFUSE: "stop"}
STEPS_SHOWN = 200


@dataclass(frozen=True, slots=True)
class Row:
    """One answer, in words."""

    said: str
    ask: Decimal | None  # for the load, where the figure was named otherwise
    heard: str
    action: str
    tone: str
    amount: Decimal
    rule: str
    flags: tuple[str, ...]
    at: datetime


@dataclass(frozen=True, slots=True)
class Receipt:
    """The haggling over one load, with how it stands after the last step."""

    load: Load
    rows: list[Row]
    offer: Decimal
    agreed: Decimal | None
    ceiling: Decimal | None


def receipts_of(conversation: Conversation) -> list[Receipt]:
    """Return the receipts of a conversation, the load first haggled over first; one query."""
    steps = (
        NegotiationStep.objects.filter(conversation=conversation)
        .select_related("load")
        .order_by("position")[:STEPS_SHOWN]
    )
    by_load: dict[int, list[NegotiationStep]] = {}
    for step in steps:
        by_load.setdefault(step.load_id, []).append(step)
    return [_receipt(steps_of_load) for steps_of_load in by_load.values()]


def _receipt(steps: list[NegotiationStep]) -> Receipt:
    last = steps[-1]
    return Receipt(
        load=last.load,
        rows=[row_of(step) for step in steps],
        offer=last.offer,
        agreed=last.amount if last.action == Action.ACCEPT else None,
        ceiling=last.ceiling,
    )


def row_of(step: NegotiationStep) -> Row:
    """Return a step in words."""
    return Row(
        said=_said(step),
        ask=step.ask if step.ask != step.said_amount else None,
        heard=step.heard,
        action=Action(step.action).label,
        tone=TONES.get(Action(step.action), ""),
        amount=step.amount,
        rule=Rule(step.rule).sentence,
        flags=tuple(Flag(flag).label for flag in step.flags),
        at=step.at,
    )


def _said(step: NegotiationStep) -> str:
    """`$2,450`, `$2.15 a mile`, `$200 more`."""
    if step.said_amount is None:
        return "Accepted our offer" if step.rule == Rule.OFFER_TAKEN else "No rate given"
    if step.said_unit == UNITS[Role.PER_MILE]:
        return f"${step.said_amount:.4f}".removesuffix("00") + "/mi"
    return money(step.said_amount) + (" more" if step.said_unit == UNITS[Role.ON_TOP] else "")
