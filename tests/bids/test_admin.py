"""Bids and bookings in the admin: looked at, never changed."""

from decimal import Decimal

import pytest
from django.urls import reverse

from bids.models import BidStatusChange, NegotiationRules
from organizations.models import AuditEntry
from tests.factories import (
    NOW,
    BidFactory,
    BookingFactory,
    CarrierFactory,
    NegotiationRulesFactory,
    NegotiationStepFactory,
    UserFactory,
)

pytestmark = pytest.mark.deep


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


def rules_form(organization, **fields):
    return (
        {"organization": organization.pk, "rounds": 4, "step": "12.50", "agent_may_book": ""}
        | {"second_call": "continue"}
        | {"strategy": "fixed_steps", "pace": "steady", "reciprocity": "1", "final_low": 54, "final_high": 90}
        | {"above_final": 5, "far_ask": 175, "early_share": 60, "early_hours": 48, "late_hours": 6}
        | {"enough_offers": 3}
        | fields
    )


def test_admin_sets_the_rules_of_haggling(operator, acme):
    operator.post(reverse("admin:bids_negotiationrules_add"), rules_form(acme))
    rules = NegotiationRules.unscoped.get()

    assert (rules.organization, rules.rounds, rules.step) == (acme, 4, Decimal("12.50"))
    assert not rules.agent_may_book
    assert AuditEntry.unscoped.get().action == "negotiationrules.created"

    url = reverse("admin:bids_negotiationrules_change", args=[rules.pk])
    operator.post(url, rules_form(acme, agent_may_book="on"))
    rules.refresh_from_db()
    assert rules.agent_may_book


@pytest.mark.parametrize("wrong", [{"rounds": 0}, {"rounds": 11}, {"step": "0.99"}, {"step": "100.01"}])
def test_admin_refuses_rules_beyond_their_bounds(operator, acme, wrong):
    response = operator.post(reverse("admin:bids_negotiationrules_add"), rules_form(acme, **wrong))

    assert response.context["adminform"].form.errors.keys() == wrong.keys()
    assert not NegotiationRules.unscoped.exists()


def test_admin_refuses_second_rules_of_an_organization(operator, acme):
    NegotiationRulesFactory(organization=acme)
    response = operator.post(reverse("admin:bids_negotiationrules_add"), rules_form(acme))

    assert response.context["adminform"].form.errors
    assert NegotiationRules.unscoped.count() == 1


def test_admin_shows_receipts_and_changes_none(operator, acme):
    step = NegotiationStepFactory(organization=acme)
    listed = operator.get(reverse("admin:bids_negotiationstep_changelist"))
    shown = operator.get(reverse("admin:bids_negotiationstep_change", args=[step.pk]))

    assert "round_one" in listed.text
    assert "twenty-four fifty" in shown.text
    assert 'name="_save"' not in shown.text
