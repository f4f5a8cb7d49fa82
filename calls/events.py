"""Telling of calls: each function writes an event down, where somebody wants it, in the caller's transaction.

The types of these events stand at the end: their words, the schemas of their payloads, and lines for channels.
"""

from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.conf import settings
from django.urls import reverse

from calls.models import Call, CheckCallReport, Conversation, OpenQuestion, Promise
from calls.states import AgentPurpose, Direction, Role, public_status
from organizations.api.parsers import utc_millis
from organizations.events import types
from organizations.events.types import EventType, Payload
from organizations.models import Organization

CALL_TYPES = {
    AgentPurpose.CARRIER_SALES: "CARRIER_SALES",
    AgentPurpose.CHECK_CALL: "TRACK_AND_TRACE",
    AgentPurpose.CUSTOM: "CUSTOM_USE_CASE",
}
ROLES = {Role.AGENT: "bot", Role.CALLER: "user"}

type Said = tuple[str, str, datetime]  # who, what and when


def call_started(conversation: Conversation, *, at: datetime) -> None:
    """Tell that somebody has picked up."""
    _record("call_started", conversation, dict, at=at)


def call_ended(conversation: Conversation, *, at: datetime) -> None:
    """Tell that a call has ended, and what came of it; conversation and call are as they are now."""
    _record("call_ended", conversation, lambda: _ended(conversation.call, conversation), at=at)


def said(call: Call, conversation: Conversation, turns: Sequence[Said], *, at: datetime) -> None:
    """Tell what was just said."""
    _record("transcript", conversation, lambda: _said(turns, start=call.answered_at), at=at, call=call)


def acted(conversation: Conversation, name: str, arguments: Payload, *, at: datetime) -> None:
    """Tell what the agent has just done by itself: docs/events.md lists the names."""
    function = {"name": name, "arguments": dict(arguments)}
    _record("tool_calls", conversation, lambda: {"function": function}, at=at)


def looked_up(conversation: Conversation, *, at: datetime) -> None:
    """Tell that the agent has found out who calls."""
    organization = conversation.organization
    if types.is_wanted("tool_calls", organization):
        acted(conversation, "look_up_carrier", carrier_of(conversation), at=at)


def callback_promised(promise: Promise, conversation: Conversation, *, at: datetime) -> None:
    """Tell that we owe somebody a call."""
    told = {
        "dueAt": utc_millis(promise.due_at) if promise.is_timed else None,
        "timezone": promise.timezone,
        "phone": promise.phone or None,
    }
    _record("callback_promised", conversation, lambda: told, at=at)
    acted(conversation, "promise_callback", told, at=at)


def question_open(question: OpenQuestion, conversation: Conversation, *, at: datetime) -> None:
    """Tell what was asked that nobody has an answer for."""
    told = {"topic": question.topic, "words": question.words, "language": question.language}
    load = question.load
    _record(
        "question_open",
        conversation,
        lambda: {"questionId": question.pk, "loadId": load.external_id if load else None, **told},
        at=at,
    )
    acted(conversation, "leave_question", told, at=at)


def reported(report: CheckCallReport, conversation: Conversation, *, at: datetime) -> None:
    """Tell what a check call found out, and that the load is late where it is."""
    _record("check_call_reported", conversation, lambda: report_record(report), at=at)
    if report.is_late:
        _record(
            "load_late", conversation, lambda: {name: report_record(report)[name] for name in LATE}, at=at
        )


def carrier_not_qualified(conversation: Conversation, *, at: datetime) -> None:
    """Tell that no rates were discussed, since the carrier doesn't meet the organization's rules."""
    _record("carrier_not_qualified", conversation, lambda: {"carrier": carrier_of(conversation)}, at=at)


def transfer_failed(conversation: Conversation, *, to: str, reason: str, at: datetime) -> None:
    """Tell that nobody took the line over."""
    told = {"transferTo": to or None, "reason": reason}
    _record("transfer_failed", conversation, lambda: told, at=at)


