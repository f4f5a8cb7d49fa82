"""Price talks kept in step: with the load's rates, with every answer of ours, with every decision of a person.

Whoever changes one has its row locked: after the conversation, before load and bids, in this order everywhere. Calls
take them up in `price_talk_calls`.
"""

from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Q, QuerySet

from bids.models import Bid, PriceTalk
from bids.models.negotiation import RATES
from bids.negotiation import Action, Standing, Step
from bids.offer_limits import Rules, Terms, hours_until
from bids.price_talk_moves import Kind, Move, appended, begin_again, unsaid
from bids.states import PriceTalkStatus as Status
from calls.models import Conversation
from loads.models import Load
from organizations.tenancy.actors import Actor
from organizations.tenancy.lifecycle import move

log = structlog.get_logger(__name__)

# Chapters: as long as the load's rates stay what they are.


def follow_rates(
    talk: PriceTalk, *, load: Load, terms: Terms, rules: Rules, is_between_calls: bool = False, at: datetime
) -> bool:
    """Begin another chapter where the load's rates aren't those of this one; whether one began. Not stored yet.

    Our offer goes on from where it stood as long as the new rates allow it, and is never more than was asked. One that
    a caller has just heard, and that can't be kept, isn't replaced by another before the next call. What was agreed on
    stays.
    """
    rates = rates_of(load)
    standing = Standing.from_json(talk.standing)
    is_kept = may_be_offered(standing.offer, load)
    if talk.rates == rates or talk.is_agreed or not (is_kept or is_between_calls):
        return False
    changes = {
        name: [_text(talk.rates[name]), _text(rate)]
        for name, rate in rates.items()
        if talk.rates[name] != rate
    }
    hours = hours_until(load.pickup_at, at=at)
    note_move(talk, Move(kind=Kind.RATES, at=at, terms=terms, rules=rules, hours=hours))
    _begin_chapter(talk, begin_again(standing, terms, rules), changes, by="", at=at)
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


def note_move(talk: PriceTalk, move: Move) -> None:
    """Keep what happened in it, to be played again; not stored yet."""
    talk.moves = appended(talk.moves, move)


def may_be_offered(offer: Decimal, load: Load) -> bool:
    """Whether the agent may name this by the load's rates: below the max buy, or at most the target without one."""
    if load.max_rate is not None:
        return offer < load.max_rate
    most = load.start_rate or load.book_now_rate
    return most is not None and offer <= most


def rates_of(load: Load) -> dict[str, Decimal | None]:
    """The load's rates by which a chapter goes, by their names."""
    return {name: getattr(load, name) for name in RATES}


def _text(rate: Decimal | None) -> str:
    return "" if rate is None else str(rate)


# What is said in a conversation.


def is_settled_elsewhere(talk: PriceTalk, conversation: Conversation) -> bool:
    """Whether another conversation has agreed already, or a person has booked."""
    is_others = talk.conversation_id != conversation.pk
    return talk.status == Status.BOOKED or (talk.status == Status.AGREED and is_others)


def keep_answer(
    talk: PriceTalk, move: Move, answer: Step, *, conversation: Conversation, by: Actor, at: datetime
) -> None:
    """Keep how a locked talk stands after an answer to a move; an agreed figure is read back, and a yes settles it."""
    read_back = answer.amount if answer.action == Action.ACCEPT else None
    note_move(talk, move)
    talk.standing_before = None if read_back is None else talk.standing
    talk.standing, talk.conversation = answer.standing.to_json(), conversation
    _agree(talk, read_back)
    status = Status.REFUSED if answer.action == Action.REFUSE else Status.OPEN
    if read_back is not None and talk.status == Status.REFUSED:
        status = Status.REFUSED  # our final offer was taken after all; settled with the yes
    store(talk, status, by, at)


def keep_agreement(
    talk: PriceTalk, amount: Decimal, *, conversation: Conversation, by: Actor, at: datetime
) -> None:
    """Keep that the carrier said yes to this when it was read back; booking it is another matter."""
    _agree(talk, amount, at, str(by))
    talk.conversation = conversation
    store(talk, Status.AGREED, by, at)


