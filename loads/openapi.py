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
        "Takes in what became of a load. `id` alone is required: a field left out leaves what is stored, `null` "
        "clears it, fields that Loadline doesn't know are ignored and kept in the stored body. A load is made "
        "where none has that id; of two events the last one received wins; an identical repeat changes nothing. "
        "Times are the wall clock's at that place, without offset."
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
        {"Taken in": {"success": True}},
        description="Done.",
        links={
            "checkCall": link(
                "triggerCheckCall",
                "Have the driver of this load called.",
                body={"toPhone": "+13125550123", "loadNumber": "$request.body#/id"},
            ),
            "calls": link("listCalls", "Calls about this load.", loadId="$request.body#/id"),
            "bids": link("listBids", "Bids for this load.", loadId="$request.body#/id"),
        },
        to=TO_WRITERS,
    ),
)
