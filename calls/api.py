"""The API's calls: list them, start one by a custom agent, a check call, or one that offers a load."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from math import ceil

from django.http import HttpResponse
from django.urls import reverse
from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from calls import openapi
from calls.models import Conversation
from calls.policy import NotAllowed
from calls.projections import CALLS
from calls.selectors.calls import call_records
from calls.serializers import (
    CarrierSalesCallSerializer,
    CheckCallSerializer,
    CustomCallSerializer,
    initiated_call,
)
from calls.services import queueing, requests
from calls.skill import MissingVariables
from organizations.api import problems
from organizations.api.listing import Query, read_list
from organizations.api.parsers import plain_json, respond
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
    except queueing.NotReady as error:
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


# Routes below /api/v1/.


urlpatterns = [
    endpoint("calls", CallViewSet.as_view({"get": "list"}), name="calls"),
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
