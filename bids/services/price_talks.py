"""Price talks: taken up by each call of a carrier about a load, kept in step with every answer and every decision.

Whoever changes one has its row locked: after the conversation, before load and bids, in this order everywhere.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import Decimal
from typing import Any

import phonenumbers
import structlog
from django.db import transaction
from django.db.models import Q, QuerySet

from bids.models import Bid, NegotiationStep, PriceTalk, PriceTalkStatusChange
from bids.models.price_talks import RATES
from bids.negotiation import Rules, Standing, Terms, begin
from bids.states import BidStatus, SecondCall
from bids.states import PriceTalkStatus as Status
from calls.models import Conversation
from calls.services.calling_rules import is_rehearsing
from calls.states import Direction
from loads.models import Load
from organizations.tenancy.actors import Actor
from organizations.tenancy.lifecycle import move

log = structlog.get_logger(__name__)

REPLACED = "Replaced by a later call"  # the reason of an offer's withdrawal


# Whose talk it is.


@dataclass(frozen=True, slots=True)
class _Party:
    """Who talks, as far as it is known: a carrier, a number, or nobody but the conversation itself."""

    carrier_id: int | None
    phone: str
    conversation_id: int

    @classmethod
    def of(cls, conversation: Conversation) -> "_Party":
        """Practice and rehearsals leave nothing behind for the carriers that they play."""
        if conversation.skill_state.get("is_own_phone") or is_rehearsing():
            return cls(None, "", conversation.pk)
        return cls(conversation.carrier_id, _number_of(conversation), conversation.pk)

    @property
    def columns(self) -> dict[str, Any]:
        """Of its row."""
        return {"carrier_id": self.carrier_id, "phone": "" if self.carrier_id else self.phone}

    @property
    def rows(self) -> Q:
        """Its row, and beside a carrier's that of the number, as long as nobody knew whose it is."""
        if self.carrier_id is None and not self.phone:
            return Q(carrier=None, phone="", conversation=self.conversation_id)
        of_number = Q(carrier=None, phone=self.phone) if self.phone else Q()
        return of_number if self.carrier_id is None else Q(carrier=self.carrier_id) | of_number


def _number_of(conversation: Conversation) -> str:
    """The number at the other end in E.164; empty where it is hidden, also behind a number that nobody has."""
    call = getattr(conversation, "call", None)
    if call is None:
        return ""
    number = call.from_phone if conversation.direction == Direction.INBOUND else call.to_phone
    try:
        return number if phonenumbers.is_valid_number(phonenumbers.parse(number)) else ""
    except phonenumbers.NumberParseException:
        return ""


# Taking it up, and finding it again at each turn.


@dataclass(frozen=True, slots=True)
class TakenUp:
    """A talk as a conversation finds it.

    `is_new`: nothing was offered before. `is_spoken_for`: another call speaks for it at this moment, and this one is to
    leave it. `is_changed`: the load's rates have changed since.
    """

    talk: PriceTalk
    is_new: bool
    is_spoken_for: bool
    is_changed: bool


def talk_of(*, conversation: Conversation, load: Load, by: Actor, at: datetime) -> PriceTalk | None:
    """The talk that the conversation has about the load, locked; None where it has none. One query.

    Where the carrier of a number is known by now, the number's talk has become the carrier's.
    """
    party = _Party.of(conversation)
    rows = _locked(_rows(party, load))
    if rows and _own(rows, party) is None:
        rows, _ = _begin(party, load, conversation, rows[0].standing, by, at)
    return _merged(rows, party, load, by, at) if rows else None


