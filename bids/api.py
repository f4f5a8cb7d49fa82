"""The API's bids."""

from rest_framework.request import Request
from rest_framework.response import Response

from bids.models import Bid
from bids.selectors import BIDS, bid_records
from organizations.rest.filters import WindowFilterSet
from organizations.rest.pagination import Page
from organizations.rest.query import Query
from organizations.rest.viewsets import OrganizationViewSet
from organizations.states import Scope


class BidViewSet(OrganizationViewSet):
    """`GET /bids`."""

    required_scope = Scope.READ

    def list(self, request: Request) -> Response:
        """Bids of a window, newest first."""
        query = Query(request.query_params)
        page = Page.read(query)
        asked = WindowFilterSet(query, Bid.objects.all())
        bids = asked.qs.newest_first()
        query.check()
        bids, total = page.cut(bids, BIDS, bare_window=asked.bare_window)
        return Response({"salesBids": bid_records(bids), "pagination": page.envelope(total)})
