"""Reads that shape several tables: the records of the call list."""

from typing import Any

import orjson

from calls.states import CALL_LIFECYCLE
from organizations.api.listing import Listed

# PostgreSQL writes each record as JSON: Python would take longer to build the rows, the dicts and the text one by one,
# and only one of a process' threads can do that at a time.
_UTC_Z = """to_char({} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')"""
_LOCAL = """to_char({}, 'YYYY-MM-DD"T"HH24:MI:SS')"""
RECORDS = f"""
SELECT row_to_json(record)::text, {{total}}
FROM calls_conversation AS conversation
JOIN calls_call AS call ON call.conversation_id = conversation.id
CROSS JOIN LATERAL (
    SELECT
        conversation.id AS "id",
        nullif(from_phone, '') AS "fromPhone",
        nullif(caller_name, '') AS "callerName",
        nullif(caller_extension, '') AS "callerExt",
        nullif(to_phone, '') AS "toPhone",
        {_UTC_Z.format("conversation.created_at")} AS "createdAt",
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
        -- Beyond the record that a client must know: how the call went, when, and the outcome.
        conversation.id AS "conversationId",
        direction AS "direction",
        CASE WHEN status IN ({", ".join(f"'{status}'" for status in CALL_LIFECYCLE.final)})
            THEN status ELSE 'IN_PROGRESS' END AS "status", -- as states.public_status has it
        nullif(failure_reason, '') AS "failureReason",
        {_UTC_Z.format("placed_at")} AS "placedAt",
        {_UTC_Z.format("ringing_at")} AS "ringingAt",
        {_UTC_Z.format("answered_at")} AS "answeredAt",
        {_UTC_Z.format("ended_at")} AS "endedAt",
        greatest(0, coalesce(round(date_part('epoch', ended_at - answered_at)), 0))::bigint AS "duration",
        coalesce((
            SELECT json_agg(json_build_object(
                'topic', topic,
                'words', words,
                'askedAt', {_UTC_Z.format("asked_at")},
                'answeredAt', {_UTC_Z.format("answered_at")},
                'answer', nullif(answer, '')
            ) ORDER BY asked_at, question.id)
            FROM calls_openquestion AS question WHERE question.conversation_id = conversation.id
        ), '[]') AS "openQuestions",
        CASE jsonb_typeof(extracted_data -> 'conditions') WHEN 'array' THEN extracted_data -> 'conditions'
            ELSE '[]' END AS "conditions",
        CASE jsonb_typeof(extracted_data) WHEN 'object' THEN nullif(extracted_data, '{{}}') END AS "extractedData",
        CASE jsonb_typeof(input_data -> 'metadata') WHEN 'object' THEN input_data -> 'metadata' END AS "metadata",
        (
            SELECT json_build_object(
                'loadNumber', load.external_id,
                'callType', report.about,
                'outcome', nullif(report.outcome, ''),
                'location', nullif(report.location, ''),
                'eta', nullif(report.eta_said, ''),
                'etaLocal', {_LOCAL.format("report.eta")},
                'isLate', report.late_minutes > 0,
                'lateMinutes', report.late_minutes,
                'delayReason', nullif(report.delay_reason, ''),
                'isWaiting', report.is_waiting,
                'waitingSince', {_LOCAL.format("report.waiting_since")},
                'deliveredDate', report.delivered_date,
                'deliveredTime', to_char(report.delivered_time, 'HH24:MI'),
                'checked', nullif(report.checked, ''),
                'loading', nullif(report.loading, ''),
                'reeferTemperature', report.temperature,
                'reeferSetPoint', report.set_temperature,
                'bolNumber', nullif(report.bol_number, ''),
                'trackingApp', nullif(report.tracking_app, ''),
                'isTracking', report.is_tracking,
                'dispatchPhone', nullif(input_data ->> 'dispatchPhone', ''),
                'reportedAt', {_UTC_Z.format("report.reported_at")}
            )
            FROM calls_checkcallreport AS report JOIN loads_load AS load ON load.id = report.load_id
            WHERE report.conversation_id = conversation.id
        ) AS "checkCall"
) AS record
WHERE conversation.id IN ({{page}})
ORDER BY conversation.created_at DESC, conversation.id DESC
"""  # noqa: S608 (statuses of our own)


def call_records(listed: Listed) -> tuple[list[orjson.Fragment], dict[str, Any]]:
    """The API's records of a page of calls, newest first, as JSON already; and its pagination object. One query."""
    rows, pagination = listed.fetch(RECORDS)
    return [orjson.Fragment(record) for record, _total in rows], pagination