def take_up(
    *,
    conversation: Conversation,
    load: Load,
    terms: Terms,
    rules: Rules,
    second_call: str = SecondCall.CONTINUE,
    standing: Standing | None = None,
    by: Actor,
    at: datetime,
) -> TakenUp:
    """The talk with the party of the conversation about the load, locked, from now on spoken for by the conversation.

    One that there is goes on where it stood; a new one begins with our opening offer, or with `standing`. Three
    queries either way. Of two conversations at once that begin one the second waits here, and goes on with the first
    one's.
    """
    party = _Party.of(conversation)
    rows, is_begun = _begin(party, load, conversation, (standing or begin(terms, rules)).to_json(), by, at)
    talk = _merged(rows, party, load, by, at)
    if is_begun and len(rows) == 1:
        return TakenUp(talk, is_new=True, is_spoken_for=False, is_changed=False)
    if second_call == SecondCall.LEAVE and _is_spoken_for(talk, conversation):
        return TakenUp(talk, is_new=False, is_spoken_for=True, is_changed=False)
    talk.conversation = conversation
    is_changed = follow_rates(talk, load=load, terms=terms, rules=rules, is_between_calls=True, at=at)
    is_reopened = talk.status == Status.CLOSED or (is_changed and talk.status == Status.REFUSED)
    _store(talk, Status.OPEN if is_reopened else talk.status, by, at, reason="Called again")
    return TakenUp(talk, is_new=False, is_spoken_for=False, is_changed=is_changed)


def _begin(
    party: _Party, load: Load, conversation: Conversation, standing: dict[str, Any], by: Actor, at: datetime
) -> tuple[list[PriceTalk], bool]:
    """The party's rows, locked, its own made where there was none; and whether it was."""
    new = PriceTalk(
        organization_id=conversation.organization_id,
        load=load,
        conversation=conversation,
        status_changed_at=at,
        standing=standing,
        created_at=at,
        updated_at=at,
        **party.columns,
        **_rates_of(load),
    )
    own = None
    while own is None:  # a number's, just made, may become its carrier's before it is locked
        PriceTalk.objects.bulk_create([new], ignore_conflicts=True)
        rows = _locked(_rows(party, load).select_related("conversation__call"))
        own = _own(rows, party)
    is_begun = own.conversation_id == conversation.pk and own.created_at == at
    if is_begun:
        PriceTalkStatusChange.objects.create(
            organization_id=own.organization_id, price_talk=own, old="", new=own.status, by=str(by), at=at
        )
    return rows, is_begun


def is_settled_elsewhere(talk: PriceTalk, conversation: Conversation) -> bool:
    """Whether another conversation has agreed already, or a person has booked."""
    is_others = talk.conversation_id != conversation.pk
    return talk.status == Status.BOOKED or (talk.status == Status.AGREED and is_others)


def _is_spoken_for(talk: PriceTalk, conversation: Conversation) -> bool:
    """Whether another call is at it: one that has ended, or whose line is lost, holds nothing."""
    other = talk.conversation
    if other is None or other.pk == conversation.pk:
        return False
    call = getattr(other, "call", None)
    state = other.skill_state
    return call is not None and not (call.is_finished or state.get("is_over") or state.get("lost"))


def _locked(talks: QuerySet[PriceTalk]) -> list[PriceTalk]:
    return list(talks.order_by("pk").select_for_update(of=("self",), no_key=True))


def _rows(party: _Party, load: Load) -> QuerySet[PriceTalk]:
    return PriceTalk.objects.filter(party.rows, load=load)


def _own(rows: Sequence[PriceTalk], party: _Party) -> PriceTalk | None:
    return next((row for row in rows if row.carrier_id == party.carrier_id), None)


def _merged(rows: Sequence[PriceTalk], party: _Party, load: Load, by: Actor, at: datetime) -> PriceTalk:
    """The party's own, which that of the carrier's number is merged with."""
    own = _own(rows, party)
    assert own is not None, "it was found, or made"
    other = next((row for row in rows if row is not own), None)
    return own if other is None else _merge(own, other, load, by, at)


