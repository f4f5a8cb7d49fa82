"""The negotiation receipt as a page shows it: for each load what was asked, what was answered, and why; and how the
talk stands.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db.models import FETCH_RAISE, F, Q

from bids.models import Bid, NegotiationRules, NegotiationStep, PriceTalk
from bids.negotiation import Action, Rule, Standing, begin, hear_ask
from bids.offer_limits import Terms
from bids.selectors.bids import names_of
from bids.services.negotiation_terms import Answer, answer_of, badge_of
from calls.models import Call, Conversation, ConversationLoad
from calls.states import Channel
from loads.models import Load
from organizations.formats import money

STEPS_SHOWN = 200
RATES = {"start_rate": "target", "max_rate": "max buy", "book_now_rate": "book-it-now"}


@dataclass(frozen=True, slots=True)
class Opening:
    """What began another chapter of a price talk, in words."""

    words: str
    by: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Receipt:
    """The haggling over one load, over all calls, with how it stands after the last step.

    `entries` are the rows, and between them what began each chapter.
    """

    load: Load
    rows: list[Answer]
    entries: list[Answer | Opening]
    offer: Decimal
    agreed: Decimal | None
    ceiling: Decimal | None
    final_offer: Decimal | None


def receipts_of(conversation: Conversation) -> list[Receipt]:
    """Return the receipts of a conversation, the load first haggled over first; two queries at most.

    What was said to the carrier about a load in other calls is part of it.
    """
    own = NegotiationStep.objects.filter(conversation=conversation)
    talks = own.exclude(price_talk=None).order_by().values("price_talk")
    steps = _steps(Q(conversation=conversation) | Q(price_talk__in=talks))
    by_load: dict[int, list[Any]] = {
        step.load_id: [] for step in steps if step.conversation_id == conversation.pk
    }
    for step in steps:
        by_load.setdefault(step.load_id, []).append(step)
    return _receipts(by_load.values(), conversation.pk)


def receipt_of_talk(talk: PriceTalk, conversation_id: int | None) -> Receipt | None:
    """Return the receipt of a price talk, as seen from a conversation; None without a step; two queries at most."""
    steps = _steps(Q(price_talk=talk))
    return next(iter(_receipts([steps], conversation_id)), None) if steps else None


def _steps(which: Q) -> list[Any]:
    """The newest of these in the order in which they were made, each with its load and price talk."""
    steps = NegotiationStep.objects.filter(which).select_related("load", "price_talk")
    steps = steps.defer("load__special_instructions").annotate(channel=F("conversation__channel"))
    return list(steps.order_by("-at", "-pk")[:STEPS_SHOWN])[::-1]


def _receipts(by_load: Iterable[list[Any]], conversation_id: int | None) -> list[Receipt]:
    by_load = list(by_load)
    talks = {step.price_talk for steps in by_load for step in steps if step.price_talk}
    names = names_of(opening["by"] for talk in talks for opening in talk.openings)
    return [_receipt(steps, conversation_id, names) for steps in by_load]


def _receipt(steps: list[Any], conversation_id: int | None, names: Mapping[str, str]) -> Receipt:
    last, talk = steps[-1], steps[-1].price_talk
    rows = [answer_of(step, _other_call(step, conversation_id)) for step in steps]
    openings = _openings(talk, names) if talk else []
    agreed = last.amount if last.action == Action.ACCEPT else None
    return Receipt(
        load=last.load,
        rows=rows,
        # What changed goes before what was answered to it.
        entries=sorted([*openings, *rows], key=lambda entry: entry.at),
        # A person may have changed our offer since, or the carrier what it said.
        offer=Standing.from_json(talk.standing).offer if talk else last.offer,
        agreed=talk.agreed_amount if talk else agreed,
        ceiling=last.ceiling,
        final_offer=last.final_offer,
    )


def _other_call(step: Any, conversation_id: int | None) -> int | None:
    is_other = step.conversation_id != conversation_id and step.channel == Channel.PHONE
    return step.conversation_id if is_other else None


def _openings(talk: PriceTalk, names: Mapping[str, str]) -> list[Opening]:
    return [
        Opening(
            _opening_words(each["changes"]), names.get(each["by"], ""), datetime.fromisoformat(each["at"])
        )
        for each in talk.openings
    ]


def _opening_words(changes: Mapping[str, tuple[str, str]]) -> str:
    """`Rates changed: target $1,500 → $1,600`, or what a person made of our offer."""
    if "offer" in changes:
        return f"Our offer lowered: {_change(changes['offer'])}"
    told = (f"{words} {_change(changes[name])}" for name, words in RATES.items() if name in changes)
    return f"Rates changed: {', '.join(told)}"


def _change(values: tuple[str, str]) -> str:
    return " → ".join(money(value) if value else "none" for value in values)


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
    """A talk on an example load, with its final offer, and the dollars within which its max buy stays hidden."""

    start: Decimal
    ceiling: Decimal
    rows: list[Answered]
    final_offer: Decimal | None
    early_final_offer: Decimal | None
    hidden: Decimal


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
        amount = ask if step.rule == Rule.LEFT_TO_BROKER else step.amount
        rows.append(Answered(ask, *badge_of(step.action, step.rule), amount, step.rule.sentence))
        if step.action == Action.ACCEPT:
            break
    return Preview(
        start=START,
        ceiling=CEILING,
        rows=rows,
        final_offer=standing.final,
        early_final_offer=early.final if early else None,
        hidden=policy.hidden_share * (CEILING - START) if standing.final is not None else Decimal(0),
    )


LOADS_SHOWN = 10


@dataclass(frozen=True, slots=True)
class LoadStanding:
    """How a talk with a carrier stands about one load; `limit` is the most that may be offered, None: not told."""

    load: Load
    bid: Bid | None
    limit: Decimal | None

    @property
    def ask(self) -> Decimal | None:
        """What the carrier asked last."""
        return self.bid.amount if self.bid else None

    @property
    def is_within(self) -> bool:
        """Whether the last ask could be taken."""
        return self.ask is not None and self.limit is not None and self.ask <= self.limit


def standings_of(call: Call) -> list[LoadStanding]:
    """Return how it stands about each load that a call was about, by it and the call that it follows; two queries."""
    links = ConversationLoad.objects.filter(conversation=call.pk).select_related("load").order_by("pk")
    loads = [link.load for link in links.defer("load__special_instructions")[:LOADS_SHOWN]]
    talks = [call.pk, *([call.follows_id] if call.follows_id else [])]
    bids = Bid.objects.filter(conversation__in=talks, load__in=loads).order_by("updated_at", "pk")
    last = {bid.load_id: bid for bid in bids.fetch_mode(FETCH_RAISE)}
    return [
        LoadStanding(load, last.get(load.pk), load.max_rate if load.max_rate is not None else load.start_rate)
        for load in loads
    ]
