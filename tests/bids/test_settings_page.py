"""The page on which owners set how the agents haggle."""

import pytest
from django.urls import reverse

from bids.models import NegotiationRules
from organizations.models import AuditEntry
from tests.factories import NegotiationRulesFactory

URL = reverse("bids:negotiation_rules")
DATA = {"rounds": "3", "step": "50", "second_call": "continue", "agent_may_book": "on"}


@pytest.fixture
def page(client, owner):
    """The signed-in owner's browser."""
    client.force_login(owner)
    return client


def test_owner_changes_the_rules(page, acme, owner):
    assert page.post(URL, DATA | {"rounds": "4", "agent_may_book": ""}).status_code == 302

    rules = NegotiationRules.unscoped.get()
    assert (rules.organization, rules.rounds, rules.step, rules.agent_may_book) == (acme, 4, 50, False)
    entry = AuditEntry.unscoped.get(action="negotiation_rules.changed")
    assert entry.actor == f"user:{owner.pk}"
    page.post(URL, DATA | {"rounds": "4", "agent_may_book": ""})
    assert AuditEntry.unscoped.filter(action="negotiation_rules.changed").count() == 1


@pytest.mark.parametrize(
    "wrong", [{"rounds": "0"}, {"rounds": "99"}, {"step": "0"}, {"step": "9999"}, {"step": "x"}]
)
def test_wrong_rules_are_told(page, acme, wrong):
    NegotiationRulesFactory(organization=acme)
    before = NegotiationRules.unscoped.values().get()

    response = page.post(URL, DATA | wrong)

    assert response.context["form"].errors
    assert NegotiationRules.unscoped.values().get() == before


def test_everybody_reads_the_rules(client, broker, viewer):
    for person in (broker, viewer):
        client.force_login(person)
        text = client.get(URL).text
        assert "Only owners can edit" in text
        assert 'name="rounds"' not in text
        assert client.post(URL, DATA).status_code == 403


def test_page_takes_few_queries(page, django_assert_num_queries):
    with django_assert_num_queries(4):
        page.get(URL)
