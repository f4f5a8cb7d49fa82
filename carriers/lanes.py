"""Who runs the lane: carriers that bid, were booked or delivered between two places, or near them."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

import orjson

from organizations.places.gazetteer import circle
from organizations.places.models import Place
from organizations.records.sql import fetch
from organizations.tenancy.scope import current_organization_id

HALF_ROUND = 12_500.0  # miles: nothing is farther away


@dataclass(frozen=True, slots=True)
class End:
    """An end of the lane: a place and miles around it; or a text where there is no place, as loads have it."""

    place: Place | None = None
    miles: float = 0
    text: str = ""

    def condition(self, end: str) -> tuple[str, dict[str, Any]]:
        """As SQL of a row of the lanes, and its values; `end` is its column."""
        if self.place is None:
            return f"lower({end}) = lower(%({end})s::text)", {end: self.text}
        if not self.miles:
            return f"{end}_place_id = %({end})s::int", {end: self.place.pk}
        if self.miles >= HALF_ROUND:
            return f"{end}_place_id IS NOT NULL", {}
        near, values = circle(end, self.place, self.miles)
        return f"{end}_place_id = ANY(ARRAY({near}))", values


def carriers_on_lane(
    *, origin: End, destination: End, equipment: Collection[str] = (), limit: int, offset: int = 0
) -> tuple[list[orjson.Fragment], int]:
    """The API's records of the organization's carriers, as JSON already, and how many there are in all; one query.

    Those with the most bids on the lanes found come first, then by name, then by key. Without `equipment` (of
    `organizations.equipment.Equipment`) all kinds count.
    """
    begins, of_origin = origin.condition("origin")
    ends, of_destination = destination.condition("destination")
    conditions = [begins, ends, *(["equipment = ANY(%(equipment)s::text[])"] if equipment else ())]
    values = {
        "organization": current_organization_id(),
        "limit": limit,
        "offset": offset,
        **of_origin,
        **of_destination,
        **({"equipment": list(equipment)} if equipment else {}),
    }
    [(total, *_), *_] = rows = fetch(_FOUND.format(where=" AND ".join(conditions)), values)
    return [orjson.Fragment(record) for _, record in rows if record is not None], total


def _text(end: str) -> str:
    """What tells lanes apart where the gazetteer doesn't know the end."""
    return f"CASE WHEN {end}_place_id IS NULL THEN lower({end}) END"


def _average(amounts: str, count: str) -> str:
    """Dollars as text, or null."""
    return f"round({amounts} / nullif({count}, 0), 2)::text"


# A lane may stand in several rows: of several kinds of trailer, in several spellings, or of several writers. Where no
# carrier is on the page, the total comes alone.
_FOUND = f"""
WITH lane AS MATERIALIZED (
    SELECT carrier, max(origin COLLATE "C") AS origin, max(destination COLLATE "C") AS destination, sum(bids) AS bids,
        sum(amount_sum) AS amount_sum, sum(amount_count) AS amount_count
    FROM carriers_carrierlane WHERE organization_id = %(organization)s AND {{where}}
    GROUP BY carrier, origin_place_id, destination_place_id, {_text("origin")}, {_text("destination")}
    HAVING sum(bids) > 0 OR sum(bookings) > 0
),
ranked AS (
    SELECT carrier, sum(bids) AS bids, {_average("sum(amount_sum)", "sum(amount_count)")} AS average
    FROM lane GROUP BY carrier
),
page AS (
    SELECT who.*, bids, average FROM ranked JOIN carriers_carrier AS who ON who.id = ranked.carrier
    WHERE who.organization_id = %(organization)s
    ORDER BY bids DESC, name COLLATE "C", who.id LIMIT %(limit)s OFFSET %(offset)s
),
run AS (
    SELECT carrier, '[' || string_agg(
        row_to_json(record)::text, ',' ORDER BY lane.bids DESC, lane.origin COLLATE "C", lane.destination COLLATE "C"
    ) || ']' AS lanes
    FROM lane CROSS JOIN LATERAL (
        SELECT origin, destination, {_average("lane.amount_sum", "lane.amount_count")} AS "avgRate", bids AS "totalBids"
    ) AS record
    WHERE carrier IN (SELECT id FROM page) GROUP BY carrier
)
SELECT total.count, row_to_json(record)::text
FROM (SELECT count(*) FROM ranked) AS total
LEFT JOIN (page JOIN run ON run.carrier = page.id) ON true
LEFT JOIN LATERAL (
    SELECT
        nullif(page.mc_number, '') AS "mcNumber",
        page.dot_number AS "dotNumber",
        nullif(page.name, '') AS "name",
        nullif(page.address, '') AS "address",
        page.fleet_size AS "fleetsize",
        page.average AS "avgRate",
        run.lanes::json AS "lanes",
        nullif(page.rules_assessment, '') AS "ruleAssessment",
        -- Beyond the record that a client must know.
        page.id AS "id",
        page.bids AS "totalBids"
) AS record ON page.id IS NOT NULL
ORDER BY page.bids DESC, page.name COLLATE "C", page.id
"""  # noqa: S608 (names of our own)
