"""Telling of offers, bookings and outreach: the types of events, and writing them down where they are wanted."""

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from functools import cache
from typing import Any

from django.conf import settings
from django.urls import reverse

from bids.models import Bid, Booking, EndedBooking, Outreach, OutreachCandidate
from bids.negotiation import Action
from bids.states import BidChannel, BidStatus, BookingEnd, BookingKind, OutreachStatus
from calls import events as calls
from calls.events import CARRIER, LOAD_ID
from calls.models import Conversation
from calls.states import Direction
from carriers.models import Carrier
from loads.models import Load
from organizations.events import types
from organizations.events.types import EventType, Payload
from organizations.formats import money
from organizations.models import Organization
from organizations.sql import Columns, fetch_planned
from organizations.tenancy.actors import Actor

# What the agent does about a price, by the names that `tool_calls` has; docs/events.md lists them all.
_OF_STEPS = {
    Action.ACCEPT: "agree",
    Action.COUNTER: "make_offer",
    Action.LAST_OFFER: "make_final_offer",
    Action.HOLD: "hold_offer",
    Action.REFUSE: "decline_offer",
}


def bid_changed(bid: Bid, *, is_new: bool = False, by: Actor, at: datetime) -> None:
    """Tell of a new offer, or of how one stands now."""
    _of_bid("bid_created" if is_new else "bid_updated", bid, lambda: _bid(bid), at=at)
    if is_new and by.kind == "agent" and bid.conversation is not None:
        arguments = {"loadId": bid.load.external_id, "amount": bid.amount}
        calls.acted(bid.conversation, "record_offer", arguments, at=at)


def load_booked(booking: Booking, load: Load, bid: Bid | None = None, *, by: Actor, at: datetime) -> None:
    """Tell that a carrier has the load; `bid` is the one that was accepted."""
    types.record(
        "load_booked",
        organization=_organization(bid) if bid else load.organization,
        conversation=_key(booking.conversation_id, load.pk),
        payload=lambda: _booking(booking.pk, booking, load),
        at=at,
    )
    if by.kind == "agent" and bid is not None and bid.conversation is not None:
        told = {"loadId": load.external_id, "amount": booking.amount}
        calls.acted(bid.conversation, "book_load", told, at=at)


def booking_ended(ended: EndedBooking, load: Load, conversation_id: int | None, *, at: datetime) -> None:
    """Tell that a carrier doesn't have the load any more: it fell off, or the booking was undone at once."""
    types.record(
        "booking_fell_off",
        organization=load.organization,
        conversation=_key(conversation_id, load.pk),
        payload=lambda: (
            _booking(ended.number, ended, load) | {"how": str(ended.how), "reason": ended.reason or None}
        ),
        at=at,
    )


def price_answered(
    conversation: Conversation,
    load: Load,
    action: Action,
    *,
    ask: Decimal | None,
    amount: Decimal,
    at: datetime,
) -> None:
    """Tell how the agent answered a carrier's price."""
    arguments = {"loadId": load.external_id, "carrierAsk": ask, "amount": amount}
    calls.acted(conversation, _OF_STEPS[action], arguments, at=at)


def loads_found(conversation: Conversation, loads: Iterable[Load], *, at: datetime) -> None:
    """Tell which loads the agent has found for what a carrier wanted; none, too."""
    calls.acted(conversation, "find_loads", {"loadIds": [load.external_id for load in loads]}, at=at)


def outreach_ended(outreach: Outreach, *, at: datetime) -> None:
    """Tell that no more carriers are called about a load, and why."""
    load = outreach.load
    types.record(
        "outreach_ended",
        organization=load.organization,
        conversation=f"load:{load.pk}",
        payload=lambda: {
            "loadId": load.external_id,
            "outreachId": outreach.pk,
            "status": str(outreach.status),
            "reason": str(outreach.stop_reason) or None,
            "carriersCalled": OutreachCandidate.objects.filter(outreach=outreach)
            .exclude(called_at=None)
            .count(),
            "url": _url("loads:page", load.pk),
        },
        at=at,
    )


def _of_bid(name: str, bid: Bid, payload: Any, *, at: datetime) -> None:
    types.record(
        name,
        organization=_organization(bid),
        conversation=_key(bid.conversation_id, bid.load_id),
        payload=payload,
        at=at,
    )


