"""The two POSTs that start a call: the contract, what is refused with which words, and that nothing is stored then."""

import json
import re
import time

import pytest
from django.urls import reverse

from calls.models import Call, Conversation
from loads.models import Load
from organizations import services as organizations
from organizations.actors import system
from tests.factories import NOW, AgentFactory, LoadFactory, PhoneNumberFactory

CUSTOM = "/api/v1/custom-use-cases/desk/create-phone-call"
CHECK = "/api/v1/track-and-trace/trigger-check-call-by-load"
PHONE = "+13125550123"
CUSTOM_BODY = {"toPhone": PHONE}
STOPS = [
    {"type": "pickup", "address": {"city": "Dallas", "state": "TX"}, "windowStart": "2026-03-04T08:00:00"}
]
CHECK_BODY = {"toPhone": PHONE, "loadNumber": "L-1", "loadStops": STOPS}
MILLIS = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")


@pytest.fixture
def desk(acme):
    """Acme's agents and number: everything that a call needs."""
    desk = AgentFactory(
        organization=acme,
        slug="desk",
        variables=[
            {"name": "name", "default": "there"},
            {"name": "time", "required": True, "default": "noon"},
        ],
    )
    AgentFactory(organization=acme, slug="checker", purpose="check_call")
    PhoneNumberFactory(organization=acme, number="+12145550100", agent=desk)
    return desk


def post(api, url, body, **extra):
    """Post a body: bytes as they are, anything else as JSON."""
    data = body if isinstance(body, bytes) else json.dumps(body).encode()
    return api.post(url, data, content_type=extra.pop("content_type", "application/json"), **extra)


def problem_of(response, status):
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    return response.json()


def errors_of(response):
    return {(error["field"], error["code"]) for error in problem_of(response, 400)["errors"]}


def nothing_is_stored():
    return not (Call.unscoped.exists() or Conversation.unscoped.exists() or Load.unscoped.exists())


# The answers


def test_paths_are_the_contracts():
    assert reverse("api:custom_call", args=["desk"]).removesuffix("/") == CUSTOM
    assert reverse("api:check_call").removesuffix("/") == CHECK


@pytest.mark.parametrize(
    ("url", "body", "success"),
    [
        (CUSTOM, CUSTOM_BODY, {"status": "success"}),
        (CUSTOM + "/", CUSTOM_BODY, {"status": "success"}),
        (CHECK, CHECK_BODY, {"success": True}),
        (CHECK + "/", CHECK_BODY, {"success": True}),
    ],
)
def test_call_is_started(api, desk, url, body, success):
    response = post(api, url, body)

    assert response.status_code == 200
    answer = response.json()
    started = answer.pop("call")
    assert answer == success
    call = Call.unscoped.get()
    assert list(started) == [
        "id",
        "fromPhone",
        "toPhone",
        "status",
        "conversationId",
        "createdAt",
        "updatedAt",
    ]
    assert started["id"] == started["conversationId"] == call.pk
    assert (started["fromPhone"], started["toPhone"]) == ("+12145550100", PHONE)
    assert started["status"] == "IN_PROGRESS"
    assert MILLIS.fullmatch(started["createdAt"])
    assert MILLIS.fullmatch(started["updatedAt"])
    assert call.status == "QUEUED"
    assert call.status_changes(manager="unscoped").get().by.startswith("token:")


def test_started_call_is_in_the_list(api, desk):
    started = post(api, CUSTOM, CUSTOM_BODY).json()["call"]

    listed = api.get("/api/v1/calls", {"startTime": "2020-01-01", "endTime": "2100-01-01"}).json()["calls"]

    assert [call["id"] for call in listed] == [started["id"]]
    assert listed[0]["createdAt"][:19] == started["createdAt"][:19]


def test_extension_is_dialed_and_not_told_as_the_number(api, desk):
    answer = post(api, CUSTOM, {"toPhone": f"{PHONE};ext=42"}).json()

    assert answer["call"]["toPhone"] == PHONE
    assert Call.unscoped.get().to_extension == "42"


def test_variables_are_kept_and_filled(api, desk):
    variables = {"name": "Dana", "time": 2.50, "late": False, "dock": None, "{{ name }}": "{{ time }}"}

    assert post(api, CUSTOM, CUSTOM_BODY | {"dynamicVariables": variables}).status_code == 200

    conversation = Conversation.unscoped.get()
    assert conversation.input_data["dynamicVariables"] == variables
    assert conversation.skill_state["variables"] == {
        "name": "Dana",
        "time": "2.5",
        "late": "no",
        "{{ name }}": "{{ time }}",
    }