def _merge(own: PriceTalk, other: PriceTalk, load: Load, by: Actor, at: datetime) -> PriceTalk:
    """One talk of two, both locked: as far as the further one had come, with all that was asked in either.

    What was agreed on stays; else rates of today go before older ones, then the higher offer, so that ours never falls.
    """
    further, lesser = sorted((own, other), key=lambda talk: _reach(talk, load), reverse=True)
    asked = Standing.from_json(lesser.standing).asks
    is_first = lesser.created_at <= further.created_at
    standings = [_with_asks(each, asked, is_first) for each in (further.standing, further.standing_before)]
    for name in (*STATE, *RATES):
        setattr(own, name, getattr(further, name))
    own.standing, own.standing_before = standings
    own.has_forgotten = own.has_forgotten or lesser.has_forgotten
    own.created_at = min(own.created_at, other.created_at)
    status = further.status
    NegotiationStep.objects.filter(price_talk=other).update(price_talk=own)
    Bid.objects.filter(price_talk=other).update(price_talk=own)
    other.delete()
    _store(own, status, by, at, reason="The caller’s carrier is known", created_at=own.created_at)
    live = Bid.objects.filter(price_talk=own, status__in=Bid.lifecycle.unfinished).order_by(
        "updated_at", "pk"
    )
    for bid in list(live.select_for_update(no_key=True))[:-1]:
        withdraw_replaced(bid, by=by, at=at)
    log.info("price talks merged", price_talk=own.pk, load=own.load_id)
    return own


def _with_asks(
    standing: dict[str, Any] | None, asked: tuple[Decimal, ...], is_first: bool
) -> dict[str, Any] | None:
    if standing is None:
        return None
    found = Standing.from_json(standing)
    asks = (*asked, *found.asks) if is_first else (*found.asks, *asked)
    return replace(found, asks=asks).to_json()


def _reach(talk: PriceTalk, load: Load) -> tuple[bool, bool, bool, Decimal, datetime, int]:
    offer = Standing.from_json(talk.standing).offer
    is_booked, is_current = talk.status == Status.BOOKED, talk.rates == _rates_of(load)
    return (is_booked, talk.is_agreed, is_current, offer, talk.updated_at, -talk.pk)


def withdraw_replaced(bid: Bid, *, by: Actor, at: datetime) -> None:
    """Take a locked, undecided bid off the table: the carrier has made a later one."""
    moved = move(bid, BidStatus.WITHDRAWN, by=by, at=at, reason=REPLACED, decided_by=str(by), updated_at=at)
    assert moved, "the row is locked"


# Chapters: as long as the load's rates stay what they are.


def follow_rates(
    talk: PriceTalk, *, load: Load, terms: Terms, rules: Rules, is_between_calls: bool = False, at: datetime
) -> bool:
    """Begin another chapter where the load's rates aren't those of this one; whether one began. Not stored yet.

    Our offer goes on from where it stood as long as the new rates allow it, and is never more than was asked. One that
    a caller has just heard, and that can't be kept, isn't replaced by another before the next call. What was agreed on
    stays.
    """
    rates = _rates_of(load)
    standing = Standing.from_json(talk.standing)
    is_kept = may_be_offered(standing.offer, load)
    if talk.rates == rates or talk.is_agreed or not (is_kept or is_between_calls):
        return False
    opening = begin(terms, rules)
    offer = min(opening.offer, *standing.asks) if standing.asks else opening.offer
    if is_kept:
        offer = max(offer, standing.offer)
    changes = {
        name: [_text(talk.rates[name]), _text(rate)]
        for name, rate in rates.items()
        if talk.rates[name] != rate
    }
    _begin_chapter(talk, replace(opening, offer=offer, asks=standing.asks), changes, by="", at=at)
    for name, rate in rates.items():
        setattr(talk, name, rate)
    return True


def _begin_chapter(
    talk: PriceTalk, standing: Standing, changes: dict[str, list[str]], *, by: str, at: datetime
) -> None:
    talk.chapter += 1
    talk.standing, talk.standing_before, talk.has_forgotten = standing.to_json(), None, False
    _agree(talk, None)
    opening = {"number": talk.chapter, "at": at.isoformat(), "by": by, "changes": changes}
    talk.openings = [*talk.openings, opening]


def may_be_offered(offer: Decimal, load: Load) -> bool:
    """Whether the agent may name this by the load's rates: below the max buy, or at most the target without one."""
    if load.max_rate is not None:
        return offer < load.max_rate
    most = load.start_rate or load.book_now_rate
    return most is not None and offer <= most


