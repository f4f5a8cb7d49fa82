"""What is told of talks, offers, bookings and check calls: each event as its schema says, and never the two rates."""

import json
from datetime import timedelta
from decimal import Decimal
from pathlib import Path

import jsonschema_rs
import pytest

from bids.models import Bid, Booking, Outreach
from bids.services import bids, booking, outreach
from bids.states import OutreachStatus, StopReason
from calls import turns
from calls.models import Call
from calls.services import progress, transfers
from calls.services.approved_answers import note_question
from calls.services.permission import opt_out
from calls.states import AgentPurpose, CallStatus, Direction
from organizations.events import types
from organizations.events.delivery import dispatch
from organizations.events.types import body_of, envelope
from organizations.models import Event
from organizations.tenancy.actors import Actor, system
from tests import rates
from tests.bids.carrier_sales.conftest import PHONE
from tests.factories import (
    NOW,
    AgentFactory,
    BidFactory,
    CallFactory,
    CarrierFactory,
    EventEndpointFactory,
    LoadFactory,
)

DOCUMENT = (Path(__file__).parents[2] / "docs" / "events.md").read_text()
PROVIDER = Actor("provider", "twilio")
AGENT = Actor("agent", "sales")


@pytest.fixture
def told(in_acme):
    """What was told, oldest first: each fits its schema, can be put into every form, and names no secret rate."""
    EventEndpointFactory(organization=in_acme)
    in_acme.event_types = ["*"]
    in_acme.save(update_fields=["event_types"])

    def read(*names):
        dispatch(organization_id=in_acme.pk, at=NOW)
        found = []
        for event in Event.objects.order_by("id"):
            body = json.loads(body_of(event, "standard"))
            assert [error.message for error in validator(event.type).iter_errors(body)] == [], event.type
            assert json.loads(body_of(event, "slack"))["text"]
            assert not rates.names(json.dumps(body), 1953)
            assert not rates.names(json.dumps(body), 2719)
            assert not {"maxRate", "customerRate"} & set(all_keys(body))
            if event.type == "tool_calls":
                assert f"`{event.payload['function']['name']}`" in DOCUMENT
            found.append(envelope(event))
        return [event for event in found if not names or event["event"] in names]

    return read


def validator(name):
    return jsonschema_rs.Draft202012Validator(types.schema_of(name))


def all_keys(value):
    if isinstance(value, dict):
        yield from value
        for item in value.values():
            yield from all_keys(item)
    elif isinstance(value, list):
        for item in value:
            yield from all_keys(item)


@pytest.fixture
def load(in_acme):
    return LoadFactory(organization=in_acme, external_id="482101", max_rate=1953, customer_rate=2719)


@pytest.fixture
def carrier(in_acme):
    return CarrierFactory(
        organization=in_acme,
        name="Blue Mesa Transport LLC",
        mc_number="790112",
        dot_number=2790112,
        phone=PHONE,
    )


@pytest.fixture
def call(in_acme, carrier, load):
    """A call that comes in, which the carrier-sales agent will answer."""
    agent = AgentFactory(
        organization=in_acme, purpose=AgentPurpose.CARRIER_SALES, greeting="", variables=[], slug="sales"
    )
    return CallFactory(
        organization=in_acme,
        status=CallStatus.RINGING,
        callback_rank=2,
        conversation__agent=agent,
        conversation__direction=Direction.INBOUND,
        from_phone=PHONE,
        to_phone="+12145550100",
    )


def hold(call, *heard):
    progress.note_status(call_id=call.pk, provider_status="in-progress", by=PROVIDER, at=NOW)
    turns.begin(Call.objects.get(pk=call.pk), at=NOW)
    for number, words in enumerate(heard, 1):
        turns.hear(Call.objects.get(pk=call.pk), words, at=NOW + timedelta(seconds=7 * number))
    end = NOW + timedelta(seconds=7 * (len(heard) + 1))
    progress.note_status(call_id=call.pk, provider_status="completed", by=PROVIDER, at=end)


