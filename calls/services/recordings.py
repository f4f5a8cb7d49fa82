"""Recordings: told by the provider, fetched into our own storage, and given out by us alone."""

import tempfile
from datetime import datetime, timedelta

import structlog
from django.conf import settings
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import transaction
from django.urls import reverse

from calls import telephony
from calls.models import Call, Recording
from calls.services.permission import rules_of
from organizations.tenancy import live_updates
from organizations.tenancy.queueing import prompt

log = structlog.get_logger(__name__)

FIRST_PAUSE = timedelta(seconds=15)
MAX_PAUSE = timedelta(hours=1)
MAX_ATTEMPTS = 30  # about a day


def folder_of(organization_id: int) -> str:
    """Where the storage has an organization's recordings."""
    return f"recordings/{organization_id}/"


def decide_recording(*, call_id: int) -> bool:
    """Whether a recording is to begin with this connection: the organization wants it, and none has begun."""
    with transaction.atomic():
        call = Call.objects.select_for_update(no_key=True).select_related("organization").get(pk=call_id)
        if call.is_recorded or not rules_of(call.organization).records_calls:
            return False
        Call.objects.filter(pk=call_id).update(is_recorded=True)
        return True


def note_recording(*, call_id: int, sid: str, seconds: int, at: datetime) -> None:
    """The provider has a recording of the call ready; the first one counts, repeats change nothing.

    Of a person's call that the other side never answered it holds a ringing tone: that isn't kept.
    """
    with transaction.atomic():
        call = Call.objects.only("organization_id", "person_phone", "answered_at").get(pk=call_id)
        if call.is_by_person and call.answered_at is None:
            return
        recording, is_new = Recording.objects.get_or_create(
            call_id=call_id,
            defaults={
                "organization_id": call.organization_id,
                "provider_sid": sid,
                "seconds": seconds,
                "noted_at": at,
                "next_attempt_at": at + FIRST_PAUSE,
            },
        )
        if is_new:
            prompt("calls.tasks.fetch_recording", recording.organization_id, call_id)
        elif recording.provider_sid != sid:
            log.warning("second recording of a call", call=call_id)


def fetch_recording(*, call_id: int, at: datetime) -> None:
    """Bring a recording into our storage; where the provider hasn't got it (yet), the sweep tries again.

    Steps: claims the attempt by moving its next one on, which commits; streams the file into a temporary one, and that
    into the storage; names it in the row.
    """
    recording = Recording.objects.filter(call=call_id, stored_at=None).first()
    if recording is None or recording.next_attempt_at is None:
        return
    attempts = recording.attempts + 1
    pause = min(FIRST_PAUSE * 2**attempts, MAX_PAUSE)
    claimed = Recording.objects.filter(pk=call_id, attempts=recording.attempts, stored_at=None).update(
        attempts=attempts, next_attempt_at=at + pause if attempts < MAX_ATTEMPTS else None
    )
    if not claimed:
        return
    with tempfile.TemporaryFile() as draft:
        try:
            telephony.download_recording(recording.provider_sid, draft)
        except telephony.NotThere as error:
            log.warning("recording not fetched", call=call_id, attempts=attempts, reason=str(error))
            return
        size = draft.tell()
        draft.seek(0)
        name = default_storage.save(
            f"{folder_of(recording.organization_id)}{call_id}-{recording.provider_sid}.wav", File(draft)
        )
    with transaction.atomic():
        Call.objects.select_for_update(no_key=True).get(pk=call_id)
        kept = Recording.objects.filter(pk=call_id, stored_at=None, attempts=attempts).update(
            file=name, size=size, stored_at=at, next_attempt_at=None
        )
        if kept:
            url = settings.PUBLIC_URL + reverse("calls:recording", args=[call_id])
            Call.objects.filter(pk=call_id).update(recording_url=url)
            live_updates.changed(recording.organization_id, f"call:{call_id}")
    if not kept:
        default_storage.delete(name)  # somebody else was faster, or the recording is to go
