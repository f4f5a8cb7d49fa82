"""The bid list, the bids of a load, a call and a carrier, and the negotiation receipt."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from bids import pages
from bids.of_carrier import bids_of_carrier
from bids.receipts import receipts_of
from bids.tables import BidTable
from calls.models import Call, Conversation
from carriers.models import Carrier
from loads.models import Load
from organizations.dashboard import DashboardRequest
from organizations.htmx import render_page_or_part
from organizations.tables.views import show_table

STOP_ASKING = 286  # to htmx: a 200 after which it polls no more


@require_safe
def list_bids(request: DashboardRequest) -> HttpResponse:
    """The bids by load, those that wait first."""
    return show_table(request, BidTable)


@require_safe
def list_bids_of_load(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """A load's bids best first, and what was booked; alone where htmx asks, for the load's page."""
    load = get_object_or_404(Load.objects.all(), pk=load_pk)
    now = timezone.now()
    context = {
        "now": now,
        "load": load,
        "bids": pages.bids_of_load(load, at=now),
        "may_act": request.membership.may_act,
        "way_back": reverse("loads:page", args=[load.pk]),
    }
    return render_page_or_part(request, "bids/of_load.html", "bids", context)


@require_safe
def compare_bids(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """The carriers that bid for a load, side by side."""
    load = get_object_or_404(Load.objects.all(), pk=load_pk)
    now = timezone.now()
    context = {
        "now": now,
        "load": load,
        "columns": pages.compared(load, at=now),
        "may_act": request.membership.may_act,
        "way_back": request.get_full_path(),
    }
    return render(request, "bids/compare.html", context)


@require_safe
def list_bids_of_call(request: DashboardRequest, conversation_pk: int) -> HttpResponse:
    """What was asked in a conversation, to decide on; alone where htmx asks, for the call's page."""
    conversation = get_object_or_404(Conversation.objects.only("pk"), pk=conversation_pk)
    call = Call.objects.filter(conversation=conversation).only("pk").first()
    now = timezone.now()
    context = {
        "now": now,
        "call": call,
        "rows": pages.bids_of_call(conversation, at=now),
        "may_act": request.membership.may_act,
        "way_back": reverse("calls:page", args=[call.pk]) if call else "",
    }
    return render_page_or_part(request, "bids/of_call.html", "bids", context)


@require_safe
def show_negotiation(request: DashboardRequest, conversation_pk: int) -> HttpResponse:
    """What was asked and answered in a conversation, and by which rules; alone where htmx asks, for the call's page."""
    conversation = get_object_or_404(Conversation.objects.only("pk"), pk=conversation_pk)
    call = Call.objects.filter(conversation=conversation).only("status").first()
    context = {
        "now": timezone.now(),
        "conversation": conversation,
        "call": call,
        "receipts": receipts_of(conversation),
    }
    is_over = call is None or call.is_finished
    status = STOP_ASKING if request.htmx and is_over else 200
    return render_page_or_part(request, "bids/negotiation.html", "receipts", context, status=status)


@require_safe
def list_bids_of_carrier(request: DashboardRequest, carrier_pk: int) -> HttpResponse:
    """The newest bids of a carrier; alone where htmx asks, for the carrier's page."""
    carrier = get_object_or_404(Carrier.objects.only("name", "mc_number", "dot_number"), pk=carrier_pk)
    context = {"now": timezone.now(), "carrier": carrier, "bids": bids_of_carrier(carrier)}
    return render_page_or_part(request, "bids/of_carrier.html", "bids", context)
