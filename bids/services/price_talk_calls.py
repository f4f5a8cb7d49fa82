"""Price talks as calls take them up: whose talk it is, and where it stood; of two of a carrier's, one is made. And
what came of a call that a broker made.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

import phonenumbers
import structlog
from django.db import transaction
from django.db.models import Q, QuerySet

from bids.models import Bid, NegotiationStep, PriceTalk, PriceTalkStatusChange
from bids.models.negotiation import RATES
from bids.negotiation import Standing, begin
from bids.offer_limits import Rules, Terms, hours_until
from bids.price_talk_moves import Kind, Move, appended, read, with_asks
from bids.services import bids
from bids.services.bids import withdraw_replaced
from bids.services.price_talks import STATE, follow_rates, locked, note_move, rates_of, store
from bids.states import BidChannel, SecondCall
from bids.states import PriceTalkStatus as Status
from calls.models import Call, Conversation
from calls.services import outcomes
from calls.services.permission import is_rehearsing
from calls.states import Direction, Tag
from loads.models import Load
from organizations.formats import money
from organizations.tenancy.actors import Actor

log = structlog.get_logger(__name__)

# Whose talk it is.


@dataclass(frozen=True, slots=True)
class _Party:
    """Who talks, as far as it is known: a carrier, a number, or nobody but the conversation itself."""

    carrier_id: int | None
    phone: str
    conversation_id: int

    @classmethod
    def of(cls, conversation: Conversation, *, is_claim: bool) -> "_Party":
        """Practice and rehearsals leave nothing behind for the carriers that they play.

        Whoever only claims to be a carrier talks for the number they call from: they neither hear where the carrier
        stands nor use up its rounds.
        """
        if conversation.skill_state.get("is_own_phone") or is_rehearsing():
            return cls(None, "", conversation.pk)
        carrier_id = None if is_claim else conversation.carrier_id
        return cls(carrier_id, _number_of(conversation), conversation.pk)

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


def talk_of(
    *, conversation: Conversation, load: Load, is_claim: bool = False, by: Actor, at: datetime
) -> PriceTalk | None:
    """The talk that the conversation has about the load, locked; None where it has none. One query.

    Where the carrier of a number is known by now, the number's talk has become the carrier's. `is_claim`: the number
    isn't one of the carrier's.
    """
    party = _Party.of(conversation, is_claim=is_claim)
    rows = locked(_rows(party, load))
    if rows and _own(rows, party) is None:
        rows, _ = _begin(party, load, conversation, rows[0].standing, rows[0].moves, by, at)
    return _merged(rows, party, load, by, at) if rows else None


def take_up(
    *,
    conversation: Conversation,
    load: Load,
    terms: Terms,
    rules: Rules,
    second_call: str = SecondCall.CONTINUE,
    standing: Standing | None = None,
    is_claim: bool = False,
    by: Actor,
    at: datetime,
) -> TakenUp:
    """The talk with the party of the conversation about the load, locked, from now on spoken for by the conversation.

    One that there is goes on where it stood; a new one begins with our opening offer, or with `standing`. Three
    queries either way. Of two conversations at once that begin one the second waits here, and goes on with the first
    one's.
    """
    party = _Party.of(conversation, is_claim=is_claim)
    hours = hours_until(load.pickup_at, at=at)
    opening = Move(kind=Kind.BEGIN, at=at, terms=terms, rules=rules, hours=hours, standing=standing)
    begun = (standing or begin(terms, rules)).to_json()
    rows, is_begun = _begin(party, load, conversation, begun, appended([], opening), by, at)
    talk = _merged(rows, party, load, by, at)
    if is_begun and len(rows) == 1:
        return TakenUp(talk, is_new=True, is_spoken_for=False, is_changed=False)
    if second_call == SecondCall.LEAVE and _is_spoken_for(talk, conversation):
        return TakenUp(talk, is_new=False, is_spoken_for=True, is_changed=False)
    talk.conversation = conversation
    is_changed = follow_rates(talk, load=load, terms=terms, rules=rules, is_between_calls=True, at=at)
    is_reopened = talk.status == Status.CLOSED or (is_changed and talk.status == Status.REFUSED)
    store(talk, Status.OPEN if is_reopened else talk.status, by, at, reason="Called again")
    return TakenUp(talk, is_new=False, is_spoken_for=False, is_changed=is_changed)


def _begin(
    party: _Party,
    load: Load,
    conversation: Conversation,
    standing: dict[str, Any],
    moves: list[dict[str, Any]] | None,
    by: Actor,
    at: datetime,
) -> tuple[list[PriceTalk], bool]:
    """The party's rows, locked, its own made where there was none; and whether it was."""
    new = PriceTalk(
        organization_id=conversation.organization_id,
        load=load,
        conversation=conversation,
        status_changed_at=at,
        standing=standing,
        moves=moves,
        created_at=at,
        updated_at=at,
        **party.columns,
        **rates_of(load),
    )
    own = None
    while own is None:  # a number's, just made, may become its carrier's before it is locked
        PriceTalk.objects.bulk_create([new], ignore_conflicts=True)
        rows = locked(_rows(party, load).select_related("conversation__call"))
        own = _own(rows, party)
    is_begun = own.conversation_id == conversation.pk and own.created_at == at
    if is_begun:
        PriceTalkStatusChange.objects.create(
            organization_id=own.organization_id, price_talk=own, old="", new=own.status, by=str(by), at=at
        )
    return rows, is_begun


