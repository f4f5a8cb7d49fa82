"""The list of carriers: its columns on the page and as CSV, the lane that is searched."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property
from typing import Protocol

from carriers.models import Carrier, CarrierLane
from carriers.selectors.carriers import (
    AVERAGE,
    MILES,
    STANDINGS,
    VETTINGS,
    CarrierFilters,
    Row,
    carriers_in_batches,
    carriers_on_page,
    judge,
    lane_conditions,
)
from organizations.dashboard.table import Empty, Table
from organizations.dashboard.table_columns import Column, read_number
from organizations.dashboard.table_filters import Chip, query
from organizations.formats import money, number
from organizations.places import maps
from organizations.places.gazetteer import miles_between, suggest_places
from organizations.places.models import Place
from organizations.registry import Registry
from organizations.sql import fetch
from organizations.tenancy.scope import current_organization_id

DRAWN = 120
ROADS_OVER_AIR = (
    1.18  # what the country's roads have over the straight line, where no load tells a lane's miles
)


class RoadMiles(Protocol):
    """What loads tell of a lane's length."""

    def __call__(self, origin: Place, destination: Place, *, at_least: float) -> Decimal | None:
        """The fewest miles of a load between the two that are believable, None without one; in one query."""


ROAD_MILES: Registry[RoadMiles] = Registry("source of road miles")
NEARLY = (
    0.9  # a dock may be nearer than the town's middle; a way much shorter than the straight line is a mistake
)


def of_road(per_mile: Decimal | None, roads_over_air: float) -> Decimal | None:
    """A rate of an air mile as one of a road mile."""
    return per_mile and round(per_mile / Decimal(roads_over_air), 2)


@dataclass(frozen=True)
class LaneFigures:
    """Of the lanes searched; rates are averages of bids, `per_mile` of a road mile, both None without amounts."""

    lanes: int
    bids: int
    bookings: int
    delivered: int
    average: Decimal | None
    per_mile: Decimal | None
    miles: float | None  # by road, between the two places asked for
    is_estimated: bool  # no load tells of these miles
    roads_over_air: float
    map: maps.Map | None


def lane_figures(filters: CarrierFilters) -> LaneFigures:
    """Return the figures and the map of a search for a lane, in three queries."""
    condition, values = lane_conditions(filters)
    values |= {"organization": current_organization_id(), "limit": DRAWN}
    rows = fetch(_FIGURES.format(lane=condition), values)
    lanes, bids, bookings, delivered, average, per_mile, *_ = rows[0]
    ways = [
        maps.way(places, drawn, f"{origin} to {destination}: {number(drawn)} offers")
        for *_, origin, destination, drawn, places in rows
        if places is not None
    ]
    circles = [
        maps.Circle(end.place, end.miles, name) for name, end in filters.ends.items() if end.place is not None
    ]
    ends = [circle.place for circle in circles]
    air = miles_between(*ends) if len(ends) == 2 else None
    known = ROAD_MILES["loads"](*ends, at_least=air * NEARLY) if air else None
    roads = float(known) / air if air and known else ROADS_OVER_AIR
    return LaneFigures(
        lanes=lanes,
        bids=bids,
        bookings=bookings,
        delivered=delivered,
        average=average,
        per_mile=of_road(per_mile, roads),
        miles=air and air * roads,
        is_estimated=not known,
        roads_over_air=roads,
        map=maps.draw(ways, circles, description=_description(filters, lanes, average)),
    )


def _description(filters: CarrierFilters, lanes: int, average: Decimal | None) -> str:
    words = {"origin": "from", "destination": "to"}
    ends = [
        f"{words[name]} within {end.miles} miles of {end.place}"
        for name, end in filters.ends.items()
        if end.place is not None
    ]
    paid = f", {money(average)} average" if average is not None else ""
    return f"Map: {number(lanes)} {'lane' if lanes == 1 else 'lanes'} {' '.join(ends)}{paid}"


