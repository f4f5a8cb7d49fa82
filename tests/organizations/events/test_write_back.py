"""Events in the receiver's own form: JSON by an expression, EDI 990 and 214 that a parser takes."""

import io
import json

import jsonschema
import pytest
from django.urls import reverse
from pyx12.x12file import X12Reader

from organizations.events import services, write_back
from organizations.events.types import TYPES, body_of, plain, schema_of
from organizations.models import Event
from organizations.paths import Unreadable
from organizations.tenancy.actors import system
from tests.factories import NOW

PARTIES = {"sender": "ACMEBROKERAGE", "receiver": "KESTRELMILLS", "scac": "ACME"}
BOOKED = {
    "event": "load_booked",
    "id": "evt_0123456789",
    "occurredAt": "2026-03-04T15:30:00.000Z",
    "sequence": 3,
    "loadId": "SHP-77120",
    "bookingId": 41,
    "amount": 1850,
    "carrier": {"name": "Blue Mesa", "mcNumber": "700011"},
}
REPORTED = {
    "event": "check_call_reported",
    "id": "evt_9876543210",
    "occurredAt": "2026-03-04T15:30:00.000Z",
    "sequence": 2,
    "loadId": "SHP-77120",
    "about": "dropoff",
    "outcome": "on_the_way",
    "location": "Meridian, MS",
    "etaLocal": "2026-03-05T07:30:00",
    "isLate": False,
    "isWaiting": False,
    "checked": None,
    "loading": None,
    "deliveredDate": None,
    "deliveredTime": None,
}


def parsed(raw):
    """The interchange's segments, by a parser of others; what it complains of fails the test."""
    reader = X12Reader(io.StringIO(raw.decode()))
    segments = [segment.format("", "*", ">").rstrip("*") for segment in reader]
    assert reader.err_list == []
    return segments


def test_a_booking_accepts_the_tender():
    segments = parsed(write_back.x12_of(BOOKED, 7, PARTIES))
    assert segments[1].startswith("GS*GF*ACMEBROKERAGE*KESTRELMILLS*20260304*1530*7*X*004010")
    assert segments[2:5] == ["ST*990*0001", "B1*ACME*SHP-77120*20260304*A", "N9*CN*41"]
    assert segments[-3:] == ["SE*4*0001", "GE*1*7", "IEA*1*000000007"]


@pytest.mark.parametrize(
    ("told", "statuses"),
    [
        ({}, ["AT7*X6*NS***20260304*1530*UT", "AT7*X2*NS***20260305*0730*LT"]),
        ({"isLate": True}, ["AT7*X6*BG***20260304*1530*UT", "AT7*X2*BG***20260305*0730*LT"]),
        ({"outcome": "broken_down", "etaLocal": None}, ["AT7*X6*AI***20260304*1530*UT"]),
        ({"about": "pickup", "checked": "in"}, ["AT7*X3*NS***20260304*1530*UT"]),
        ({"about": "pickup"}, ["AT7***AA*NA*20260305*0730*LT"]),
        ({"about": "pickup", "isLate": True}, ["AT7***AA*BG*20260305*0730*LT"]),
        ({"about": "pickup", "etaLocal": None}, ["AT7*XB*NS***20260304*1530*UT"]),
        (
            {"about": "pickup", "etaLocal": None, "outcome": "broken_down"},
            ["AT7*SD*AI***20260304*1530*UT"],
        ),
        ({"about": "pickup", "loading": "loaded"}, ["AT7*CP*NS***20260304*1530*UT"]),
        ({"about": "pickup", "checked": "out"}, ["AT7*AF*NS***20260304*1530*UT"]),
        (
            {"deliveredDate": "2026-03-04", "deliveredTime": "09:10:00", "etaLocal": None},
            ["AT7*D1*NS***20260304*0910*LT"],
        ),
    ],
)
def test_a_check_call_tells_the_status(told, statuses):
    segments = parsed(write_back.x12_of(REPORTED | told, 12, PARTIES))
    assert segments[3] == "B10*SHP-77120*SHP-77120*ACME"
    assert [each for each in segments if each.startswith("AT7")] == statuses
    assert "MS1*Meridian*MS*US" in segments


def test_no_word_of_a_caller_breaks_the_message():
    told = REPORTED | {"loadId": "L*1~ST*999", "location": "O~K*, MS"}
    segments = parsed(write_back.x12_of(told, 12, PARTIES))
    assert [each for each in segments if each.startswith("ST*")] == ["ST*214*0001"]


