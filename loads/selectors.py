"""Reads for the load board and for a load's page."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, time
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import BooleanField, CharField, Count, ExpressionWrapper, F, Q, QuerySet
from django.db.models.expressions import OrderBy
from django.utils.functional import cached_property

from loads.forms import ALL, COVERED, DEFAULT_SORT, HELD, OPEN, WITH_BIDS
from loads.itinerary import Entry, itinerary
from loads.messages import Message, message_of
from loads.models import NEEDED, WANTED, Load, LoadEvent, Stop
from loads.querysets import LoadQuerySet
from loads.states import OPEN_STATUSES, SETTLED_STATUSES, LoadStatus
from loads.told import teller
from organizations.gazetteer import places_within
from organizations.lists import Order, few_in_batches, in_batches, rows_of_page

PAGE_SIZE = 50
CUSTOMERS_OFFERED = 200
WORDS_SEARCHED = 6
STOPS_SHOWN = 20  # of a long itinerary: so many from its start, and its end
STOPS_SHOWN_LAST = 3

# A list of many can be sorted by what an index knows, one of fewer by anything.
FEW = 20_000
INDEXED = ("pickup", "id")
COLUMNS = {
    "pickup": "pickup_at",
    "rate": "customer_rate",
    "start": "start_rate",
    "book": "book_now_rate",
    "max": "max_rate",
    "id": "external_id",
}


@dataclass(frozen=True)
class Board:
    """One page of the load board, and how many loads each status has under the same other filters."""

    page: Page
    counts: "StatusCounts"
    sort: str  # how it is sorted: not always as it was asked for
    sorts: tuple[str, ...]  # what it can be sorted by


@dataclass(frozen=True)
class StatusCounts:
    """How many loads are open, on hold, and there at all, and how many in each status, known statuses first."""

    open: int
    held: int
    all: int
    by_status: dict[str, int]

    def of(self, status: str) -> int:
        """Return the number of loads that the filter `status` leaves."""
        return {OPEN: self.open, HELD: self.held, ALL: self.all}.get(status, self.by_status.get(status, 0))


class CountedPaginator(Paginator):
    """A paginator that knows its total already; its pages are given their rows."""

    def __init__(self, per_page: int, total: int) -> None:
        super().__init__([], per_page)
        self._total = total

    @cached_property
    def count(self) -> int:
        """Return the total it was told."""
        return self._total


def board(filters: dict[str, Any], page_number: str | None) -> Board:
    """Return the board's page under `BoardForm.filters()`, in two queries whatever the number of loads.

    The total of the chosen status is one of the counts, so it needs no query of its own. A page number that
    doesn't exist is the nearest page that does.
    """
    loads = _filtered(Load.objects.all(), filters)
    counts = _status_counts(loads)
    total = counts.of(filters["status"])
    sort = _possible(filters["sort"], total)
    rows = _in_status(loads, filters["status"]).defer("special_instructions").select_related("owner")
    page = CountedPaginator(PAGE_SIZE, total).get_page(page_number)
    offset = PAGE_SIZE * (page.number - 1)
    if total <= FEW:
        page.object_list = list(rows.order_by(*_order(sort))[offset : offset + PAGE_SIZE])
    else:
        page.object_list = rows_of_page(rows, _indexed(sort), offset, PAGE_SIZE)
    return Board(page, counts, sort, tuple(COLUMNS) if total <= FEW else INDEXED)


def board_in_batches(filters: dict[str, Any]) -> Iterator[list[Load]]:
    """Return all the board's loads under `BoardForm.filters()`, in its order, a thousand at a time."""
    rows = _in_status(_filtered(Load.objects.all(), filters), filters["status"])
    total = rows.count()
    sort = _possible(filters["sort"], total)
    rows = rows.defer("special_instructions").select_related("owner")
    if total <= FEW:
        return few_in_batches(rows.order_by(*_order(sort)))
    return in_batches(rows, _indexed(sort))


def customers_offered() -> list[str]:
    """Return the names of customers with open loads, in order, for the filter's suggestions."""
    names = Load.objects.open().exclude(customer_name="").order_by("customer_name")
    return list(names.values_list("customer_name", flat=True).distinct()[:CUSTOMERS_OFFERED])


@dataclass(frozen=True)
class ShownStop:
    """A stop of the itinerary on a page: its number, and how many stops are left out after it."""

    number: int
    stop: Entry
    hidden_after: int = 0


def way_of(load: Load) -> list[Entry]:
    """Return the load's itinerary, in one query."""
    return itinerary(load, list(Stop.objects.filter(load=load).order_by("position")))


