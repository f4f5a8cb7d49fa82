"""Endpoints by the API and by page: made, changed, tested, sent to again; what is refused, and to whom."""

import jsonschema_rs
import pytest
from django.utils import timezone

from organizations import services as organizations
from organizations.events import services, types
from organizations.models import AuditEntry, Delivery, Event, EventEndpoint, Organization
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from organizations.tenancy.states import DeliveryStatus
from tests.api.desk import errors, post, problem
from tests.factories import NOW, DeliveryAttemptFactory, DeliveryFactory, EventEndpointFactory, EventFactory

pytestmark = pytest.mark.sampled(20)

ENDPOINTS = "/api/v1/event-endpoints"
URL = "http://127.0.0.1:9/hook"


def patch(api, pk, body):
    return api.patch(f"{ENDPOINTS}/{pk}", body, content_type="application/json")


@pytest.fixture
def endpoint(acme):
    with scope(acme.pk):
        return services.create_endpoint(organization=acme, url=URL, by=system("tests"), at=NOW).endpoint


def test_endpoint_is_made_read_changed_and_removed(api, acme):
    made = post(api, ENDPOINTS, {"url": URL, "types": ["call_ended"], "headers": {"X-Team": "west"}}).json()
    pk = made["eventEndpoint"]["id"]

    assert made["secret"].startswith("whsec_")
    assert api.get(ENDPOINTS).json()["eventEndpoints"] == [made["eventEndpoint"]]
    assert made["eventEndpoint"]["headers"] == {"X-Team": "•••"}
    changed = patch(api, pk, {"types": [], "enabled": False}).json()["eventEndpoint"]
    assert (changed["types"], changed["enabled"], changed["disabledReason"]) == ([], False, "by_hand")
    assert changed["url"] == URL
    assert patch(api, pk, {"enabled": True}).json()["eventEndpoint"]["enabled"]
    assert "secret" not in api.get(f"{ENDPOINTS}/{pk}").json()
    assert api.delete(f"{ENDPOINTS}/{pk}").json() == {"success": True}
    assert api.get(f"{ENDPOINTS}/{pk}").status_code == 404
    assert [
        entry.action for entry in AuditEntry.unscoped.filter(action__startswith="event").order_by("id")
    ] == [
        "event_endpoint.created",
        "event_endpoint.changed",
        "event_endpoint.turned_off",
        "event_endpoint.turned_on",
        "event_endpoint.removed",
    ]


def test_organization_keeps_what_its_endpoints_ask_for(api, acme):
    def kept():
        return Organization.objects.get(pk=acme.pk).event_types

    one = post(api, ENDPOINTS, {"url": URL, "types": ["call_ended"]}).json()["eventEndpoint"]["id"]
    assert kept() == ["call_ended"]
    two = post(api, ENDPOINTS, {"url": URL}).json()["eventEndpoint"]["id"]
    assert kept() == ["*"]
    api.delete(f"{ENDPOINTS}/{two}")
    assert kept() == ["call_ended"]
    api.delete(f"{ENDPOINTS}/{one}")
    assert kept() == []


@pytest.mark.parametrize(
    ("body", "wrong"),
    [
        ({}, ("url", "required")),
        ({"url": 7}, ("url", "invalid")),
        ({"url": ""}, ("url", "blank")),
        ({"url": "https://user:pw@hooks.example.com/"}, ("url", "invalid")),
        ({"url": "ftp://hooks.example.com/"}, ("url", "invalid")),
        ({"url": URL, "kind": "pigeon"}, ("kind", "invalid_choice")),
        ({"url": URL, "types": ["call_ended", "nothing"]}, ("types", "invalid")),
        ({"url": URL, "types": ["test"]}, ("types", "invalid")),
        ({"url": URL, "types": "call_ended"}, ("types", "not_a_list")),
        ({"url": URL, "headers": {"Host": "other.example"}}, ("headers", "invalid")),
        ({"url": URL, "headers": {"Webhook-Id": "x"}}, ("headers", "invalid")),
        ({"url": URL, "headers": {"X": "a\r\nHost: b"}}, ("headers", "invalid")),
        ({"url": URL, "headers": {"X Y": "a"}}, ("headers", "invalid")),
        ({"url": URL, "headers": {"X": 7}}, ("headers", "invalid")),
        ({"url": URL, "headers": {f"X-{number}": "a" for number in range(11)}}, ("headers", "invalid")),
        ({"url": URL, "description": "x" * 201}, ("description", "max_length")),
    ],
)
def test_what_makes_no_endpoint_is_refused_by_name(api, acme, body, wrong):
    assert errors(post(api, ENDPOINTS, body)) == {wrong}
    assert not EventEndpoint.unscoped.exists()


