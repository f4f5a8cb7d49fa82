"""Operators set rules of calling, keep the do-not-call list, and record consent."""

import pytest
from django.urls import reverse

from calls.models import Call, CallingRules, ConsentRecord, DoNotCall
from organizations.models import AuditEntry
from tests.factories import CallFactory, OrganizationFactory, UserFactory

pytestmark = pytest.mark.deep

NUMBER = "+13125550123"


@pytest.fixture
def operator(client, db):
    client.force_login(UserFactory(is_staff=True, is_superuser=True))
    return client


@pytest.fixture
def bare(db):
    """An organization without rules of its own."""
    return OrganizationFactory(calling_rules=None)


def rules_data(organization, **changes):
    form = {"organization": organization.pk, "hours_start": 9, "hours_end": 17, "quiet_minutes": 0}
    form |= {"per_minute": 5, "per_day": 50, "per_number_hour": 1, "most_live": 2}
    form |= {"longest_minutes": 10, "ring_seconds": 20, "transfer_hours_start": 8, "transfer_hours_end": 18}
    return form | changes


def test_operator_sets_rules_once(operator, bare):
    add = reverse("admin:calls_callingrules_add")

    assert operator.post(add, rules_data(bare)).status_code == 302
    rules = CallingRules.unscoped.get()
    assert (rules.organization, rules.hours_start, rules.hours_end, rules.per_minute) == (bare, 9, 17, 5)
    assert AuditEntry.unscoped.get().action == "callingrules.created"
    assert operator.post(add, rules_data(bare)).status_code == 200
    assert CallingRules.unscoped.count() == 1
    change = reverse("admin:calls_callingrules_change", args=[rules.pk])
    assert operator.get(change).status_code == 200
    assert operator.post(change, rules_data(bare, per_minute=7)).status_code == 302
    assert CallingRules.unscoped.get().per_minute == 7


def test_new_rules_show_the_defaults(operator, bare):
    form = operator.get(reverse("admin:calls_callingrules_add")).context["adminform"].form

    shown = {
        name: form[name].value()
        for name in ("hours_start", "hours_end", "per_minute", "per_day", "most_live")
    }
    assert shown == {"hours_start": 8, "hours_end": 21, "per_minute": 30, "per_day": 500, "most_live": 20}


@pytest.mark.parametrize(
    "changes",
    [
        {"hours_start": 17, "hours_end": 17},
        {"hours_start": 20, "hours_end": 8},
        {"hours_end": 25},
        {"transfer_hours_end": 8},
        {"longest_minutes": 31},
        {"longest_minutes": 0},
        {"ring_seconds": 4},
        {"per_minute": 0},
        {"per_day": 40_000},
        {"quiet_minutes": -1},
        {"transfer_number": "5550123"},
        {"language_model_url": "javascript:alert(1)"},
    ],
)
def test_rules_that_make_no_sense_are_refused(operator, bare, changes):
    response = operator.post(reverse("admin:calls_callingrules_add"), rules_data(bare, **changes))

    assert response.status_code == 200
    assert response.context["adminform"].form.errors
    assert not CallingRules.unscoped.exists()


def test_number_on_the_list_cancels_what_waits(operator, acme):
    call = CallFactory(organization=acme, to_phone=NUMBER)
    data = {"organization": acme.pk, "number": NUMBER, "reason": "wrote us a letter"}

    assert operator.post(reverse("admin:calls_donotcall_add"), data).status_code == 302

    assert DoNotCall.unscoped.get().reason == "wrote us a letter"
    assert Call.unscoped.get(pk=call.pk).failure_reason == "do_not_call"
    assert operator.post(reverse("admin:calls_donotcall_add"), data).status_code == 200  # it is there already
    assert DoNotCall.unscoped.count() == 1
    listed = operator.get(reverse("admin:calls_donotcall_changelist"), {"q": NUMBER})
    assert "wrote us a letter" in listed.text


@pytest.mark.parametrize("number", ["3125550123", "+1312555012", f"{NUMBER};ext=4", ""])
def test_only_numbers_that_can_be_called_are_listed(operator, acme, number):
    data = {"organization": acme.pk, "number": number, "reason": "x"}

    assert operator.post(reverse("admin:calls_donotcall_add"), data).status_code == 200
    assert not DoNotCall.unscoped.exists()


def test_number_taken_off_the_list_leaves_a_record(operator, acme):
    operator.post(
        reverse("admin:calls_donotcall_add"), {"organization": acme.pk, "number": NUMBER, "reason": "x"}
    )
    entry = DoNotCall.unscoped.get()

    assert operator.get(reverse("admin:calls_donotcall_change", args=[entry.pk])).status_code == 200
    url = reverse("admin:calls_donotcall_delete", args=[entry.pk])
    assert operator.post(url, {"post": "yes"}).status_code == 302

    assert not DoNotCall.unscoped.exists()
    assert list(ConsentRecord.unscoped.order_by("pk").values_list("kind", flat=True)) == [
        "revoked",
        "granted",
    ]
    actions = list(AuditEntry.unscoped.order_by("pk").values_list("action", flat=True))
    assert actions == ["do_not_call.added", "do_not_call.removed"]


def test_consent_is_recorded_and_stays(operator, acme):
    data = {
        "organization": acme.pk,
        "number": NUMBER,
        "kind": "granted",
        "source": "carrier packet of 3 March",
    }

    assert operator.post(reverse("admin:calls_consentrecord_add"), data).status_code == 302

    record = ConsentRecord.unscoped.get()
    assert (record.number, record.kind, record.by.partition(":")[0]) == (NUMBER, "granted", "user")
    assert operator.get(reverse("admin:calls_consentrecord_changelist")).status_code == 200
    url = reverse("admin:calls_consentrecord_delete", args=[record.pk])
    assert operator.post(url, {"post": "yes"}).status_code == 403
    assert (
        operator.post(reverse("admin:calls_consentrecord_change", args=[record.pk]), data).status_code == 403
    )
