"""What each type of line becomes in the database, and for those who ask the API."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from django.utils import timezone

from bids.models import Bid, BidStatusChange, Booking
from bids.services.bids import expire_overdue_bids
from calls.models import Call, ConsentRecord, Conversation, DoNotCall, EmailMessage, EmailThread
from calls.services.permission import record_consent
from carriers.models import Carrier
from loads import services as loads
from loads.load_events import validate_event
from loads.models import Load, LoadEvent, Stop
from organizations.models import AuditEntry
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from tests.factories import NOW
from tests.history.lines import ALL, BID, BOOKING, CALL, CARRIER, LOAD, THREAD, bid, but, event

pytestmark = pytest.mark.deep


def at(hour, minute, second=0):
    return datetime(2026, 3, 2, hour, minute, second, tzinfo=UTC)


def test_load_is_what_the_webhook_makes_of_its_event(run, acme, rival):
    assert run(LOAD) == (1, 0, 0, 0)
    loads.ingest_load_event(
        organization=rival, raw=b"", event=validate_event(LOAD["event"]), by=system("tests"), at=NOW
    )
    own = {"id", "organization_id", "created_at", "updated_at", "import_trail", "load_id"}
    for model in (Load, Stop):
        ours, theirs = (
            [
                {name: value for name, value in row.items() if name not in own}
                for row in model.unscoped.of(organization).order_by("id").values()
            ]
            for organization in (acme, rival)
        )
        assert ours == theirs


def test_load_keeps_each_event_with_what_it_changed(run):
    run(event(status="UNASSIGNED", extra={"kept": True}), event(status="COVERED"))
    first, second = LoadEvent.unscoped.order_by("id")
    assert b'"kept":true' in bytes(first.raw)
    assert first.changes == {"id": [None, "L-1"], "status": [None, "UNASSIGNED"]}
    assert second.changes == {"status": ["UNASSIGNED", "COVERED"]}
    assert (second.source, second.is_accepted) == ("system:import", True)


def test_later_event_leaves_what_it_does_not_give(run):
    run(LOAD)
    assert run(event(status="COVERED", customerName=None)) == (0, 1, 0, 0)
    load = Load.unscoped.get()
    assert (load.status, load.customer_name, load.start_rate) == ("COVERED", "", Decimal(1500))
    assert Stop.unscoped.count() == 2
    run(event(stops=[]))
    assert Stop.unscoped.count() == 0


def test_carrier_has_every_field(run):
    assert run(CARRIER) == (1, 0, 0, 0)
    carrier = Carrier.unscoped.values().get()
    given = {
        "mc_number": "123456",
        "dot_number": 1234567,
        "name": "Blue Mesa Transport LLC",
        "address": "12 Depot Rd, Amarillo, TX 79101",
        "fleet_size": 12,
        "phone": "+18065550101",
        "email": "dispatch@example.com",
        "equipment_types": ["van", "reefer"],
        "connection_status": "onboarded",
        "rules_assessment": "pass",
        "is_capacity_carrier": False,
    }
    assert {name: carrier[name] for name in given} == given
    known = {"id", "organization_id", "created_at", "updated_at", "import_trail", *given}
    assert not any(value for name, value in carrier.items() if name not in known), "no line tells of it"


def test_call_has_every_field(run):
    assert run(CALL) == (1, 0, 0, 0)
    call = Call.unscoped.select_related("conversation__carrier").get()
    talk = call.conversation
    assert (talk.channel, talk.direction, talk.created_at) == ("phone", "inbound", at(15, 4, 5))
    assert talk.content_tags == ["negotiation", "our_own_tag", "transferred"]
    assert (talk.summary, talk.transferred_at) == ("Agreed.", at(15, 7, 9))
    assert (talk.mc_number, talk.dot_number) == ("123456", 1234567)
    assert (talk.connection_status, talk.rules_assessment) == ("onboarded", "pass")
    assert (talk.carrier.dot_number, talk.carrier.mc_number) == (1234567, "123456")
    assert (call.status, call.status_changed_at) == ("COMPLETED", at(15, 7, 9))
    assert (call.from_phone, call.to_phone) == ("+18065550101", "+12145550100")
    assert (call.caller_name, call.caller_extension) == ("Dana", "12")
    assert (call.answered_at, call.ended_at, call.seconds_connected) == (at(15, 4, 9), at(15, 7, 9), 180)
    assert call.transcript == "Agent: Hello.\nCaller: “Hola” 🚚"
    assert len(call.reference) == 32
    assert list(talk.load_links(manager="unscoped").values_list("load__external_id", flat=True)) == ["L-1"]


def test_bid_and_booking_belong_to_their_conversation(run):
    run(CALL)
    row = Bid.unscoped.select_related("load", "conversation").get()
    assert (row.load.external_id, row.conversation.external_id) == ("L-1", "c-1")
    assert (row.first_ask, row.amount, row.status) == (Decimal(2400), Decimal("2250.50"), "ACCEPTED")
    assert (row.created_at, row.agreed_at, row.discussed_at) == (at(15, 5), at(15, 6), at(15, 4, 5))
    assert (row.channel, row.notes, row.phone, row.extension) == (
        "phone",
        "Team driver",
        "+18065550101",
        "12",
    )
    assert (row.mc_number, row.dot_number, row.caller_name) == ("123456", 1234567, "Dana")
    booking = Booking.unscoped.get()
    assert (booking.bid_id, booking.kind, booking.amount) == (row.pk, "e2e", Decimal("2250.50"))
    assert (booking.booked_at, booking.booked_by) == (at(15, 6, 30), "system:import")
    change = BidStatusChange.unscoped.get()
    assert (change.old, change.new, change.by, change.at) == ("", "ACCEPTED", "system:import", at(15, 6))


def test_bid_that_waits_has_its_week_from_the_import_on(run):
    run(but(CALL, bids=[bid(status="OPEN", agreedAt=None), bid(status="COUNTERED")], bookings=[]))

    assert expire_overdue_bids(by=system("tests"), at=timezone.now()) == 0
    assert expire_overdue_bids(by=system("tests"), at=timezone.now() + timedelta(days=8)) == 2


def test_email_thread_has_its_messages(run):
    assert run(THREAD) == (1, 0, 0, 0)
    thread = EmailThread.unscoped.select_related("conversation").get()
    assert (thread.subject, thread.conversation.channel) == ("Dallas to Atlanta", "email")
    assert thread.conversation.created_at == at(15, 4, 5)
    assert thread.conversation.transferred_at is None
    first, second = EmailMessage.unscoped.order_by("sent_at")
    assert (first.message_id, first.sender, first.recipients) == (
        "<a@b>",
        "dana@example.com",
        ["loads@acme.example"],
    )
    assert (first.text, second.text, second.subject) == ("What does it pay?", "", "")
    row = Bid.unscoped.get()
    assert (row.channel, row.status, row.created_at, row.phone) == ("email", "OPEN", at(15, 4, 5), "")


def test_the_least_that_a_line_must_say(run):
    least = {
        "externalId": "x",
        "direction": "outbound",
        "createdAt": "2026-03-02T15:04:05Z",
    }
    assert run(
        {"type": "call", "status": "NO_ANSWER", **least},
        {"type": "emailThread", **least},
        {"type": "carrier", "mcNumber": "7"},
        {"type": "load", "event": {"id": "L-9"}},
    ) == (4, 0, 0, 0)
    call = Call.unscoped.get()
    assert (call.seconds_connected, call.ended_at, call.status_changed_at) == (0, None, at(15, 4, 5))
    assert Carrier.unscoped.count() == 1


def test_call_without_end_was_transferred_when_it_began(run):
    run(but(CALL, endedAt=None, answeredAt=None))
    assert Conversation.unscoped.get().transferred_at == at(15, 4, 5)


def test_null_is_as_good_as_left_out(run):
    nothing = dict.fromkeys(
        set(CALL) - {"type", "externalId", "direction", "status", "createdAt", "bids", "bookings"}
    )
    assert run(CALL | nothing | {"bids": None, "bookings": None}) == (1, 0, 0, 0)
    talk = Conversation.unscoped.get()
    assert (talk.carrier_id, talk.mc_number, talk.content_tags) == (None, "", [])


def test_tags_may_come_joined_as_the_api_gives_them(run):
    run(but(CALL, contentTags="negotiation, transferred"))
    assert Conversation.unscoped.get().content_tags == ["negotiation", "transferred"]


def test_phone_may_bear_spaces_and_an_extension(run):
    run(but(CALL, fromPhone="+1 (806) 555-0101;ext=77", callerExt=""))
    call = Call.unscoped.get()
    assert (call.from_phone, call.caller_extension) == ("+18065550101", "77")


@pytest.mark.parametrize("kind", ["e2e", "assisted", "capacity"])
def test_booking_is_of_one_of_three_kinds(run, kind):
    run(but(CALL, bids=[], bookings=[BOOKING | {"kind": kind}]))
    booking = Booking.unscoped.get()
    assert (booking.kind, booking.bid_id) == (kind, None)


def test_booking_came_of_the_accepted_bid_on_its_load(run):
    bids = [bid(status="REJECTED", agreedAt=None), bid(loadId="L-2"), BID]
    run(but(CALL, bids=bids, bookings=[BOOKING, BOOKING | {"loadId": "L-2"}, BOOKING, BOOKING]))
    found = Booking.unscoped.order_by("position").values_list("bid__position", flat=True)
    assert list(found) == [2, 1, 0, None]


def test_calls_and_bids_show_in_the_api(run, api):
    run(*ALL)
    window = {"startTime": "2026-03-02", "endTime": "2026-03-02"}
    (call,) = api.get("/api/v1/calls", window).json()["calls"]
    assert call["contentTags"] == "negotiation,our_own_tag,transferred"
    assert (call["loadIds"], call["mcNumber"], call["dotNumber"]) == (["L-1"], "123456", 1234567)
    assert call["transcript"] == CALL["transcript"]
    found = api.get("/api/v1/bids", window | {"loadId": "L-1"}).json()
    assert found["pagination"]["total"] == 2


def test_a_run_leaves_one_audit_row(run, acme):
    run(*ALL)
    entry = AuditEntry.unscoped.of(acme).get(action="history.imported")
    assert (entry.details["imported"], entry.details["rejected"], entry.actor) == (4, 0, "system:import")


OPTED_OUT = but(CALL, contentTags=["not_interested", "do_not_call"], bids=[], bookings=[])


def test_who_opted_out_on_an_imported_call_is_not_called_again(run):
    outbound = but(
        OPTED_OUT, externalId="c-2", direction="outbound", fromPhone="+12145550100", toPhone="+18065550102"
    )
    run(OPTED_OUT, outbound, but(CALL, externalId="c-3", fromPhone="+18065550103"))

    listed = DoNotCall.unscoped.order_by("number").values_list("number", "reason")
    assert list(listed) == [
        ("+18065550101", "Opted out on a call, Mar 2, 2026"),
        ("+18065550102", "Opted out on a call, Mar 2, 2026"),
    ]
    assert set(ConsentRecord.unscoped.values_list("kind", flat=True)) == {"revoked"}


def test_who_has_agreed_to_calls_since_stays_off_the_list(run, acme):
    with scope(acme.pk):
        record_consent(
            organization=acme,
            number="+18065550101",
            kind=ConsentRecord.Kind.GRANTED,
            source="By email",
            by=system("tests"),
            at=datetime(2026, 3, 3, tzinfo=UTC),
        )
    run(OPTED_OUT)

    assert not DoNotCall.unscoped.exists()
