"""One load's whole way: pushed by the TMS, called about, answered, talked through, and told to the API's clients."""

import json
import urllib.request

import pytest

from calls.models import CheckCallReport
from organizations import services as organizations
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from tests.factories import NOW, AgentFactory, OrganizationFactory, PhoneNumberFactory
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)

DRIVER = "+13125550142"


@pytest.fixture
def brokerage(loadline):
    """An organization with an agent of each kind, a number and a token."""
    organization = OrganizationFactory(name="Acme Freight", slug="acme")
    desk = AgentFactory(
        organization=organization,
        slug="appointment-desk",
        greeting="Hi {{ name }}, this is the automated assistant with Acme Freight.",
        prompt="Be brief. Does the appointment at {{ time }} stand?",
        voicemail_message="This is Acme Freight. Please call us back.",
    )
    AgentFactory(organization=organization, slug="check-call", purpose="check_call")
    PhoneNumberFactory(organization=organization, number="+12145550100", agent=desk)
    return organization


@pytest.fixture
def client_of(loadline, brokerage):
    """An API client of the brokerage, over the wire: `(method, path, body)` → the answer's JSON."""
    plain = organizations.create_token(organization=brokerage, name="test", by=system("tests"), at=NOW).plain

    def ask(method, path, body=None):
        request = urllib.request.Request(
            f"{loadline.web}/api/v1/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"Authorization": f"Bearer {plain}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=60) as response:
            return json.load(response)

    return ask


def finished(client_of, call_id):
    """The call's record, once it bears a tag, that is once it has ended."""

    def calls():
        return client_of("GET", "calls?startTime=2020-01-01&endTime=2100-01-01")["calls"]

    def record():
        return next((each for each in calls() if each["id"] == call_id and each["contentTags"]), None)

    return wait_until(record, calls)


def start_custom_call(client_of):
    started = client_of(
        "POST",
        "custom-use-cases/appointment-desk/create-phone-call",
        {"toPhone": DRIVER, "dynamicVariables": {"name": "Dana", "time": "two"}},
    )
    assert started["status"] == "success"
    assert started["call"]["status"] == "IN_PROGRESS"
    return started["call"]["id"]


def test_custom_call_is_held_and_told(loadline, client_of):
    loadline.exchange.subscriber(DRIVER, answer="human", persona="agreeable")

    record = finished(client_of, start_custom_call(client_of))

    heard = loadline.exchange.finished(to=DRIVER)["lines"]
    assert heard[0]["text"].startswith(
        "Hi Dana, this is the automated assistant with Acme Freight. Does the appointment"
    )
    assert [record["fromPhone"], record["toPhone"]] == ["+12145550100", DRIVER]
    assert "Does the appointment at two stand?" in record["summary"]
    assert record["transcript"].count("\n") + 1 == len(heard)


def test_check_call_brings_place_and_eta(loadline, brokerage, client_of):
    loadline.exchange.subscriber(DRIVER, answer="human", persona="driver_on_time")
    client_of(
        "POST",
        "webhooks/loads/events",
        {
            "id": "L-1",
            "status": "UNASSIGNED",
            "origin": {"city": "Dallas", "state": "TX", "timezone": "America/Chicago"},
            "destination": {"city": "Atlanta", "state": "GA", "timezone": "America/New_York"},
        },
    )

    started = client_of(
        "POST", "track-and-trace/trigger-check-call-by-load", {"toPhone": DRIVER, "loadNumber": "L-1"}
    )
    record = finished(client_of, started["call"]["id"])

    assert record["loadIds"] == ["L-1"]
    assert record["contentTags"] == "check_call,check_call_update"
    with scope(brokerage.pk):
        report = CheckCallReport.objects.get(conversation_id=record["id"])
    assert report.location
    assert report.eta is not None, report.eta_said


@pytest.mark.deep_but(1)
@pytest.mark.parametrize(
    ("answer", "tag"),
    [("busy", "busy"), ("no-answer", "no_answer"), ("machine", "voicemail")],
)
def test_call_that_nobody_takes_ends_in_its_state(loadline, client_of, answer, tag):
    persona = {"persona": "voicemail"} if answer == "machine" else {}
    loadline.exchange.subscriber(DRIVER, answer=answer, **persona)

    record = finished(client_of, start_custom_call(client_of))

    assert record["contentTags"] == tag


@pytest.mark.deep
def test_voicemail_hears_the_agents_message(loadline, client_of):
    loadline.exchange.subscriber(DRIVER, answer="machine", persona="voicemail")

    finished(client_of, start_custom_call(client_of))

    said = [
        line["text"] for line in loadline.exchange.finished(to=DRIVER)["lines"] if line["role"] == "agent"
    ]
    assert said[-1] == "This is Acme Freight. Please call us back."


def test_dropped_socket_is_taken_up_again(loadline, client_of):
    loadline.exchange.subscriber(DRIVER, answer="human", script=["hello?", "yes it does"])
    loadline.exchange.faults(relay={"mode": "drop", "afterTurns": 1})

    record = finished(client_of, start_custom_call(client_of))

    assert "Sorry, the line dropped for a moment." in record["transcript"]
    assert record["contentTags"] == "follow_up"


def test_carrier_who_calls_is_answered_by_the_numbers_agent(loadline, brokerage, client_of):
    sid = loadline.exchange.inbound(
        to="+12145550100", from_=DRIVER, script=["Yes, it does."], callerName="Dana"
    )

    heard = loadline.exchange.finished(sid=sid)["lines"]

    assert "automated assistant with Acme Freight" in heard[0]["text"]
    call_id = client_of("GET", "calls?startTime=2020-01-01&endTime=2100-01-01")["calls"][0]["id"]
    record = finished(client_of, call_id)
    assert [record["fromPhone"], record["callerName"]] == [DRIVER, "Dana"]
