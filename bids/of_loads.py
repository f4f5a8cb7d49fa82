"""What the loads' lists say of bids and calls: `settings.LOAD_TELLER`."""

from collections.abc import Sequence

from django.db.models import Count, Min, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from bids.models import Bid, Booking
from bids.states import BID_LIFECYCLE, BidStatus
from calls.models import ConversationLoad
from loads.models import Load
from loads.told import Bids

WORTH = (*BID_LIFECYCLE.unfinished, BidStatus.ACCEPTED)


class BidsAndCalls:
    """Tells of the loads of the organization in scope."""

    def bids_of(self, loads: Sequence[int]) -> dict[int, Bids]:
        """Their bids: all of them counted, the lowest ask of those that wait or were accepted; and their bookings."""
        bids = Bid.objects.filter(load=OuterRef("pk")).order_by().values("load")
        rows = Load.objects.filter(pk__in=loads).order_by()
        found = rows.values_list(
            "pk",
            Coalesce(Subquery(bids.annotate(number=Count("pk")).values("number")), 0),
            Subquery(bids.annotate(best=Min("amount", filter=Q(status__in=WORTH))).values("best")),
            Subquery(Booking.objects.filter(load=OuterRef("pk")).order_by().values("amount")[:1]),
        )
        return {load: Bids(*told) for load, *told in found}

    def calls_of(self, loads: Sequence[int]) -> dict[int, int]:
        """How many conversations each was discussed in."""
        rows = ConversationLoad.objects.filter(load__in=loads).order_by().values_list("load_id")
        return dict(rows.annotate(number=Count("pk")))

    def loads_with_bids(self) -> QuerySet:
        """The keys of loads with bids that wait for a decision."""
        return Bid.objects.unfinished().order_by().values("load_id")
