"""Every write of a bid: what price talks go by, taking it down, deciding on it, booking, reaping the forgotten."""

from bids.services.amounts import InvalidAmount
from bids.services.booking import (
    BeyondAuthority,
    BidChanged,
    LoadBooked,
    OnlyBrokersBook,
    accept_bid,
    book_load,
)
from bids.services.decisions import BidClosed, counter_bid, reject_bid, withdraw_bid
from bids.services.negotiating import record_step, rules_of, terms_of
from bids.services.recording import Caller, record_bid
from bids.services.seeing import Changed, bid_as_seen, load_as_seen, stamp_of
from bids.services.sweep import expire_overdue_bids

__all__ = [
    "BeyondAuthority",
    "BidChanged",
    "BidClosed",
    "Caller",
    "Changed",
    "InvalidAmount",
    "LoadBooked",
    "OnlyBrokersBook",
    "accept_bid",
    "bid_as_seen",
    "book_load",
    "counter_bid",
    "expire_overdue_bids",
    "load_as_seen",
    "record_bid",
    "record_step",
    "reject_bid",
    "rules_of",
    "stamp_of",
    "terms_of",
    "withdraw_bid",
]
