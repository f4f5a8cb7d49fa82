"""The API's outreach: how calling carriers about a load goes on, starting and stopping it."""

from typing import Any

from django.http import HttpResponse
from django.utils import timezone
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request

from bids.models import Outreach, OutreachCandidate
from bids.selectors.outreach import Progress, progress_of
from bids.services import outreach as services
from bids.states import CandidateOutcome, CandidateStatus, OutreachStatus, StopReason
from loads.api import OneLoadSerializer, load_named
from organizations.api import problems
from organizations.api.listing import Cursor, Query, read_id
from organizations.api.openapi import (
    FILTER,
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
)
from organizations.api.parsers import respond, utc_second
from organizations.api.viewsets import OrganizationViewSet, endpoint
from organizations.tenancy.states import Scope

# What is told of it.


class OutreachProgressSerializer(Record):
    """How many carriers are where."""

    carriers = serializers.IntegerField(min_value=0, help_text="Carriers in this outreach.")
    waiting = serializers.IntegerField(min_value=0, help_text="Carriers still to be called.")
    calling = serializers.IntegerField(min_value=0, help_text="Carriers on the phone now.")
    called = serializers.IntegerField(
        min_value=0, help_text="Carriers called so far, those on the phone included."
    )
    skipped = serializers.IntegerField(min_value=0, help_text="Carriers that weren't called.")
    agreed = serializers.IntegerField(min_value=0, help_text="Carriers that agreed on a rate.")
    lowestAsk = serializers.FloatField(
        allow_null=True, help_text="The lowest rate that a carrier asked for, all-in, in US dollars."
    )


class OutreachSerializer(Record):
    """An outreach: calling carriers about a load until it's covered. Unknown values are null."""

    id = serializers.IntegerField(help_text="ID of the outreach.")
    loadId = serializers.CharField(help_text="Your load ID.")
    status = serializers.ChoiceField(
        choices=OutreachStatus.values, help_text="Calling, holding, or how it ended."
    )
    stopReason = serializers.ChoiceField(
        choices=StopReason.values, allow_null=True, help_text="Why it was stopped, if it was."
    )
    startedAt = Instant(help_text="When it started.")
    deadline = Instant(help_text="When it ends at the latest.")
    holdUntil = Instant(
        allow_null=True, help_text="When the best offer stops waiting for the other calls to finish."
    )
    endedAt = Instant(allow_null=True, help_text="When it ended.")
    progress = OutreachProgressSerializer()


class OutreachReasonSerializer(Record):
    """Why a carrier is called."""

    code = serializers.CharField(help_text="Stable code, such as `ran_lane`.")
    detail = serializers.CharField(help_text="The same, in plain English.")


class OutreachCarrierSerializer(Record):
    """A carrier's turn in an outreach. Unknown values are null."""

    rank = serializers.IntegerField(min_value=1, help_text="Its place; 1 is called first.")
    carrierId = serializers.IntegerField(help_text="ID of the carrier.")
    carrierName = serializers.CharField(help_text="Name of the carrier, or its number.")
    carrierMc = serializers.CharField(allow_null=True, help_text="The carrier's MC number, digits only.")
    carrierDot = serializers.CharField(allow_null=True, help_text="The carrier's USDOT number.")
    phone = serializers.CharField(help_text="The number that is called, in E.164 form.")
    reasons = OutreachReasonSerializer(many=True, help_text="Why this carrier, most important first.")
    status = serializers.ChoiceField(choices=CandidateStatus.values, help_text="Where its turn stands.")
    outcome = serializers.ChoiceField(
        choices=CandidateOutcome.values, allow_null=True, help_text="How the call ended."
    )
    detail = serializers.CharField(
        allow_null=True, help_text="Why it's waiting or wasn't called, in plain English."
    )
    ask = serializers.FloatField(allow_null=True, help_text="Its latest offer, all-in, in US dollars.")
    bidId = serializers.IntegerField(allow_null=True, help_text="Its bid.")
    conversationId = serializers.IntegerField(
        allow_null=True, help_text="The call: its `id` in `GET /calls`."
    )
    notBefore = Instant(allow_null=True, help_text="When it can be called at the earliest.")
    calledAt = Instant(allow_null=True, help_text="When it was called.")
    agreedAt = Instant(allow_null=True, help_text="When it agreed on a rate.")
    finishedAt = Instant(allow_null=True, help_text="When its turn was over.")


class WholeOutreachSerializer(OutreachSerializer):
    """An outreach with its carriers, the calls to them and what came of each."""

    carriers = OutreachCarrierSerializer(many=True, help_text="The carriers, in the order they're called.")


class OutreachListSerializer(Record):
    """A page of outreaches, the newest first."""

    outreaches = OutreachSerializer(many=True)
    pagination = CursorSerializer()


class OneOutreachSerializer(Record):
    """One outreach."""

    outreach = WholeOutreachSerializer()


