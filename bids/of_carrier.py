"""A carrier's newest bids, for its page."""

from django.db.models import FETCH_RAISE

from bids.models import Bid
from bids.states import BidStatus
from carriers.models import Carrier

SHOWN = 20
TONES = {
    BidStatus.ACCEPTED: "go",
    BidStatus.REJECTED: "stop",
    BidStatus.COUNTERED: "wait",
}


def bids_of_carrier(carrier: Carrier) -> list[tuple[Bid, str]]:
    """Return the newest bids with their loads, each with its badge's tone; one query."""
    found = Bid.objects.filter(carrier=carrier).newest_first().select_related("load")
    found = found.defer("notes", "load__special_instructions").fetch_mode(FETCH_RAISE)[:SHOWN]
    return [(bid, TONES.get(BidStatus(bid.status), "")) for bid in found]
