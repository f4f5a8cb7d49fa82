"""Findings are kept by source, merged into the carrier, and vetted by the organization's rules."""

from datetime import date, timedelta
from decimal import Decimal

import pytest

from carriers import tasks
from carriers.identity import Numbers, ensure_carriers
from carriers.imports import import_carriers
from carriers.models import (
    Carrier,
    CarrierContact,
    CarrierFinding,
    ContactFinding,
    RoutingGuideEntry,
    Vetting,
    VettingRules,
)
from carriers.registry.findings import ContactFindings, InvalidFacts
from carriers.services import vetting
from carriers.services.facts import Contact, Found, store_contact_findings, store_findings
from carriers.states import Source
from organizations.api.imports import Line
from organizations.models import AuditEntry
from organizations.tenancy.actors import system
from tests.factories import NOW, CarrierFactory

PHONE = "+18065550101"
GOOD = {
    "is_allowed_to_operate": True,
    "common_authority": "active",
    "contract_authority": "none",
    "broker_authority": "none",
    "liability_insurance": 1_000_000,
    "cargo_insurance": "100000",
    "is_out_of_service": False,
    "safety_rating": "unrated",
    "connection_status": "onboarded",
}


@pytest.fixture
def carrier(acme):
    """Nothing is known of it but its numbers and a phone."""
    return CarrierFactory(organization=acme, phone=PHONE, rules_assessment="", connection_status="")


def tell(carrier, facts=GOOD, *, source=Source.IDENTITY, at=NOW, **further):
    found = Found(carrier.pk, at, facts, **further)
    return store_findings(organization=carrier.organization, source=source, found=[found], at=at)


def vet(carrier, *, at=NOW):
    vetting.vet_due_carriers(organization=carrier.organization, at=at)
    carrier.refresh_from_db()
    return carrier.rules_assessment


def test_facts_are_kept_with_their_source_and_time_and_vetted(carrier):
    assert tell(carrier) == 1
    assert vet(carrier) == "pass"

    assert (carrier.liability_insurance, carrier.common_authority) == (Decimal(1_000_000), "active")
    assert (carrier.connection_status, carrier.vetted_at) == ("onboarded", NOW)
    finding = CarrierFinding.unscoped.get()
    assert (finding.source, finding.found_at, finding.data["cargo_insurance"]) == (
        "identity",
        NOW,
        "100000.00",
    )
    vetting = Vetting.unscoped.get()
    assert (vetting.assessment, vetting.reasons, vetting.rules_version) == ("pass", [], 0)
    assert (vetting.trigger, vetting.vetted_at) == ("facts", NOW)
    assert vetting.facts["liability_insurance"] == {
        "value": "1000000.00",
        "source": "identity",
        "foundAt": NOW.isoformat(),
    }


def test_same_again_is_confirmed_and_another_result_is_a_new_row(carrier):
    later = NOW + timedelta(days=1)
    tell(carrier)
    vet(carrier)
    assert tell(carrier, at=later) == 0
    vet(carrier, at=later)
    assert list(Vetting.unscoped.values_list("vetted_at", "confirmed_at")) == [(NOW, later)]

    tell(carrier, {**GOOD, "out_of_service_date": "2026-03-01", "is_out_of_service": True}, at=later)
    assert vet(carrier, at=later) == "fail"
    vetting = Vetting.unscoped.latest("pk")
    assert vetting.reasons == [
        {
            "code": "out_of_service",
            "severity": "fail",
            "words": "Out of service since Mar 1, 2026.",
        }
    ]
    assert carrier.out_of_service_date == date(2026, 3, 1)


def test_newest_word_of_each_fact_stands(carrier):
    tell(carrier, {"liability_insurance": 750_000, "safety_rating": "conditional"}, source=Source.REGISTRY)
    tell(carrier, {"liability_insurance": 1_000_000}, source=Source.PERSON, at=NOW + timedelta(hours=1))
    late = NOW - timedelta(days=1)
    tell(carrier, {"liability_insurance": 5}, source=Source.REGISTRY, at=late)

    carrier.refresh_from_db()
    assert (carrier.liability_insurance, carrier.safety_rating) == (Decimal(1_000_000), "conditional")


def test_fact_that_its_source_tells_no_more_is_unknown_again(carrier):
    tell(carrier)
    told = {name: value for name, value in GOOD.items() if name != "connection_status"}
    tell(carrier, told, at=NOW + timedelta(hours=1))

    assert vet(carrier, at=NOW + timedelta(hours=1)) == "incomplete"
    assert carrier.connection_status == ""


def test_persons_words_stand_side_by_side(carrier):
    tell(carrier, {"connection_status": "onboarded"}, source=Source.PERSON)
    tell(carrier, {"cargo_insurance": 250_000}, source=Source.PERSON, at=NOW + timedelta(hours=1))

    carrier.refresh_from_db()
    assert (carrier.connection_status, carrier.cargo_insurance) == ("onboarded", Decimal(250_000))
    assert CarrierFinding.unscoped.count() == 2


