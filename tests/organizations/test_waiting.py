"""What waits, as every page counts it: one query, each organization its own, told while it is new."""

import json
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from organizations.dashboard.navigation import MAX_COUNTED
from tests.factories import BidFactory, LoadAlarmFactory, LoadFactory, PromiseFactory

QUERIES = 3 + 1  # session, person, membership; all numbers
WAITING = "organizations:waiting"


def told(response):
    return json.loads(response["HX-Trigger"])["waiting"]


@pytest.fixture
def page(client, broker):
    client.force_login(broker)
    return client


def test_numbers_of_all_kinds_take_one_query(page, acme, django_assert_num_queries):
    now = timezone.now()
    new = BidFactory(organization=acme, status_changed_at=now)
    BidFactory(organization=acme, status_changed_at=now - timedelta(hours=2))
    BidFactory(organization=acme, status="COUNTERED")
    BidFactory(organization=acme, load=LoadFactory(organization=acme, status="COVERED"))
    LoadAlarmFactory(organization=acme)
    PromiseFactory(organization=acme, due_at=now - timedelta(minutes=1))
    PromiseFactory(organization=acme, due_at=now + timedelta(hours=1))

    with django_assert_num_queries(QUERIES):
        response = page.get(reverse(WAITING))

    html = response.text
    for name, number, words in (
        ("offers", 2, "offers to review"),
        ("alarms", 1, "alert"),
        ("callbacks", 1, "callback due"),
    ):
        assert (
            f'id="waiting-{name}" hx-swap-oob="true">{number}<span class="hidden-visually"> {words}</span>'
            in html
        )
    assert told(response)["total"] == "4"
    assert told(response)["messages"] == [{"url": reverse("bids:new_offers"), "new": [new.pk]}]


def test_nothing_waits_for_a_stranger(client, stranger, acme):
    bid = BidFactory(organization=acme, status_changed_at=timezone.now())
    client.force_login(stranger)
    assert told(client.get(reverse(WAITING)))["total"] == ""
    assert client.get(reverse("bids:new_offers"), {"bid": bid.pk}).text.strip() == ""


def test_more_than_can_be_counted_is_said_so(page, acme):
    load = LoadFactory(organization=acme)
    BidFactory.create_batch(MAX_COUNTED + 1, organization=acme, load=load, conversation=None)
    response = page.get(reverse(WAITING))
    assert told(response)["total"] == "99+"
    assert ">99+<" in response.text


@pytest.mark.parametrize("bid", ["", "x", "-1", "٣", "9" * 40, "1 OR 1=1"])
def test_message_about_no_bid_is_empty(page, bid):
    assert page.get(reverse("bids:new_offers"), {"bid": bid}).text.strip() == ""


def test_message_about_what_was_decided_is_empty(page, acme):
    bid = BidFactory(organization=acme, status="REJECTED")
    assert page.get(reverse("bids:new_offers"), {"bid": bid.pk}).text.strip() == ""


def test_every_page_has_a_place_for_each_number(page, acme):
    html = page.get("/loads/").text
    assert all(f'<b id="waiting-{name}"></b>' in html for name in ("offers", "alarms", "callbacks"))
    assert 'data-live="alarms bids promises"' in html
