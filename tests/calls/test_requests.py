"""Asking for a call: what is refused, what is written down, and who is told."""

import re
from datetime import datetime
from pathlib import Path

import pytest
from celery import current_app
from django.conf import settings

from calls.calling_rules import NotAllowed, read_destination
from calls.models import Call, Conversation
from calls.services import dialing, requests
from calls.skill import SKILLS, MissingVariables
from calls.states import AgentPurpose
from config.celery import app
from loads.models import Load, Stop
from organizations.tenancy.actors import system
from tests.factories import NOW, AgentFactory, LoadFactory, OrganizationFactory, PhoneNumberFactory

CLIENT = system("tests")
DRIVER = read_destination("+13125550123")


@pytest.fixture
def number(in_acme):
    return PhoneNumberFactory(organization=in_acme, number="+12145550100")


@pytest.fixture
def desk(in_acme):
    return AgentFactory(organization=in_acme, slug="desk")


@pytest.fixture
def checker(in_acme):
    return AgentFactory(organization=in_acme, slug="checker", purpose=AgentPurpose.CHECK_CALL)


def ask(organization, slug="desk", destination=DRIVER, **variables):
    return requests.request_custom_call(
        organization=organization,
        agent_slug=slug,
        destination=destination,
        dynamic_variables=variables,
        by=CLIENT,
        at=NOW,
    )


def check(organization, destination=DRIVER, **request):
    body = {"loadNumber": "L-1", "callType": "pickup"} | request
    return requests.request_check_call(
        organization=organization,
        destination=destination,
        request=body,
        input_data={"as": "it came"},
        by=CLIENT,
        at=NOW,
    )


def nothing_is_stored():
    return not (Call.objects.exists() or Conversation.objects.exists() or Load.objects.exists())


# Custom calls


def test_custom_call_is_queued(in_acme, number, desk):
    call = ask(in_acme, name="Dana", count=2.0)

    call.refresh_from_db()
    assert (call.status, call.from_phone, call.to_phone) == ("QUEUED", "+12145550100", "+13125550123")
    assert (call.conversation.direction, call.conversation.channel) == ("outbound", "phone")
    assert (call.conversation.agent, call.conversation.created_at, call.updated_at) == (desk, NOW, NOW)
    assert call.conversation.skill_state == {"variables": {"name": "Dana", "count": "2"}}
    assert call.conversation.input_data == {
        "toPhone": "+13125550123",
        "dynamicVariables": {"name": "Dana", "count": 2},
    }
    assert list(call.status_changes.values_list("old", "new", "by", "at")) == [
        ("", "QUEUED", "system:tests", NOW)
    ]
    assert call.pk == call.conversation_id


def test_extension_is_kept_apart(in_acme, number, desk):
    call = ask(in_acme, destination=read_destination("+13125550123;ext=42"))

    assert (call.to_phone, call.to_extension) == ("+13125550123", "42")
    assert call.conversation.input_data["toPhone"] == "+13125550123;ext=42"


def test_references_are_long_and_never_the_same(in_acme, number, desk):
    references = {ask(in_acme).reference for _ in range(5)}

    assert len(references) == 5
    assert all(re.fullmatch(r"[A-Za-z0-9_-]{24,32}", reference) for reference in references)


def test_worker_is_prompted_once_the_row_is_committed(
    in_acme, number, desk, prompted, django_capture_on_commit_callbacks
):
    with django_capture_on_commit_callbacks(execute=True):
        call = ask(in_acme)
        assert prompted == []

    assert prompted == [("calls.tasks.place_call", (in_acme.pk, call.pk))]


def test_every_task_that_is_prompted_is_registered():
    current_app.loader.import_default_modules()
    sources = [
        path for package in ("calls", "loads", "organizations") for path in Path(package).rglob("*.py")
    ]
    names = {
        name
        for path in sources
        for name in re.findall(r"""\bprompt\(\s*["']([\w.]+)["']""", (settings.BASE_DIR / path).read_text())
    }

    assert {"calls.tasks.place_call", "calls.tasks.leave_voicemail"} <= names <= set(current_app.tasks)


def test_beat_sends_tasks_that_are_registered():
    current_app.loader.import_default_modules()

    assert {entry["task"] for entry in app.conf.beat_schedule.values()} <= set(current_app.tasks)