@pytest.mark.parametrize("more", [{}, {"dynamicVariables": None}, {"dynamicVariables": {}}])
def test_variables_may_be_left_out(api, desk, more):
    assert post(api, CUSTOM, CUSTOM_BODY | more).status_code == 200
    assert Conversation.unscoped.get().skill_state["variables"] == {"name": "there", "time": "noon"}


def test_check_call_takes_every_field(api, desk):
    body = CHECK_BODY | {
        "callType": "dropoff",
        "waitingAtFacility": True,
        "nextStopApptStart": "2026-03-05T08:00:00",
        "nextStopApptEnd": "2026-03-05T16:00:00",
        "nextStopCity": "Atlanta",
        "nextStopState": "GA",
        "loadStops": [
            *STOPS,
            {"type": "dropoff", "address": {"city": "Atlanta", "state": "GA"}, "windowEnd": None},
        ],
        "metadata": {"shipment": 7.5, "desk": "north", "nested": {"deep": [1, None]}},
        "driverName": "Mike",
        "contactName": "Dee",
        "contactType": "dispatcher",
        "dispatchPhone": "+14165550123;ext=9",
        "reeferTemperature": -10.5,
        "trackingApp": "macropoint",
        "sentBy": {"more": ["than", "we", "read"]},
    }

    assert post(api, CHECK, body).status_code == 200

    conversation = Conversation.unscoped.get()
    assert conversation.input_data == body
    facts = conversation.skill_state["facts"]
    assert (facts["callType"], facts["waitingAtFacility"], facts["name"]) == ("dropoff", True, "Mike")
    assert (facts["stop"]["city"], facts["stop"]["windowEnd"]) == ("Atlanta", "2026-03-05T16:00:00")


@pytest.mark.parametrize("more", [{}, {"callType": None}, {"callType": "pickup"}])
def test_check_call_is_about_the_pickup_unless_told_otherwise(api, desk, more):
    assert post(api, CHECK, CHECK_BODY | more).status_code == 200
    assert Conversation.unscoped.get().skill_state["facts"]["callType"] == "pickup"


def test_check_call_may_take_all_else_from_the_stored_load(api, acme, desk):
    load = LoadFactory(organization=acme, external_id="L-1")

    assert post(api, CHECK, {"toPhone": PHONE, "loadNumber": " L-1 "}).status_code == 200

    assert Load.unscoped.get() == load
    assert Conversation.unscoped.get().skill_state["facts"]["stop"]["city"] == "Dallas"


def test_unknown_load_becomes_a_stub_of_this_organization(api, acme, desk, rival):
    LoadFactory(organization=rival, external_id="L-1")

    assert post(api, CHECK, CHECK_BODY).status_code == 200

    stub = Load.unscoped.get(organization=acme)
    assert (stub.external_id, stub.status) == ("L-1", "")


def test_null_leaves_a_field_to_the_stored_load(api, acme, desk):
    LoadFactory(organization=acme, external_id="L-1")
    names = ["callType", "waitingAtFacility", "nextStopApptStart", "nextStopCity", "loadStops", "metadata"]
    names += ["driverName", "dispatchPhone", "reeferTemperature", "trackingApp"]

    assert post(api, CHECK, {"toPhone": PHONE, "loadNumber": "L-1"} | dict.fromkeys(names)).status_code == 200


@pytest.mark.parametrize("url", [CUSTOM, CHECK])
def test_unknown_fields_are_ignored(api, desk, url):
    assert post(api, url, CHECK_BODY | {"colour": "red", "organization": 5, "status": "x"}).status_code == 200


# Which calls are refused


@pytest.mark.parametrize("slug", ["nobody", "DESK", "desk%20", "x" * 500, "%F0%9F%9A%9A", "..", "desk%0A"])
def test_unknown_agent_is_not_found(api, desk, slug):
    problem_of(post(api, f"/api/v1/custom-use-cases/{slug}/create-phone-call", CUSTOM_BODY), 404)
    assert nothing_is_stored()


def test_agent_of_another_organization_is_like_one_that_never_was(client, desk, rival_token):
    headers = {"Authorization": f"Bearer {rival_token}"}

    theirs = problem_of(post(client, CUSTOM, CUSTOM_BODY, headers=headers), 404)
    nobodys = problem_of(post(client, CUSTOM.replace("desk", "nope"), CUSTOM_BODY, headers=headers), 404)

    assert theirs["detail"].replace("desk", "nope") == nobodys["detail"]
    assert nothing_is_stored()


