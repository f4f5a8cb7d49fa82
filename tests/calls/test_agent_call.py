"""Starting a call on an agent's page: asked back first, refused in words, never by who only reads."""

import pytest
from django.urls import reverse

from calls.models import Call, CallingRules
from calls.states import AgentPurpose
from organizations.models import AuditEntry
from tests.factories import AgentFactory, DoNotCallFactory, LoadFactory, PhoneNumberFactory

pytestmark = pytest.mark.deep

PHONE = "+13125550123"


@pytest.fixture
def page(client, broker, prompted):
    """The signed-in broker's browser."""
    client.force_login(broker)
    return client


@pytest.fixture
def agent(acme):
    agent = AgentFactory(
        organization=acme, variables=[{"name": "name", "required": True}, {"name": "dock", "default": 4}]
    )
    PhoneNumberFactory(organization=acme, agent=agent, number="+12145550111")
    return agent


def url(agent):
    return reverse("agents:call", args=[agent.pk])


def test_call_is_asked_back_before_it_is_made(page, broker, agent, prompted):
    data = {"phone": "+1 (312) 555-0123", "variable_0": "Dana"}

    response = page.post(url(agent), data)
    assert "now?" in response.text
    assert not Call.unscoped.exists()
    assert "Edit" in response.text

    assert page.post(url(agent), data | {"back": "1"}).context["form"]["variable_0"].value() == "Dana"
    response = page.post(url(agent), data | {"sure": "1"})

    call = Call.unscoped.select_related("conversation").get()
    assert response["Location"] == reverse("calls:page", args=[call.pk])
    assert (call.to_phone, call.from_phone) == (PHONE, "+12145550111")
    assert call.conversation.skill_state["variables"] == {"name": "Dana", "dock": "4"}
    assert call.conversation.agent_version == 1
    entry = AuditEntry.unscoped.get(action="call.requested")
    assert entry.actor == f"user:{broker.pk}"


@pytest.mark.parametrize(
    ("purpose", "data"),
    [
        (AgentPurpose.CHECK_CALL, {"stop": "dropoff", "name": "Sam"}),
        (AgentPurpose.CARRIER_SALES, {"dot_number": "2790123", "name": ""}),
    ],
)
def test_agent_for_loads_calls_about_one(page, acme, purpose, data):
    AgentFactory(organization=acme, purpose=purpose)  # older, and not the one that was asked
    agent = AgentFactory(organization=acme, purpose=purpose)
    PhoneNumberFactory(organization=acme, agent=agent)
    load = LoadFactory(organization=acme, external_id="48213", is_outbound_sales_enabled=True)

    page.post(url(agent), data | {"phone": PHONE, "load": "48213", "sure": "1"})

    conversation = Call.unscoped.select_related("conversation").get().conversation
    assert conversation.agent_id == agent.pk
    assert conversation.load_links.model.unscoped.get().load_id == load.pk


@pytest.mark.parametrize(
    ("data", "field"),
    [
        ({"phone": ""}, "phone"),
        ({"phone": "12"}, "phone"),
        ({"variable_0": ""}, "variable_0"),
    ],
)
def test_what_is_missing_is_told(page, agent, data, field):
    response = page.post(url(agent), {"phone": PHONE, "variable_0": "Dana", "sure": "1"} | data)

    assert response.status_code == 200
    assert response.context["form"].errors[field]
    assert not Call.unscoped.exists()


def test_unknown_load_is_told(page, acme, rival):
    agent = AgentFactory(organization=acme, purpose=AgentPurpose.CHECK_CALL)
    LoadFactory(organization=rival, external_id="theirs")

    response = page.post(url(agent), {"phone": PHONE, "load": "theirs", "stop": "pickup"})

    assert "No load with this ID." in response.text


def refuse_by_list(acme):
    DoNotCallFactory(organization=acme, number=PHONE)


def refuse_by_consent(acme):
    CallingRules.unscoped.filter(organization=acme).update(requires_consent=True)


def refuse_by_agent(acme):
    acme_agents = AgentFactory._meta.model.unscoped.filter(organization=acme)
    acme_agents.update(is_active=False)


@pytest.mark.parametrize(
    ("refuse", "words"),
    [
        (refuse_by_list, "This number is on your do-not-call list."),
        (refuse_by_consent, "No consent on file for this number."),
        (refuse_by_agent, "inactive"),
    ],
)
@pytest.mark.parametrize("sure", [{}, {"sure": "1"}])
def test_rules_of_calling_hold_and_are_told_in_words(page, acme, agent, refuse, words, sure):
    refuse(acme)

    response = page.post(url(agent), {"phone": PHONE, "variable_0": "Dana", **sure})

    assert response.status_code == 200
    assert words in response.text
    assert not Call.unscoped.exists()
    assert not AuditEntry.unscoped.filter(action="call.requested").exists()


def test_cap_tells_when_it_is_free_again(page, acme, agent):
    CallingRules.unscoped.filter(organization=acme).update(per_number_hour=1)
    data = {"phone": PHONE, "variable_0": "Dana", "sure": "1"}
    page.post(url(agent), data)

    response = page.post(url(agent), data)

    assert response.context["refusal"].retry_at
    assert "Try again <time" in response.text
    assert Call.unscoped.count() == 1


def test_viewer_starts_nothing(client, viewer, agent):
    client.force_login(viewer)

    assert client.get(url(agent)).status_code == 403
    assert client.post(url(agent), {"phone": PHONE, "variable_0": "x", "sure": "1"}).status_code == 403
    assert "Start a call" not in client.get(reverse("agents:page", args=[agent.pk])).text
