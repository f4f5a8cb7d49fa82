"""Sample data: carriers and loads to try things with, put in and taken out again without touching anything real.

A sample load is one that only the sample has told of; a sample carrier says so itself. What was talked about a sample
load alone goes with it. A sample carrier that something real is about stays.
"""

from datetime import datetime
from typing import Any

import orjson
from django.contrib import messages
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from bids.models import Bid, Booking
from bids.services.rehearsal_stage import ensure_cast
from calls.models import Call, Conversation, ConversationLoad
from carriers.models import Carrier
from config.demo.loads import load_events
from loads import services as loads
from loads.events import validate_event
from loads.models import Load, LoadEvent
from organizations import audit
from organizations.dashboard.requests import DashboardRequest, refusals_as_messages, require_acting
from organizations.models import Organization
from organizations.setup import Panel
from organizations.tenancy import live_updates
from organizations.tenancy.actors import Actor, system, user

PREFIX = "TEST-"
BY = system("sample")
KINDS = ("load", "carriers", "all")


class StillTalking(RuntimeError):
    """A call about a sample load hasn't ended."""


def put_in_sample(organization: Organization, kind: str, *, by: Actor, at: datetime) -> None:
    """Put in one load, the carriers, or all there is; what is in already stays. Runs in the organization's scope.

    The loads come the way that a TMS sends them.
    """
    events = {"load": load_events(at)[:1], "carriers": [], "all": load_events(at)}[kind]
    with transaction.atomic():
        if kind != "load":
            ensure_cast(organization, at=at, is_sample=True)
        for event in events:
            told = event | {"id": f"{PREFIX}{event['id']}"}
            raw = orjson.dumps(told, option=orjson.OPT_INDENT_2)
            loads.ingest_load_event(
                organization=organization, raw=raw, event=validate_event(told), by=BY, at=at
            )
        audit.record(
            organization=organization, action="sample.added", subject=organization, by=by, at=at, kind=kind
        )


def take_out_sample(organization: Organization, *, by: Actor, at: datetime) -> None:
    """Take all of it out; in the organization's scope. Raises StillTalking."""
    with transaction.atomic():
        keys = list(sample_loads().values_list("pk", flat=True))
        talks = _talks_about(keys)
        if Call.objects.unfinished().filter(conversation__in=talks).exists():
            raise StillTalking("A call about a test load is still on. Try again when it has ended.")
        Conversation.objects.filter(pk__in=talks).delete()
        LoadEvent.objects.filter(load__in=keys).delete()
        Load.objects.filter(pk__in=keys).delete()
        _unused_carriers().delete()
        audit.record(organization=organization, action="sample.removed", subject=organization, by=by, at=at)
        live_updates.changed(organization.pk, "loads", "bids", "calls")


def sample_loads() -> QuerySet[Load]:
    """Loads that nobody but the sample has told of."""
    told = LoadEvent.objects.filter(load=OuterRef("pk"))
    return Load.objects.filter(
        Exists(told.filter(source=str(BY))),
        ~Exists(told.exclude(source=str(BY))),
        external_id__startswith=PREFIX,
    )


def has_sample() -> bool:
    """Whether there is any in the organization in scope."""
    return Carrier.objects.filter(is_sample=True).exists() or sample_loads().exists()


def _talks_about(keys: list[int]) -> list[int]:
    """Conversations about these loads and no other."""
    others = ConversationLoad.objects.filter(conversation=OuterRef("conversation")).exclude(load__in=keys)
    links = ConversationLoad.objects.filter(~Exists(others), load__in=keys)
    return list(links.values_list("conversation_id", flat=True).distinct())


def _unused_carriers() -> QuerySet[Carrier]:
    """Sample carriers that nothing is about any more."""
    return Carrier.objects.filter(
        ~Exists(Bid.objects.filter(carrier=OuterRef("pk"))),
        ~Exists(Booking.objects.filter(carrier=OuterRef("pk"))),
        ~Exists(Conversation.objects.filter(carrier=OuterRef("pk"))),
        is_sample=True,
    )


# Sample data, put in and taken out by a button each; its card on the set-up page.


ADDED = {
    "load": "A test load is on the board.",
    "carriers": "The sample carriers are in.",
    "all": "The sample data is in.",
}


@require_POST
def add_sample(request: DashboardRequest) -> HttpResponse:
    """Put in what the form names; 403 for who only reads."""
    require_acting(request)
    kind = request.POST.get("what", "")
    if kind not in KINDS:
        raise Http404
    put_in_sample(request.organization, kind, by=user(request.user), at=timezone.now())
    messages.info(request, ADDED[kind])
    return redirect("organizations:setup")


@require_POST
def remove_sample(request: DashboardRequest) -> HttpResponse:
    """Take it all out; 403 for who only reads."""
    require_acting(request)
    with refusals_as_messages(request, StillTalking):
        take_out_sample(request.organization, by=user(request.user), at=timezone.now())
        messages.info(request, "The sample data is gone.")
    return redirect("organizations:setup")


def _shown() -> dict[str, Any]:
    return {"has_sample": has_sample()}


PANEL = Panel("setup/sample.html", _shown)
