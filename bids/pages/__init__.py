"""What the bids' pages read: the list, a load's bids, one bid and a decision on it."""

from bids.pages.compare import Compared, compared
from bids.pages.decision import BidPage, BookingPage, bid_page, booking_page, find_bid
from bids.pages.lists import LoadBids, bids_of_call, bids_of_load
from bids.pages.rows import Row

__all__ = [
    "BidPage",
    "BookingPage",
    "Compared",
    "LoadBids",
    "Row",
    "bid_page",
    "bids_of_call",
    "bids_of_load",
    "booking_page",
    "compared",
    "find_bid",
]
