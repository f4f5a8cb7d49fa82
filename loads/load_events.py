"""What a TMS tells us of a load: its fields, and what they say as values of our columns. Webhook and import share it.

Nothing is written here, and nothing read but the gazetteer, which remembers what it was asked for.
"""

from collections.abc import Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from django.db.models import DecimalField

from loads.models import Load, LoadStatus, StopType, instant
from organizations.api.fields import Array, Choice, Flag, LocalDateTime, Number, Object, Text, TimeZoneName
from organizations.equipment import normalize
from organizations.places.gazetteer import Spelling, find_place, zone_of_region

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


# The time zone of a place that came without one, from the gazetteer.


def zone_of(city: str, state: str, country: str) -> str:
    """The IANA time zone of a place in the US, Canada or Mexico, or "" where that isn't sure."""
    place = find_place(city, state, country)
    return place.timezone if place else zone_of_region(state, country)


# The API's name, our column, and what null clears it to.
FIELDS: tuple[tuple[str, str, Any], ...] = (
    ("status", "status", ""),
    ("customerName", "customer_name", ""),
    ("pickupTime", "pickup_time", None),
    ("pickupEndTime", "pickup_end_time", None),
    ("dropoffTime", "dropoff_time", None),
    ("dropoffEndTime", "dropoff_end_time", None),
    ("equipment", "equipment", ""),
    ("totalDistance", "total_distance", None),
    ("weight", "weight", None),
    ("commodity", "commodity", ""),
    ("customerRate", "customer_rate", None),
    ("startRate", "start_rate", None),
    ("maxRate", "max_rate", None),
    ("bookNowRate", "book_now_rate", None),
    ("specialInstructions", "special_instructions", ""),
    ("teamServiceRequired", "is_team_required", False),
    ("outboundCarrierSalesEnabled", "is_outbound_sales_enabled", False),
    ("routingGuideEnabled", "is_routing_guide_enabled", False),
    ("isVisibleToExternalCarriers", "is_visible_to_external_carriers", False),
    ("locked", "is_locked", False),
)
PLACES = ("origin", "destination")
PLACE_PARTS = ("city", "state", "zip", "country", "timezone")
API_NAMES = {column: name for name, column, _ in FIELDS} | {
    f"{place}_{part}": f"{place}.{part}" for place in PLACES for part in PLACE_PARTS
}
AMOUNTS = {name for name, column, _ in FIELDS if isinstance(Load._meta.get_field(column), DecimalField)}
DERIVED = ("origin_place_id", "destination_place_id", "equipment_type", "pickup_at", "dropoff_at")
STOP_PARTS = ("street", *PLACE_PARTS)
STOP_COLUMNS = ("position", "type", *STOP_PARTS, "window_start", "window_end")


def column_values(event: Mapping[str, Any]) -> dict[str, Any]:
    """Return the columns of Load that a validated event names; null has become what clears the column."""
    values = {
        column: empty if event[name] is None else event[name]
        for name, column, empty in FIELDS
        if name in event
    }
    for place in PLACES:
        if place in event:
            location = dict.fromkeys(PLACE_PARTS) if event[place] is None else event[place]
            values |= {f"{place}_{part}": location[part] or "" for part in PLACE_PARTS if part in location}
    return values


def stop_values(stops: list[dict[str, Any]] | None) -> list[dict[str, Any]]:
    """Return the columns of each Stop of a validated event, in order."""
    return [_stop_values(position, stop) for position, stop in enumerate(stops or ())]


def _stop_values(position: int, stop: dict[str, Any]) -> dict[str, Any]:
    address = {part: (stop.get("address") or {}).get(part) or "" for part in STOP_PARTS}
    address["timezone"] = address["timezone"] or zone_of(
        address["city"], address["state"], address["country"]
    )
    return {
        "position": position,
        "type": stop.get("type") or "",
        **address,
        "window_start": stop.get("windowStart"),
        "window_end": stop.get("windowEnd"),
    }


