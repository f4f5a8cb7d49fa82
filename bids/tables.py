"""The list of offers: filters, columns, order.

What waits for a decision is paged by loads: it is a week of bids at most, since whatever nobody decides on expires, and
an index holds it alone. The history is paged by bids, newest first, so that a page is found by an index however long it
is; neighbours of one load stand together.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import groupby

from django.db.models import Count, F, Max, Min, Q, Sum, Window
from django.db.models.functions import Coalesce, RowNumber
from django_filters import CharFilter, ChoiceFilter

from bids.models import Bid
from bids.models.bids import BIDS
from bids.querysets import BidQuerySet
from bids.selectors.bids import BEST_FIRST, Row, rows_of, with_columns
from bids.states import BidChannel, BidStatus
from carriers.models import Carrier
from organizations.dashboard.table import Empty, Group, Table, counted
from organizations.dashboard.table_columns import Column
from organizations.dashboard.table_filters import Chip, DayFilter, TableFilters, Words
from organizations.models import Tally

# What narrows the list of bids.


WAITING, LATE, ALL = "waiting", "late", "all"
SOONEST, ASKED, MARGIN = "pickup", "asked", "margin"
STATUSES = (
    (WAITING, "Needs your decision"),
    (LATE, "Load covered"),
    *BidStatus.choices,
    (ALL, "All"),
)
MC = re.compile(r"(?:mc|#|no\.?|[\s.:-])*([0-9]{1,10})", re.ASCII | re.IGNORECASE)
MAX_CARRIERS = 200  # whose name has the words looked for


class BidFilters(TableFilters):
    """The bids' filters; without a status, those that wait for a decision."""

    shown = ("load", "carrier", "day")
    defaults = {"status": WAITING, "sort": SOONEST}

    status = ChoiceFilter(choices=STATUSES, method="in_status")
    load = CharFilter(
        label="Load", method=lambda bids, _, load: bids.of_load(load), max_length=64, widget=Words("Load #")
    )
    carrier = CharFilter(label="Carrier", method="of_carrier", max_length=100, widget=Words("name or MC"))
    day = DayFilter(label="Offer date")
    channel = ChoiceFilter(choices=BidChannel.choices)

    def in_status(self, bids: BidQuerySet, _name: str, status: str) -> BidQuerySet:
        """Return all bids, those that ended so, or those that nobody has decided on, whose load may be gone."""
        if status == ALL:
            return bids
        if status in Bid.lifecycle.final:
            return bids.filter(status=status)
        if status == LATE:
            return bids.unfinished().exclude(pk__in=Bid.objects.waiting().values("pk"))
        return bids.waiting() if status == WAITING else bids.waiting().filter(status=status)

    def of_carrier(self, bids: BidQuerySet, _name: str, text: str) -> BidQuerySet:
        """Return the bids of a carrier by its MC number, or of those whose name has the words."""
        if number := MC.fullmatch(text.strip()):
            return bids.of_mc(number[1])
        # Found first, so that the bids are found by the carriers' index.
        carriers = Carrier.objects.filter(name__icontains=text).order_by("pk")
        return bids.filter(carrier__in=list(carriers.values_list("pk", flat=True)[:MAX_CARRIERS]))


LOADS_A_PAGE = 25
BIDS_A_PAGE = 50
MAX_OF_A_LOAD = 3  # in the list; the load's page has the others
SORTS = ((SOONEST, "Soonest pickup"), (ASKED, "Newest offer"), (MARGIN, "Best margin"))
BY = {
    SOONEST: F("load__pickup_at").asc(nulls_last=True),
    ASKED: F("newest").desc(nulls_last=True),
    MARGIN: (F("load__customer_rate") - F("best")).desc(nulls_last=True),
}
BY_BIDS = (*Bid.lifecycle.final, ALL)
CHIPS = (
    (WAITING, "Needs your decision"),
    *(
        (status, BidStatus(status).label)
        for status in (BidStatus.OPEN, BidStatus.COUNTERED, *Bid.lifecycle.final)
    ),
    (LATE, "Load covered"),
    (ALL, "All"),
)


