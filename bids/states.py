"""What a bid can be, where it came from, how the talk about it stands, and how a load was booked."""

from datetime import timedelta

from django.db import models

from organizations.tenancy.lifecycle import Lifecycle


class BidStatus(models.TextChoices):
    """Where a bid stands."""

    OPEN = "OPEN", "Open"
    COUNTERED = "COUNTERED", "Countered"
    ACCEPTED = "ACCEPTED", "Accepted"
    REJECTED = "REJECTED", "Rejected"
    EXPIRED = "EXPIRED", "Expired"
    WITHDRAWN = "WITHDRAWN", "Withdrawn"


class BidChannel(models.TextChoices):
    """How a bid came in."""

    PHONE = "phone", "Phone"
    EMAIL = "email", "Email"
    MANUAL = "manual", "Manual"


class BookingKind(models.TextChoices):
    """Who closed it: the agent alone, a person after the agent's talk, or a capacity carrier's conversation."""

    E2E = "e2e", "Booked by AI agent"
    ASSISTED = "assisted", "Booked by your team"
    CAPACITY = "capacity", "Core carrier"


class BookingEnd(models.TextChoices):
    """How a booking ended."""

    UNDONE = "undone", "Undone"
    FELL_OFF = "fell_off", "Carrier fell off"


B = BidStatus

# A rate that nobody decided on is worth nothing a week later: the market has moved on.
BID_LIFECYCLE = Lifecycle(
    BidStatus,
    start=B.OPEN,
    moves={
        B.OPEN: (B.COUNTERED, B.ACCEPTED, B.REJECTED, B.EXPIRED, B.WITHDRAWN),
        B.COUNTERED: (B.OPEN, B.ACCEPTED, B.REJECTED, B.EXPIRED, B.WITHDRAWN),
        B.ACCEPTED: (),
        B.REJECTED: (),
        B.EXPIRED: (),
        B.WITHDRAWN: (),
    },
    deadlines={B.OPEN: timedelta(days=7), B.COUNTERED: timedelta(days=7)},
    # An acceptance is undone, or the carrier fell off, and those refused for it may be had again.
    reopenings={B.ACCEPTED: (B.OPEN, B.COUNTERED, B.WITHDRAWN), B.REJECTED: (B.OPEN,)},
)


class PriceTalkStatus(models.TextChoices):
    """Where a carrier's price talk on a load stands."""

    OPEN = "OPEN", "Open"
    AGREED = "AGREED", "Agreed"  # a clean yes to what was read back; not booked yet
    BOOKED = "BOOKED", "Booked"
    REFUSED = "REFUSED", "No deal"  # nothing more to offer: our final offer alone still stands
    CLOSED = "CLOSED", "Closed"


class SecondCall(models.TextChoices):
    """What a carrier hears that calls about a load while another call of its company is at it."""

    CONTINUE = "continue", "Keep the same offer"
    LEAVE = "leave", "Say their office is already on the line about it"


P = PriceTalkStatus

# As long as a bid: what was offered last week is no offer any more, though nobody starts anew.
PRICE_TALK_LIFECYCLE = Lifecycle(
    PriceTalkStatus,
    start=P.OPEN,
    moves={
        P.OPEN: (P.AGREED, P.REFUSED, P.CLOSED),
        P.AGREED: (P.OPEN, P.BOOKED, P.CLOSED),
        P.REFUSED: (P.OPEN, P.AGREED, P.CLOSED),
        P.BOOKED: (),
        P.CLOSED: (),
    },
    deadlines={P.OPEN: timedelta(days=7), P.AGREED: timedelta(days=7), P.REFUSED: timedelta(days=7)},
    # A booking is undone, or the carrier fell off; a carrier calls again about what was closed.
    reopenings={P.BOOKED: (P.OPEN, P.AGREED, P.REFUSED, P.CLOSED), P.CLOSED: (P.OPEN,)},
)

