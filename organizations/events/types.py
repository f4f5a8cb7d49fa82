"""What is told: types of events with the JSON Schemas of their payloads; writing an event down; and the request, by
the endpoint's kind, that it is sent in.

Packages register their types in `AppConfig.ready()`, and call `record` in the transaction in which something happens:

    types.TYPES.register("load_booked", EventType(words="A load was booked.", …))
    types.record("load_booked", organization=…, conversation="load:7", payload=lambda: {…}, at=at)
"""

import json
import re
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any

import orjson
from django.conf import settings
from django.db import connection
from django.db.models import QuerySet
from standardwebhooks import Webhook

from organizations import tokens
from organizations.api.parsers import dumps, utc_millis
from organizations.events import write_back
from organizations.logs import HIDDEN
from organizations.models import Event, EventEndpoint, Organization
from organizations.registry import Registry
from organizations.sql import planned_cursor
from organizations.tenancy.queueing import prompt_once
from organizations.tenancy.states import EndpointKind

type Payload = Mapping[str, Any]
type Schema = dict[str, Any]

ALL = "*"
TEST = "test"
# However they are spelled: what we may pay at most, and what the customer pays, are in nothing that leaves the house.
EXAMPLE_LOAD = "LOADLINE-TEST"  # no load of anybody's
SECRET_FIELDS = {"maxrate", "maxbuy", "customerrate"}


@dataclass(frozen=True, kw_only=True)
class EventType:
    """One type: `line` and `path` are what a chat channel is told of a payload, and the page that it leads to.

    What is `is_frequent` happens many times in a call: a channel is told of it only where it asks by name. `example` is
    a payload to show and to try.
    """

    words: str
    properties: Mapping[str, Schema]
    line: Callable[[Payload], str]
    path: Callable[[Payload], str]
    is_frequent: bool = False
    example: Payload = field(default_factory=dict)


TYPES: Registry[EventType] = Registry("type of event")


@dataclass(frozen=True)
class Tenders:
    """Which loads came by EDI: told by the package that takes loads in.

    `answerable` narrows events to those of loads that a partner tendered by X12, by one field mapping where it is
    named; `mappings` are the organization's X12 mappings, as names by their addresses' last parts.
    """

    answerable: Callable[[QuerySet[Event], str], QuerySet[Event]]
    mappings: Callable[[], Mapping[str, str]]


TENDERS: Registry[Tenders] = Registry("source of tenders")


def addressed(events: QuerySet[Event], endpoint: EventEndpoint) -> QuerySet[Event]:
    """Those of the events that are the endpoint's business: a trading partner hears of its own tenders alone."""
    if endpoint.kind == EndpointKind.X12:
        for tenders in TENDERS.values():
            events = tenders.answerable(events, endpoint.format.get("mapping", ""))
    return events


# What every event says of itself, beside its payload.
ENVELOPE: dict[str, Schema] = {
    "event": {"type": "string", "description": "The type."},
    "id": {
        "type": "string",
        "description": "The same for every attempt; also the webhook-id header.",
    },
    "occurredAt": {"type": "string", "format": "date-time"},
    "sequence": {
        "type": "integer",
        "minimum": 1,
        "description": "Position within the conversation, or the load where there is none. No gaps.",
    },
}


def schema_of(name: str) -> Schema:
    """The JSON Schema (2020-12) of an event's body. All properties are always there; more may follow later."""
    properties = {**ENVELOPE, **TYPES[name].properties}
    properties["event"] = {**ENVELOPE["event"], "const": name}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": name,
        "description": TYPES[name].words,
        "type": "object",
        "properties": properties,
        "required": list(properties),
    }


def is_wanted(name: str, organization: Organization) -> bool:
    """Whether any endpoint of the organization asks for events of that type; costs no query."""
    return name in organization.event_types or ALL in organization.event_types


def record(
    name: str,
    *,
    organization: Organization,
    conversation: str,
    payload: Callable[[], Payload],
    at: datetime,
) -> None:
    """Write down that something happened; call it in the transaction in which it did.

    `conversation` ("call:12", "load:7") is what keeps events in order. `payload` is asked for only where somebody wants
    the event: without an endpoint nothing is written.
    """
    if name not in TYPES:
        raise KeyError(f"no type of event: {name}")
    if not is_wanted(name, organization):
        return
    event = {
        "uid": make_uid(),
        "type": name,
        "conversation": conversation[:100],
        "payload": dumps(plain(payload())).decode(),
        "moment": at,
    }
    prompt_once("organizations.tasks.dispatch_events", organization.pk)
    events, depth = organization.gathered_events or ([], -1)
    if depth == len(connection.savepoint_ids):
        events.append(event)
        return
    with planned_cursor() as cursor:
        cursor.execute(INSERT_GATHERED, _arrays([event]) | {"organization": organization.pk})


