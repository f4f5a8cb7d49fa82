"""What a request about event endpoints may look like, and the records of endpoints and attempts."""

from datetime import timedelta
from decimal import Decimal
from typing import Any

from rest_framework import serializers

from organizations.api.fields import Array, Choice, Flag, Object, Schema, Strict, Text
from organizations.api.imports import Moment
from organizations.api.parsers import utc_millis
from organizations.events import services
from organizations.events.types import headers_kept
from organizations.logs import HIDDEN
from organizations.models import DeliveryAttempt, EventEndpoint
from organizations.outbound import MAX_URL
from organizations.tenancy.states import DeliveryStatus, EndpointKind

MOST_HOURS = 168
INSTANT = {"type": "string", "format": "date-time"}
HEADERS = {"type": "object", "additionalProperties": {"type": "string"}}


class Headers(Strict):
    """Headers by their name."""

    schema: Schema = {**HEADERS, "maxProperties": services.MAX_HEADERS}
    default_error_messages = {"invalid": "Expected an object of strings."}

    def to_internal_value(self, data: Any) -> dict[str, str]:
        """Return the headers; whether they may be is the service's to say."""
        if not isinstance(data, dict) or not all(isinstance(value, str) for value in data.values()):
            self.fail("invalid")
        return data


class Instant(Moment, Strict):
    """A moment, as a datetime in UTC."""

    schema = INSTANT


class Hours(Strict):
    """Whole hours, up to a week."""

    schema: Schema = {"type": "integer", "minimum": 0, "maximum": MOST_HOURS}
    default_error_messages = {"invalid": "Expected a whole number.", "max_value": f"From 0 to {MOST_HOURS}."}

    def to_internal_value(self, data: Any) -> timedelta:
        """Return the time; JSON knows one kind of number, so 7.0 is 7."""
        if isinstance(data, bool) or not isinstance(data, int | float | Decimal):
            self.fail("invalid")
        if not 0 <= data <= MOST_HOURS:
            self.fail("max_value")
        if data % 1:
            self.fail("invalid")
        return timedelta(hours=int(data))


def _url(**more: Any) -> Text:
    return Text(
        max_length=MAX_URL,
        allow_blank=False,
        help_text="Where to POST: https, on the public internet.",
        **more,
    )


def _types() -> Array:
    return Array(
        child=Text(max_length=40),
        max_length=100,
        required=False,
        help_text="Types of events to send; empty for all of them, also those that come later.",
    )


def _headers() -> Headers:
    return Headers(
        required=False, help_text="Extra headers, such as Authorization. Stored encrypted, never shown again."
    )


class NewEndpointSerializer(Object):
    """The body of `POST /event-endpoints`."""

    url = _url()
    kind = Choice(
        choices=EndpointKind.values,
        required=False,
        help_text="`standard`: signed JSON. `slack`, `teams`: a message to that channel’s webhook.",
    )
    description = Text(max_length=200, required=False, help_text="Your own words for it.")
    types = _types()
    headers = _headers()


class ChangedEndpointSerializer(Object):
    """The body of `PATCH /event-endpoints/{endpointId}`: what is left out stays."""

    url = _url(required=False)
    description = Text(max_length=200, required=False, help_text="Your own words for it.")
    types = _types()
    headers = _headers()
    enabled = Flag(required=False, help_text="`false` turns it off, `true` turns it back on.")


class EventTestSerializer(Object):
    """The body of `POST /event-endpoints/{endpointId}/test`."""

    message = Text(max_length=200, required=False, help_text="Text of the event.")


class RotationSerializer(Object):
    """The body of `POST /event-endpoints/{endpointId}/rotate-secret`."""

    overlapHours = Hours(
        required=False, help_text="How long the old secret keeps working: 24 hours by default."
    )


class ReplaySerializer(Object):
    """The body of `POST /event-endpoints/{endpointId}/replay`."""

    eventId = Text(max_length=40, required=False, help_text="This event, whether or not it arrived.")
    since = Instant(required=False, help_text="Everything the endpoint missed since then.")
    until = Instant(required=False, help_text="With `since`: up to this time, not including it.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """One of the two ways."""
        if ("eventId" in attrs) == ("since" in attrs) or ("until" in attrs and "since" not in attrs):
            raise serializers.ValidationError({"eventId": ["Send either eventId or since."]}, code="mixed")
        return attrs


# What is answered.


def endpoint_record(row: EventEndpoint) -> dict[str, Any]:
    """An endpoint as the API has it."""
    return {
        "id": row.pk,
        "kind": row.kind,
        "url": row.url,
        "description": row.description,
        "types": row.types,
        "headers": dict.fromkeys(headers_kept(row), HIDDEN),
        "enabled": row.is_on,
        "disabledReason": row.switched_off_for or None,
        "disabledAt": _instant(row.switched_off_at),
        "failingSince": _instant(row.failing_since),
        "createdAt": _instant(row.created_at),
    }


def attempt_record(row: DeliveryAttempt) -> dict[str, Any]:
    """An attempt as the API has it."""
    delivery = row.delivery
    return {
        "eventId": delivery.event.uid,
        "type": delivery.event.type,
        "sequence": delivery.sequence,
        "status": delivery.status,
        "nextAttemptAt": _instant(delivery.due_at if delivery.status == DeliveryStatus.PENDING else None),
        "attemptedAt": _instant(row.started_at),
        "milliseconds": row.milliseconds,
        "url": row.url,
        "requestHeaders": row.request_headers,
        "requestBody": row.request,
        "responseStatus": row.status,
        "responseHeaders": row.answer_headers,
        "responseBody": row.answer,
        "error": row.error or None,
    }


def _instant(moment: Any) -> str | None:
    return utc_millis(moment) if moment else None
