"""Calls as the API's document describes them."""

from typing import Any

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers

from calls.models.reports import Checked, Loading, Outcome, TrackingApp
from calls.serializers import CarrierSalesCallSerializer, CheckCallSerializer, CustomCallSerializer
from calls.states import CALL_LIFECYCLE, Direction, Tag
from carriers.states import ConnectionStatus, RulesAssessment
from organizations.api.openapi import (
    FILTER,
    TO_WRITERS,
    Instant,
    PaginationSerializer,
    Record,
    Said,
    answers,
    body,
    link,
    page_parameters,
    parameter,
    window_parameters,
)

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
    "openQuestions": [
        {
            "topic": "detention",
            "words": "what do you guys pay on detention",
            "askedAt": "2026-03-02T15:05:40Z",
            "answeredAt": None,
            "answer": None,
        }
    ],
    "conditions": [],
    "extractedData": {"outcome": "callback", "loadId": "LD-20418", "rounds": 1},
    "metadata": {"ticket": "T-311", "attempt": 2},
    "checkCall": None,
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
    "dispatchPhone": "+13125550188",
    "trackingApp": "macropoint",
    "metadata": {"ticket": "T-311", "attempt": 2},
}
CARRIER_SALES_CALL: dict[str, Any] = {
    "toPhone": "+13125550123",
    "loadId": "LD-20418",
    "dotNumber": 2790123,
    "contactName": "Dana Whitfield",
    "metadata": {"campaign": "monday-lanes"},
}