def test_private_address_is_refused(api, acme, settings):
    settings.PRIVATE_ENDPOINTS = False

    assert errors(post(api, ENDPOINTS, {"url": "https://169.254.169.254/"})) == {("url", "invalid")}


def test_more_endpoints_than_may_be_are_refused(api, acme):
    EventEndpointFactory.create_batch(services.MAX_ENDPOINTS, organization=acme)

    problem(post(api, ENDPOINTS, {"url": URL}), 409)


@pytest.mark.parametrize("number", ["0", "-1", "x", "9" * 30, "١"])
def test_id_that_is_none_is_not_found(api, acme, number):
    problem(api.get(f"{ENDPOINTS}/{number}"), 404)
    problem(post(api, f"{ENDPOINTS}/{number}/test", {}), 404)


def of_scopes(acme, *scopes):
    return organizations.create_token(
        organization=acme, name="narrow", scopes=scopes, by=system("tests"), at=NOW
    ).plain


@pytest.mark.parametrize(
    ("scopes", "may_read", "may_write"),
    [
        (["read"], True, False),
        (["ingest"], False, False),
        (["call"], False, False),
        (["read", "ingest"], True, True),
    ],
)
def test_who_hears_of_everything_may_read_everything(client, acme, endpoint, scopes, may_read, may_write):
    client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {of_scopes(acme, *scopes)}"

    reads = [
        client.get(f"{ENDPOINTS}{path}")
        for path in ("", "/types", f"/{endpoint.pk}", f"/{endpoint.pk}/attempts")
    ]
    writes = [
        patch(client, endpoint.pk, {"description": "mine"}),
        *(post(client, f"{ENDPOINTS}/{endpoint.pk}/{deed}", {}) for deed in ("rotate-secret", "test")),
        post(client, ENDPOINTS, {"url": URL}),
        post(client, f"{ENDPOINTS}/{endpoint.pk}/replay", {"since": "2026-03-02T00:00:00Z"}),
        client.delete(f"{ENDPOINTS}/{endpoint.pk}"),
    ]

    assert {response.status_code for response in reads} == {200 if may_read else 403}
    assert {response.status_code for response in writes} == {200 if may_write else 403}


def test_stranger_neither_changes_nor_removes(client, rival_token, endpoint):
    client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {rival_token}"

    assert client.get(ENDPOINTS).json() == {"eventEndpoints": []}
    assert patch(client, endpoint.pk, {"url": "http://127.0.0.1:9/mine"}).status_code == 404
    assert client.delete(f"{ENDPOINTS}/{endpoint.pk}").status_code == 404
    assert EventEndpoint.unscoped.get().url == URL


def test_secret_of_an_idempotent_request_is_the_same(api, acme):
    first, second = (post(api, ENDPOINTS, {"url": URL}, **{"Idempotency-Key": "once"}) for _ in range(2))

    assert first.json() == second.json()
    assert EventEndpoint.unscoped.count() == 1


def test_attempts_are_listed_newest_first_with_request_and_answer(
    api, acme, endpoint, django_assert_num_queries
):
    for number in range(3):
        DeliveryAttemptFactory(
            organization=acme,
            delivery__endpoint=endpoint,
            delivery__event__uid=f"evt_{number}",
            status=200 + number,
        )
    DeliveryAttemptFactory(organization=acme)  # another endpoint's

    api.get(f"{ENDPOINTS}/{endpoint.pk}/attempts")  # from now on the token is known
    with django_assert_num_queries(3):  # endpoint, attempts, their number
        answer = api.get(f"{ENDPOINTS}/{endpoint.pk}/attempts?limit=2").json()

    assert [each["responseStatus"] for each in answer["attempts"]] == [202, 201]
    assert answer["pagination"] == {"limit": 2, "offset": 0, "total": 3}
    only = api.get(f"{ENDPOINTS}/{endpoint.pk}/attempts?eventId=evt_1").json()["attempts"]
    assert [each["eventId"] for each in only] == ["evt_1"]
    assert errors(api.get(f"{ENDPOINTS}/{endpoint.pk}/attempts?limit=51")) == {("limit", "max_value")}