def test_an_expression_makes_the_body(acme, in_acme):
    event = Event(
        organization=acme,
        type="load_booked",
        uid="evt_1",
        sequence=1,
        payload={"loadId": "L-1", "amount": 1850},
        occurred_at=NOW,
    )
    made = body_of(
        event, "standard", {"load_booked": "{shipment: {id: loadId, buy: amount}, type: 'booked'}"}
    )
    assert json.loads(made) == {"shipment": {"id": "L-1", "buy": 1850}, "type": "booked"}
    with pytest.raises(Unreadable):
        body_of(event, "standard", {"load_booked": "nothing.here"})


@pytest.mark.parametrize(
    ("kind", "form", "types"),
    [
        ("standard", {"load_booked": "{a: "}, []),
        ("standard", {"no_such_event": "@"}, []),
        ("slack", {"load_booked": "@"}, []),
        ("x12", {}, []),
        ("x12", {"sender": "A", "receiver": "B", "scac": "TOOLONG"}, []),
        ("x12", PARTIES, ["call_ended"]),
    ],
)
def test_forms_that_make_nothing_are_refused(acme, in_acme, kind, form, types):
    with pytest.raises(services.EndpointError):
        services.create_endpoint(
            organization=acme,
            url="https://hooks.example.com/in",
            kind=kind,
            types=types,
            format=form,
            by=system("test"),
            at=NOW,
        )


def test_edi_is_told_of_bookings_and_check_calls_alone(acme, in_acme):
    made = services.create_endpoint(
        organization=acme,
        url="https://hooks.example.com/in",
        kind="x12",
        format=PARTIES,
        by=system("test"),
        at=NOW,
    )
    assert made.endpoint.types == ["load_booked", "check_call_reported"]
    assert made.secret.startswith("whsec_")


@pytest.mark.parametrize("name", write_back.EDI_TYPES)
def test_examples_are_of_their_types_schemas(name):
    assert TYPES[name].example.keys() == TYPES[name].properties.keys()
    jsonschema.validate(
        {"event": name, "id": "evt_1", "occurredAt": "2026-03-04T15:30:00.000Z", "sequence": 1}
        | plain(TYPES[name].example),
        schema_of(name),
    )


@pytest.mark.parametrize(
    ("kind", "form", "types", "starts"),
    [
        ("standard", {}, [], '{"event":"test"'),
        ("standard", {"load_booked": "{shipment: loadId}"}, [], '{"shipment":"LOADLINE-TEST"}'),
        ("standard", {"check_call_reported": "{city: location}"}, [], '{"city":"Meridian, MS"}'),
        ("standard", {"call_ended": "{a: callId}"}, [], '{"event":"test"'),
        ("standard", {"test": "{words: message}"}, [], '{"words":"hello"}'),
    ],
)
def test_a_test_goes_out_in_the_receivers_form(acme, in_acme, kind, form, types, starts):
    assert body_of(sample_test(acme), kind, form, types).decode().startswith(starts)


@pytest.mark.parametrize(
    ("types", "transaction"), [([], "ST*990*0001"), (["check_call_reported"], "ST*214*0001")]
)
def test_a_test_by_edi_says_so(acme, in_acme, types, transaction):
    segments = parsed(body_of(sample_test(acme), "x12", PARTIES, types))
    assert segments[0].split("*")[15] == "T"
    assert segments[2] == transaction
    assert any("LOADLINE-TEST" in each for each in segments)


def sample_test(acme):
    return Event(
        pk=9,
        organization=acme,
        type="test",
        uid="evt_1",
        sequence=1,
        payload={"message": "hello"},
        occurred_at=NOW,
    )


@pytest.mark.parametrize(
    ("kind", "form", "shown"),
    [
        ("x12", PARTIES, ["B1*ACME*LOADLINE-TEST", "ST*214*0001", "as an EDI 990 marked as a test"]),
        (
            "standard",
            {"load_booked": "{shipment: loadId}", "check_call_reported": "nothing"},
            ["&quot;shipment&quot;", "makes nothing of this", "in your own format, as a booking"],
        ),
        ("standard", {}, ["&quot;bookingId&quot;", "as a test message"]),
    ],
)
def test_the_page_shows_what_it_looks_like(client, owner, acme, in_acme, kind, form, shown):
    made = services.create_endpoint(
        organization=acme,
        url="https://hooks.example.com/in",
        kind=kind,
        format=form,
        by=system("test"),
        at=NOW,
    )
    client.force_login(owner)
    page = client.get(reverse("organizations:event_endpoint", args=[made.endpoint.pk])).content.decode()
    assert [each for each in shown if each not in page] == []
    sent = client.post(
        reverse("organizations:test_event_endpoint", args=[made.endpoint.pk]), follow=True
    ).content.decode()
    assert shown[-1] in sent
