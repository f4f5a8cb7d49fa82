"""Who runs the lane, by the distance of every bid's load: what somebody would write who keeps no lanes."""

import orjson
from starlette.requests import Request
from starlette.responses import Response

from tests.benchmarks.rival.pool import ORGANIZATION, pool


def _miles(place: str, latitude: str, longitude: str) -> str:
    return f"""
2 * 3958.8 * asin(sqrt(least(1, sin(radians({place}.latitude - {latitude}::float8) / 2) ^ 2
    + cos(radians({latitude}::float8)) * cos(radians({place}.latitude))
    * sin(radians({place}.longitude - {longitude}::float8) / 2) ^ 2)))
"""


# $1 organization, $2 and $3 where it begins, $4 and $5 where it ends, $6 miles, $7 kinds of equipment or null.
STATEMENT = f"""
WITH told AS MATERIALIZED (
    SELECT carrier_id, amount, origin_place_id, destination_place_id,
        origin_city || ', ' || origin_state AS origin, destination_city || ', ' || destination_state AS destination,
        {_miles("a", "$2", "$3")} AS from_origin, {_miles("b", "$4", "$5")} AS from_destination
    FROM bids_bid AS bid JOIN loads_load AS load ON load.id = bid.load_id
    JOIN organizations_place AS a ON a.id = load.origin_place_id
    JOIN organizations_place AS b ON b.id = load.destination_place_id
    WHERE bid.organization_id = $1 AND ($7::text[] IS NULL OR equipment_type = ANY($7::text[]))
),
run AS (
    SELECT carrier_id, min(origin) AS origin, min(destination) AS destination, count(*) AS bids, sum(amount) AS amounts
    FROM told WHERE from_origin <= $6::float8 AND from_destination <= $6::float8
    GROUP BY carrier_id, origin_place_id, destination_place_id
)
SELECT row_to_json(record)::text, count(*) OVER () FROM (
    SELECT mc_number AS "mcNumber", dot_number AS "dotNumber", name, address, fleet_size AS fleetsize,
        round(sum(amounts) / sum(bids), 2)::text AS "avgRate",
        json_agg(json_build_object('origin', origin, 'destination', destination,
            'avgRate', round(amounts / bids, 2)::text, 'totalBids', bids)
            ORDER BY bids DESC, origin, destination) AS lanes,
        rules_assessment AS "ruleAssessment", carrier.id, sum(bids)::int AS "totalBids"
    FROM run JOIN carriers_carrier AS carrier ON carrier.id = run.carrier_id GROUP BY carrier.id
) AS record
ORDER BY "totalBids" DESC, name, id LIMIT 100
"""


async def carriers(request: Request) -> Response:
    """The first page of carriers with bids between two circles."""
    asked = request.query_params
    ends = [
        float(asked[f"{end}_{part}"])
        for end in ("origin", "destination")
        for part in ("latitude", "longitude")
    ]
    kinds = asked["equipmentTypes"].split(",") if "equipmentTypes" in asked else None
    async with pool(request).acquire() as connection:
        rows = await connection.fetch(STATEMENT, ORGANIZATION, *ends, float(asked["radius"]), kinds)
    answer = {
        "carriers": [orjson.Fragment(row[0]) for row in rows],
        "pagination": {"total": rows[0][1] if rows else 0},
    }
    return Response(orjson.dumps(answer), media_type="application/json")
