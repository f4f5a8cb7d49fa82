"""What can be done with a live line, and what is being done with it; its recording once it is there."""

from dataclasses import dataclass

from django.urls import reverse

from calls.models import Call, Recording
from calls.states import CallStatus, Order

NOTES = {
    "asked": "Being put through to a person …",
    "dialing": "Ringing the person who takes over …",
    "connected": "Put through to a person.",
}
# Of a call that a person makes, by its status.
PERSONS_NOTES = {
    CallStatus.QUEUED: "Your phone rings in a moment.",
    CallStatus.DIALING: "Your phone rings in a moment.",
    CallStatus.PLACED: "Your phone rings. The carrier is called as soon as you pick up.",
    CallStatus.RINGING: "The carrier’s phone rings.",
    CallStatus.ANSWERED: "You are through.",
}


@dataclass(frozen=True)
class Line:
    """The line as a call's page shows it; `note` says what is under way, `recording_url` is empty without one."""

    can_hang_up: bool
    can_take_over: bool
    note: str
    recording_url: str
    is_recording_awaited: bool


def line_of(call: Call) -> Line:
    """Return the line of a call that `find_call` gave; no query."""
    transfer = _transfer_status(call)
    is_ending = call.order == Order.HANG_UP
    note = "" if call.is_finished and transfer != "connected" else NOTES.get(transfer, "")
    if call.is_by_person and call.status in PERSONS_NOTES:
        note = PERSONS_NOTES[CallStatus(call.status)]
    if is_ending and not call.is_finished:
        note = "Hanging up …"
    recording = recording_of(call)
    is_stored = recording is not None and recording.stored_at is not None
    return Line(
        can_hang_up=not call.is_finished and not is_ending,
        can_take_over=call.status == CallStatus.ANSWERED
        and not call.is_by_person
        and not is_ending
        and transfer not in NOTES,
        note=note,
        recording_url=reverse("calls:recording", args=[call.pk]) if is_stored else "",
        is_recording_awaited=recording is not None and recording.next_attempt_at is not None,
    )


def line_stamp(call: Call) -> str:
    """Return a word that changes with what the page shows of the line."""
    recording = recording_of(call)
    is_stored = recording is not None and recording.stored_at is not None
    return f"{call.order}-{_transfer_status(call)}{'-recorded' if is_stored else ''}"


def recording_of(call: Call) -> Recording | None:
    """Return the recording that was joined to a call, or None."""
    try:
        return call.recording
    except Recording.DoesNotExist:
        return None


def _transfer_status(call: Call) -> str:
    state = call.conversation.skill_state
    transfer = state.get("transfer") if isinstance(state, dict) else None
    return str(transfer.get("status", "")) if isinstance(transfer, dict) else ""
