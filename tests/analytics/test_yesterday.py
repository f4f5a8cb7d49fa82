"""What the page of today tells of yesterday: figures of two days by the organization's clock."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils import timezone

from calls.states import CallStatus
from tests.factories import BookingFactory, CallFactory, ConversationFactory

pytestmark = pytest.mark.deep

PART = {"HX-Request": "true"}


def call(organization, at, minutes=30):
    conversation = ConversationFactory(organization=organization, created_at=at)
    CallFactory(
        organization=organization,
        conversation=conversation,
        status=CallStatus.COMPLETED,
        answered_at=at,
        ended_at=at + timedelta(minutes=minutes),
    )


@pytest.fixture
def page(client, acme, broker):
    acme.timezone = "UTC"
    acme.save()
    client.force_login(broker)
    return client


def tiles(page):
    facts = page.get(reverse("analytics:yesterday"), headers=PART).context["facts"]
    return {fact.label: (fact.value, fact.today) for fact in facts}


def test_figures_are_of_yesterday_and_today(page, acme, rival):
    now = timezone.now()
    today = now.replace(hour=0, minute=0, second=1, microsecond=0)
    for at in (today, today - timedelta(hours=12), today - timedelta(hours=20), today - timedelta(days=3)):
        call(acme, at)
    call(rival, today)
    BookingFactory(organization=acme, amount=Decimal(1900), booked_at=today - timedelta(hours=2))

    found = tiles(page)

    assert found["Calls"] == ("3", "1")
    assert found["Talk time"] == ("1 hr 30 min", "30 min")
    assert found["Loads booked"] == ("1", "0")


def test_nothing_is_naught(page):
    assert set(tiles(page).values()) == {("0", "0"), ("0 min", "0 min"), ("–", "–")}


def test_every_figure_leads_to_its_rows(page, acme):
    facts = page.get(reverse("analytics:yesterday")).context["facts"]
    for fact in facts:
        assert page.get(fact.href).status_code == 200