def _organization(bid: Bid) -> Organization:
    """The one that is known without asking, where a talk is under way."""
    conversation = bid.conversation if bid.conversation_id and Bid.conversation.is_cached(bid) else None
    return conversation.organization if conversation else bid.organization


def _key(conversation_id: int | None, load_id: int) -> str:
    """In what an event happens: the call, or the load where there was none."""
    return f"call:{conversation_id}" if conversation_id else f"load:{load_id}"


def _url(name: str, pk: int) -> str:
    return settings.PUBLIC_URL + reverse(name, args=[pk])


def _bid(bid: Bid) -> dict[str, Any]:
    conversation = bid.conversation
    return {
        "loadId": bid.load.external_id,
        "bidId": bid.pk,
        "amount": bid.amount,
        "status": str(bid.status),
        "counterAmount": bid.counter_amount,
        "notes": bid.notes or None,
        "url": _url("bids:page", bid.pk),
        "source": _source(bid, conversation),
        "carrier": _carrier(bid, _carrier_of(bid), conversation),
        "metadata": (conversation.input_data.get("metadata") if conversation else None) or {},
    }


def _carrier_of(bid: Bid) -> Carrier | None:
    """The bid's carrier; where it must be looked up somebody may be waiting on the telephone."""
    if bid.carrier_id and not Bid.carrier.is_cached(bid):
        columns = _columns()
        statement = _CARRIER.format(columns=columns.select)
        rows = fetch_planned(statement, {"organization": bid.organization_id, "carrier": bid.carrier_id})
        bid.carrier = columns.instance(rows[0]) if rows else None
    return bid.carrier


@cache
def _columns() -> Columns[Carrier]:
    return Columns(Carrier)


_CARRIER = f"""
SELECT {{columns}} FROM {Carrier._meta.db_table} WHERE organization_id = %(organization)s AND id = %(carrier)s
"""  # noqa: S608 (names of our own tables)


def _source(bid: Bid, conversation: Conversation | None) -> dict[str, Any]:
    """Where it was said, and by whom to whom."""
    theirs = _party("carrier", bid.phone, bid.caller_name)
    ours = _party("broker", _our_number(conversation), "")
    is_outbound = conversation is not None and conversation.direction == Direction.OUTBOUND
    return {
        "sourceType": {BidChannel.PHONE: "call", BidChannel.EMAIL: "email"}.get(
            BidChannel(bid.channel), "manual"
        ),
        "id": bid.conversation_id,
        "direction": conversation.direction if conversation else None,
        "fromParty": ours if is_outbound else theirs,
        "toParty": theirs if is_outbound else ours,
    }


def _party(kind: str, number: str, name: str) -> dict[str, Any]:
    return {
        "partyType": kind,
        "phone": {"e164Number": number} if number else None,
        "email": None,
        "name": name or None,
    }


def _our_number(conversation: Conversation | None) -> str:
    call = getattr(conversation, "call", None)
    if call is None:
        return ""
    return str(call.to_phone if call.conversation.direction == Direction.INBOUND else call.from_phone)


def _carrier(row: Any, carrier: Carrier | None, conversation: Conversation | None) -> dict[str, Any]:
    """As known then, else as it is on file."""
    vetted = conversation or carrier
    return {
        "mcNumber": getattr(row, "mc_number", "") or (carrier.mc_number if carrier else "") or None,
        "dotNumber": getattr(row, "dot_number", None) or (carrier.dot_number if carrier else None),
        "companyName": (carrier.name if carrier else "") or None,
        "phone": getattr(row, "phone", "") or (carrier.phone if carrier else "") or None,
        "compliance": {
            "connectionStatus": (vetted.connection_status if vetted else "") or None,
            "rulesAssessment": (vetted.rules_assessment if vetted else "") or None,
        },
    }


def _booking(number: int, booking: Booking | EndedBooking, load: Load) -> dict[str, Any]:
    conversation = booking.conversation if isinstance(booking, Booking) else None
    return {
        "loadId": load.external_id,
        "bookingId": number,
        "bidId": booking.bid_id,
        "callId": conversation.pk if conversation else None,
        "amount": booking.amount,
        "kind": str(booking.kind),
        "carrier": _carrier(booking.bid or booking, booking.carrier, conversation),
        "url": _url("loads:page", load.pk),
    }


# The types, with their schemas.


