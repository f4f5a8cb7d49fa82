"""The API's event endpoints: made, changed, removed, tested; what was sent to them, and sending it again."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, cast

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from organizations.api import problems
from organizations.api.fields import Object
from organizations.api.listing import Page, Query, read_id
from organizations.api.parsers import respond, utc_millis
from organizations.api.viewsets import ApiRequest, OrganizationViewSet, endpoint
from organizations.events import openapi, services, types
from organizations.events.openapi import (
    ChangedEndpointSerializer,
    EventTestSerializer,
    NewEndpointSerializer,
    ReplaySerializer,
    RotationSerializer,
)
from organizations.events.types import headers_kept
from organizations.logs import HIDDEN
from organizations.models import DeliveryAttempt, Event, EventEndpoint
from organizations.tenancy.states import DeliveryStatus, Scope


@contextmanager
def refusals() -> Iterator[None]:
    """Turn what a request is refused for into the problem that it is."""
    try:
        yield
    except (services.SwitchedOffAlready, services.TooMany) as error:
        raise problems.Conflict(str(error)) from None
    except services.EndpointError as error:
        raise problems.Invalid.field(error.field, "invalid", str(error)) from None


class EndpointViewSet(OrganizationViewSet):
    """What all operations on endpoints share: who may write, and the one that the path names."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Let nobody be told by an endpoint what the token may not read."""
        super().initial(request, *args, **kwargs)
        if Scope.READ not in self.token.scopes:
            raise problems.Forbidden(f"The token is missing the {Scope.READ} scope.")

    def found(self, number: str) -> EventEndpoint:
        """The organization's endpoint with that id; raises NotFound."""
        row = EventEndpoint.objects.filter(pk=read_id(number)).first()
        if row is None:
            raise problems.NotFound("No event endpoint with this ID.")
        return row

    def read(self, serializer: type[Object]) -> dict[str, Any]:
        """The request's body, checked; none at all is an empty one."""
        request = cast(ApiRequest, self.request)
        given = serializer(data=request.data if request.raw_body else {})
        given.is_valid(raise_exception=True)
        return dict(given.validated_data)

    @property
    def now(self) -> Mapping[str, Any]:
        """`by=` and `at=` of the services."""
        return {"by": self.actor, "at": timezone.now()}


class EventEndpointsViewSet(EndpointViewSet):
    """`/event-endpoints`."""

    required_scope = {"list": Scope.READ, "create": Scope.INGEST}

    @openapi.list_endpoints
    def list(self, request: Request) -> HttpResponse:
        """All of them, oldest first."""
        return respond(
            {"eventEndpoints": [endpoint_record(row) for row in EventEndpoint.objects.order_by("id")]}
        )

    @openapi.create_endpoint
    def create(self, request: Request) -> HttpResponse:
        """Make one."""
        given = self.read(NewEndpointSerializer)
        with refusals():
            made = services.create_endpoint(organization=self.organization, **given, **self.now)
        return respond({"eventEndpoint": endpoint_record(made.endpoint), "secret": made.secret or None})


class EventEndpointViewSet(EndpointViewSet):
    """`/event-endpoints/{endpointId}`."""

    required_scope = {"retrieve": Scope.READ, "partial_update": Scope.INGEST, "destroy": Scope.INGEST}

    @openapi.get_endpoint
    def retrieve(self, request: Request, endpointId: str) -> HttpResponse:
        """One of them."""
        return respond({"eventEndpoint": endpoint_record(self.found(endpointId))})

    @openapi.change_endpoint
    def partial_update(self, request: Request, endpointId: str) -> HttpResponse:
        """Change it; turn it on or off."""
        row = self.found(endpointId)
        given = self.read(ChangedEndpointSerializer)
        is_on = given.pop("enabled", None)
        with refusals():
            row = services.change_endpoint(endpoint=row, changes=given, **self.now)
        if is_on is not None:
            turn = services.turn_on if is_on else services.turn_off
            row = turn(endpoint=row, **self.now)
        return respond({"eventEndpoint": endpoint_record(row)})

    @openapi.remove_endpoint
    def destroy(self, request: Request, endpointId: str) -> HttpResponse:
        """Remove it."""
        services.remove_endpoint(endpoint=self.found(endpointId), **self.now)
        return respond({"success": True})


class EventSecretViewSet(EndpointViewSet):
    """`/event-endpoints/{endpointId}/rotate-secret`."""

    required_scope = Scope.INGEST

    @openapi.rotate_secret
    def create(self, request: Request, endpointId: str) -> HttpResponse:
        """Sign with a new secret."""
        row = self.found(endpointId)
        overlap = self.read(RotationSerializer).get("overlapHours", services.OVERLAP)
        with refusals():
            made = services.rotate_secret(endpoint=row, overlap=overlap, **self.now)
        return respond({"eventEndpoint": endpoint_record(made.endpoint), "secret": made.secret})