def gather(organization: Organization) -> None:
    """Have what is recorded for this object wait for `gathered`, but for what a savepoint of its own may undo."""
    organization.gathered_events = ([], len(connection.savepoint_ids))


def gathered(organization: Organization) -> dict[str, Any]:
    """What has been recorded since `gather`, as values of `INSERT_GATHERED`; empty where nothing has."""
    (events, _), organization.gathered_events = organization.gathered_events or ([], 0), None
    return _arrays(events) if events else {}


def _arrays(events: list[dict[str, Any]]) -> dict[str, Any]:
    """The events' values by column."""
    return {f"event_{name}s": [event[name] for event in events] for name in events[0]}


# Somebody on the telephone waits for it: a turn's events go along with what it writes itself.
INSERT_GATHERED = f"""
INSERT INTO {Event._meta.db_table} (organization_id, uid, type, conversation, payload, occurred_at)
SELECT %(organization)s, uid, type, conversation, payload::jsonb, moment
FROM unnest(
    %(event_uids)s::text[], %(event_types)s::text[], %(event_conversations)s::text[], %(event_payloads)s::text[],
    %(event_moments)s::timestamptz[]
) WITH ORDINALITY AS event (uid, type, conversation, payload, moment, place)
ORDER BY place
"""  # noqa: S608 (names of our own tables)


def make_uid() -> str:
    """A new event's id."""
    return f"evt_{secrets.token_hex(14)}"


def plain(value: Any) -> Any:
    """The value as JSON has it, without what may not leave the house."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items() if not _is_secret(str(key))}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Decimal):
        return int(value) if value == value.to_integral_value() else float(value)
    return value


@lru_cache(maxsize=4096)
def _is_secret(key: str) -> bool:
    return re.sub(r"[^a-z]", "", key.lower()) in SECRET_FIELDS


# Words for schemas, shared by the packages that register types.


def text(words: str, **more: Any) -> Schema:
    """A string."""
    return {"type": "string", "description": words, **more}


def optional(schema: Schema) -> Schema:
    """The same, or null."""
    return {**schema, "type": [schema["type"], "null"]}


def number(words: str) -> Schema:
    """A number."""
    return {"type": "number", "description": words}


def whole(words: str) -> Schema:
    """A whole number."""
    return {"type": "integer", "description": words}


def flag(words: str) -> Schema:
    """True or false."""
    return {"type": "boolean", "description": words}


def moment(words: str) -> Schema:
    """An instant in UTC."""
    return {"type": "string", "format": "date-time", "description": words}


def record_of(words: str, **properties: Schema) -> Schema:
    """An object; all of its properties are always there."""
    return {"type": "object", "description": words, "properties": properties, "required": list(properties)}


def anything(words: str) -> Schema:
    """An object of whatever keys."""
    return {"type": "object", "description": words}


TYPES.register(
    TEST,
    EventType(
        words="A test, sent when someone asks for one.",
        properties={"message": text("That it is a test.")},
        line=lambda payload: payload["message"],
        path=lambda payload: "/settings/integrations/",
    ),
)


SALT = "organizations.events"
MAX_LINE = 1000  # characters of a chat message
PUBLIC_HEADERS = {"content-type", "webhook-id", "webhook-timestamp", "webhook-signature"}


def body_of(
    event: Event, kind: str, form: Mapping[str, str] | None = None, types: Sequence[str] = ()
) -> bytes:
    """The request's body: the event as JSON, in the receiver's own form, or a chat message with a link to its page.

    A test is what a booking or a check call would be, where the receiver has a form for it. Raises Unreadable where
    that form makes nothing of it.
    """
    form = form or {}
    told = envelope(event)
    name = (event.type == TEST and example_sent(kind, form, types)) or event.type
    if name != event.type:
        told |= {"event": name, **plain(TYPES[name].example)}
        del told["message"]
    if kind == EndpointKind.X12:
        return write_back.x12_of(told, event.pk, form, is_test=event.type == TEST)
    if name in form:
        return write_back.made_by(form[name], told)
    if EndpointKind(kind).is_signed:
        return dumps(told)
    kind_of = TYPES[event.type]
    line = " ".join(kind_of.line(event.payload).split())[:MAX_LINE]
    url = settings.PUBLIC_URL + kind_of.path(event.payload)
    return orjson.dumps(_slack(line, url) if kind == EndpointKind.SLACK else _teams(line, url))


def example_sent(kind: str, form: Mapping[str, str], types: Sequence[str] = ()) -> str:
    """What a test shows to a receiver with a form of its own: `load_booked` or `check_call_reported`; else ""."""
    if TEST in form:
        return ""
    formed = (each for each in write_back.EDI_TYPES if kind == EndpointKind.X12 or each in form)
    return next((each for each in formed if not types or each in types), "")


def previewed(endpoint: EventEndpoint, name: str, *, at: datetime) -> bytes:
    """What the endpoint would be sent of the type's example. Raises Unreadable."""
    event = Event(
        pk=1,
        uid="evt_00000000000000000000000000",
        type=name,
        sequence=1,
        payload=plain(TYPES[name].example),
        occurred_at=at,
    )
    return body_of(event, endpoint.kind, endpoint.format)