def stops_shown(way: Sequence[Entry], *, is_whole: bool) -> list[ShownStop]:
    """Return the stops of an itinerary; of a long one only the start and the end, unless the whole is wanted."""
    numbered = [ShownStop(number, stop) for number, stop in enumerate(way, 1)]
    hidden = len(way) - STOPS_SHOWN - STOPS_SHOWN_LAST
    if is_whole or hidden < 2:
        return numbered
    start = numbered[:STOPS_SHOWN]
    return [*start[:-1], replace(start[-1], hidden_after=hidden), *numbered[-STOPS_SHOWN_LAST:]]


def messages_of(load: Load, limit: int) -> list[Message]:
    """Return the latest messages that the load came from, newest first, without their bodies."""
    events = LoadEvent.objects.filter(load=load).order_by("-received_at", "-pk").defer("raw")
    return [message_of(event) for event in events[:limit]]


def _filtered(loads: LoadQuerySet, filters: dict[str, Any]) -> LoadQuerySet:
    """Narrow by everything but the status."""
    if equipment := filters.get("equipment"):
        loads = loads.filter(equipment_type=equipment)
    if customer := filters.get("customer"):
        loads = loads.filter(customer_name__icontains=customer)
    if day := filters.get("pickup"):
        loads = loads.filter(
            pickup_time__range=(datetime.combine(day, time.min), datetime.combine(day, time.max))
        )
    for end in ("origin", "destination"):
        if place := filters.get(end):
            loads = loads.filter(**{f"{end}_place__in": places_within(place, filters["radius"])})
    if coverage := filters.get("coverage"):
        loads = _covered(loads, coverage)
    if filters.get("missing"):
        loads = loads.filter(_lacking())
    for word in filters.get("q", "").replace(",", " ").split()[:WORDS_SEARCHED]:
        loads = loads.filter(_says(word))
    return loads


def _says(word: str) -> Q:
    """Match a load whose id, customer or place contains the word, or whose state is the word."""
    contained = ("external_id", "customer_name", "origin_city", "destination_city")
    exact = ("origin_state", "destination_state", "origin_zip", "destination_zip")
    found = Q()
    for name in contained:
        found |= Q(**{f"{name}__icontains": word})
    for name in exact:
        found |= Q(**{f"{name}__iexact": word})
    return found


def _covered(loads: LoadQuerySet, coverage: str) -> LoadQuerySet:
    if coverage == WITH_BIDS:
        return loads.filter(pk__in=teller().loads_with_bids())
    is_settled = Q(status__in=SETTLED_STATUSES)
    return loads.filter(is_settled if coverage == COVERED else ~is_settled)


def _lacking() -> Q:
    """Match a load of which something is missing, as `Load.missing` has it."""
    lacking = Q(start_rate=None, book_now_rate=None)
    for name, _ in NEEDED + WANTED:
        empty = Q(**{name: ""}) if isinstance(Load._meta.get_field(name), CharField) else Q(**{name: None})
        lacking |= empty
    return lacking


def _in_status(loads: LoadQuerySet, status: str) -> LoadQuerySet:
    if status == ALL:
        return loads
    if status == HELD:
        return loads.held()
    return loads.open() if status == OPEN else loads.filter(status=status)


def _status_counts(loads: QuerySet) -> StatusCounts:
    """Return the counts in one query."""
    facts = ("status", "is_locked", "is_held")
    held = ExpressionWrapper(Q(held_at__isnull=False), output_field=BooleanField())
    rows = loads.order_by().annotate(is_held=held).values_list(*facts).annotate(number=Count("pk"))
    by_status: Counter[str] = Counter()
    open_loads = held_loads = 0
    for status, is_locked, is_held, number in rows:
        by_status[status] += number
        open_loads += number if status in OPEN_STATUSES and not (is_locked or is_held) else 0
        held_loads += number if is_held else 0
    others = sorted(status for status in by_status if status not in LoadStatus.values)
    in_order = {status: by_status[status] for status in [*LoadStatus.values, *others]}
    return StatusCounts(open=open_loads, held=held_loads, all=by_status.total(), by_status=in_order)


def _possible(sort: str, total: int) -> str:
    """Return the sort that was asked for, or the usual one where there are too many loads for it."""
    is_possible = total <= FEW or sort.removeprefix("-") in INDEXED
    return sort if is_possible else DEFAULT_SORT


def _indexed(sort: str) -> Order:
    return Order(COLUMNS[sort.removeprefix("-")], is_descending=sort.startswith("-"))


def _order(sort: str) -> list[OrderBy]:
    """Return the order with what's unknown last, and the key as the tie-break."""
    column, is_descending = F(COLUMNS[sort.removeprefix("-")]), sort.startswith("-")
    first = column.desc(nulls_last=True) if is_descending else column.asc(nulls_last=True)
    return [first, F("pk").desc() if is_descending else F("pk").asc()]
