"""The money: what carriers asked, how it was haggled over, and what was booked."""

from bids.models.bids import (
    UNDO_WITHIN,
    Bid,
    BidStatusChange,
    Booking,
    EndedBooking,
    LaneLoad,
    NegotiationStep,
)
from bids.models.negotiation import NegotiationRules, PriceTalk, PriceTalkStatusChange
from bids.models.outreach import (
    CandidateStatusChange,
    Outreach,
    OutreachCandidate,
    OutreachRules,
    OutreachStatusChange,
)

__all__ = [
    "UNDO_WITHIN",
    "Bid",
    "BidStatusChange",
    "Booking",
    "CandidateStatusChange",
    "EndedBooking",
    "LaneLoad",
    "NegotiationRules",
    "NegotiationStep",
    "Outreach",
    "OutreachCandidate",
    "OutreachRules",
    "OutreachStatusChange",
    "PriceTalk",
    "PriceTalkStatusChange",
]