class ChangedOutreachSerializer(Record):
    """An outreach that was started or stopped."""

    success = Said({"type": "boolean", "const": True}, "Always true.")
    outreach = OutreachSerializer()


class StartOutreachSerializer(OneLoadSerializer):
    """The body of `POST /loads/start-outreach`."""


def _record(row: Outreach, progress: Progress) -> dict[str, Any]:
    return {
        "id": row.pk,
        "loadId": row.load.external_id,
        "status": row.status,
        "stopReason": row.stop_reason or None,
        "startedAt": utc_second(row.started_at),
        "deadline": utc_second(row.deadline),
        "holdUntil": utc_second(row.hold_until) if row.hold_until else None,
        "endedAt": utc_second(row.ended_at) if row.ended_at else None,
        "progress": {
            "carriers": progress.carriers,
            "waiting": progress.waiting,
            "calling": progress.calling,
            "called": progress.called,
            "skipped": progress.skipped,
            "agreed": progress.agreed,
            "lowestAsk": progress.lowest,
        },
    }


def _turn(row: OutreachCandidate) -> dict[str, Any]:
    carrier = row.carrier
    moments = {
        "notBefore": row.not_before,
        "calledAt": row.called_at,
        "agreedAt": row.agreed_at,
        "finishedAt": row.finished_at,
    }
    return {
        "rank": row.rank,
        "carrierId": carrier.pk,
        "carrierName": str(carrier),
        "carrierMc": carrier.mc_number or None,
        "carrierDot": str(carrier.dot_number) if carrier.dot_number else None,
        "phone": row.phone,
        "reasons": [{"code": each["code"], "detail": each["words"]} for each in row.reasons],
        "status": row.status,
        "outcome": row.outcome or None,
        "detail": row.detail or None,
        "ask": row.ask,
        "bidId": row.bid_id,
        "conversationId": row.conversation_id,
        **{name: utc_second(moment) if moment else None for name, moment in moments.items()},
    }


# Operations, with examples.


OUTREACH: dict[str, Any] = {
    "id": 12,
    "loadId": "LD-20418",
    "status": "RUNNING",
    "stopReason": None,
    "startedAt": "2026-03-02T15:04:05Z",
    "deadline": "2026-03-03T15:04:05Z",
    "holdUntil": None,
    "endedAt": None,
    "progress": {
        "carriers": 14,
        "waiting": 9,
        "calling": 3,
        "called": 4,
        "skipped": 1,
        "agreed": 0,
        "lowestAsk": 1900,
    },
}
TURN: dict[str, Any] = {
    "rank": 1,
    "carrierId": 311,
    "carrierName": "Blue Mesa Transport LLC",
    "carrierMc": "790123",
    "carrierDot": "2790123",
    "phone": "+13125550123",
    "reasons": [{"code": "ran_lane", "detail": "Ran Dallas → Atlanta 3 times, last on Feb 20"}],
    "status": "DONE",
    "outcome": "bid",
    "detail": None,
    "ask": 1900,
    "bidId": 77,
    "conversationId": 5120,
    "notBefore": None,
    "calledAt": "2026-03-02T15:04:09Z",
    "agreedAt": None,
    "finishedAt": "2026-03-02T15:09:40Z",
}
ID = parameter(
    "outreachId", "ID of the outreach.", {"type": "integer", "minimum": 1}, 12, required=True, place="path"
)
TO_ONE = {"stop": link("stopOutreach", "Stop it.", outreachId="$response.body#/outreach/id")}

list_outreach = extend_schema(
    operation_id="listOutreach",
    tags=["Outreach"],
    summary="List outreach",
    description="Outreaches, the newest first, with their progress.",
    parameters=[
        parameter("loadId", "Only outreach for this load. Exact match on your load ID.", FILTER, "LD-20418"),
        parameter(
            "status",
            "Only outreach with this status.",
            {"type": "string", "enum": OutreachStatus.values},
            "RUNNING",
        ),
        *cursor_parameters(),
    ],
    responses=answers(
        OutreachListSerializer,
        {
            "One outreach": {"outreaches": [OUTREACH], "pagination": {"limit": 100, "nextCursor": None}},
            "None": {"outreaches": [], "pagination": {"limit": 100, "nextCursor": None}},
        },
        links={
            "next": link("listOutreach", "The next page.", cursor="$response.body#/pagination/nextCursor"),
            "one": link(
                "getOutreach", "The first one with its calls.", outreachId="$response.body#/outreaches/0/id"
            ),
        },
    ),
)
get_outreach = extend_schema(
    operation_id="getOutreach",
    tags=["Outreach"],
    summary="Get an outreach",
    description="An outreach with every carrier in it: why it's called, the call and how it ended.",
    parameters=[ID],
    responses=answers(
        OneOutreachSerializer,
        {"Example": {"outreach": OUTREACH | {"carriers": [TURN]}}},
        links=TO_ONE,
        to=(404,),
    ),
)
start_outreach = extend_schema(
    operation_id="startOutreach",
    tags=["Outreach"],
    summary="Start an outreach",
    description=(
        "The agent calls the carriers that fit the load, by your outreach rules, until it's covered. Where none fits, "
        "it ends at once as `EXHAUSTED`. If the load can't be offered, or its carriers are being called already, it's "
        "a 409 with `outreach_not_possible`."
    ),
    request=body(StartOutreachSerializer, {"Example": {"loadId": "LD-20418"}}),
    responses=answers(
        ChangedOutreachSerializer,
        {"Started": {"success": True, "outreach": OUTREACH}},
        links=TO_ONE | {"one": link("getOutreach", "How it goes.", outreachId="$response.body#/outreach/id")},
        to=(404, *TO_WRITERS),
    ),
)
stop_outreach = extend_schema(
    operation_id="stopOutreach",
    tags=["Outreach"],
    summary="Stop an outreach",
    description=(
        "No one else is called and ringing calls are hung up; calls in progress go on. Nothing changes if it has ended."
    ),
    request=None,
    parameters=[ID],
    responses=answers(
        ChangedOutreachSerializer,
        {
            "Stopped": {
                "success": True,
                "outreach": OUTREACH
                | {"status": "STOPPED", "stopReason": "by_user", "endedAt": "2026-03-02T15:20:00Z"},
            }
        },
        to=(404, *TO_WRITERS),
    ),
)


