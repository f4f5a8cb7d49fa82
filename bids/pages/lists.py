"""Reads of a load's bids and of a call's."""

from dataclasses import dataclass
from datetime import datetime

from bids.models import Bid, Booking
from bids.pages.people import names_of
from bids.pages.rows import BEST_FIRST, UNDECIDED_FIRST, Row, rows_of, with_columns
from calls.models import Conversation
from loads.models import Load

MOST_ON_ITS_PAGE = 50
MOST_BOOKINGS = 5


@dataclass(frozen=True)
class Booked:
    """A booking of a load, in words."""

    booking: Booking
    party: str
    by: str


@dataclass(frozen=True)
class LoadBids:
    """A load's bids best first, what was booked, and how many bids aren't shown."""

    load: Load
    rows: list[Row]
    more: int
    bookings: list[Booked]


def bids_of_load(load: Load, *, at: datetime) -> LoadBids:
    """Return the load's bids, those that wait first, each lot best first; four queries at most."""
    bids = with_columns(Bid.objects.filter(load=load)).order_by(UNDECIDED_FIRST, *BEST_FIRST)
    shown = list(bids[: MOST_ON_ITS_PAGE + 1])
    more = 0
    if len(shown) > MOST_ON_ITS_PAGE:
        more = Bid.objects.filter(load=load).count() - MOST_ON_ITS_PAGE
    bookings = bookings_of(load)
    return LoadBids(load, rows_of(shown[:MOST_ON_ITS_PAGE], at=at), more, bookings)


def bids_of_call(conversation: Conversation, *, at: datetime) -> list[Row]:
    """Return what was asked in a conversation, those that wait first."""
    bids = with_columns(Bid.objects.filter(conversation=conversation))
    bids = bids.order_by(UNDECIDED_FIRST, "-position", "-pk")
    return rows_of(list(bids[:MOST_ON_ITS_PAGE]), at=at)


def bookings_of(load: Load) -> list[Booked]:
    """Return what was booked of the load, newest first; two queries at most."""
    bookings = (
        Booking.objects.filter(load=load).select_related("carrier", "bid").order_by("-booked_at", "-pk")
    )
    found = list(bookings[:MOST_BOOKINGS])
    names = names_of(booking.booked_by for booking in found)
    return [Booked(each, _party(each), names.get(each.booked_by, "")) for each in found]


def _party(booking: Booking) -> str:
    if booking.carrier is not None:
        return str(booking.carrier)
    return (booking.bid.caller_name if booking.bid else "") or "an unknown carrier"
