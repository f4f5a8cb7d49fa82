"""What the bid list offers to click; links that keep the other filters."""

from typing import Any

from django.http import QueryDict

from bids.forms import ALL, LATE, SOONEST, SORTS, WAITING
from bids.pages.lists import BY_BIDS, Counts
from bids.states import BidChannel, BidStatus
from organizations.board import Chip, query, switch_chips

NARROWING = ("load", "carrier", "day", "channel")


def is_narrowed(filters: dict[str, Any]) -> bool:
    """Return whether anything but the status narrows the list."""
    return any(filters.get(name) for name in NARROWING)


def status_chips(current: QueryDict, chosen: str, counts: Counts) -> list[Chip]:
    """Return what waits first, then how bids ended, and all of them; what waits is counted."""
    chips = [Chip("Waiting", query(current, status=None), chosen == WAITING, counts.waiting)]
    for status, number in ((BidStatus.OPEN, counts.open), (BidStatus.COUNTERED, counts.countered)):
        chips.append(Chip(status.label, query(current, status=status), chosen == status, number))
    ended = [(BidStatus(status).label, str(status)) for status in BY_BIDS if status != ALL]
    for label, value in [*ended, ("Load gone", LATE), ("All", ALL)]:
        chips.append(Chip(label, query(current, status=value, sort=None), chosen == value))
    return chips


def channel_chips(current: QueryDict, chosen: str | None) -> list[Chip]:
    """Return how bids come; a second click takes the filter out again."""
    return switch_chips(current, "channel", BidChannel.choices, chosen)


def sort_chips(current: QueryDict, chosen: str, status: str) -> list[Chip]:
    """Return the orders of loads; a history is always newest first."""
    if status in BY_BIDS:
        return []
    return [
        Chip(label, query(current, sort=None if value == SOONEST else value), chosen == value)
        for value, label in SORTS
    ]
