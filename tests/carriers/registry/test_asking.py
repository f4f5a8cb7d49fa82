"""What is wanted is asked in the background and stored; what isn't answered is asked again, within reason."""

from datetime import timedelta
from decimal import Decimal

import pytest

from carriers import tasks
from carriers.identity import Numbers
from carriers.models import Carrier, CarrierFinding, ContactFinding, FactsRequest
from carriers.registry import client
from carriers.services import facts
from tests.carriers.registry.answers import DOT, MC, by_docket, by_dot, carrier, dockets, identified
from tests.carriers.registry.conftest import KEY, PATIENT
from tests.carriers.registry.wires import Reply
from tests.factories import NOW, CarrierFactory

REGISTRY, IDENTITY = f"carriers/{DOT}", f"carriers/DOT/{DOT}/by_identifier"
PHONE = "+18065550101"
OURS = Numbers(DOT, "")


@pytest.fixture(autouse=True)
def _sources(settings, wires, monkeypatch, acme):
    settings.FMCSA_BASE_URL, settings.FMCSA_WEB_KEY = wires.url, KEY
    settings.CARRIER_IDENTITY_URL, settings.CARRIER_IDENTITY_KEY = wires.url, KEY
    patient = tuple(getattr(PATIENT, name) for name in PATIENT.__slots__)
    monkeypatch.setattr(client.Patience.__init__, "__defaults__", patient)
    wires.on(REGISTRY, Reply(by_dot()))
    wires.on(f"{REGISTRY}/docket-numbers", Reply(dockets(("MC", int(MC)))))
    wires.on(IDENTITY, Reply(identified()))
    wires.on(
        "carriers/phone_search", Reply({"phone_search_result_category": "found_phone_flagged_for_fraud"})
    )


def want(acme, at=NOW, numbers=OURS, addresses=()):
    facts.want_facts(organization=acme, numbers=numbers, addresses=addresses, at=at)


def ask(acme, at=NOW):
    return facts.ask_sources(organization=acme, at=at)


def requests():
    return {each.source: each for each in FactsRequest.unscoped.all()}


def test_facts_of_a_known_carrier_are_stored(acme):
    unvetted = {"rules_assessment": "", "connection_status": ""}
    known = CarrierFactory(organization=acme, dot_number=DOT, mc_number="", name="Our friends", **unvetted)
    want(acme)
    assert ask(acme) == 2
    known.refresh_from_db()
    assert known.name == "Our friends"
    assert (known.legal_name, known.phone, known.mc_number) == ("BLUE MESA TRANSPORT LLC", PHONE, MC)
    assert (known.common_authority, known.liability_insurance) == ("active", Decimal(1_000_000))
    assert (known.connection_status, known.identity_assessment) == ("onboarded", "partial_pass")
    assert set(CarrierFinding.unscoped.values_list("source", flat=True)) == {"registry", "identity"}
    assert {each.answered_at for each in requests().values()} == {NOW}


def test_unknown_carrier_is_made_by_what_the_registry_says(acme, wires):
    wires.on(f"carriers/docket-number/{MC}", Reply(by_docket(carrier())))
    want(acme, numbers=Numbers(None, MC))
    ask(acme)
    made = Carrier.unscoped.of(acme).get()
    assert (made.dot_number, made.mc_number, made.name) == (DOT, MC, "BLUE MESA TRANSPORT LLC")


def test_carrier_known_by_its_mc_number_learns_its_dot_number(acme, wires):
    known = CarrierFactory(organization=acme, dot_number=None, mc_number=MC)
    wires.on(f"carriers/docket-number/{MC}", Reply(by_docket(carrier())))
    want(acme, numbers=Numbers(None, MC))
    ask(acme)
    known.refresh_from_db()
    assert known.dot_number == DOT


def test_nobody_is_made_of_a_number_that_no_source_knows(acme, wires):
    wires.on(REGISTRY, Reply({"content": None}))
    wires.on(IDENTITY, Reply(b"identifier not found", status=404))
    want(acme)
    ask(acme)
    assert not Carrier.unscoped.exists()
    assert {each.problem for each in requests().values()} == {"No such carrier on file."}


def test_risk_of_a_number_is_stored(acme):
    want(acme, numbers=None, addresses=[PHONE, ""])
    assert ask(acme) == 1
    found = ContactFinding.unscoped.get()
    assert (found.address, found.source, found.risks) == (PHONE, "identity", ["fraud"])


