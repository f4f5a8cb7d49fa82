"""The API's calls: listed, and started; what check calls told, and the agents."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from math import ceil
from typing import Any

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from calls import openapi
from calls.calling_rules import NotAllowed
from calls.events import report_record
from calls.models import Agent, CheckCallReport, Conversation
from calls.models.conversations import CALLS
from calls.selectors.calls import call_records
from calls.serializers import (
    CarrierSalesCallSerializer,
    CheckCallSerializer,
    CustomCallSerializer,
    initiated_call,
)
from calls.services import dialing, requests
from calls.skill import MissingVariables
from calls.states import AgentPurpose
from organizations.api import problems
from organizations.api.listing import Cursor, Query, read_list
from organizations.api.openapi import (
    FILTER,
    CursorSerializer,
    Instant,
    Record,
    Said,
    answers,
    cursor_parameters,
    link,
    parameter,
)
from organizations.api.parsers import plain_json, respond, utc_second
from organizations.api.viewsets import OrganizationViewSet, endpoint
from organizations.tenancy.states import Scope

# How long to wait for one of the calls under way to end, which nobody can tell.
RETRY_SECONDS = 30


@contextmanager
def refusals(at: datetime) -> Iterator[None]:
    """Turn what a request made at this moment is refused for into the problem that it is."""
    try:
        yield
    except NotAllowed as error:
        raise _problem(error, at) from None
    except requests.LoadUnavailable as error:
        raise problems.Conflict(str(error), code=error.code) from None
    except requests.WrongPurpose as error:
        raise problems.Conflict(str(error), code="agent_purpose") from None
    except dialing.NotReady as error:
        missing = [
            {"code": each.code, "detail": each.detail, "page": reverse(each.url_name)}
            for each in error.missing
        ]
        raise problems.Conflict(str(error), code=error.code, missing=missing) from None


def _problem(error: NotAllowed, at: datetime) -> problems.Problem:
    reason = error.reason
    wait = max(1, ceil((reason.retry_at - at).total_seconds())) if reason.retry_at else None
    headers = {"Retry-After": str(wait)} if wait else {}
    match reason.code:
        case "call_limit_reached":
            headers = {"Retry-After": str(wait or RETRY_SECONDS)}
            return problems.CallLimitReached(reason.detail, headers=headers, retry_at=reason.retry_at)
        case "recently_contacted":
            return problems.Conflict(
                reason.detail, headers=headers, code=reason.code, retry_at=reason.retry_at
            )
    return problems.Invalid.field("toPhone", reason.code, reason.detail, retry_at=reason.retry_at)


class CallViewSet(OrganizationViewSet):
    """`GET /calls`."""

    required_scope = Scope.READ
    reads_replica = True

    @openapi.list_calls
    def list(self, request: Request) -> HttpResponse:
        """Calls of a window, newest first."""
        listed = read_list(Query(request.query_params), CALLS, Conversation.objects.by_phone)
        calls, pagination = call_records(listed)
        return respond({"calls": calls, "pagination": pagination})


class CustomCallViewSet(OrganizationViewSet):
    """`POST /custom-use-cases/{agentId}/create-phone-call`."""

    required_scope = Scope.CALL

    @openapi.create_phone_call
    def create(self, request: Request, agentId: str) -> Response:
        """Queue a call by the agent."""
        body = CustomCallSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        at = timezone.now()
        try:
            with refusals(at):
                call = requests.request_custom_call(
                    organization=self.organization,
                    agent_slug=agentId,
                    destination=body.validated_data["toPhone"],
                    dynamic_variables=body.validated_data.get("dynamicVariables") or {},
                    by=self.actor,
                    at=at,
                )
        except requests.AgentUnknown:
            raise problems.NotFound(f"No agent with the ID {agentId!r}.") from None
        except MissingVariables as error:
            raise problems.Invalid(
                errors=[
                    {
                        "field": f"dynamicVariables.{name}",
                        "code": "required",
                        "detail": "The agent requires this variable.",
                    }
                    for name in error.names
                ]
            ) from None
        return Response({"status": "success", "call": initiated_call(call)})


class CheckCallViewSet(OrganizationViewSet):
    """`POST /track-and-trace/trigger-check-call-by-load`."""

    required_scope = Scope.CALL

    @openapi.trigger_check_call
    def create(self, request: Request) -> Response:
        """Queue a check call about a load."""
        body = CheckCallSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        given = dict(body.validated_data)
        at = timezone.now()
        try:
            with refusals(at):
                call = requests.request_check_call(
                    organization=self.organization,
                    destination=given.pop("toPhone"),
                    request=given | {"callType": given.get("callType") or "pickup"},
                    input_data=plain_json(request.data),
                    by=self.actor,
                    at=at,
                )
        except requests.NoStops:
            raise problems.Invalid.field(
                "loadStops", "required", "Neither this request nor the stored load has any stops."
            ) from None
        return Response({"success": True, "call": initiated_call(call)})


class CarrierSalesCallViewSet(OrganizationViewSet):
    """`POST /carrier-sales/trigger-call`."""

    required_scope = Scope.CALL

    @openapi.trigger_carrier_sales_call
    def create(self, request: Request) -> Response:
        """Queue a call that offers a load to a carrier."""
        body = CarrierSalesCallSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        given = dict(body.validated_data)
        at = timezone.now()
        try:
            with refusals(at):
                call = requests.request_carrier_sales_call(
                    organization=self.organization,
                    destination=given.pop("toPhone"),
                    request=given,
                    input_data=plain_json(request.data),
                    by=self.actor,
                    at=at,
                )
        except requests.LoadUnknown as error:
            raise problems.NotFound(f"No load with the ID {str(error)!r}.") from None
        return Response({"success": True, "call": initiated_call(call)})


# What check calls told, newest first.


class ReportedCheckCallSerializer(openapi.CheckCallReportSerializer):
    """What was reported on a check call. Null where not reported."""

    id = serializers.IntegerField(help_text="ID of the report.")
    conversationId = serializers.IntegerField(help_text="The call.")
    loadId = serializers.CharField(help_text="Your load ID.")
    about = serializers.CharField(help_text="Which stop it was about: pickup or dropoff.")
    loadNumber = callType = dispatchPhone = None  # type: ignore[assignment] # as they are called there


class CheckCallListSerializer(Record):
    """A page of check calls, newest first."""

    checkCalls = ReportedCheckCallSerializer(many=True)
    pagination = CursorSerializer()


REPORTED: dict[str, Any] = {
    "id": 12,
    "conversationId": 1043,
    "loadId": "LD-20418",
    "about": "pickup",
    "outcome": "on_the_way",
    "location": "Macon, GA",
    "eta": "around eleven",
    "etaLocal": "2026-03-04T11:00:00",
    "isLate": False,
    "lateMinutes": 0,
    "delayReason": None,
    "isWaiting": False,
    "waitingSince": None,
    "deliveredDate": None,
    "deliveredTime": None,
    "checked": None,
    "loading": "empty",
    "reeferTemperature": None,
    "reeferSetPoint": None,
    "bolNumber": None,
    "trackingApp": "macropoint",
    "isTracking": True,
    "reportedAt": "2026-03-04T14:02:11Z",
}
list_check_calls = extend_schema(
    operation_id="listCheckCalls",
    tags=["Calls"],
    summary="List check calls",
    description="What drivers and dispatchers reported, the newest report first.",
    parameters=[
        parameter(
            "loadId", "Only check calls on this load. Exact match on your load ID.", FILTER, "LD-20418"
        ),
        *cursor_parameters(),
    ],
    responses=answers(
        CheckCallListSerializer,
        {
            "One report": {"checkCalls": [REPORTED], "pagination": {"limit": 100, "nextCursor": None}},
            "None": {"checkCalls": [], "pagination": {"limit": 100, "nextCursor": None}},
        },
        links={
            "next": link("listCheckCalls", "The next page.", cursor="$response.body#/pagination/nextCursor")
        },
    ),
)


class CheckCallsViewSet(OrganizationViewSet):
    """`GET /check-calls`."""

    required_scope = Scope.READ
    reads_replica = True

    @list_check_calls
    def list(self, request: Request) -> HttpResponse:
        """Reports, newest first, in one query."""
        query = Query(request.query_params)
        cursor, load = Cursor.read(query), query.text("loadId")
        query.check()
        found = CheckCallReport.objects.select_related("load").only(
            "load__external_id", *(each.name for each in CheckCallReport._meta.concrete_fields)
        )
        rows = cursor.rows(found.filter(load__external_id=load.strip()) if load else found)
        pagination = cursor.envelope(rows)
        return respond({"checkCalls": [_reported(row) for row in rows], "pagination": pagination})


def _reported(report: CheckCallReport) -> dict[str, Any]:
    time = report.delivered_time
    return {
        "id": report.pk,
        "conversationId": report.conversation_id,
        **report_record(report),
        "deliveredTime": time.strftime("%H:%M") if time else None,
        "reportedAt": utc_second(report.reported_at),
    }


# The agents.


class AgentSerializer(Record):
    """An agent."""

    id = serializers.CharField(help_text="The `agentId` to start calls with.")
    name = serializers.CharField(help_text="Its name.")
    purpose = serializers.ChoiceField(choices=AgentPurpose.values, help_text="Which calls it makes or takes.")
    language = serializers.CharField(help_text="Language it starts in.")
    active = serializers.BooleanField(help_text="Whether it makes and takes calls.")
    variables = Said(
        {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {"name": {"type": "string"}, "required": {"type": "boolean"}},
                "required": ["name", "required"],
            },
        },
        "Its `dynamicVariables`.",
    )
    createdAt = Instant(help_text="When it was made.")


class AgentListSerializer(Record):
    """All agents, oldest first."""

    agents = AgentSerializer(many=True)


list_agents = extend_schema(
    operation_id="listAgents",
    tags=["Calls"],
    summary="List agents",
    description="All of your agents, oldest first.",
    responses=answers(
        AgentListSerializer,
        {
            "One agent": {
                "agents": [
                    {
                        "id": openapi.AGENT_ID,
                        "name": "Appointment desk",
                        "purpose": "custom",
                        "language": "en-US",
                        "active": True,
                        "variables": [{"name": "poNumber", "required": True}],
                        "createdAt": "2026-03-02T15:04:05Z",
                    }
                ]
            }
        },
    ),
)


class AgentViewSet(OrganizationViewSet):
    """`GET /agents`."""

    required_scope = Scope.READ

    @list_agents
    def list(self, request: Request) -> HttpResponse:
        """All of them, oldest first, in one query."""
        rows = Agent.objects.only(
            "slug", "name", "purpose", "language", "is_active", "variables", "created_at"
        ).order_by("pk")
        return respond({"agents": [_agent_record(row) for row in rows]})


def _agent_record(agent: Agent) -> dict[str, Any]:
    return {
        "id": agent.slug,
        "name": agent.name,
        "purpose": agent.purpose,
        "language": agent.language,
        "active": agent.is_active,
        "variables": [
            {"name": each["name"], "required": bool(each.get("required"))} for each in agent.variables
        ],
        "createdAt": utc_second(agent.created_at),
    }


# Routes below /api/v1/.


urlpatterns = [
    endpoint("calls", CallViewSet.as_view({"get": "list"}), name="calls"),
    endpoint("check-calls", CheckCallsViewSet.as_view({"get": "list"}), name="check_calls"),
    endpoint("agents", AgentViewSet.as_view({"get": "list"}), name="agents"),
    endpoint(
        "custom-use-cases/<agentId>/create-phone-call",
        CustomCallViewSet.as_view({"post": "create"}),
        name="custom_call",
    ),
    endpoint(
        "track-and-trace/trigger-check-call-by-load",
        CheckCallViewSet.as_view({"post": "create"}),
        name="check_call",
    ),
    endpoint(
        "carrier-sales/trigger-call",
        CarrierSalesCallViewSet.as_view({"post": "create"}),
        name="carrier_sales_call",
    ),
]
