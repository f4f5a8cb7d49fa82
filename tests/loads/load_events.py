"""Load events as a TMS sends them, taken in as the webhook does; and what is stored then."""

import json

from loads import services
from loads.load_events import validate_event
from loads.models import Load, LoadEvent, Stop
from organizations.tenancy.actors import system
from tests.factories import NOW

TMS = system("tms")
FULL = {
    "id": "L-1",
    "pickupTime": "2026-03-04T08:00:00",
    "pickupEndTime": "2026-03-04T12:00:00",
    "dropoffTime": "2026-03-05T08:00:00",
    "dropoffEndTime": "2026-03-05T16:00:00",
    "origin": {
        "zip": "75201",
        "city": "Dallas",
        "state": "TX",
        "country": "US",
        "timezone": "America/Chicago",
    },
    "destination": {
        "zip": "30301",
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
                "street": "1 Mill Rd",
                "city": "Dallas",
                "state": "TX",
                "country": "US",
                "timezone": "America/Chicago",
                "zip": "75201",
            },
            "windowStart": "2026-03-04T08:00:00",
            "windowEnd": "2026-03-04T12:00:00",
        },
        {"type": "dropoff", "address": {"city": "Atlanta", "state": "GA"}, "windowEnd": None},
    ],
    "equipment": "53' Dry Van",
    "totalDistance": 781,
    "weight": 42000.5,
    "commodity": "Flour",
    "customerRate": 2719,
    "startRate": 1500,
    "maxRate": 1953.55,
    "bookNowRate": 1525,
    "specialInstructions": "Call ahead.\nNo lumpers.",
    "teamServiceRequired": True,
    "outboundCarrierSalesEnabled": True,
    "routingGuideEnabled": True,
    "isVisibleToExternalCarriers": True,
    "locked": True,
}


def ingest(organization, event, *, at=NOW):
    """The event as the webhook would take it."""
    raw = json.dumps(event).encode()
    return services.ingest_load_event(
        organization=organization, raw=raw, event=validate_event(event), by=TMS, at=at
    )


def events_of(load):
    return LoadEvent.unscoped.filter(load=load)


def stops_of(load):
    return Stop.unscoped.filter(load=load)


def changes_of(load):
    return list(events_of(load).order_by("id").values_list("changes", flat=True))


def stored(load):
    return Load.unscoped.values().get(pk=load.pk)
