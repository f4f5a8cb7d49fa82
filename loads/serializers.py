"""What a load event may look like: `id` alone is required, the rest is checked when given."""

from typing import Any

from loads.states import LoadStatus, StopType
from organizations.api.fields import Array, Choice, Flag, LocalDateTime, Number, Object, Text, TimeZoneName

MAX_STOPS = 500  # told in full they fit into the parser's 10,000 values

OPTIONAL: dict[str, Any] = {"required": False, "allow_null": True}
AMOUNT: dict[str, Any] = {"min_value": 0, **OPTIONAL}


class Status(Text):
    """A status that Loadline knows, in any letter case, or another word as it is given."""

    def to_internal_value(self, data: Any) -> str:
        """Return the word, one of ours as we write it."""
        word = super().to_internal_value(data)
        return word.upper() if word.upper() in LoadStatus.values else word


class LocationSerializer(Object):
    """Origin or destination. A region or country may be a code or a name: the TMS knows what it means."""

    zip = Text(max_length=20, help_text="Postal code.", **OPTIONAL)
    city = Text(max_length=120, help_text="City.", **OPTIONAL)
    state = Text(max_length=40, help_text="State or province: two-letter code or name.", **OPTIONAL)
    country = Text(max_length=40, help_text="Country: two-letter code or name.", **OPTIONAL)
    timezone = TimeZoneName(
        help_text="IANA time zone, in its exact spelling. Empty or left out, it is derived from the place.",
        **OPTIONAL,
    )


class AddressSerializer(LocationSerializer):
    """Where a stop is; in a check call's stops only city and state are given."""

    street = Text(max_length=300, help_text="Street and number.", **OPTIONAL)


class StopSerializer(Object):
    """A stop, in its place in the order."""

    type = Choice(
        choices=StopType.values,
        help_text="What happens there. Left out, the first of the itinerary is a pickup and the others are dropoffs.",
        **OPTIONAL,
    )
    address = AddressSerializer(help_text="Where it is.", **OPTIONAL)
    windowStart = LocalDateTime(help_text="Start of the window, wall clock at the stop.", **OPTIONAL)
    windowEnd = LocalDateTime(help_text="End of the window, wall clock at the stop.", **OPTIONAL)


class LoadEventSerializer(Object):
    """The body of `POST /webhooks/loads/events`."""

    id = Text(
        max_length=64,
        allow_blank=False,
        trim=True,
        help_text="The load's id in your system; white space around it is taken off.",
    )
    pickupTime = LocalDateTime(help_text="Start of the pickup window, wall clock there.", **OPTIONAL)
    pickupEndTime = LocalDateTime(help_text="End of the pickup window.", **OPTIONAL)
    dropoffTime = LocalDateTime(help_text="Start of the dropoff window, wall clock there.", **OPTIONAL)
    dropoffEndTime = LocalDateTime(help_text="End of the dropoff window.", **OPTIONAL)
    origin = LocationSerializer(help_text="Where the load is picked up.", **OPTIONAL)
    destination = LocationSerializer(help_text="Where it is dropped off.", **OPTIONAL)
    status = Status(
        max_length=40,
        allow_blank=False,
        help_text=f"{', '.join(LoadStatus.values)}, in any letter case; any other word is kept as given, and isn't "
        "open to offers.",
        **OPTIONAL,
    )
    customerName = Text(max_length=300, help_text="Shown in the dashboard, never said.", **OPTIONAL)
    stops = Array(
        child=StopSerializer(),
        max_length=MAX_STOPS,
        help_text="The stops in order; given, they replace the old ones as a whole.",
        **OPTIONAL,
    )
    equipment = Text(max_length=200, help_text="Equipment type, free text.", **OPTIONAL)
    totalDistance = Number(decimal_places=3, help_text="Miles.", **AMOUNT)
    weight = Number(decimal_places=3, help_text="Pounds.", **AMOUNT)
    commodity = Text(max_length=300, help_text="What is moved.", **OPTIONAL)
    customerRate = Number(
        help_text="US dollars for the whole load: what the shipper pays. Never said.", **AMOUNT
    )
    startRate = Number(help_text="US dollars: the opening offer.", **AMOUNT)
    maxRate = Number(help_text="US dollars: the ceiling, never passed and never named.", **AMOUNT)
    bookNowRate = Number(help_text="US dollars: what the agent may name and take at once.", **AMOUNT)
    specialInstructions = Text(help_text="Free text.", **OPTIONAL)
    teamServiceRequired = Flag(help_text="Whether it takes two drivers.", **OPTIONAL)
    outboundCarrierSalesEnabled = Flag(help_text="Whether the agent may call carriers about it.", **OPTIONAL)
    routingGuideEnabled = Flag(help_text="Whether the routing guide's carriers are tried first.", **OPTIONAL)
    isVisibleToExternalCarriers = Flag(
        help_text="Whether it may be offered to capacity carriers.", **OPTIONAL
    )
    locked = Flag(help_text="Whether the agent leaves it alone.", **OPTIONAL)


# Validation keeps nothing in a serializer: one for all requests saves copying fifty fields each time.
EVENT = LoadEventSerializer()


def validate_event(body: Any) -> dict[str, Any]:
    """Return the known fields that the event gives, as Python values; raises DRF's ValidationError."""
    return EVENT.run_validation(body)
