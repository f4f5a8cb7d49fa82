"""A broker decides on bids in a real browser: accept and see it booked, counter, hold, book; also without scripts."""

import re
from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

import organizations.tenancy.queueing
from bids.models import Bid, Booking
from loads.models import Load
from tests.factories import BidFactory, CallFactory, CarrierFactory, ConversationFactory, LoadFactory

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def load(acme, monkeypatch):
    """A load that three carriers bid for, in calls that have ended."""
    monkeypatch.setattr(organizations.tenancy.queueing, "_send_soon", lambda name, args: None)
    load = LoadFactory(organization=acme, external_id="48213")
    now = timezone.now()
    for ask, name in ((1850, "Blue Mesa Transport"), (1900, "Red Rock Hauling"), (2100, "Third Coast Lines")):
        carrier = CarrierFactory(organization=acme, name=name)
        talk = ConversationFactory(organization=acme, carrier=carrier, created_at=now, direction="inbound")
        talk.load_links.model.unscoped.create(organization=acme, conversation=talk, load=load)
        CallFactory(organization=acme, conversation=talk, status="COMPLETED", answered_at=now, ended_at=now)
        BidFactory(
            organization=acme,
            load=load,
            carrier=carrier,
            conversation=talk,
            amount=Decimal(ask),
            discussed_at=now,
            updated_at=now,
            mc_number=carrier.mc_number,
        )
    return load


@pytest.mark.deep_but("390")
@pytest.mark.parametrize("width", [1280, 390])
def test_broker_accepts_the_best_bid_and_sees_it_booked(window, broker, load, width):
    screen = window(width=width)
    page = screen.enter(broker, reverse("bids:list"))
    page.get_by_role("heading", name="Offers").wait_for()
    assert not screen.is_wider_than_itself()

    page.get_by_role("link", name="Accept", exact=True).first.click()
    page.get_by_role("button", name="Book load 48213").wait_for()
    expect(page.get_by_text("$869").first).to_be_visible()
    assert not screen.is_wider_than_itself()
    page.get_by_role("button", name="Book load 48213").click()

    page.get_by_text(f"Accepted by {broker}").first.wait_for()
    page.get_by_role("link", name="Call to confirm").first.wait_for()
    page.locator("a.crumb").click()
    page.get_by_text("No offers waiting").wait_for()
    screen.open(reverse("loads:page", args=[load.pk]))
    page.get_by_text("Booked:").wait_for()
    assert not screen.is_wider_than_itself()
    assert Booking.unscoped.get().amount == 1850


@pytest.mark.deep
def test_bid_of_a_call_is_countered_from_the_call(window, broker, load):
    bid = Bid.unscoped.get(amount=1900)
    screen = window()
    page = screen.enter(broker, reverse("calls:page", args=[bid.conversation_id]))

    page.get_by_role("link", name="Counter").click()
    page.get_by_label("Our counter", exact=True).fill("$1,725")
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Counter at $1,725").click()

    page.get_by_text(f"Countered by {broker}").first.wait_for()
    page.locator("a.crumb").click()
    page.get_by_role("link", name="Carrier accepted $1,725").wait_for()


@pytest.mark.deep
def test_load_is_held_compared_and_booked_outside(window, broker, load):
    screen = window()
    page = screen.enter(broker, reverse("loads:page", args=[load.pk]))
    page.get_by_role("link", name="Hold").click()
    page.get_by_label("Reason", exact=True).fill("The customer changes the date")
    page.get_by_role("button", name="Put on hold").click()
    page.get_by_text("The customer changes the date").wait_for()
    page.get_by_role("button", name="Release").click()
    page.get_by_role("link", name="Compare").click()
    page.get_by_role("rowheader", name="Track record").wait_for()
    expect(page.get_by_role("columnheader")).to_have_count(3)
    page.go_back()

    page.get_by_role("link", name="Book", exact=True).click()
    page.get_by_label("Carrier", exact=True).fill("MC 555777")
    page.get_by_label("Rate", exact=True).fill("1800")
    page.get_by_role("button", name="Review").click()
    page.get_by_text("MC 555777 is new to you").wait_for()
    page.get_by_label("Book anyway").check()
    page.get_by_role("button", name="Book at $1,800").click()

    page.get_by_text("Booked:").wait_for()
    assert Booking.unscoped.get().carrier.mc_number == "555777"
    assert not Load.unscoped.get().is_held


@pytest.mark.deep
def test_bid_is_accepted_and_undone_without_scripts(window, broker, load):
    screen = window(java_script_enabled=False)
    page = screen.enter(broker, reverse("loads:page", args=[load.pk]))
    page.get_by_role("link", name="Offers on this load").click()
    page.get_by_role("link", name="Accept $1,850 and book").click()
    page.get_by_role("button", name="Book load 48213").click()
    page.get_by_text(f"Accepted by {broker}").first.wait_for()
    assert Booking.unscoped.get().amount == 1850
    page.get_by_role("button", name="Undo").click()
    page.get_by_text("No one was notified").wait_for()
    assert not Booking.unscoped.exists()


@pytest.mark.deep
@pytest.mark.parametrize("width", [1440, 390])
def test_acceptance_is_undone_repeated_and_the_carrier_falls_off(window, broker, load, width):
    screen = window(width=width)
    page = screen.enter(broker, reverse("bids:list"))

    def accept():
        page.get_by_role("link", name=re.compile(r"^Accept( \$1,850 and book)?$")).first.click()
        page.get_by_role("button", name="Book load 48213").click()
        page.get_by_text("Load 48213 booked with Blue Mesa Transport.").wait_for()
        page.get_by_text("Booked · not in TMS").first.wait_for()
        assert not screen.is_wider_than_itself()

    accept()
    undo = page.locator(".toast").get_by_role("button", name="Undo")
    expect(undo).to_contain_text("(")
    undo.click()
    page.get_by_text("No one was notified").wait_for()
    assert not Booking.unscoped.exists()

    accept()
    # The clock runs out in the page, too.
    expect(page.locator(".toast").get_by_role("button", name="Undo")).to_have_count(0, timeout=15_000)
    assert Booking.unscoped.get().amount == 1850
    screen.open(reverse("loads:list"))
    page.get_by_text("No loads in this status").wait_for()
    screen.open(f"{reverse('loads:list')}?status=booked")
    page.get_by_text("Blue Mesa Transport").first.wait_for()
    expect(page.get_by_text("Booked · not in TMS").first).to_be_visible()
    assert not screen.is_wider_than_itself()

    screen.open(reverse("loads:page", args=[load.pk]))
    page.get_by_role("link", name="Carrier fell off").click()
    page.get_by_label("Reason", exact=True).select_option("Truck broke down")
    assert not screen.is_wider_than_itself()
    page.get_by_role("button", name="Carrier fell off").click()
    page.get_by_text("Load 48213 is open again.").wait_for()
    page.get_by_text("Fell off:").wait_for()
    expect(page.get_by_text("Booked · not in TMS")).to_have_count(0)
    page.get_by_role("link", name="Accept $1,900 and book").wait_for()
    assert not screen.is_wider_than_itself()
    assert not Booking.unscoped.exists()