def test_what_was_told_lately_is_not_asked_again(acme, wires):
    want(acme)
    ask(acme)
    count = len(wires.asked)
    want(acme, at=NOW + timedelta(hours=11))
    assert ask(acme, at=NOW + timedelta(hours=11)) == 0
    want(
        acme, at=NOW + timedelta(hours=13)
    )  # the identity service keeps for twelve hours, the registry for a day
    assert ask(acme, at=NOW + timedelta(hours=13)) == 1
    assert len(wires.asked) == count + 1


def test_nothing_is_wanted_without_keys(acme, settings, django_assert_num_queries):
    settings.FMCSA_WEB_KEY = settings.CARRIER_IDENTITY_KEY = ""
    with django_assert_num_queries(0):
        want(acme, addresses=[PHONE])


def test_wanting_costs_three_queries_and_one_the_next_time(acme, django_assert_num_queries):
    with django_assert_num_queries(2):
        want(acme, addresses=[PHONE])
    with django_assert_num_queries(1):
        want(acme, addresses=[PHONE])


def test_wanting_asks_nobody(acme, wires):
    want(acme, addresses=[PHONE])
    assert wires.asked == []


def test_failing_source_is_tried_again_later_and_the_other_is_stored(acme, wires):
    wires.on(REGISTRY, Reply(b"<html>"))
    want(acme)
    ask(acme)
    assert requests()["identity"].problem == ""
    failed = requests()["registry"]
    assert (failed.tries, failed.problem, failed.answered_at) == (1, "The answer is no JSON.", None)
    assert failed.next_try_at == NOW + timedelta(hours=1)
    wires.on(REGISTRY, Reply(by_dot()))
    later = NOW + timedelta(hours=1)
    assert ask(acme, at=later) == 1
    assert (requests()["registry"].tries, requests()["registry"].answered_at) == (0, later)


def test_facts_stay_while_their_source_fails(acme, wires):
    want(acme)
    ask(acme)
    wires.on(REGISTRY, Reply(b"", status=500))
    tomorrow = NOW + timedelta(days=1)
    want(acme, at=tomorrow)
    ask(acme, at=tomorrow)
    assert Carrier.unscoped.get().common_authority == "active"


@pytest.mark.deep
def test_source_that_never_answers_is_given_up_until_somebody_wants_it_again(acme, wires):
    wires.on(REGISTRY, Reply(b"<html>"))
    want(acme)
    at = NOW
    for _ in range(facts.MAX_TRIES):
        ask(acme, at=at)
        at += timedelta(hours=6)
    given_up = requests()["registry"]
    assert (given_up.next_try_at, given_up.tries) == (None, facts.MAX_TRIES)
    want(acme, at=at)
    assert requests()["registry"].next_try_at == at


def test_question_that_somebody_is_asking_is_not_asked_twice(acme):
    want(acme)
    FactsRequest.unscoped.update(next_try_at=NOW + facts.LEASE)
    assert ask(acme) == 0
    assert ask(acme, at=NOW + facts.LEASE) == 2  # whoever asked has died


def test_source_that_settings_name_no_more(acme, settings):
    want(acme)
    settings.FMCSA_WEB_KEY = ""
    ask(acme)
    assert "settings" in requests()["registry"].problem
    assert requests()["registry"].next_try_at is None


def test_organizations_ask_for_themselves(acme, rival):
    want(acme)
    want(rival)
    ask(acme)
    assert Carrier.unscoped.of(acme).count() == 1
    assert not Carrier.unscoped.of(rival).exists()
    assert facts.organizations_wanting(at=NOW) == [rival.pk]


@pytest.mark.deep
def test_tasks_ask_until_there_is_nothing_left(acme, monkeypatch):
    sent = []
    monkeypatch.setattr(tasks, "prompt", lambda *message: sent.append(message))
    want(acme)
    FactsRequest.unscoped.update(next_try_at=NOW)
    tasks.sweep_asking()
    assert sent == [("carriers.tasks.ask_sources", acme.pk)]
    tasks.ask_sources(acme.pk)
    tasks.ask_sources(acme.pk)
    assert len(sent) == 2
    assert Carrier.unscoped.of(acme).exists()
