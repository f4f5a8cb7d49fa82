"""What a load earns (customer rate less carrier pay), and how that is worded."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from loads.states import UNCONFIRMED_STATUSES, LoadStatus


@dataclass(frozen=True)
class Margin:
    """Dollars that stay, their share of the customer rate (None when that is zero), and dollars a mile."""

    amount: Decimal
    share: Decimal | None
    per_mile: Decimal | None

    @property
    def is_negative(self) -> bool:
        """Whether the load loses money."""
        return self.amount < 0


def margin(
    customer_rate: Decimal | None, cost: Decimal | None, miles: Decimal | None = None
) -> Margin | None:
    """Return the margin at a carrier's rate, or None where either is missing."""
    if customer_rate is None or cost is None:
        return None
    amount = customer_rate - cost
    return Margin(
        amount=amount,
        share=amount / customer_rate if customer_rate else None,
        per_mile=amount / miles if miles else None,
    )


@dataclass(frozen=True)
class MarginRange:
    """Shares of the customer rate between which the margin will lie: at max rate and at start rate."""

    low: Decimal
    high: Decimal


def margin_range(customer_rate: Decimal | None, *costs: Decimal | None) -> MarginRange | None:
    """Return the least and the greatest share at these costs, or None where none can be told."""
    found = [margin(customer_rate, cost) for cost in costs]
    shares = [each.share for each in found if each is not None and each.share is not None]
    return MarginRange(min(shares), max(shares)) if shares else None


# How loads read on a page: their status, and what is missing. Pure.


BOOKED = "Booked · not in TMS"
MISSING = {
    "pickupTime": "pickup time",
    "dropoffTime": "delivery time",
    "origin": "origin",
    "destination": "destination",
    "status": "status",
    "customerRate": "customer rate",
    "startRate": "target or book-it-now rate",
    "maxRate": "max buy",
}


def missing_words(load: Any) -> list[str]:
    """Return what is missing in people's words: `max buy`."""
    return [MISSING[name] for name in load.missing]


def lacking_words(load: Any) -> list[str]:
    """Return what keeps the agent from offering the load, in people's words."""
    return [MISSING[name] for name in load.lacking]


def status_label(status: str) -> str:
    """Return a status as people read it; words that Loadline doesn't know stand as the TMS gave them."""
    return dict(LoadStatus.choices).get(status, status) or "No status"


def is_unconfirmed(load: Any, *, is_booked: bool) -> bool:
    """Whether the load is booked and the TMS doesn't say so yet."""
    return is_booked and load.status in UNCONFIRMED_STATUSES


def state_label(load: Any, *, is_booked: bool) -> str:
    """Return how a load reads: as the TMS says, unless it is booked and the TMS doesn't know."""
    return BOOKED if is_unconfirmed(load, is_booked=is_booked) else status_label(load.status)
