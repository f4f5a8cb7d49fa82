"""What carriers told: kept once however often it is told, removed for good, and gone with the carrier."""

from datetime import timedelta

import pytest

from carriers.identity import Numbers, ensure_carriers
from carriers.models import Carrier, LearnedFact
from carriers.services.learned import Told, learn_facts, remove_fact, restore_fact
from carriers.states import LearnedKind
from organizations.tenancy.actors import system
from tests.factories import NOW, CarrierFactory, LearnedFactFactory

BY = system("tests")
DALLAS, ATLANTA = ("Dallas", "TX"), ("Atlanta", "GA")


@pytest.fixture
def carrier(in_acme):
    return CarrierFactory(organization=in_acme)


def learn(carrier, *facts, call=1, at=NOW):
    learn_facts(carrier=carrier, facts=facts, conversation_id=call, at=at)


def test_places_are_one_however_they_are_said(carrier):
    for call, town in enumerate((DALLAS, ("dallas", "Texas"), ("DALLAS", "")), start=1):
        learn(carrier, Told(LearnedKind.PLACE, origin=town), call=call)

    fact = LearnedFact.objects.get()
    assert (fact.value, fact.times, fact.origin_place.name) == ("Dallas, TX", 3, "Dallas")


def test_town_that_nobody_knows_is_kept_as_it_was_said(carrier):
    learn(carrier, Told(LearnedKind.PLACE, origin=("Nowhereville", "TX")))

    fact = LearnedFact.objects.get()
    assert (fact.value, fact.origin_place) == ("Nowhereville, TX", None)


@pytest.mark.parametrize(
    ("origin", "destination", "value"),
    [
        (DALLAS, ATLANTA, "Dallas, TX → Atlanta, GA"),
        (("", ""), ATLANTA, "Anywhere → Atlanta, GA"),
        (("", "TX"), ("", "GA"), "TX → GA"),
    ],
)
def test_lane_is_named_by_its_ends(carrier, origin, destination, value):
    learn(carrier, Told(LearnedKind.LANE, origin=origin, destination=destination))

    assert LearnedFact.objects.get().value == value


def test_fact_is_confirmed_once_a_call_by_the_last_words(carrier):
    later = NOW + timedelta(days=3)
    learn(carrier, Told(LearnedKind.EQUIPMENT, "van", words="a van"))
    learn(carrier, Told(LearnedKind.EQUIPMENT, "van", words="a van"))
    learn(carrier, Told(LearnedKind.EQUIPMENT, "van", words="dry van"), call=2, at=later)

    fact = LearnedFact.objects.get()
    assert (fact.times, fact.words, fact.conversation_id) == (2, "dry van", 2)
    assert (fact.learned_at, fact.confirmed_at) == (NOW, later)


def test_removed_fact_stays_removed_until_it_is_restored(carrier):
    mike = {"kind": LearnedKind.CONTACT, "value": "Mike", "phone": "+18065550101"}
    learn(carrier, Told(**mike))
    assert remove_fact(carrier=carrier, **mike, by=BY, at=NOW)
    assert not remove_fact(carrier=carrier, **mike, by=BY, at=NOW)
    learn(carrier, Told(**mike), call=2)
    assert not LearnedFact.objects.standing().exists()

    assert restore_fact(carrier=carrier, **mike, by=BY, at=NOW)
    assert LearnedFact.objects.standing().get().times == 2


def test_removed_proof_is_no_fact_that_was_told(carrier):
    proof = {"kind": LearnedKind.RPM, "value": "booking 7"}
    remove_fact(carrier=carrier, **proof, by=BY, at=NOW)
    restore_fact(carrier=carrier, **proof, by=BY, at=NOW)

    assert not LearnedFact.objects.standing().exists()
    assert remove_fact(carrier=carrier, **proof, by=BY, at=NOW), "it can be removed again"


def test_facts_follow_a_carrier_that_becomes_another(in_acme):
    by_mc = CarrierFactory(organization=in_acme, mc_number="790112", dot_number=None)
    by_dot = CarrierFactory(organization=in_acme, mc_number="", dot_number=2790112)
    for carrier, times in ((by_mc, 5), (by_dot, 2)):
        LearnedFactFactory(organization=in_acme, carrier=carrier, value="van", times=times)
    LearnedFactFactory(organization=in_acme, carrier=by_mc, kind="place", value="Dallas, TX")
    ensure_carriers(organization=in_acme, numbers=[Numbers(2790112, "790112")], at=NOW)

    kept = Carrier.objects.get()
    facts = LearnedFact.objects.filter(carrier=kept).order_by("kind").values_list("kind", "value", "times")
    assert list(facts) == [("equipment", "van", 2), ("place", "Dallas, TX", 2)]
    assert LearnedFact.objects.count() == 2


def test_facts_go_with_their_carrier(carrier):
    learn(carrier, Told(LearnedKind.EQUIPMENT, "van"))
    carrier.delete()

    assert not LearnedFact.objects.exists()
