"""Calling carriers about a load on its page, in a real browser."""

from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

import organizations.tenancy.queueing
from bids.models import Outreach
from bids.services.outreach_calls import advance_outreach
from calls.models import Call
from calls.services.progress import note_status
from organizations.tenancy.actors import system
from organizations.tenancy.scope import scope
from tests.factories import AgentFactory, BookingFactory, CarrierFactory, LoadFactory, PhoneNumberFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.deep]
BY = system("tests")


@pytest.fixture
def load(acme, monkeypatch):
    """A load that four carriers may be called about; nobody is really dialed."""
    monkeypatch.setattr(organizations.tenancy.queueing, "_send_soon", lambda name, args: None)
    PhoneNumberFactory(
        organization=acme, agent=AgentFactory(organization=acme, slug="sales", purpose="carrier_sales")
    )
    for number in range(1, 5):
        carrier = CarrierFactory(
            organization=acme, name=f"Carrier {number} LLC", phone=f"+1214555010{number}"
        )
        old = LoadFactory(organization=acme, status="DELIVERED")
        booked_at = timezone.now() - timedelta(days=number)
        BookingFactory(organization=acme, load=old, carrier=carrier, booked_at=booked_at)
    soon = timezone.now() + timedelta(days=2)
    return LoadFactory(organization=acme, external_id="48213", is_outbound_sales_enabled=True, pickup_at=soon)


def advance(acme):
    with scope(acme.pk):
        advance_outreach(outreach_id=Outreach.objects.get().pk, by=BY, at=timezone.now())


@pytest.mark.parametrize("width", [1280, 390])
def test_broker_has_carriers_called(window, broker, acme, load, width):
    screen = window(width=width)
    page = screen.enter(broker, reverse("loads:page", args=[load.pk]))
    page.get_by_role("heading", name="Matching carriers").wait_for()
    assert not screen.is_wider_than_itself()

    page.get_by_role("button", name="Call all").click()
    page.get_by_role("dialog").get_by_role("button", name="Call all").click()

    page.get_by_role("button", name="Stop calling").wait_for()
    advance(acme)
    with scope(acme.pk):
        for call in Call.objects.order_by("pk")[:2]:
            note_status(call_id=call.pk, provider_status="busy", by=BY, at=timezone.now())
    advance(acme)
    page.get_by_text("4 of 4 carriers called.").wait_for()
    expect(page.get_by_text("Busy")).to_have_count(2)
    assert not screen.is_wider_than_itself()

    page.get_by_role("button", name="Stop calling").click()
    page.get_by_role("dialog").get_by_role("button", name="Stop calling").click()

    page.get_by_text("Stopped by a teammate.").wait_for()