def _is_spoken_for(talk: PriceTalk, conversation: Conversation) -> bool:
    """Whether another call is at it: one that has ended, or whose line is lost, holds nothing."""
    other = talk.conversation
    if other is None or other.pk == conversation.pk:
        return False
    call = getattr(other, "call", None)
    state = other.skill_state
    return call is not None and not (call.is_finished or state.get("is_over") or state.get("lost"))


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
    is_copy = (own.standing, own.moves) == (other.standing, other.moves)
    asked = () if is_copy else Standing.from_json(lesser.standing).asks
    is_first = lesser.created_at <= further.created_at
    standings = [_with_asks(each, asked, is_first) for each in (further.standing, further.standing_before)]
    moves = lesser.moves
    for name in (*STATE, *RATES):
        setattr(own, name, getattr(further, name))
    own.standing, own.standing_before = standings
    if moves is None:
        own.moves = None
    elif not is_copy:
        note_move(own, Move(kind=Kind.MERGE, at=at, others=tuple(read(moves)), is_first=is_first))
    own.has_forgotten = own.has_forgotten or lesser.has_forgotten
    own.created_at = min(own.created_at, other.created_at)
    status = further.status
    NegotiationStep.objects.filter(price_talk=other).update(price_talk=own)
    Bid.objects.filter(price_talk=other).update(price_talk=own)
    other.delete()
    store(own, status, by, at, reason="The caller’s carrier is known", created_at=own.created_at)
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
    return with_asks(Standing.from_json(standing), asked, is_first=is_first).to_json()


def _reach(talk: PriceTalk, load: Load) -> tuple[bool, bool, bool, Decimal, datetime, int]:
    offer = Standing.from_json(talk.standing).offer
    is_booked, is_current = talk.status == Status.BOOKED, talk.rates == rates_of(load)
    return (is_booked, talk.is_agreed, is_current, offer, talk.updated_at, -talk.pk)


# What came of a call that a broker made.


AGREED, DECLINED, VOICEMAIL = "agreed", "declined", "voicemail"

OUTCOMES = (
    (AGREED, "We agreed on a rate"),
    (DECLINED, "No deal"),
    (VOICEMAIL, "Left a message"),
)


def note_outcome(
    *, call: Call, outcome: str, load: Load | None, amount: Decimal | None, by: Actor, at: datetime
) -> Bid | None:
    """Keep what came of a broker's call; the bid that was taken down, if a rate was named.

    An agreed rate is a bid to be accepted; one that nobody agreed on is taken down and rejected. Raises
    calls.services.outcomes.NotEnded, InvalidAmount, BidClosed.
    """
    words, tags = _words(outcome, load, amount)
    with transaction.atomic():
        outcomes.note_outcome(call_id=call.pk, outcome=outcome, words=words, tags=tags, by=by, at=at)
        if load is None or amount is None or outcome == VOICEMAIL:
            return None
        bid = bids.record_bid(
            organization=call.organization,
            load=load,
            amount=amount,
            channel=BidChannel.PHONE,
            conversation=call.conversation,
            price_talk=_talk_of(call, load),
            carrier=call.conversation.carrier,
            by=by,
            at=at,
        )
        if outcome == DECLINED:
            bid = bids.reject_bid(bid=bid, reason="No deal on the phone.", by=by, at=at)
    return bid


def _talk_of(call: Call, load: Load) -> PriceTalk | None:
    """The carrier's price talk, where it has one: what it asks on the phone now takes the place of what it asked."""
    carrier = call.conversation.carrier
    return PriceTalk.objects.filter(load=load, carrier=carrier).first() if carrier else None


def _words(outcome: str, load: Load | None, amount: Decimal | None) -> tuple[str, tuple[Tag, ...]]:
    about = f" on load {load.external_id}" if load and amount is not None else ""
    if outcome == AGREED:
        return f"Agreed at {money(amount)}{about}.", (Tag.NEGOTIATION,)
    if outcome == VOICEMAIL:
        return "Left a message.", (Tag.VOICEMAIL,)
    asked = f" The carrier asked {money(amount)}{about}." if amount is not None else ""
    return f"No deal.{asked}", (Tag.RATE_REJECTED if amount is not None else Tag.NOT_INTERESTED,)
