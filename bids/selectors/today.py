"""Reads for the page of today: loads that need a carrier soon, and bids that need a decision."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from django.db.models import FETCH_RAISE, Count, Exists, Min, OuterRef

from bids.models import Bid, BidStatusChange, Booking
from bids.selectors.bids import Row, booked_party, rows_of, with_columns
from loads.models import OPEN_STATUSES, UNCONFIRMED_STATUSES, Load
from organizations.dashboard.navigation import MAX_COUNTED, Part, Waiting
from organizations.models import User
from organizations.tenancy.actors import user

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


def undecided_bids(*, at: datetime) -> list[Row]:
    """Return the newest bids to review; one query, and one where people decided on some before."""
    return rows_of(list(with_columns(Bid.objects.to_review().newest_first())[:MAX_SHOWN]), at=at)


def new_offers(keys: Iterable[int], *, to: User, at: datetime) -> list[Row]:
    """Return those of these bids that are to be reviewed, without what the person entered; the newest first."""
    own = BidStatusChange.objects.filter(bid=OuterRef("pk"), old="", by=str(user(to)))
    bids = Bid.objects.to_review().filter(pk__in=keys).exclude(Exists(own)).newest_first()
    return rows_of(list(with_columns(bids)[:MAX_COUNTED]), at=at)


PARTS = {
    "undecided": Part(
        title="Offers to review",
        position=10,
        url_name="bids:undecided",
        names="bids loads",
        every=1,
        all_url_name="bids:list",
        all_label="All offers",
    ),
    "uncovered": Part(
        title="Uncovered, by pickup",
        position=40,
        url_name="bids:uncovered",
        names="loads bids",
        every=3,
        all_url_name="loads:list",
        all_label="All loads",
    ),
}

WAITING = {
    "offers": Waiting(
        beside="bids:list",
        words=("offer to review", "offers to review"),
        names="bids",
        rows=lambda _at: Bid.objects.to_review().newest_first(),
        since="status_changed_at",
        told_at="bids:new_offers",
    ),
}
