"""The lists of calls and bids of whole UTC days: `startTime` and `endTime` are dates, the second one exclusive."""

from datetime import datetime

import orjson
from starlette.requests import Request
from starlette.responses import Response

from tests.benchmarks.rival.pool import ORGANIZATION, pool

CALLS = """
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
        greatest(0, coalesce(round(date_part('epoch', ended_at - answered_at)), 0))::bigint AS "duration",
        coalesce((
            SELECT json_agg(json_build_object(
                'topic', topic,
                'words', words,
                'askedAt', to_char(asked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                'answeredAt', to_char(answered_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
                'answer', nullif(answer, '')
            ) ORDER BY asked_at, question.id)
            FROM calls_openquestion AS question WHERE question.conversation_id = conversation.id
        ), '[]') AS "openQuestions",
        CASE jsonb_typeof(extracted_data -> 'conditions') WHEN 'array' THEN extracted_data -> 'conditions'
            ELSE '[]' END AS "conditions"
) AS record
WHERE conversation.id IN (
    SELECT id FROM calls_conversation
    WHERE organization_id = $1 AND channel = 'phone' AND created_at >= $2 AND created_at < $3
    ORDER BY created_at DESC, id DESC LIMIT {limit:d} OFFSET {offset:d}
)
ORDER BY conversation.created_at DESC, conversation.id DESC
"""
BIDS = """
SELECT row_to_json(record)::text, (
    SELECT coalesce(sum(count), 0)::bigint FROM organizations_tally
    WHERE organization_id = $1 AND kind = 'bids' AND day >= $4 AND day < $5
)
FROM bids_bid AS bid
JOIN loads_load AS load ON load.id = bid.load_id
LEFT JOIN calls_conversation AS conversation ON conversation.id = bid.conversation_id
CROSS JOIN LATERAL (
    SELECT
        CASE WHEN load.external_id !~ '^(0|[1-9][0-9]{{0,15}})$' THEN load.id
            WHEN load.external_id::bigint > 9007199254740991 THEN load.id
            ELSE load.external_id::bigint END AS "loadId",
        nullif(concat_ws(', ', nullif(origin_city, ''), nullif(origin_state, '')), '') AS "originLocation",
        nullif(concat_ws(', ', nullif(destination_city, ''), nullif(destination_state, '')), '')
            AS "destinationLocation",
        nullif(bid.mc_number, '') AS "carrierMc",
        bid.dot_number::text AS "carrierDot",
        nullif(phone, '') AS "phoneNumber",
        nullif(extension, '') AS "extension",
        nullif(caller_name, '') AS "callerName",
        nullif(summary, '') AS "callSummary",
        to_char(discussed_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS "callDateTime",
        bid.id AS "id",
        load.external_id AS "externalLoadId",
        trim_scale(amount) AS "amount",
        bid.status AS "status",
        bid.channel AS "channel"
) AS record
WHERE bid.id IN (
    SELECT id FROM bids_bid
    WHERE organization_id = $1 AND discussed_at >= $2 AND discussed_at < $3
    ORDER BY discussed_at DESC, id DESC LIMIT {limit:d} OFFSET {offset:d}
)
ORDER BY bid.discussed_at DESC, bid.id DESC
"""


async def calls(request: Request) -> Response:
    """`GET /calls`."""
    return await _page(request, CALLS, "calls")


async def bids(request: Request) -> Response:
    """`GET /bids`."""
    return await _page(request, BIDS, "salesBids")


async def _page(request: Request, sql: str, name: str) -> Response:
    asked = request.query_params
    start, end = (datetime.fromisoformat(asked[name] + "T00:00:00Z") for name in ("startTime", "endTime"))
    limit, offset = int(asked.get("limit", 100)), int(asked.get("offset", 0))
    sql = sql.format(limit=limit, offset=offset)
    async with pool(request).acquire() as connection:
        rows = await connection.fetch(sql, ORGANIZATION, start, end, start.date(), end.date())
    total = rows[0][1] if rows else 0
    answer = {
        name: [orjson.Fragment(row[0]) for row in rows],
        "pagination": {"limit": limit, "offset": offset, "total": total},
    }
    return Response(orjson.dumps(answer), media_type="application/json")
