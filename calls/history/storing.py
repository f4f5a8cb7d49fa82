"""Conversations with what belongs to them, many at once: calls, threads with messages, the loads discussed."""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection

from calls.models import Call, Conversation, ConversationLoad, EmailMessage, EmailThread
from calls.states import Channel, Direction
from carriers.history import numbers_of
from carriers.identity import ensure_carriers
from loads.history import ensure_loads
from organizations.history import bulk, trail
from organizations.history.lines import Line, Outcome
from organizations.history.trail import Trail
from organizations.models import Organization

type Values = dict[str, Any]


@dataclass(slots=True)
class Stored:
    """A conversation as the last of its lines left it."""

    pk: int
    values: Values
    carrier_id: int | None
    is_new: bool

    @property
    def party_phone(self) -> tuple[str, str]:
        """Number and extension of the other side, each "" where unknown."""
        is_inbound = self.values["direction"] == Direction.INBOUND
        return party_phone(self.values, "fromPhone" if is_inbound else "toPhone")


def find_trails(
    *, organization: Organization, channel: str, external_ids: Collection[str]
) -> dict[str, Trail]:
    """Return the trails of those conversations that there are."""
    columns = ["external_id", "import_trail"]
    among = "external_id", [external_id for external_id in external_ids if external_id]
    return dict(
        bulk.find(Conversation, columns, organization_id=organization.pk, among=among, channel=channel)
    )


def import_conversations(
    *, organization: Organization, channel: str, lines: Sequence[Line], at: datetime
) -> tuple[list[Outcome], list[Stored]]:
    """Take in lines of one channel, in order; in the caller's transaction.

    A line is the whole of its conversation: what it leaves out is empty afterwards. Steps: finds or makes carriers and
    loads; writes conversations, then what hangs on them; of several lines about one conversation the last counts.
    Returns what each line did, and the conversations for what is said of money in them.
    """
    pairs = [numbers_of(line.values) for line in lines]
    carriers = ensure_carriers(organization=organization, numbers=[pair for pair in pairs if pair], at=at)
    load_ids = [load_id for line in lines for load_id in line.values.get("loadIds") or ()]
    loads = ensure_loads(organization=organization, external_ids=load_ids, at=at)
    known = {
        external_id: (pk, trail.split(digests))
        for external_id, pk, digests in bulk.find(
            Conversation,
            ["external_id", "id", "import_trail"],
            organization_id=organization.pk,
            among=("external_id", {line.key for line in lines}),
            channel=channel,
        )
    }
    outcomes: list[Outcome] = []
    trails: dict[str, list[bytes]] = {}
    last: dict[str, tuple[Values, int | None]] = {}
    for line, pair in zip(lines, pairs, strict=True):
        told = trails.setdefault(line.key, list(known[line.key][1]) if line.key in known else [])
        is_first = line.key not in known and not told
        outcomes.append(Outcome.IMPORTED if is_first else Outcome.UPDATED)
        told.append(line.digest)
        last[line.key] = line.values, carriers[pair] if pair else None
    rows = {
        key: _conversation(key, values, carrier_id, trail.join(trails[key]))
        for key, (values, carrier_id) in last.items()
    }
    keys = {key: pk for key, (pk, _) in known.items()} | dict(
        bulk.insert(
            Conversation,
            [row for key, row in rows.items() if key not in known],
            returning=["external_id", "id"],
            organization_id=organization.pk,
            channel=channel,
        )
    )
    bulk.update(
        Conversation,
        [{"id": keys[key]} | row for key, row in rows.items() if key in known],
        organization_id=organization.pk,
    )
    stored = [
        Stored(keys[key], values, carrier_id, key not in known) for key, (values, carrier_id) in last.items()
    ]
    (_write_calls if channel == Channel.PHONE else _write_threads)(organization, stored, at)
    _write_links(organization, stored, loads)
    return outcomes, stored


def delete_of(model: Any, column: str, keys: Collection[int], organization: Organization) -> None:
    """Delete the organization's rows that refer to one of the keys; nothing may refer to them."""
    if not keys:
        return
    table, quoted = (connection.ops.quote_name(name) for name in (model._meta.db_table, column))
    with connection.cursor() as cursor:
        cursor.execute(
            f"DELETE FROM {table} WHERE organization_id = %s AND {quoted} = ANY(%s)",  # noqa: S608 (our own names)
            [organization.pk, list(keys)],
        )


