"""Reads that shape several tables: the records of the call list."""

from typing import Any

import orjson

from calls.states import public_status
from organizations.rest.listing import Listed
from organizations.rest.renderers import text_z
from organizations.tallies import Tallied

CALLS = Tallied(kind="calls", table="calls_conversation", at="created_at", where={"channel": "phone"})

# What is only passed on comes as text: instants, and JSON that is JSON already.
RECORDS = """
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
    {total}
FROM calls_conversation AS conversation JOIN calls_call AS call ON call.conversation_id = conversation.id
WHERE conversation.id IN ({page})
ORDER BY conversation.created_at DESC, conversation.id DESC
"""


def call_records(listed: Listed) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """The API's records of a page of calls, newest first, for orjson, and its pagination object; one query."""
    rows, pagination = listed.fetch(RECORDS)
    return [_record(row) for row in rows], pagination


def _record(row: tuple[Any, ...]) -> dict[str, Any]:
    (
        identifier, created_at, tags, summary, mc_number, dot_number, connection, assessment, direction,
        from_phone, caller_name, caller_extension, to_phone, recording_url, transcript, status, failure_reason,
        placed_at, ringing_at, answered_at, ended_at, seconds, load_ids, _total,
    ) = row  # fmt: skip
    return {
        "id": identifier,
        "fromPhone": from_phone or None,
        "callerName": caller_name or None,
        "callerExt": caller_extension or None,
        "toPhone": to_phone or None,
        "createdAt": text_z(created_at),
        "contentTags": tags or None,
        "summary": summary or None,
        "loadIds": orjson.Fragment(load_ids),
        "mcNumber": mc_number or None,
        "dotNumber": dot_number,
        "carrierHwConnectionStatus": connection or None,
        "carrierHwRulesAssessment": assessment or None,
        "recordingUrl": recording_url or None,
        "transcript": transcript or None,
        # Beyond the record that a client must know: how the call went, and when.
        "conversationId": identifier,
        "direction": direction,
        "status": public_status(status),
        "failureReason": failure_reason or None,
        "placedAt": placed_at and text_z(placed_at),
        "ringingAt": ringing_at and text_z(ringing_at),
        "answeredAt": answered_at and text_z(answered_at),
        "endedAt": ended_at and text_z(ended_at),
        "duration": max(0, round(seconds or 0)),
    }
