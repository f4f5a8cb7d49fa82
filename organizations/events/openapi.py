"""The API's event endpoints described: bodies of requests, records of answers, with examples of everything."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers

from organizations.api.fields import Array, Choice, Flag, Hours, Object, Schema, Strict, Text
from organizations.api.imports import Moment
from organizations.api.openapi import (
    FILTER,
    TO_WRITERS,
    PaginationSerializer,
    Record,
    Said,
    answers,
    body,
    link,
    parameter,
)
from organizations.events import services
from organizations.logs import HIDDEN
from organizations.outbound import MAX_URL
from organizations.tenancy.states import DeliveryStatus, EndpointKind, SwitchedOff

MOST_ATTEMPTS, DEFAULT_ATTEMPTS = 50, 20  # an attempt may have 128 KiB
INSTANT_OR_NULL = {"type": ["string", "null"], "format": "date-time"}
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


def _url(**more: Any) -> Text:
    words = "Where to POST: https, on the public internet."
    return Text(max_length=MAX_URL, allow_blank=False, help_text=words, **more)


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


def _format() -> Headers:
    return Headers(
        required=False,
        help_text="Your own form of the body: by type of event, the JMESPath expression that makes it of the event. "
        "Of `x12`: `sender`, `receiver` and `scac`; `mapping` (the end of an EDI field mapping’s address) narrows it "
        "to loads that came by that one.",
    )


class NewEndpointSerializer(Object):
    """The body of `POST /event-endpoints`."""

    url = _url()
    kind = Choice(
        choices=EndpointKind.values,
        required=False,
        help_text="`standard`: signed JSON. `slack`, `teams`: a message to that channel’s webhook. "
        "`x12`: EDI, a 990 for `load_booked` and a 214 for `check_call_reported`.",
    )
    description = Text(max_length=200, required=False, help_text="Your own words for it.")
    types = _types()
    headers = _headers()
    format = _format()


class ChangedEndpointSerializer(Object):
    """The body of `PATCH /event-endpoints/{endpointId}`: what is left out stays."""

    url = _url(required=False)
    description = Text(max_length=200, required=False, help_text="Your own words for it.")
    types = _types()
    headers = _headers()
    format = _format()
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


class EventEndpointSerializer(Record):
    """An address that events are sent to."""

    id = serializers.IntegerField(help_text="ID of the endpoint.")
    kind = serializers.ChoiceField(choices=EndpointKind.values, help_text="Format of what is sent.")
    url = serializers.CharField(help_text="Where events are POSTed.")
    description = serializers.CharField(help_text="Your own words for it.")
    types = serializers.ListField(child=serializers.CharField(), help_text="Types of events; empty: all.")
    headers = Said(HEADERS, "Names of the headers sent along; their values stay hidden.")
    format = Said(HEADERS, "Your own form of the body; empty for Loadline’s.")
    enabled = serializers.BooleanField(help_text="Whether events are sent.")
    disabledReason = serializers.ChoiceField(
        choices=SwitchedOff.values, allow_null=True, help_text="Why it is off."
    )
    disabledAt = Said(INSTANT_OR_NULL, "When it was turned off.")
    failingSince = Said(INSTANT_OR_NULL, "First failure since anything last arrived.")
    createdAt = Said(INSTANT, "When it was made.")


class EndpointListSerializer(Record):
    """All endpoints, oldest first."""

    eventEndpoints = EventEndpointSerializer(many=True)


class EndpointAnswerSerializer(Record):
    """An endpoint."""

    eventEndpoint = EventEndpointSerializer()


class EndpointWithSecretSerializer(Record):
    """An endpoint and its signing secret."""

    eventEndpoint = EventEndpointSerializer()
    secret = serializers.CharField(
        allow_null=True, help_text="Verifies signatures (Standard Webhooks). Shown once; null for a channel."
    )


class RemovedSerializer(Record):
    """That it is done."""

    success = serializers.BooleanField()


class SentSerializer(Record):
    """The test event is on its way."""

    success = serializers.BooleanField()
    eventId = serializers.CharField(help_text="ID of the event; its attempts can be looked up by it.")


class ReplayedSerializer(Record):
    """How many events are sent again."""

    replayed = serializers.IntegerField(min_value=0, help_text="Events on their way again.")
    remaining = serializers.IntegerField(
        min_value=0, help_text="Whether there are more: send the request again."
    )


class AttemptSerializer(Record):
    """One request to the endpoint and its response; bodies are cut off at 64 KiB."""

    eventId = serializers.CharField(help_text="ID of the event.")
    type = serializers.CharField(help_text="Type of the event.")
    sequence = serializers.IntegerField(help_text="Position within the conversation.")
    status = serializers.ChoiceField(
        choices=DeliveryStatus.values, help_text="Current status of the delivery."
    )
    nextAttemptAt = Said(INSTANT_OR_NULL, "Next retry, if any.")
    attemptedAt = Said(INSTANT, "When the request was made.")
    milliseconds = serializers.IntegerField(min_value=0, help_text="How long it took.")
    url = serializers.CharField(help_text="URL it was sent to.")
    requestHeaders = Said(HEADERS, "Without your own headers’ values.")
    requestBody = serializers.CharField()
    responseStatus = serializers.IntegerField(
        allow_null=True, help_text="HTTP status, if there was a response."
    )
    responseHeaders = Said(HEADERS, "Response headers.")
    responseBody = serializers.CharField()
    error = serializers.CharField(allow_null=True, help_text="Why there was no response.")


class AttemptListSerializer(Record):
    """A page of attempts, newest first."""

    attempts = AttemptSerializer(many=True)
    pagination = PaginationSerializer()


class EventTypeSerializer(Record):
    """A type of event."""

    type = serializers.CharField()
    description = serializers.CharField()
    schema = Said({"type": "object"}, "JSON Schema (2020-12) of the body.")


class TypeListSerializer(Record):
    """All types."""

    types = EventTypeSerializer(many=True)


# How it is described.

TAGS = ["Event endpoints"]
ENDPOINT: dict[str, Any] = {
    "id": 12,
    "kind": "standard",
    "url": "https://tms.acme.example/loadline",
    "description": "TMS",
    "types": ["call_ended", "load_booked"],
    "headers": {"Authorization": HIDDEN},
    "format": {},
    "enabled": True,
    "disabledReason": None,
    "disabledAt": None,
    "failingSince": None,
    "createdAt": "2026-03-02T15:04:05.000Z",
}
SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"  # noqa: S105 (the specification's own example)
ATTEMPT: dict[str, Any] = {
    "eventId": "evt_4f0c7a6be1d25b3f9c8a7d6e5f41",
    "type": "load_booked",
    "sequence": 7,
    "status": "PENDING",
    "nextAttemptAt": "2026-03-02T15:04:35.000Z",
    "attemptedAt": "2026-03-02T15:04:05.000Z",
    "milliseconds": 84,
    "url": "https://tms.acme.example/loadline",
    "requestHeaders": {"Content-Type": "application/json", "Authorization": HIDDEN},
    "requestBody": '{"event":"load_booked"}',
    "responseStatus": 500,
    "responseHeaders": {"content-type": "text/plain"},
    "responseBody": "down for maintenance",
    "error": None,
}
ID = parameter(
    "endpointId", "ID of the endpoint.", {"type": "integer", "minimum": 1}, 12, required=True, place="path"
)
ONE = {"One endpoint": {"eventEndpoint": ENDPOINT}}
WITH_SECRET = {"With its secret": {"eventEndpoint": ENDPOINT, "secret": SECRET}}
WRITES = "Also needs the `read` scope, because events contain data that scope protects."
TO_ATTEMPTS = link(
    "listEventAttempts",
    "Its attempts.",
    endpointId="$request.path.endpointId",
    eventId="$response.body#/eventId",
)


def described(operation: str, summary: str, words: str, **more: Any) -> Any:
    """`extend_schema` for one of these operations."""
    return extend_schema(operation_id=operation, tags=TAGS, summary=summary, description=words, **more)


list_endpoints = described(
    "listEventEndpoints",
    "List event endpoints",
    "All addresses that events are sent to, oldest first.",
    responses=answers(EndpointListSerializer, {"One endpoint": {"eventEndpoints": [ENDPOINT]}}),
)
create_endpoint = described(
    "createEventEndpoint",
    "Create an event endpoint",
    f"Starts sending events to an address. The response has the signing secret, shown only once. {WRITES}",
    request=body(
        NewEndpointSerializer,
        {
            "Some events": {"url": ENDPOINT["url"], "description": "TMS", "types": ENDPOINT["types"]},
            "All events": {"url": ENDPOINT["url"]},
        },
    ),
    responses=answers(EndpointWithSecretSerializer, WITH_SECRET, to=TO_WRITERS),
)
get_endpoint = described(
    "getEventEndpoint",
    "Get an event endpoint",
    "One address that events are sent to.",
    parameters=[ID],
    responses=answers(EndpointAnswerSerializer, ONE, to=(404,)),
)
change_endpoint = described(
    "changeEventEndpoint",
    "Change an event endpoint",
    f"Fields you leave out keep their values. {WRITES}",
    parameters=[ID],
    request=body(ChangedEndpointSerializer, {"Turn off": {"enabled": False}}),
    responses=answers(EndpointAnswerSerializer, ONE, to=(404, *TO_WRITERS)),
)
remove_endpoint = described(
    "removeEventEndpoint",
    "Remove an event endpoint",
    f"Nothing more is sent to it, and its delivery history is deleted. {WRITES}",
    parameters=[ID],
    responses=answers(RemovedSerializer, {"Removed": {"success": True}}, to=(404,)),
)
rotate_secret = described(
    "rotateEventSecret",
    "Rotate the signing secret",
    f"The response has the new secret, shown only once. Both secrets sign until the overlap ends. {WRITES}",
    parameters=[ID],
    request=body(RotationSerializer, {"A day": {"overlapHours": 24}, "Default": {}}),
    responses=answers(EndpointWithSecretSerializer, WITH_SECRET, to=(404, *TO_WRITERS)),
)
test_endpoint = described(
    "testEventEndpoint",
    "Send a test event",
    f"Sends an event of the type `test` to this endpoint alone. An endpoint that is off is a 409. {WRITES}",
    parameters=[ID],
    request=body(
        EventTestSerializer, {"A test": {}, "In your words": {"message": "Hello from the order desk."}}
    ),
    responses=answers(
        SentSerializer,
        {"On its way": {"success": True, "eventId": ATTEMPT["eventId"]}},
        links={"attempts": TO_ATTEMPTS},
        to=(404, *TO_WRITERS),
    ),
)
replay = described(
    "replayEvents",
    "Send events again",
    "One event by its ID, or everything the endpoint missed since a given time: what failed for good, and what "
    f"happened while it was off. At most {services.MAX_SENT_AGAIN:,} at once. Receivers see the same ID and sequence "
    f"as the first time. An endpoint that is off is a 409, an unknown event a 404. {WRITES}",
    parameters=[ID],
    request=body(
        ReplaySerializer,
        {"One event": {"eventId": ATTEMPT["eventId"]}, "What was missed": {"since": "2026-03-02T00:00:00Z"}},
    ),
    responses=answers(
        ReplayedSerializer, {"On their way": {"replayed": 3, "remaining": 0}}, to=(404, *TO_WRITERS)
    ),
)
list_attempts = described(
    "listEventAttempts",
    "List attempts",
    "Every request to the endpoint and its response, newest first. Kept for 90 days.",
    parameters=[
        ID,
        parameter("eventId", "Only attempts of this event.", FILTER, ATTEMPT["eventId"]),
        parameter(
            "offset",
            "Number of records to skip.",
            {"type": "integer", "minimum": 0, "maximum": 2**63 - 1, "default": 0},
            0,
        ),
        parameter(
            "limit",
            "Maximum number of records to return.",
            {"type": "integer", "minimum": 1, "maximum": MOST_ATTEMPTS, "default": DEFAULT_ATTEMPTS},
            DEFAULT_ATTEMPTS,
        ),
    ],
    responses=answers(
        AttemptListSerializer,
        {"One attempt": {"attempts": [ATTEMPT], "pagination": {"limit": 20, "offset": 0, "total": 1}}},
        to=(404,),
    ),
)
list_types = described(
    "listEventTypes",
    "List types of events",
    "Every type, with the JSON Schema of its body. More properties and types may follow.",
    responses=answers(
        TypeListSerializer,
        {
            "One type": {
                "types": [
                    {"type": "call_ended", "description": "A call ended.", "schema": {"type": "object"}}
                ]
            }
        },
    ),
)