def apply(load: Load, values: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Set the values on the instance and return what changed, as LoadEvent keeps it; saves nothing."""
    values = dict(values) | _forgotten(load, values)
    values |= _derived_zones(load, values)
    changed = {column: value for column, value in values.items() if getattr(load, column) != value}
    changes = {
        API_NAMES[column]: [plain(getattr(load, column)), plain(new)] for column, new in changed.items()
    }
    for column, value in changed.items():
        setattr(load, column, value)
    load.origin_place_id = _place_id(load, "origin")
    load.destination_place_id = _place_id(load, "destination")
    load.equipment_type = normalize(load.equipment)
    load.pickup_at = instant(load.pickup_time, load.origin_timezone)
    load.dropoff_at = instant(load.dropoff_time, load.destination_timezone)
    return changes


def spellings(values: Mapping[str, Any]) -> list[Spelling]:
    """Return what `apply` will ask the gazetteer for, so that many may be asked for at once."""
    return [_spelling(values, f"{place}_") for place in PLACES]


def stop_spellings(stops: list[dict[str, Any]]) -> list[Spelling]:
    """Return what `stop_values` will ask the gazetteer for."""
    return [_spelling(stop.get("address") or {}, "") for stop in stops]


def _spelling(values: Mapping[str, Any], prefix: str) -> Spelling:
    city, state, country = (values.get(f"{prefix}{part}") or "" for part in ("city", "state", "country"))
    return city, state, country


def _place_id(load: Load, place: str) -> int | None:
    found = find_place(*_spelling(vars(load), f"{place}_"))
    return found.id if found else None


def _derived_zones(load: Load, values: Mapping[str, Any]) -> dict[str, str]:
    """Return the time zones that no event gave, where the place tells them."""
    derived = {}
    for place in PLACES:
        known = {
            part: values.get(f"{place}_{part}", getattr(load, f"{place}_{part}")) for part in PLACE_PARTS
        }
        if not known["timezone"] and (zone := zone_of(known["city"], known["state"], known["country"])):
            derived[f"{place}_timezone"] = zone
    return derived


def plain(value: Any) -> Any:
    """Return a column's value as JSON can hold it: unknown is null, an amount text, a time ISO 8601."""
    if value is None or value == "":
        return None
    if isinstance(value, Decimal):
        return format(value, "f")
    if isinstance(value, datetime):
        return value.isoformat()
    return value


def plain_stops(stops: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return stops' columns as JSON can hold them, without what is unknown."""
    return [
        {
            name: plain(value)
            for name, value in stop.items()
            if name != "position" and plain(value) is not None
        }
        for stop in stops
    ]


def _forgotten(load: Load, values: Mapping[str, Any]) -> dict[str, str]:
    """Return what a change of place clears unless given too: zip and time zone were those of the old one."""
    forgotten: dict[str, str] = {}
    for place in PLACES:
        for part in ("city", "state"):
            old, new = getattr(load, f"{place}_{part}"), values.get(f"{place}_{part}")
            if old and new and old.casefold() != new.casefold():
                forgotten |= {f"{place}_{fine}": "" for fine in ("zip", "timezone")}
    return {column: "" for column in forgotten if column not in values}


# Load events to show and to try: what a TMS would send.


TEST_LOAD = "LOADLINE-TEST"  # the id that marks it
SAMPLE: dict[str, Any] = {
    "id": "LD-20418",
    "pickupTime": "2026-03-04T08:00:00",
    "pickupEndTime": "2026-03-04T12:00:00",
    "dropoffTime": "2026-03-05T08:00:00",
    "dropoffEndTime": "2026-03-05T16:00:00",
    "origin": {
        "zip": "75202",
        "city": "Dallas",
        "state": "TX",
        "country": "US",
        "timezone": "America/Chicago",
    },
    "destination": {
        "zip": "30303",
        "city": "Atlanta",
        "state": "GA",
        "country": "US",
        "timezone": "America/New_York",
    },
    "status": "UNASSIGNED",
    "customerName": "Kestrel Mills",
    "stops": [
        {
            "type": "pickup",
            "address": {
                "street": "4400 Singleton Blvd",
                "city": "Dallas",
                "state": "TX",
                "country": "US",
                "timezone": "America/Chicago",
                "zip": "75202",
            },
            "windowStart": "2026-03-04T08:00:00",
            "windowEnd": None,
        }
    ],
    "equipment": "53' Dry Van",
    "totalDistance": 781,
    "weight": 42000,
    "commodity": "Flour",
    "customerRate": 2719,
    "startRate": 1500,
    "maxRate": 1953,
    "bookNowRate": 1525,
    "specialInstructions": "Call ahead.",
    "teamServiceRequired": False,
    "outboundCarrierSalesEnabled": True,
    "routingGuideEnabled": False,
    "isVisibleToExternalCarriers": True,
    "locked": False,
}


def test_event(at: datetime) -> dict[str, Any]:
    """A load of its own, picked up in two days. It is locked, so that the agent offers it to nobody."""
    day, next_day = ((at + timedelta(days=days)).date().isoformat() for days in (2, 3))
    event = {name: value for name, value in SAMPLE.items() if name != "stops"}
    return event | {
        "id": TEST_LOAD,
        "customerName": "Test load from Loadline",
        "pickupTime": f"{day}T08:00:00",
        "pickupEndTime": f"{day}T12:00:00",
        "dropoffTime": f"{next_day}T08:00:00",
        "dropoffEndTime": f"{next_day}T16:00:00",
        "outboundCarrierSalesEnabled": False,
        "locked": True,
    }


def event_of(external_id: str, changes: Mapping[str, list[Any]]) -> dict[str, Any]:
    """The load event, in the webhook's own form, that changes a load as a kept one did."""
    event: dict[str, Any] = {"id": external_id}
    for name, (_, new) in changes.items():
        place, _, part = name.partition(".")
        if name == "stops":
            event["stops"] = [_stop_of(stop) for stop in new or ()]
        elif part:
            event.setdefault(place, {})[part] = new
        elif name != "id":
            event[name] = Decimal(new) if name in AMOUNTS and new is not None else new
    return event


def _stop_of(stop: Mapping[str, Any]) -> dict[str, Any]:
    """A stop as `plain_stops` has it, in the webhook's own form."""
    return {
        "type": stop.get("type"),
        "address": {part: stop[part] for part in STOP_PARTS if part in stop},
        "windowStart": stop.get("window_start"),
        "windowEnd": stop.get("window_end"),
    }
