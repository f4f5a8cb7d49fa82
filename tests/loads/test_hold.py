"""A broker's hold: what it keeps the agent from, who sets it, where it shows."""

from datetime import timedelta

import pytest
from django.urls import reverse

from loads import services as loads
from loads.models import Load
from organizations.models import AuditEntry
from organizations.tenancy import actors
from tests.factories import NOW, LoadFactory

LATER = NOW + timedelta(minutes=5)

pytestmark = [pytest.mark.django_db, pytest.mark.sampled(3)]


@pytest.fixture
def load(acme):
    """An open load."""
    return LoadFactory(organization=acme, external_id="48213")


def stored(load) -> Load:
    return Load.unscoped.select_related("held_by").get(pk=load.pk)


def hold(load, person, reason="", at=NOW) -> bool:
    return loads.hold_load(load=load, reason=reason, held_by=person, by=actors.user(person), at=at)


def test_held_load_is_not_open(in_acme, load, broker):
    assert hold(load, broker, "New date")

    assert load.is_held
    assert not load.is_open
    assert not Load.objects.open().exists()
    assert list(Load.objects.held()) == [load]
    entry = AuditEntry.objects.get()
    assert (entry.action, entry.actor) == ("load.held", f"user:{broker.pk}")
    assert entry.details == {"reason": "New date"}


def test_second_hold_changes_nothing(in_acme, load, broker, owner):
    hold(load, broker, "Mine")

    assert not hold(load, owner, "Yours", at=LATER)

    now = stored(load)
    assert (now.held_by, now.hold_reason, now.held_at) == (broker, "Mine", NOW)
    assert AuditEntry.objects.count() == 1


def test_release_ends_it_once(in_acme, load, broker, owner):
    hold(load, broker)

    assert loads.release_load(load=load, by=actors.user(owner), at=LATER)
    assert not loads.release_load(load=load, by=actors.user(owner), at=LATER)

    assert load.is_open
    now = stored(load)
    assert (now.held_at, now.held_by, now.hold_reason) == (None, None, "")
    assert [entry.action for entry in AuditEntry.objects.order_by("pk")] == ["load.held", "load.released"]


def test_event_of_the_tms_leaves_it(api, load, broker):
    Load.unscoped.update(held_at=NOW, held_by=broker, hold_reason="New date")

    for event in ({"id": "48213", "status": "UNASSIGNED"}, {"id": "48213", "weight": 1}):
        answer = api.post(reverse("api:load-events"), event, content_type="application/json")
        assert answer.status_code == 200

    now = stored(load)
    assert (now.held_at, now.held_by, now.hold_reason, now.weight) == (NOW, broker, "New date", 1)


def test_broker_holds_and_releases_by_the_pages(client, broker, load):
    client.force_login(broker)
    url, page = reverse("loads:hold", args=[load.pk]), reverse("loads:page", args=[load.pk])
    assert "The agent won’t offer load 48213" in client.get(url).content.decode()

    assert client.post(url, {"reason": "The <b>dock</b> is full"}).url == page

    told = client.get(page).content.decode()
    assert f"by {broker}" in told
    assert "The &lt;b&gt;dock&lt;/b&gt; is full" in told
    assert "Already on hold" in client.get(url).content.decode()
    assert "?status=held" in client.get("/loads/").content.decode()
    assert [row.pk for row in client.get("/loads/?status=held").context["table"].page] == [load.pk]
    assert not list(client.get("/loads/").context["table"].page)

    assert client.post(reverse("loads:release", args=[load.pk])).url == page
    assert not stored(load).is_held
    again = client.post(reverse("loads:release", args=[load.pk]), follow=True)
    assert "is off hold" in again.content.decode()


def test_viewer_holds_nothing(client, viewer, load):
    client.force_login(viewer)
    for name in ("loads:hold", "loads:release"):
        assert client.post(reverse(name, args=[load.pk])).status_code == 403
    assert client.get(reverse("loads:hold", args=[load.pk])).status_code == 403
    Load.unscoped.update(held_at=NOW)
    assert "Release" not in client.get(reverse("loads:page", args=[load.pk])).content.decode()


def test_reason_is_short(client, broker, load):
    client.force_login(broker)
    refused = client.post(reverse("loads:hold", args=[load.pk]), {"reason": "x" * 201})
    assert refused.status_code == 400
    assert not stored(load).is_held
