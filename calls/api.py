"""The API's calls: list them, start one by a custom agent, start a check call."""

from django.utils import timezone
from rest_framework.request import Request
from rest_framework.response import Response

from calls import services
from calls.agent.prompt import MissingVariables
from calls.models import Conversation
from calls.policy import NotAllowed
from calls.selectors import CALLS, call_records
from calls.serializers import CheckCallSerializer, CustomCallSerializer, initiated_call
from organizations.rest import problems
from organizations.rest.listing import read_list
from organizations.rest.parsers import plain_json
from organizations.rest.query import Query
from organizations.rest.viewsets import OrganizationViewSet
from organizations.states import Scope


class CallViewSet(OrganizationViewSet):
    """`GET /calls`."""

    required_scope = Scope.READ

    def list(self, request: Request) -> Response:
        """Calls of a window, newest first."""
        listed = read_list(Query(request.query_params), CALLS, Conversation.objects.by_phone)
        calls, pagination = call_records(listed)
        return Response({"calls": calls, "pagination": pagination})


class CustomCallViewSet(OrganizationViewSet):
    """`POST /custom-use-cases/{agentId}/create-phone-call`."""

    required_scope = Scope.CALL

    def create(self, request: Request, agentId: str) -> Response:
        """Queue a call by the agent."""
        body = CustomCallSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        try:
            call = services.request_custom_call(
                organization=self.organization,
                agent_slug=agentId,
                destination=body.validated_data["toPhone"],
                dynamic_variables=body.validated_data.get("dynamicVariables") or {},
                by=self.actor,
                at=timezone.now(),
            )
        except services.AgentUnknown:
            raise problems.NotFound(f"No agent has the id {agentId!r}.") from None
        except MissingVariables as error:
            raise problems.Invalid(
                errors=[
                    {
                        "field": f"dynamicVariables.{name}",
                        "code": "required",
                        "detail": "The agent needs this variable.",
                    }
                    for name in error.names
                ]
            ) from None
        except NotAllowed as error:
            raise problems.Invalid.field("toPhone", error.code, str(error)) from None
        except (services.AgentInactive, services.NoNumber) as error:
            raise problems.Conflict(str(error)) from None
        return Response({"status": "success", "call": initiated_call(call)})


class CheckCallViewSet(OrganizationViewSet):
    """`POST /track-and-trace/trigger-check-call-by-load`."""

    required_scope = Scope.CALL

    def create(self, request: Request) -> Response:
        """Queue a check call about a load."""
        body = CheckCallSerializer(data=request.data)
        body.is_valid(raise_exception=True)
        given = dict(body.validated_data)
        try:
            call = services.request_check_call(
                organization=self.organization,
                destination=given.pop("toPhone"),
                request=given | {"callType": given.get("callType") or "pickup"},
                input_data=plain_json(request.data),
                by=self.actor,
                at=timezone.now(),
            )
        except NotAllowed as error:
            raise problems.Invalid.field("toPhone", error.code, str(error)) from None
        except services.NoStops:
            raise problems.Invalid.field(
                "loadStops", "required", "Neither this request nor the stored load says where the stops are."
            ) from None
        except (services.AgentInactive, services.NoNumber) as error:
            raise problems.Conflict(str(error)) from None
        return Response({"success": True, "call": initiated_call(call)})
