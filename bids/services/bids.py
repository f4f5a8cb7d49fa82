"""Bids: written down as carriers ask, countered, rejected, withdrawn, expired."""

from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

import structlog
from django.db import connection, transaction
from django.db.models import IntegerField, Max, Q, QuerySet, Value
from django.db.models.expressions import Combinable, Subquery
from django.db.models.functions import Coalesce

from bids import events
from bids.models import Bid, PriceTalk
from bids.services import price_talks
from bids.states import BidChannel, BidStatus
from calls.models import Conversation, ConversationLoad
from calls.services.transfers import other_number
from carriers.models import Carrier
from loads.models import Load
from organizations import audit
from organizations.models import Organization
from organizations.tenancy import live_updates
from organizations.tenancy.actors import Actor
from organizations.tenancy.lifecycle import move, start

# What may stand as an amount of money.


CENT = Decimal("0.01")
LIMIT = Decimal(10) ** 9


class InvalidAmount(ValueError):
    """No amount that a load could be moved for: `str()` says why, in words for whoever gave it."""


def read_amount(value: Decimal) -> Decimal:
    """Dollars rounded half up to the cent; raises InvalidAmount unless it is positive and below a thousand million."""
    if not value.is_finite():
        raise InvalidAmount("Enter a valid amount.")
    # Rounded only where it can be: quantize() can't hold 1e300.
    amount = value.quantize(CENT, ROUND_HALF_UP) if abs(value) < LIMIT else value
    if amount <= 0:
        raise InvalidAmount("Enter an amount over $0.")
    if amount >= LIMIT:
        raise InvalidAmount("The amount is too large.")
    return amount


# Services that are called by themselves, and within a turn of a talk, where each statement keeps a caller waiting.


def one_transaction() -> AbstractContextManager[None]:
    """A transaction of its own, or the one that runs already, without a savepoint in it.

    For services that refuse before they write anything: whoever handles the refusal goes on with a transaction that is
    whole. Errors of the database must go through.
    """
    return nullcontext() if connection.in_atomic_block else transaction.atomic()


# The place of a new row among its conversation's, found by the statement that inserts it.


def next_position(rows: QuerySet) -> Combinable:
    """One more than the last of these, or 0; safe while the conversation is locked."""
    last = rows.order_by().values("conversation").values(last=Max("position"))
    return Coalesce(Subquery(last, output_field=IntegerField()) + 1, Value(0))


# What is done to bids: open pages are told, and what people do stands in the audit.


def record_action(action: str, bid: Bid, by: Actor, at: datetime, **details: Any) -> None:
    """Tell open pages and whoever wants events; append an audit row where a person or an API client acted."""
    live_updates.changed(bid.organization_id, *bid.live_names)
    events.bid_changed(bid, is_new=action == "bid.recorded", by=by, at=at)
    if by.kind in ("user", "token"):
        audit.record(organization=bid.organization, action=action, subject=bid, by=by, at=at, **details)


# Deciding on a bid without booking it: offer another figure, refuse it, note that the carrier took it back.


class BidClosed(RuntimeError):
    """The bid was decided on already; `status` says how, `str()` in words."""

    def __init__(self, bid: Bid) -> None:
        super().__init__(f"This offer is already {bid.get_status_display().lower()}.")
        self.status = bid.status


def lock_undecided(bid: Bid) -> Bid:
    """The bid as it is now, locked until the transaction ends; raises BidClosed when it waits for nothing."""
    current = Bid.objects.select_for_update(no_key=True).get(pk=bid.pk)
    if current.status not in Bid.lifecycle.unfinished:
        raise BidClosed(current)
    return current


def counter_bid(*, bid: Bid, amount: Decimal, by: Actor, at: datetime) -> Bid:
    """Offer `amount` dollars in return, or another figure than before; return the bid as it is then.

    It is our offer in the price talk too. Raises InvalidAmount or BidClosed.
    """
    amount = read_amount(amount)
    with one_transaction():
        talk = price_talks.lock_talk_of(bid)
        bid = lock_undecided(bid)
        if talk is not None:
            price_talks.keep_counter(talk, amount, load=bid.load, by=by, at=at)
        if bid.status == BidStatus.OPEN:
            move(
                bid,
                BidStatus.COUNTERED,
                by=by,
                at=at,
                counter_amount=amount,
                decided_by=str(by),
                updated_at=at,
            )
        elif bid.counter_amount != amount:
            bid.counter_amount, bid.decided_by, bid.updated_at = amount, str(by), at
            bid.save(update_fields=["counter_amount", "decided_by", "updated_at"])
        else:
            return bid
        record_action("bid.countered", bid, by, at, asked=str(bid.amount), offered=str(amount))
    return bid


def reject_bid(*, bid: Bid, reason: str = "", by: Actor, at: datetime) -> Bid:
    """Refuse the bid; return it as it is then. Raises BidClosed."""
    return _close(bid, BidStatus.REJECTED, reason, by, at)


