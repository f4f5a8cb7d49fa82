"""`POST /carrier-sales/trigger-call`, and how all requests for calls tell that they may not be placed now."""

import json
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

import calls.api
import organizations.tenancy.queueing
from calls.models import Call, CallingRules, Conversation, DoNotCall
from loads.models import Load
from tests.factories import NOW, AgentFactory, LoadFactory, PhoneNumberFactory

SALES = "/api/v1/carrier-sales/trigger-call"
CHECK = "/api/v1/track-and-trace/trigger-check-call-by-load"
CUSTOM = "/api/v1/custom-use-cases/desk/create-phone-call"
PHONE = "+13125550123"
BODY = {"toPhone": PHONE, "loadId": "L-1", "dotNumber": 2790123}
BODIES = {SALES: BODY, CHECK: {"toPhone": PHONE, "loadNumber": "L-1"}, CUSTOM: {"toPhone": PHONE}}


@pytest.fixture(autouse=True)
def _nothing_is_dialed(monkeypatch):
    monkeypatch.setattr(organizations.tenancy.queueing, "_send_soon", lambda name, args: None)


@pytest.fixture
def load(acme):
    """An open load that carriers may be called about; and all that calls need."""
    AgentFactory(organization=acme, slug="desk")
    AgentFactory(organization=acme, slug="checker", purpose="check_call")
    AgentFactory(organization=acme, slug="seller", purpose="carrier_sales")
    PhoneNumberFactory(organization=acme, number="+12145550100")
    return LoadFactory(organization=acme, external_id="L-1", is_outbound_sales_enabled=True)


@pytest.fixture
def clock(monkeypatch):
    """Set the moment at which requests come."""

    def set_to(text):
        moment = datetime.fromisoformat(text).replace(tzinfo=UTC)
        monkeypatch.setattr(calls.api.timezone, "now", lambda: moment)
        return moment

    return set_to


def post(api, url, body):
    return api.post(url, json.dumps(body).encode(), content_type="application/json")


def problem(response, status):
    assert response.status_code == status, response.content
    assert response["Content-Type"] == "application/problem+json"
    return response.json()


def nothing_is_queued():
    return not (Call.unscoped.exists() or Conversation.unscoped.exists())


def test_path_is_the_contracts():
    assert reverse("api:carrier_sales_call").removesuffix("/") == SALES


def test_call_is_queued(api, load):
    body = BODY | {"contactName": "Dana", "metadata": {"campaign": 7}, "colour": "red"}

    answer = post(api, SALES, body).json()

    call = Call.unscoped.select_related("conversation__agent").get()
    assert answer["success"] is True
    assert (answer["call"]["id"], answer["call"]["status"], answer["call"]["toPhone"]) == (
        call.pk,
        "IN_PROGRESS",
        PHONE,
    )
    talk = call.conversation
    assert (call.status, call.from_phone, call.caller_name) == ("QUEUED", "+12145550100", "Dana")
    assert (talk.agent.slug, talk.direction) == ("seller", "outbound")
    assert talk.input_data == body
    assert talk.skill_state == {"facts": {"loadId": "L-1", "contactName": "Dana", "dotNumber": 2790123}}
    assert list(talk.load_links(manager="unscoped").values_list("load", flat=True)) == [load.pk]


@pytest.mark.parametrize("more", [{}, {"contactName": None, "metadata": None}])
def test_contact_may_be_left_out(api, load, more):
    assert post(api, SALES, BODY | more).status_code == 200
    assert Conversation.unscoped.get().skill_state["facts"]["contactName"] == ""


def test_rates_stay_out_of_what_the_agent_is_told(api, acme, load):
    Load.unscoped.update(max_rate=7771, customer_rate=8881)

    post(api, SALES, BODY)

    talk = Conversation.unscoped.get()
    told = json.dumps([talk.skill_state, talk.input_data])
    assert "7771" not in told
    assert "8881" not in told


@pytest.mark.parametrize("load_id", ["L-2", "l-1", "L-1 x", "theirs"])
def test_unknown_load_is_not_found(api, load, rival, load_id):
    LoadFactory(organization=rival, external_id="theirs", is_outbound_sales_enabled=True)

    told = problem(post(api, SALES, BODY | {"loadId": load_id}), 404)

    assert told["detail"] == f"No load with the ID '{load_id}'."
    assert nothing_is_queued()
    assert Load.unscoped.of(load.organization).count() == 1  # no stub


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"is_locked": True}, "load_locked"),
        ({"held_at": NOW}, "load_on_hold"),
        ({"status": "COVERED"}, "load_not_open"),
        ({"status": "Out for lunch"}, "load_not_open"),
        ({"status": ""}, "load_not_open"),
        ({"is_outbound_sales_enabled": False}, "outbound_sales_disabled"),
        ({"start_rate": None, "book_now_rate": None}, "load_incomplete"),
        ({"pickup_time": None}, "load_incomplete"),
    ],
)
def test_load_that_is_not_to_be_offered_is_a_conflict(api, load, changes, code):
    Load.unscoped.update(**changes)

    assert problem(post(api, SALES, BODY), 409)["code"] == code
    assert nothing_is_queued()


