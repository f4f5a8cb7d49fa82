"""The carriers that bid for a load, side by side."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Count, Max, Q

from bids.models import Bid, Booking, NegotiationStep
from bids.negotiation import Action
from bids.pages.rows import UNDECIDED_FIRST, Row, rows_of, with_columns
from calls.models import CheckCallReport
from loads.models import Load

MOST = 6  # side by side
OFFERS_SHOWN = 5


@dataclass(frozen=True)
class Compared:
    """A carrier's column: its bid, what we offered, what it did before, what was said."""

    row: Row
    offers: list[Decimal]
    bookings: int
    last_booked_at: datetime | None
    reports: int
    late: int
    summary: str


def compared(load: Load, *, at: datetime) -> list[Compared]:
    """Return the best bids of different carriers, those that wait first; six queries at most."""
    bids = with_columns(Bid.objects.filter(load=load)).order_by(UNDECIDED_FIRST, "amount", "pk")
    rows = _one_a_carrier(rows_of(list(bids[: MOST * 5]), at=at))[:MOST]
    carriers = [row.bid.carrier_id for row in rows if row.bid.carrier_id]
    talks = [row.bid.conversation_id for row in rows if row.bid.conversation_id]
    offers = _offers(load, talks)
    booked = _booked(carriers)
    kept = _kept(carriers)
    summaries = dict(
        Bid.objects.filter(pk__in=[row.bid.pk for row in rows])
        .exclude(conversation=None)
        .values_list("pk", "conversation__summary")
    )
    columns = []
    for row in rows:
        made = offers.get(row.bid.conversation_id or 0, [])
        if row.bid.counter_amount is not None and row.bid.counter_amount not in made:
            made = [*made, row.bid.counter_amount]
        number, last = booked.get(row.bid.carrier_id or 0, (0, None))
        reports, late = kept.get(row.bid.carrier_id or 0, (0, 0))
        summary = summaries.get(row.bid.pk) or ""
        columns.append(Compared(row, made[-OFFERS_SHOWN:], number, last, reports, late, summary))
    return columns


def _one_a_carrier(rows: Sequence[Row]) -> list[Row]:
    """The first bid of each carrier; of those whose carrier isn't known, of each caller's number."""
    first: dict[object, Row] = {}
    for row in rows:
        bid = row.bid
        first.setdefault(bid.carrier_id or bid.mc_number or bid.phone or f"bid {bid.pk}", row)
    return list(first.values())


def _offers(load: Load, talks: Sequence[int]) -> dict[int, list[Decimal]]:
    """What we offered in each talk, in order, each figure once."""
    if not talks:
        return {}
    steps = NegotiationStep.objects.filter(load=load, conversation__in=talks).exclude(action=Action.ACCEPT)
    found: dict[int, list[Decimal]] = {}
    for talk, offer in steps.order_by("conversation_id", "position").values_list("conversation_id", "offer"):
        if not found.get(talk) or found[talk][-1] != offer:
            found.setdefault(talk, []).append(offer)
    return found


def _booked(carriers: Sequence[int]) -> dict[int, tuple[int, datetime | None]]:
    """How many loads each was given, and when the last."""
    if not carriers:
        return {}
    rows = Booking.objects.filter(carrier__in=carriers).order_by().values_list("carrier_id")
    return {
        carrier: (number, last)
        for carrier, number, last in rows.annotate(number=Count("pk"), last=Max("booked_at"))
    }


def _kept(carriers: Sequence[int]) -> dict[int, tuple[int, int]]:
    """How many check calls told how each stood with its appointment, and how many that it was late."""
    if not carriers:
        return {}
    told = CheckCallReport.objects.filter(load__bookings__carrier__in=carriers, late_minutes__isnull=False)
    rows = told.order_by().values_list("load__bookings__carrier")
    return {
        carrier: (number, late)
        for carrier, number, late in rows.annotate(
            number=Count("pk", distinct=True), late=Count("pk", distinct=True, filter=Q(late_minutes__gt=0))
        )
    }