def test_talk_that_ends_in_a_booking_is_told_from_beginning_to_end(call, told, fixed_steps):
    hold(
        call,
        "Hey, calling on load 482101",
        "yeah that's us",
        "yep, fifty-three foot dry van",
        "how heavy is it? I'd need twenty-four fifty on that",
        "could you do two seventy a mile",
        "make it eighteen fifty and I'm your guy",
        "yes",
        "no that's it, thanks",
        "no, bye",
    )

    events = told()
    names = [event["event"] for event in events]
    assert (names[0], names[-1]) == ("call_started", "call_ended")
    assert [event["sequence"] for event in events] == list(range(1, len(events) + 1))
    assert {event["callType"] for event in events if "callType" in event} == {"CARRIER_SALES"}
    by_name = {name: [event for event in events if event["event"] == name] for name in names}
    actions = [event["function"]["name"] for event in by_name["tool_calls"]]
    assert actions == [
        "find_loads",
        "look_up_carrier",
        "hold_offer",
        "record_offer",
        "make_offer",
        "agree",
        "book_load",
    ]
    looked_up = by_name["tool_calls"][1]["function"]["arguments"]
    assert (looked_up["mcNumber"], looked_up["companyName"]) == ("790112", "Blue Mesa Transport LLC")
    [created] = by_name["bid_created"]
    assert (created["loadId"], created["amount"]) == ("482101", 2450)
    assert created["source"]["fromParty"]["phone"] == {"e164Number": PHONE}
    assert created["source"]["toParty"]["partyType"] == "broker"
    assert by_name["bid_updated"][-1]["status"] == "ACCEPTED"
    [booked] = by_name["load_booked"]
    assert (booked["amount"], booked["kind"], booked["callId"]) == (1850, "e2e", call.pk)
    ended = by_name["call_ended"][0]
    spoken = [line["message"] for event in by_name["transcript"] for line in event["transcript"]]
    assert [line["message"] for line in ended["transcript"]] == spoken
    assert ended["contentTags"] == ["booking_confirmed", "negotiation"]
    starts = [line["secondsFromStart"] for line in ended["transcript"]]
    assert starts == sorted(starts)


def test_carrier_that_does_not_qualify_and_a_callback_are_told(call, carrier, told):
    carrier.is_blocked = True
    carrier.save()
    hold(call, "Hey, calling on load 482101, MC 790112", "yes", "bye")

    [event] = told("carrier_not_qualified")
    assert event["carrier"]["companyName"] == "Blue Mesa Transport LLC"


def test_decisions_of_people_are_told_in_order_of_the_load(in_acme, load, carrier, told, person):
    bid = bids.record_bid(
        organization=in_acme,
        load=load,
        amount=Decimal("1850.50"),
        channel="manual",
        carrier=carrier,
        by=person,
        at=NOW,
    )
    bids.counter_bid(bid=bid, amount=Decimal(1700), by=person, at=NOW)
    booked = booking.accept_bid(bid=Bid.objects.get(), amount=Decimal(1700), by=person, at=NOW)
    booking.record_fall_off(number=booked.pk, reason="Truck broke down", by=person, at=NOW)

    events = told()
    assert [(event["event"], event["sequence"]) for event in events] == [
        ("bid_created", 1),
        ("bid_updated", 2),
        ("bid_updated", 3),
        ("load_booked", 4),
        ("booking_fell_off", 5),
    ]
    assert (events[0]["amount"], events[0]["source"]["sourceType"]) == (1850.5, "manual")
    assert (events[1]["status"], events[1]["counterAmount"]) == ("COUNTERED", 1700)
    assert events[3]["kind"] == "assisted"
    assert (events[4]["how"], events[4]["reason"]) == ("fell_off", "Truck broke down")
    assert not Booking.objects.exists()


def test_undone_acceptance_is_told(in_acme, load, told, person):
    bid = BidFactory(organization=in_acme, load=load, amount=1700)
    booked = booking.accept_bid(bid=bid, amount=Decimal(1700), by=person, at=NOW)
    booking.undo_acceptance(number=booked.pk, by=person, at=NOW + timedelta(seconds=3))

    assert [event["how"] for event in told("booking_fell_off")] == ["undone"]
    assert told("bid_updated")[-1]["status"] == "OPEN"