def test_every_type_tells_its_schema(api, acme):
    listed = {each["type"]: each for each in api.get(f"{ENDPOINTS}/types").json()["types"]}

    assert set(listed) == set(types.TYPES)
    for each in listed.values():
        jsonschema_rs.meta.validate(each["schema"])
        assert {"event", "id", "occurredAt", "sequence"} <= set(each["schema"]["required"])


@pytest.mark.parametrize(
    "body", [{}, {"eventId": "evt_1", "since": "2026-03-02T00:00:00Z"}, {"until": "2026-03-02T00:00:00Z"}]
)
def test_replay_says_what(api, acme, endpoint, body):
    assert errors(post(api, f"{ENDPOINTS}/{endpoint.pk}/replay", body)) == {("eventId", "mixed")}


def test_one_event_is_sent_again_or_for_the_first_time(api, acme, endpoint):
    taken = DeliveryFactory(organization=acme, endpoint=endpoint)
    never = EventFactory(organization=acme, type="call_ended")
    taken.event.type = "call_ended"
    taken.event.save()

    for uid in (taken.event.uid, never.uid):
        assert post(api, f"{ENDPOINTS}/{endpoint.pk}/replay", {"eventId": uid}).json()["replayed"] == 1

    found = Delivery.unscoped.filter(endpoint=endpoint)
    assert set(found.values_list("event", "status")) == {
        (taken.event_id, DeliveryStatus.PENDING),
        (never.pk, DeliveryStatus.PENDING),
    }
    problem(post(api, f"{ENDPOINTS}/{endpoint.pk}/replay", {"eventId": "evt_never"}), 404)
    patch(api, endpoint.pk, {"enabled": False})
    problem(post(api, f"{ENDPOINTS}/{endpoint.pk}/replay", {"eventId": never.uid}), 409)


def test_what_was_missed_is_sent_in_order_and_what_arrived_is_not(api, acme, endpoint):
    events = [
        EventFactory(organization=acme, type="call_ended", conversation="call:1", sequence=number + 1)
        for number in range(4)
    ]
    for event, status in zip(events, ("DELIVERED", "FAILED", "CANCELED"), strict=False):
        DeliveryFactory(organization=acme, endpoint=endpoint, event=event, status=status)
    EventFactory(
        organization=acme, type="call_ended", occurred_at=NOW.replace(day=1)
    )  # before the endpoint was

    answer = post(api, f"{ENDPOINTS}/{endpoint.pk}/replay", {"since": "2026-01-01T00:00:00Z"}).json()

    assert answer == {"replayed": 3, "remaining": 0}
    found = Delivery.unscoped.filter(endpoint=endpoint).order_by("sequence")
    assert list(found.values_list("status", flat=True)) == ["DELIVERED", "PENDING", "WAITING", "WAITING"]
    assert (
        post(api, f"{ENDPOINTS}/{endpoint.pk}/replay", {"since": "2026-01-01T00:00:00Z"}).json()["replayed"]
        == 0
    )


def test_test_is_sent_to_this_endpoint_alone(api, acme, endpoint):
    EventEndpointFactory(organization=acme)

    answer = post(api, f"{ENDPOINTS}/{endpoint.pk}/test", {"message": "hi"}).json()

    assert Event.unscoped.get(uid=answer["eventId"]).payload == {"message": "hi"}
    assert Delivery.unscoped.get().endpoint == endpoint


# The pages.


PAGES = "/settings/integrations/events/"


@pytest.fixture
def manager(client, owner):
    client.force_login(owner)
    return client


