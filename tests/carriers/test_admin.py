"""Operators look after carriers: facts that they know, blocks, rules, restrictions."""

from datetime import timedelta
from decimal import Decimal

import pytest
from django.urls import reverse
from django.utils import timezone

from carriers.models import (
    Carrier,
    CarrierContact,
    CarrierFinding,
    ContactFinding,
    HaulRestriction,
    RoutingGuideEntry,
    Vetting,
    VettingRules,
)
from carriers.services import vetting
from organizations.models import AuditEntry
from tests.carriers.vetting.test_services import GOOD, tell
from tests.factories import CarrierFactory, UserFactory

pytestmark = pytest.mark.deep

PHONE = "+18065550101"


@pytest.fixture
def operator(client, db):
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def carrier(acme):
    """Vetted: it passes."""
    made = CarrierFactory(organization=acme, phone=PHONE, rules_assessment="", connection_status="")
    tell(made, GOOD, at=timezone.now() - timedelta(days=1))
    vetting.vet_due_carriers(organization=acme, at=timezone.now())
    made.refresh_from_db()
    return made


def page(name, *args):
    return reverse(f"admin:carriers_{name}", args=args)


def form_of(response):
    """What the form would send back unchanged."""
    data = {}
    forms = [response.context["adminform"].form]
    for formset in (each.formset for each in response.context["inline_admin_formsets"]):
        forms += [formset.management_form, *formset.initial_forms]
    for form in forms:
        for field in form:
            value = field.value()
            if value is not None:
                data[field.html_name] = value
    return data


def act(operator, action, *carriers):
    data = {"action": action, "_selected_action": [carrier.pk for carrier in carriers]}
    return operator.post(page("carrier_changelist"), data)


def test_facts_that_an_operator_enters_are_a_persons_word_and_vetted_at_once(operator, carrier):
    change = page("carrier_change", carrier.pk)
    data = form_of(operator.get(change)) | {"safety_rating": "unsatisfactory", "notes": "Ask for Ann."}

    assert operator.post(change, data).status_code == 302

    carrier.refresh_from_db()
    assert (carrier.rules_assessment, carrier.notes) == ("fail", "Ask for Ann.")
    assert CarrierFinding.unscoped.get(source="person").data == {"safety_rating": "unsatisfactory"}
    vetting = Vetting.unscoped.latest("pk")
    assert (vetting.trigger, vetting.reasons[0]["code"]) == ("person", "safety_unsatisfactory")
    assert AuditEntry.unscoped.latest("pk").action == "carrier.changed"


def test_new_carrier_has_what_was_entered(operator, acme):
    data = form_of(operator.get(page("carrier_add"))) | {
        "organization": acme.pk,
        "mc_number": "555111",
        "connection_status": "onboarded",
        "equipment_types": ["van", "reefer"],
    }
    assert operator.post(page("carrier_add"), data).status_code == 302

    carrier = Carrier.unscoped.get()
    assert (carrier.connection_status, carrier.equipment_types) == ("onboarded", ["van", "reefer"])
    assert carrier.rules_assessment == "incomplete"


def test_block_and_preference_are_actions_that_leave_a_trace(operator, carrier):
    for action in ("block", "prefer", "block"):
        assert act(operator, action, carrier).status_code == 302
    carrier.refresh_from_db()
    assert (carrier.is_blocked, carrier.is_preferred) == (True, True)
    for action in ("unblock", "unprefer", "vet"):
        act(operator, action, carrier)
    carrier.refresh_from_db()
    assert (carrier.is_blocked, carrier.is_preferred, carrier.rules_assessment) == (False, False, "pass")
    actions = list(AuditEntry.unscoped.order_by("pk").values_list("action", flat=True))
    assert actions == ["carrier.blocked", "carrier.preferred", "carrier.unblocked", "carrier.unpreferred"]


def test_carriers_and_rules_are_never_deleted(operator, carrier, acme):
    rules = VettingRules.unscoped.create(organization=acme)
    assert operator.post(page("carrier_delete", carrier.pk), {"post": "yes"}).status_code == 403
    assert operator.post(page("vettingrules_delete", rules.pk), {"post": "yes"}).status_code == 403


def test_rules_start_from_the_defaults_and_count_versions(operator, carrier, acme):
    data = form_of(operator.get(page("vettingrules_add")))
    assert (data["least_liability"], data["most_days_old"], data["low_cargo"]) == (
        750_000,
        30,
        "partial_pass",
    )

    data |= {"organization": acme.pk, "least_liability": "2000000"}
    assert operator.post(page("vettingrules_add"), data).status_code == 302
    rules = VettingRules.unscoped.get()
    assert (rules.version, rules.least_liability) == (1, Decimal(2_000_000))
    assert vetting.organizations_due(at=timezone.now()) == [acme.pk]

    change = page("vettingrules_change", rules.pk)
    assert operator.post(change, data | {"most_days_old": 10}).status_code == 302
    rules.refresh_from_db()
    assert (rules.version, rules.most_days_old) == (2, 10)


@pytest.mark.parametrize("changes", [{"most_days_old": 4000}, {"least_cargo": -1}, {"unrated": "incomplete"}])
def test_rules_that_make_no_sense_are_refused(operator, acme, changes):
    data = form_of(operator.get(page("vettingrules_add"))) | {"organization": acme.pk}
    assert operator.post(page("vettingrules_add"), data | changes).status_code == 200
    assert not VettingRules.unscoped.exists()


def test_risks_and_restrictions_are_ticked(operator, carrier, acme):
    now = timezone.now()
    number = {"organization": acme.pk, "address": PHONE, "source": "person", "risks": ["fraud"], "data": "{}"}
    number |= {"found_at_0": f"{now:%Y-%m-%d}", "found_at_1": f"{now:%H:%M}"}
    assert operator.post(page("contactfinding_add"), number).status_code == 302
    assert ContactFinding.unscoped.risky().get().risks == ["fraud"]

    restriction = {"organization": acme.pk, "carrier": carrier.pk, "effect": "fail"}
    restriction |= {"equipment_types": ["reefer"], "destination_state": "GA"}
    assert operator.post(page("haulrestriction_add"), restriction).status_code == 302
    assert HaulRestriction.unscoped.get().equipment_types == ["reefer"]


def test_restriction_of_another_organizations_carrier_is_refused(operator, carrier, rival):
    data = {"organization": rival.pk, "carrier": carrier.pk, "effect": "fail"}
    assert operator.post(page("haulrestriction_add"), data).status_code == 200
    assert not HaulRestriction.unscoped.exists()


@pytest.mark.parametrize("size", [2, 20])
def test_lists_cost_the_same_however_long(operator, acme, size, django_assert_num_queries):
    for number in range(size):
        each = CarrierFactory(organization=acme)
        RoutingGuideEntry.unscoped.create(organization=acme, carrier=each, rank=number + 1)
        HaulRestriction.unscoped.create(organization=acme, carrier=each)
        CarrierContact.unscoped.create(organization=acme, carrier=each, phone=PHONE)
    for name, count in (("carrier", 5), ("routingguideentry", 5), ("haulrestriction", 5)):
        with django_assert_num_queries(count):
            assert operator.get(page(f"{name}_changelist")).status_code == 200
