"""What offers hold of persons: who asked, and in which words."""

from bids.models import (
    Bid,
    BidStatusChange,
    Booking,
    CandidateStatusChange,
    EndedBooking,
    NegotiationRules,
    NegotiationStep,
    Outreach,
    OutreachCandidate,
    OutreachRules,
    OutreachStatusChange,
    PriceTalk,
    PriceTalkStatusChange,
)
from organizations.privacy.holdings import Holding, declare, history, plain

_OF_TALKS = "conversation_id = ANY(%(talks)s)"

declare(
    Holding(
        model=Bid,
        of_talks=_OF_TALKS,
        of_person="phone = %(number)s",
        of_no_talk="conversation_id IS NULL AND discussed_at < %(before)s",
        names=["caller_name"],
        contacts=["caller_name", "phone", "extension"],
        words=["notes"],
        facts={"details": ()},
        plain=plain(KEY="external_id", ACTOR="decided_by", COMPANY="mc_number"),
    ),
    history(BidStatusChange),
    Holding(
        model=Booking,
        of_talks=_OF_TALKS,
        facts={"bid_before": ("status", "status_changed_at", "decided_by", "amount", "counter_amount")},
        plain=plain(ACTOR="booked_by"),
    ),
    history(CandidateStatusChange),
    Holding(model=EndedBooking, named=["reason"], plain=plain(ACTOR="booked_by ended_by")),
    Holding(model=NegotiationRules),
    Holding(
        model=NegotiationStep,
        of_talks=_OF_TALKS,
        words=["heard"],
        plain=plain(CODE="said_unit action rule flags"),
    ),
    Holding(model=Outreach, plain=plain(ACTOR="started_by")),
    Holding(
        model=OutreachCandidate,
        of_talks=_OF_TALKS,
        of_person="phone = %(number)s",
        of_no_talk="conversation_id IS NULL AND finished_at < %(before)s",
        contacts=["phone"],
        # One number has one turn: none is empty.
        expressions={"phone": "'erased ' || id"},
        named=["reasons", "detail"],
    ),
    Holding(model=OutreachRules),
    history(OutreachStatusChange),
    Holding(
        model=PriceTalk,
        of_talks=_OF_TALKS,
        of_person="phone = %(number)s",
        of_no_talk="conversation_id IS NULL AND updated_at < %(before)s",
        contacts=["phone"],
        # Its figures alone: see bids.price_talk_moves.
        plain=plain(CODE="standing standing_before moves openings", ACTOR="agreed_by"),
    ),
    history(PriceTalkStatusChange),
)