def party_phone(values: Values, name: str) -> tuple[str, str]:
    """Number and extension that stand in a field, each "" where unknown; the line's own extension comes first."""
    number, extension = values.get(name) or ("", "")
    return number, values.get("callerExt") or extension


def _conversation(external_id: str, values: Values, carrier_id: int | None, digests: bytes) -> Values:
    return {
        "external_id": external_id,
        "import_trail": digests,
        "direction": values["direction"],
        "carrier_id": carrier_id,
        "created_at": values["createdAt"],
        "mc_number": values.get("mcNumber") or "",
        "dot_number": values.get("dotNumber"),
        "connection_status": values.get("carrierHwConnectionStatus") or "",
        "rules_assessment": values.get("carrierHwRulesAssessment") or "",
        "content_tags": values.get("contentTags") or [],
        "summary": values.get("summary") or "",
        "transferred_at": (values.get("endedAt") or values["createdAt"])
        if values.get("transferred")
        else None,
    }


def _write_calls(organization: Organization, stored: Sequence[Stored], at: datetime) -> None:
    rows = [{"conversation_id": one.pk} | _call(one, at) for one in stored]
    new = [
        # A reference is what callbacks find a call by: nobody may guess one.
        row | {"reference": uuid.uuid4().hex}
        for row, one in zip(rows, stored, strict=True)
        if one.is_new
    ]
    bulk.insert(Call, new, organization_id=organization.pk)
    bulk.update(
        Call,
        [row for row, one in zip(rows, stored, strict=True) if not one.is_new],
        organization_id=organization.pk,
    )


def _call(one: Stored, at: datetime) -> Values:
    values = one.values
    return {
        "status": values["status"],
        "status_changed_at": values.get("endedAt") or values["createdAt"],
        "from_phone": (values.get("fromPhone") or ("",))[0],
        "to_phone": (values.get("toPhone") or ("",))[0],
        "caller_name": values.get("callerName") or "",
        "caller_extension": one.party_phone[1],
        "answered_at": values.get("answeredAt"),
        "ended_at": values.get("endedAt"),
        "updated_at": at,
        "recording_url": values.get("recordingUrl") or "",
        "transcript": values.get("transcript") or "",
    }


def _write_threads(organization: Organization, stored: Sequence[Stored], at: datetime) -> None:
    rows: list[Values] = [{"conversation_id": one.pk, "subject": _subject(one.values)} for one in stored]
    bulk.insert(
        EmailThread,
        [row for row, one in zip(rows, stored, strict=True) if one.is_new],
        organization_id=organization.pk,
    )
    old = [row for row, one in zip(rows, stored, strict=True) if not one.is_new]
    bulk.update(EmailThread, old, organization_id=organization.pk)
    delete_of(EmailMessage, "thread_id", [one.pk for one in stored if not one.is_new], organization)
    messages = [_message(one.pk, message) for one in stored for message in one.values.get("messages") or ()]
    bulk.insert(EmailMessage, messages, organization_id=organization.pk)


def _subject(values: Values) -> str:
    """The thread's subject, or that of its first message."""
    first: Values = next(iter(values.get("messages") or ()), {})
    return values.get("subject") or first.get("subject") or ""


def _message(thread_id: int, message: Values) -> Values:
    return {
        "thread_id": thread_id,
        "message_id": message.get("messageId") or "",
        "sender": message["from"],
        "recipients": message.get("to") or [],
        "sent_at": message["sentAt"],
        "subject": message.get("subject") or "",
        "text": message.get("text") or "",
    }


def _write_links(organization: Organization, stored: Sequence[Stored], loads: dict[str, int]) -> None:
    """The loads discussed, in the line's order."""
    delete_of(ConversationLoad, "conversation_id", [one.pk for one in stored if not one.is_new], organization)
    links = [
        {"conversation_id": one.pk, "load_id": loads[load_id]}
        for one in stored
        for load_id in dict.fromkeys(one.values.get("loadIds") or ())
    ]
    bulk.insert(ConversationLoad, links, organization_id=organization.pk)
