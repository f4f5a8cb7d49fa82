"""Reads that shape several tables: the records of the call list."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

from calls.models import ConversationLoad, seconds_connected
from calls.querysets import ConversationQuerySet
from calls.states import public_status
from organizations.rest.pagination import Page
from organizations.rest.renderers import utc_z

COLUMNS = (
    "id",
    "created_at",
    "content_tags",
    "summary",
    "mc_number",
    "dot_number",
    "connection_status",
    "rules_assessment",
    "call__from_phone",
    "call__caller_name",
    "call__caller_extension",
    "call__to_phone",
    "call__recording_url",
    "call__transcript",
    "direction",
    "call__status",
    "call__failure_reason",
    "call__placed_at",
    "call__ringing_at",
    "call__answered_at",
    "call__ended_at",
)


def call_records(conversations: ConversationQuerySet, page: Page) -> list[dict[str, Any]]:
    """A page of the API's call records, newest first, as JSON-able dicts; two queries, whatever the page's size."""
    rows = list(page.of(conversations.newest_first().values_list(*COLUMNS)))
    load_ids = _load_ids([row[0] for row in rows])
    return [_record(row, load_ids.get(row[0], [])) for row in rows]


def _record(row: tuple[Any, ...], load_ids: list[str]) -> dict[str, Any]:
    (
        identifier, created_at, tags, summary, mc_number, dot_number, connection, assessment,
        from_phone, caller_name, caller_extension, to_phone, recording_url, transcript,
        direction, status, failure_reason, placed_at, ringing_at, answered_at, ended_at,
    ) = row  # fmt: skip
    return {
        "id": identifier,
        "fromPhone": from_phone or None,
        "callerName": caller_name or None,
        "callerExt": caller_extension or None,
        "toPhone": to_phone or None,
        "createdAt": utc_z(created_at),
        "contentTags": ",".join(tags) or None,
        "summary": summary or None,
        "loadIds": load_ids,
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
        "placedAt": placed_at and utc_z(placed_at),
        "ringingAt": ringing_at and utc_z(ringing_at),
        "answeredAt": answered_at and utc_z(answered_at),
        "endedAt": ended_at and utc_z(ended_at),
        "duration": seconds_connected(answered_at, ended_at),
    }


def _load_ids(conversation_ids: Sequence[int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    links = ConversationLoad.objects.filter(conversation_id__in=conversation_ids).order_by(
        "conversation_id", "id"
    )
    for conversation_id, external_id in links.values_list("conversation_id", "load__external_id"):
        found[conversation_id].append(external_id)
    return found
