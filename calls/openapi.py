"""Calls as the API's document describes them: the list, and the two ways to start one."""

from typing import Any

from calls.policy import DIALABLE
from calls.serializers import (
    MOST_VARIABLE_BYTES,
    MOST_VARIABLES,
    CheckCallSerializer,
    CustomCallSerializer,
    FreeObject,
    Phone,
    Variables,
)
from calls.states import CALL_LIFECYCLE, Direction, Tag
from carriers.states import ConnectionStatus, RulesAssessment
from organizations.rest.openapi.operations import (
    Operation,
    filter_text,
    link,
    page_parameters,
    parameter,
    window_parameters,
)
from organizations.rest.openapi.schemas import (
    Schema,
    array,
    instant,
    instant_with_milliseconds,
    integer,
    nullable,
    one_of,
    record,
    reference,
    text,
    value_schema,
)
from organizations.rest.query import INT64_MAX
from organizations.states import Scope

PUBLIC_STATUSES = ["IN_PROGRESS", *sorted(CALL_LIFECYCLE.final)]
AGENT_ID = "appointment-check"

CALL: dict[str, Any] = {
    "id": 1042,
    "fromPhone": "+12145550100",
    "callerName": "Dana Whitfield",
    "callerExt": None,
    "toPhone": "+13125550123",
    "createdAt": "2026-03-02T15:04:05Z",
    "contentTags": "negotiation,callback_requested",
    "summary": "Dana asked $1,850 for Dallas to Atlanta and wants a call back.",
    "loadIds": ["LD-20418"],
    "mcNumber": "790123",
    "dotNumber": 2790123,
    "carrierHwConnectionStatus": "onboarded",
    "carrierHwRulesAssessment": "pass",
    "recordingUrl": None,
    "transcript": "Agent: Acme Freight, this is the automated assistant.\nCaller: I'm calling on the Dallas load.",
    "conversationId": 1042,
    "direction": "inbound",
    "status": "COMPLETED",
    "failureReason": None,
    "placedAt": None,
    "ringingAt": None,
    "answeredAt": "2026-03-02T15:04:06Z",
    "endedAt": "2026-03-02T15:07:21Z",
    "duration": 195,
}
INITIATED_CALL: dict[str, Any] = {
    "id": 1043,
    "fromPhone": "+12145550100",
    "toPhone": "+13125550123",
    "status": "IN_PROGRESS",
    "conversationId": 1043,
    "createdAt": "2026-03-02T15:10:00.123Z",
    "updatedAt": "2026-03-02T15:10:00.123Z",
}
CHECK_CALL: dict[str, Any] = {
    "toPhone": "+13125550123",
    "callType": "pickup",
    "waitingAtFacility": False,
    "nextStopApptStart": "2026-03-04T08:00:00",
    "nextStopApptEnd": "2026-03-04T12:00:00",
    "nextStopCity": "Dallas",
    "nextStopState": "TX",
    "loadNumber": "LD-20418",
    "loadStops": [
        {
            "type": "pickup",
            "address": {"city": "Dallas", "state": "TX"},
            "windowStart": "2026-03-04T08:00:00",
            "windowEnd": "2026-03-04T12:00:00",
        },
        {
            "type": "dropoff",
            "address": {"city": "Atlanta", "state": "GA"},
            "windowStart": "2026-03-05T08:00:00",
            "windowEnd": None,
        },
    ],
    "driverName": "Marco",
    "metadata": {"ticket": "T-311", "attempt": 2},
}


@value_schema.register
def _(field: Phone) -> Schema:
    return {"type": "string", "format": "phone", "pattern": f"^{DIALABLE.pattern}$"}


@value_schema.register
def _(field: FreeObject) -> Schema:
    size = f"At most {MOST_VARIABLE_BYTES // 1024} KiB as JSON."
    return {"type": "object", "additionalProperties": True, "$comment": size}


@value_schema.register
def _(field: Variables) -> Schema:
    scalar = {
        "type": ["string", "number", "boolean", "null"],
        "minimum": -INT64_MAX - 1,
        "maximum": INT64_MAX,
    }
    return value_schema.dispatch(FreeObject)(field) | {
        "maxProperties": MOST_VARIABLES,
        "additionalProperties": scalar,
    }


def call_record() -> Schema:
    """The call list's record."""
    when = {
        "placedAt": "When the provider took it.",
        "ringingAt": "When it rang.",
        "answeredAt": "When somebody answered.",
        "endedAt": "When it ended.",
    }
    return record(
        "A call. What isn't known is null.",
        id=integer("Key of the call's conversation."),
        fromPhone=nullable(text("Who called, in E.164 form.")),
        callerName=nullable(text("The name of the other side.")),
        callerExt=nullable(text("The extension of the other side.")),
        toPhone=nullable(text("Who was called, in E.164 form.")),
        createdAt=instant("When the conversation began; windows go by it."),
        contentTags=nullable(
            text(
                "What it was about, comma-joined, the primary tag first. Loadline's own: "
                + ", ".join(Tag.values)
                + "; an organization may have others."
            )
        ),
        summary=nullable(text("What was said, in a few sentences.")),
        loadIds=array({"type": "string"}, "The loads talked about, by your ids; may be empty."),
        mcNumber=nullable(text("The carrier's MC number, digits alone.")),
        dotNumber=nullable(integer("The carrier's USDOT number.")),
        carrierHwConnectionStatus=nullable(
            one_of(ConnectionStatus.values, "Where the carrier stands with the identity service.")
        ),
        carrierHwRulesAssessment=nullable(
            one_of(RulesAssessment.values, "How the carrier fares by the organization's rules.")
        ),
        recordingUrl=nullable(text("Where the recording is.")),
        transcript=nullable(text("Who said what, line by line.")),
        conversationId=integer("The conversation, also of bids that came out of it."),
        direction=one_of(Direction.values, "Who began, seen from the brokerage."),
        status=one_of(PUBLIC_STATUSES, "IN_PROGRESS until the call has ended."),
        failureReason=nullable(text("Why a call FAILED, as a word that stays.")),
        **{name: nullable(instant(words)) for name, words in when.items()},
        duration=nullable(integer("Seconds connected.", minimum=0)),
    )