def test_offer_that_nobody_decided_on_is_told_when_it_expires(in_acme, load, told):
    BidFactory(organization=in_acme, load=load, status_changed_at=NOW, updated_at=NOW)
    bids.expire_overdue_bids(by=system("tests"), at=NOW + timedelta(days=8))

    assert [event["status"] for event in told("bid_updated")] == ["EXPIRED"]


def test_end_of_outreach_is_told(in_acme, load, told):
    row = Outreach(
        organization=in_acme,
        load=load,
        started_by="user:1",
        started_at=NOW,
        deadline=NOW + timedelta(hours=1),
    )
    row.status_changed_at = NOW
    row.save()
    outreach.end_outreach(
        row, OutreachStatus.STOPPED, reason=StopReason.LOAD_COVERED, by=system("tests"), at=NOW
    )

    [event] = told("outreach_ended")
    assert (event["loadId"], event["status"], event["reason"]) == ("482101", "STOPPED", "load_covered")


def test_question_opt_out_and_failed_transfer_are_told_within_the_call(in_acme, call, load, told):
    conversation = call.conversation
    note_question(conversation=conversation, load=load, topic="terms", words="how fast do you pay", at=NOW)
    note_question(conversation=conversation, load=load, topic="terms", words="how fast do you pay", at=NOW)
    for _ in range(2):
        opt_out(
            organization=in_acme, number=PHONE, reason="said so", by=AGENT, at=NOW, conversation=conversation
        )
    transfers.request_transfer(call, conversation, to="+13125550100", whisper="x", by=AGENT, at=NOW)
    conversation.save()
    transfers.start_transfer(call_id=call.pk, by=system("tests"), at=NOW)
    transfers.note_transfer_ended(call_id=call.pk, outcome="no-answer", by=system("tests"), at=NOW)

    assert [(event["event"], event["callId"]) for event in told()] == [
        ("question_open", call.pk),
        ("tool_calls", call.pk),
        ("opted_out", call.pk),
        ("tool_calls", call.pk),
        ("transfer_failed", call.pk),
    ]
    assert told("transfer_failed")[0]["transferTo"] == "+13125550100"


def test_check_call_tells_its_report_and_that_the_truck_is_late(in_acme, load, told):
    agent = AgentFactory(organization=in_acme, purpose=AgentPurpose.CHECK_CALL, slug="check")
    facts = {
        "loadNumber": "482101",
        "callType": "dropoff",
        "waitingAtFacility": False,
        "name": "",
        "isDispatcher": False,
        "isReefer": False,
        "stop": {
            "city": "Atlanta",
            "state": "GA",
            "timezone": "America/New_York",
            "windowStart": "2026-03-02T08:00:00",
            "windowEnd": "2026-03-02T12:00:00",
        },
    }
    call = CallFactory(
        organization=in_acme,
        status=CallStatus.RINGING,
        callback_rank=2,
        conversation__agent=agent,
        conversation__direction=Direction.OUTBOUND,
        conversation__skill_state={"facts": facts},
        conversation__input_data={"loadNumber": "482101", "metadata": {"customerRate": 2719}},
    )
    call.conversation.load_links.create(organization=in_acme, load=load)
    hold(
        call, "yes this is the driver", "I'm in Macon, Georgia", "I'll be there at three pm", "traffic", "bye"
    )

    [report] = told("check_call_reported")
    assert (report["loadId"], report["location"]) == ("482101", "Macon, GA")
    [late] = told("load_late")
    assert late["lateMinutes"] == 180
    names = [event["event"] for event in told()]
    assert names.index("check_call_reported") < names.index("call_ended")


def test_without_an_endpoint_nothing_is_written(call, fixed_steps):
    hold(
        call,
        "Hey, calling on load 482101",
        "yeah that's us",
        "yep, a van",
        "I'd need twenty-four fifty",
        "bye",
    )

    assert not Event.objects.exists()