class BidTable(Table):
    """The bids; its rows are groups of a load each."""

    name, title, url_name, parts = "bids", "Offers", "bids:list", "bids/table.html"
    caption = "Offers by load, lowest first"
    model, filterset = Bid, BidFilters
    default_sort = SOONEST
    sorts = offered = (SOONEST, ASKED, MARGIN)
    live_topics, live_every = "bids", 3
    form_label = "Filter offers"
    is_grouped = True
    no_rows = Empty(
        "hand-coins",
        "No offers waiting",
        "Carrier offers show up here as soon as the agent hears a rate, by phone or email. See All for decided ones.",
        "Show all offers",
        "?status=all",
    )
    none_in_status = replace(
        no_rows,
        title="No offers here",
        text="No offers in this status. Try another one.",
    )
    no_match = Empty(
        "search-x",
        "No matching offers",
        "Clear a filter, or look under All for offers already decided.",
    )
    columns = (
        Column("carrier", "Carrier", "party", is_head=True),
        Column("asks", "Offer", "num"),
        Column("margin", "Margin", "num"),
        Column("first", "Opening ask", "num"),
        Column("offer", "Our counter", "num"),
        Column("came", "Source"),
        Column("stands", "Status"),
        Column("decide", "Action", "decide", is_action=True),
    )

    @property
    def status(self) -> str:
        """The status that is shown."""
        return str(self.filters.values["status"])

    @property
    def is_by_bids(self) -> bool:
        """Whether pages are counted by bids, not by loads."""
        return self.status in BY_BIDS

    @property
    def noun(self) -> str:
        """What the pager counts."""
        return "offers" if self.is_by_bids else "loads"

    @property
    def page_size(self) -> int:
        """How many of them a page has."""
        return BIDS_A_PAGE if self.is_by_bids else LOADS_A_PAGE

    @cached_property
    def counts(self) -> dict[str, int]:
        """Bids under the same other filters: waiting for a decision, and of these how many were countered."""
        waiting = self.filters.narrow_but("status").waiting()
        return dict(
            waiting.aggregate(
                **{
                    WAITING: Count("pk"),
                    BidStatus.OPEN: Count("pk", filter=Q(status=BidStatus.OPEN)),
                    BidStatus.COUNTERED: Count("pk", filter=Q(status=BidStatus.COUNTERED)),
                }
            )
        )

    @property
    def waiting(self) -> int | None:
        """How many bids wait, on all pages; None where that isn't what is shown."""
        return self.counts.get(self.status)

    @cached_property
    def total(self) -> int:
        """How many loads, or bids; all that ever were are tallied."""
        if not self.is_by_bids:
            return int(self.found.order_by().aggregate(loads=Count("load", distinct=True))["loads"])
        if self.status == ALL and not self.is_filtered:
            tallies = Tally.objects.filter(kind=BIDS.kind)
            return int(tallies.aggregate(all=Coalesce(Sum("count"), 0))["all"])
        return super().total

    def rows(self, offset: int) -> Sequence[Group]:
        """The page's groups."""
        return self._of_bids(offset) if self.is_by_bids else self._of_loads(offset)

    @property
    def groups(self) -> Sequence[Group]:
        """A load each."""
        return list(self.page.object_list)

    def _of_loads(self, offset: int) -> list[Group]:
        loads = (
            self.found.order_by()
            .values("load")
            .annotate(number=Count("pk"), newest=Max("updated_at"), best=Min("amount"))
            .order_by(BY[self.sort], "load")
        )
        chosen = {row["load"]: row["number"] for row in loads[offset : offset + self.page_size]}
        place = Window(RowNumber(), partition_by="load", order_by=BEST_FIRST)
        best = self.found.filter(load__in=chosen).annotate(place=place).filter(place__lte=MAX_OF_A_LOAD)
        shown = with_columns(Bid.objects.filter(pk__in=best.values("pk"))).order_by("load", *BEST_FIRST)
        by_load = {group.about.pk: group.rows for group in _by_load(rows_of(list(shown), at=self.at))}
        return [
            Group(by_load[load], by_load[load][0].load, number - len(by_load[load]))
            for load, number in chosen.items()
            if load in by_load  # else they were decided on between two statements
        ]

    def _of_bids(self, offset: int) -> list[Group]:
        # By key: a page deep in the history is found by the index alone, before anything is joined.
        found = self.found.newest_first().values_list("pk", flat=True)  # type: ignore[attr-defined]
        keys = list(found[offset : offset + self.page_size])
        bids = {bid.pk: bid for bid in with_columns(Bid.objects.filter(pk__in=keys))}
        return _by_load(rows_of([bids[key] for key in keys if key in bids], at=self.at))

    @cached_property
    def chips(self) -> dict[str, list[Chip]]:
        """What waits first, then how bids ended; how they came; the order of loads, where it isn't a history."""
        chips = {
            "Status": self.choices_of("status", CHIPS, self.counts),
            "Source": self.switches_of("channel", BidChannel.choices),
        }
        if not self.is_by_bids:
            chips["Sort"] = self.choices_of("sort", SORTS)
        return chips

    @property
    def announcement(self) -> str:
        """What screen readers hear."""
        return f"{self.total} {self.noun}" if self.waiting is None else counted(self.waiting, "offer")

    @property
    def empty(self) -> Empty:
        """What to do about it."""
        return self.none_in_status if self.status != WAITING and not self.is_filtered else super().empty


def _by_load(rows: Iterable[Row]) -> list[Group]:
    """Rows of one load that follow each other, together, best first."""
    neighbours = [list(of_load) for _, of_load in groupby(rows, key=lambda row: row.bid.load_id)]
    return [
        Group(sorted(of_load, key=lambda row: (row.ask is None, row.ask)), of_load[0].load)
        for of_load in neighbours
    ]