@pytest.mark.parametrize(
    "changes", [{"is_active": False}, {"purpose": "carrier_sales"}, {"purpose": "check_call"}]
)
def test_agent_that_cannot_call_is_a_conflict(api, desk, changes):
    for name, value in changes.items():
        setattr(desk, name, value)
    desk.save()

    problem_of(post(api, CUSTOM, CUSTOM_BODY), 409)
    assert nothing_is_stored()


def test_check_call_without_an_agent_is_a_conflict(api, acme):
    PhoneNumberFactory(organization=acme)

    problem_of(post(api, CHECK, CHECK_BODY), 409)
    assert nothing_is_stored()


@pytest.mark.parametrize(("url", "body"), [(CUSTOM, CUSTOM_BODY), (CHECK, CHECK_BODY)])
def test_organization_without_a_number_is_a_conflict(api, acme, url, body):
    AgentFactory(organization=acme, slug="desk")
    AgentFactory(organization=acme, purpose="check_call")

    problem_of(post(api, url, body), 409)
    assert nothing_is_stored()


@pytest.mark.parametrize(
    ("phone", "code"),
    [
        ("+19005550123", "destination_not_allowed"),
        ("+18765550123", "destination_not_allowed"),
        ("+442079460958", "destination_not_allowed"),
        ("+525512345678", "destination_not_allowed"),
        ("3125550123", "invalid_phone"),
        ("+1911", "invalid_phone"),
        (f"{PHONE};ext=12345678901", "invalid_phone"),
        (f"{PHONE};ext=", "invalid_phone"),
        ("", "invalid_phone"),
        ("+" + "1" * 100_000, "invalid_phone"),
        ("+١٣١٢٥٥٥٠١٢٣", "invalid_phone"),
        (13125550123, "invalid"),
        ([PHONE], "invalid"),
        ({"number": PHONE}, "invalid"),
        (True, "invalid"),
        (None, "null"),
    ],
)
@pytest.mark.parametrize(("url", "body"), [(CUSTOM, CUSTOM_BODY), (CHECK, CHECK_BODY)])
def test_destination_that_may_not_be_called_is_named(api, desk, url, body, phone, code):
    assert errors_of(post(api, url, body | {"toPhone": phone})) == {("toPhone", code)}
    assert nothing_is_stored()


def test_organization_may_allow_more_countries(api, acme, desk):
    acme.callable_countries = ["US", "MX"]
    acme.save()

    assert post(api, CUSTOM, {"toPhone": "+525512345678"}).status_code == 200


def test_missing_variables_are_all_named(api, desk):
    desk.variables = [
        {"name": "name", "required": True},
        {"name": "time", "required": True},
        {"name": "dock"},
    ]
    desk.save()

    response = post(api, CUSTOM, CUSTOM_BODY | {"dynamicVariables": {"time": "", "dock": "5"}})

    assert errors_of(response) == {
        ("dynamicVariables.name", "required"),
        ("dynamicVariables.time", "required"),
    }
    assert nothing_is_stored()


@pytest.mark.parametrize(
    ("variables", "error"),
    [
        ([], ("dynamicVariables", "invalid")),
        ("name=Dana", ("dynamicVariables", "invalid")),
        (5, ("dynamicVariables", "invalid")),
        ({"name": ["Dana"]}, ("dynamicVariables.name", "invalid")),
        ({"name": {"first": "Dana"}}, ("dynamicVariables.name", "invalid")),
        ({f"v{n}": n for n in range(101)}, ("dynamicVariables", "too_many")),
        ({"name": "x" * 32 * 1024}, ("dynamicVariables", "too_large")),
        ({"name": "é" * 17 * 1024}, ("dynamicVariables", "too_large")),
        ({"name": "\x00"}, ("dynamicVariables.name", "invalid_text")),
        ({"na\x00me": "x"}, ("dynamicVariables.na\\u0000me", "invalid_text")),
        ({"name": "\ud800"}, ("dynamicVariables.name", "invalid_text")),
    ],
)
def test_wrong_variables_are_named(api, desk, variables, error):
    assert errors_of(post(api, CUSTOM, CUSTOM_BODY | {"dynamicVariables": variables})) == {error}
    assert nothing_is_stored()


