"""The agents' pages: who sees what, in how many queries, and what they say of texts and variables."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from calls.models import Agent
from calls.selectors.agents import changes_between, pieces_of, variables_of
from calls.services import agents
from organizations.tenancy.actors import user
from tests.factories import NOW, AgentFactory, CallFactory, PhoneNumberFactory

LIST = reverse("agents:list")
HOSTILE = "<script>alert(1)</script>{% now %}" + "N" * 150


@pytest.fixture
def page(client, broker):
    """The signed-in broker's browser."""
    client.force_login(broker)
    return client


@pytest.fixture
def agent(acme):
    return AgentFactory(organization=acme, name="Desk", slug="desk")


def url(agent, name="page"):
    return reverse(f"agents:{name}", args=[agent.pk])


def test_list_shows_agents_with_numbers_and_calls(page, acme, agent, rival):
    AgentFactory(organization=rival, name="Theirs")
    PhoneNumberFactory(organization=acme, agent=agent, number="+12145550111")
    for age in (1, 2, 8):
        CallFactory(
            organization=acme,
            conversation__agent=agent,
            conversation__created_at=timezone.now() - timedelta(days=age),
        )

    response = page.get(LIST)

    (row,) = response.context["rows"]
    assert (row.agent, row.numbers, row.calls) == (agent, ["+12145550111"], 2)
    assert "Theirs" not in response.text


@pytest.mark.parametrize("count", [1, 30])
def test_list_takes_as_many_queries_for_many(page, acme, django_assert_num_queries, count):
    for _ in range(count):
        PhoneNumberFactory(organization=acme, agent=AgentFactory(organization=acme))
    with django_assert_num_queries(7):  # session, person, membership; count, agents, numbers, calls
        assert page.get(LIST).status_code == 200


def test_empty_list_says_what_will_appear(page):
    assert "No AI agents yet" in page.get(LIST).text


@pytest.mark.parametrize("count", [1, 12])
def test_page_takes_as_many_queries_for_many(page, acme, agent, broker, django_assert_num_queries, count):
    for _ in range(count):
        CallFactory(organization=acme, conversation__agent=agent)
    with django_assert_num_queries(10):
        assert page.get(url(agent)).status_code == 200


def test_page_marks_variables(page, acme):
    agent = AgentFactory(organization=acme, prompt="Ask {{ name }} and {{ nmae }}.")

    text = page.get(url(agent)).text

    assert '<mark class="variable">{{ name }}</mark>' in text
    assert '<mark class="variable unknown" title="Not defined">{{ nmae }}</mark>' in text


def test_page_takes_hostile_text(page, acme):
    agent = AgentFactory(
        organization=acme, name=HOSTILE[:200], greeting=HOSTILE, prompt="{{ " * 500, voice=HOSTILE[:60]
    )

    text = page.get(url(agent)).text

    assert "<script>alert" not in text
    assert "{% now %}" in text


def test_pieces_tell_variables_from_words():
    pieces = pieces_of("Hi {{ name }}, {{ no such }}!", [{"name": "name"}])

    assert [(piece.text, piece.is_variable, piece.is_known) for piece in pieces] == [
        ("Hi ", False, True),
        ("{{ name }}", True, True),
        (", ", False, True),
        ("{{ no such }}", True, False),
        ("!", False, True),
    ]


def test_variables_tell_who_gives_them():
    agent = Agent(
        greeting="Hi {{ name }}.",
        prompt="{{ dock }} {{ stray }}",
        variables=[
            {"name": "name", "default": "there"},
            {"name": "dock", "required": True},
            {"name": "spare"},
        ],
    )

    told = {variable.name: (variable.source, variable.used_in) for variable in variables_of(agent)}

    assert told == {
        "name": ("“there” by default", "greeting"),
        "dock": ("Required", "instructions"),
        "spare": ("Optional", ""),
        "stray": ("Not defined: left out when spoken", "instructions"),
    }


def test_difference_is_told_word_by_word():
    (change,) = changes_between({"prompt": "Ask for the dock."}, {"prompt": "Ask for the gate."})

    assert change.label == "Instructions"
    assert change.parts == [("same", "Ask for the "), ("out", "dock."), ("in", "gate.")]


def test_page_shows_who_changed_it(page, broker, agent, in_acme):
    agents.change_agent(agent_id=agent.pk, values={"prompt": "Ask."}, note="Shorter", by=user(broker), at=NOW)

    text = page.get(url(agent)).text

    assert str(broker) in text
    assert "Shorter" in text
