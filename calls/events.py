"""What is told of calls: the types of events, and what each says."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.urls import reverse

from calls.models import Call, Conversation
from calls.states import AgentPurpose, Role, public_status
from organizations.api.parsers import utc_millis
from organizations.events import types
from organizations.events.types import EventType, Payload

CALL_TYPES = {
    AgentPurpose.CARRIER_SALES: "CARRIER_SALES",
    AgentPurpose.CHECK_CALL: "TRACK_AND_TRACE",
    AgentPurpose.CUSTOM: "CUSTOM_USE_CASE",
}
ROLES = {Role.AGENT: "bot", Role.CALLER: "user"}

type Said = tuple[str, str, datetime]  # who, what and when


def call_ended(call: Call, conversation: Conversation, *, at: datetime) -> None:
    """Tell that a call has ended, and what came of it; `conversation` is that of the call as it is now."""
    _record("call_ended", call, conversation, lambda: _ended(call, conversation), at=at)


def _record(name: str, call: Call, conversation: Conversation, payload: Any, *, at: datetime) -> None:
    types.record(
        name,
        organization=conversation.organization,
        conversation=f"call:{call.pk}",
        payload=payload,
        at=at,
    )


def _call(call: Call, conversation: Conversation) -> dict[str, Any]:
    """What every event of a call says of it."""
    return {
        "callId": call.pk,
        "createdAt": utc_millis(conversation.created_at),
        "callType": call_type(conversation),
        "direction": conversation.direction,
        "status": public_status(call.status),
        "toPhone": call.to_phone or None,
        "fromPhone": call.from_phone or None,
    }


def call_type(conversation: Conversation) -> str:
    """What kind of call it is, in the API's words."""
    purpose = conversation.agent.purpose if conversation.agent else AgentPurpose.CUSTOM
    return CALL_TYPES[AgentPurpose(purpose)]


def _ended(call: Call, conversation: Conversation) -> dict[str, Any]:
    turns = list(conversation.turns.order_by("position").values_list("role", "text", "at"))
    return _call(call, conversation) | {
        "recordingUrl": _recording_url(call),
        "formattedTranscript": call.transcript or None,
        "transcript": transcript_items(turns, start=call.answered_at),
        "summary": conversation.summary or None,
        "contentTags": conversation.content_tags,
        "extractedData": conversation.extracted_data,
        "inputData": conversation.input_data,
    }


def _recording_url(call: Call) -> str | None:
    """Where the recording is, or will be in a moment."""
    if call.recording_url or not call.is_recorded:
        return call.recording_url or None
    return settings.PUBLIC_URL + reverse("calls:recording", args=[call.pk])


def transcript_items(turns: Sequence[Said], *, start: datetime | None) -> list[dict[str, Any]]:
    """What was said, line by line. Nobody tells how long a line took: that is reckoned by its words.

    A caller's line is known when it has ended, the agent's when it begins.
    """
    return [
        _item(turn, before=turns[place - 1][2] if place else None, after=_next(turns, place), start=start)
        for place, turn in enumerate(turns)
    ]


def _next(turns: Sequence[Said], place: int) -> datetime | None:
    at = turns[place][2]
    return next((later for _, _, later in turns[place + 1 :] if later > at), None)


def _item(
    turn: Said, *, before: datetime | None, after: datetime | None, start: datetime | None
) -> dict[str, Any]:
    role, words, at = turn
    length = timedelta(seconds=len(words.split()) * settings.SECONDS_A_WORD)
    if role == Role.CALLER:
        begun, ended = max(filter(None, [before, start, at - length])), at
        begun = min(begun, at)
    else:
        begun, ended = at, min(filter(None, [after, at + length]))
    return {
        "role": ROLES[Role(role)],
        "message": words,
        "time": utc_millis(begun),
        "endTime": utc_millis(ended),
        "secondsFromStart": _seconds(begun - start) if start else 0,
        "duration": _seconds(ended - begun),
    }


def _seconds(length: timedelta) -> float:
    return max(0.0, round(length.total_seconds(), 3))


# The types, with their schemas.


CALL_PROPERTIES = {
    "callId": types.whole("ID of the call, as in GET /api/v1/calls."),
    "createdAt": types.moment("When the call was requested, or came in."),
    "callType": types.text("Kind of call.", enum=list(CALL_TYPES.values())),
    "direction": types.text("Who called.", enum=["inbound", "outbound"]),
    "status": types.text("IN_PROGRESS until the end, then how it ended."),
    "toPhone": types.optional(types.text("Number called, E.164.")),
    "fromPhone": types.optional(types.text("Calling number, E.164.")),
}
TRANSCRIPT = {
    "type": "array",
    "description": "Line by line. Lengths are estimated from the words.",
    "items": types.record_of(
        "What one side said.",
        role=types.text("Who spoke.", enum=["bot", "user"]),
        message=types.text("The words."),
        time=types.moment("When it began."),
        endTime=types.moment("When it ended."),
        secondsFromStart=types.number("Seconds from the answer to its beginning."),
        duration=types.number("Seconds."),
    ),
}


def _page(payload: Payload) -> str:
    return reverse("calls:page", args=[payload["callId"]])


def _parties(payload: Payload) -> str:
    """`Call from +1312… `, as far as known."""
    inbound = payload["direction"] == "inbound"
    number = payload["fromPhone" if inbound else "toPhone"] or "a withheld number"
    return f"Call {'from' if inbound else 'to'} {number}"


TYPES: dict[str, EventType] = {
    "call_ended": EventType(
        words="A call ended, whether or not anybody answered.",
        properties={
            **CALL_PROPERTIES,
            "recordingUrl": types.optional(
                types.text("Where the recording is, with an API token; it may take a minute to be there.")
            ),
            "formattedTranscript": types.optional(
                types.text("The transcript as text, a line for each turn.")
            ),
            "transcript": TRANSCRIPT,
            "summary": types.optional(types.text("The call in a sentence or two.")),
            "contentTags": {
                "type": "array",
                "items": {"type": "string"},
                "description": "Primary tag first.",
            },
            "extractedData": types.anything("What the agent found out."),
            "inputData": types.anything("The request that started the call, with its metadata."),
        },
        line=lambda payload: f"{_parties(payload)} ended. {payload['summary'] or ''}".strip(),
        path=_page,
    ),
}
