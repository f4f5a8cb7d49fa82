"""Reads for the page of today: loads that need a carrier soon, and bids that need a decision."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from django.db.models import FETCH_RAISE, Count, Exists, Min, OuterRef

from bids.models import Bid, Booking
from bids.selectors.bids import booked_party, party_of
from loads.models import Load
from loads.states import OPEN_STATUSES, UNCONFIRMED_STATUSES

MAX_SHOWN = 6
OVERDUE = timedelta(hours=24)  # a load whose pickup was longer ago is no news


@dataclass(frozen=True)
class Uncovered:
    """A load without a carrier: its best ask among bids that wait, their number, and whether its pickup has begun."""

    load: Load
    best: Decimal | None
    bids: int
    is_late: bool


@dataclass(frozen=True)
class Unconfirmed:
    """A load that is booked and stands as open in the TMS: with whom, and for how much."""

    load: Load
    party: str
    amount: Decimal | None


@dataclass(frozen=True)
class Undecided:
    """A bid that waits for a decision, and by what name its carrier is known."""

    bid: Bid
    load: Load
    party: str


def uncovered_loads(*, at: datetime) -> list[Uncovered]:
    """Return the open loads that are picked up soonest and aren't booked, in three queries.

    Each status by itself, so that an index gives the first few however many there are.
    """
    booked = Booking.objects.filter(load=OuterRef("pk"))
    found: list[Load] = []
    for status in OPEN_STATUSES:
        soonest = Load.objects.open().filter(status=status, pickup_at__gt=at - OVERDUE)
        found += (
            soonest.exclude(Exists(booked))
            .defer("import_trail", "special_instructions")
            .order_by("pickup_at", "id")
            .fetch_mode(FETCH_RAISE)[:MAX_SHOWN]
        )
    loads = sorted(found, key=lambda load: (load.pickup_at or at, load.pk))[:MAX_SHOWN]
    waiting = Bid.objects.waiting().filter(load__in=[load.pk for load in loads]).order_by()
    bids = {
        pk: (best, number)
        for pk, best, number in waiting.values_list("load").annotate(Min("amount"), Count("pk"))
    }
    return [
        Uncovered(load, *bids.get(load.pk, (None, 0)), load.pickup_at is not None and load.pickup_at <= at)
        for load in loads
    ]


def unconfirmed_bookings(*, at: datetime) -> list[Unconfirmed]:
    """Return the booked loads that the TMS doesn't know of and that are picked up soonest, in one query."""
    found = (
        Booking.objects.filter(load__status__in=UNCONFIRMED_STATUSES, load__pickup_at__gt=at - OVERDUE)
        .select_related("load", "carrier", "bid")
        .defer("bid__notes", "load__import_trail", "load__special_instructions")
        .order_by("load__pickup_at", "load_id", "-booked_at", "-pk")
        .fetch_mode(FETCH_RAISE)[: 2 * MAX_SHOWN]
    )
    newest: dict[int, Unconfirmed] = {}
    for booking in found:
        newest.setdefault(booking.load_id, Unconfirmed(booking.load, booked_party(booking), booking.amount))
    return list(newest.values())[:MAX_SHOWN]


def undecided_bids() -> list[Undecided]:
    """Return the newest bids that nobody has answered, for loads that are still to be had; one query."""
    waiting = (
        Bid.objects.waiting()
        .filter(status=Bid.lifecycle.start, load__status__in=OPEN_STATUSES, load__is_locked=False)
        .select_related("load", "carrier")
        .defer("notes", "load__import_trail", "load__special_instructions")
        .order_by("-discussed_at", "-id")
        .fetch_mode(FETCH_RAISE)
    )
    return [Undecided(bid, bid.load, party_of(bid)) for bid in waiting[:MAX_SHOWN]]
