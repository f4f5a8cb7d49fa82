"""Load events as the API's document describes them."""

from typing import Any

from drf_spectacular.utils import extend_schema

from loads.serializers import LoadEventSerializer
from organizations.api.openapi import TO_WRITERS, Record, Said, answers, body, link

LOAD_EVENT: dict[str, Any] = {
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


class LoadEventAnswerSerializer(Record):
    """The event is committed."""

    success = Said({"type": "boolean", "const": True}, "Always true.")


ingest_load_event = extend_schema(
    operation_id="ingestLoadEvent",
    tags=["Load events"],
    summary="Ingest a load event",
    description=(
        "Creates or updates a load. Only `id` is required: a field you leave out keeps its stored value, `null` "
        "clears it, and unknown fields are ignored but kept with the raw payload. The load is created if the `id` "
        "is new. The last event received wins, and repeating an event changes nothing. Times are local to the stop, "
        "without an offset."
    ),
    request=body(
        LoadEventSerializer,
        {
            "A whole load": LOAD_EVENT,
            "One field": {"id": "LD-20418", "status": "COVERED"},
            "A field cleared": {"id": "LD-20418", "bookNowRate": None},
        },
    ),
    responses=answers(
        LoadEventAnswerSerializer,
        {"Accepted": {"success": True}},
        description="Done.",
        links={
            "checkCall": link(
                "triggerCheckCall",
                "Call the driver on this load.",
                body={"toPhone": "+13125550123", "loadNumber": "$request.body#/id"},
            ),
            "calls": link("listCalls", "Calls on this load.", loadId="$request.body#/id"),
            "bids": link("listBids", "Bids on this load.", loadId="$request.body#/id"),
        },
        to=TO_WRITERS,
    ),
)
