"""Recordings and orders: what goes wrong between the provider and us is tried again."""

from datetime import timedelta
from io import BytesIO
from pathlib import Path

import pytest
from django.core.files.storage import default_storage

from calls import telephony
from calls.models import Recording
from calls.services import dialing, recordings, sweep, transfers
from calls.states import CallStatus, Order
from organizations.tenancy.actors import system
from tests.factories import NOW, CallFactory

BY = system("tests")


@pytest.fixture
def recording(answered, prompted):
    recordings.note_recording(call_id=answered.pk, sid="RE1", seconds=9, at=NOW)
    return Recording.objects.get()


@pytest.fixture
def sounds(monkeypatch):
    """What the provider gives for a recording: bytes, or an exception."""
    given = [b"RIFF sound"]

    def download(sid, to):
        sound = given.pop(0) if len(given) > 1 else given[0]
        if isinstance(sound, Exception):
            raise sound
        to.write(sound)

    monkeypatch.setattr(telephony, "download_recording", download)
    return given


def test_recording_is_stored_once(recording, sounds):
    for _ in range(2):
        recordings.fetch_recording(call_id=recording.pk, at=NOW)

    recording.refresh_from_db()
    assert (recording.stored_at, recording.attempts, recording.next_attempt_at) == (NOW, 1, None)
    with default_storage.open(recording.file) as file:
        assert file.read() == b"RIFF sound"
    kept = Path(default_storage.path(recording.file))
    assert (kept.stat().st_mode & 0o777, kept.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    recording.call.refresh_from_db()
    assert recording.call.recording_url.endswith(f"/calls/{recording.pk}/recording/")


def test_recording_that_isnt_there_yet_is_tried_again_after_growing_pauses(recording, sounds):
    sounds[:] = [telephony.NotThere("status 404")]
    pauses, at = [], NOW
    for _ in range(4):
        recordings.fetch_recording(call_id=recording.pk, at=at)
        recording.refresh_from_db()
        pauses.append((recording.next_attempt_at - at).total_seconds())
        at = recording.next_attempt_at

    assert pauses == [30, 60, 120, 240]
    assert recording.stored_at is None


def test_recording_that_never_comes_is_given_up(recording, sounds):
    sounds[:] = [telephony.NotThere("status 404")]
    for _ in range(recordings.MAX_ATTEMPTS + 3):
        recordings.fetch_recording(call_id=recording.pk, at=NOW)

    recording.refresh_from_db()
    assert (recording.attempts, recording.next_attempt_at) == (recordings.MAX_ATTEMPTS, None)


def test_slower_of_two_leaves_no_file(recording, sounds, monkeypatch):
    saved = []
    save = default_storage.save

    def slow(name, content):
        Recording.objects.filter(pk=recording.pk).update(stored_at=NOW)  # somebody else, meanwhile
        saved.append(save(name, content))
        return saved[0]

    monkeypatch.setattr(recordings.default_storage, "save", slow)

    recordings.fetch_recording(call_id=recording.pk, at=NOW)

    assert not default_storage.exists(saved[0])


def test_sweep_asks_for_what_is_due(recording, prompted, monkeypatch, django_capture_on_commit_callbacks):
    monkeypatch.setattr(telephony, "fetch_call", lambda sid: None)
    prompted.clear()
    for seconds, asked in ((5, 0), (60, 1)):
        with django_capture_on_commit_callbacks(execute=True):
            sweep.sweep(by=BY, at=NOW + timedelta(seconds=seconds))
        found = [args for task, args in prompted if task == "calls.tasks.fetch_recording"]
        assert len(found) == asked


@pytest.mark.parametrize("status", [404, 500, 401, 302])
def test_provider_that_refuses_is_not_there(monkeypatch, settings, status):
    class Answer:
        status_code = status

        def __enter__(self):
            return self

        def __exit__(self, *args):
            pass

    def get(*args, allow_redirects, **kwargs):
        assert not allow_redirects
        return Answer()

    monkeypatch.setattr(telephony.requests, "get", get)

    with pytest.raises(telephony.NotThere, match=str(status)):
        telephony.download_recording("RE1", BytesIO())


# Orders


def test_order_waits_for_the_providers_id_and_is_swept(answered, prompted, monkeypatch):
    done = []
    monkeypatch.setattr(telephony, "hang_up", done.append)
    answered.provider_sid = ""
    answered.save()
    dialing.hang_up_call(call_id=answered.pk, by=BY, at=NOW)

    dialing.carry_out_order(call_id=answered.pk, at=NOW)
    answered.provider_sid = "CA1"
    answered.save(update_fields=["provider_sid"])
    dialing.carry_out_order(call_id=answered.pk, at=NOW)
    dialing.carry_out_order(call_id=answered.pk, at=NOW)

    assert done == ["CA1"]


def test_provider_who_is_away_is_asked_again(answered, prompted, monkeypatch):
    asked = []

    def away(sid):
        asked.append(sid)
        raise telephony.Ambiguous("away")

    monkeypatch.setattr(telephony, "hang_up", away)
    dialing.hang_up_call(call_id=answered.pk, by=BY, at=NOW)
    for _ in range(2):
        dialing.carry_out_order(call_id=answered.pk, at=NOW)

    answered.refresh_from_db()
    assert len(asked) == 2
    assert (answered.order, answered.order_done_at) == (Order.HANG_UP, None)


def test_call_in_the_queue_is_canceled_and_never_dialed(in_acme, prompted):
    call = CallFactory(organization=in_acme)

    dialing.hang_up_call(call_id=call.pk, by=BY, at=NOW)

    call.refresh_from_db()
    assert (call.status, call.failure_reason) == (CallStatus.CANCELED, "canceled_by_user")


def test_call_is_taken_over_once(answered, prompted):
    transfers.take_over_call(call_id=answered.pk, to="+13125550199", by=BY, at=NOW)

    with pytest.raises(transfers.NotLive):
        transfers.take_over_call(call_id=answered.pk, to="+13125550199", by=BY, at=NOW)


@pytest.mark.parametrize("status", [CallStatus.QUEUED, CallStatus.RINGING, CallStatus.COMPLETED])
def test_call_without_somebody_on_the_line_isnt_taken_over(in_acme, prompted, status):
    call = CallFactory(organization=in_acme, status=status)

    with pytest.raises(transfers.NotLive):
        transfers.take_over_call(call_id=call.pk, to="+13125550199", by=BY, at=NOW)


def test_two_people_may_talk_for_longer_than_an_agent(answered, prompted, monkeypatch):
    known = telephony.PlacedCall(sid=answered.provider_sid, status="in-progress", started_at=NOW, duration=0)
    monkeypatch.setattr(telephony, "fetch_call", lambda sid: known)
    monkeypatch.setattr(telephony, "hang_up", lambda sid: None)
    answered.conversation.transferred_at = NOW
    answered.conversation.save()

    statuses = []
    for hours in (1, 5):
        sweep.sweep(by=BY, at=NOW + timedelta(hours=hours))
        answered.refresh_from_db()
        statuses.append(answered.status)

    assert statuses == [CallStatus.ANSWERED, CallStatus.COMPLETED]
