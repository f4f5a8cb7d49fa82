"""Routes below /api/v1/."""

from bids.api import BidViewSet
from organizations.rest.routes import endpoint

urlpatterns = [
    endpoint("bids", BidViewSet.as_view({"get": "list"}), name="bids"),
]
