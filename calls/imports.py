"""Importing conversations, many at once: calls, threads with messages, the loads discussed."""

import uuid
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import connection
from django.db.models import Max
from rest_framework import serializers

from calls.models import Call, ConsentRecord, Conversation, ConversationLoad, EmailMessage, EmailThread
from calls.services.permission import REASON as DO_NOT_CALL
from calls.services.permission import opt_out_many
from calls.states import CALL_LIFECYCLE, Channel, Direction
from carriers.identity import ensure_carriers
from carriers.imports import numbers_of
from carriers.states import ConnectionStatus, RulesAssessment
from loads.imports import ensure_loads
from organizations import sql
from organizations.api import imports
from organizations.api.fields import Choice, Flag, Text
from organizations.api.imports import (
    Line,
    Many,
    McNumber,
    Moment,
    Outcome,
    Phone,
    Record,
    Trail,
    Whole,
)
from organizations.models import Organization
from organizations.tenancy.actors import Actor
from organizations.tenancy.scope import scope

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
        sql.find(Conversation, columns, organization_id=organization.pk, among=among, channel=channel)
    )


def import_conversations(
    *, organization: Organization, channel: str, lines: Sequence[Line], by: Actor, at: datetime
) -> tuple[list[Outcome], list[Stored]]:
    """Take in lines of one channel, in order; in the caller's transaction.

    A line is the whole of its conversation: what it leaves out is empty afterwards. Steps: finds or makes carriers and
    loads; writes conversations, then what hangs on them; of several lines about one conversation the last counts. Who
    opted out on one of these calls is on the do-not-call list.
    Returns what each line did, and the conversations for what is said of money in them.
    """
    pairs = [numbers_of(line.values) for line in lines]
    carriers = ensure_carriers(organization=organization, numbers=[pair for pair in pairs if pair], at=at)
    load_ids = [load_id for line in lines for load_id in line.values.get("loadIds") or ()]
    loads = ensure_loads(organization=organization, external_ids=load_ids, at=at)
    known = {
        external_id: (pk, imports.split(digests))
        for external_id, pk, digests in sql.find(
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
        key: _conversation(key, values, carrier_id, imports.join(trails[key]))
        for key, (values, carrier_id) in last.items()
    }
    keys = {key: pk for key, (pk, _) in known.items()} | dict(
        sql.insert(
            Conversation,
            [row for key, row in rows.items() if key not in known],
            returning=["external_id", "id"],
            organization_id=organization.pk,
            channel=channel,
        )
    )
    sql.update(
        Conversation,
        [{"id": keys[key]} | row for key, row in rows.items() if key in known],
        organization_id=organization.pk,
    )
    stored = [
        Stored(keys[key], values, carrier_id, key not in known) for key, (values, carrier_id) in last.items()
    ]
    (_write_calls if channel == Channel.PHONE else _write_threads)(organization, stored, at)
    _write_links(organization, stored, loads)
    if channel == Channel.PHONE:
        _opt_out(organization, stored, by, at)
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
    sql.insert(Call, new, organization_id=organization.pk)
    sql.update(
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


def _opt_out(organization: Organization, stored: Sequence[Stored], by: Actor, at: datetime) -> None:
    """Never call again whoever said so in a call, unless they have agreed to calls since."""
    said: dict[str, datetime] = {}
    for one in stored:
        if DO_NOT_CALL in (one.values.get("contentTags") or ()):
            number, moment = one.party_phone[0], one.values["createdAt"]
            said[number] = max(moment, said.get(number, moment))
    said.pop("", None)
    if not said:
        return
    with scope(organization.pk):
        granted = ConsentRecord.objects.filter(number__in=said, kind=ConsentRecord.Kind.GRANTED)
        agreed = dict(granted.values_list("number").annotate(Max("at")))
        opt_out_many(
            organization=organization,
            reasons={
                number: f"Opted out on a call, {moment:%b} {moment.day}, {moment.year}"
                for number, moment in said.items()
                if number not in agreed or agreed[number] < moment
            },
            by=by,
            at=at,
        )


def _write_threads(organization: Organization, stored: Sequence[Stored], at: datetime) -> None:
    rows: list[Values] = [{"conversation_id": one.pk, "subject": _subject(one.values)} for one in stored]
    sql.insert(
        EmailThread,
        [row for row, one in zip(rows, stored, strict=True) if one.is_new],
        organization_id=organization.pk,
    )
    old = [row for row, one in zip(rows, stored, strict=True) if not one.is_new]
    sql.update(EmailThread, old, organization_id=organization.pk)
    delete_of(EmailMessage, "thread_id", [one.pk for one in stored if not one.is_new], organization)
    messages = [_message(one.pk, message) for one in stored for message in one.values.get("messages") or ()]
    sql.insert(EmailMessage, messages, organization_id=organization.pk)


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
    sql.insert(ConversationLoad, links, organization_id=organization.pk)


# What a `call` or `emailThread` line may look like; what it says of money is for `bids.imports`. Pure.


MAX_TAGS = 50
MAX_LOADS = 1_000
MAX_MESSAGES = 5_000
MAX_RECIPIENTS = 500
MAX_SUBJECT_LENGTH = 998


class Tag(Text):
    """A content tag: the API joins tags with commas, so none may stand in it."""

    default_error_messages = {"comma": "A tag can't contain a comma."}

    def to_internal_value(self, data: Any) -> str:
        """Return the tag."""
        tag = super().to_internal_value(data)
        if "," in tag:
            self.fail("comma")
        return tag


class Tags(serializers.Field):
    """The tags, the primary one first: an array, or joined by commas as in the API's records."""

    default_error_messages = {"most": "At most {most} tags."}
    tag = Tag(max_length=40, trim=True, allow_blank=False)

    def to_internal_value(self, data: Any) -> list[str]:
        """Return the tags, each once."""
        if isinstance(data, str):
            data = [part for part in data.split(",") if part.strip()]
        if not isinstance(data, list):
            raise serializers.ValidationError("Expected an array of strings.")
        if len(data) > MAX_TAGS:
            self.fail("most", most=MAX_TAGS)
        return list(dict.fromkeys(self.tag.to_internal_value(item) for item in data))


EXTERNAL_ID = Text(max_length=200, trim=True, allow_blank=False)
LOAD_ID = Text(max_length=64, trim=True, allow_blank=False)
SUBJECT = Text(max_length=MAX_SUBJECT_LENGTH, required=False)
MOMENT = Moment(required=False)
OPTIONAL: dict[str, Any] = {"required": False}

CONVERSATION: dict[str, Any] = {
    "externalId": EXTERNAL_ID,
    "direction": Choice(choices=Direction.values),
    "createdAt": Moment(),
    "contentTags": Tags(required=False),
    "summary": Text(required=False),
    "loadIds": Many(LOAD_ID, most=MAX_LOADS),
    "mcNumber": McNumber(required=False),
    "dotNumber": Whole(least=1, required=False),
    "carrierHwConnectionStatus": Choice(choices=["", *ConnectionStatus.values], required=False),
    "carrierHwRulesAssessment": Choice(choices=["", *RulesAssessment.values], required=False),
    "transferred": Flag(required=False),
}
CALL = Record(
    CONVERSATION
    | {
        "status": Choice(choices=list(CALL_LIFECYCLE.final)),
        "fromPhone": Phone(required=False),
        "toPhone": Phone(required=False),
        "callerName": Text(max_length=200, trim=True, required=False),
        "callerExt": Text(max_length=10, trim=True, required=False),
        "answeredAt": MOMENT,
        "endedAt": MOMENT,
        "transcript": Text(required=False),
        "recordingUrl": Text(max_length=500, trim=True, required=False),
    }
)
MESSAGE = Record(
    {
        "messageId": Text(max_length=500, trim=True, required=False),
        "from": Text(max_length=320, trim=True, allow_blank=False),
        "to": Many(Text(max_length=320, trim=True), most=MAX_RECIPIENTS),
        "sentAt": Moment(),
        "subject": SUBJECT,
        "text": Text(required=False),
    }
)
EMAIL_THREAD = Record(CONVERSATION | {"subject": SUBJECT, "messages": Many(MESSAGE, most=MAX_MESSAGES)})

RECORDS = {"call": CALL, "emailThread": EMAIL_THREAD}
CHANNELS = {"call": Channel.PHONE, "emailThread": Channel.EMAIL}


def read_conversation(data: dict[str, Any], problems: list[str]) -> dict[str, Any]:
    """Return the checked fields that the line gives; appends to `problems` what is wrong with it."""
    values = RECORDS[data["type"]].read(data, problems)
    answered_at, ended_at = values.get("answeredAt"), values.get("endedAt")
    if isinstance(answered_at, datetime) and isinstance(ended_at, datetime) and ended_at < answered_at:
        problems.append("endedAt: Must not be before answeredAt.")
    values["channel"] = CHANNELS[data["type"]]
    return values


def conversation_key(data: dict[str, Any]) -> str | None:
    """Return the externalId of a line, or None where it has none."""
    external_id = data.get("externalId")
    return external_id.strip() if isinstance(external_id, str) else None
