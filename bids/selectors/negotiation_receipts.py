"""The negotiation receipt as a page shows it: for each load what was asked, what was answered, and why."""

from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal

from bids.concessions import Terms
from bids.models import NegotiationRules, NegotiationStep
from bids.negotiation import Action, Flag, Rule, begin, hear_ask
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
    final_offer: Decimal | None


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
        final_offer=last.final_offer,
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


# What the agent would answer, for those who set how it haggles.


START, CEILING = Decimal(1500), Decimal(2000)
ASKS = tuple(Decimal(amount) for amount in (3000, 2250, 2100, 1990, 1900, 1850))


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer to one of a typical carrier's asks."""

    ask: Decimal
    action: str
    tone: str
    amount: Decimal
    rule: str


@dataclass(frozen=True, slots=True)
class Preview:
    """A talk on an example load, with its final offer, and what callers can't find out, in percent of the range."""

    start: Decimal
    ceiling: Decimal
    rows: list[Answered]
    final_offer: Decimal | None
    early_final_offer: Decimal | None
    hidden: int


def preview_of(rules: NegotiationRules) -> Preview:
    """Return how a typical carrier would be answered by these rules, on a load whose final offer lies in the middle."""
    policy = rules.policy
    terms = Terms(start=START, ceiling=CEILING, drawn=Decimal("0.5"))
    standing = begin(terms, policy)
    early = begin(replace(terms, usable=rules.clock.early_share), policy) if rules.clock else None
    rows = []
    for ask in ASKS:
        step = hear_ask(standing, ask, terms=terms, rules=policy)
        standing = step.standing
        rows.append(
            Answered(ask, step.action.label, TONES.get(step.action, ""), step.amount, step.rule.sentence)
        )
        if step.action == Action.ACCEPT:
            break
    return Preview(
        start=START,
        ceiling=CEILING,
        rows=rows,
        final_offer=standing.final,
        early_final_offer=early.final if early else None,
        hidden=int(policy.hidden_share * 100) if standing.final is not None else 0,
    )
