"""Events in the receiver's own form: JSON by an expression, EDI 990 and 214 that a parser takes."""

import io
import json

import pytest
from pyx12.x12file import X12Reader

from organizations.events import services, write_back
from organizations.events.types import body_of
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
