"""What a load event may look like: `id` alone is required, the rest is checked when given."""

from typing import Any

from loads.states import StopType
from organizations.rest.fields import Array, Choice, Flag, LocalDateTime, Number, Object, Text, TimeZoneName

MOST_STOPS = 1_000

OPTIONAL: dict[str, Any] = {"required": False, "allow_null": True}
AMOUNT: dict[str, Any] = {"min_value": 0, **OPTIONAL}


class LocationSerializer(Object):
    """Origin or destination. A region or country may be a code or a name: the TMS knows what it means."""

    zip = Text(max_length=20, **OPTIONAL)
    city = Text(max_length=120, **OPTIONAL)
    state = Text(max_length=40, **OPTIONAL)
    country = Text(max_length=40, **OPTIONAL)
    timezone = TimeZoneName(**OPTIONAL)


class AddressSerializer(LocationSerializer):
    """Where a stop is; in a check call's stops only city and state are given."""

    street = Text(max_length=300, **OPTIONAL)


class StopSerializer(Object):
    """A stop, in its place in the order."""

    type = Choice(choices=StopType.values, **OPTIONAL)
    address = AddressSerializer(**OPTIONAL)
    windowStart = LocalDateTime(**OPTIONAL)
    windowEnd = LocalDateTime(**OPTIONAL)


class LoadEventSerializer(Object):
    """The body of `POST /webhooks/loads/events`."""

    id = Text(max_length=64, allow_blank=False, trim=True)
    pickupTime = LocalDateTime(**OPTIONAL)
    pickupEndTime = LocalDateTime(**OPTIONAL)
    dropoffTime = LocalDateTime(**OPTIONAL)
    dropoffEndTime = LocalDateTime(**OPTIONAL)
    origin = LocationSerializer(**OPTIONAL)
    destination = LocationSerializer(**OPTIONAL)
    status = Text(max_length=40, allow_blank=False, **OPTIONAL)
    customerName = Text(max_length=300, **OPTIONAL)
    stops = Array(child=StopSerializer(), max_length=MOST_STOPS, **OPTIONAL)
    equipment = Text(max_length=200, **OPTIONAL)
    totalDistance = Number(decimal_places=3, **AMOUNT)
    weight = Number(decimal_places=3, **AMOUNT)
    commodity = Text(max_length=300, **OPTIONAL)
    customerRate = Number(**AMOUNT)
    startRate = Number(**AMOUNT)
    maxRate = Number(**AMOUNT)
    bookNowRate = Number(**AMOUNT)
    specialInstructions = Text(**OPTIONAL)
    teamServiceRequired = Flag(**OPTIONAL)
    outboundCarrierSalesEnabled = Flag(**OPTIONAL)
    routingGuideEnabled = Flag(**OPTIONAL)
    isVisibleToExternalCarriers = Flag(**OPTIONAL)
    locked = Flag(**OPTIONAL)


# Validation keeps nothing in a serializer: one for all requests saves copying fifty fields each time.
EVENT = LoadEventSerializer()


def validate_event(body: Any) -> dict[str, Any]:
    """Return the known fields that the event gives, as Python values; raises DRF's ValidationError."""
    return EVENT.run_validation(body)