def _rates_of(load: Load) -> dict[str, Decimal | None]:
    return {name: getattr(load, name) for name in RATES}


def _text(rate: Decimal | None) -> str:
    return "" if rate is None else str(rate)


# What is said in a conversation.


def keep_answer(
    talk: PriceTalk,
    standing: Standing,
    *,
    conversation: Conversation,
    read_back: Decimal | None = None,
    is_refused: bool = False,
    by: Actor,
    at: datetime,
) -> None:
    """Keep how a locked talk stands after an answer; `read_back` is the figure that a yes would settle."""
    talk.standing_before = None if read_back is None else talk.standing
    talk.standing, talk.conversation = standing.to_json(), conversation
    _agree(talk, read_back)
    status = Status.REFUSED if is_refused else Status.OPEN
    if read_back is not None and talk.status == Status.REFUSED:
        status = Status.REFUSED  # our final offer was taken after all; settled with the yes
    _store(talk, status, by, at)


def keep_agreement(
    talk: PriceTalk, amount: Decimal, *, conversation: Conversation, by: Actor, at: datetime
) -> None:
    """Keep that the carrier said yes to this when it was read back; booking it is another matter."""
    _agree(talk, amount, at, str(by))
    talk.conversation = conversation
    _store(talk, Status.AGREED, by, at)


def take_back(talk: PriceTalk, *, conversation: Conversation, by: Actor, at: datetime) -> bool:
    """Nothing is agreed on any more; whether the figure that was read back last is forgotten with it.

    It is once a chapter; after that it counts as said, so that nobody tries figures out. Nor is it where another
    conversation has gone on from it.
    """
    is_ours = talk.conversation_id == conversation.pk
    is_forgotten = is_ours and talk.standing_before is not None and not talk.has_forgotten
    if is_forgotten:
        talk.standing, talk.has_forgotten = talk.standing_before, True
    talk.standing_before = None
    _agree(talk, None)
    _store(talk, Status.OPEN if talk.status == Status.AGREED else talk.status, by, at)
    return is_forgotten


# What people decide on the bid that came of it.


def lock_talk_of(bid: Bid) -> PriceTalk | None:
    """The talk that a bid belongs to, locked until the transaction ends; None for a bid without one."""
    if bid.price_talk_id is None:
        return None
    # By the bid: its talk may have been merged with another since it was read.
    return next(iter(_locked(PriceTalk.objects.filter(bids=bid.pk))), None)


def lock_talks_of_load(load_id: int) -> dict[int | None, PriceTalk]:
    """All talks about a load, locked, by key."""
    return {talk.pk: talk for talk in _locked(PriceTalk.objects.filter(load=load_id))}


def keep_counter(talk: PriceTalk, amount: Decimal, *, load: Load, by: Actor, at: datetime) -> None:
    """A counter is our offer from now on, as far as the agent may name it.

    One below what we have offered already begins another chapter, which shows who wanted that.
    """
    standing = Standing.from_json(talk.standing)
    if not may_be_offered(amount, load) or amount == standing.offer:
        return
    new = replace(standing, offer=amount)
    if amount < standing.offer:
        _begin_chapter(talk, new, {"offer": [str(standing.offer), str(amount)]}, by=str(by), at=at)
    talk.standing, talk.standing_before = new.to_json(), None
    _agree(talk, None)
    _store(talk, Status.OPEN if talk.status in (Status.AGREED, Status.CLOSED) else talk.status, by, at)


def keep_booking(talk: PriceTalk, amount: Decimal, *, by: Actor, at: datetime) -> None:
    """The load is the carrier's for this amount."""
    _agree(talk, amount, at, str(by))
    _store(talk, Status.BOOKED, by, at)


def close(talk: PriceTalk, *, reason: str, by: Actor, at: datetime) -> None:
    """A bid of it was refused or taken back; a carrier that calls again goes on where it stood."""
    if talk.status != Status.BOOKED:
        _agree(talk, None)
        _store(talk, Status.CLOSED, by, at, reason=reason)


