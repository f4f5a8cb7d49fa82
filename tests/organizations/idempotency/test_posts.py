"""Every POST of the API has one effect for each key."""

import pytest

from bids.models import Booking
from calls.models import Call
from loads.models import Load, LoadEvent
from tests.factories import AgentFactory, LoadFactory, PhoneNumberFactory
from tests.organizations.idempotency.things import REPLAYED


@pytest.fixture
def agents(acme):
    AgentFactory(organization=acme, slug="desk")
    AgentFactory(organization=acme, slug="check-call", purpose="check_call")
    PhoneNumberFactory(organization=acme)
    AgentFactory(organization=acme, slug="carrier-sales", purpose="carrier_sales")
    LoadFactory(organization=acme, external_id="L-9", is_outbound_sales_enabled=True)


POSTS = [
    ("webhooks/loads/events", {"id": "L-1", "maxRate": 1953.5}, LoadEvent),
    ("custom-use-cases/desk/create-phone-call", {"toPhone": "+13125550123"}, Call),
    (
        "track-and-trace/trigger-check-call-by-load",
        {"toPhone": "+13125550123", "loadNumber": "L-9"},
        Call,
    ),
    (
        "carrier-sales/trigger-call",
        {"toPhone": "+13125550123", "loadId": "L-9", "dotNumber": 2790123},
        Call,
    ),
    (
        "loads/book",
        {"loadId": "L-9", "carrier": "DOT 2790123", "amount": 1850, "confirm": True},
        Booking,
    ),
]
# Open pages are told; a call is to be dialed, a booking has the load's outreach end and the receivers of events told.
PROMPTS = {LoadEvent: 1, Call: 2, Booking: 2}


@pytest.mark.parametrize(("route", "body", "model"), POSTS, ids=[post[0] for post in POSTS])
def test_every_post_has_one_effect(post, agents, route, body, model, django_capture_on_commit_callbacks):
    url = f"/api/v1/{route}"
    with django_capture_on_commit_callbacks() as first_prompts:
        first = post(body, url=url)
    with django_capture_on_commit_callbacks() as second_prompts:
        second = post(body, url=url)

    assert (first.status_code, second.status_code) == (200, 200), first.content
    assert (second.content, second[REPLAYED]) == (first.content, "true")
    assert model.unscoped.count() == 1
    assert (len(first_prompts), len(second_prompts)) == (PROMPTS[model], 0)
    assert post(body | {"more": 1}, url=url).status_code == 422
    assert post(body, url=url, key="k-2").status_code == 200
    assert model.unscoped.count() == 2


def test_refused_load_event_is_kept_and_its_key_free(post, acme):
    url = "/api/v1/webhooks/loads/events"

    assert post({"id": 7}, url=url).status_code == 400
    assert LoadEvent.unscoped.get().is_accepted is False
    assert post({"id": "L-1"}, url=url).status_code == 200
    assert Load.unscoped.get().external_id == "L-1"


def test_refused_call_leaves_its_key_free(post, agents):
    url = "/api/v1/custom-use-cases/desk/create-phone-call"

    assert post({"toPhone": "+19005550123"}, url=url).status_code == 400
    assert post({"toPhone": "+13125550123"}, url=url).status_code == 200
    assert Call.unscoped.count() == 1
