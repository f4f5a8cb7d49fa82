"""The API's contract as tables, and the running service held to them.

A client is written from such tables: names, JSON types, defaults and bounds. More fields than these may come, none may
be missing. `GET /analytics` has its tables in `test_analytics`, `GET /carriers` in `test_carriers`.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest

import loads.api
from bids.states import BidChannel
from calls.models import ConversationLoad
from loads.models import LoadEvent
from tests.api.desk import (
    BIDS,
    BOOK,
    CALLS,
    CHECK,
    CUSTOM,
    DAY,
    EVENTS,
    GETS,
    GOOD,
    HOLD,
    PHONE,
    RELEASE,
    SALES,
    ask,
    errors,
    post,
    problem,
    wrong_fields,
)
from tests.factories import BidFactory, CallFactory, LoadFactory

# JSON types


def integer(value: Any) -> bool:
    return type(value) is int


def number(value: Any) -> bool:
    return type(value) in (int, float)


def text(value: Any) -> bool:
    return type(value) is str and value != ""


def texts(value: Any) -> bool:
    return type(value) is list and all(map(text, value))


def true(value: Any) -> bool:
    return value is True


def null(value: Any) -> bool:
    return value is None


def whole_load(value: Any) -> bool:
    return type(value) is dict and value.keys() == loads.api.LOAD.keys() and value["id"] == "L-6"


def written(pattern: str) -> Callable[[Any], bool]:
    return lambda value: text(value) and re.fullmatch(pattern, value, re.ASCII) is not None


utc = written(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
utc_with_milliseconds = written(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
e164 = written(r"\+[1-9]\d{6,14}")
in_progress = written("IN_PROGRESS")
success = written("success")

# Records: field, type, and whether it is null while nothing is known.

CALL = {
    "id": (integer, False),
    "fromPhone": (text, True),
    "callerName": (text, True),
    "callerExt": (text, True),
    "toPhone": (text, True),
    "createdAt": (utc, False),
    "contentTags": (text, True),
    "summary": (text, True),
    "loadIds": (texts, False),
    "mcNumber": (text, True),
    "dotNumber": (number, True),
    "carrierHwConnectionStatus": (text, True),
    "carrierHwRulesAssessment": (text, True),
    "recordingUrl": (text, True),
    "transcript": (text, True),
}
BID = {
    "loadId": (number, False),
    "originLocation": (text, True),
    "destinationLocation": (text, True),
    "carrierMc": (text, True),
    "carrierDot": (text, True),
    "phoneNumber": (text, True),
    "extension": (text, True),
    "callerName": (text, True),
    "callSummary": (text, True),
    "callDateTime": (utc, False),
}
INITIATED_CALL = {
    "id": (integer, False),
    "fromPhone": (e164, False),
    "toPhone": (e164, False),
    "status": (in_progress, False),
    "conversationId": (integer, False),
    "createdAt": (utc_with_milliseconds, False),
    "updatedAt": (utc_with_milliseconds, False),
}
BOOKED = {
    "id": (integer, False),
    "loadId": (text, False),
    "bidId": (null, False),
    "amount": (number, False),
    "kind": (text, False),
    "bookedAt": (utc, False),
    "carrierName": (text, True),
    "carrierMc": (text, True),
    "carrierDot": (text, True),
    "conversationId": (null, False),
}
PAGINATION = {"limit": (integer, False), "offset": (integer, False), "total": (integer, False)}

# Operations


@dataclass(frozen=True)
class Parameter:
    """A query parameter; the bounds are those of a number."""

    good: str
    required: bool = False
    default: int | None = None
    least: int | None = None
    most: int | None = None


WINDOW = {
    "startTime": Parameter("2026-03-02", required=True),
    "endTime": Parameter("2026-03-02T23:59:59Z", required=True),
    "loadId": Parameter("L-1"),
    "mcNumber": Parameter("123456"),
    "offset": Parameter("7", default=0, least=0),
    "limit": Parameter("7", default=100, least=1, most=500),
}
PARAMETERS = {CALLS: WINDOW, BIDS: WINDOW}
ENVELOPES = {CALLS: "calls", BIDS: "salesBids"}

# Bodies: field, and two good values of its type; the JSON types that it isn't are refused.
LOCAL = ("2026-03-04T08:00:00", "2026-03-05T23:59:59")
PLACE = {
    "zip": ("75201", "60601"),
    "city": ("Dallas", "Chicago"),
    "state": ("TX", "IL"),
    "country": ("US", "CA"),
    "timezone": ("America/Chicago", "America/New_York"),
}
ADDRESS = PLACE | {"street": ("1 Mill Rd", "2 Dock St")}
STOP = {"type": ("pickup", "dropoff"), "windowStart": LOCAL, "windowEnd": LOCAL}
LOAD_EVENT = {
    "id": ("L-1", "48213"),
    "pickupTime": LOCAL,
    "pickupEndTime": LOCAL,
    "dropoffTime": LOCAL,
    "dropoffEndTime": LOCAL,
    "status": ("UNASSIGNED", "COVERED"),
    "customerName": ("Kestrel Mills", "Otter"),
    "equipment": ("53' Dry Van", "Reefer"),
    "totalDistance": (781, 781.5),
    "weight": (42000, 42000.25),
    "commodity": ("Flour", "Paper"),
    "customerRate": (2719, 2719.5),
    "startRate": (1500, 1500.25),
    "maxRate": (1953, 1953.75),
    "bookNowRate": (1525, 1525.1),
    "specialInstructions": ("Call ahead.", "No lumpers."),
    "teamServiceRequired": (True, False),
    "outboundCarrierSalesEnabled": (True, False),
    "routingGuideEnabled": (True, False),
    "isVisibleToExternalCarriers": (True, False),
    "locked": (True, False),
    **{f"{place}.{part}": good for place in ("origin", "destination") for part, good in PLACE.items()},
    **{f"stops.0.{part}": good for part, good in STOP.items()},
    **{f"stops.0.address.{part}": good for part, good in ADDRESS.items()},
}
CHECK_CALL = {
    "toPhone": (PHONE, "+12145550100"),
    "callType": ("pickup", "dropoff"),
    "waitingAtFacility": (True, False),
    "nextStopApptStart": LOCAL,
    "nextStopApptEnd": LOCAL,
    "nextStopCity": ("Dallas", "Chicago"),
    "nextStopState": ("TX", "IL"),
    "loadNumber": ("L-9", "48213"),
    "metadata": ({"shipment": 7.5, "desk": "north"}, {}),
    **{f"loadStops.0.{part}": good for part, good in STOP.items()},
    **{f"loadStops.0.address.{part}": ADDRESS[part] for part in ("city", "state")},
}
CUSTOM_CALL = {
    "toPhone": (PHONE, f"{PHONE};ext=42"),
    "dynamicVariables": ({"name": "Dana", "rate": 2.5, "late": False, "dock": None}, {}),
}
CARRIER_SALES_CALL = {
    "toPhone": (PHONE, f"{PHONE};ext=42"),
    "loadId": ("L-8", " L-8 "),
    "dotNumber": (2790123, 1),
    "contactName": ("Dana", ""),
    "metadata": ({"campaign": 7.5, "desk": "north"}, {}),
}
BOOKING = {"loadId": ("L-7", " L-7 "), "carrier": ("DOT 2790555", "MC 790555"), "amount": (1600, 1600.25)}
HOLD_LOAD = {"loadId": ("L-6", " L-6 "), "reason": ("New date", "")}
BODIES = {
    EVENTS: LOAD_EVENT,
    CHECK: CHECK_CALL,
    SALES: CARRIER_SALES_CALL,
    CUSTOM: CUSTOM_CALL,
    BOOK: BOOKING,
    HOLD: HOLD_LOAD,
    RELEASE: {"loadId": HOLD_LOAD["loadId"]},
}
REQUIRED = {
    EVENTS: {"id"},
    CHECK: {"toPhone", "loadNumber"},
    SALES: {"toPhone", "loadId", "dotNumber"},
    CUSTOM: {"toPhone"},
    BOOK: {"loadId", "carrier", "amount"},
    HOLD: {"loadId"},
    RELEASE: {"loadId"},
}
# Sub-objects and lists, which are of their type as a whole too.
WHOLES = {
    EVENTS: {"origin": dict, "destination": dict, "stops": list, "stops.0": dict, "stops.0.address": dict},
    CHECK: {"loadStops": list, "loadStops.0": dict, "loadStops.0.address": dict},
    SALES: {},
    CUSTOM: {},
    BOOK: {},
    HOLD: {},
    RELEASE: {},
}
ANSWERS = {
    EVENTS: {"success": true},
    CHECK: {"success": true, "call": INITIATED_CALL},
    SALES: {"success": true, "call": INITIATED_CALL},
    CUSTOM: {"status": success, "call": INITIATED_CALL},
    BOOK: {"success": true, "booking": BOOKED},
    HOLD: {"success": true, "load": whole_load},
    RELEASE: {"success": true, "load": whole_load},
}
METHODS = dict.fromkeys(GETS, "GET") | dict.fromkeys(BODIES, "POST")

ONE_OF_EACH: list[Any] = ["text", 7, 1.5, True, {}, []]
ALIKE = [{int, float}]  # JSON has one kind of number


def of_another_type(kind: type) -> list[Any]:
    same = next((kinds for kinds in ALIKE if kind in kinds), {kind})
    return [value for value in ONE_OF_EACH if type(value) not in same]


def at(path: str, value: Any) -> dict[str, Any]:
    """A body with the value where the dotted path leads."""
    for part in reversed(path.split(".")):
        value = [value] if part.isdigit() else {part: value}
    return value


def fields() -> dict[str, Any]:
    """Arguments of parametrize: every field of every body, with its good values."""
    rows = [(url, path, good) for url, table in BODIES.items() for path, good in table.items()]
    return {
        "argnames": ("url", "path", "good"),
        "argvalues": rows,
        "ids": [f"{url.rsplit('/', 1)[1]}-{path}" for url, path, _ in rows],
    }


def check(record, table, *, known):
    """Hold a record to its table; where nothing is `known`, every field that may be null is."""
    assert table.keys() <= record.keys()
    for field, (is_right, is_null) in table.items():
        if is_null and not known:
            assert record[field] is None, field
        else:
            assert is_right(record[field]), f"{field}: {record[field]!r}"


def known_call(organization):
    """A call with a value in every field."""
    call = CallFactory(
        organization=organization,
        caller_name="Dana",
        caller_extension="42",
        recording_url="https://example.com/1.wav",
        transcript="Agent: Hi",
        conversation__content_tags=["negotiation", "booking_confirmed"],
        conversation__summary="They talked.",
        conversation__mc_number="123456",
        conversation__dot_number=2790000,
        conversation__connection_status="onboarded",
        conversation__rules_assessment="pass",
    )
    load = LoadFactory(organization=organization)
    ConversationLoad.unscoped.create(organization=organization, conversation=call.conversation, load=load)


def unknown_bid(organization):
    """A bid of which nothing is known but its load and time."""
    places = [f"{end}_{part}" for end in ("origin", "destination") for part in ("city", "state")]
    BidFactory(
        organization=organization,
        conversation=None,
        channel=BidChannel.MANUAL,
        load=LoadFactory(organization=organization, **dict.fromkeys(places, "")),
        amount=None,
        mc_number="",
        dot_number=None,
        caller_name="",
        phone="",
    )


ROWS = [
    (CALLS, CALL, known_call, True),
    (
        CALLS,
        CALL,
        lambda organization: CallFactory(organization=organization, from_phone="", to_phone=""),
        False,
    ),
    (
        BIDS,
        BID,
        lambda organization: BidFactory(
            organization=organization, extension="42", conversation__summary="Dana asked for 2400."
        ),
        True,
    ),
    (BIDS, BID, unknown_bid, False),
]


# Answers


@pytest.mark.parametrize(
    ("url", "table", "make", "known"), ROWS, ids=["call", "unknown call", "bid", "unknown bid"]
)
def test_record_has_every_field_in_its_type(api, acme, url, table, make, known):
    make(acme)
    response = ask(api, url)

    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    answer = response.json()
    assert answer.keys() == {ENVELOPES[url], "pagination"}
    (record,) = answer[ENVELOPES[url]]
    check(record, table, known=known)
    check(answer["pagination"], PAGINATION, known=True)


@pytest.mark.parametrize("url", ANSWERS)
def test_post_answers_with_every_field_in_its_type(api, desk, url):
    response = ask(api, url)

    assert (response.status_code, response["Content-Type"]) == (200, "application/json")
    answer = response.json()
    assert answer.keys() == ANSWERS[url].keys()
    for field, kind in ANSWERS[url].items():
        if isinstance(kind, dict):
            assert answer[field].keys() == kind.keys()
            check(answer[field], kind, known=True)
        else:
            assert kind(answer[field])


def test_number_with_a_fraction_is_no_text(api, acme):
    BidFactory(organization=acme, amount=Decimal("2250.50"))

    assert b'"amount":2250.5,' in ask(api, BIDS).content


# Paths


@pytest.mark.parametrize("url", METHODS)
def test_path_has_one_method(api, desk, url):
    for method in ("GET", "POST", "PUT", "PATCH", "DELETE"):
        if method != METHODS[url]:
            assert "Allow" in api.generic(method, url, b"{}", content_type="application/json"), method
    assert ask(api, url).status_code == 200


@pytest.mark.parametrize("url", METHODS)
def test_operation_asks_for_the_token(client, desk, url):
    problem(ask(client, url), 401)


# Parameters


def parameters(is_wanted: Callable[[Parameter], bool]) -> dict[str, Any]:
    rows = [
        (url, name, each)
        for url, table in PARAMETERS.items()
        for name, each in table.items()
        if is_wanted(each)
    ]
    return {
        "argnames": ("url", "name", "parameter"),
        "argvalues": rows,
        "ids": [f"{ENVELOPES[url]}-{name}" for url, name, _ in rows],
    }


@pytest.mark.parametrize(**parameters(lambda each: each.required))
def test_required_parameter_that_is_missing_is_named(api, url, name, parameter):
    rest = {key: value for key, value in DAY.items() if key != name}

    assert errors(api.get(url, rest)) == {(name, "required")}


@pytest.mark.parametrize(**parameters(lambda each: True))
def test_parameter_is_taken(api, url, name, parameter):
    assert ask(api, url, **{name: parameter.good}).status_code == 200


@pytest.mark.parametrize(**parameters(lambda each: each.default is not None))
def test_parameter_has_its_default(api, url, name, parameter):
    assert ask(api, url).json()["pagination"][name] == parameter.default


@pytest.mark.parametrize(**parameters(lambda each: each.least is not None))
def test_parameter_has_its_least(api, url, name, parameter):
    taken = ask(api, url, **{name: parameter.least}).json()["pagination"][name]

    assert taken == parameter.least
    assert errors(ask(api, url, **{name: parameter.least - 1})) == {(name, "min_value")}


@pytest.mark.parametrize(**parameters(lambda each: each.most is not None))
def test_parameter_has_its_most(api, url, name, parameter):
    taken = ask(api, url, **{name: parameter.most}).json()["pagination"][name]

    assert taken == parameter.most
    assert errors(ask(api, url, **{name: parameter.most + 1})) == {(name, "max_value")}


def test_default_limit_is_the_length_of_a_page(api, acme):
    BidFactory.create_batch(101, organization=acme, conversation=None, load=LoadFactory(organization=acme))

    answer = ask(api, BIDS).json()
    assert (len(answer["salesBids"]), answer["pagination"]["total"]) == (100, 101)
    assert len(ask(api, BIDS, limit=500).json()["salesBids"]) == 101


# Bodies


def merged(body: dict[str, Any], more: dict[str, Any]) -> dict[str, Any]:
    """One body out of two; a stop that both have is one stop."""
    together = dict(body)
    for name, value in more.items():
        if isinstance(value, dict) and name in body:
            value = merged(body[name], value)
        elif isinstance(value, list) and name in body:
            value = [merged(body[name][0], value[0])]
        together[name] = value
    return together


@pytest.mark.parametrize("url", BODIES)
def test_required_fields_are_all_named_and_no_others(api, desk, url):
    assert errors(post(api, url, {})) == {(field, "required") for field in REQUIRED[url]}
    minimal = {field: GOOD[url][field] for field in REQUIRED[url]}
    assert post(api, url, minimal).status_code == 200


@pytest.mark.deep_but(20)
@pytest.mark.parametrize(**fields())
def test_field_takes_its_type_and_null(api, desk, url, path, good):
    for value in good:
        assert post(api, url, GOOD[url] | at(path, value)).status_code == 200, value
    expected = 400 if path in REQUIRED[url] else 200
    assert post(api, url, GOOD[url] | at(path, None)).status_code == expected


@pytest.mark.deep_but(20)
@pytest.mark.parametrize(**fields())
def test_field_takes_no_other_type(api, desk, url, path, good):
    for value in of_another_type(type(good[0])):
        assert wrong_fields(post(api, url, GOOD[url] | at(path, value))) == {path}, value


@pytest.mark.parametrize("url", BODIES)
def test_object_and_array_take_no_other_type(api, desk, url):
    for path, kind in WHOLES[url].items():
        for value in of_another_type(kind):
            assert wrong_fields(post(api, url, GOOD[url] | at(path, value))) == {path}, (path, value)


def test_event_with_every_field_stores_every_field(api, acme):
    body: dict[str, Any] = {}
    for path, good in LOAD_EVENT.items():
        body = merged(body, at(path, good[0]))

    assert post(api, EVENTS, body).json() == {"success": True}
    changes = LoadEvent.unscoped.get(organization=acme).changes
    (stop,) = changes.pop("stops")[1]
    assert changes.keys() == {path for path in LOAD_EVENT if not path.startswith("stops")}
    assert len(stop) == len(STOP) + len(ADDRESS)


def test_check_call_with_every_field_is_started(api, desk):
    body: dict[str, Any] = {}
    for path, good in CHECK_CALL.items():
        body = merged(body, at(path, good[0]))

    check(post(api, CHECK, body).json()["call"], INITIATED_CALL, known=True)
