"""Bids and bookings in the admin: looked at, never changed."""

import pytest
from django.urls import reverse

from bids.models import BidStatusChange
from tests.factories import NOW, BidFactory, BookingFactory, CarrierFactory, UserFactory


@pytest.fixture
def operator(client, db):
    """An operator's browser."""
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def booking(acme):
    """A booking with everything behind it."""
    carrier = CarrierFactory(organization=acme)
    bid = BidFactory(organization=acme, carrier=carrier, status="ACCEPTED", notes="a secret of theirs")
    return BookingFactory(
        organization=acme, bid=bid, load=bid.load, conversation=bid.conversation, carrier=carrier
    )


@pytest.mark.parametrize("model", ["bid", "booking"])
def test_admin_lists_and_searches(operator, booking, rival, model):
    BookingFactory(organization=rival, bid=BidFactory(organization=rival))
    url = reverse(f"admin:bids_{model}_changelist")

    assert operator.get(url).text.count('class="field-organization') == 2
    assert operator.get(url, {"q": booking.load.external_id}).text.count('class="field-organization') == 1


def test_admin_shows_a_bid_with_its_history(operator, booking):
    BidStatusChange.unscoped.create(
        organization=booking.organization,
        bid=booking.bid,
        old="",
        new="OPEN",
        at=NOW,
        by="x",
        reason="because",
    )
    text = operator.get(reverse("admin:bids_bid_change", args=[booking.bid_id])).text

    assert "because" in text
    assert "Blue Mesa Transport LLC" in text
    assert "a secret of theirs" not in text


def test_admin_shows_a_booking(operator, booking):
    response = operator.get(reverse("admin:bids_booking_change", args=[booking.pk]))

    assert response.status_code == 200
    assert "agent:carrier-sales" in response.text


@pytest.mark.parametrize("model", ["bid", "booking"])
def test_admin_neither_makes_changes_nor_deletes(operator, booking, model):
    pk = booking.pk if model == "booking" else booking.bid_id
    name = f"admin:bids_{model}"

    assert operator.get(reverse(f"{name}_add")).status_code == 403
    assert operator.post(reverse(f"{name}_change", args=[pk]), {"amount": 1}).status_code == 403
    assert operator.post(reverse(f"{name}_delete", args=[pk]), {"post": "yes"}).status_code == 403
