"""Making and changing agents: versions without gaps, and nobody overwrites what they haven't seen."""

import pytest

from calls.models import VERSIONED, Agent, AgentVersion
from calls.services import agents
from calls.services.agents import ChangedMeanwhile
from organizations.models import AuditEntry
from organizations.tenancy.actors import system
from tests.factories import NOW, AgentFactory

BY = system("tests")


@pytest.fixture
def agent(in_acme):
    return agents.create_agent(
        organization=in_acme, slug="desk", values={"name": "Desk", "prompt": "Ask."}, by=BY, at=NOW
    )


def change(agent, **values):
    return agents.change_agent(agent_id=agent.pk, values=values, by=BY, at=NOW)


def test_agent_is_made_with_its_first_version(agent):
    version = AgentVersion.objects.get()

    assert (agent.version, version.number, version.by, version.at) == (1, 1, "system:tests", NOW)
    assert version.values == {name: getattr(agent, name) for name in VERSIONED}
    assert AuditEntry.objects.get().action == "agent.created"


def test_change_is_the_next_version(agent):
    agents.change_agent(
        agent_id=agent.pk, values={"prompt": "Ask twice."}, note="More", by=BY, at=NOW, expected=1
    )

    agent.refresh_from_db()
    version = AgentVersion.objects.get(number=2)
    assert (agent.version, agent.prompt) == (2, "Ask twice.")
    assert (version.values["prompt"], version.values["name"], version.note) == ("Ask twice.", "Desk", "More")
    entry = AuditEntry.objects.get(action="agent.changed")
    assert entry.details == {"fields": ["prompt"], "version": 2}


def test_change_to_what_it_is_makes_no_version(agent):
    assert change(agent, prompt="Ask.").version == 1
    assert AgentVersion.objects.count() == 1


def test_slug_is_no_part_of_a_version(agent):
    change(agent, slug="other")

    assert Agent.objects.get().slug == "desk"


def test_second_of_two_editors_is_told(agent):
    change(agent, name="First")

    with pytest.raises(ChangedMeanwhile) as caught:
        agents.change_agent(agent_id=agent.pk, values={"name": "Second"}, by=BY, at=NOW, expected=1)

    assert (caught.value.agent.name, caught.value.agent.version) == ("First", 2)
    assert Agent.objects.get().name == "First"


def test_two_editors_who_want_the_same_agree(agent):
    change(agent, name="Same")

    saved = agents.change_agent(agent_id=agent.pk, values={"name": "Same"}, by=BY, at=NOW, expected=1)

    assert saved.version == 2


def test_old_version_is_restored_as_a_new_one(agent):
    change(agent, name="Other", prompt="Shout.")

    restored = agents.restore_version(agent_id=agent.pk, number=1, by=BY, at=NOW)

    assert (restored.version, restored.name, restored.prompt) == (3, "Desk", "Ask.")
    assert AgentVersion.objects.get(number=3).note == "Restored from version 1"
    with pytest.raises(AgentVersion.DoesNotExist):
        agents.restore_version(agent_id=agent.pk, number=9, by=BY, at=NOW)


def test_agent_without_a_version_keeps_what_it_was(in_acme):
    agent = AgentFactory(organization=in_acme, name="Old")

    change(agent, name="New")

    assert [version.values["name"] for version in AgentVersion.objects.order_by("number")] == ["Old", "New"]
