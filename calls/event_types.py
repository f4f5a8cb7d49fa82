"""The types of events that are told of calls: their words, the schemas of their payloads, and lines for channels."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse

from calls.states import AgentPurpose
from organizations.events import types
from organizations.events.types import EventType, Payload

CALL_TYPES = {
    AgentPurpose.CARRIER_SALES: "CARRIER_SALES",
    AgentPurpose.CHECK_CALL: "TRACK_AND_TRACE",
    AgentPurpose.CUSTOM: "CUSTOM_USE_CASE",
}

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
        **{
            name: REPORT[name]
            for name in ("loadId", "about", "lateMinutes", "delayReason", "location", "eta", "etaLocal")
        },
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
