"""What a request for a call may look like, and the record of a call just started."""

from decimal import Decimal
from typing import Any

import orjson
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from calls.calling_rules import DIALABLE, Destination, NotDialable, read_destination
from calls.models import Call
from calls.models.reports import TrackingApp
from calls.states import public_status
from loads.load_events import MAX_STOPS, StopSerializer
from loads.models import StopType
from organizations.api.fields import Array, Choice, Flag, LocalDateTime, Number, Object, Schema, Strict, Text
from organizations.api.openapi import (
    Instant,
    Record,
)
from organizations.api.parsers import plain_json, utc_millis

MAX_VARIABLES = 100
MAX_VARIABLE_BYTES = 32 * 1024
MAX_DOT = 99_999_999  # eight digits

OPTIONAL: dict[str, Any] = {"required": False, "allow_null": True}


class Phone(Strict):
    """A number in E.164 form, optionally with `;ext=`; becomes a calling_rules.Destination."""

    schema = {"type": "string", "format": "phone", "pattern": f"^{DIALABLE.pattern}$"}

    default_error_messages = {"invalid": "Expected a string."}

    def to_internal_value(self, data: Any) -> Destination:
        """Return the destination; whether it may be called is the service's to say."""
        if not isinstance(data, str):
            self.fail("invalid")
        try:
            return read_destination(data)
        except NotDialable as error:
            raise serializers.ValidationError(str(error), code=error.code) from None


class FreeObject(Strict):
    """A JSON object of any keys, of at most 32 KiB."""

    schema = {
        "type": "object",
        "additionalProperties": True,
        "$comment": f"At most {MAX_VARIABLE_BYTES // 1024} KiB as JSON.",
    }

    default_error_messages = {
        "invalid": "Expected an object.",
        "too_large": f"At most {MAX_VARIABLE_BYTES // 1024} KiB.",
    }

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the object with JSON's own numbers."""
        if not isinstance(data, dict):
            self.fail("invalid")
        values: dict[str, Any] = plain_json(data)
        if len(orjson.dumps(values)) > MAX_VARIABLE_BYTES:
            self.fail("too_large")
        return values


