"""What is sent to an endpoint: the request's body and headers, by its kind."""

import json
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import orjson
from django.conf import settings
from standardwebhooks import Webhook

from organizations.api.parsers import dumps, utc_millis
from organizations.events.types import TYPES
from organizations.logs import HIDDEN
from organizations.models import Event, EventEndpoint
from organizations.tenancy import tokens
from organizations.tenancy.states import EndpointKind

SALT = "organizations.events"
MAX_LINE = 1000  # characters of a chat message
PUBLIC_HEADERS = {"content-type", "webhook-id", "webhook-timestamp", "webhook-signature"}


def body_of(event: Event, kind: str) -> bytes:
    """The request's body: the event as JSON, or a chat message about it with a link to its page."""
    if kind == EndpointKind.STANDARD:
        return dumps(envelope(event))
    kind_of = TYPES[event.type]
    line = " ".join(kind_of.line(event.payload).split())[:MAX_LINE]
    url = settings.PUBLIC_URL + kind_of.path(event.payload)
    return orjson.dumps(_slack(line, url) if kind == EndpointKind.SLACK else _teams(line, url))


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
    if endpoint.kind != EndpointKind.STANDARD:
        return own | {"Content-Type": "application/json"}
    text = body.decode()
    signatures = [
        Webhook(secret).sign(event.uid, at.astimezone(UTC), text) for secret in secrets_of(endpoint, at=at)
    ]
    return own | {
        "Content-Type": "application/json",
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
