"""The webhook that takes load events in."""

from datetime import datetime

from django.http import HttpResponse
from django.utils import timezone
from rest_framework.exceptions import ValidationError

from loads import services
from loads.openapi import ingest_load_event
from loads.serializers import validate_event
from organizations.api import problems
from organizations.api.renderers import respond
from organizations.api.viewsets import ApiRequest, OrganizationViewSet, endpoint
from organizations.tenancy.states import Scope


class LoadEventViewSet(OrganizationViewSet):
    """`POST /webhooks/loads/events`: a TMS tells what became of a load."""

    required_scope = Scope.INGEST

    @ingest_load_event
    def create(self, request: ApiRequest) -> HttpResponse:
        """Take the event in; one that is refused with a 400 is kept too, with the errors of the answer."""
        at = timezone.now()
        try:
            event = validate_event(request.data)
        except ValidationError as error:
            refusal = problems.Invalid(errors=problems.flatten(error.detail))
            self._keep(request, refusal, dict(request.data).get("id"), at)
            raise refusal from None
        except problems.Invalid as refusal:  # the parser's: there is no data to look at
            self._keep(request, refusal, None, at)
            raise
        services.ingest_load_event(
            organization=self.organization,
            raw=request.raw_body,
            event=event,
            by=self.actor,
            at=at,
        )
        return respond({"success": True})

    def _keep(
        self, request: ApiRequest, refusal: problems.Invalid, external_id: object, at: datetime
    ) -> None:
        services.refuse_load_event(
            organization=self.organization,
            raw=request.raw_body,
            errors=refusal.errors[: problems.MAX_ERRORS],
            external_id=external_id,
            by=self.actor,
            at=at,
        )


# Paths of the loads API, below /api/v1/.


urlpatterns = [
    endpoint("webhooks/loads/events", LoadEventViewSet.as_view({"post": "create"}), name="load-events"),
]