def test_owner_adds_an_endpoint_and_sees_its_secret_once(manager, acme):
    page = manager.post(
        PAGES, {"url": URL, "kind": "standard", "description": "TMS", "headers": "X-Team: west"}
    )

    made = EventEndpoint.unscoped.get()
    assert b"whsec_" in page.content
    again = manager.get(f"{PAGES}{made.pk}/")
    assert b"whsec_" not in again.content
    assert b"X-Team" in again.content
    assert b"west" not in again.content
    assert b"TMS" in manager.get(PAGES).content


def test_what_makes_no_endpoint_is_told_beside_its_field(manager, acme, settings):
    settings.PRIVATE_ENDPOINTS = False
    page = manager.post(PAGES, {"url": "https://10.0.0.1/", "kind": "standard"})

    assert page.status_code == 400
    assert "isn’t on the public internet" in page.text
    assert "Name: value" in manager.post(PAGES, {"url": URL, "kind": "standard", "headers": "x"}).text
    assert not EventEndpoint.unscoped.exists()


def test_missed_event_is_found_and_sent_again_in_four_clicks(manager, acme, endpoint):
    missed = DeliveryFactory(organization=acme, endpoint=endpoint, status=DeliveryStatus.FAILED)

    # Settings, Integrations, the endpoint, Send again: each page has the next one's link or button.
    assert 'href="/settings/"' in manager.get("/loads/").text
    assert 'href="/settings/integrations/"' in manager.get("/settings/organization/").text
    assert f'hx-get="{PAGES}"' in manager.get("/settings/integrations/").text
    assert f'href="{PAGES}{endpoint.pk}/"' in manager.get(PAGES, headers={"HX-Request": "true"}).text
    action = f"/settings/integrations/deliveries/{missed.pk}/again/"
    assert f'action="{action}"' in manager.get(f"{PAGES}{endpoint.pk}/").text
    manager.post(action)

    missed.refresh_from_db()
    assert missed.status == DeliveryStatus.PENDING
    assert missed.due_at <= timezone.now()


def test_what_is_still_being_tried_has_not_arrived(manager, acme, endpoint):
    url = f"{PAGES}{endpoint.pk}/?show=missed"
    assert "Everything arrived" in manager.get(url).text
    for status in (DeliveryStatus.PENDING, DeliveryStatus.WAITING):
        DeliveryFactory(organization=acme, endpoint=endpoint, status=status)

    told = manager.get(url).text
    assert "2 events are still being tried" in told
    assert "Everything arrived" not in told


def test_endpoints_page_costs_the_same_however_much_was_sent(
    manager, acme, endpoint, django_assert_num_queries
):
    for _ in range(5):
        DeliveryFactory(organization=acme, endpoint=endpoint)

    with django_assert_num_queries(6):  # session, user, memberships, endpoint, deliveries, what was missed
        page = manager.get(f"{PAGES}{endpoint.pk}/")
    assert page.text.count("Send again") == 5


def test_delivery_shows_each_attempt_with_its_answer(manager, acme, endpoint):
    attempt = DeliveryAttemptFactory(
        organization=acme,
        delivery__endpoint=endpoint,
        status=500,
        answer="<b>down</b>",
        request_headers={"Authorization": "•••"},
    )

    page = manager.get(f"/settings/integrations/deliveries/{attempt.delivery_id}/").text

    assert "&lt;b&gt;down&lt;/b&gt;" in page
    assert "Authorization: •••" in page


@pytest.mark.parametrize("deed", ["", "turn/", "test/", "missed/", "secret/", "remove/"])
def test_pages_are_for_owners(client, broker, endpoint, deed):
    client.force_login(broker)

    assert client.post(f"{PAGES}{endpoint.pk}/{deed}").status_code == 403
    assert client.get(PAGES).status_code == 403


def test_endpoint_is_turned_off_on_tested_and_removed(manager, acme, endpoint):
    def deed(name):
        manager.post(f"{PAGES}{endpoint.pk}/{name}/")
        return EventEndpoint.unscoped.filter(pk=endpoint.pk).first()

    assert not deed("turn").is_on
    deed("test")
    assert not Delivery.unscoped.exists()
    assert deed("turn").is_on
    deed("test")
    assert Delivery.unscoped.get().event.type == "test"
    assert len(deed("secret").secrets) == 2
    assert deed("remove") is None
