"""Calls as the API's document describes them."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers

from calls.models.reports import Checked, Loading, Outcome, TrackingApp
from calls.serializers import (
    CarrierSalesCallSerializer,
    CheckCallSerializer,
    CustomCallSerializer,
    InstantWithMilliseconds,
    OpenQuestionSerializer,
    Wall,
)
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


class CheckCallReportSerializer(Record):
    """What the driver or dispatcher reported on a check call. Null where not reported."""

    loadNumber = serializers.CharField(help_text="The load, by your id.")
    callType = serializers.CharField(help_text="Which stop it was about: pickup or dropoff.")
    outcome = serializers.ChoiceField(
        choices=Outcome.values, allow_null=True, help_text="Status of the load."
    )
    location = serializers.CharField(allow_null=True, help_text="Where the truck is.")
    eta = serializers.CharField(
        allow_null=True, help_text="ETA, or when it'll be done at the stop, in the caller's words."
    )
    etaLocal = Wall(allow_null=True, help_text="The ETA in local time at the stop, if understood.")
    isLate = serializers.BooleanField(allow_null=True, help_text="Whether that is past the appointment.")
    lateMinutes = serializers.IntegerField(min_value=0, allow_null=True, help_text="Minutes late.")
    delayReason = serializers.CharField(allow_null=True, help_text="Why, in the caller's words.")
    isWaiting = serializers.BooleanField(help_text="Whether the truck is at the facility.")
    waitingSince = Wall(allow_null=True, help_text="Since when, in local time at the stop.")
    deliveredDate = serializers.DateField(allow_null=True, help_text="When it was delivered.")
    deliveredTime = serializers.CharField(allow_null=True, help_text="Time of delivery, HH:MM.")
    checked = serializers.ChoiceField(
        choices=Checked.values, allow_null=True, help_text="Whether it has checked in or out."
    )
    loading = serializers.ChoiceField(
        choices=Loading.values, allow_null=True, help_text="What is in the trailer."
    )
    reeferTemperature = serializers.FloatField(
        allow_null=True, help_text="What the reefer is running at, in degrees Fahrenheit."
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
    reportedAt = Instant(help_text="When it was reported.")


class CallSerializer(Record):
    """A call. Unknown values are null."""

    id = serializers.IntegerField(help_text="ID of the call's conversation.")
    fromPhone = serializers.CharField(allow_null=True, help_text="Who called, in E.164 form.")
    callerName = serializers.CharField(allow_null=True, help_text="Name of the other party.")
    callerExt = serializers.CharField(allow_null=True, help_text="Extension of the other party.")
    toPhone = serializers.CharField(allow_null=True, help_text="Who was called, in E.164 form.")
    createdAt = Instant(help_text="When the conversation started. Time windows use this.")
    contentTags = serializers.CharField(
        allow_null=True,
        help_text=(
            f"Content tags, comma-separated, primary tag first. Built in: {', '.join(Tag.values)}. An organization "
            "may have others."
        ),
    )
    summary = serializers.CharField(allow_null=True, help_text="Short summary of the call.")
    loadIds = serializers.ListField(
        child=serializers.CharField(), help_text="Loads discussed, by your load IDs. May be empty."
    )
    mcNumber = serializers.CharField(allow_null=True, help_text="The carrier's MC number, digits only.")
    dotNumber = serializers.IntegerField(allow_null=True, help_text="The carrier's USDOT number.")
    carrierHwConnectionStatus = serializers.ChoiceField(
        choices=ConnectionStatus.values,
        allow_null=True,
        help_text="Carrier setup status, per the carrier vetting service (such as Highway or RMIS).",
    )
    carrierHwRulesAssessment = serializers.ChoiceField(
        choices=RulesAssessment.values,
        allow_null=True,
        help_text="Vetting result under the organization's rules.",
    )
    recordingUrl = serializers.CharField(allow_null=True, help_text="URL of the recording.")
    transcript = serializers.CharField(allow_null=True, help_text="Transcript, one line per turn.")
    conversationId = serializers.IntegerField(help_text="ID of the conversation, also on the bids from it.")
    direction = serializers.ChoiceField(
        choices=Direction.values, help_text="Direction, from the brokerage's side."
    )
    status = serializers.ChoiceField(
        choices=PUBLIC_STATUSES, help_text="IN_PROGRESS until the call has ended."
    )
    failureReason = serializers.CharField(allow_null=True, help_text="Stable code for why a call FAILED.")
    placedAt = Instant(allow_null=True, help_text="When the provider accepted it.")
    ringingAt = Instant(allow_null=True, help_text="When it started ringing.")
    answeredAt = Instant(allow_null=True, help_text="When it was answered.")
    endedAt = Instant(allow_null=True, help_text="When it ended.")
    duration = serializers.IntegerField(min_value=0, allow_null=True, help_text="Seconds connected.")
    openQuestions = OpenQuestionSerializer(
        many=True, help_text="Questions the agent couldn't answer, oldest first."
    )
    conditions = serializers.ListField(
        child=serializers.CharField(),
        help_text="The other party's conditions for agreeing, in their words. May be empty.",
    )
    extractedData = serializers.DictField(
        allow_null=True,
        help_text="Data from the call; the fields depend on the agent's purpose.",
    )
    metadata = serializers.DictField(
        allow_null=True, help_text="The metadata of the request that started the call."
    )
    checkCall = CheckCallReportSerializer(
        allow_null=True, help_text="What a check call found out; null until something is reported."
    )


class CallListSerializer(Record):
    """A page of calls, newest first."""

    calls = CallSerializer(many=True)
    pagination = PaginationSerializer()


class InitiatedCallSerializer(Record):
    """A call waiting to be dialed."""

    id = serializers.IntegerField(help_text="ID of the call.")
    fromPhone = serializers.CharField(help_text="Caller ID, in E.164 form.")
    toPhone = serializers.CharField(help_text="Number called, in E.164 form.")
    status = serializers.ChoiceField(
        choices=PUBLIC_STATUSES, help_text="IN_PROGRESS until the call has ended."
    )
    conversationId = serializers.IntegerField(help_text="The conversation: `id` in the list of calls.")
    createdAt = InstantWithMilliseconds(help_text="When the call was requested.")
    updatedAt = InstantWithMilliseconds(help_text="When it was last updated.")


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
        "Calls that started in a time window, newest first, then by id. Pages are stable: every record is on "
        "exactly one. Unknown parameters are ignored."
    ),
    parameters=[
        *window_parameters("createdAt"),
        parameter("loadId", "Only calls on this load. Exact match on your load ID.", FILTER, "LD-20418"),
        parameter(
            "mcNumber",
            "Only calls with this carrier. Only the digits of the MC number count.",
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
                "listBids", "Bids from the same carrier.", mcNumber="$response.body#/calls/0/mcNumber"
            ),
        },
    ),
)

trigger_check_call = extend_schema(
    operation_id="triggerCheckCall",
    tags=["Calls"],
    summary="Trigger a check call for a load",
    description=(
        "Has the check-call agent get an update on a load. Anything the request leaves out comes from the stored "
        "load; if neither has stops, the request is invalid. A 200 means the call is queued and will be dialed "
        "once."
    ),
    request=body(
        CheckCallSerializer,
        {
            "With stops": CHECK_CALL,
            "City only": {
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
        links={"calls": link("listCalls", "Calls on this load.", loadId="$request.body#/loadNumber")},
        to=TO_WRITERS,
    ),
)

trigger_carrier_sales_call = extend_schema(
    operation_id="triggerCarrierSalesCall",
    tags=["Calls"],
    summary="Trigger a call that offers a load to a carrier",
    description=(
        "Has the carrier-sales agent call a carrier, offer the load and negotiate. An unknown load is a 404. A load "
        "that is locked, not open to offers, incomplete, or without `outboundCarrierSalesEnabled` is a 409 whose "
        "`code` says which. A 200 means the call is queued and will be dialed once."
    ),
    request=body(
        CarrierSalesCallSerializer,
        {
            "With a contact": CARRIER_SALES_CALL,
            "Minimum": {
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
        links={"calls": link("listCalls", "Calls on this load.", loadId="$request.body#/loadId")},
        to=(404, *TO_WRITERS),
    ),
)

create_phone_call = extend_schema(
    operation_id="createPhoneCall",
    tags=["Calls"],
    summary="Start a phone call with a custom agent",
    description=(
        "Queues a call by one of the organization's custom agents. An unknown agent is a 404; an inactive one, or "
        "one for check calls or carrier sales (`agent_purpose`), a 409. Required variables without a default must be "
        "included."
    ),
    parameters=[
        parameter(
            "agentId",
            "Agent ID, as shown in the dashboard.",
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
            "Number only": {"toPhone": "+13125550123"},
        },
    ),
    responses=answers(
        CustomCallAnswerSerializer,
        {"Queued": {"status": "success", "call": INITIATED_CALL}},
        description="Done.",
        to=(404, *TO_WRITERS),
    ),
)
