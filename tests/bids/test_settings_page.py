"""The page on which owners set how the agents haggle."""

import pytest
from django.urls import reverse

from bids.models import NegotiationRules
from organizations.models import AuditEntry
from tests.factories import NegotiationRulesFactory

pytestmark = pytest.mark.sampled(8)

URL = reverse("bids:negotiation_rules")
DATA = {
    "strategy": "measured",
    "pace": "steady",
    "rounds": "3",
    "step": "50",
    "agent_may_book": "on",
    "second_call": "continue",
    "reciprocity": "1",
    "final_low": "54",
    "final_high": "90",
    "above_final": "0",
    "far_ask": "175",
    "early_share": "60",
    "early_hours": "48",
    "late_hours": "6",
    "enough_offers": "3",
}


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
    "wrong",
    [
        *({"rounds": "0"}, {"rounds": "99"}, {"step": "0"}, {"step": "9999"}, {"step": "x"}),
        *({"strategy": "x"}, {"pace": ""}, {"reciprocity": "5"}, {"far_ask": "100"}, {"final_high": "96"}),
        *({"final_low": "91"}, {"above_final": "12"}, {"late_hours": "48"}, {"early_share": "101"}),
    ],
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


def test_defaults_are_the_rules_of_who_has_set_none(page):
    form = page.get(URL).context["form"]

    assert {name: str(form[name].value()) for name in DATA if name not in ("agent_may_book", "step")} == {
        name: value for name, value in DATA.items() if name not in ("agent_may_book", "step")
    }


PREVIEW = reverse("bids:preview_negotiation")


def previewed(page, **changed):
    response = page.get(PREVIEW, DATA | {"step": "25"} | changed, headers={"HX-Request": "true"})
    return response.text, response.context["preview"]


def test_preview_answers_by_the_rules_as_they_are_typed(page, acme):
    text, preview = previewed(page)

    assert [(row.action, row.amount) for row in preview.rows] == [
        *(("Held firm", 1500), ("Held firm", 1500), ("Countered", 1650), ("Final offer", 1850)),
        *(("Sent to you", 1900), ("Agreed", 1850)),
    ]
    assert "could only guess your max buy to within $200" in text
    assert not NegotiationRules.unscoped.exists()
    assert "<html" not in text
    assert previewed(page, opens_by_clock="on")[1].early_final_offer == 1700
    assert previewed(page, final_low="90")[1].hidden == 0


def test_preview_of_fixed_steps_tells_what_callers_can_do(page, acme):
    text, preview = previewed(page, strategy="fixed_steps")

    assert [row.amount for row in preview.rows][:4] == [1500, 1750, 1975, 1990]
    assert "Callers who keep asking can figure out your max buy." in text


def test_preview_of_wrong_rules_is_none(page, acme):
    text, preview = previewed(page, rounds="0")

    assert preview is None
    assert "Fix the fields" in text


def test_preview_takes_few_queries(page, django_assert_num_queries):
    with django_assert_num_queries(3):
        previewed(page)
