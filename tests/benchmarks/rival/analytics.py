"""Analytics straight from the rows: what somebody would write who keeps no roll-ups. Zones of whole hours alone."""

from collections import defaultdict
from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import asyncpg
import orjson
from starlette.requests import Request
from starlette.responses import Response

from tests.benchmarks.rival.pool import ORGANIZATION, pool

DAY, HOUR, MILLISECOND = timedelta(days=1), timedelta(hours=1), timedelta(milliseconds=1)

# $1 organization, $2 and $3 the period, $4 hour or day, $5 the zone; a row a label, and one without for the period.
TALKS = """
SELECT date_trunc($4, created_at, $5) AS at, count(*) FILTER (WHERE channel = 'phone') AS "totalCalls",
    count(*) FILTER (WHERE kind = 'phone inbound') AS "inboundCalls",
    count(*) FILTER (WHERE kind = 'phone outbound') AS "outboundCalls",
    count(*) FILTER (WHERE kind = 'phone inbound' AND has_bids) AS "inboundCallsWithBids",
    count(*) FILTER (WHERE kind = 'phone outbound' AND has_bids) AS "outboundCallsWithBids",
    count(transferred_at) FILTER (WHERE kind = 'phone inbound') AS "inboundCallsTransferred",
    count(transferred_at) FILTER (WHERE kind = 'phone outbound') AS "outboundCallsTransferred",
    coalesce(round(sum(seconds) FILTER (WHERE kind = 'phone inbound') / 60, 2), 0)::float8 AS "inboundCallMinutes",
    coalesce(round(sum(seconds) FILTER (WHERE kind = 'phone outbound') / 60, 2), 0)::float8 AS "outboundCallMinutes",
    count(*) FILTER (WHERE channel = 'email') AS "totalEmailThreads",
    count(*) FILTER (WHERE kind = 'email inbound') AS "inboundEmailThreads",
    count(*) FILTER (WHERE kind = 'email outbound') AS "outboundEmailThreads",
    count(*) FILTER (WHERE kind = 'email inbound' AND has_bids) AS "inboundEmailThreadsWithBids",
    count(*) FILTER (WHERE kind = 'email outbound' AND has_bids) AS "outboundEmailThreadsWithBids"
FROM calls_conversation AS talk LEFT JOIN calls_call AS line ON line.conversation_id = talk.id
CROSS JOIN LATERAL (
    SELECT channel || ' ' || direction AS kind, greatest(extract(epoch FROM ended_at - answered_at), 0) AS seconds,
        EXISTS (SELECT FROM bids_bid WHERE bids_bid.conversation_id = talk.id) AS has_bids
) AS about
WHERE talk.organization_id = $1 AND channel IN ('phone', 'email') AND created_at >= $2 AND created_at < $3
GROUP BY GROUPING SETS ((date_trunc($4, created_at, $5)), ())
"""
TAGS = """
SELECT date_trunc($4, created_at, $5) AS at, direction || CASE channel WHEN 'phone' THEN 'CallsTags'
    ELSE 'EmailThreadsTags' END AS kind, tag, count(DISTINCT talk.id) AS number
FROM calls_conversation AS talk, unnest(content_tags) AS tag
WHERE organization_id = $1 AND channel IN ('phone', 'email') AND created_at >= $2 AND created_at < $3
GROUP BY GROUPING SETS ((date_trunc($4, created_at, $5), channel, direction, tag), (channel, direction, tag))
"""
LOADS = """
SELECT date_trunc($4, talk.created_at, $5) AS at, count(DISTINCT load_id) AS "totalUniqueLoads",
    count(DISTINCT load_id) FILTER (WHERE is_capacity_carrier) AS "totalBmtCapacityLoadsTouched"
FROM calls_conversation AS talk JOIN calls_conversationload AS link ON link.conversation_id = talk.id
LEFT JOIN carriers_carrier AS carrier ON carrier.id = talk.carrier_id
WHERE talk.organization_id = $1 AND channel IN ('phone', 'email')
    AND talk.created_at >= $2 AND talk.created_at < $3
GROUP BY GROUPING SETS ((date_trunc($4, talk.created_at, $5)), ())
"""
AGREEMENTS = """
SELECT date_trunc($4, agreed_at, $5) AS at,
    coalesce(round(avg(first_ask - amount), 2), 0)::float8 AS "avgNegotiatedValue"
FROM bids_bid WHERE organization_id = $1 AND agreed_at >= $2 AND agreed_at < $3
GROUP BY GROUPING SETS ((date_trunc($4, agreed_at, $5)), ())
"""
BOOKINGS = """
SELECT date_trunc($4, booked_at, $5) AS at, count(*) FILTER (WHERE kind = 'e2e') AS "totalE2EBookings",
    count(*) FILTER (WHERE kind = 'assisted') AS "totalAssistedBookings", count(*) AS "totalLoadsBooked",
    count(*) FILTER (WHERE kind = 'capacity') AS "totalBmtCapacityLoadBookingsAssisted"
FROM bids_booking WHERE organization_id = $1 AND booked_at >= $2 AND booked_at < $3
GROUP BY GROUPING SETS ((date_trunc($4, booked_at, $5)), ())
"""
NAMES = ("inboundCallsTags", "outboundCallsTags", "inboundEmailThreadsTags", "outboundEmailThreadsTags")
NOTHING = dict.fromkeys(
    (
        "totalCalls",
        "inboundCalls",
        "outboundCalls",
        "inboundCallsWithBids",
        "outboundCallsWithBids",
        "inboundCallsTransferred",
        "outboundCallsTransferred",
        "inboundCallMinutes",
        "outboundCallMinutes",
        "totalEmailThreads",
        "inboundEmailThreads",
        "outboundEmailThreads",
        "inboundEmailThreadsWithBids",
        "outboundEmailThreadsWithBids",
        "avgNegotiatedValue",
        "totalUniqueLoads",
        "totalE2EBookings",
        "totalAssistedBookings",
        "totalLoadsBooked",
        "totalBmtCapacityLoadsTouched",
        "totalBmtCapacityLoadBookingsAssisted",
    ),
    0,
)


