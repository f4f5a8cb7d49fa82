"""The webhook that takes load events in."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.request import Request

from loads import services
from loads.openapi import ingest_load_event
from organizations.api import problems
from organizations.api.parsers import is_json
from organizations.api.renderers import respond
from organizations.api.viewsets import ApiRequest, OrganizationViewSet, endpoint
from organizations.tenancy.states import Scope


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
