"""What `histories.changes` names, done to an organization's rows."""

import json
from contextlib import suppress
from datetime import timedelta

from bids.models import Bid, Booking
from bids.services import bids, booking
from bids.services.booking import record_fall_off
from calls.models import Call, Conversation, ConversationLoad
from calls.states import CallStatus
from carriers.models import Carrier
from config.history_import import import_lines
from loads.models import Load
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from tests.factories import (
    NOW,
    BidFactory,
    BookingFactory,
    CallFactory,
    CarrierFactory,
    ConversationFactory,
    LoadFactory,
)

BY = system("tests")


def change(organization, name, *values):
    """Make the change; where there is no row to make it to, nothing happens."""
    with scope(organization.pk):
        globals()[f"_{name}"](organization, *values)


def _pick(organization, model, which):
    rows = model.unscoped.filter(organization=organization).order_by("pk")
    count = rows.count()
    return rows[which % count] if count else None


def _set(row, **values):
    if row is not None:
        type(row).unscoped.filter(pk=row.pk).update(**values)


def _delete(row):
    if row is not None:
        row.delete()


def _import(organization, lines):
    import_lines(organization, [json.dumps(line).encode() for line in lines], by=BY, at=NOW)


def _retag(organization, which, tags):
    _set(_pick(organization, Conversation, which), content_tags=tags)


def _move_conversation(organization, which, at):
    _set(_pick(organization, Conversation, which), created_at=at)


def _transfer(organization, which, at):
    _set(_pick(organization, Conversation, which), transferred_at=at)


def _turn_round(organization, which, direction):
    _set(_pick(organization, Conversation, which), direction=direction)


def _give_carrier(organization, which, carrier):
    _set(_pick(organization, Conversation, which), carrier=_pick(organization, Carrier, carrier))


def _delete_conversation(organization, which):
    _delete(_pick(organization, Conversation, which))


def _begin(organization, channel, direction, at, load):
    talk = ConversationFactory(organization=organization, channel=channel, direction=direction, created_at=at)
    if channel == "phone":
        CallFactory(organization=organization, conversation=talk)
    load = _pick(organization, Load, load) or LoadFactory(organization=organization)
    ConversationLoad.unscoped.create(organization=organization, conversation=talk, load=load)


def _end_call(organization, which, status, at, seconds):
    call = _pick(organization, Call, which)
    _set(call, status=CallStatus(status), answered_at=at, ended_at=at + timedelta(seconds=seconds))


def _unlink_load(organization, which):
    _delete(_pick(organization, ConversationLoad, which))


def _link_load(organization, which, load):
    talk, load = _pick(organization, Conversation, which), _pick(organization, Load, load)
    if talk and load:
        ConversationLoad.unscoped.get_or_create(organization=organization, conversation=talk, load=load)


def _delete_load(organization, which):
    _delete(_pick(organization, Load, which))


def _bid(organization, which, load, amount, at):
    talk, load = _pick(organization, Conversation, which), _pick(organization, Load, load)
    if talk and load:
        with suppress(bids.BidClosed):
            bids.record_bid(
                organization=organization,
                conversation=talk,
                load=load,
                channel=talk.channel,
                amount=amount,
                by=BY,
                at=at,
            )


def _bid_by_hand(organization, load, amount, at):
    load = _pick(organization, Load, load) or LoadFactory(organization=organization)
    BidFactory(
        organization=organization,
        conversation=None,
        load=load,
        channel="manual",
        first_ask=amount + 100,
        amount=amount,
        discussed_at=at,
    )


def _accept(organization, which, at):
    bid = _pick(organization, Bid, which)
    if bid is not None and bid.amount is not None and not Booking.unscoped.filter(bid=bid).exists():
        with suppress(bids.BidClosed):
            booking.accept_bid(bid=bid, amount=bid.amount, is_rebooking=True, by=BY, at=at)


def _close_bid(organization, which, status):
    _set(_pick(organization, Bid, which), status=status)


def _correct_bid(organization, which, first_ask, amount, at):
    _set(_pick(organization, Bid, which), first_ask=first_ask, amount=amount, agreed_at=at, discussed_at=at)


def _delete_bid(organization, which):
    _delete(_pick(organization, Bid, which))


def _book(organization, load, kind, at):
    load = _pick(organization, Load, load) or LoadFactory(organization=organization)
    BookingFactory(organization=organization, load=load, kind=kind, booked_at=at)


def _correct_booking(organization, which, kind, at):
    _set(_pick(organization, Booking, which), kind=kind, booked_at=at)


def _delete_booking(organization, which):
    _delete(_pick(organization, Booking, which))


def _fall_off(organization, which, at):
    booking = _pick(organization, Booking, which)
    if booking is not None:
        record_fall_off(number=booking.pk, reason="No-show", by=BY, at=at)


def _capacity(organization, which, is_capacity):
    carrier = _pick(organization, Carrier, which) or CarrierFactory(organization=organization)
    _set(carrier, is_capacity_carrier=is_capacity)


def _delete_carrier(organization, which):
    _delete(_pick(organization, Carrier, which))
