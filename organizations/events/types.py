"""What is told: types of events with the JSON Schemas of their payloads, and writing an event down.

Packages register their types in `AppConfig.ready()`, and call `record` in the transaction in which something happens:

    types.TYPES.register("load_booked", EventType(words="A load was booked.", …))
    types.record("load_booked", organization=…, conversation="load:7", payload=lambda: {…}, at=at)
"""

import re
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from organizations.models import Event, Organization
from organizations.registry import Registry
from organizations.tenancy.queueing import prompt

type Payload = Mapping[str, Any]
type Schema = dict[str, Any]

ALL = "*"
TEST = "test"
# However they are spelled: what we may pay at most, and what the customer pays, are in nothing that leaves the house.
SECRET_FIELDS = {"maxrate", "maxbuy", "customerrate"}


@dataclass(frozen=True, kw_only=True)
class EventType:
    """One type: `line` and `path` are what a chat channel is told of a payload, and the page that it leads to.

    What is `is_frequent` happens many times in a call: a channel is told of it only where it asks by name.
    """

    words: str
    properties: Mapping[str, Schema]
    line: Callable[[Payload], str]
    path: Callable[[Payload], str]
    is_frequent: bool = False
    example: Payload = field(default_factory=dict)


TYPES: Registry[EventType] = Registry("type of event")

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
) -> Event | None:
    """Write down that something happened; call it in the transaction in which it did.

    `conversation` ("call:12", "load:7") is what keeps events in order. `payload` is asked for only where somebody wants
    the event: without an endpoint nothing is written.
    """
    if name not in TYPES:
        raise KeyError(f"no type of event: {name}")
    if not is_wanted(name, organization):
        return None
    event = Event.unscoped.create(
        organization_id=organization.pk,
        uid=make_uid(),
        type=name,
        conversation=conversation[:100],
        payload=plain(payload()),
        occurred_at=at,
    )
    prompt("organizations.tasks.dispatch_events", organization.pk)
    return event


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
