"""The page on which owners set what is asked of carriers."""

import pytest
from django.urls import reverse

import organizations.tenancy.queueing
from carriers.models import VettingRules
from tests.factories import VettingRulesFactory

pytestmark = pytest.mark.deep

URL = reverse("carriers:vetting_rules")


@pytest.fixture
def page(client, owner, monkeypatch):
    """The signed-in owner's browser."""
    monkeypatch.setattr(organizations.tenancy.queueing, "_send_soon", lambda task, args: None)
    client.force_login(owner)
    return client


def typed(page):
    """What a browser would send of the form as it stands."""
    values = {field.name: field.value() for field in page.get(URL).context["form"]}
    return {
        name: "on" if value is True else str(value)
        for name, value in values.items()
        if value is not None and value is not False
    }


def test_owner_changes_the_rules_as_another_version(page, acme):
    assert page.post(URL, typed(page) | {"least_authority_days": "200"}).status_code == 302
    rules = VettingRules.unscoped.get()
    assert (rules.organization, rules.least_authority_days, rules.version) == (acme, 200, 0)

    page.post(URL, typed(page) | {"least_authority_days": "300"})
    rules.refresh_from_db()
    assert (rules.least_authority_days, rules.version) == (300, 1)

    page.post(URL, typed(page))
    rules.refresh_from_db()
    assert rules.version == 1  # nothing was changed: nobody is vetted anew


@pytest.mark.parametrize(
    "wrong",
    [
        {"least_authority_days": "-1"},
        {"least_liability": "x"},
        {"least_cargo": "-5"},
        {"low_cargo": "perhaps"},
        {"papers_email": "nobody"},
    ],
)
def test_wrong_rules_are_told(page, acme, wrong):
    VettingRulesFactory(organization=acme)
    before = VettingRules.unscoped.values().get()

    response = page.post(URL, typed(page) | wrong)

    assert response.context["form"].errors
    assert VettingRules.unscoped.values().get() == before


def test_everybody_reads_the_rules(client, broker, viewer):
    for person in (broker, viewer):
        client.force_login(person)
        text = client.get(URL).text
        assert "Only owners can edit" in text
        assert 'name="least_cargo"' not in text
        assert client.post(URL).status_code == 403


def test_page_takes_few_queries(page, django_assert_num_queries):
    with django_assert_num_queries(4):
        page.get(URL)
