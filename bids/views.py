"""The negotiation receipt, and the bids of a carrier."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_safe

from bids.of_carrier import bids_of_carrier
from bids.receipts import receipts_of
from calls.models import Call, Conversation
from carriers.models import Carrier
from organizations.dashboard import DashboardRequest

STOP_ASKING = 286  # to htmx: a 200 after which it polls no more


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
    template = "bids/negotiation.html#receipts" if request.htmx else "bids/negotiation.html"
    is_over = call is None or call.is_finished
    status = STOP_ASKING if request.htmx and is_over else 200
    response = render(request, template, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    return response


@require_safe
def list_bids_of_carrier(request: DashboardRequest, carrier_pk: int) -> HttpResponse:
    """The newest bids of a carrier; alone where htmx asks, for the carrier's page."""
    carrier = get_object_or_404(Carrier.objects.only("name", "mc_number", "dot_number"), pk=carrier_pk)
    context = {"now": timezone.now(), "carrier": carrier, "bids": bids_of_carrier(carrier)}
    template = "bids/of_carrier.html#bids" if request.htmx else "bids/of_carrier.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request"])
    return response