@pytest.mark.parametrize("variables", [{f"v{n}": n for n in range(100)}, {"name": "x" * (32 * 1024 - 11)}])
def test_bounds_of_the_variables_are_taken(api, desk, variables):
    assert post(api, CUSTOM, CUSTOM_BODY | {"dynamicVariables": variables}).status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {"loadNumber": "L-1", "toPhone": PHONE},
        CHECK_BODY | {"loadStops": []},
        CHECK_BODY | {"loadStops": None},
    ],
)
def test_check_call_that_knows_no_stop_is_refused(api, desk, body):
    assert errors_of(post(api, CHECK, body)) == {("loadStops", "required")}
    assert nothing_is_stored()


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"loadNumber": None}, ("loadNumber", "null")),
        ({"loadNumber": ""}, ("loadNumber", "blank")),
        ({"loadNumber": "  "}, ("loadNumber", "blank")),
        ({"loadNumber": 48213}, ("loadNumber", "invalid")),
        ({"loadNumber": "x" * 65}, ("loadNumber", "max_length")),
        ({"loadNumber": "L\x00"}, ("loadNumber", "invalid_text")),
        ({"callType": "delivery"}, ("callType", "invalid_choice")),
        ({"callType": "PICKUP"}, ("callType", "invalid_choice")),
        ({"callType": 1}, ("callType", "invalid")),
        ({"waitingAtFacility": "yes"}, ("waitingAtFacility", "invalid")),
        ({"waitingAtFacility": 1}, ("waitingAtFacility", "invalid")),
        ({"nextStopApptStart": "2026-03-04T08:00:00Z"}, ("nextStopApptStart", "offset_not_allowed")),
        ({"nextStopApptStart": "2026-02-30T08:00:00"}, ("nextStopApptStart", "invalid")),
        ({"nextStopApptStart": "0001-01-01T00:00:00"}, ("nextStopApptStart", "invalid")),
        ({"nextStopApptEnd": "9999-12-31T23:59:59"}, ("nextStopApptEnd", "invalid")),
        ({"nextStopApptEnd": 1772463600}, ("nextStopApptEnd", "invalid")),
        ({"nextStopCity": ["Dallas"]}, ("nextStopCity", "invalid")),
        ({"nextStopCity": "x" * 121}, ("nextStopCity", "max_length")),
        ({"nextStopState": "x" * 41}, ("nextStopState", "max_length")),
        ({"loadStops": {}}, ("loadStops", "not_a_list")),
        ({"loadStops": "Dallas"}, ("loadStops", "not_a_list")),
        ({"loadStops": [None]}, ("loadStops.0", "null")),
        ({"loadStops": ["Dallas"]}, ("loadStops.0", "invalid")),
        ({"loadStops": [*STOPS, {"type": "stop"}]}, ("loadStops.1.type", "invalid_choice")),
        ({"loadStops": [{"type": "pickup", "address": "Dallas"}]}, ("loadStops.0.address", "invalid")),
        ({"loadStops": [{"address": {"city": "\x00"}}]}, ("loadStops.0.address.city", "invalid_text")),
        (
            {"loadStops": [{"address": {"timezone": "../../etc/passwd"}}]},
            ("loadStops.0.address.timezone", "unknown_time_zone"),
        ),
        (
            {"loadStops": [{"address": {"timezone": "America"}}]},
            ("loadStops.0.address.timezone", "unknown_time_zone"),
        ),
        ({"loadStops": [{"windowStart": "noon"}]}, ("loadStops.0.windowStart", "invalid")),
        ({"loadStops": [{}] * 1001}, ("loadStops", "max_length")),
        ({"metadata": []}, ("metadata", "invalid")),
        ({"metadata": "x"}, ("metadata", "invalid")),
        ({"metadata": {"a": "\x00"}}, ("metadata.a", "invalid_text")),
        ({"metadata": {"a": ["\udfff"]}}, ("metadata.a.0", "invalid_text")),
        ({"metadata": {"a": "x" * 33_000}}, ("metadata", "too_large")),
        ({"contactType": "boss"}, ("contactType", "invalid_choice")),
        ({"dispatchPhone": "555"}, ("dispatchPhone", "invalid_phone")),
        ({"reeferTemperature": "cold"}, ("reeferTemperature", "invalid")),
        ({"reeferTemperature": True}, ("reeferTemperature", "invalid")),
        ({"reeferTemperature": 2**62}, ("reeferTemperature", "max_digits")),
        ({"trackingApp": "x"}, ("trackingApp", "invalid_choice")),
        ({"driverName": "x" * 201}, ("driverName", "max_length")),
    ],
)
def test_wrong_field_is_named_and_the_next_request_is_fine(api, desk, change, error):
    assert errors_of(post(api, CHECK, CHECK_BODY | change)) == {error}
    assert nothing_is_stored()
    assert post(api, CHECK, CHECK_BODY).status_code == 200


@pytest.mark.parametrize(("url", "fields"), [(CUSTOM, {"toPhone"}), (CHECK, {"toPhone", "loadNumber"})])
def test_what_is_required_is_told_at_once(api, desk, url, fields):
    assert errors_of(post(api, url, {})) == {(field, "required") for field in fields}