def withdraw_bid(*, bid: Bid, reason: str = "", by: Actor, at: datetime) -> Bid:
    """Note that the carrier took its bid back; return it as it is then. Raises BidClosed."""
    return _close(bid, BidStatus.WITHDRAWN, reason, by, at)


def _close(bid: Bid, status: BidStatus, reason: str, by: Actor, at: datetime) -> Bid:
    with one_transaction():
        talk = price_talks.lock_talk_of(bid)
        bid = lock_undecided(bid)
        move(bid, status, by=by, at=at, reason=reason[:200], decided_by=str(by), updated_at=at)
        # Where the agent takes a bid off the table, the talk about it goes on.
        if talk is not None and by.kind != "agent":
            price_talks.close(talk, reason=f"{status.label}: {reason}".removesuffix(": "), by=by, at=at)
        record_action(f"bid.{status.lower()}", bid, by, at, reason=reason)
    return bid


REPLACED = "Replaced by a later call"


def withdraw_replaced(bid: Bid, *, by: Actor, at: datetime) -> None:
    """Take a locked, undecided bid off the table: the carrier has made a later one."""
    moved = move(bid, BidStatus.WITHDRAWN, by=by, at=at, reason=REPLACED, decided_by=str(by), updated_at=at)
    assert moved, "the row is locked"
    events.bid_changed(bid, by=by, at=at)


def record_bid(
    *,
    organization: Organization,
    load: Load,
    amount: Decimal,
    channel: BidChannel,
    conversation: Conversation | None = None,
    price_talk: PriceTalk | None = None,
    carrier: Carrier | None = None,
    offered: Decimal | None = None,
    notes: str = "",
    is_locked: bool = False,
    by: Actor,
    at: datetime,
) -> Bid:
    """Take down that a carrier asks `amount` dollars.

    `offered` is what it is offered in return in the same breath, as by `counter_bid`. `is_locked` says that the
    transaction which runs has locked the conversation and the price talk, and that both are as they are now.

    A conversation has at most one undecided bid for a load, and so has a price talk: a repeat in the conversation gives
    that one the new amount and keeps its first ask, and where we had countered it is open again; one in another
    conversation is a bid with that first ask, which takes its place. After one that was rejected, withdrawn or expired
    another ask is another bid; after one that was accepted nothing is asked any more. Without a conversation, as
    entered by hand, each is a bid of its own. Raises InvalidAmount or BidClosed.
    """
    amount = read_amount(amount)
    offered = None if offered is None else read_amount(offered)
    with one_transaction():
        if conversation is not None and not is_locked:
            # Of two asks of a conversation at once the second waits here, and then finds the first one's bid.
            conversation = Conversation.objects.select_for_update(no_key=True).get(pk=conversation.pk)
        if price_talk is not None and not is_locked:
            PriceTalk.objects.select_for_update(no_key=True).only("pk").get(pk=price_talk.pk)
        known = _what_is_known(conversation, carrier) | ({"notes": notes} if notes else {})
        values = {"amount": amount} | known
        others = _bids_of(conversation, price_talk)
        bid = _undecided(others, load)
        if bid is not None and _is_in(bid, conversation):
            _remember(bid, load, carrier)
            _update(bid, values, offered, by=by, at=at)
            if price_talk is not None:
                bid.price_talk = price_talk
            return bid
        earlier, bid = (
            bid,
            Bid(
                organization=organization,
                load=load,
                conversation=conversation,
                position=1
                + max((each.position for each in others if _is_in(each, conversation)), default=-1),
                channel=channel,
                first_ask=amount,
                price_talk=price_talk,
                **values,
            ),
        )
        if earlier is not None:
            bid.first_ask, bid.details = earlier.first_ask, earlier.details
            withdraw_replaced(earlier, by=by, at=at)
        _remember(bid, load, carrier)
        _insert(bid, offered, by=by, at=at)
    return bid


def _remember(bid: Bid, load: Load, carrier: Carrier | None) -> None:
    """Keep what is known of these rows on the bid, so that nobody has to look it up."""
    bid.load = load
    if carrier is not None and bid.carrier_id == carrier.pk:
        bid.carrier = carrier


def _is_in(bid: Bid, conversation: Conversation | None) -> bool:
    return conversation is not None and bid.conversation_id == conversation.pk


def _bids_of(conversation: Conversation | None, price_talk: PriceTalk | None) -> list[Bid]:
    """The bids of the conversation and of the price talk, the last first, locked."""
    rows = Q() if conversation is None else Q(conversation=conversation)
    if price_talk is not None:
        rows |= Q(price_talk=price_talk)
    found = list(Bid.objects.filter(rows).select_for_update(no_key=True).order_by("-id")) if rows else []
    for bid in found:
        if _is_in(bid, conversation):
            bid.conversation = conversation  # known without asking
    return found