def _found(number: str) -> Outreach:
    """The organization's outreach with that id; raises NotFound."""
    row = _rows().filter(pk=read_id(number)).first()
    if row is None:
        raise problems.NotFound("No outreach with this ID.")
    return row


def _rows() -> Any:
    columns = (each.name for each in Outreach._meta.concrete_fields)
    return Outreach.objects.select_related("load").only("load__external_id", *columns)


class OutreachesViewSet(OrganizationViewSet):
    """`GET /outreach`."""

    required_scope = Scope.READ

    @list_outreach
    def list(self, request: Request) -> HttpResponse:
        """Newest first, in two queries."""
        query = Query(request.query_params)
        cursor, load = Cursor.read(query), query.text("loadId")
        status = query.choice("status", OutreachStatus.values)
        query.check()
        found = _rows()
        if load:
            found = found.filter(load__external_id=load.strip())
        if status:
            found = found.filter(status=status)
        rows = cursor.rows(found)
        pagination = cursor.envelope(rows)
        progress = progress_of(row.pk for row in rows)
        return respond(
            {"outreaches": [_record(row, progress[row.pk]) for row in rows], "pagination": pagination}
        )


class OutreachViewSet(OrganizationViewSet):
    """`GET /outreach/{outreachId}`."""

    required_scope = Scope.READ

    @get_outreach
    def retrieve(self, request: Request, outreachId: str) -> HttpResponse:
        """One with its carriers, in three queries."""
        row = _found(outreachId)
        turns = OutreachCandidate.objects.filter(outreach=row).select_related("carrier").order_by("rank")
        told = _record(row, progress_of([row.pk])[row.pk]) | {"carriers": [_turn(turn) for turn in turns]}
        return respond({"outreach": told})


class StartOutreachViewSet(OrganizationViewSet):
    """`POST /loads/start-outreach`."""

    required_scope = Scope.CALL

    @start_outreach
    def create(self, request: Request) -> HttpResponse:
        """Begin to call carriers about a load."""
        given = StartOutreachSerializer(data=request.data)
        given.is_valid(raise_exception=True)
        load = load_named(given.validated_data["loadId"])
        try:
            row = services.start_outreach(load=load, by=self.actor, at=timezone.now())
        except services.NotPossible as error:
            raise problems.Conflict(str(error), code="outreach_not_possible") from None
        return respond({"success": True, "outreach": _record(row, progress_of([row.pk])[row.pk])})


class StopOutreachViewSet(OrganizationViewSet):
    """`POST /outreach/{outreachId}/stop`."""

    required_scope = Scope.CALL

    @stop_outreach
    def create(self, request: Request, outreachId: str) -> HttpResponse:
        """Call nobody else."""
        row = _found(outreachId)
        services.stop_outreach(outreach_id=row.pk, by=self.actor, at=timezone.now())
        return respond(
            {"success": True, "outreach": _record(_found(outreachId), progress_of([row.pk])[row.pk])}
        )


# Routes below /api/v1/.


urlpatterns = [
    endpoint("outreach", OutreachesViewSet.as_view({"get": "list"}), name="outreach"),
    endpoint("outreach/<outreachId>", OutreachViewSet.as_view({"get": "retrieve"}), name="one_outreach"),
    endpoint(
        "outreach/<outreachId>/stop", StopOutreachViewSet.as_view({"post": "create"}), name="stop_outreach"
    ),
    endpoint("loads/start-outreach", StartOutreachViewSet.as_view({"post": "create"}), name="start_outreach"),
]
