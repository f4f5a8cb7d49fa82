"""The rival: the least code that gives the same answers. No tokens, tenants, limits, logs, validation or errors.

Starlette, asyncpg and orjson, with hand-written SQL that is the service's own, on the same server.
"""

import os
from contextlib import asynccontextmanager
from datetime import datetime

import asyncpg
import orjson
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

ORGANIZATION = int(os.environ["RIVAL_ORGANIZATION"])
UNFINISHED = {"QUEUED", "DIALING", "PLACED", "RINGING", "ANSWERED"}

PAGE = """
SELECT
    conversation.id, conversation.created_at::text, array_to_string(content_tags, ','), summary, mc_number, dot_number,
    connection_status, rules_assessment, direction,
    from_phone, caller_name, caller_extension, to_phone, recording_url, transcript, status, failure_reason,
    placed_at::text, ringing_at::text, answered_at::text, ended_at::text,
    date_part('epoch', ended_at - answered_at),
    array_to_json(ARRAY(
        SELECT load.external_id
        FROM calls_conversationload AS link JOIN loads_load AS load ON load.id = link.load_id
        WHERE link.conversation_id = conversation.id ORDER BY link.id
    ))::text,
    (
        SELECT coalesce(sum(count), 0)::bigint FROM organizations_tally
        WHERE organization_id = $1 AND kind = 'calls' AND day >= $4 AND day < $5
    )
FROM calls_conversation AS conversation JOIN calls_call AS call ON call.conversation_id = conversation.id
WHERE conversation.id IN (
    SELECT id FROM calls_conversation
    WHERE organization_id = $1 AND channel = 'phone' AND created_at >= $2 AND created_at < $3
    ORDER BY created_at DESC, id DESC LIMIT {limit:d} OFFSET {offset:d}
)
ORDER BY conversation.created_at DESC, conversation.id DESC
"""


def z(instant: str | None) -> str | None:
    """PostgreSQL's text of an instant, as the API writes it."""
    return f"{instant[:10]}T{instant[11:19]}Z" if instant else None


async def calls(request: Request) -> Response:
    """`GET /calls` of whole UTC days: `startTime` and `endTime` are dates, the second one exclusive here."""
    asked = request.query_params
    start, end = (datetime.fromisoformat(asked[name] + "T00:00:00Z") for name in ("startTime", "endTime"))
    limit, offset = int(asked.get("limit", 100)), int(asked.get("offset", 0))
    async with request.app.state.pool.acquire() as connection:
        sql = PAGE.format(limit=limit, offset=offset)
        rows = await connection.fetch(sql, ORGANIZATION, start, end, start.date(), end.date())
    records = [
        {
            "id": identifier,
            "fromPhone": from_phone or None,
            "callerName": caller_name or None,
            "callerExt": caller_extension or None,
            "toPhone": to_phone or None,
            "createdAt": z(created_at),
            "contentTags": tags or None,
            "summary": summary or None,
            "loadIds": orjson.Fragment(load_ids),
            "mcNumber": mc_number or None,
            "dotNumber": dot_number,
            "carrierHwConnectionStatus": connection or None,
            "carrierHwRulesAssessment": assessment or None,
            "recordingUrl": recording_url or None,
            "transcript": transcript or None,
            "conversationId": identifier,
            "direction": direction,
            "status": "IN_PROGRESS" if status in UNFINISHED else status,
            "failureReason": failure_reason or None,
            "placedAt": z(placed_at),
            "ringingAt": z(ringing_at),
            "answeredAt": z(answered_at),
            "endedAt": z(ended_at),
            "duration": max(0, round(seconds or 0)),
        }
        for (
            identifier, created_at, tags, summary, mc_number, dot_number, connection, assessment, direction,
            from_phone, caller_name, caller_extension, to_phone, recording_url, transcript, status, failure_reason,
            placed_at, ringing_at, answered_at, ended_at, seconds, load_ids, _total,
        ) in rows
    ]  # fmt: skip
    body = orjson.dumps(
        {
            "calls": records,
            "pagination": {"limit": limit, "offset": offset, "total": rows[0][-1] if rows else 0},
        }
    )
    return Response(body, media_type="application/json")


@asynccontextmanager
async def lifespan(app: Starlette):
    """The pool, for the process' life."""
    async with asyncpg.create_pool(
        host=os.environ["RIVAL_DATABASE_HOST"],
        user=os.environ["RIVAL_DATABASE_USER"],
        database=os.environ["RIVAL_DATABASE"],
        password=os.environ.get("RIVAL_DATABASE_PASSWORD") or None,
        port=os.environ.get("RIVAL_DATABASE_PORT") or 5432,
        min_size=1,
        max_size=12,
    ) as app.state.pool:
        yield


app = Starlette(routes=[Route("/calls", calls)], lifespan=lifespan)
