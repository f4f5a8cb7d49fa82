"""Load events as the API's document describes them."""

from drf_spectacular.utils import extend_schema

from loads.samples import SAMPLE
from loads.serializers import LoadEventSerializer
from organizations.api.openapi import TO_WRITERS, Record, Said, answers, body, link


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
            "A whole load": SAMPLE,
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
