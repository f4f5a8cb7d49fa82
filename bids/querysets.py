"""Sets of bids and bookings."""

from datetime import datetime
from typing import Self

from django.db.models import F

from bids.states import BID_LIFECYCLE
from loads.models import OPEN_STATUSES, SETTLED_STATUSES
from organizations.tenancy.scope import OwnedQuerySet


class BidQuerySet(OwnedQuerySet):
    """Bids of carriers."""

    def in_window(self, start: datetime, end: datetime) -> Self:
        """Made in a conversation begun (or entered by hand) at `start` or later, and before `end`."""
        return self.filter(discussed_at__gte=start, discussed_at__lt=end)

    def of_load(self, external_id: str) -> Self:
        """For the load with this id of the TMS."""
        return self.filter(load__external_id=external_id, load__organization=F("organization"))

    def of_mc(self, mc_number: str) -> Self:
        """By the carrier of this MC number, given as digits."""
        return self.filter(mc_number=mc_number)

    def newest_first(self) -> Self:
        """By the conversation's beginning, then by id: a total order."""
        return self.order_by("-discussed_at", "-id")

    def unfinished(self) -> Self:
        """Waiting for a decision."""
        return self.filter(status__in=BID_LIFECYCLE.unfinished)

    def waiting(self) -> Self:
        """Waiting for a decision that matters: the load isn't booked, nor covered or further."""
        return self.unfinished().exclude(load__status__in=SETTLED_STATUSES).filter(load__bookings=None)

    def to_review(self) -> Self:
        """Answered by nobody yet, for loads that are still to be had."""
        return self.waiting().filter(
            status=BID_LIFECYCLE.start, load__status__in=OPEN_STATUSES, load__is_locked=False
        )
