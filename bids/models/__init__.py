"""The money: what carriers asked, how it was haggled over, and what was booked."""

from bids.models.bids import Bid, BidStatusChange, Booking
from bids.models.negotiating import NegotiationRules, NegotiationStep

__all__ = ["Bid", "BidStatusChange", "Booking", "NegotiationRules", "NegotiationStep"]
