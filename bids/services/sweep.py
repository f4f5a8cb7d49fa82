"""Bids that nobody decided on."""

from datetime import datetime

import structlog
from django.db import transaction
from django.db.models import Q

from bids.models import Bid
from bids.states import BidStatus
from organizations.actors import Actor
from organizations.lifecycle import move

log = structlog.get_logger(__name__)

MOST_AT_ONCE = 500


def expire_overdue_bids(*, by: Actor, at: datetime, most: int = MOST_AT_ONCE) -> int:
    """Expire undecided bids past their deadline, of all organizations, the longest overdue first; how many it were.

    A bid's time runs from its last figure. At most `most` in one transaction; bids that somebody is deciding on at this
    moment are left alone. Call it again for the rest.
    """
    overdue = Q()
    for status, deadline in Bid.lifecycle.deadlines.items():
        overdue |= Q(status=status, status_changed_at__lt=at - deadline, updated_at__lt=at - deadline)
    with transaction.atomic():
        bids = list(
            Bid.unscoped.filter(overdue)
            .order_by("status_changed_at", "id")
            .select_for_update(skip_locked=True, no_key=True)[:most]
        )
        for bid in bids:
            move(bid, BidStatus.EXPIRED, by=by, at=at, reason="nobody decided in time", updated_at=at)
    if bids:
        log.info("bids expired", count=len(bids))
    return len(bids)
