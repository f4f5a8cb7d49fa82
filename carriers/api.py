"""The API's carriers."""

from rest_framework.request import Request
from rest_framework.response import Response

from carriers.filters import LaneFilter
from carriers.lanes import carriers_on_lane
from carriers.openapi import list_carriers_of_lane
from organizations.api.query import Query
from organizations.api.viewsets import OrganizationViewSet, endpoint
from organizations.tenancy.states import Scope


class CarrierViewSet(OrganizationViewSet):
    """`GET /carriers`."""

    required_scope = Scope.READ

    @list_carriers_of_lane
    def list(self, request: Request) -> Response:
        """Carriers that operated on a lane, the most bids first."""
        asked = LaneFilter.read(Query(request.query_params))
        carriers, total = carriers_on_lane(
            origin=asked.origin,
            destination=asked.destination,
            equipment=asked.equipment,
            limit=asked.page.limit,
            offset=asked.page.offset,
        )
        return Response({"carriers": carriers, "pagination": {"total": total}})


# Routes below /api/v1/.


urlpatterns = [
    endpoint("carriers", CarrierViewSet.as_view({"get": "list"}), name="carriers"),
]
