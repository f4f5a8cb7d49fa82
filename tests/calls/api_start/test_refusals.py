"""Which calls are refused, with which words; nothing is stored then."""

import pytest

from tests.calls.api_start.asking import (
    CHECK,
    CHECK_BODY,
    CUSTOM,
    CUSTOM_BODY,
    PHONE,
    STOPS,
    errors_of,
    nothing_is_stored,
    post,
    problem_of,
)
from tests.factories import AgentFactory, PhoneNumberFactory


@pytest.mark.deep_but(2)
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


@pytest.mark.deep_but(8)
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


@pytest.mark.deep_but(12)
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
