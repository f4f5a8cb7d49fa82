"""Taking down what a carrier asks: one bid for a talk about a load, however often the figure changes."""

import re
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.db import transaction
from django.db.models import Max

from bids.models import Bid, BidStatusChange
from bids.services.amounts import read_amount
from bids.services.decisions import BidClosed
from bids.services.trail import record_deed
from bids.states import BidChannel, BidStatus
from calls.models import Call, Conversation, ConversationLoad
from calls.states import Direction
from carriers.models import Carrier
from loads.models import Load
from organizations.actors import Actor
from organizations.lifecycle import move
from organizations.models import Organization

MOST_MC_DIGITS = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class Caller:
    """Who bids, as far as known: the rest is taken from the conversation and the carrier."""

    name: str = ""
    phone: str = ""
    extension: str = ""
    mc_number: str = ""
    dot_number: int | None = None


NOBODY = Caller()


def record_bid(
    *,
    organization: Organization,
    load: Load,
    amount: Decimal,
    channel: BidChannel,
    conversation: Conversation | None = None,
    carrier: Carrier | None = None,
    caller: Caller = NOBODY,
    first_ask: Decimal | None = None,
    notes: str = "",
    by: Actor,
    at: datetime,
) -> Bid:
    """Take down that a carrier asks `amount` dollars; `first_ask` is its first figure where that was another.

    A conversation has at most one undecided bid for a load: a repeat gives that one the new amount and keeps its first
    ask, and where we had countered it is open again. After one that was rejected, withdrawn or expired another ask is
    another bid; after one that was accepted nothing is asked any more. Without a conversation, as entered by hand, each
    is a bid of its own. Raises InvalidAmount or BidClosed.
    """
    amount = read_amount(amount)
    first_ask = amount if first_ask is None else read_amount(first_ask)
    with transaction.atomic():
        if conversation is not None:
            # Of two asks of a conversation at once the second waits here, and then finds the first one's bid.
            conversation = Conversation.objects.select_for_update(no_key=True).get(pk=conversation.pk)
        known = _what_is_known(caller, conversation, carrier) | ({"notes": notes} if notes else {})
        values = {"amount": amount} | known
        bid = _undecided(conversation, load)
        if bid is not None:
            _update(bid, values, by=by, at=at)
            return bid
        bid = Bid(
            organization=organization,
            load=load,
            conversation=conversation,
            channel=channel,
            first_ask=first_ask,
            **values,
        )
        _insert(bid, by=by, at=at)
    return bid


def _undecided(conversation: Conversation | None, load: Load) -> Bid | None:
    """The bid that waits for a decision, locked; raises BidClosed where both sides have agreed on one."""
    if conversation is None:
        return None
    alive = (*Bid.lifecycle.unfinished, BidStatus.ACCEPTED)
    bids = Bid.objects.filter(conversation=conversation, load=load, status__in=alive)
    bid = bids.select_for_update(no_key=True).order_by("-position", "-id").first()
    if bid is not None and bid.status == BidStatus.ACCEPTED:
        raise BidClosed(bid)
    return bid


def _insert(bid: Bid, *, by: Actor, at: datetime) -> None:
    """Put a new bid at the end of its conversation's, which is locked, or on its own."""
    bid.discussed_at = bid.created_at = bid.updated_at = bid.status_changed_at = at
    if bid.conversation is not None:
        bid.discussed_at = bid.conversation.created_at
        last = Bid.objects.filter(conversation=bid.conversation).aggregate(last=Max("position"))["last"]
        bid.position = 0 if last is None else last + 1
        # Whatever is bid on was discussed: the conversation is found by the load.
        ConversationLoad.objects.get_or_create(
            organization=bid.organization, conversation=bid.conversation, load=bid.load
        )
    bid.save(force_insert=True)
    BidStatusChange.objects.create(
        organization=bid.organization, bid=bid, old="", new=bid.status, by=str(by), at=at
    )
    record_deed("bid.recorded", bid, by, at, amount=str(bid.amount))


def _update(bid: Bid, values: dict[str, Any], *, by: Actor, at: datetime) -> None:
    """Give a locked, undecided bid what was said now."""
    changed = {name: value for name, value in values.items() if getattr(bid, name) != value}
    if bid.status == BidStatus.COUNTERED:  # also the same figure again is an answer to our offer
        moved = move(bid, BidStatus.OPEN, by=by, at=at, updated_at=at, **changed)
        assert moved, "the row is locked"
    elif changed:
        for name, value in changed.items():
            setattr(bid, name, value)
        bid.updated_at = at
        bid.save(update_fields=[*changed, "updated_at"])
    else:
        return
    record_deed("bid.changed", bid, by, at, amount=str(bid.amount))


def _what_is_known(
    caller: Caller, conversation: Conversation | None, carrier: Carrier | None
) -> dict[str, Any]:
    """Return columns about the other side, without those that nothing is known for."""
    carrier = carrier or (conversation.carrier if conversation else None)
    line = _other_end(conversation) if conversation else NOBODY
    phone = caller.phone or line.phone
    mc_number = (
        caller.mc_number or getattr(conversation, "mc_number", "") or getattr(carrier, "mc_number", "")
    )
    digits = re.sub(r"[^0-9]", "", mc_number)
    known = {
        "carrier": carrier,
        "mc_number": digits if len(digits) <= MOST_MC_DIGITS else "",
        "dot_number": caller.dot_number
        or getattr(conversation, "dot_number", None)
        or getattr(carrier, "dot_number", None),
        "caller_name": (caller.name or line.name)[:200],
        "phone": (phone or getattr(carrier, "phone", ""))[:16],
        # An extension belongs to its number.
        "extension": (caller.extension or ("" if caller.phone else line.extension))[:10],
    }
    return {name: value for name, value in known.items() if value}


def _other_end(conversation: Conversation) -> Caller:
    """Who is at the other end of a phone call, as far as the line tells; nobody for other channels."""
    call = Call.objects.filter(conversation=conversation).first()
    if call is None:
        return NOBODY
    is_inbound = conversation.direction == Direction.INBOUND
    return Caller(
        name=call.caller_name,
        phone=call.from_phone if is_inbound else call.to_phone,
        extension=call.caller_extension,
    )
