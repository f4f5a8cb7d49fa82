"""The money: what carriers asked, how it was haggled over, and what was booked."""

from bids.models.bids import Bid, BidStatusChange, Booking, LaneLoad, NegotiationRules, NegotiationStep
from bids.models.outreach import (
    CandidateStatusChange,
    Outreach,
    OutreachCandidate,
    OutreachRules,
    OutreachStatusChange,
)

__all__ = [
    "Bid",
    "BidStatusChange",
    "Booking",
    "CandidateStatusChange",
    "LaneLoad",
    "NegotiationRules",
    "NegotiationStep",
    "Outreach",
    "OutreachCandidate",
    "OutreachRules",
    "OutreachStatusChange",
]