COVERED_BY_ANOTHER = "Covered by another carrier"  # the reason of a rejection that a fall-off takes back


class OutreachStatus(models.TextChoices):
    """Where an outreach stands: calling carriers about a load, one after the other, until it is covered."""

    RUNNING = "RUNNING", "Calling"
    HOLDING = "HOLDING", "Holding best offer"
    COVERED = "COVERED", "Covered"
    EXHAUSTED = "EXHAUSTED", "No carriers left to call"
    STOPPED = "STOPPED", "Stopped"


class StopReason(models.TextChoices):
    """Why an outreach ended without covering the load."""

    LOAD_COVERED = "load_covered", "The load was covered elsewhere."
    LOAD_LOCKED = "load_locked", "The load was put on hold in your TMS."
    LOAD_HELD = "load_held", "The load was put on hold."
    LOAD_WITHDRAWN = "load_withdrawn", "The load is no longer open."
    BY_USER = "by_user", "Stopped by a teammate."
    OUT_OF_TIME = "out_of_time", "Ran out of time."
    NO_AGENT = "no_agent", "No active agent or phone number."


class CandidateStatus(models.TextChoices):
    """Where a carrier stands in an outreach."""

    WAITING = "WAITING", "Waiting"
    CALLING = "CALLING", "Calling"
    DONE = "DONE", "Done"
    SKIPPED = "SKIPPED", "Not called"


class CandidateOutcome(models.TextChoices):
    """What came of a carrier's call, or why it wasn't called."""

    BOOKED = "booked", "Booked"
    AGREED = "agreed", "Agreed, waiting on booking"
    BID = "bid", "Made an offer"
    DECLINED = "declined", "Declined"
    CALL_BACK = "call_back", "Wants a callback"
    TRANSFERRED = "transferred", "Transferred"
    NOT_QUALIFIED = "not_qualified", "Not approved"
    OPTED_OUT = "opted_out", "Do not call"
    WRONG_NUMBER = "wrong_number", "Wrong number"
    DROPPED = "dropped", "Dropped"
    NO_ANSWER = "no_answer", "No answer"
    BUSY = "busy", "Busy"
    VOICEMAIL = "voicemail", "Voicemail"
    FAILED = "failed", "Call failed"
    LOAD_GONE = "load_gone", "Load covered"
    NOT_NEEDED = "not_needed", "Not needed"
    CALLED_LATELY = "called_lately", "Called recently"
    NOT_ALLOWED = "not_allowed", "Can’t be called"


Round, Turn = OutreachStatus, CandidateStatus

MAX_OUTREACH_DURATION = timedelta(hours=24)

OUTREACH_LIFECYCLE = Lifecycle(
    OutreachStatus,
    start=Round.RUNNING,
    moves={
        Round.RUNNING: (Round.HOLDING, Round.COVERED, Round.EXHAUSTED, Round.STOPPED),
        Round.HOLDING: (Round.RUNNING, Round.COVERED, Round.EXHAUSTED, Round.STOPPED),
        Round.COVERED: (),
        Round.EXHAUSTED: (),
        Round.STOPPED: (),
    },
    # Each has a deadline of its own within these (`Outreach.deadline`, `hold_until`).
    deadlines={Round.RUNNING: MAX_OUTREACH_DURATION, Round.HOLDING: timedelta(hours=1)},
)

CANDIDATE_LIFECYCLE = Lifecycle(
    CandidateStatus,
    start=Turn.WAITING,
    moves={
        Turn.WAITING: (Turn.CALLING, Turn.SKIPPED),
        Turn.CALLING: (Turn.DONE,),
        Turn.DONE: (),
        Turn.SKIPPED: (),
    },
    # They end with their outreach, and with their call, each of which has its own end.
    deadlines={Turn.WAITING: MAX_OUTREACH_DURATION, Turn.CALLING: timedelta(hours=5)},
)
