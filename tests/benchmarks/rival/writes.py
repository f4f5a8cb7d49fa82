"""A load event taken in, and a call asked for: what must be written, in one transaction each."""

import secrets
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import orjson
from starlette.requests import Request
from starlette.responses import Response

from tests.benchmarks.rival.pool import ORGANIZATION, pool

DONE = b'{"success":true}'

# Column, and where the event has it.
TEXTS = {
    "external_id": "id",
    "status": "status",
    "customer_name": "customerName",
    "equipment": "equipment",
    "commodity": "commodity",
    "special_instructions": "specialInstructions",
}
NUMBERS = {
    "total_distance": "totalDistance",
    "weight": "weight",
    "customer_rate": "customerRate",
    "start_rate": "startRate",
    "max_rate": "maxRate",
    "book_now_rate": "bookNowRate",
}
TIMES = {
    "pickup_time": "pickupTime",
    "pickup_end_time": "pickupEndTime",
    "dropoff_time": "dropoffTime",
    "dropoff_end_time": "dropoffEndTime",
}
FLAGS = {
    "is_team_required": "teamServiceRequired",
    "is_outbound_sales_enabled": "outboundCarrierSalesEnabled",
    "is_routing_guide_enabled": "routingGuideEnabled",
    "is_visible_to_external_carriers": "isVisibleToExternalCarriers",
    "is_locked": "locked",
}
PARTS = ("city", "state", "zip", "country", "timezone")
PLACES = [f"{place}_{part}" for place in ("origin", "destination") for part in PARTS]
COLUMNS = [
    *TEXTS,
    *NUMBERS,
    *TIMES,
    *FLAGS,
    *PLACES,
    "equipment_type",
    "pickup_at",
    "dropoff_at",
    "updated_at",
]
UPSERT = f"""
INSERT INTO loads_load (organization_id, {", ".join(COLUMNS)})
VALUES ({ORGANIZATION}, {", ".join(f"${n + 1}" for n in range(len(COLUMNS)))})
ON CONFLICT (organization_id, external_id) DO UPDATE SET
    {", ".join(f"{column} = excluded.{column}" for column in COLUMNS[1:])}
RETURNING id
"""
EVENT = f"""
INSERT INTO loads_loadevent (organization_id, load_id, received_at, source, raw, is_accepted, changes, errors)
VALUES ({ORGANIZATION}, $1, $2, 'rival', $3, true, '{{}}', '[]')
"""


async def load_event(request: Request) -> Response:
    """Store the load as the event has it, and the event."""
    raw, at = await request.body(), datetime.now(UTC)
    event = orjson.loads(raw)
    places = {place: event.get(place) or {} for place in ("origin", "destination")}
    times = {
        column: datetime.fromisoformat(event[name]) if event.get(name) else None
        for column, name in TIMES.items()
    }
    values = (
        *(event.get(name) or "" for name in TEXTS.values()),
        *(event.get(name) for name in NUMBERS.values()),
        *times.values(),
        *(bool(event.get(name)) for name in FLAGS.values()),
        *(place.get(part) or "" for place in places.values() for part in PARTS),
        "van" if "van" in (event.get("equipment") or "").lower() else "other",
        _instant(times["pickup_time"], places["origin"]),
        _instant(times["dropoff_time"], places["destination"]),
        at,
    )
    async with pool(request).acquire() as connection, connection.transaction():
        load_id = await connection.fetchval(UPSERT, *values)
        await connection.execute(EVENT, load_id, at, raw)
    return Response(DONE, media_type="application/json")


def _instant(time: datetime | None, place: dict[str, str]) -> datetime | None:
    return time.replace(tzinfo=ZoneInfo(place["timezone"])) if time and place.get("timezone") else None


CONVERSATION = f"""
INSERT INTO calls_conversation (organization_id, channel, direction, created_at, mc_number, connection_status,
    rules_assessment, content_tags, summary, input_data, extracted_data, skill_state, external_id)
VALUES ({ORGANIZATION}, 'phone', 'outbound', $1, '', '', '', '{{}}', '', $2, '{{}}', '{{}}', '')
RETURNING id
"""
CALL = f"""
INSERT INTO calls_call (conversation_id, organization_id, status, status_changed_at, failure_reason, from_phone,
    to_phone, to_extension, caller_name, caller_extension, reference, provider_sid, callback_rank, dial_attempts,
    answered_by, updated_at, recording_url, transcript, is_recorded, "order", person_phone)
VALUES
    ($1, {ORGANIZATION}, 'QUEUED', $2, '', '+12145550100', $3, '', '', '', $4, '', 0, 0, '', $2, '', '', false, '', '')
"""


async def custom_call(request: Request) -> Response:
    """Write a call that waits in the queue; nobody is told of it, and nothing speaks against it."""
    raw, at = await request.body(), datetime.now(UTC)
    asked = orjson.loads(raw)
    async with pool(request).acquire() as connection, connection.transaction():
        call_id = await connection.fetchval(CONVERSATION, at, raw.decode())
        await connection.execute(CALL, call_id, at, asked["toPhone"], secrets.token_urlsafe(18))
    answer = {"status": "success", "call": {"id": call_id, "status": "IN_PROGRESS"}}
    return Response(orjson.dumps(answer), media_type="application/json")
