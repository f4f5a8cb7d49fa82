"""The API's bids."""

from django.http import HttpResponse
from rest_framework.request import Request

from bids.models import Bid
from bids.openapi import list_bids
from bids.projections import BIDS
from bids.selectors.bids import bid_records
from organizations.api.listing import read_list
from organizations.api.query import Query
from organizations.api.renderers import respond
from organizations.api.viewsets import OrganizationViewSet, endpoint
from organizations.tenancy.states import Scope


class BidViewSet(OrganizationViewSet):
    """`GET /bids`."""

    required_scope = Scope.READ

    @list_bids
    def list(self, request: Request) -> HttpResponse:
        """Bids of a window, newest first."""
        listed = read_list(Query(request.query_params), BIDS, Bid.objects.all)
        bids, pagination = bid_records(listed)
        return respond({"salesBids": bids, "pagination": pagination})


# Routes below /api/v1/.


urlpatterns = [
    endpoint("bids", BidViewSet.as_view({"get": "list"}), name="bids"),
]
