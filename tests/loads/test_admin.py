"""Operators look at loads and events, and take a kept event in again."""

import pytest
from django.urls import reverse

from loads import services
from loads.models import LoadEvent
from organizations.api.problems import Invalid
from organizations.tenancy.actors import system
from tests.factories import NOW, UserFactory
from tests.loads.load_events import FULL, ingest

pytestmark = pytest.mark.deep


@pytest.fixture
def operator(client, db):
    """Django's test client, signed in as an operator."""
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    return client


def page(operator, name, *args):
    return operator.get(reverse(f"admin:loads_{name}", args=args))


def test_operators_see_the_loads_of_all_tenants(operator, acme, rival):
    ours, theirs = ingest(acme, FULL), ingest(rival, FULL)
    listed = page(operator, "load_changelist").content.decode()
    assert "Acme Freight" in listed
    assert "Rival Logistics" in listed
    assert "1 Mill Rd" in page(operator, "load_change", ours.pk).content.decode()
    assert page(operator, "load_change", theirs.pk).status_code == 200
    assert operator.post(reverse("admin:loads_load_delete", args=[ours.pk])).status_code == 403


def test_operators_see_what_came_and_why_it_was_refused(operator, acme):
    errors = [{"field": "maxRate", "code": "invalid", "detail": "Expected a number."}]
    event = services.refuse_load_event(
        organization=acme,
        raw=b'{"maxRate": "<b>\xff"}',
        refusal=Invalid(errors=errors),
        by=system("tms"),
        at=NOW,
    )
    assert "maxRate" in page(operator, "loadevent_changelist").content.decode()
    shown = page(operator, "loadevent_change", event.pk).content.decode()
    assert "&lt;b&gt;" in shown
    assert "<b>" not in shown.partition("maxRate")[2]


def test_an_event_is_taken_in_again(operator, acme):
    ingest(acme, FULL)
    first = LoadEvent.unscoped.get()
    ingest(acme, {"id": "L-1", "maxRate": 1})
    refused = services.refuse_load_event(
        organization=acme, raw=b"{", refusal=Invalid(), by=system("tms"), at=NOW
    )
    response = operator.post(
        reverse("admin:loads_loadevent_changelist"),
        {"action": "replay", "_selected_action": [first.pk, refused.pk]},
        follow=True,
    )
    said = [str(message) for message in response.context["messages"]]
    assert said[0] == "1 replayed."
    assert said[1].startswith("1 still invalid: ")
    assert LoadEvent.unscoped.latest("id").changes == {"maxRate": ["1.00", "1953.55"]}
    assert LoadEvent.unscoped.latest("id").source.startswith("user:")


@pytest.mark.parametrize("name", ["load_changelist", "loadevent_changelist"])
def test_brokers_see_nothing_of_it(client, broker, name):
    client.force_login(broker)
    assert page(client, name).status_code == 302