@pytest.mark.parametrize("agents", [[], [{"is_active": False}]])
def test_agent_for_it_is_needed(api, acme, agents):
    PhoneNumberFactory(organization=acme)
    LoadFactory(organization=acme, external_id="L-1", is_outbound_sales_enabled=True)
    for changes in agents:
        AgentFactory(organization=acme, purpose="carrier_sales", **changes)

    told = problem(post(api, SALES, BODY), 409)

    assert (told["code"], "carrier sales" in told["detail"]) == ("agent_inactive", True)
    assert nothing_is_queued()


def test_number_to_call_from_is_needed(api, acme):
    AgentFactory(organization=acme, purpose="carrier_sales")
    LoadFactory(organization=acme, external_id="L-1", is_outbound_sales_enabled=True)

    assert problem(post(api, SALES, BODY), 409)["code"] == "no_number"
    assert nothing_is_queued()


# Rules of calling, as the API tells them


@pytest.mark.parametrize("url", BODIES)
def test_night_is_refused_with_the_morning(api, load, clock, url):
    CallingRules.unscoped.update(hours_start=8, hours_end=21)
    clock("2026-03-03T05:00:00.5")

    (error,) = problem(post(api, url, BODIES[url]), 400)["errors"]

    assert (error["field"], error["code"]) == ("toPhone", "outside_calling_window")
    assert error["retryAt"] == "2026-03-03T14:00:00Z"
    assert "11:00 PM" in error["detail"]
    assert nothing_is_queued()
    clock("2026-03-03T14:00:00")
    assert post(api, url, BODIES[url]).status_code == 200


@pytest.mark.parametrize("url", BODIES)
def test_number_on_the_list_is_refused(api, acme, load, url):
    DoNotCall.unscoped.create(organization=acme, number=PHONE)

    (error,) = problem(post(api, url, BODIES[url]), 400)["errors"]

    assert (error["field"], error["code"], "retryAt" in error) == ("toPhone", "do_not_call", False)
    assert nothing_is_queued()


@pytest.mark.parametrize("url", BODIES)
def test_reached_cap_says_how_long_to_wait(api, load, clock, url):
    CallingRules.unscoped.update(per_minute=1)
    clock("2026-03-03T15:00:00.25")
    assert post(api, url, BODIES[url]).status_code == 200
    clock("2026-03-03T15:00:20")

    response = post(api, url, BODIES[url])

    told = problem(response, 429)
    assert told["type"].endswith("#call-limit-reached")
    assert "1 call per minute" in told["detail"]
    assert (told["retryAt"], response["Retry-After"]) == ("2026-03-03T15:01:01Z", "41")
    clock("2026-03-03T15:01:01")
    assert post(api, url, BODIES[url]).status_code == 200


def test_live_calls_over_the_cap_name_no_moment(api, load):
    CallingRules.unscoped.update(most_live=1)
    post(api, SALES, BODY)

    response = post(api, SALES, BODY)

    assert "retryAt" not in problem(response, 429)
    assert int(response["Retry-After"]) >= 1


def test_fresh_answer_is_a_conflict_with_its_end(api, load, clock):
    CallingRules.unscoped.update(quiet_minutes=30)
    moment = clock("2026-03-03T15:00:00")
    post(api, CHECK, BODIES[CHECK])
    clock((moment + timedelta(minutes=10)).replace(tzinfo=None).isoformat())

    response = post(api, CHECK, BODIES[CHECK])

    told = problem(response, 409)
    assert (told["code"], told["retryAt"]) == ("recently_contacted", "2026-03-03T15:30:00Z")
    assert response["Retry-After"] == "1200"


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"is_active": False}, "agent_inactive"), ({"purpose": "check_call"}, "agent_purpose")],
)
def test_conflict_of_an_agent_has_a_code(api, load, changes, code):
    AgentFactory._meta.model.unscoped.filter(slug="desk").update(**changes)

    assert problem(post(api, CUSTOM, BODIES[CUSTOM]), 409)["code"] == code