@extend_schema_field(
    {"type": "string", "format": "date-time", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"}
)
class InstantWithMilliseconds(serializers.DateTimeField):
    """A moment in UTC, to the millisecond."""


@extend_schema_field(
    {"type": "string", "format": "local-date-time", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$"}
)
class Wall(serializers.DateTimeField):
    """A moment by the clock of a stop, to the second."""


class OpenQuestionSerializer(Record):
    """A question that the agent left to a broker."""

    topic = serializers.CharField(help_text="What it is about, as a word.")
    words = serializers.CharField(help_text="The caller's words.")
    askedAt = Instant(help_text="When it was asked.")
    answeredAt = Instant(allow_null=True, help_text="When a broker answered it.")
    answer = serializers.CharField(allow_null=True, help_text="The broker's answer.")


class CheckCallReportSerializer(Record):
    """What a driver or dispatcher told in a check call. What wasn't told is null."""

    loadNumber = serializers.CharField(help_text="The load, by your id.")
    callType = serializers.CharField(help_text="Which stop it was about: pickup or dropoff.")
    outcome = serializers.ChoiceField(
        choices=Outcome.values, allow_null=True, help_text="How the load stands."
    )
    location = serializers.CharField(allow_null=True, help_text="Where the truck is.")
    eta = serializers.CharField(
        allow_null=True, help_text="When it will be there, or be done there, in the caller's words."
    )
    etaLocal = Wall(allow_null=True, help_text="The same by the stop's clock, where it could be understood.")
    isLate = serializers.BooleanField(allow_null=True, help_text="Whether that is past the appointment.")
    lateMinutes = serializers.IntegerField(min_value=0, allow_null=True, help_text="By how many minutes.")
    delayReason = serializers.CharField(allow_null=True, help_text="Why, in the caller's words.")
    isWaiting = serializers.BooleanField(help_text="Whether the truck is at the facility.")
    waitingSince = Wall(allow_null=True, help_text="Since when, by the stop's clock.")
    deliveredDate = serializers.DateField(allow_null=True, help_text="When it was delivered.")
    deliveredTime = serializers.CharField(allow_null=True, help_text="At what time, HH:MM.")
    checked = serializers.ChoiceField(
        choices=Checked.values, allow_null=True, help_text="Whether it has checked in or out."
    )
    loading = serializers.ChoiceField(
        choices=Loading.values, allow_null=True, help_text="What is in the trailer."
    )
    reeferTemperature = serializers.FloatField(
        allow_null=True, help_text="What the reefer runs at, in degrees Fahrenheit."
    )
    reeferSetPoint = serializers.FloatField(
        allow_null=True, help_text="What the load calls for: the request's reeferTemperature."
    )
    bolNumber = serializers.CharField(allow_null=True, help_text="The number on the bill of lading.")
    trackingApp = serializers.ChoiceField(
        choices=TrackingApp.values, allow_null=True, help_text="The request's trackingApp."
    )
    isTracking = serializers.BooleanField(allow_null=True, help_text="Whether it is on.")
    dispatchPhone = serializers.CharField(allow_null=True, help_text="The request's dispatchPhone.")
    reportedAt = Instant(help_text="When it was told.")


class CallSerializer(Record):
    """A call. What isn't known is null."""

    id = serializers.IntegerField(help_text="Key of the call's conversation.")
    fromPhone = serializers.CharField(allow_null=True, help_text="Who called, in E.164 form.")
    callerName = serializers.CharField(allow_null=True, help_text="The name of the other side.")
    callerExt = serializers.CharField(allow_null=True, help_text="The extension of the other side.")
    toPhone = serializers.CharField(allow_null=True, help_text="Who was called, in E.164 form.")
    createdAt = Instant(help_text="When the conversation began; windows go by it.")
    contentTags = serializers.CharField(
        allow_null=True,
        help_text=f"What it was about, comma-joined, the primary tag first. Loadline's own: {', '.join(Tag.values)}; "
        "an organization may have others.",
    )
    summary = serializers.CharField(allow_null=True, help_text="What was said, in a few sentences.")
    loadIds = serializers.ListField(
        child=serializers.CharField(), help_text="The loads talked about, by your ids; may be empty."
    )
    mcNumber = serializers.CharField(allow_null=True, help_text="The carrier's MC number, digits alone.")
    dotNumber = serializers.IntegerField(allow_null=True, help_text="The carrier's USDOT number.")
    carrierHwConnectionStatus = serializers.ChoiceField(
        choices=ConnectionStatus.values,
        allow_null=True,
        help_text="Where the carrier stands with the identity service.",
    )
    carrierHwRulesAssessment = serializers.ChoiceField(
        choices=RulesAssessment.values,
        allow_null=True,
        help_text="How the carrier fares by the organization's rules.",
    )
    recordingUrl = serializers.CharField(allow_null=True, help_text="Where the recording is.")
    transcript = serializers.CharField(allow_null=True, help_text="Who said what, line by line.")
    conversationId = serializers.IntegerField(help_text="The conversation, also of bids that came out of it.")
    direction = serializers.ChoiceField(
        choices=Direction.values, help_text="Who began, seen from the brokerage."
    )
    status = serializers.ChoiceField(
        choices=PUBLIC_STATUSES, help_text="IN_PROGRESS until the call has ended."
    )
    failureReason = serializers.CharField(
        allow_null=True, help_text="Why a call FAILED, as a word that stays."
    )
    placedAt = Instant(allow_null=True, help_text="When the provider took it.")
    ringingAt = Instant(allow_null=True, help_text="When it rang.")
    answeredAt = Instant(allow_null=True, help_text="When somebody answered.")
    endedAt = Instant(allow_null=True, help_text="When it ended.")
    duration = serializers.IntegerField(min_value=0, allow_null=True, help_text="Seconds connected.")
    openQuestions = OpenQuestionSerializer(
        many=True, help_text="What was asked that the agent couldn't answer, oldest first."
    )
    conditions = serializers.ListField(
        child=serializers.CharField(),
        help_text="On what the other side would agree, in their words; may be empty.",
    )
    extractedData = serializers.DictField(
        allow_null=True,
        help_text="What came of the call as data; which fields there are depends on the agent's purpose.",
    )
    metadata = serializers.DictField(
        allow_null=True, help_text="The metadata of the request that started the call."
    )
    checkCall = CheckCallReportSerializer(
        allow_null=True, help_text="What a check call found out; null before anything is told."
    )


class CallListSerializer(Record):
    """A page of calls, newest first."""

    calls = CallSerializer(many=True)
    pagination = PaginationSerializer()


class InitiatedCallSerializer(Record):
    """A call that waits to be dialed."""

    id = serializers.IntegerField(help_text="Key of the call.")
    fromPhone = serializers.CharField(help_text="The number it is made from, in E.164 form.")
    toPhone = serializers.CharField(help_text="The number it goes to, in E.164 form.")
    status = serializers.ChoiceField(
        choices=PUBLIC_STATUSES, help_text="IN_PROGRESS from here on until the call has ended."
    )
    conversationId = serializers.IntegerField(help_text="The conversation: `id` in the list of calls.")
    createdAt = InstantWithMilliseconds(help_text="When it was asked for.")
    updatedAt = InstantWithMilliseconds(help_text="When it last changed.")


class CheckCallAnswerSerializer(Record):
    """The call is queued."""

    success = Said({"type": "boolean", "const": True}, "Always true.")
    call = InitiatedCallSerializer()


class CarrierSalesCallAnswerSerializer(CheckCallAnswerSerializer):
    """The call is queued."""


class CustomCallAnswerSerializer(Record):
    """The call is queued."""

    status = Said({"type": "string", "const": "success"}, "Always success.")
    call = InitiatedCallSerializer()


list_calls = extend_schema(
    operation_id="listCalls",
    tags=["Calls"],
    summary="List calls",
    description=(
        "Calls that began in a window, newest first, then by id. Pages are stable: every record is on exactly one. "
        "Parameters that Loadline doesn't know are ignored."
    ),
    parameters=[
        *window_parameters("createdAt"),
        parameter("loadId", "Only calls about this load, by your id, exactly.", FILTER, "LD-20418"),
        parameter(
            "mcNumber",
            "Only calls with this carrier; of the MC number the digits count.",
            FILTER,
            "MC 790123",
        ),
        *page_parameters(),
    ],
    responses=answers(
        CallListSerializer,
        {
            "One call": {"calls": [CALL], "pagination": {"limit": 100, "offset": 0, "total": 1}},
            "None": {"calls": [], "pagination": {"limit": 100, "offset": 0, "total": 0}},
        },
        links={
            "next": link("listCalls", "The next page.", offset="$response.body#/pagination/limit"),
            "bids": link(
                "listBids", "Bids of the same carrier.", mcNumber="$response.body#/calls/0/mcNumber"
            ),
        },
    ),
)

trigger_check_call = extend_schema(
    operation_id="triggerCheckCall",
    tags=["Calls"],
    summary="Trigger a check call for a load",
    description=(
        "Has the check-call agent ask how a load goes. What the request leaves out is taken from the stored load; "
        "where neither says where the stops are, that is invalid. A 200 means that the call is queued and will be "
        "dialed once."
    ),
    request=body(
        CheckCallSerializer,
        {
            "With stops": CHECK_CALL,
            "By city alone": {
                "toPhone": "+13125550123;ext=42",
                "loadNumber": "LD-20418",
                "callType": "dropoff",
                "nextStopCity": "Atlanta",
                "nextStopState": "GA",
            },
        },
    ),
    responses=answers(
        CheckCallAnswerSerializer,
        {"Queued": {"success": True, "call": INITIATED_CALL}},
        description="Done.",
        links={"calls": link("listCalls", "Calls about this load.", loadId="$request.body#/loadNumber")},
        to=TO_WRITERS,
    ),
)

trigger_carrier_sales_call = extend_schema(
    operation_id="triggerCarrierSalesCall",
    tags=["Calls"],
    summary="Trigger a call that offers a load to a carrier",
    description=(
        "Has the carrier-sales agent call a carrier, offer it the load and negotiate. A load that never came is a "
        "404. One that is locked, not open to offers, incomplete, or lacks `outboundCarrierSalesEnabled` is a 409 "
        "whose `code` says which. A 200 means that the call is queued and will be dialed once."
    ),
    request=body(
        CarrierSalesCallSerializer,
        {
            "With a contact": CARRIER_SALES_CALL,
            "As little as will do": {
                "toPhone": "+13125550123;ext=42",
                "loadId": "LD-20418",
                "dotNumber": 2790123,
            },
        },
    ),
    responses=answers(
        CarrierSalesCallAnswerSerializer,
        {"Queued": {"success": True, "call": INITIATED_CALL}},
        description="Done.",
        links={"calls": link("listCalls", "Calls about this load.", loadId="$request.body#/loadId")},
        to=(404, *TO_WRITERS),
    ),
)

create_phone_call = extend_schema(
    operation_id="createPhoneCall",
    tags=["Calls"],
    summary="Start a phone call by a custom agent",
    description=(
        "Queues a call by one of the organization's custom agents. An agent that doesn't exist is a 404; one that is "
        "switched off, or made for check calls or carrier sales (`agent_purpose`), a 409. A "
        "variable that the agent requires and that has no default must be given."
    ),
    parameters=[
        parameter(
            "agentId",
            "The agent's id, as the dashboard shows it.",
            {"type": "string", "minLength": 1},
            AGENT_ID,
            required=True,
            place="path",
        )
    ],
    request=body(
        CustomCallSerializer,
        {
            "With variables": {
                "toPhone": "+13125550123;ext=42",
                "dynamicVariables": {"name": "Dana", "dock": 7, "isUrgent": True, "note": None},
            },
            "Number alone": {"toPhone": "+13125550123"},
        },
    ),
    responses=answers(
        CustomCallAnswerSerializer,
        {"Queued": {"status": "success", "call": INITIATED_CALL}},
        description="Done.",
        to=(404, *TO_WRITERS),
    ),
)
