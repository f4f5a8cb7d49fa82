"""The webhook that takes load events in."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from loads import services
from loads.events import SAMPLE
from loads.serializers import LoadEventSerializer
from organizations.api import problems
from organizations.api.openapi import TO_WRITERS, Record, Said, answers, body, link
from organizations.api.parsers import is_json, respond
from organizations.api.viewsets import ApiRequest, OrganizationViewSet, endpoint
from organizations.tenancy.states import Scope


class LoadEventAnswerSerializer(Record):
    """The event is committed."""

    success = Said({"type": "boolean", "const": True}, "Always true.")


ingest_load_event = extend_schema(
    operation_id="ingestLoadEvent",
    tags=["Load events"],
    summary="Send a load event",
    description=(
        "Creates or updates a load. Only `id` is required: a field you leave out keeps its stored value, `null` "
        "clears it, and unknown fields are ignored but kept with the raw payload. The load is created if the `id` "
        "is new. The last event received wins, and repeating an event changes nothing. Times are local to the stop, "
        "without an offset."
    ),
    request=body(
        LoadEventSerializer,
        {
            "A whole load": SAMPLE,
            "One field": {"id": "LD-20418", "status": "COVERED"},
            "A field cleared": {"id": "LD-20418", "bookNowRate": None},
        },
    ),
    responses=answers(
        LoadEventAnswerSerializer,
        {"Accepted": {"success": True}},
        description="Done.",
        links={
            "checkCall": link(
                "triggerCheckCall",
                "Call the driver on this load.",
                body={"toPhone": "+13125550123", "loadNumber": "$request.body#/id"},
            ),
            "calls": link("listCalls", "Calls on this load.", loadId="$request.body#/id"),
            "bids": link("listBids", "Bids on this load.", loadId="$request.body#/id"),
        },
        to=TO_WRITERS,
    ),
)


class LoadEventViewSet(OrganizationViewSet):
    """`POST /webhooks/loads/events`: a TMS tells what became of a load."""

    required_scope = Scope.INGEST

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """All that stands before the handler; a token that may not do this leaves a note for the owner."""
        try:
            super().initial(request, *args, **kwargs)
        except problems.Forbidden as refusal:
            services.refuse_load_event(
                organization=self.organization, raw=b"", refusal=refusal, by=self.actor, at=timezone.now()
            )
            raise

    @ingest_load_event
    def create(self, request: ApiRequest) -> HttpResponse:
        """Take the event in; one that is refused with a 400 is kept too, with the errors of the answer."""
        raw = request.raw_body
        if raw and not is_json(request.content_type or ""):
            raise problems.UnsupportedMediaType
        services.receive_load_event(organization=self.organization, raw=raw, by=self.actor, at=timezone.now())
        return respond({"success": True})


# Paths of the loads API, below /api/v1/.


urlpatterns = [
    endpoint("webhooks/loads/events", LoadEventViewSet.as_view({"post": "create"}), name="load-events"),
]
