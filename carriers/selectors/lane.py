"""What all carriers together did on the lanes searched: figures, and a map."""

from dataclasses import dataclass
from decimal import Decimal

from carriers.filters import CarrierFilters
from carriers.models import CarrierLane
from carriers.selectors.carriers import AVERAGE, MILES, lane_conditions
from organizations.dashboard.formats import money, number
from organizations.places import maps
from organizations.places.gazetteer import miles_between
from organizations.places.models import Place
from organizations.records.sql import fetch
from organizations.tenancy.scope import current_organization_id

DRAWN = 120


@dataclass(frozen=True)
class LaneFigures:
    """Of the lanes searched; rates are averages of bids, `per_mile` of an air mile, both None without amounts."""

    lanes: int
    bids: int
    bookings: int
    delivered: int
    average: Decimal | None
    per_mile: Decimal | None
    air_miles: float | None  # between the two places asked for
    map: maps.Map | None


def lane_figures(filters: CarrierFilters) -> LaneFigures:
    """Return the figures and the map of a search for a lane, in two queries."""
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
    return LaneFigures(
        lanes=lanes,
        bids=bids,
        bookings=bookings,
        delivered=delivered,
        average=average,
        per_mile=per_mile,
        air_miles=miles_between(*ends) if len(ends) == 2 else None,
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
