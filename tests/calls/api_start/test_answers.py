"""The two POSTs that start a call: what they answer, and what is stored."""

import pytest
from django.urls import reverse

from calls.models import Call, Conversation
from loads.models import Load
from tests.calls.api_start.asking import CHECK, CHECK_BODY, CUSTOM, CUSTOM_BODY, MILLIS, PHONE, STOPS, post
from tests.factories import LoadFactory


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
