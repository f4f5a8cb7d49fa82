"""The lists of calls and bids of whole UTC days: `startTime` and `endTime` are dates, the second one exclusive."""

import os
from datetime import datetime

import orjson
from starlette.requests import Request
from starlette.responses import Response

from tests.benchmarks.rival.pool import ORGANIZATION, pool

# The service's own statements of a page's records; what is in it, and how many there are in all, is the rival's.
CALLS, BIDS = os.environ["RIVAL_CALLS"], os.environ["RIVAL_BIDS"]
TOTAL = """(
    SELECT coalesce(sum(count), 0)::bigint FROM organizations_tally
    WHERE organization_id = $1 AND kind = '{kind}' AND day >= $4 AND day < $5
)"""
PAGE = """
SELECT id FROM {table} WHERE organization_id = $1 AND {only} AND {at} >= $2 AND {at} < $3
ORDER BY {at} DESC, id DESC LIMIT {limit:d} OFFSET {offset:d}
"""


async def calls(request: Request) -> Response:
    """`GET /calls`."""
    of = {"kind": "calls", "table": "calls_conversation", "only": "channel = 'phone'", "at": "created_at"}
    return await _page(request, CALLS, "calls", of)


async def bids(request: Request) -> Response:
    """`GET /bids`."""
    of = {"kind": "bids", "table": "bids_bid", "only": "true", "at": "discussed_at"}
    return await _page(request, BIDS, "salesBids", of)


async def _page(request: Request, records: str, name: str, of: dict[str, str]) -> Response:
    asked = request.query_params
    start, end = (datetime.fromisoformat(asked[name] + "T00:00:00Z") for name in ("startTime", "endTime"))
    limit, offset = int(asked.get("limit", 100)), int(asked.get("offset", 0))
    sql = records.replace("{page}", PAGE.format(limit=limit, offset=offset, **of))
    sql = sql.replace("{total}", TOTAL.format(**of))
    async with pool(request).acquire() as connection:
        rows = await connection.fetch(sql, ORGANIZATION, start, end, start.date(), end.date())
    total = rows[0][1] if rows else 0
    answer = {
        name: [orjson.Fragment(row[0]) for row in rows],
        "pagination": {"limit": limit, "offset": offset, "total": total},
    }
    return Response(orjson.dumps(answer), media_type="application/json")
