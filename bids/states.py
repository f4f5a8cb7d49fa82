"""What a bid can be, where it came from, and how a load was booked."""

from datetime import timedelta

from django.db import models

from organizations.lifecycle import Lifecycle


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
    EMAIL = "email", "E-mail"
    MANUAL = "manual", "Entered by a broker"


class BookingKind(models.TextChoices):
    """Who closed it: the agent alone, a person after the agent's talk, or a capacity carrier's conversation."""

    E2E = "e2e", "By the agent"
    ASSISTED = "assisted", "By a person"
    CAPACITY = "capacity", "With a capacity carrier"


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
)