_PLACES = Place._meta.db_table
_FIGURES = f"""
WITH lane AS MATERIALIZED (
    SELECT max(origin COLLATE "C") AS origin, max(destination COLLATE "C") AS destination, origin_place_id,
        destination_place_id, sum(bids) AS bids, sum(bookings) AS bookings, sum(delivered) AS delivered,
        sum(amount_sum) AS amount_sum, sum(amount_count) AS amount_count
    FROM {CarrierLane._meta.db_table} WHERE organization_id = %(organization)s AND {{lane}}
    GROUP BY origin_place_id, destination_place_id, CASE WHEN origin_place_id IS NULL THEN lower(origin) END,
        CASE WHEN destination_place_id IS NULL THEN lower(destination) END
    HAVING sum(bids) > 0 OR sum(bookings) > 0
),
placed AS (
    SELECT lane.*, {MILES} AS miles, ARRAY[a.latitude, a.longitude, b.latitude, b.longitude] AS places
    FROM lane JOIN {_PLACES} AS a ON a.id = origin_place_id JOIN {_PLACES} AS b ON b.id = destination_place_id
),
drawn AS (SELECT * FROM placed ORDER BY bids DESC, origin_place_id, destination_place_id LIMIT %(limit)s)
SELECT figures.*, drawn.origin, drawn.destination, drawn.bids, drawn.places
FROM (
    SELECT count(*), coalesce(sum(bids), 0), coalesce(sum(bookings), 0), coalesce(sum(delivered), 0),
        {AVERAGE},
        (SELECT round(sum(amount_sum) / nullif(sum(amount_count * miles), 0), 2) FROM placed WHERE miles >= 1)
    FROM lane
) AS figures LEFT JOIN drawn ON true
"""  # noqa: S608


OF_LANE = ("bids", "booked", "rate")  # what only a search for a lane can sort by


class CarrierTable(Table):
    """All carriers, or those that ran a lane."""

    name, title, url_name, parts = "carriers", "Carriers", "carriers:list", "carriers/table.html"
    model, filterset = Carrier, CarrierFilters
    form_css, form_label = "lane-search", "Search lanes"
    clear = "Clear all"
    no_rows = Empty(
        "truck",
        "No carriers yet",
        "Carriers show up here as they call and make offers.",
    )
    no_match = Empty(
        "search-x",
        "No matching carriers",
        "Clear a filter, or try another part of the name or number.",
    )
    none_on_lane = Empty(
        "map-pin-off",
        "No carriers on this lane yet",
        "Widen the radius, clear a filter, or leave one end blank.",
    )
    columns = (
        Column(
            "name",
            "Carrier",
            "party",
            {
                "Carrier": "name",
                "MC number": "mc_number",
                "DOT number": lambda row: str(row.dot_number or ""),
            },
            sort="name",
            is_fixed=True,
            is_head=True,
        ),
        Column(
            "vetting",
            "Vetting",
            "reasons",
            {"Vetting": "standing.text", "Reasons": lambda row: " ".join(row.standing.reasons)},
            word="",
        ),
        Column(
            "rate",
            "Avg. offer",
            "num",
            {"Avg. offer": "average", "RPM": "per_mile"},
            "rate",
        ),
        Column("bids", "Offers", "num", {"Offers": "bids"}, "bids", first="-bids"),
        Column(
            "booked",
            "Booked",
            "num",
            {"Booked": "bookings", "Delivered": "delivered"},
            "booked",
            first="-booked",
        ),
        Column(
            "units",
            "Power units",
            "num",
            {"Power units": "fleet_size"},
            "units",
            first="-units",
            word="Units",
        ),
        Column("equipment", "Equipment", "name half", {"Equipment": "equipment"}),
        Column("seen", "Last active", "num half", {"Last active": "seen_at"}, "seen", first="-seen"),
        Column("preferred", "Preferred", csv={"Preferred": "is_preferred"}, is_usual=False),
    )

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
        """With how they stand, and rates of a road mile."""
        judge(rows)
        if self.lane is not None:
            for row in rows:
                row.per_mile = of_road(row.per_mile, self.lane.roads_over_air)
        return rows

    @cached_property
    def lane(self) -> LaneFigures | None:
        """What all carriers together did on the lane."""
        return lane_figures(self.filters) if self.has_lane else None

    @property
    def unknown(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Ends that aren't known as they were written, with what may have been meant and the way there."""
        meant = {end: list(map(str, suggest_places(self.filters.given[end]))) for end in self.filters.unknown}
        return [
            (self.filters.given[end], [(place, query(self.query, **{end: place})) for place in places])
            for end, places in meant.items()
        ]

    @cached_property
    def chips(self) -> dict[str, list[Chip]]:
        """How carriers are vetted, and what brokers say of them."""
        return {
            "Vetting": self.choices_of("vetting", [("", "All"), *VETTINGS]),
            "Preference": self.switches_of("standing", STANDINGS),
        }

    @property
    def empty(self) -> Empty:
        """What to do about it."""
        return replace(self.none_on_lane, action=self.clear, url=self.url) if self.has_lane else super().empty
