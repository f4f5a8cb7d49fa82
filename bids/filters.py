"""What narrows the list of bids."""

import re

from django_filters import CharFilter, ChoiceFilter

from bids.models import Bid
from bids.querysets import BidQuerySet
from bids.states import BidChannel, BidStatus
from carriers.models import Carrier
from organizations.dashboard.table_filters import DayFilter, TableFilters, Words

WAITING, LATE, ALL = "waiting", "late", "all"
SOONEST, ASKED, MARGIN = "pickup", "asked", "margin"
STATUSES = (
    (WAITING, "Needs review"),
    (LATE, "Load covered"),
    *BidStatus.choices,
    (ALL, "All"),
)
MC = re.compile(r"(?:mc|#|no\.?|[\s.:-])*([0-9]{1,10})", re.ASCII | re.IGNORECASE)
MAX_CARRIERS = 200  # whose name has the words looked for


class BidFilters(TableFilters):
    """The bids' filters; without a status, those that wait for a decision."""

    shown = ("load", "carrier", "day")
    defaults = {"status": WAITING, "sort": SOONEST}

    status = ChoiceFilter(choices=STATUSES, method="in_status")
    load = CharFilter(
        label="Load", method=lambda bids, _, load: bids.of_load(load), max_length=64, widget=Words("any id")
    )
    carrier = CharFilter(label="Carrier", method="of_carrier", max_length=100, widget=Words("name or MC"))
    day = DayFilter(label="Day")
    channel = ChoiceFilter(choices=BidChannel.choices)

    def in_status(self, bids: BidQuerySet, _name: str, status: str) -> BidQuerySet:
        """Return all bids, those that ended so, or those that nobody has decided on, whose load may be gone."""
        if status == ALL:
            return bids
        if status in Bid.lifecycle.final:
            return bids.filter(status=status)
        if status == LATE:
            return bids.unfinished().exclude(pk__in=Bid.objects.waiting().values("pk"))
        return bids.waiting() if status == WAITING else bids.waiting().filter(status=status)

    def of_carrier(self, bids: BidQuerySet, _name: str, text: str) -> BidQuerySet:
        """Return the bids of a carrier by its MC number, or of those whose name has the words."""
        if number := MC.fullmatch(text.strip()):
            return bids.of_mc(number[1])
        # Found first, so that the bids are found by the carriers' index.
        carriers = Carrier.objects.filter(name__icontains=text).order_by("pk")
        return bids.filter(carrier__in=list(carriers.values_list("pk", flat=True)[:MAX_CARRIERS]))
