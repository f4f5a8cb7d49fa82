"""Simulated carriers whose papers aren't what they should be, with many seeds; no rule is broken on the way."""

import pytest

from bids.services.rehearsing import play
from calls.simulator.facts import COMPANIES, IMPOSTOR_PHONE
from carriers.models import Carrier, CarrierContact, ContactFinding, HaulRestriction
from carriers.services import facts, vetting
from carriers.services.facts import Found
from carriers.states import Source
from tests.factories import NOW

pytestmark = pytest.mark.deep

RUNS, FEWER = 20, 5
MAX_TRIED = ("failing", "incomplete")
GOOD = {
    "common_authority": "active",
    "is_allowed_to_operate": True,
    "liability_insurance": 1_000_000,
    "cargo_insurance": 100_000,
    "is_out_of_service": False,
    "safety_rating": "unrated",
    "connection_status": "onboarded",
}


def know(organization, **changes):
    """All of the cast have these papers, and are vetted by them."""
    Carrier.objects.update(rules_assessment="", connection_status="")
    carriers = list(Carrier.objects.all())
    found = [Found(each.pk, NOW, {**GOOD, **changes}) for each in carriers]
    facts.store_findings(organization=organization, source=Source.REGISTRY, found=found, at=NOW)
    assert vetting.vet_due_carriers(organization=organization, at=NOW) == len(carriers)


def flag(organization):
    """All of the cast's numbers are of ill repute."""
    for company in COMPANIES:
        ContactFinding.objects.create(
            organization=organization,
            address=company.phone,
            source=Source.IDENTITY,
            risks=["dispatcher_service"],
            found_at=NOW,
        )


def befriend(organization):
    """The number that impostors call from is everybody's."""
    for carrier in Carrier.objects.all():
        CarrierContact.objects.create(organization=organization, carrier=carrier, phone=IMPOSTOR_PHONE)


def forbid(organization):
    """Vans aren't for any of them."""
    HaulRestriction.objects.create(organization=organization, equipment_types=["van"])


SCENES = {
    "passing": ("agreeable", lambda organization: know(organization), {"booked"}),
    "failing": (
        "agreeable",
        lambda organization: know(organization, is_out_of_service=True),
        {"not_qualified"},
    ),
    "broker": (
        "haggler",
        lambda organization: know(organization, common_authority="none", contract_authority="none"),
        {"not_qualified"},
    ),
    "partial": (
        "agreeable",
        lambda organization: know(organization, safety_rating="conditional"),
        {"bid"},
    ),
    "incomplete": (
        "agreeable",
        lambda organization: know(organization, liability_insurance=None, connection_status=None),
        {"bid"},
    ),
    "incomplete and haggling": (
        "haggler",
        lambda organization: know(organization, connection_status="needs_to_onboard"),
        {"bid"},
    ),
    "incomplete in Spanish": (
        "spanish",
        lambda organization: know(organization, connection_status="needs_to_onboard"),
        {"bid"},
    ),
    "blocked": (
        "agreeable",
        lambda organization: Carrier.objects.update(is_blocked=True),
        {"not_qualified"},
    ),
    "number of ill repute": ("agreeable", flag, {"not_qualified"}),
    "another registered number": ("impostor", befriend, {"booked"}),
    "not for vans": ("agreeable", forbid, {"load_unavailable"}),
}


@pytest.mark.parametrize("scene", SCENES)
def test_carrier_ends_where_its_papers_let_it(seller, load, cast, in_acme, scene):
    persona, prepare, outcomes = SCENES[scene]
    prepare(in_acme)
    for seed in range(RUNS if scene in MAX_TRIED else FEWER):
        played = play(seller, load, persona, seed=seed, at=NOW)
        told = "\n".join(f"{role}: {text}" for role, text in played.lines)
        assert played.broken == (), told
        assert played.outcome in outcomes, f"seed {seed}: {played.summary}\n{told}"
        assert (played.rate is None) == (outcomes & {"not_qualified", "load_unavailable"} != set()), told


def test_impostor_is_called_back_at_the_registered_number(seller, load, cast, in_acme):
    know(in_acme)
    for seed in range(RUNS):
        played = play(seller, load, "impostor", seed=seed, at=NOW)
        assert (played.outcome, played.is_booked) == ("bid", False)
        assert "callback_requested" in played.tags
        assert any("call you back at the one on file" in text for _, text in played.lines)