SCHEMAS: dict[str, Schema] = {
    "Call": call_record(),
    "CallList": record(
        "A page of calls, newest first.",
        calls=array(reference("Call")),
        pagination=reference("Pagination"),
    ),
    "InitiatedCall": record(
        "A call that waits to be dialed.",
        id=integer("Key of the call."),
        fromPhone=text("The number it is made from, in E.164 form."),
        toPhone=text("The number it goes to, in E.164 form."),
        status=one_of(PUBLIC_STATUSES, "IN_PROGRESS from here on until the call has ended."),
        conversationId=integer("The conversation: `id` in the list of calls."),
        createdAt=instant_with_milliseconds("When it was asked for."),
        updatedAt=instant_with_milliseconds("When it last changed."),
    ),
    "CheckCallAnswer": record(
        "The call is queued.",
        success={"type": "boolean", "const": True, "description": "Always true."},
        call=reference("InitiatedCall"),
    ),
    "CustomCallAnswer": record(
        "The call is queued.",
        status={"type": "string", "const": "success", "description": "Always success."},
        call=reference("InitiatedCall"),
    ),
}

OPERATIONS = [
    Operation(
        method="GET",
        path="calls",
        id="listCalls",
        tag="Calls",
        summary="List calls",
        description=(
            "Calls that began in a window, newest first, then by id. Pages are stable: every record is on exactly one. "
            "Parameters that Loadline doesn't know are ignored."
        ),
        scope=Scope.READ,
        parameters=[
            *window_parameters("createdAt"),
            filter_text("loadId", "Only calls about this load, by your id, exactly.", "LD-20418"),
            filter_text(
                "mcNumber", "Only calls with this carrier; of the MC number the digits count.", "MC 790123"
            ),
            *page_parameters(),
        ],
        answer="CallList",
        answer_examples={
            "one call": {"calls": [CALL], "pagination": {"limit": 100, "offset": 0, "total": 1}},
            "none": {"calls": [], "pagination": {"limit": 100, "offset": 0, "total": 0}},
        },
        links={
            "next": link("listCalls", "The next page.", offset="$response.body#/pagination/limit"),
            "bids": link(
                "listBids", "Bids of the same carrier.", mcNumber="$response.body#/calls/0/mcNumber"
            ),
        },
    ),
    Operation(
        method="POST",
        path="track-and-trace/trigger-check-call-by-load",
        id="triggerCheckCall",
        tag="Calls",
        summary="Trigger a check call for a load",
        description=(
            "Has the check-call agent ask how a load goes. What the request leaves out is taken from the stored load; "
            "where neither says where the stops are, that is invalid. A 200 means that the call is queued and will be "
            "dialed once."
        ),
        scope=Scope.CALL,
        body=CheckCallSerializer,
        body_examples={
            "with stops": CHECK_CALL,
            "by city alone": {
                "toPhone": "+13125550123;ext=42",
                "loadNumber": "LD-20418",
                "callType": "dropoff",
                "nextStopCity": "Atlanta",
                "nextStopState": "GA",
            },
        },
        answer="CheckCallAnswer",
        answer_examples={"queued": {"success": True, "call": INITIATED_CALL}},
        links={"calls": link("listCalls", "Calls about this load.", loadId="$request.body#/loadNumber")},
    ),
    Operation(
        method="POST",
        path="custom-use-cases/{agentId}/create-phone-call",
        id="createPhoneCall",
        tag="Calls",
        summary="Start a phone call by a custom agent",
        description=(
            "Queues a call by one of the organization's agents. An agent that doesn't exist is a 404, one that is "
            "switched off a 409. A variable that the agent requires and that has no default must be given."
        ),
        scope=Scope.CALL,
        parameters=[
            parameter(
                "agentId",
                "The agent's id, as the dashboard shows it.",
                {"type": "string", "minLength": 1},
                example=AGENT_ID,
                required=True,
                place="path",
            )
        ],
        body=CustomCallSerializer,
        body_examples={
            "with variables": {
                "toPhone": "+13125550123;ext=42",
                "dynamicVariables": {"name": "Dana", "dock": 7, "isUrgent": True, "note": None},
            },
            "number alone": {"toPhone": "+13125550123"},
        },
        answer="CustomCallAnswer",
        answer_examples={"queued": {"status": "success", "call": INITIATED_CALL}},
    ),
]
