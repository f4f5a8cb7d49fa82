"""Every write of a bid: taking it down, deciding on it, booking, and reaping what nobody decided on."""

from bids.services.amounts import InvalidAmount
from bids.services.booking import BeyondAuthority, BidChanged, LoadBooked, accept_bid
from bids.services.decisions import BidClosed, counter_bid, reject_bid, withdraw_bid
from bids.services.recording import Caller, record_bid
from bids.services.sweep import expire_overdue_bids

__all__ = [
    "BeyondAuthority",
    "BidChanged",
    "BidClosed",
    "Caller",
    "InvalidAmount",
    "LoadBooked",
    "accept_bid",
    "counter_bid",
    "expire_overdue_bids",
    "record_bid",
    "reject_bid",
    "withdraw_bid",
]