class EventTestViewSet(EndpointViewSet):
    """`/event-endpoints/{endpointId}/test`."""

    required_scope = Scope.INGEST

    @openapi.test_endpoint
    def create(self, request: Request, endpointId: str) -> HttpResponse:
        """Send a test."""
        row = self.found(endpointId)
        given = self.read(EventTestSerializer)
        with refusals():
            sent = services.send_test(endpoint=row, **given, **self.now)
        return respond({"success": True, "eventId": sent.event.uid})


class EventReplayViewSet(EndpointViewSet):
    """`/event-endpoints/{endpointId}/replay`."""

    required_scope = Scope.INGEST

    @openapi.replay
    def create(self, request: Request, endpointId: str) -> HttpResponse:
        """Send one event again, or all that was missed."""
        row = self.found(endpointId)
        given = self.read(ReplaySerializer)
        with refusals():
            if "eventId" not in given:
                sent, left = services.send_missed(endpoint=row, **given, **self.now)
                return respond({"replayed": sent, "remaining": left})
            event = Event.objects.filter(uid=given["eventId"]).first()
            if event is None or event.type == types.TEST:
                raise problems.NotFound("No event with this ID.")
            services.send_again(endpoint=row, event=event, **self.now)
        return respond({"replayed": 1, "remaining": 0})


class EventAttemptsViewSet(EndpointViewSet):
    """`/event-endpoints/{endpointId}/attempts`."""

    required_scope = Scope.READ

    @openapi.list_attempts
    def list(self, request: Request, endpointId: str) -> HttpResponse:
        """What was sent to it, newest first."""
        query = Query(request.query_params)
        page = Page(
            limit=query.integer(
                "limit", default=openapi.DEFAULT_ATTEMPTS, minimum=1, maximum=openapi.MOST_ATTEMPTS
            ),
            offset=query.integer("offset", default=0),
        )
        uid = query.text("eventId")
        query.check()
        found = DeliveryAttempt.objects.filter(delivery__endpoint=self.found(endpointId))
        if uid is not None:
            found = found.filter(delivery__event__uid=uid)
        rows = page.of(found.select_related("delivery__event").order_by("-id"))
        records = [attempt_record(row) for row in rows]
        return respond({"attempts": records, "pagination": page.envelope(found.count())})


class EventTypesViewSet(EndpointViewSet):
    """`/event-endpoints/types`."""

    required_scope = Scope.READ

    @openapi.list_types
    def list(self, request: Request) -> HttpResponse:
        """All types."""
        return respond(
            {
                "types": [
                    {"type": name, "description": kind.words, "schema": types.schema_of(name)}
                    for name, kind in types.TYPES.items()
                ]
            }
        )


# Routes below /api/v1/.

POST: Any = {"post": "create"}
LIST: Any = {"get": "list"}
ITEM = "event-endpoints/<endpointId>"

urlpatterns = [
    endpoint("event-endpoints", EventEndpointsViewSet.as_view(LIST | POST), name="event_endpoints"),
    endpoint("event-endpoints/types", EventTypesViewSet.as_view(LIST), name="event_types"),
    endpoint(
        ITEM,
        EventEndpointViewSet.as_view({"get": "retrieve", "patch": "partial_update", "delete": "destroy"}),
        name="event_endpoint",
    ),
    endpoint(f"{ITEM}/attempts", EventAttemptsViewSet.as_view(LIST), name="event_attempts"),
    endpoint(f"{ITEM}/replay", EventReplayViewSet.as_view(POST), name="event_replay"),
    endpoint(f"{ITEM}/rotate-secret", EventSecretViewSet.as_view(POST), name="event_secret"),
    endpoint(f"{ITEM}/test", EventTestViewSet.as_view(POST), name="event_test"),
]


# What is answered.


def endpoint_record(row: EventEndpoint) -> dict[str, Any]:
    """An endpoint as the API has it."""
    return {
        "id": row.pk,
        "kind": row.kind,
        "url": row.url,
        "description": row.description,
        "types": row.types,
        "headers": dict.fromkeys(headers_kept(row), HIDDEN),
        "format": row.format,
        "enabled": row.is_on,
        "disabledReason": row.switched_off_for or None,
        "disabledAt": _instant(row.switched_off_at),
        "failingSince": _instant(row.failing_since),
        "createdAt": _instant(row.created_at),
    }


def attempt_record(row: DeliveryAttempt) -> dict[str, Any]:
    """An attempt as the API has it."""
    delivery = row.delivery
    return {
        "eventId": delivery.event.uid,
        "type": delivery.event.type,
        "sequence": delivery.sequence,
        "status": delivery.status,
        "nextAttemptAt": _instant(delivery.due_at if delivery.status == DeliveryStatus.PENDING else None),
        "attemptedAt": _instant(row.started_at),
        "milliseconds": row.milliseconds,
        "url": row.url,
        "requestHeaders": row.request_headers,
        "requestBody": row.request,
        "responseStatus": row.status,
        "responseHeaders": row.answer_headers,
        "responseBody": row.answer,
        "error": row.error or None,
    }


def _instant(moment: Any) -> str | None:
    return utc_millis(moment) if moment else None
