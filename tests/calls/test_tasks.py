"""The Celery tasks: each opens its organization's scope and calls one service."""

import pytest

from calls import tasks, telephony
from calls.states import CallStatus
from organizations.tenancy.scope import ScopeMissing, current_organization_id
from tests.factories import NOW, AgentFactory, CallFactory

SID = "CA" + "1" * 32


@pytest.fixture
def call(acme):
    return CallFactory(organization=acme, conversation__agent=AgentFactory(organization=acme))


def test_place_call_dials_in_the_scope_of_its_organization(call, monkeypatch):
    seen = []

    def place_call(**asked):
        seen.append((current_organization_id(), asked["to_phone"]))
        return SID

    monkeypatch.setattr(telephony, "place_call", place_call)

    tasks.place_call(call.organization_id, call.pk)
    tasks.place_call(call.organization_id, call.pk)

    call.refresh_from_db()
    assert (call.status, call.provider_sid) == (CallStatus.PLACED, SID)
    assert seen == [(call.organization_id, "+13125550123")]
    with pytest.raises(ScopeMissing):
        current_organization_id()


def test_task_of_another_organization_finds_nothing(call, rival, monkeypatch):
    monkeypatch.setattr(telephony, "place_call", lambda **_: pytest.fail("dialed"))

    with pytest.raises(type(call).DoesNotExist):
        tasks.place_call(rival.pk, call.pk)


def test_voicemail_redirects_the_live_call(call, monkeypatch, settings):
    redirected = []
    monkeypatch.setattr(telephony, "redirect", lambda *where: redirected.append(where))
    call.provider_sid, call.status = SID, CallStatus.ANSWERED
    call.save()

    tasks.leave_voicemail(call.organization_id, call.pk)

    assert redirected == [(SID, f"{settings.PUBLIC_URL}/phone/calls/{call.reference}/voicemail")]


@pytest.mark.parametrize(("sid", "status"), [("", CallStatus.ANSWERED), (SID, CallStatus.COMPLETED)])
def test_voicemail_for_a_call_that_is_not_live_is_nothing(call, monkeypatch, sid, status):
    monkeypatch.setattr(telephony, "redirect", lambda *_: pytest.fail("redirected"))
    call.provider_sid, call.status = sid, status
    call.save()

    tasks.leave_voicemail(call.organization_id, call.pk)


def test_voicemail_while_the_provider_is_away_is_given_up(call, monkeypatch):
    def redirect(*_):
        raise telephony.Ambiguous("away")

    monkeypatch.setattr(telephony, "redirect", redirect)
    call.provider_sid, call.status = SID, CallStatus.ANSWERED
    call.save()

    tasks.leave_voicemail(call.organization_id, call.pk)


def test_sweep_runs_outside_any_scope(call):
    call.status_changed_at = call.conversation.created_at = NOW.replace(year=2020)
    call.save()
    call.conversation.save()

    tasks.sweep_calls()

    call.refresh_from_db()
    assert call.failure_reason == "expired_in_queue"
