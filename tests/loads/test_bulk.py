"""Several loads at once: who may, which loads, what is recorded."""

import pytest
from django.urls import reverse

from loads.models import Load
from organizations.models import AuditEntry
from tests.factories import LoadFactory

pytestmark = [pytest.mark.django_db, pytest.mark.deep]


@pytest.fixture
def browser(client, broker):
    client.force_login(broker)
    return client


def change(browser, loads, action, **more):
    return browser.post(reverse("loads:bulk"), {"load": [load.pk for load in loads], "change": action} | more)


def told(browser):
    return [str(message) for message in browser.get("/loads/").context["messages"]]


def test_loads_are_held_and_released(browser, broker, acme):
    loads = [LoadFactory(organization=acme) for _ in range(3)]
    response = change(browser, loads[:2], "hold", query="equipment=van&page=2&evil=1&columns=miles")
    assert response["Location"] == "/loads/?equipment=van&columns=id,miles"
    assert told(browser) == ["2 loads put on hold."]
    assert Load.unscoped.filter(held_by=broker).count() == 2
    assert AuditEntry.unscoped.filter(action="load.held", actor=f"user:{broker.pk}").count() == 2
    change(browser, loads, "release")
    assert told(browser) == ["2 loads released."]


def test_loads_are_given_to_somebody(browser, owner, acme, viewer, stranger):
    loads = [LoadFactory(organization=acme) for _ in range(2)]
    change(browser, loads, "owner", owner=owner.pk)
    assert told(browser) == [f"2 loads assigned to {owner}."]
    assert set(Load.unscoped.values_list("owner", flat=True)) == {owner.pk}
    for person in (viewer.pk, stranger.pk, "x"):
        change(browser, loads, "owner", owner=person)
        assert told(browser) == ["Choose someone in your organization who can own loads."]
    change(browser, loads[:1], "owner", owner="")
    assert told(browser) == ["1 load unassigned."]


def test_who_only_reads_may_not_and_sees_no_boxes(client, viewer, acme):
    client.force_login(viewer)
    load = LoadFactory(organization=acme)
    assert change(client, [load], "hold").status_code == 403
    assert "data-pick" not in client.get("/loads/").content.decode()
    load.refresh_from_db()
    assert not load.is_held


def test_loads_of_others_stay(browser, rival):
    theirs = LoadFactory(organization=rival)
    change(browser, [theirs], "hold")
    assert told(browser) == ["Select loads first, then choose an action."]
    theirs.refresh_from_db()
    assert not theirs.is_held


@pytest.mark.parametrize(
    "more", [{"load": []}, {"load": ["x", "9" * 30, "²"]}, {"change": "delete"}, {"change": ""}]
)
def test_nonsense_does_nothing(browser, acme, more):
    load = LoadFactory(organization=acme)
    response = browser.post(reverse("loads:bulk"), {"load": [load.pk], "change": "hold"} | more)
    assert response.status_code == 302
    load.refresh_from_db()
    assert not load.is_held
