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
    """Origin or destination. State and country can be a code or a name."""

    zip = Text(max_length=20, help_text="Postal code.", **OPTIONAL)
    city = Text(max_length=120, help_text="City.", **OPTIONAL)
    state = Text(max_length=40, help_text="State or province: two-letter code or name.", **OPTIONAL)
    country = Text(max_length=40, help_text="Country: two-letter code or name.", **OPTIONAL)
    timezone = TimeZoneName(
        help_text="IANA time zone, in its exact spelling. If empty or left out, it's derived from the place.",
        **OPTIONAL,
    )


class AddressSerializer(LocationSerializer):
    """Address of a stop; stops of a check call have only city and state."""

    street = Text(max_length=300, help_text="Street address.", **OPTIONAL)


class StopSerializer(Object):
    """A stop, in its place in the order."""

    type = Choice(
        choices=StopType.values,
        help_text="Pickup or drop. If left out, the first stop is a pickup and the rest are drops.",
        **OPTIONAL,
    )
    address = AddressSerializer(help_text="Address of the stop.", **OPTIONAL)
    windowStart = LocalDateTime(help_text="Start of the window, local time at the stop.", **OPTIONAL)
    windowEnd = LocalDateTime(help_text="End of the window, local time at the stop.", **OPTIONAL)


class LoadEventSerializer(Object):
    """The body of `POST /webhooks/loads/events`."""

    id = Text(
        max_length=64,
        allow_blank=False,
        trim=True,
        help_text="Load ID in your system. Surrounding white space is removed.",
    )
    pickupTime = LocalDateTime(help_text="Start of the pickup window, local time.", **OPTIONAL)
    pickupEndTime = LocalDateTime(help_text="End of the pickup window.", **OPTIONAL)
    dropoffTime = LocalDateTime(help_text="Start of the delivery window, local time.", **OPTIONAL)
    dropoffEndTime = LocalDateTime(help_text="End of the delivery window.", **OPTIONAL)
    origin = LocationSerializer(help_text="Pickup location.", **OPTIONAL)
    destination = LocationSerializer(help_text="Delivery location.", **OPTIONAL)
    status = Status(
        max_length=40,
        allow_blank=False,
        help_text=f"{', '.join(LoadStatus.values)}, in any letter case; any other value is kept and isn't open to "
        "offers.",
        **OPTIONAL,
    )
    customerName = Text(
        max_length=300, help_text="Shown in the dashboard. Never shared with a carrier.", **OPTIONAL
    )
    stops = Array(
        child=StopSerializer(),
        max_length=MAX_STOPS,
        help_text="All stops, in order. They replace any earlier list.",
        **OPTIONAL,
    )
    equipment = Text(max_length=200, help_text="Equipment type, free text.", **OPTIONAL)
    totalDistance = Number(decimal_places=3, help_text="Distance in miles.", **AMOUNT)
    weight = Number(decimal_places=3, help_text="Weight in pounds.", **AMOUNT)
    commodity = Text(max_length=300, help_text="Commodity.", **OPTIONAL)
    customerRate = Number(
        help_text="What the customer pays, in US dollars, all-in. Never shared with a carrier.", **AMOUNT
    )
    startRate = Number(help_text="Target: the agent's opening offer, in US dollars.", **AMOUNT)
    maxRate = Number(help_text="Max buy in US dollars. Never exceeded, never shared.", **AMOUNT)
    bookNowRate = Number(
        help_text="Book-it-now rate in US dollars: the agent may offer and accept it right away.", **AMOUNT
    )
    specialInstructions = Text(help_text="Free text.", **OPTIONAL)
    teamServiceRequired = Flag(help_text="Team drivers required.", **OPTIONAL)
    outboundCarrierSalesEnabled = Flag(
        help_text="Whether the agent can call carriers on this load.", **OPTIONAL
    )
    routingGuideEnabled = Flag(help_text="Routing-guide carriers are called first.", **OPTIONAL)
    isVisibleToExternalCarriers = Flag(help_text="The load may be offered to core carriers.", **OPTIONAL)
    locked = Flag(help_text="Locked: the agent won't discuss it.", **OPTIONAL)


# Validation keeps nothing in a serializer: one for all requests saves copying fifty fields each time.
EVENT = LoadEventSerializer()


def validate_event(body: Any) -> dict[str, Any]:
    """Return the known fields that the event gives, as Python values; raises DRF's ValidationError."""
    return EVENT.run_validation(body)
