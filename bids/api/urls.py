"""Paths of the API of bids, below /api/v1/."""

from bids.api import bids, carriers, outreach
from organizations.api.viewsets import endpoint

urlpatterns = [
    endpoint("bids", bids.BidViewSet.as_view({"get": "list"}), name="bids"),
    endpoint("bookings", bids.BookingViewSet.as_view({"get": "list"}), name="bookings"),
    endpoint("bids/<bidId>/accept", bids.AcceptViewSet.as_view({"post": "create"}), name="accept_bid"),
    endpoint("bids/<bidId>/counter", bids.CounterViewSet.as_view({"post": "create"}), name="counter_bid"),
    endpoint("bids/<bidId>/reject", bids.RejectViewSet.as_view({"post": "create"}), name="reject_bid"),
    endpoint("loads/book", bids.BookViewSet.as_view({"post": "create"}), name="book_load"),
    *outreach.urlpatterns,
    *carriers.urlpatterns,
]
