"""Dialing: every answer of the provider, and nothing dialed twice."""

from datetime import timedelta

import pytest

from calls import telephony
from calls.models import Call
from calls.services import dialing, progress, sweep
from calls.states import CallStatus
from organizations.tenancy.actors import system
from tests.factories import NOW, AgentFactory, CallFactory

WORKER = system("worker")


@pytest.fixture
def call(in_acme):
    return CallFactory(organization=in_acme, conversation__agent=AgentFactory(organization=in_acme))


@pytest.fixture
def dialed(monkeypatch):
    """The provider takes every call; what it was asked stands in the list."""
    asked = []

    def place_call(**parameters):
        asked.append(parameters)
        return f"CA{len(asked):032x}"

    monkeypatch.setattr(telephony, "place_call", place_call)
    return asked


def provider_raises(monkeypatch, error):
    def place_call(**_parameters):
        raise error

    monkeypatch.setattr(telephony, "place_call", place_call)


def place(call, at=NOW):
    dialing.place_call(call_id=call.pk, by=WORKER, at=at)
    call.refresh_from_db()


def test_placed_call_keeps_the_providers_id(call, dialed):
    place(call)

    assert (call.status, call.provider_sid, call.placed_at) == (CallStatus.PLACED, f"CA{1:032x}", NOW)
    assert dialed[0]["to_phone"] == call.to_phone
    assert call.reference in dialed[0]["callback_url"]


def test_request_is_noted_before_it_leaves(call, monkeypatch):
    def place_call(**_parameters):
        noted.append(Call.objects.get(pk=call.pk).dial_sent_at)
        raise telephony.NotNow

    noted = []
    monkeypatch.setattr(telephony, "place_call", place_call)
    place(call)
    assert noted == [NOW]


def test_worker_that_comes_to_itself_after_its_call_was_queued_again_dials_nothing(call, dialed, monkeypatch):
    """Stopped between the claim and the request, for so long that the sweep gave the call to another one."""

    def freeze():
        monkeypatch.setattr(telephony, "get_ready", lambda: None)
        sweep.sweep(by=WORKER, at=NOW + timedelta(seconds=30))
        dialing.place_call(call_id=call.pk, by=WORKER, at=NOW + timedelta(seconds=31))

    monkeypatch.setattr(telephony, "get_ready", freeze)
    place(call)

    assert len(dialed) == 1
    assert (call.status, call.dial_attempts) == (CallStatus.PLACED, 2)


def test_second_worker_dials_nothing(call, dialed):
    place(call)
    place(call)

    assert len(dialed) == 1


def test_refused_call_fails_with_a_reason(call, monkeypatch):
    provider_raises(monkeypatch, telephony.Refused("no such number"))

    place(call)

    assert (call.status, call.failure_reason, call.ended_at) == (CallStatus.FAILED, "provider_refused", NOW)
    assert call.status_changes.order_by("-id").first().reason == "no such number"


def test_busy_provider_puts_the_call_back_until_later(call, monkeypatch, dialed):
    provider_raises(monkeypatch, telephony.NotNow())
    place(call)
    assert call.status == CallStatus.QUEUED
    assert call.not_before > NOW

    place(call, at=NOW + timedelta(seconds=1))
    assert call.dial_attempts == 1


def test_ambiguous_answer_is_never_dialed_again(call, monkeypatch, dialed):
    provider_raises(monkeypatch, telephony.Ambiguous("reset"))
    place(call)
    assert call.status == CallStatus.DIALING

    place(call, at=NOW + timedelta(minutes=1))
    assert call.status == CallStatus.DIALING
    assert call.dial_attempts == 1


def test_ambiguous_call_is_adopted_from_its_first_callback(call, monkeypatch):
    provider_raises(monkeypatch, telephony.Ambiguous("reset"))
    place(call)

    progress.note_status(call_id=call.pk, provider_status="ringing", sid="CAfound", by=WORKER, at=NOW)

    call.refresh_from_db()
    assert (call.status, call.provider_sid) == (CallStatus.RINGING, "CAfound")


def test_ambiguous_call_without_a_trace_fails_after_two_minutes(call, monkeypatch):
    provider_raises(monkeypatch, telephony.Ambiguous("reset"))
    place(call)
    monkeypatch.setattr(telephony, "calls_between", lambda **_: [])

    sweep.sweep(by=WORKER, at=NOW + timedelta(seconds=60))
    call.refresh_from_db()
    assert call.status == CallStatus.DIALING

    sweep.sweep(by=WORKER, at=NOW + timedelta(seconds=121))
    call.refresh_from_db()
    assert (call.status, call.failure_reason) == (CallStatus.FAILED, "dial_outcome_unknown")


def test_ambiguous_call_is_adopted_from_the_providers_list(call, monkeypatch):
    provider_raises(monkeypatch, telephony.Ambiguous("reset"))
    place(call)
    found = telephony.PlacedCall(sid="CAlisted", status="in-progress", started_at=NOW, duration=0)
    monkeypatch.setattr(telephony, "calls_between", lambda **_: [found])

    sweep.sweep(by=WORKER, at=NOW + timedelta(seconds=30))

    call.refresh_from_db()
    assert (call.status, call.provider_sid) == (CallStatus.ANSWERED, "CAlisted")


def test_call_that_another_request_owns_is_not_adopted(call, in_acme, monkeypatch):
    CallFactory(organization=in_acme, provider_sid="CAlisted", status=CallStatus.RINGING)
    provider_raises(monkeypatch, telephony.Ambiguous("reset"))
    place(call)
    found = telephony.PlacedCall(sid="CAlisted", status="in-progress", started_at=NOW, duration=0)
    monkeypatch.setattr(telephony, "calls_between", lambda **_: [found])

    sweep.sweep(by=WORKER, at=NOW + timedelta(seconds=30))

    call.refresh_from_db()
    assert (call.status, call.provider_sid) == (CallStatus.DIALING, "")


def test_suspended_organization_dials_nothing(call, dialed, in_acme):
    in_acme.suspended_at = NOW
    in_acme.save()

    place(call)

    assert call.failure_reason == "organization_suspended"
    assert not dialed


def test_every_move_of_the_call_is_told_in_its_history(call, dialed):
    place(call)
    progress.note_status(call_id=call.pk, provider_status="ringing", by=WORKER, at=NOW)
    progress.note_status(call_id=call.pk, provider_status="no-answer", by=WORKER, at=NOW)

    history = call.status_changes.order_by("id").values_list("old", "new")
    assert list(history) == [
        ("QUEUED", "DIALING"),
        ("DIALING", "PLACED"),
        ("PLACED", "RINGING"),
        ("RINGING", "NO_ANSWER"),
    ]
    assert Call.objects.get(pk=call.pk).conversation.content_tags == ["no_answer"]