PARTY = types.record_of(
    "One side.",
    partyType=types.text("Which.", enum=["carrier", "broker"]),
    phone=types.optional(types.record_of("Number.", e164Number=types.text("E.164."))),
    email=types.optional(types.text("Address.")),
    name=types.optional(types.text("Name.")),
)
BID = {
    "loadId": LOAD_ID,
    "bidId": types.whole("ID of the bid, as the API lists it."),
    "amount": types.number("The carrier’s current offer, all-in, in dollars."),
    "status": types.text("Status of the bid.", enum=list(BidStatus.values)),
    "counterAmount": types.optional(types.number("Our counter, in dollars.")),
    "notes": types.optional(types.text("Notes on the offer.")),
    "url": types.text("Its page."),
    "source": types.record_of(
        "Where it was said.",
        sourceType=types.text("How.", enum=["call", "email", "manual"]),
        id=types.optional(types.whole("ID of the call or thread.")),
        direction=types.optional(types.text("inbound or outbound.")),
        fromParty=PARTY,
        toParty=PARTY,
    ),
    "carrier": CARRIER,
    "metadata": types.anything("Of the request that started the call."),
}
BOOKING = {
    "loadId": LOAD_ID,
    "bookingId": types.whole("ID of the booking."),
    "bidId": types.optional(types.whole("ID of the bid that was accepted.")),
    "callId": types.optional(types.whole("The call in which it was agreed.")),
    "amount": types.number("Carrier pay, in dollars."),
    "kind": types.text("Who closed it.", enum=list(BookingKind.values)),
    "carrier": CARRIER,
    "url": types.text("The load's page."),
}


def _who(payload: Payload) -> str:
    carrier = payload["carrier"]
    mc_number = f"MC {carrier['mcNumber']}" if carrier["mcNumber"] else ""
    return carrier["companyName"] or mc_number or carrier["phone"] or "A carrier"


def _path(payload: Payload) -> str:
    return str(payload["url"]).removeprefix(settings.PUBLIC_URL)


TYPES: dict[str, EventType] = {
    "bid_created": EventType(
        words="A carrier made an offer on a load.",
        properties=BID,
        line=lambda payload: (
            f"{_who(payload)} offers load {payload['loadId']} at {money(payload['amount'])}."
        ),
        path=_path,
    ),
    "bid_updated": EventType(
        words="An offer’s rate changed, or it was countered, accepted, rejected, withdrawn or expired.",
        properties=BID,
        line=lambda payload: (
            f"{_who(payload)} on load {payload['loadId']}: {money(payload['amount'])}, "
            f"{payload['status'].lower()}."
        ),
        path=_path,
    ),
    "load_booked": EventType(
        words="A load was booked. A broker can undo that for ten seconds: then `booking_fell_off` follows.",
        properties=BOOKING,
        line=lambda payload: (
            f"Load {payload['loadId']} booked with {_who(payload)} at {money(payload['amount'])}."
        ),
        path=_path,
        example={
            "loadId": types.EXAMPLE_LOAD,
            "bookingId": 31,
            "bidId": 77,
            "callId": 5012,
            "amount": 1850,
            "kind": BookingKind.ASSISTED,
            "carrier": {
                "mcNumber": "700011",
                "dotNumber": 2700011,
                "companyName": "Blue Mesa Trucking",
                "phone": "+13125550142",
                "compliance": {"connectionStatus": None, "rulesAssessment": "pass"},
            },
            "url": "https://loadline.example/loads/1/",
        },
    ),
    "booking_fell_off": EventType(
        words="A booking ended: the carrier fell off, or it was undone.",
        properties={
            **BOOKING,
            "how": types.text("How it ended.", enum=list(BookingEnd.values)),
            "reason": types.optional(types.text("In your team's words.")),
        },
        line=lambda payload: (
            f"Load {payload['loadId']}: {_who(payload)} "
            f"{'fell off' if payload['how'] == BookingEnd.FELL_OFF else 'was unbooked'}. {payload['reason'] or ''}"
        ),
        path=_path,
    ),
    "outreach_ended": EventType(
        words="Outbound calls on a load ended.",
        properties={
            "loadId": LOAD_ID,
            "outreachId": types.whole("ID of the outreach."),
            "status": types.text("How it ended.", enum=[str(each) for each in OutreachStatus]),
            "reason": types.optional(types.text("Why it was stopped.")),
            "carriersCalled": types.whole("How many were called."),
            "url": types.text("The load's page."),
        },
        line=lambda payload: (
            f"Outbound calls on load {payload['loadId']} ended: {OutreachStatus(payload['status']).label}."
        ),
        path=_path,
    ),
}