@pytest.mark.parametrize(
    "facts",
    [
        {"colour": "red"},
        {"liability_insurance": "much"},
        {"liability_insurance": -1},
        {"is_out_of_service": "N"},
        {"common_authority": "A"},
        {"safety_rating_date": "yesterday"},
    ],
)
def test_facts_that_make_no_sense_are_refused_whole(carrier, facts):
    with pytest.raises(InvalidFacts):
        tell(carrier, {**GOOD, **facts})
    assert CarrierFinding.unscoped.count() == 0


def test_profile_fills_what_is_empty_and_the_rest_becomes_a_contact(carrier):
    profile = {
        "name": "Other",
        "legal_name": "BLUE MESA TRANSPORT LLC",
        "phone": "+18065550199",
        "email": "safety@bluemesa.example",
        "fleet_size": 14,
        "equipment_types": ["van"],
    }
    contacts = [Contact(phone="+18065550155", name="Ann", title="Dispatcher")]
    tell(carrier, {}, source=Source.REGISTRY, profile=profile, contacts=contacts)

    carrier.refresh_from_db()
    assert (carrier.name, carrier.legal_name) == ("Blue Mesa Transport LLC", "BLUE MESA TRANSPORT LLC")
    assert (carrier.phone, carrier.email) == (PHONE, "safety@bluemesa.example")
    assert (carrier.fleet_size, carrier.equipment_types) == (14, ["van"])
    told = CarrierContact.unscoped.order_by("phone").values_list("phone", "name", "is_registered", "source")
    assert list(told) == [
        ("+18065550155", "Ann", True, "registry"),
        ("+18065550199", "", True, "registry"),
    ]
    assert (CarrierFinding.unscoped.count(), carrier.vetting_due_at) == (0, None)


def test_imported_assessment_stays_until_there_are_facts_and_is_one_finding_then(acme):
    carrier = CarrierFactory(organization=acme, phone=PHONE, updated_at=NOW)
    Carrier.unscoped.update(vetting_due_at=NOW)
    assert vet(carrier) == "pass"
    assert (carrier.vetted_at, carrier.vetting_due_at) == (None, None)

    tell(carrier, {"common_authority": "active"}, source=Source.REGISTRY)

    assert vet(carrier) == "pass", "the imported assessment vouches for what isn't known"
    assert carrier.identity_assessment == "pass"
    assert set(CarrierFinding.unscoped.values_list("source", flat=True)) == {"history", "registry"}
    assert vet(carrier, at=NOW + timedelta(days=31)) == "incomplete"


def test_time_alone_makes_it_another(carrier):
    tell(carrier, {**GOOD, "liability_expiry_date": "2026-03-10"})
    vet(carrier)
    assert carrier.vetting_due_at.date() == date(2026, 3, 11)

    assert vet(carrier, at=NOW + timedelta(days=8)) == "pass"
    assert vet(carrier, at=NOW + timedelta(days=9)) == "fail"
    assert Vetting.unscoped.latest("pk").trigger == "time"


def test_new_rules_vet_all_again(carrier, acme, person, django_capture_on_commit_callbacks):
    tell(carrier)
    vet(carrier)
    rules = VettingRules(organization=acme, least_liability=Decimal(2_000_000))
    vetting.change_rules(rules=rules, fields=["least_liability"], by=person, at=NOW)

    assert vetting.organizations_due(at=NOW) == [acme.pk]
    assert vet(carrier) == "fail"
    latest = Vetting.unscoped.latest("pk")
    assert (latest.trigger, latest.rules_version, rules.version) == ("rules", 1, 1)

    rules.least_liability = Decimal(1_000_000)
    vetting.change_rules(rules=rules, fields=["least_liability"], by=person, at=NOW)
    assert vet(carrier) == "pass"
    assert vetting.organizations_due(at=NOW) == []
    actions = AuditEntry.unscoped.order_by("pk").values_list("action", flat=True)
    assert list(actions) == ["vetting_rules.created", "vetting_rules.changed"]


def test_rules_of_one_organization_are_not_anothers(carrier, rival, person):
    theirs = CarrierFactory(organization=rival, phone=PHONE, rules_assessment="", connection_status="")
    strict = VettingRules(organization=rival, least_liability=Decimal(9_000_000))
    vetting.change_rules(rules=strict, fields=[], by=person, at=NOW)
    tell(carrier)
    tell(theirs)

    assert (vet(carrier), vet(theirs)) == ("pass", "fail")
    stray = Found(theirs.pk, NOW, {"safety_rating": "unsatisfactory"})
    assert (
        store_findings(organization=carrier.organization, source=Source.REGISTRY, found=[stray], at=NOW) == 0
    )
    theirs.refresh_from_db()
    assert theirs.safety_rating == "unrated"


