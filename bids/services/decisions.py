"""Deciding on a bid without booking it: offer another figure, refuse it, note that the carrier took it back."""

from datetime import datetime
from decimal import Decimal

from bids.models import Bid
from bids.services.amounts import read_amount
from bids.services.trail import record_deed
from bids.services.transactions import one_transaction
from bids.states import BidStatus
from organizations.actors import Actor
from organizations.lifecycle import move


class BidClosed(RuntimeError):
    """The bid was decided on already; `status` says how, `str()` in words."""

    def __init__(self, bid: Bid) -> None:
        super().__init__(f"This bid is {bid.get_status_display().lower()} already.")
        self.status = bid.status


def lock_undecided(bid: Bid) -> Bid:
    """The bid as it is now, locked until the transaction ends; raises BidClosed when it waits for nothing."""
    current = Bid.objects.select_for_update(no_key=True).get(pk=bid.pk)
    if current.status not in Bid.lifecycle.unfinished:
        raise BidClosed(current)
    return current


def counter_bid(*, bid: Bid, amount: Decimal, by: Actor, at: datetime) -> Bid:
    """Offer `amount` dollars in return, or another figure than before; return the bid as it is then.

    Raises InvalidAmount or BidClosed.
    """
    amount = read_amount(amount)
    with one_transaction():
        bid = lock_undecided(bid)
        if bid.status == BidStatus.OPEN:
            move(
                bid,
                BidStatus.COUNTERED,
                by=by,
                at=at,
                counter_amount=amount,
                decided_by=str(by),
                updated_at=at,
            )
        elif bid.counter_amount != amount:
            bid.counter_amount, bid.decided_by, bid.updated_at = amount, str(by), at
            bid.save(update_fields=["counter_amount", "decided_by", "updated_at"])
        else:
            return bid
        record_deed("bid.countered", bid, by, at, asked=str(bid.amount), offered=str(amount))
    return bid


def reject_bid(*, bid: Bid, reason: str = "", by: Actor, at: datetime) -> Bid:
    """Refuse the bid; return it as it is then. Raises BidClosed."""
    return _close(bid, BidStatus.REJECTED, reason, by, at)


def withdraw_bid(*, bid: Bid, reason: str = "", by: Actor, at: datetime) -> Bid:
    """Note that the carrier took its bid back; return it as it is then. Raises BidClosed."""
    return _close(bid, BidStatus.WITHDRAWN, reason, by, at)


def _close(bid: Bid, status: BidStatus, reason: str, by: Actor, at: datetime) -> Bid:
    with one_transaction():
        bid = lock_undecided(bid)
        move(bid, status, by=by, at=at, reason=reason[:200], decided_by=str(by), updated_at=at)
        record_deed(f"bid.{status.lower()}", bid, by, at, reason=reason)
    return bid