async def period(request: Request) -> Response:
    """`GET /analytics` of a period, and of as many days before it."""
    asked = request.query_params
    first, last = (date.fromisoformat(asked[name]) for name in ("fromDate", "toDate"))
    unit, zone = asked["granularity"], asked["timezone"]
    length = last - first + DAY
    async with pool(request).acquire() as connection:
        answer = await _stats(connection, first, last, unit, zone)
        answer["previousPeriod"] = await _stats(connection, first - length, first - DAY, unit, zone)
    return Response(orjson.dumps(answer), media_type="application/json")


async def _stats(
    connection: asyncpg.Connection, first: date, last: date, unit: str, zone: str
) -> dict[str, Any]:
    place = ZoneInfo(zone)
    start, end = (datetime.combine(day, time.min, place) for day in (first, last + DAY))
    figures: dict[datetime | None, dict[str, Any]] = defaultdict(
        lambda: NOTHING | {name: {} for name in NAMES}
    )
    values = (ORGANIZATION, start, end, unit, zone)
    for statement in (TALKS, LOADS, AGREEMENTS, BOOKINGS):
        for at, *numbers in (rows := await connection.fetch(statement, *values)):
            figures[at] |= dict(zip(list(rows[0].keys())[1:], numbers, strict=True))
    for at, kind, tag, number in await connection.fetch(TAGS, *values):
        figures[at][kind][tag] = number
    labels = [
        {
            "label": _label(since, unit),
            "from": since.isoformat(timespec="milliseconds"),
            "to": (until - MILLISECOND).astimezone(place).isoformat(timespec="milliseconds"),
            **figures[since.astimezone(UTC)],
        }
        for since, until in _spans(start, end, unit, place)
    ]
    return figures[None] | {"statsByLabel": labels}


def _spans(start: datetime, end: datetime, unit: str, place: ZoneInfo) -> list[tuple[datetime, datetime]]:
    if unit == "day":
        days = [start + DAY * number for number in range((end.date() - start.date()).days)]
        return [(day, (day + DAY).astimezone(UTC)) for day in days]
    hours, since = [], start.astimezone(UTC)
    while since < end:
        hours.append((since.astimezone(place), since + HOUR))
        since += HOUR
    return hours


def _label(since: datetime, unit: str) -> str:
    day = f"{since:%b} {since.day}"
    return day if unit == "day" else f"{day}, {since.hour % 12 or 12} {'AM' if since.hour < 12 else 'PM'}"
