"""The do-not-call list: opting out, once and for all, and being taken off it."""

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection

from calls.models import Call, ConsentRecord, DoNotCall
from calls.services import permission
from calls.states import CallStatus
from organizations.models import AuditEntry
from organizations.tenancy.actors import Actor, system
from organizations.tenancy.scope import scope
from tests.factories import NOW, CallFactory, OrganizationFactory

AGENT = Actor("agent", "carrier-sales")
PHONE = "+13125550123"


def opt_out(organization, number=PHONE, **more):
    return permission.opt_out(
        organization=organization, number=number, reason="asked for it on a call", by=AGENT, at=NOW, **more
    )


def test_opting_out_is_listed_recorded_and_audited(in_acme):
    talk = CallFactory(organization=in_acme, status="ANSWERED").conversation

    assert opt_out(in_acme, conversation=talk) is True

    entry = DoNotCall.objects.get()
    assert (entry.number, entry.conversation, entry.created_at) == (PHONE, talk, NOW)
    assert (entry.reason, entry.by) == ("asked for it on a call", "agent:carrier-sales")
    record = ConsentRecord.objects.get()
    assert (record.number, record.kind, record.source, record.conversation) == (
        PHONE,
        "revoked",
        "asked for it on a call",
        talk,
    )
    audited = AuditEntry.objects.get()
    assert (audited.action, audited.actor) == ("do_not_call.added", "agent:carrier-sales")


def test_opting_out_twice_changes_nothing(in_acme):
    opt_out(in_acme)

    assert opt_out(in_acme) is False
    assert (DoNotCall.objects.count(), ConsentRecord.objects.count(), AuditEntry.objects.count()) == (1, 1, 1)


def test_calls_that_wait_are_canceled_and_others_go_on(in_acme, rival):
    waiting = [CallFactory(organization=in_acme, to_phone=PHONE) for _ in range(2)]
    others = [
        CallFactory(organization=in_acme, to_phone="+13125550124"),
        CallFactory(organization=rival, to_phone=PHONE),
        *(
            CallFactory(organization=in_acme, to_phone=PHONE, status=status)
            for status in ("DIALING", "ANSWERED")
        ),
    ]
    before = [call.status for call in others]

    opt_out(in_acme)

    for call in waiting:
        call.refresh_from_db()
        assert (call.status, call.failure_reason, call.ended_at) == (CallStatus.CANCELED, "do_not_call", NOW)
        assert call.status_changes.get().reason == "do_not_call"
        assert "do-not-call list" in call.conversation.summary
    assert [Call.unscoped.get(pk=call.pk).status for call in others] == before


def test_number_taken_off_the_list_may_be_called_again(in_acme):
    opt_out(in_acme)

    permission.allow_again(
        entry=DoNotCall.objects.get(), source="their e-mail", by=system("tests"), at=NOW + timedelta(days=1)
    )

    assert not DoNotCall.objects.exists()
    newest = ConsentRecord.objects.order_by("-at").first()
    assert (newest.kind, newest.source) == ("granted", "their e-mail")
    assert opt_out(in_acme) is True


def test_list_is_each_organizations_own(in_acme, rival):
    opt_out(in_acme)

    with scope(rival.pk):
        assert not DoNotCall.objects.exists()
        assert opt_out(rival) is True


@pytest.mark.django_db(transaction=True)
def test_opting_out_at_once_makes_one_entry():
    organization = OrganizationFactory()
    start = threading.Barrier(6)

    def send(_):
        try:
            with scope(organization.pk):
                start.wait(60)
                return opt_out(organization)
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        answers = list(pool.map(send, range(6)))

    assert sorted(answers) == [False] * 5 + [True]
    assert (DoNotCall.unscoped.count(), ConsentRecord.unscoped.count()) == (1, 1)
