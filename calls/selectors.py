"""Reads that shape several tables: the records of the call list."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from calls.models import ConversationLoad
from calls.querysets import ConversationQuerySet

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
)


def call_records(conversations: ConversationQuerySet, *, offset: int, limit: int) -> list[dict[str, Any]]:
    """A page of the API's call records, as JSON-able dicts; two queries, whatever the page's size."""
    page = list(conversations.newest_first().values_list(*COLUMNS)[offset : offset + limit])
    load_ids = _load_ids([row[0] for row in page])
    return [_record(row, load_ids.get(row[0], [])) for row in page]


def _record(row: tuple[Any, ...], load_ids: list[str]) -> dict[str, Any]:
    (
        identifier, created_at, tags, summary, mc_number, dot_number, connection, assessment,
        from_phone, caller_name, caller_extension, to_phone, recording_url, transcript,
    ) = row  # fmt: skip
    return {
        "id": identifier,
        "fromPhone": from_phone or None,
        "callerName": caller_name or None,
        "callerExt": caller_extension or None,
        "toPhone": to_phone or None,
        "createdAt": utc(created_at),
        "contentTags": ",".join(tags) or None,
        "summary": summary or None,
        "loadIds": load_ids,
        "mcNumber": mc_number or None,
        "dotNumber": dot_number,
        "carrierHwConnectionStatus": connection or None,
        "carrierHwRulesAssessment": assessment or None,
        "recordingUrl": recording_url or None,
        "transcript": transcript or None,
    }


def _load_ids(conversation_ids: Sequence[int]) -> dict[int, list[str]]:
    found: dict[int, list[str]] = defaultdict(list)
    links = ConversationLoad.objects.filter(conversation_id__in=conversation_ids).order_by("conversation_id", "id")
    for conversation_id, external_id in links.values_list("conversation_id", "load__external_id"):
        found[conversation_id].append(external_id)
    return found


def utc(moment: datetime) -> str:
    """placeholder until rest"""
    return moment.strftime("%Y-%m-%dT%H:%M:%SZ")