def test_all_that_is_wrong_is_told_at_once(api, desk):
    body = {"toPhone": "x", "loadNumber": "", "callType": "x", "loadStops": [{"type": "x"}, None]}

    assert {field for field, _ in errors_of(post(api, CHECK, body))} == {
        "toPhone",
        "loadNumber",
        "callType",
        "loadStops.0.type",
        "loadStops.1",
    }


# The parser's traps, in bodies that these endpoints would otherwise take

RAW = json.dumps(CHECK_BODY | {"metadata": {"x": "HERE"}})


@pytest.mark.parametrize(
    ("value", "field"),
    [
        ("NaN", "metadata.x"),
        ("Infinity", "metadata.x"),
        ("-Infinity", "metadata.x"),
        ("1e400", "metadata.x"),
        ("9223372036854775808", "metadata.x"),
        ("9" * 5000, "metadata.x"),
        ('"\\u0000"', "metadata.x"),
        ('"\\ud800"', "metadata.x"),
        ('{"a": 1, "a": 2}', "metadata.x.a"),
        ("[" * 30 + "]" * 30, ""),
        ("[" * 100_000, ""),
        ("[" + "1," * 10_000 + "1]", ""),
        ("nul", ""),
        ("1,", ""),
        ("'x'", ""),
    ],
)
@pytest.mark.parametrize("url", [CUSTOM, CHECK])
def test_trap_in_the_body_is_a_400_that_names_it(api, desk, url, value, field):
    started = time.process_time()
    response = post(api, url, RAW.replace('"HERE"', value).encode())

    assert {name for name, _ in errors_of(response)} == {field}
    assert time.process_time() - started < 5
    assert nothing_is_stored()
    assert post(api, url, CHECK_BODY).status_code == 200


@pytest.mark.parametrize("body", [b"", b"   ", b"[]", b"null", b'"x"', b"5", b"\xff{}", b"{", b"toPhone=1"])
@pytest.mark.parametrize("url", [CUSTOM, CHECK])
def test_body_that_is_no_object_is_refused(api, desk, url, body):
    assert {name for name, _ in errors_of(post(api, url, body))} == {""}
    assert nothing_is_stored()


@pytest.mark.parametrize("url", [CUSTOM, CHECK])
def test_numbers_of_any_size_that_fit_are_kept(api, desk, url):
    numbers = {"small": -(2**63), "large": 2**63 - 1, "exact": 0.1, "tiny": 1e-300}

    assert post(api, url, CHECK_BODY | {"metadata": numbers, "dynamicVariables": numbers}).status_code == 200
    kept = Conversation.unscoped.get().input_data
    assert kept["metadata" if url == CHECK else "dynamicVariables"] == numbers


@pytest.mark.parametrize(
    ("content_type", "status"),
    [
        ("application/json; charset=utf-8", 200),
        ("text/plain", 415),
        ("application/x-www-form-urlencoded", 415),
        ("application/json; charset=latin-1", 415),
    ],
)
@pytest.mark.parametrize("url", [CUSTOM, CHECK])
def test_body_must_say_that_it_is_json(api, desk, url, content_type, status):
    assert post(api, url, CHECK_BODY, content_type=content_type).status_code == status


@pytest.mark.parametrize("url", [CUSTOM, CHECK])
def test_body_over_a_mebibyte_is_too_large(api, desk, url):
    problem_of(post(api, url, CHECK_BODY | {"more": "x" * 1_048_576}), 413)
    assert nothing_is_stored()


# Who may ask


@pytest.mark.parametrize(("url", "body"), [(CUSTOM, CUSTOM_BODY), (CHECK, CHECK_BODY)])
def test_token_and_its_scope_are_needed(client, acme, desk, url, body):
    plain = organizations.create_token(
        organization=acme, name="reader", scopes=["read", "ingest"], by=system("tests"), at=NOW
    ).plain

    assert post(client, url, body).status_code == 401
    problem_of(post(client, url, body, headers={"Authorization": f"Bearer {plain}"}), 403)
    assert nothing_is_stored()


@pytest.mark.parametrize(("url", "body"), [(CUSTOM, CUSTOM_BODY), (CHECK, CHECK_BODY)])
def test_suspended_organization_calls_nobody(api, acme, desk, url, body):
    acme.suspended_at = NOW
    acme.save()

    problem_of(post(api, url, body), 403)
    assert nothing_is_stored()


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete"])
@pytest.mark.parametrize("url", [CUSTOM, CHECK])
def test_calls_are_only_started_by_post(api, desk, url, method):
    response = getattr(api, method)(url)

    assert response.status_code == 405
    assert response["Allow"] == "POST"