def _undecided(bids: Iterable[Bid], load: Load) -> Bid | None:
    """The one that waits for a decision; raises BidClosed where both sides have agreed on one."""
    alive = (*Bid.lifecycle.unfinished, BidStatus.ACCEPTED)
    bid = next((bid for bid in bids if bid.load_id == load.pk and bid.status in alive), None)
    if bid is not None and bid.status == BidStatus.ACCEPTED:
        raise BidClosed(bid)
    return bid


def _insert(bid: Bid, offered: Decimal | None, *, by: Actor, at: datetime) -> None:
    """Put a new bid into its conversation, which is locked, or on its own."""
    bid.discussed_at = bid.created_at = bid.updated_at = at
    if bid.conversation is not None:
        bid.discussed_at = bid.conversation.created_at
        # Whatever is bid on was discussed: the conversation is found by the load.
        link = ConversationLoad(
            organization_id=bid.organization_id, conversation=bid.conversation, load=bid.load
        )
        ConversationLoad.objects.bulk_create([link], ignore_conflicts=True)
    if offered is None:
        start(bid, by=by, at=at)
    else:
        bid.counter_amount, bid.decided_by = offered, str(by)
        start(bid, BidStatus.COUNTERED, by=by, at=at)
    record_action("bid.recorded", bid, by, at, amount=str(bid.amount))
    _record_offer(bid, by, at)


def _update(bid: Bid, values: dict[str, Any], offered: Decimal | None, *, by: Actor, at: datetime) -> None:
    """Give a locked, undecided bid what was said now."""
    changed = {name: value for name, value in values.items() if getattr(bid, name) != value}
    # Also the same figure again is an answer to our offer.
    is_answer = bid.status == BidStatus.COUNTERED
    if offered is not None:
        via = (BidStatus.OPEN,) if is_answer else ()
        changed |= {"counter_amount": offered, "decided_by": str(by)}
        moved = move(bid, BidStatus.COUNTERED, via=via, by=by, at=at, updated_at=at, **changed)
        assert moved, "the row is locked"
    elif is_answer:
        moved = move(bid, BidStatus.OPEN, by=by, at=at, updated_at=at, **changed)
        assert moved, "the row is locked"
    elif changed:
        for name, value in changed.items():
            setattr(bid, name, value)
        bid.updated_at = at
        bid.save(update_fields=[*changed, "updated_at"])
    else:
        return
    record_action("bid.changed", bid, by, at, amount=str(bid.amount))
    _record_offer(bid, by, at)


def _record_offer(bid: Bid, by: Actor, at: datetime) -> None:
    if bid.status == BidStatus.COUNTERED:
        record_action("bid.countered", bid, by, at, asked=str(bid.amount), offered=str(bid.counter_amount))


def _what_is_known(conversation: Conversation | None, carrier: Carrier | None) -> dict[str, Any]:
    """Return columns about the other side, without those that nothing is known for.

    The carrier's own row is asked only for what the conversation doesn't tell.
    """
    mc_number = getattr(conversation, "mc_number", "")
    dot_number = getattr(conversation, "dot_number", None)
    call = getattr(conversation, "call", None)  # none of other channels
    phone = other_number(call, conversation) if call and conversation else ""
    if carrier is None and conversation and not (mc_number and dot_number and phone):
        carrier = conversation.carrier
    known = {
        "carrier_id": carrier.pk if carrier else getattr(conversation, "carrier_id", None),
        "mc_number": mc_number or getattr(carrier, "mc_number", ""),
        "dot_number": dot_number or getattr(carrier, "dot_number", None),
        "caller_name": call.caller_name[:200] if call else "",
        "phone": (phone or getattr(carrier, "phone", ""))[:16],
        "extension": call.caller_extension[:10] if call else "",
    }
    return {name: value for name, value in known.items() if value}


# Bids that nobody decided on.


log = structlog.get_logger(__name__)

MAX_AT_ONCE = 500


def expire_overdue_bids(*, by: Actor, at: datetime, most: int = MAX_AT_ONCE) -> int:
    """Expire undecided bids past their deadline, of all organizations, the longest overdue first; how many it were.

    A bid's time runs from its last figure. At most `most` in one transaction; bids that somebody is deciding on at this
    moment are left alone. Call it again for the rest.
    """
    overdue = Q()
    for status, deadline in Bid.lifecycle.deadlines.items():
        overdue |= Q(status=status, status_changed_at__lt=at - deadline, updated_at__lt=at - deadline)
    with transaction.atomic():
        bids = list(
            Bid.unscoped.filter(overdue)
            .select_related("organization")
            .order_by("status_changed_at", "id")
            .select_for_update(of=["self"], skip_locked=True, no_key=True)[:most]
        )
        for bid in bids:
            move(bid, BidStatus.EXPIRED, by=by, at=at, reason="no decision in time", updated_at=at)
            events.bid_changed(bid, by=by, at=at)
    if bids:
        log.info("bids expired", count=len(bids))
    return len(bids)