def reopen(talk: PriceTalk, *, reason: str, by: Actor, at: datetime) -> None:
    """The load is open again: the talk goes on where it stood."""
    if talk.status in (Status.BOOKED, Status.CLOSED):
        _agree(talk, None)
        _store(talk, Status.OPEN, by, at, reason=reason)


def talk_as_it_is(talk: PriceTalk) -> dict[str, Any]:
    """What `put_back` needs."""
    return {
        "status": str(talk.status),
        "agreed_amount": None if talk.agreed_amount is None else str(talk.agreed_amount),
        "agreed_at": None if talk.agreed_at is None else talk.agreed_at.isoformat(),
        "agreed_by": talk.agreed_by,
    }


def put_back(talk: PriceTalk, before: dict[str, Any], *, by: Actor, at: datetime) -> None:
    """An acceptance is undone: the talk is as it was before it."""
    amount, moment = before["agreed_amount"], before["agreed_at"]
    _agree(
        talk,
        None if amount is None else Decimal(amount),
        None if moment is None else datetime.fromisoformat(moment),
        before["agreed_by"],
    )
    _store(talk, Status(before["status"]), by, at, reason="Acceptance undone")


def _agree(talk: PriceTalk, amount: Decimal | None, at: datetime | None = None, by: str = "") -> None:
    """What is agreed on: nothing, or, without a moment, what was read back alone."""
    talk.agreed_amount = amount  # type: ignore[assignment]  # null, though the stubs don't know
    talk.agreed_at, talk.agreed_by = at, by


# What a talk consists of besides its status and the rates of its chapter.
STATE = (
    *(
        "conversation_id",
        "standing",
        "standing_before",
        "has_forgotten",
        "agreed_amount",
        "agreed_at",
        "agreed_by",
    ),
    *("chapter", "openings"),
)
# Statuses that are passed through at once.
VIA = {
    (Status.OPEN, Status.BOOKED): (Status.AGREED,),
    (Status.REFUSED, Status.BOOKED): (Status.AGREED,),
    (Status.AGREED, Status.REFUSED): (Status.OPEN,),
    (Status.CLOSED, Status.REFUSED): (Status.OPEN,),
    (Status.CLOSED, Status.AGREED): (Status.OPEN,),
    (Status.CLOSED, Status.BOOKED): (Status.OPEN, Status.AGREED),
}


def _store(
    talk: PriceTalk, status: str, by: Actor, at: datetime, *, reason: str = "", **further: Any
) -> None:
    """Write a locked talk down; one query, two where it moves."""
    values = {name: getattr(talk, name) for name in (*STATE, *RATES)} | further | {"updated_at": at}
    if status == talk.status:
        for name, value in values.items():
            setattr(talk, name, value)
        talk.save(update_fields=list(values))
        return
    via = VIA.get((Status(talk.status), Status(status)), ())
    moved = move(talk, status, via=via, by=by, at=at, reason=reason[:200], **values)
    assert moved, "the row is locked"


# Talks that nobody went on with.


MAX_AT_ONCE = 500


def close_overdue_price_talks(*, by: Actor, at: datetime, most: int = MAX_AT_ONCE) -> int:
    """Close unfinished talks past their deadline, of all organizations, the longest overdue first; how many it were.

    A talk's time runs from the last thing that happened to it. At most `most` in one transaction; those that somebody
    is at are left alone. Call it again for the rest.
    """
    overdue = Q()
    for status, deadline in PriceTalk.lifecycle.deadlines.items():
        overdue |= Q(status=status, updated_at__lt=at - deadline)
    with transaction.atomic():
        talks = list(
            PriceTalk.unscoped.filter(overdue)
            .order_by("updated_at", "pk")
            .select_for_update(skip_locked=True, no_key=True)[:most]
        )
        for talk in talks:
            close(talk, reason="No news in time", by=by, at=at)
    if talks:
        log.info("price talks closed", count=len(talks))
    return len(talks)
