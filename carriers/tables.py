"""The list of carriers: its columns on the page and as CSV, the lane that is searched."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Any

from django.db.models import QuerySet

from carriers.filters import STANDINGS, VETTINGS, CarrierFilters
from carriers.models import Carrier
from carriers.pages import LaneFigures, lane_figures
from carriers.selectors import Row, carriers_in_batches, carriers_on_page, judge
from organizations.tables.chips import Chip, choice_chips, query, switch_chips
from organizations.tables.paging import read_number
from organizations.tables.table import Cell, Column, Empty, Table

OF_LANE = ("bids", "booked", "rate")  # what only a search for a lane can sort by


class CarrierTable(Table):
    """All carriers, or those that ran a lane."""

    name, title, url_name, parts = "carriers", "Carriers", "carriers:list", "carriers/table.html"
    filterset = CarrierFilters
    form_css, form_label = "lane-search", "Search a lane"
    clear = "Clear all"
    columns = (
        Column(
            "name",
            "Carrier",
            "party",
            (
                Cell("Carrier", attrgetter("name")),
                Cell("MC number", attrgetter("mc_number")),
                Cell("DOT number", lambda row: str(row.dot_number or "")),
            ),
            sort="name",
            is_fixed=True,
            is_head=True,
        ),
        Column(
            "vetting",
            "Vetting",
            "reasons",
            (
                Cell("Vetting", attrgetter("standing.text")),
                Cell("Reasons", lambda row: " ".join(row.standing.reasons)),
            ),
            word="",
        ),
        Column(
            "rate",
            "Average rate",
            "num",
            (Cell("Average rate", attrgetter("average")), Cell("Rate an air mile", attrgetter("per_mile"))),
            sort="rate",
        ),
        Column("bids", "Bids", "num", (Cell("Bids", attrgetter("bids")),), sort="bids", first="-bids"),
        Column(
            "booked",
            "Booked",
            "num",
            (Cell("Booked", attrgetter("bookings")), Cell("Delivered", attrgetter("delivered"))),
            sort="booked",
            first="-booked",
        ),
        Column(
            "units",
            "Power units",
            "num",
            (Cell("Power units", attrgetter("fleet_size")),),
            sort="units",
            first="-units",
            word="Units",
        ),
        Column("equipment", "Equipment", "name half", (Cell("Equipment", attrgetter("equipment")),)),
        Column(
            "seen",
            "Last seen",
            "num half",
            (Cell("Last seen", attrgetter("seen_at")),),
            sort="seen",
            first="-seen",
        ),
        Column(
            "preferred", "Preferred", "", (Cell("Preferred", attrgetter("is_preferred")),), is_usual=False
        ),
    )

    def queryset(self) -> QuerySet[Any, Any]:
        """All carriers; the statements that go over lanes too are in `carriers.selectors`."""
        return Carrier.objects.all()

    @property
    def has_lane(self) -> bool:
        """Whether one end at least is asked for."""
        return bool(self.filters.ends)

    @property
    def default_sort(self) -> str:
        """By bids on a lane, else by who was seen last."""
        return "-bids" if self.has_lane else "-seen"

    @property
    def offered(self) -> list[str]:
        """By what carriers did only where a lane is searched."""
        return [
            column.sort
            for column in self.columns
            if column.sort and (self.has_lane or column.sort not in OF_LANE)
        ]

    @cached_property
    def _of_page(self) -> tuple[int, list[Row]]:
        number = read_number(self.query.get("page"))
        return carriers_on_page(self.filters, self.sort, number=number, size=self.page_size)

    @property
    def total(self) -> int:
        """How many carriers there are."""
        return self._of_page[0]

    def rows(self, offset: int) -> list[Row]:
        """The carriers of the page."""
        return self._of_page[1]

    def batches(self) -> Iterator[Sequence[Row]]:
        """All carriers."""
        for rows in carriers_in_batches(self.filters, self.sort):
            yield self.prepared(rows)

    def prepared(self, rows: Sequence[Row]) -> Sequence[Row]:
        """With how they stand."""
        judge(rows)
        return rows

    @cached_property
    def lane(self) -> LaneFigures | None:
        """What all carriers together did on the lane."""
        return lane_figures(self.filters) if self.has_lane else None

    @property
    def unknown(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Ends that aren't known as they were written, with what may have been meant and the way there."""
        return [
            (
                end.text,
                [(str(place), query(self.query, **{end.end: str(place)})) for place in end.suggestions],
            )
            for end in self.filters.unknown
        ]

    @cached_property
    def chips(self) -> dict[str, list[Chip]]:
        """How carriers are vetted, and what brokers say of them."""
        given = self.filters.given
        return {
            "Vetting": choice_chips(self.query, "vetting", [("", "All"), *VETTINGS], given.get("vetting")),
            "Standing": switch_chips(self.query, "standing", STANDINGS, given.get("standing")),
        }

    @property
    def empty(self) -> Empty:
        """How carriers come to be."""
        if self.has_lane:
            text = "Search farther around its ends, take a filter out, or leave one end open."
            return Empty("map-pin-off", "Nobody has run this lane", text, "Clear all", self.url)
        if self.is_filtered:
            text = "Take a filter out, or look for another part of the name or number."
            return Empty("search-x", "No carrier matches", text, "Clear all", self.url)
        text = "Carriers appear here as they call and bid. Your own list comes in with bin/manage import_carriers."
        return Empty("truck", "No carriers yet", text)
