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
PAGE = """
SELECT row_to_json(record)::text, (
    SELECT coalesce(sum(count), 0)::bigint FROM organizations_tally
    WHERE organization_id = $1 AND kind = 'calls' AND day >= $4 AND day < $5
)
FROM calls_conversation AS conversation
JOIN calls_call AS call ON call.conversation_id = conversation.id
CROSS JOIN LATERAL (
    SELECT
        conversation.id AS "id",
        nullif(from_phone, '') AS "fromPhone",
        nullif(caller_name, '') AS "callerName",
        nullif(caller_extension, '') AS "callerExt",
        nullif(to_phone, '') AS "toPhone",
        to_char(conversation.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "createdAt",
        nullif(array_to_string(content_tags, ','), '') AS "contentTags",
        nullif(summary, '') AS "summary",
        ARRAY(
            SELECT load.external_id
            FROM calls_conversationload AS link JOIN loads_load AS load ON load.id = link.load_id
            WHERE link.conversation_id = conversation.id ORDER BY link.id
        ) AS "loadIds",
        nullif(mc_number, '') AS "mcNumber",
        dot_number AS "dotNumber",
        nullif(connection_status, '') AS "carrierHwConnectionStatus",
        nullif(rules_assessment, '') AS "carrierHwRulesAssessment",
        nullif(recording_url, '') AS "recordingUrl",
        nullif(transcript, '') AS "transcript",
        conversation.id AS "conversationId",
        direction AS "direction",
        CASE WHEN status IN ('COMPLETED', 'NO_ANSWER', 'BUSY', 'VOICEMAIL', 'FAILED', 'CANCELED')
            THEN status ELSE 'IN_PROGRESS' END AS "status",
        nullif(failure_reason, '') AS "failureReason",
        to_char(placed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "placedAt",
        to_char(ringing_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "ringingAt",
        to_char(answered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "answeredAt",
        to_char(ended_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "endedAt",
        greatest(0, coalesce(round(date_part('epoch', ended_at - answered_at)), 0))::bigint AS "duration"
) AS record
WHERE conversation.id IN (
    SELECT id FROM calls_conversation
    WHERE organization_id = $1 AND channel = 'phone' AND created_at >= $2 AND created_at < $3
    ORDER BY created_at DESC, id DESC LIMIT {limit:d} OFFSET {offset:d}
)
ORDER BY conversation.created_at DESC, conversation.id DESC
"""


async def calls(request: Request) -> Response:
    """`GET /calls` of whole UTC days: `startTime` and `endTime` are dates, the second one exclusive here."""
    asked = request.query_params
    start, end = (datetime.fromisoformat(asked[name] + "T00:00:00Z") for name in ("startTime", "endTime"))
    limit, offset = int(asked.get("limit", 100)), int(asked.get("offset", 0))
    sql = PAGE.format(limit=limit, offset=offset)
    async with request.app.state.pool.acquire() as connection:
        rows = await connection.fetch(sql, ORGANIZATION, start, end, start.date(), end.date())
    total = rows[0][1] if rows else 0
    answer = {
        "calls": [orjson.Fragment(row[0]) for row in rows],
        "pagination": {"limit": limit, "offset": offset, "total": total},
    }
    return Response(orjson.dumps(answer), media_type="application/json")


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