def envelope(event: Event) -> dict[str, Any]:
    """The event as its receivers see it."""
    return {
        "event": event.type,
        "id": event.uid,
        "occurredAt": utc_millis(event.occurred_at),
        "sequence": event.sequence,
        **event.payload,
    }


def _slack(line: str, url: str) -> dict[str, Any]:
    """An incoming webhook's message. What callers and carriers said is text, never a link or a mention."""
    plain = line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return {
        "text": plain,
        "blocks": [
            {"type": "section", "text": {"type": "plain_text", "text": line, "emoji": False}},
            {
                "type": "context",
                "elements": [{"type": "mrkdwn", "text": f"<{url}|Open in Loadline>"}],
            },
        ],
    }


def _teams(line: str, url: str) -> dict[str, Any]:
    """A message for a channel's workflow: an adaptive card, whose text run reads no Markdown."""
    return {
        "type": "message",
        "attachments": [
            {
                "contentType": "application/vnd.microsoft.card.adaptive",
                "content": {
                    "$schema": "http://adaptivecards.io/schemas/adaptive-card.json",
                    "type": "AdaptiveCard",
                    "version": "1.4",
                    "body": [{"type": "RichTextBlock", "inlines": [{"type": "TextRun", "text": line}]}],
                    "actions": [{"type": "Action.OpenUrl", "title": "Open in Loadline", "url": url}],
                },
            }
        ],
    }


# Headers: signatures by the Standard Webhooks specification, and whatever else the receiver asks for.


def headers_of(endpoint: EventEndpoint, event: Event, body: bytes, *, at: datetime) -> dict[str, str]:
    """The request's headers; a signature for every secret that still counts."""
    own = headers_kept(endpoint)
    if not EndpointKind(endpoint.kind).is_signed:
        return own | {"Content-Type": "application/json"}
    text = body.decode()
    signatures = [
        Webhook(secret).sign(event.uid, at.astimezone(UTC), text) for secret in secrets_of(endpoint, at=at)
    ]
    return own | {
        "Content-Type": "application/edi-x12" if endpoint.kind == EndpointKind.X12 else "application/json",
        "webhook-id": event.uid,
        "webhook-timestamp": str(int(at.timestamp())),
        "webhook-signature": " ".join(signatures),
    }


def shown(headers: Mapping[str, str]) -> dict[str, str]:
    """The headers as they may be kept and shown: what a customer set may be a secret."""
    return {name: value if name.lower() in PUBLIC_HEADERS else HIDDEN for name, value in headers.items()}


def secrets_of(endpoint: EventEndpoint, *, at: datetime) -> list[str]:
    """The signing secrets (`whsec_…`) that count at a moment, the newest first."""
    return [
        tokens.decrypt(each["sealed"], salt=SALT)
        for each in endpoint.secrets
        if each["until"] is None or datetime.fromisoformat(each["until"]) > at
    ]


def seal_headers(headers: Mapping[str, str]) -> str:
    """The headers as they are stored."""
    return tokens.encrypt(json.dumps(dict(headers)), salt=SALT) if headers else ""


def headers_kept(endpoint: EventEndpoint) -> dict[str, str]:
    """The headers that the customer set."""
    sealed = endpoint.sealed_headers
    return dict(json.loads(tokens.decrypt(sealed, salt=SALT))) if sealed else {}