def test_unknown_agent_calls_nobody(in_acme, number):
    with pytest.raises(requests.AgentUnknown):
        ask(in_acme)
    assert nothing_is_stored()


def test_agent_of_another_organization_is_unknown(in_acme, number, rival):
    AgentFactory(organization=rival, slug="desk")

    with pytest.raises(requests.AgentUnknown):
        ask(in_acme)


@pytest.mark.parametrize(
    ("changes", "refusal", "told"),
    [
        ({"is_active": False}, dialing.AgentInactive, "inactive"),
        ({"purpose": AgentPurpose.CHECK_CALL}, requests.WrongPurpose, "makes check calls"),
        ({"purpose": AgentPurpose.CARRIER_SALES}, requests.WrongPurpose, "makes carrier sales calls"),
    ],
)
def test_agent_that_cannot_call_says_why(in_acme, number, changes, refusal, told):
    AgentFactory(organization=in_acme, slug="desk", **changes)

    with pytest.raises(refusal, match=told):
        ask(in_acme)
    assert nothing_is_stored()


def test_missing_skill_calls_nobody(in_acme, number, desk, monkeypatch):
    for purpose in list(SKILLS):
        monkeypatch.delitem(SKILLS, purpose)

    with pytest.raises(dialing.AgentInactive, match="No skill"):
        ask(in_acme)


def test_organization_without_a_number_calls_nobody(in_acme, desk, rival):
    PhoneNumberFactory(organization=rival)

    with pytest.raises(dialing.NoNumber):
        ask(in_acme)
    assert nothing_is_stored()


@pytest.mark.parametrize("phone", ["+442079460958", "+18765550123", "+19005550123"])
def test_destination_that_may_not_be_called_is_not(in_acme, number, desk, phone):
    with pytest.raises(NotAllowed):
        ask(in_acme, destination=read_destination(phone))
    assert nothing_is_stored()


def test_destination_is_measured_by_the_organizations_own_list(in_acme, number, desk):
    in_acme.callable_countries = ["GB"]

    assert ask(in_acme, destination=read_destination("+442079460958")).pk
    with pytest.raises(NotAllowed):
        ask(in_acme)


def test_missing_variable_calls_nobody(in_acme, number):
    AgentFactory(organization=in_acme, slug="desk", variables=[{"name": "time", "required": True}])

    with pytest.raises(MissingVariables):
        ask(in_acme, name="Dana")
    assert nothing_is_stored()


def test_agents_own_number_is_called_from(in_acme, number, desk):
    PhoneNumberFactory(organization=in_acme, number="+12145550101", agent=desk)
    PhoneNumberFactory(organization=in_acme, number="+12145550102", agent=desk)

    assert ask(in_acme).from_phone == "+12145550101"


def test_first_number_serves_an_agent_without_one(in_acme, number, desk, checker):
    PhoneNumberFactory(organization=in_acme, number="+12145550101", agent=checker)

    assert ask(in_acme).from_phone == "+12145550100"


# Check calls

STOPS = [
    {
        "type": "pickup",
        "address": {"city": "Dallas", "state": "TX"},
        "windowStart": datetime(2026, 3, 4, 8, 0),
    },
    {"type": "dropoff", "address": {"city": "Macon", "state": "GA"}},
    {"type": "dropoff", "address": {"city": "Atlanta", "state": "GA", "timezone": "America/New_York"}},
]


def facts(call):
    return call.conversation.skill_state["facts"]


def test_check_call_with_stops_needs_no_load(in_acme, number, checker):
    call = check(in_acme, loadStops=STOPS, driverName="Mike", waitingAtFacility=True)

    assert call.conversation.agent == checker
    assert call.conversation.input_data == {"as": "it came"}
    load = Load.objects.get()
    assert (load.external_id, load.status) == ("L-1", "")
    assert call.conversation.load_links.get().load == load
    assert facts(call) == {
        "loadNumber": "L-1",
        "callType": "pickup",
        "waitingAtFacility": True,
        "name": "Mike",
        "isDispatcher": False,
        "isReefer": False,
        "stop": {
            "city": "Dallas",
            "state": "TX",
            "timezone": "America/Chicago",
            "windowStart": "2026-03-04T08:00:00",
            "windowEnd": "",
        },
    }


def test_check_call_about_the_dropoff_is_about_the_last_one(in_acme, number, checker):
    stop = facts(check(in_acme, callType="dropoff", loadStops=STOPS))["stop"]

    assert (stop["city"], stop["timezone"]) == ("Atlanta", "America/New_York")


