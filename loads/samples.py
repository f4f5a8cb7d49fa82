"""Load events to show and to try: what a TMS would send."""

from datetime import datetime, timedelta
from typing import Any

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