def opted_out(
    organization: Organization, number: str, reason: str, conversation: Conversation | None, *, at: datetime
) -> None:
    """Tell that a number is never called again."""
    types.record(
        "opted_out",
        organization=organization,
        conversation=f"call:{conversation.pk}" if conversation else f"number:{number}",
        payload=lambda: {
            "phone": number,
            "reason": reason or None,
            "callId": conversation.pk if conversation else None,
        },
        at=at,
    )
    if conversation is not None:
        acted(conversation, "add_to_do_not_call", {"phone": number}, at=at)


def _record(
    name: str,
    conversation: Conversation,
    payload: Callable[[], Payload],
    *,
    at: datetime,
    call: Call | None = None,
) -> None:
    types.record(
        name,
        organization=conversation.organization,
        conversation=f"call:{conversation.pk}",
        payload=lambda: {**_call(call or conversation.call, conversation), **payload()},
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


def _said(turns: Sequence[Said], *, start: datetime | None) -> dict[str, Any]:
    lines = [f"{Role(role).label}: {words}" for role, words, _ in turns]
    return {"formattedTranscript": "\n".join(lines), "transcript": transcript_items(turns, start=start)}


def carrier_of(conversation: Conversation) -> dict[str, Any]:
    """Who was on the line, as far as it is known, and how its vetting stood then."""
    carrier, call = conversation.carrier, conversation.call
    is_inbound = conversation.direction == Direction.INBOUND
    return {
        "mcNumber": conversation.mc_number or (carrier.mc_number if carrier else "") or None,
        "dotNumber": conversation.dot_number or (carrier.dot_number if carrier else None),
        "companyName": str(carrier.name) if carrier and carrier.name else None,
        "phone": (call.from_phone if is_inbound else call.to_phone) or None,
        "compliance": {
            "connectionStatus": conversation.connection_status or None,
            "rulesAssessment": conversation.rules_assessment or None,
        },
    }


def report_record(report: CheckCallReport) -> dict[str, Any]:
    """The names are those of `checkCall` in the API's calls."""
    return {
        "loadId": report.load.external_id,
        "about": report.about,
        "outcome": report.outcome or None,
        "location": report.location or None,
        "eta": report.eta_said or None,
        "etaLocal": _iso(report.eta),
        "isLate": None if report.late_minutes is None else report.late_minutes > 0,
        "lateMinutes": report.late_minutes,
        "delayReason": report.delay_reason or None,
        "isWaiting": report.is_waiting,
        "waitingSince": _iso(report.waiting_since),
        "deliveredDate": _iso(report.delivered_date),
        "deliveredTime": _iso(report.delivered_time),
        "checked": report.checked or None,
        "loading": report.loading or None,
        "reeferTemperature": _degrees(report.temperature),
        "reeferSetPoint": _degrees(report.set_temperature),
        "bolNumber": report.bol_number or None,
        "trackingApp": report.tracking_app or None,
        "isTracking": report.is_tracking,
        "reportedAt": utc_millis(report.reported_at),
    }


def _iso(value: Any) -> str | None:
    """A local date or time; of a report that was just written it may still be text."""
    return value.isoformat() if hasattr(value, "isoformat") else value or None


def _degrees(value: Any) -> Decimal | None:
    return None if value is None else Decimal(str(value))


def call_type(conversation: Conversation) -> str:
    """What kind of call it is, in the API's words."""
    purpose = conversation.agent.purpose if conversation.agent else AgentPurpose.CUSTOM
    return CALL_TYPES[AgentPurpose(purpose)]


def _ended(call: Call, conversation: Conversation) -> dict[str, Any]:
    turns = list(conversation.turns.order_by("position").values_list("role", "text", "at"))
    return {
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


# The types.


CALL_PROPERTIES = {
    "callId": types.whole("ID of the call, as the API lists it."),
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


CARRIER = types.record_of(
    "The carrier, as far as it is known.",
    mcNumber=types.optional(types.text("MC number, digits only.")),
    dotNumber=types.optional(types.whole("USDOT number.")),
    companyName=types.optional(types.text("Name.")),
    phone=types.optional(types.text("E.164.")),
    compliance=types.record_of(
        "Its carrier setup and vetting result at the time.",
        connectionStatus=types.optional(types.text("Carrier setup status.")),
        rulesAssessment=types.optional(types.text("pass, partial_pass, incomplete or fail.")),
    ),
)
LOAD_ID = types.text("Your load ID.")
REPORT: dict[str, Any] = {
    "loadId": LOAD_ID,
    "about": types.text("The stop that was asked about.", enum=["pickup", "dropoff"]),
    "outcome": types.optional(types.text("Result of the check call, in one word.")),
    "location": types.optional(types.text("Where the truck is.")),
    "eta": types.optional(types.text("ETA in the caller's words.")),
    "etaLocal": types.optional(types.text("ETA as local time at the stop.")),
    "isLate": types.optional(types.flag("Whether the ETA is past the window.")),
    "lateMinutes": types.optional(types.whole("Minutes past the window.")),
    "delayReason": types.optional(types.text("In the caller's words.")),
    "isWaiting": types.flag("Whether the truck is at the facility."),
    "waitingSince": types.optional(types.text("Local time at the stop.")),
    "deliveredDate": types.optional(types.text("Local to the stop.")),
    "deliveredTime": types.optional(types.text("Local to the stop.")),
    "checked": types.optional(types.text("in, out or no.")),
    "loading": types.optional(types.text("loaded or empty.")),
    "reeferTemperature": types.optional(types.number("°F.")),
    "reeferSetPoint": types.optional(types.number("What the load calls for, °F.")),
    "bolNumber": types.optional(types.text("As it was said.")),
    "trackingApp": types.optional(types.text("Tracking app the driver uses.")),
    "isTracking": types.optional(types.flag("Whether that is on.")),
    "reportedAt": types.moment("When it was reported."),
}
LATE = ("loadId", "about", "lateMinutes", "delayReason", "location", "eta", "etaLocal")  # of a load that is
REPORTED: dict[str, Any] = {
    "callId": 5013,
    "createdAt": "2026-03-04T13:01:10.000Z",
    "callType": "TRACK_AND_TRACE",
    "direction": "outbound",
    "status": "COMPLETED",
    "toPhone": "+13125550142",
    "fromPhone": "+13125550100",
    "loadId": types.EXAMPLE_LOAD,
    "about": "dropoff",
    "outcome": "on_the_way",
    "location": "Meridian, MS",
    "eta": "seven thirty tomorrow",
    "etaLocal": "2026-03-05T07:30:00",
    "isLate": False,
    "lateMinutes": 0,
    "delayReason": None,
    "isWaiting": False,
    "waitingSince": None,
    "deliveredDate": None,
    "deliveredTime": None,
    "checked": None,
    "loading": "loaded",
    "reeferTemperature": None,
    "reeferSetPoint": None,
    "bolNumber": None,
    "trackingApp": None,
    "isTracking": None,
    "reportedAt": "2026-03-04T13:02:40.000Z",
}


def _page(payload: Payload) -> str:
    return reverse("calls:page", args=[payload["callId"]])


def _parties(payload: Payload) -> str:
    """`Call from +1312…`, as far as known."""
    inbound = payload["direction"] == "inbound"
    number = payload["fromPhone" if inbound else "toPhone"] or "a blocked number"
    return f"Call {'from' if inbound else 'to'} {number}"


def _named(carrier: Payload) -> str:
    """What to call a carrier in a line."""
    mc_number = f"MC {carrier['mcNumber']}" if carrier["mcNumber"] else ""
    return carrier["companyName"] or mc_number or carrier["phone"] or "A carrier"


def _of_call(
    words: str,
    line: Callable[[Payload], str],
    /,
    *,
    is_frequent: bool = False,
    example: Payload | None = None,
    **properties: types.Schema,
) -> EventType:
    return EventType(
        words=words,
        properties={**CALL_PROPERTIES, **properties},
        line=line,
        path=_page,
        is_frequent=is_frequent,
        example=example or {},
    )


TYPES: dict[str, EventType] = {
    "call_started": _of_call("Someone picked up.", lambda payload: f"{_parties(payload)} started."),
    "call_ended": _of_call(
        "A call ended, whether or not anybody answered.",
        lambda payload: f"{_parties(payload)} ended. {payload['summary'] or ''}",
        recordingUrl=types.optional(
            types.text("Where the recording is, with an API token; it may take a minute to be there.")
        ),
        formattedTranscript=types.optional(types.text("The transcript as text, a line for each turn.")),
        transcript=TRANSCRIPT,
        summary=types.optional(types.text("The call in a sentence or two.")),
        contentTags={"type": "array", "items": {"type": "string"}, "description": "Primary tag first."},
        extractedData=types.anything("What the agent learned on the call."),
        inputData=types.anything("The request that started the call, with its metadata."),
    ),
    "transcript": _of_call(
        "New lines on a live call. `call_ended` has the full transcript, as it was really heard.",
        lambda payload: payload["formattedTranscript"],
        is_frequent=True,
        formattedTranscript=types.text("The new lines as text."),
        transcript=TRANSCRIPT,
    ),
    "tool_calls": _of_call(
        "The agent took an action on its own.",
        lambda payload: f"{_parties(payload)}: {payload['function']['name'].replace('_', ' ')}.",
        is_frequent=True,
        function=types.record_of(
            "What it did.", name=types.text("The action."), arguments=types.anything("With what.")
        ),
    ),
    "callback_promised": _of_call(
        "A callback was promised to a carrier or driver.",
        lambda payload: f"Callback due to {payload['phone'] or 'the caller'}.",
        dueAt=types.optional(types.moment("When, if a time was named.")),
        timezone=types.text("Time zone of that time."),
        phone=types.optional(types.text("E.164, or digits as spoken.")),
    ),
    "question_open": _of_call(
        "A caller asked what the agent has no answer for.",
        lambda payload: (
            f"Question{' on load ' + payload['loadId'] if payload['loadId'] else ''}: “{payload['words']}”"
        ),
        questionId=types.whole("ID of the question."),
        loadId=types.optional(LOAD_ID),
        topic=types.text("What it is about."),
        words=types.text("The caller's words."),
        language=types.text("Language of the question."),
    ),
    "check_call_reported": _of_call(
        "A check call found out how it stands with a load.",
        lambda payload: (
            f"Load {payload['loadId']}: {payload['location'] or 'location not given'}, "
            f"ETA {payload['etaLocal'] or payload['eta'] or 'not given'}."
        ),
        example=REPORTED,
        **REPORT,
    ),
    "load_late": _of_call(
        "A truck will miss its appointment.",
        lambda payload: (
            f"Load {payload['loadId']} is {payload['lateMinutes']} min late"
            f"{': ' + payload['delayReason'] if payload['delayReason'] else ''}."
        ),
        **{name: REPORT[name] for name in LATE},
    ),
    "carrier_not_qualified": _of_call(
        "No rates were discussed, since the carrier doesn't meet your rules.",
        lambda payload: f"{_named(payload['carrier'])} didn’t pass vetting.",
        carrier=CARRIER,
    ),
    "transfer_failed": _of_call(
        "No one picked up a transfer.",
        lambda payload: f"{_parties(payload)}: no one took the transfer.",
        transferTo=types.optional(types.text("Who was called, E.164.")),
        reason=types.text("How that line ended."),
    ),
    "opted_out": EventType(
        words="A number won't be called again. Imported lists aren't included.",
        properties={
            "phone": types.text("E.164."),
            "reason": types.optional(types.text("How that is known.")),
            "callId": types.optional(types.whole("The call in which it was said.")),
        },
        line=lambda payload: f"{payload['phone']} opted out.",
        path=lambda payload: reverse("calls:do_not_call"),
    ),
}