def test_stored_load_tells_what_the_request_leaves_out(in_acme, number, checker):
    load = LoadFactory(organization=in_acme, external_id="L-1")

    call = check(in_acme, contactName="Dee")

    assert Load.objects.get() == load
    assert facts(call)["name"] == "Dee"
    assert facts(call)["stop"] == {
        "city": "Dallas",
        "state": "TX",
        "timezone": "America/Chicago",
        "windowStart": "2026-03-04T08:00:00",
        "windowEnd": "2026-03-04T12:00:00",
    }
    assert facts(check(in_acme, callType="dropoff"))["stop"]["city"] == "Atlanta"


def test_stops_of_a_stored_load_will_do(in_acme, number, checker):
    load = Load.objects.create(organization=in_acme, external_id="L-1")
    for position, (kind, city) in enumerate([("pickup", "Waco"), ("dropoff", "Macon")]):
        Stop.objects.create(organization=in_acme, load=load, position=position, type=kind, city=city)

    assert facts(check(in_acme, callType="dropoff"))["stop"]["city"] == "Macon"


def test_next_stop_of_the_request_wins(in_acme, number, checker):
    LoadFactory(organization=in_acme, external_id="L-1")

    call = check(
        in_acme,
        loadStops=STOPS,
        nextStopCity="Waco",
        nextStopState="TX",
        nextStopApptStart=datetime(2026, 3, 4, 9, 30),
        nextStopApptEnd=datetime(2026, 3, 4, 10, 30),
    )

    assert facts(call)["stop"] == {
        "city": "Waco",
        "state": "TX",
        "timezone": "America/Chicago",  # Waco's own: the stored stop is another town
        "windowStart": "2026-03-04T09:30:00",
        "windowEnd": "2026-03-04T10:30:00",
    }


def test_same_city_keeps_what_the_stored_load_knows_of_it(in_acme, number, checker):
    LoadFactory(organization=in_acme, external_id="L-1")

    stop = facts(check(in_acme, nextStopCity="dallas"))["stop"]

    assert (stop["city"], stop["state"], stop["timezone"]) == ("dallas", "TX", "America/Chicago")


@pytest.mark.parametrize(
    "request_",
    [{}, {"loadStops": []}, {"loadStops": None}, {"nextStopCity": ""}, {"nextStopState": "TX"}],
)
def test_check_call_without_any_stop_is_refused(in_acme, number, checker, request_):
    with pytest.raises(requests.NoStops):
        check(in_acme, **request_)
    assert nothing_is_stored()


def test_load_that_tells_no_place_is_no_help(in_acme, number, checker):
    Load.objects.create(organization=in_acme, external_id="L-1", pickup_time=datetime(2026, 3, 4, 8, 0))

    with pytest.raises(requests.NoStops):
        check(in_acme)


def test_load_of_another_organization_is_no_help(in_acme, number, checker):
    LoadFactory(organization=OrganizationFactory(), external_id="L-1")

    with pytest.raises(requests.NoStops):
        check(in_acme)


@pytest.mark.parametrize("agents", [[], [{"is_active": False}], [{"purpose": AgentPurpose.CUSTOM}]])
def test_check_call_needs_an_active_agent(in_acme, number, agents):
    for changes in agents:
        AgentFactory(organization=in_acme, **{"purpose": AgentPurpose.CHECK_CALL} | changes)

    with pytest.raises(dialing.AgentInactive, match="no active agent for check calls"):
        check(in_acme, loadStops=STOPS)
    assert nothing_is_stored()


def test_oldest_active_agent_checks(in_acme, number):
    _off, oldest, _newer = [
        AgentFactory(organization=in_acme, purpose=AgentPurpose.CHECK_CALL, is_active=active)
        for active in (False, True, True)
    ]

    assert check(in_acme, loadStops=STOPS).conversation.agent == oldest


def test_check_call_without_a_number_stores_nothing(in_acme, checker):
    with pytest.raises(dialing.NoNumber):
        check(in_acme, loadStops=STOPS)
    assert nothing_is_stored()


def test_check_call_abroad_stores_nothing(in_acme, number, checker):
    with pytest.raises(NotAllowed):
        check(in_acme, destination=read_destination("+442079460958"), loadStops=STOPS)
    assert nothing_is_stored()
