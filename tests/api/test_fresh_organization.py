"""A brokerage made a moment ago answers all eight endpoints once it has a number: the specification's examples."""

import json
from datetime import UTC, datetime

import pytest
from django.utils import timezone

from calls.models import Call
from organizations import services as organizations
from organizations.tenancy import queueing
from organizations.tenancy.actors import system
from tests.factories import PhoneNumberFactory

DAY = datetime(2026, 3, 3, 18, 0, tzinfo=UTC)  # noon in Chicago: calling hours are the defaults
LOAD = {
    "id": "L-48213",
    "pickupTime": "2030-03-04T08:00:00",
    "pickupEndTime": "2030-03-04T12:00:00",
    "dropoffTime": "2030-03-05T08:00:00",
    "dropoffEndTime": "2030-03-05T16:00:00",
    "origin": {
        "zip": "75212",
        "city": "Dallas",
        "state": "TX",
        "country": "US",
        "timezone": "America/Chicago",
    },
    "destination": {
        "zip": "30336",
        "city": "Atlanta",
        "state": "GA",
        "country": "US",
        "timezone": "America/New_York",
    },
    "status": "UNASSIGNED",
    "customerName": "Kestrel Mills",
    "stops": [
        {
            "type": "pickup",
            "address": {
                "street": "1 Mill St",
                "city": "Dallas",
                "state": "TX",
                "country": "US",
                "timezone": "America/Chicago",
                "zip": "75212",
            },
            "windowStart": "2030-03-04T08:00:00",
            "windowEnd": "2030-03-04T12:00:00",
        },
        {
            "type": "dropoff",
            "address": {
                "street": "2 Dock Rd",
                "city": "Atlanta",
                "state": "GA",
                "country": "US",
                "timezone": "America/New_York",
                "zip": "30336",
            },
            "windowStart": "2030-03-05T08:00:00",
            "windowEnd": None,
        },
    ],
    "equipment": "53' Dry Van",
    "totalDistance": 781,
    "weight": 42000,
    "commodity": "Flour",
    "customerRate": 2719,
    "startRate": 1500,
    "maxRate": 1953,
    "bookNowRate": 1525,
    "specialInstructions": "Tarps",
    "teamServiceRequired": False,
    "outboundCarrierSalesEnabled": True,
    "routingGuideEnabled": False,
    "isVisibleToExternalCarriers": False,
    "locked": False,
}
CHECK_CALL = {
    "toPhone": "+13125550142",
    "callType": "pickup",
    "waitingAtFacility": False,
    "nextStopApptStart": "2030-03-04T08:00:00",
    "nextStopApptEnd": "2030-03-04T12:00:00",
    "nextStopCity": "Dallas",
    "nextStopState": "TX",
    "loadNumber": "L-48213",
    "loadStops": [
        {
            "type": "pickup",
            "address": {"city": "Dallas", "state": "TX"},
            "windowStart": "2030-03-04T08:00:00",
            "windowEnd": "2030-03-04T12:00:00",
        }
    ],
    "metadata": {"campaign": "morning", "attempt": 1},
}
CUSTOM = {"toPhone": "+13125550143;ext=42", "dynamicVariables": {"contactName": "Sam", "loadNumber": "48213"}}
WINDOW = {"startTime": "2026-01-01", "endTime": "2036-01-01"}
ENDPOINTS = {
    "load event": ("POST", "/api/v1/webhooks/loads/events", LOAD),
    "calls": (
        "GET",
        "/api/v1/calls",
        WINDOW | {"loadId": "L-48213", "mcNumber": "123456", "offset": 0, "limit": 100},
    ),
    "bids": ("GET", "/api/v1/bids", WINDOW),
    "check call": ("POST", "/api/v1/track-and-trace/trigger-check-call-by-load", CHECK_CALL),
    "analytics A": (
        "GET",
        "/api/v1/analytics",
        {
            "fromDate": "2026-03-01",
            "toDate": "2026-03-03",
            "granularity": "day",
            "timezone": "America/Chicago",
        },
    ),
    "analytics B": (
        "GET",
        "/api/v1/analytics",
        {"startDate": "2026-03-01", "endDate": "2026-03-03", "metric": "call_volume"},
    ),
    "custom call": ("POST", "/api/v1/custom-use-cases/appointment-desk/create-phone-call", CUSTOM),
    "carriers": (
        "GET",
        "/api/v1/carriers",
        {"origin": "Dallas, TX", "destination": "Atlanta, GA", "radius": 50, "equipmentTypes": "van,reefer"},
    ),
}


@pytest.fixture
def fresh(client, db, monkeypatch):
    """A brokerage as the command makes it, and a client with its token."""
    monkeypatch.setattr(queueing, "_send_soon", lambda name, args: None)
    monkeypatch.setattr("calls.api.timezone.now", lambda: DAY)
    by = {"by": system("tests"), "at": timezone.now()}
    made = organizations.create_organization(name="Fresh Freight", **by)
    token = organizations.create_token(organization=made, name="TMS", **by).plain
    client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {token}"
    return made


def ask(client, method, url, told):
    if method == "GET":
        return client.get(url, told)
    return client.post(url, json.dumps(told), content_type="application/json")


def test_all_eight_answer_200_once_there_is_a_number(client, fresh):
    PhoneNumberFactory(organization=fresh, agent=None)
    answers = {name: ask(client, *endpoint) for name, endpoint in ENDPOINTS.items()}
    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(ENDPOINTS, 200)
    assert answers["load event"].json() == {"success": True}
    assert answers["check call"].json()["call"]["status"] == "IN_PROGRESS"
    assert answers["custom call"].json()["status"] == "success"
    assert Call.unscoped.count() == 2


def test_until_then_calls_alone_say_what_is_missing(client, fresh):
    codes = {name: ask(client, *endpoint).status_code for name, endpoint in ENDPOINTS.items()}
    assert codes == dict.fromkeys(ENDPOINTS, 200) | {"check call": 409, "custom call": 409}
    told = ask(client, *ENDPOINTS["check call"]).json()
    assert [(each["code"], each["page"]) for each in told["missing"]] == [
        ("no_number", "/setup/phone-number/")
    ]
