"""What a request for a call may look like, and the record of a call just started."""

from typing import Any

import orjson
from rest_framework import serializers

from calls.models import Call
from calls.policy import Destination, NotDialable, read_destination
from calls.states import public_status
from loads.serializers import StopSerializer
from loads.states import StopType
from organizations.rest.fields import Array, Choice, Flag, LocalDateTime, Number, Object, Text
from organizations.rest.parsers import plain_json
from organizations.rest.renderers import utc_millis

MOST_VARIABLES = 100
MOST_VARIABLE_BYTES = 32 * 1024
MOST_STOPS = 1_000

OPTIONAL: dict[str, Any] = {"required": False, "allow_null": True}


class Phone(serializers.Field):
    """A number in E.164 form, optionally with `;ext=`; becomes a policy.Destination."""

    default_error_messages = {"invalid": "Expected a string."}

    def to_internal_value(self, data: Any) -> Destination:
        """Return the destination; whether it may be called is the service's to say."""
        if not isinstance(data, str):
            self.fail("invalid")
        try:
            return read_destination(data)
        except NotDialable as error:
            raise serializers.ValidationError(str(error), code=error.code) from None


class FreeObject(serializers.Field):
    """A JSON object of any keys, of at most 32 KiB."""

    default_error_messages = {
        "invalid": "Expected an object.",
        "too_large": f"At most {MOST_VARIABLE_BYTES // 1024} KiB.",
    }

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the object with JSON's own numbers."""
        if not isinstance(data, dict):
            self.fail("invalid")
        values: dict[str, Any] = plain_json(data)
        if len(orjson.dumps(values)) > MOST_VARIABLE_BYTES:
            self.fail("too_large")
        return values


class Variables(FreeObject):
    """Values for an agent's prompt: at most 100, each a string, number, boolean or null."""

    default_error_messages = {"too_many": f"At most {MOST_VARIABLES} variables."}

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the values by name."""
        values = super().to_internal_value(data)
        if len(values) > MOST_VARIABLES:
            self.fail("too_many")
        wrong = {
            name: [serializers.ErrorDetail("Expected a string, number, boolean or null.", "invalid")]
            for name, value in values.items()
            if isinstance(value, dict | list)
        }
        if wrong:
            raise serializers.ValidationError(wrong)
        return values


class CustomCallSerializer(Object):
    """The body of `POST /custom-use-cases/{agentId}/create-phone-call`."""

    toPhone = Phone()
    dynamicVariables = Variables(**OPTIONAL)


class CheckCallSerializer(Object):
    """The body of `POST /track-and-trace/trigger-check-call-by-load`."""

    toPhone = Phone()
    loadNumber = Text(max_length=64, allow_blank=False, trim=True)
    callType = Choice(choices=StopType.values, **OPTIONAL)
    waitingAtFacility = Flag(**OPTIONAL)
    nextStopApptStart = LocalDateTime(**OPTIONAL)
    nextStopApptEnd = LocalDateTime(**OPTIONAL)
    nextStopCity = Text(max_length=120, **OPTIONAL)
    nextStopState = Text(max_length=40, **OPTIONAL)
    loadStops = Array(child=StopSerializer(), max_length=MOST_STOPS, **OPTIONAL)
    metadata = FreeObject(**OPTIONAL)
    driverName = Text(max_length=200, **OPTIONAL)
    contactName = Text(max_length=200, **OPTIONAL)
    contactType = Choice(choices=["driver", "dispatcher"], **OPTIONAL)
    dispatchPhone = Phone(**OPTIONAL)
    reeferTemperature = Number(min_value=-100, **OPTIONAL)
    trackingApp = Choice(choices=["macropoint", "fourkites"], **OPTIONAL)


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
