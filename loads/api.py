"""The webhook that takes load events in, loads as they are known here, and a broker's hold on one."""

from datetime import datetime
from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import OpenApiRequest, extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from loads import services
from loads.load_events import FIELDS, PLACE_PARTS, PLACES, SAMPLE, STOP_PARTS, LoadEventSerializer
from loads.mappings.services import receive_message
from loads.models import Load, LoadMapping, Stop
from organizations.api import problems
from organizations.api.fields import Object, Text
from organizations.api.listing import Cursor, Query
from organizations.api.openapi import (
    FILTER,
    REQUIRED_TEXT,
    TO_WRITERS,
    CursorSerializer,
    Instant,
    Record,
    Said,
    answers,
    body,
    cursor_parameters,
    link,
    parameter,
    shown,
)
from organizations.api.parsers import is_json, respond, utc_second
from organizations.api.viewsets import ApiRequest, OrganizationViewSet, endpoint
from organizations.tenancy.states import Scope


class LoadEventAnswerSerializer(Record):
    """The event is committed."""

    success = Said({"type": "boolean", "const": True}, "Always true.")


ingest_load_event = extend_schema(
    operation_id="ingestLoadEvent",
    tags=["Load events"],
    summary="Send a load event",
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


ingest_mapped_message = extend_schema(
    operation_id="ingestMappedMessage",
    tags=["Load events"],
    summary="Send a message in your TMS's own format",
    description=(
        "For a TMS that can't send load events as they are described here: the field mapping of that name, made under "
        "Settings, Integrations, tells where each field is. The body is JSON, XML or EDI X12, whichever the mapping is "
        "for. Its Content-Type isn't looked at: `application/xml`, `application/edi-x12` or any other will do. All "
        "loads of a message are taken in, or none. What is refused is kept and can be run again. While the mapping is "
        "off, messages are kept and answered with a 409."
    ),
    parameters=[
        parameter(
            "mapping",
            "The mapping's name in its address.",
            REQUIRED_TEXT,
            "tai-tms",
            required=True,
            place="path",
        )
    ],
    request={
        "application/json": OpenApiRequest(
            {
                "type": "object",
                "additionalProperties": True,
                "description": "A message of your TMS, where the mapping is for JSON.",
            },
            examples=shown({"As Tai sends it": {"shipmentId": 2210457, "status": "Ready"}}),
        ),
        # Of what isn't JSON, this is the type that generators of clients know.
        "application/octet-stream": OpenApiRequest(
            {
                "type": "string",
                "format": "binary",
                "description": "The text of the message, where the mapping is for XML or EDI X12.",
            },
            examples=shown({"XML": "<load><number>2210457</number><status>Ready</status></load>"}),
        ),
    },
    responses=answers(
        LoadEventAnswerSerializer,
        {"Accepted": {"success": True}},
        description="Done.",
        to=(404, *(status for status in TO_WRITERS if status != 415)),
    ),
)


class LoadEventViewSet(OrganizationViewSet):
    """`POST /webhooks/loads/events`: a TMS tells what became of a load."""

    required_scope = Scope.INGEST

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """All that stands before the handler; a token that may not do this leaves a note for the owner."""
        try:
            super().initial(request, *args, **kwargs)
        except problems.Forbidden as refusal:
            services.refuse_load_event(
                organization=self.organization, raw=b"", refusal=refusal, by=self.actor, at=timezone.now()
            )
            raise

    @ingest_load_event
    def create(self, request: ApiRequest) -> HttpResponse:
        """Take the event in; one that is refused with a 400 is kept too, with the errors of the answer."""
        raw = request.raw_body
        if raw and not is_json(request.content_type or ""):
            raise problems.UnsupportedMediaType
        services.receive_load_event(organization=self.organization, raw=raw, by=self.actor, at=timezone.now())
        return respond({"success": True})

    @ingest_mapped_message
    def create_mapped(self, request: ApiRequest, mapping: str) -> HttpResponse:
        """Take in a message in the TMS's own form, by the organization's mapping of that name."""
        found = LoadMapping.objects.select_related("organization").filter(slug=mapping).first()
        if found is None:
            raise problems.NotFound("No field mapping with that name.")
        receive_message(mapping=found, raw=request.raw_body, by=self.actor, at=timezone.now())
        return respond({"success": True})


# Loads as they are known here.


HIDDEN = ("customerRate", "maxRate")  # what carriers must never hear leaves by no API
LOCAL = {"type": ["string", "null"], "pattern": r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$"}
TEXT_OR_NULL, NUMBER_OR_NULL = {"type": ["string", "null"]}, {"type": ["number", "null"]}
TIMES = ("pickupTime", "pickupEndTime", "dropoffTime", "dropoffEndTime")
NUMBERS = ("totalDistance", "weight", "startRate", "bookNowRate")
FLAGS = tuple(name for name, _, empty in FIELDS if empty is False)


def _schema(name: str) -> dict[str, Any]:
    if name in TIMES:
        return LOCAL
    return NUMBER_OR_NULL if name in NUMBERS else {"type": "boolean"} if name in FLAGS else TEXT_OR_NULL


def _object(parts: tuple[str, ...]) -> dict[str, Any]:
    properties = dict.fromkeys(parts, TEXT_OR_NULL)
    return {"type": "object", "properties": properties, "required": list(parts)}


STOP: dict[str, Any] = {
    "type": "object",
    "properties": {
        "type": TEXT_OR_NULL,
        "address": _object(STOP_PARTS),
        "windowStart": LOCAL,
        "windowEnd": LOCAL,
    },
    "required": ["type", "address", "windowStart", "windowEnd"],
}


class LoadRecordSerializer(Record):
    """A load, with the load event's field names. Unknown values are null. Customer rate and max buy aren't shared."""

    id = serializers.CharField(help_text="Your load ID.")
    onHold = serializers.BooleanField(help_text="Whether a broker has put it on hold.")
    stops = Said({"type": "array", "items": STOP}, "Stops in order; times local to each.")
    createdAt = Instant(help_text="When the load was created.")
    updatedAt = Instant(help_text="When it was last updated.")

    def get_fields(self) -> dict[str, serializers.Field]:
        """Those above, and the load event's."""
        told = {
            name: Said(_schema(name), str(LoadEventSerializer().fields[name].help_text))
            for name, _, _ in FIELDS
            if name not in HIDDEN
        }
        places = {name: Said(_object(PLACE_PARTS), f"The {name}.") for name in PLACES}
        return {**super().get_fields(), **told, **places}


class LoadListSerializer(Record):
    """A page of loads, the newest first."""

    loads = LoadRecordSerializer(many=True)
    pagination = CursorSerializer()


def load_record(load: Load) -> dict[str, Any]:
    """The load, with its stops."""
    return {
        "id": load.external_id,
        **{name: _plain(getattr(load, column)) for name, column, _ in FIELDS if name not in HIDDEN},
        **{
            place: {part: getattr(load, f"{place}_{part}") or None for part in PLACE_PARTS}
            for place in PLACES
        },
        "onHold": load.is_held,
        "stops": [_stop_record(stop) for stop in sorted(load.stops.all(), key=lambda stop: stop.position)],
        "createdAt": utc_second(load.created_at),
        "updatedAt": utc_second(load.updated_at),
    }


def _stop_record(stop: Stop) -> dict[str, Any]:
    return {
        "type": stop.type or None,
        "address": {part: getattr(stop, part) or None for part in STOP_PARTS},
        "windowStart": _plain(stop.window_start),
        "windowEnd": _plain(stop.window_end),
    }


def _plain(value: Any) -> Any:
    """A column as JSON has it: an empty text says nothing, a time is the stop's own clock."""
    if isinstance(value, datetime):
        return value.isoformat(timespec="seconds")
    return None if value == "" else value


LOAD: dict[str, Any] = {
    "id": SAMPLE["id"],
    **{name: SAMPLE.get(name, empty or None) for name, _, empty in FIELDS if name not in HIDDEN},
    **{name: SAMPLE.get(name, False) for name in FLAGS},
    **{place: dict.fromkeys(PLACE_PARTS) | SAMPLE[place] for place in PLACES},
    "onHold": False,
    "stops": [
        dict.fromkeys(("windowStart", "windowEnd"))
        | stop
        | {"address": dict.fromkeys(STOP_PARTS) | stop["address"]}
        for stop in SAMPLE["stops"]
    ],
    "createdAt": "2026-03-02T15:04:05Z",
    "updatedAt": "2026-03-02T15:04:05Z",
}
list_loads = extend_schema(
    operation_id="listLoads",
    tags=["Loads"],
    summary="List loads",
    description="Loads, the last added first.",
    parameters=[
        parameter(
            "status", "Only loads with this status, exactly as your TMS sends it.", FILTER, "UNASSIGNED"
        ),
        parameter("loadId", "Only the load with this ID of yours.", FILTER, "LD-20418"),
        *cursor_parameters(),
    ],
    responses=answers(
        LoadListSerializer,
        {
            "One load": {"loads": [LOAD], "pagination": {"limit": 100, "nextCursor": None}},
            "None": {"loads": [], "pagination": {"limit": 100, "nextCursor": None}},
        },
        links={
            "next": link("listLoads", "The next page.", cursor="$response.body#/pagination/nextCursor"),
            "bids": link("listBids", "Bids on the first load.", loadId="$response.body#/loads/0/id"),
            "bookings": link(
                "listBookings", "Bookings of the first load.", loadId="$response.body#/loads/0/id"
            ),
        },
    ),
)


class LoadViewSet(OrganizationViewSet):
    """`GET /loads`."""

    required_scope = Scope.READ
    reads_replica = True

    @list_loads
    def list(self, request: Request) -> HttpResponse:
        """Loads, the last added first, in two queries."""
        query = Query(request.query_params)
        cursor, status, load = Cursor.read(query), query.text("status"), query.text("loadId")
        query.check()
        found = Load.objects.defer("import_trail").prefetch_related("stops")
        if status:
            found = found.filter(status=status.strip())
        if load:
            found = found.filter(external_id=load.strip())
        rows = cursor.rows(found)
        pagination = cursor.envelope(rows)
        return respond({"loads": [load_record(row) for row in rows], "pagination": pagination})


# A broker's hold on a load, and its end.


class OneLoadSerializer(Object):
    """The body of what is done with one load."""

    loadId = Text(max_length=64, allow_blank=False, trim=True, help_text="Your load ID.")


class HoldLoadSerializer(OneLoadSerializer):
    """The body of `POST /loads/hold`."""

    reason = Text(
        max_length=200,
        required=False,
        allow_null=True,
        help_text="Why, in your words. Only your team sees it.",
    )


class ReleaseLoadSerializer(OneLoadSerializer):
    """The body of `POST /loads/release`."""


class HeldLoadSerializer(Record):
    """The load after its hold has changed."""

    success = Said({"type": "boolean", "const": True}, "Always true.")
    load = LoadRecordSerializer()


def _of_hold(name: str, summary: str, words: str, serializer: type[Object], example: dict[str, Any]) -> Any:
    """The description of putting on hold, or of releasing."""
    load = LOAD | {"onHold": name == "holdLoad"}
    return extend_schema(
        operation_id=name,
        tags=["Loads"],
        summary=summary,
        description=words,
        request=body(serializer, {"Example": example}),
        responses=answers(
            HeldLoadSerializer, {"Done": {"success": True, "load": load}}, to=(404, *TO_WRITERS)
        ),
    )


hold_load = _of_hold(
    "holdLoad",
    "Put a load on hold",
    "The agent stops offering the load, and nobody is called about it until it's released. A running outreach ends. A "
    "load that's on hold already stays as it is.",
    HoldLoadSerializer,
    {"loadId": "LD-20418", "reason": "Customer is changing the pickup date"},
)
release_load = _of_hold(
    "releaseLoad",
    "Take a load off hold",
    "Ends the hold, whoever put it on. A load that isn't on hold stays as it is.",
    ReleaseLoadSerializer,
    {"loadId": "LD-20418"},
)


def load_named(given: str) -> Load:
    """The organization's load with that id of its TMS; raises NotFound."""
    load = Load.objects.select_related("organization").filter(external_id=given).first()
    if load is None:
        raise problems.NotFound(f"No load with the ID {given!r}.")
    return load


class HoldViewSet(OrganizationViewSet):
    """`POST /loads/hold`."""

    required_scope = Scope.CALL

    @hold_load
    def create(self, request: Request) -> HttpResponse:
        """Put it on hold."""
        given = HoldLoadSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        load, reason = load_named(given.validated_data["loadId"]), given.validated_data.get("reason") or ""
        services.hold_load(load=load, reason=reason, by=self.actor, at=timezone.now())
        return respond({"success": True, "load": load_record(load)})


class ReleaseViewSet(OrganizationViewSet):
    """`POST /loads/release`."""

    required_scope = Scope.CALL

    @release_load
    def create(self, request: Request) -> HttpResponse:
        """End the hold."""
        given = ReleaseLoadSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        load = load_named(given.validated_data["loadId"])
        services.release_load(load=load, by=self.actor, at=timezone.now())
        return respond({"success": True, "load": load_record(load)})


# Paths of the loads API, below /api/v1/.


urlpatterns = [
    endpoint("loads", LoadViewSet.as_view({"get": "list"}), name="loads"),
    endpoint("loads/hold", HoldViewSet.as_view({"post": "create"}), name="hold_load"),
    endpoint("loads/release", ReleaseViewSet.as_view({"post": "create"}), name="release_load"),
    endpoint("webhooks/loads/events", LoadEventViewSet.as_view({"post": "create"}), name="load-events"),
    endpoint(
        "webhooks/loads/events/<mapping>",
        LoadEventViewSet.as_view({"post": "create_mapped"}),
        name="mapped-load-events",
    ),
]