def take_back(talk: PriceTalk, *, conversation: Conversation, by: Actor, at: datetime) -> bool:
    """Nothing is agreed on any more; whether the figure that was read back last is forgotten with it.

    It is once a chapter; after that it counts as said, so that nobody tries figures out. Nor is it where another
    conversation has gone on from it.
    """
    is_ours = talk.conversation_id == conversation.pk
    is_forgotten = is_ours and talk.standing_before is not None and not talk.has_forgotten
    if is_forgotten:
        talk.standing, talk.has_forgotten = talk.standing_before, True
        note_move(talk, Move(kind=Kind.FORGET, at=at))
    talk.standing_before = None
    _agree(talk, None)
    store(talk, Status.OPEN if talk.status == Status.AGREED else talk.status, by, at)
    return is_forgotten


def unsay(talk: PriceTalk, amount: Decimal, *, conversation: Conversation, by: Actor, at: datetime) -> bool:
    """Whether a figure that was heard, which the carrier says it never named, is forgotten; once a chapter."""
    if talk.has_forgotten or talk.conversation_id != conversation.pk:
        return False
    note_move(talk, Move(kind=Kind.UNSAID, at=at, amount=amount))
    standing = unsaid(Standing.from_json(talk.standing), amount)
    talk.standing, talk.standing_before, talk.has_forgotten = standing.to_json(), None, True
    _agree(talk, None)
    store(talk, Status.OPEN, by, at)
    return True


# What people decide on the bid that came of it.


def lock_talk_of(bid: Bid) -> PriceTalk | None:
    """The talk that a bid belongs to, locked until the transaction ends; None for a bid without one."""
    if bid.price_talk_id is None:
        return None
    # By the bid: its talk may have been merged with another since it was read.
    return next(iter(locked(PriceTalk.objects.filter(bids=bid.pk))), None)


def lock_talks_of_load(load_id: int) -> dict[int | None, PriceTalk]:
    """All talks about a load, locked, by key."""
    return {talk.pk: talk for talk in locked(PriceTalk.objects.filter(load=load_id))}


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
    note_move(talk, Move(kind=Kind.COUNTER, at=at, amount=amount))
    talk.standing, talk.standing_before = new.to_json(), None
    _agree(talk, None)
    store(talk, Status.OPEN if talk.status in (Status.AGREED, Status.CLOSED) else talk.status, by, at)


def keep_booking(talk: PriceTalk, amount: Decimal, *, by: Actor, at: datetime) -> None:
    """The load is the carrier's for this amount."""
    _agree(talk, amount, at, str(by))
    store(talk, Status.BOOKED, by, at)


def close(talk: PriceTalk, *, reason: str, by: Actor, at: datetime) -> None:
    """A bid of it was refused or taken back; a carrier that calls again goes on where it stood."""
    if talk.status != Status.BOOKED:
        _agree(talk, None)
        store(talk, Status.CLOSED, by, at, reason=reason)


def reopen(talk: PriceTalk, *, reason: str, by: Actor, at: datetime) -> None:
    """The load is open again: the talk goes on where it stood."""
    if talk.status in (Status.BOOKED, Status.CLOSED):
        _agree(talk, None)
        store(talk, Status.OPEN, by, at, reason=reason)


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
    store(talk, Status(before["status"]), by, at, reason="Acceptance undone")


def _agree(talk: PriceTalk, amount: Decimal | None, at: datetime | None = None, by: str = "") -> None:
    """What is agreed on: nothing, or, without a moment, what was read back alone."""
    talk.agreed_amount = amount  # type: ignore[assignment]  # null, though the stubs don't know
    talk.agreed_at, talk.agreed_by = at, by


# Rows, locked and written.


def locked(talks: QuerySet[PriceTalk]) -> list[PriceTalk]:
    """These, as they are now, in the order in which everybody locks them."""
    return list(talks.order_by("pk").select_for_update(of=("self",), no_key=True))


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
    *("chapter", "openings", "moves"),
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


def store(talk: PriceTalk, status: str, by: Actor, at: datetime, *, reason: str = "", **further: Any) -> None:
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
