"""What the loads' lists say of bids and calls: `settings.LOAD_TELLER`."""

from collections.abc import Sequence

from django.db.models import Count, Min, Q, QuerySet

from bids.models import Bid
from bids.states import BID_LIFECYCLE, BidStatus
from calls.models import ConversationLoad
from loads.told import Bids

WORTH = (*BID_LIFECYCLE.unfinished, BidStatus.ACCEPTED)


class BidsAndCalls:
    """Tells of the loads of the organization in scope."""

    def bids_of(self, loads: Sequence[int]) -> dict[int, Bids]:
        """Their bids: all of them counted, the lowest ask of those that wait or were accepted."""
        rows = (
            Bid.objects.filter(load__in=loads)
            .order_by()
            .values_list("load_id")
            .annotate(number=Count("pk"), best=Min("amount", filter=Q(status__in=WORTH)))
        )
        return {load: Bids(number, best) for load, number, best in rows}

    def calls_of(self, loads: Sequence[int]) -> dict[int, int]:
        """How many conversations each was discussed in."""
        rows = ConversationLoad.objects.filter(load__in=loads).order_by().values_list("load_id")
        return dict(rows.annotate(number=Count("pk")))

    def loads_with_bids(self) -> QuerySet:
        """The keys of loads with bids that wait for a decision."""
        return Bid.objects.unfinished().order_by().values("load_id")
