"""Reads for the bid list, a load's bids and a call's.

What waits for a decision is paged by loads: it is a week of bids at most, since whatever nobody decides on expires, and
an index holds it alone. The history is paged by bids, newest first, so that a page is found by an index however long it
is; neighbours of one load stand together.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, tzinfo
from itertools import groupby
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, Max, Min, Q, QuerySet, Sum, Window
from django.db.models.functions import Coalesce, RowNumber

from bids.forms import ALL, ASKED, LATE, MARGIN, WAITING
from bids.models import Bid, Booking
from bids.pages.people import names_of
from bids.pages.rows import UNDECIDED_FIRST, Row, rows_of, with_columns
from bids.projections import BIDS
from bids.querysets import BidQuerySet
from bids.states import BidStatus
from calls.forms import window_of
from calls.models import Conversation
from carriers.models import Carrier
from loads.models import Load
from organizations.models import Tally

LOADS_A_PAGE = 25
BIDS_A_PAGE = 50
MOST_OF_A_LOAD = 3  # in the list; the load's page has the others
MOST_ON_ITS_PAGE = 50
MOST_BOOKINGS = 5
MOST_CARRIERS = 200  # whose name has the words looked for
BY_BIDS = (*Bid.lifecycle.final, ALL)


@dataclass(frozen=True)
class Group:
    """A load and its bids, best first; `more` are those that aren't shown."""

    load: Load
    rows: list[Row]
    more: int = 0

    @property
    def best(self) -> Row:
        """The lowest ask."""
        return self.rows[0]


@dataclass(frozen=True)
class Counts:
    """Bids under the same other filters: waiting for a decision, and of these how many were countered."""

    waiting: int
    open: int
    countered: int


@dataclass(frozen=True)
class BidList:
    """One page of the list: `page` counts loads or bids, as `noun` says."""

    page: Page
    noun: str
    groups: list[Group]
    counts: Counts
    bids: int | None  # that wait, of all pages


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


def bid_list(filters: dict[str, Any], page_number: str | None, *, zone: tzinfo, at: datetime) -> BidList:
    """Return the list's page under `BidFilterForm.filters()`; a page that doesn't exist is the nearest that does."""
    found = _filtered(filters, zone)
    counts = _counts(found)
    status = filters["status"]
    if status in BY_BIDS:
        page, groups = _page_of_bids(found, filters, page_number, at)
        return BidList(page, "bids", groups, counts, None)
    chosen = _in_status(found, status)
    page, groups = _page_of_loads(chosen, filters["sort"], page_number, at)
    number = {WAITING: counts.waiting, BidStatus.OPEN: counts.open, BidStatus.COUNTERED: counts.countered}
    return BidList(page, "loads", groups, counts, number.get(status))


def bids_of_load(load: Load, *, at: datetime) -> LoadBids:
    """Return the load's bids, those that wait first, each lot best first; four queries at most."""
    bids = with_columns(Bid.objects.filter(load=load)).order_by(UNDECIDED_FIRST, _ASK, "pk")
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


_ASK = F("amount").asc(nulls_last=True)
_ORDERS = {
    ASKED: F("newest").desc(nulls_last=True),
    MARGIN: (F("load__customer_rate") - F("best")).desc(nulls_last=True),
}
_SOONEST = F("load__pickup_at").asc(nulls_last=True)


def _filtered(filters: dict[str, Any], zone: tzinfo) -> BidQuerySet:
    """Narrow by everything but the status."""
    found = Bid.objects.all()
    if load := filters.get("load"):
        found = found.of_load(load)
    if channel := filters.get("channel"):
        found = found.filter(channel=channel)
    if day := filters.get("day"):
        found = found.in_window(*window_of(day, zone))
    if mc_number := filters.get("mc"):
        found = found.of_mc(mc_number)
    elif words := filters.get("carrier"):
        # Found first, so that the bids are found by the carriers' index.
        carriers = Carrier.objects.filter(name__icontains=words).order_by("pk")
        found = found.filter(carrier__in=list(carriers.values_list("pk", flat=True)[:MOST_CARRIERS]))
    return found


def _in_status(found: BidQuerySet, status: str) -> BidQuerySet:
    """Those that nobody has decided on: whose load is still to be had, all or in one status, or is gone."""
    if status == LATE:
        return found.unfinished().exclude(pk__in=Bid.objects.waiting().values("pk"))
    waiting = found.waiting()
    return waiting if status == WAITING else waiting.filter(status=status)


def _counts(found: BidQuerySet) -> Counts:
    told = found.waiting().aggregate(
        waiting=Count("pk"),
        open=Count("pk", filter=Q(status=BidStatus.OPEN)),
        countered=Count("pk", filter=Q(status=BidStatus.COUNTERED)),
    )
    return Counts(**told)


def _page_of_loads(
    bids: BidQuerySet, sort: str, page_number: str | None, at: datetime
) -> tuple[Page, list[Group]]:
    loads = (
        bids.order_by()
        .values("load")
        .annotate(number=Count("pk"), newest=Max("updated_at"), best=Min("amount"))
        .order_by(_ORDERS.get(sort, _SOONEST), "load")
    )
    pages = Paginator(loads, LOADS_A_PAGE)
    pages.count = bids.order_by().aggregate(loads=Count("load", distinct=True))["loads"]
    page = pages.get_page(page_number)
    chosen = {row["load"]: row["number"] for row in page.object_list}
    place = Window(RowNumber(), partition_by="load", order_by=[_ASK, F("pk").asc()])
    best = bids.filter(load__in=chosen).annotate(place=place).filter(place__lte=MOST_OF_A_LOAD)
    shown = with_columns(Bid.objects.filter(pk__in=best.values("pk"))).order_by("load", _ASK, "pk")
    grouped = {load.pk: (load, rows) for load, rows in _by_load(rows_of(list(shown), at=at))}
    groups = [
        Group(grouped[pk][0], grouped[pk][1], number - len(grouped[pk][1]))
        for pk, number in chosen.items()
        if pk in grouped  # else they were decided on between two statements
    ]
    return page, groups


def _page_of_bids(
    found: BidQuerySet, filters: dict[str, Any], page_number: str | None, at: datetime
) -> tuple[Page, list[Group]]:
    if filters["status"] != ALL:
        found = found.filter(status=filters["status"])
    pages = Paginator(_newest(found), BIDS_A_PAGE)
    if filters["status"] == ALL and not filters.keys() & {"load", "channel", "day", "mc", "carrier"}:
        pages.count = Tally.objects.filter(kind=BIDS.kind).aggregate(all=Coalesce(Sum("count"), 0))["all"]
    else:
        pages.count = found.order_by().count()
    page = pages.get_page(page_number)
    # By key: a page deep in the history is found by the index alone, before anything is joined.
    keys = list(page.object_list)
    bids = {bid.pk: bid for bid in with_columns(Bid.objects.filter(pk__in=keys))}
    rows = rows_of([bids[key] for key in keys if key in bids], at=at)
    return page, [Group(load, _best_first(of_load)) for load, of_load in _by_load(rows)]


def _newest(found: BidQuerySet) -> QuerySet[Any, Any]:
    return found.newest_first().values_list("pk", flat=True)


def _by_load(rows: Iterable[Row]) -> list[tuple[Load, list[Row]]]:
    """Rows of one load that follow each other, together."""
    neighbours = [list(of_load) for _, of_load in groupby(rows, key=lambda row: row.bid.load_id)]
    return [(of_load[0].load, of_load) for of_load in neighbours]


def _best_first(rows: list[Row]) -> list[Row]:
    return sorted(rows, key=lambda row: (row.ask is None, row.ask))