class Variables(FreeObject):
    """Values for an agent's prompt: at most 100, each a string, number, boolean or null."""

    schema = FreeObject.schema | {
        "maxProperties": MAX_VARIABLES,
        "additionalProperties": {"type": ["string", "number", "boolean", "null"]},
    }

    default_error_messages = {"too_many": f"At most {MAX_VARIABLES} variables."}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the values by name."""
        values = super().to_internal_value(data)
        if len(values) > MAX_VARIABLES:
            self.fail("too_many")
        wrong = {
            name: [serializers.ErrorDetail("Expected a string, number, boolean or null.", "invalid")]
            for name, value in values.items()
            if isinstance(value, dict | list)
        }
        if wrong:
            raise serializers.ValidationError(wrong)
        return values


class WholeNumber(Strict):
    """A JSON number without a fraction, from 1 to `most`."""

    default_error_messages = {
        "invalid": "Expected a whole number.",
        "min_value": "Must not be less than 1.",
        "max_value": "Must not be more than {most}.",
    }

    def __init__(self, *, most: int, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.most_value = most

    def to_internal_value(self, data: Any) -> int:
        """Return the number; JSON knows one kind of number, so 7.0 is 7."""
        if isinstance(data, bool) or not isinstance(data, int | float | Decimal):
            self.fail("invalid")
        if data < 1:
            self.fail("min_value")
        if data > self.most_value:
            self.fail("max_value", most=self.most_value)
        if data % 1:  # only now: a Decimal of 300 digits has no remainder that fits
            self.fail("invalid")
        return int(data)

    @property
    def schema(self) -> Schema:
        """With the bounds."""
        return {"type": "integer", "minimum": 1, "maximum": self.most_value}


class CustomCallSerializer(Object):
    """The body of `POST /custom-use-cases/{agentId}/create-phone-call`."""

    toPhone = Phone(
        help_text="The number to call in E.164 form, `;ext=` and up to 10 digits for an extension."
    )
    dynamicVariables = Variables(
        help_text="Values for the agent's prompt, by name, inserted as plain text.", **OPTIONAL
    )


class CarrierSalesCallSerializer(Object):
    """The body of `POST /carrier-sales/trigger-call`."""

    toPhone = Phone(
        help_text="The carrier's number in E.164 form, `;ext=` and up to 10 digits for an extension."
    )
    loadId = Text(
        max_length=64,
        allow_blank=False,
        trim=True,
        help_text="Load to offer, by your load ID. It must already have been sent as a load event.",
    )
    dotNumber = WholeNumber(most=MAX_DOT, help_text="The carrier's USDOT number.")
    contactName = Text(max_length=200, help_text="Person to ask for.", **OPTIONAL)
    metadata = FreeObject(help_text="Your own key/value pairs, returned with the call.", **OPTIONAL)


class CheckCallSerializer(Object):
    """The body of `POST /track-and-trace/trigger-check-call-by-load`."""

    toPhone = Phone(
        help_text="The number to call in E.164 form, `;ext=` and up to 10 digits for an extension."
    )
    loadNumber = Text(
        max_length=64,
        allow_blank=False,
        trim=True,
        help_text="Your load ID. An unknown ID creates a load that a later event fills in.",
    )
    callType = Choice(
        choices=StopType.values,
        help_text="Stop to ask about; pickup by default.",
        **OPTIONAL,
    )
    waitingAtFacility = Flag(help_text="Whether the driver is waiting at the facility.", **OPTIONAL)
    nextStopApptStart = LocalDateTime(
        help_text="Start of the appointment, local time at the stop.", **OPTIONAL
    )
    nextStopApptEnd = LocalDateTime(help_text="End of the appointment, local time at the stop.", **OPTIONAL)
    nextStopCity = Text(max_length=120, help_text="City of the stop to ask about.", **OPTIONAL)
    nextStopState = Text(max_length=40, help_text="State of the stop to ask about.", **OPTIONAL)
    loadStops = Array(
        child=StopSerializer(),
        max_length=MAX_STOPS,
        help_text="Stops in order. If left out, the stored load's stops are used.",
        **OPTIONAL,
    )
    metadata = FreeObject(help_text="Your own key/value pairs, returned with the call.", **OPTIONAL)
    driverName = Text(max_length=200, help_text="Person to ask for.", **OPTIONAL)
    contactName = Text(max_length=200, help_text="Person to ask for if there's no driver name.", **OPTIONAL)
    contactType = Choice(choices=["driver", "dispatcher"], help_text="Contact's role.", **OPTIONAL)
    dispatchPhone = Phone(
        help_text="The dispatcher's number, called if the driver doesn't answer or says to ask someone else.",
        **OPTIONAL,
    )
    reeferTemperature = Number(
        min_value=-100,
        decimal_places=1,
        help_text="Set point in degrees Fahrenheit. The agent asks what the reefer is running at; a "
        "loaded one that is more than 3 degrees off raises an alert.",
        **OPTIONAL,
    )
    trackingApp = Choice(
        choices=TrackingApp.values,
        help_text="Tracking app the driver uses. The agent asks if it's on.",
        **OPTIONAL,
    )


def initiated_call(call: Call) -> dict[str, Any]:
    """The record of a call just started; to a client it is in progress until it has ended."""
    return {
        "id": call.pk,
        "fromPhone": call.from_phone,
        "toPhone": call.to_phone,
        "status": public_status(call.status),
        "conversationId": call.conversation_id,
        "createdAt": utc_millis(call.conversation.created_at),
        "updatedAt": utc_millis(call.updated_at),
    }


@extend_schema_field(
    {"type": "string", "format": "date-time", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$"}
)
class InstantWithMilliseconds(serializers.DateTimeField):
    """A moment in UTC, to the millisecond."""


@extend_schema_field(
    {"type": "string", "format": "local-date-time", "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$"}
)
class Wall(serializers.DateTimeField):
    """A moment by the clock of a stop, to the second."""


class OpenQuestionSerializer(Record):
    """A question that the agent left to a broker."""

    topic = serializers.CharField(help_text="Topic code.")
    words = serializers.CharField(help_text="The question, in the caller's words.")
    askedAt = Instant(help_text="When the caller asked it.")
    answeredAt = Instant(allow_null=True, help_text="When a broker answered it.")
    answer = serializers.CharField(allow_null=True, help_text="The broker's answer.")
