"""Undoing an acceptance, and a carrier that falls off, by the pages and without scripts."""

from datetime import timedelta

import pytest
from django.urls import reverse

from bids.models import Bid, Booking, EndedBooking
from tests.bids.pages.conftest import told
from tests.bids.pages.test_deciding import accept, seen, stored, url
from tests.factories import NOW, MembershipFactory

pytestmark = [pytest.mark.django_db, pytest.mark.sampled(4)]


@pytest.fixture
def clock(monkeypatch):
    """Let time pass."""

    def pass_by(seconds):
        monkeypatch.setattr("django.utils.timezone.now", lambda: NOW + timedelta(seconds=seconds))

    return pass_by


def undo_url(booking):
    return reverse("bids:undo", args=[booking.pk])


def test_acceptance_is_undone_by_the_toast(desk, bid, load, clock):
    answer = accept(desk, bid)
    booking = Booking.unscoped.get()
    page = told(desk.get(answer.url))
    assert f"Load 48213 booked with {bid.carrier}." in page
    assert f'action="{undo_url(booking)}" data-undo' in page
    assert "Booked · not in TMS" in page
    assert "data-undo" not in told(desk.get(answer.url))

    clock(9)
    undone = desk.post(undo_url(booking))

    assert undone.url == url("page", bid)
    page = told(desk.get(undone.url))
    assert "Undone. Load 48213 isn’t booked. No one was notified." in page
    assert "Acceptance undone" in page
    assert "Accept $1,900 and book" in page
    assert stored(bid).status == "OPEN"

    assert accept(desk, bid).status_code == 302
    assert Booking.unscoped.get() != booking


def test_clicked_twice_it_is_undone_once(desk, bid):
    accept(desk, bid)
    booking = Booking.unscoped.get()
    desk.post(undo_url(booking))
    assert "This acceptance was already undone." in told(desk.post(undo_url(booking), follow=True))

    accept(desk, bid)
    desk.post(undo_url(booking))

    assert Booking.unscoped.exists()


def test_after_ten_seconds_it_stands(desk, bid, clock):
    accept(desk, bid)
    booking = Booking.unscoped.get()
    clock(10)

    page = told(desk.post(undo_url(booking), follow=True))

    assert "It’s been more than 10 seconds, so this booking stands." in page
    assert stored(bid).status == "ACCEPTED"


def test_page_opened_before_is_looked_at_again(desk, bid):
    form = {"seen": seen(desk.get(url("accept", bid))), "amount": "1900.00"}
    desk.post(url("accept", bid), form)
    desk.post(undo_url(Booking.unscoped.get()))

    assert "Something changed since you opened this." in told(desk.post(url("accept", bid), form), 409)
    assert not Booking.unscoped.exists()


def test_colleague_undoes_nothing_but_may_say_that_the_carrier_fell_off(desk, acme, bid, client):
    accept(desk, bid)
    booking = Booking.unscoped.get()
    client.force_login(MembershipFactory(organization=acme, role="broker").user)

    assert "Only whoever accepted an offer can undo that." in told(
        client.post(undo_url(booking), follow=True)
    )
    assert Booking.unscoped.exists()

    client.post(reverse("bids:fell_off", args=[booking.pk]), {"reason": "No-show"})
    assert not Booking.unscoped.exists()


@pytest.mark.parametrize("name", ["undo", "fell_off"])
def test_viewers_and_strangers_end_no_booking(desk, client, viewer, stranger, bid, name):
    accept(desk, bid)
    address = reverse(f"bids:{name}", args=[Booking.unscoped.get().pk])
    for person, status in ((viewer, 403), (stranger, 404)):
        client.force_login(person)
        assert client.post(address, {"reason": "No-show"}).status_code == status
    client.force_login(viewer)
    assert "Carrier fell off" not in told(client.get(url("page", bid)))

    assert Booking.unscoped.exists()


def test_carrier_falls_off_with_a_reason(desk, load, bid, make_bid, clock):
    other = make_bid(1950)
    accept(desk, bid)
    booking = Booking.unscoped.get()
    rejecting = {"seen": seen(desk.get(url("reject", other))), "reason": "Covered by another carrier"}
    desk.post(url("reject", other), rejecting)
    fell_off = reverse("bids:fell_off", args=[booking.pk])
    page = reverse("loads:page", args=[load.pk])
    assert "Booked · not in TMS" in told(desk.get(page))
    for address in (reverse("bids:of_load", args=[load.pk]), url("page", bid)):
        assert fell_off in told(desk.get(address))
    clock(3600)
    assert "$1,900" in told(desk.get(fell_off))
    assert told(desk.post(fell_off, {"reason": "Bored"}), 400)

    answer = desk.post(fell_off, {"reason": "Truck broke down", "words": "in Tulsa"})

    assert answer.url == page
    text = told(desk.get(answer.url))
    assert "Load 48213 is open again." in text
    assert "Booked · not in TMS" not in text
    text = told(desk.get(reverse("bids:of_load", args=[load.pk])))
    assert "Truck broke down: in Tulsa" in text
    assert "Accept $1,950 and book" in text
    assert set(Bid.unscoped.values_list("status", flat=True)) == {"WITHDRAWN", "OPEN"}
    assert EndedBooking.unscoped.get().reason == "Truck broke down: in Tulsa"

    again = told(desk.post(fell_off, {"reason": "No-show"}, follow=True))
    assert "This booking has already ended." in again
