"""The load events that owners see beside their integrations: what came, why not, once more, and a test."""

import json

import pytest
from django.utils import timezone

from loads import services
from loads.load_events import TEST_LOAD
from loads.models import Load, LoadEvent
from organizations.api.problems import Invalid
from organizations.models import AuditEntry
from organizations.tenancy.actors import system
from tests.api.desk import EVENTS, post
from tests.factories import NOW, LoadFactory

URL = "/loads/events/"
INTEGRATIONS = "/settings/integrations/"


@pytest.fixture
def manager(client, owner):
    client.force_login(owner)
    return client


@pytest.fixture
def tms(api, owner):
    """The client, signed in as the owner, that also pushes events with a token named test."""
    api.force_login(owner)
    return api


def page_of(client, query=""):
    response = client.get(URL + query)
    assert response.status_code == 200
    return response.content.decode()


def test_page_tells_where_to_send_events_and_how(manager, settings):
    page = page_of(manager)

    assert f"{settings.PUBLIC_URL}/api/v1/webhooks/loads/events" in page
    assert "Authorization: Bearer YOUR_TOKEN" in page
    assert "&quot;bookNowRate&quot;: 1525" in page
    assert "No events yet" in page


def test_integrations_fetch_the_events_as_a_part(manager):
    assert f'hx-get="{URL}"' in manager.get(INTEGRATIONS).content.decode()
    part = manager.get(URL, headers={"HX-Request": "true"}).content.decode()
    assert "<html" not in part
    assert 'id="load-events"' in part


def test_sample_request_is_taken(api, acme, client, owner):
    client.force_login(owner)
    page = page_of(client).replace("&quot;", '"')
    (body,) = [line for line in page.splitlines() if line.strip().startswith("-d '")]

    assert post(api, EVENTS, json.loads(body.strip()[4:].split("'")[0])).status_code == 200
    assert Load.unscoped.get().is_complete


def test_page_tells_what_changed_who_sent_it_and_why_one_was_refused(
    tms, acme, django_assert_max_num_queries
):
    post(tms, EVENTS, {"id": "L-1", "maxRate": 1900})
    post(tms, EVENTS, {"id": "L-1", "maxRate": 1950})
    post(tms, EVENTS, {"id": "L-1", "maxRate": -1})
    post(tms, EVENTS, b"{")

    with django_assert_max_num_queries(9):
        page = page_of(tms)
    assert "$1,900" in page
    assert "$1,950" in page
    assert "maxRate: Must not be less than 0." in page
    assert "Returned 400" in page
    assert "token test" in page
    refused = page_of(tms, "?show=refused")
    assert "$1,950" not in refused
    assert refused.count("Returned 400") == 2


def test_event_is_shown_as_it_came(tms, acme):
    post(tms, EVENTS, b'{"id": "L-1", "maxRate": <b>}')
    event = LoadEvent.unscoped.get()

    page = tms.get(f"{URL}{event.pk}/").content.decode()

    assert "&lt;b&gt;" in page


def test_replay_takes_an_event_in_as_if_it_came_now(manager, acme, owner):
    by = {"by": system("tests"), "at": NOW}
    for rate in (1900, 2000):
        raw = json.dumps({"id": "L-1", "maxRate": rate}).encode()
        services.receive_load_event(organization=acme, raw=raw, **by)
    first = LoadEvent.unscoped.earliest("pk")

    for _ in range(2):
        assert manager.post(f"{URL}{first.pk}/replay/")["Location"] == INTEGRATIONS

    assert Load.unscoped.get().max_rate == 1900
    changes = list(LoadEvent.unscoped.order_by("pk").values_list("changes", "source"))[2:]
    assert changes == [({"maxRate": ["2000.00", "1900.00"]}, f"user:{owner.pk}"), ({}, f"user:{owner.pk}")]
    assert AuditEntry.unscoped.filter(action="load_event.replayed").count() == 2


def test_replay_of_what_is_still_refused_says_why_and_keeps_nothing_anew(manager, acme):
    with pytest.raises(Invalid):
        services.receive_load_event(
            organization=acme, raw=b'{"id": "L-1", "maxRate": -1}', by=system("tests"), at=NOW
        )
    event = LoadEvent.unscoped.get()

    answer = manager.post(f"{URL}{event.pk}/replay/", follow=True).content.decode()

    assert "Still rejected. maxRate: Must not be less than 0." in answer
    assert LoadEvent.unscoped.get() == event


def test_test_event_comes_in_like_any_and_is_taken_out_again(manager, acme, rival):
    LoadFactory(organization=acme, external_id="L-1")
    LoadFactory(organization=rival, external_id=TEST_LOAD)

    for _ in range(2):
        assert manager.post(f"{URL}test/")["Location"] == INTEGRATIONS

    load = Load.unscoped.get(organization=acme, external_id=TEST_LOAD)
    assert load.is_complete
    assert not load.is_open
    assert load.pickup_at > timezone.now()
    assert LoadEvent.unscoped.filter(load=load, is_accepted=True).count() == 2
    assert "Remove test load" in page_of(manager)

    assert manager.post(f"{URL}test/remove/")["Location"] == INTEGRATIONS
    assert manager.post(f"{URL}test/remove/")["Location"] == INTEGRATIONS

    assert sorted(Load.unscoped.values_list("external_id", flat=True)) == ["L-1", TEST_LOAD]
    assert not LoadEvent.unscoped.exists()
    actions = list(AuditEntry.unscoped.order_by("pk").values_list("action", flat=True))
    assert actions == ["test_load.sent", "test_load.sent", "test_load.removed"]


@pytest.mark.parametrize("person", ["broker", "viewer"])
def test_events_are_for_owners(client, acme, person, request):
    client.force_login(request.getfixturevalue(person))
    load = LoadFactory(organization=acme)
    event = LoadEvent.unscoped.create(
        organization=acme, load=load, received_at=NOW, raw=b"{}", is_accepted=True, source="system:tests"
    )

    assert client.get(URL).status_code == client.get(f"{URL}{event.pk}/").status_code == 403
    for action in (f"{event.pk}/replay/", "test/", "test/remove/"):
        assert client.post(URL + action).status_code == 403