def test_sweep_finds_what_was_lost(carrier, monkeypatch):
    tell(carrier)
    sent = []
    monkeypatch.setattr(tasks, "prompt", lambda name, *args: sent.append((name, args)))
    tasks.sweep_vetting()
    assert sent == [("carriers.tasks.vet_carriers", (carrier.organization_id,))]

    tasks.vet_carriers(carrier.organization_id)
    carrier.refresh_from_db()
    assert carrier.vetted_at is not None
    tasks.sweep_vetting()
    assert len(sent) == 1


def test_number_of_queries_does_not_grow_with_the_batch(acme, django_assert_num_queries):
    for size in (2, 30):
        carriers = [
            CarrierFactory(organization=acme, rules_assessment="", connection_status="") for _ in range(size)
        ]
        found = [Found(each.pk, NOW, GOOD, {"phone": PHONE}) for each in carriers]
        with django_assert_num_queries(4):
            store_findings(organization=acme, source=Source.CENSUS, found=found, at=NOW)
        with django_assert_num_queries(11):
            assert vetting.vet_due_carriers(organization=acme, at=NOW) == size


def test_contact_finding_is_replaced_by_its_sources_next_word(acme):
    for risks in (["fraud", "spoofing"], []):
        found = ContactFindings(Source.IDENTITY, NOW, PHONE, "found_phone", tuple(risks))
        store_contact_findings(organization=acme, found=found)
    assert ContactFinding.unscoped.get().risks == []


def test_block_and_preference_are_audited_once(carrier, person):
    assert vetting.block_carrier(carrier=carrier, reason="Double brokered", by=person, at=NOW)
    assert not vetting.block_carrier(carrier=carrier, reason="Double brokered", by=person, at=NOW)
    assert carrier.is_refused
    assert not Carrier.unscoped.not_refused().exists()
    assert vetting.unblock_carrier(carrier=carrier, by=person, at=NOW)
    assert list(Carrier.unscoped.not_refused()) == [carrier]
    assert vetting.prefer_carrier(carrier=carrier, by=person, at=NOW)
    assert vetting.unprefer_carrier(carrier=carrier, by=person, at=NOW)
    entries = AuditEntry.unscoped.order_by("pk").values_list("action", "actor")
    assert list(entries) == [
        (f"carrier.{verb}", str(person)) for verb in ("blocked", "unblocked", "preferred", "unpreferred")
    ]


def test_source_that_tells_no_facts_leaves_an_imported_assessment_alone(acme):
    carrier = CarrierFactory(organization=acme, phone=PHONE)
    tell(carrier, {}, source=Source.CENSUS, profile={"fleet_size": 9})

    carrier.refresh_from_db()
    assert (carrier.rules_assessment, carrier.connection_status, carrier.fleet_size) == (
        "pass",
        "onboarded",
        9,
    )
    assert CarrierFinding.unscoped.count() == 0


def test_history_of_a_vetted_carrier_is_one_word_among_others(carrier):
    tell(carrier, {**GOOD, "connection_status": None})
    assert vet(carrier) == "incomplete"
    values = {"dotNumber": carrier.dot_number, "ruleAssessment": "fail", "connectionStatus": "onboarded"}
    line = Line(1, b"", {}, b"12345678", values)
    later = NOW + timedelta(hours=1)
    import_carriers(organization=carrier.organization, lines=[line], by=system("import"), at=later)

    carrier.refresh_from_db()
    assert (carrier.rules_assessment, carrier.identity_assessment) == ("incomplete", "fail")
    assert vet(carrier, at=later) == "fail"
    assert [reason["code"] for reason in Vetting.unscoped.latest("pk").reasons] == ["identity_fail"]


def test_carriers_that_become_one_keep_one_word_of_each_source(acme):
    by_mc = CarrierFactory(organization=acme, mc_number="555111", dot_number=None, phone=PHONE)
    by_dot = CarrierFactory(organization=acme, mc_number="", dot_number=2555111)
    for each in (by_mc, by_dot):
        tell(each)
        CarrierContact.unscoped.create(organization=acme, carrier=each, phone="+18065550155")
        vet(each)
    RoutingGuideEntry.unscoped.create(organization=acme, carrier=by_mc, origin_state="TX", rank=1)

    later = NOW + timedelta(hours=1)
    numbers = [Numbers(2555111, "555111")]
    (kept,) = ensure_carriers(organization=acme, numbers=numbers, at=later, are_told=True).values()

    assert set(Carrier.unscoped.values_list("pk", flat=True)) == {kept} == {by_dot.pk}
    assert CarrierContact.unscoped.get().carrier_id == kept
    assert RoutingGuideEntry.unscoped.get().carrier_id == kept
    sources = CarrierFinding.unscoped.filter(carrier=kept).values_list("source", flat=True)
    assert sorted(sources) == ["history", "identity"]
    assert Vetting.unscoped.filter(carrier=kept).count() == 2
    assert vetting.organizations_due(at=later) == [acme.pk]
