"""The carriers with the search for a lane, a carrier's page, and what a broker says of a carrier."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from carriers import pages, services
from carriers.forms import BlockForm, NoteForm
from carriers.models import Carrier
from carriers.selectors import available_trucks
from carriers.tables import CarrierTable
from organizations.actors import user
from organizations.dashboard import DashboardRequest
from organizations.gazetteer import suggest_places
from organizations.roles import require_acting
from organizations.tables.views import show_table

SUGGESTED = 8


@require_safe
def list_carriers(request: DashboardRequest) -> HttpResponse:
    """All carriers below the trucks that have no load, or those of a lane with its map."""
    trucks = available_trucks(request.organization, at=timezone.now())
    return show_table(request, CarrierTable, "carriers/list.html", {"trucks": trucks})


@require_safe
def suggest(request: DashboardRequest) -> HttpResponse:
    """Places like what is being typed as an origin or a destination, as options of a field's list."""
    text = (request.GET.get("origin") or request.GET.get("destination") or "")[:100]
    places = suggest_places(text, SUGGESTED) if text.strip() else []
    return render(request, "carriers/places.html", {"places": places})


@require_safe
def show_carrier(request: DashboardRequest, pk: int) -> HttpResponse:
    """One carrier: how it stands and why, its lanes, how it is reached; its bids and calls are fetched by the page."""
    carrier = get_object_or_404(Carrier.objects.all(), pk=pk)
    context = {
        "now": timezone.now(),
        "page": pages.carrier_page(carrier),
        "may_act": request.membership.may_act,
        "block_form": BlockForm(),
        "note_form": NoteForm(initial={"notes": carrier.notes}),
    }
    return render(request, "carriers/page.html", context)


@require_POST
def block(request: DashboardRequest, pk: int) -> HttpResponse:
    """Talk rates with a carrier no more, for a reason. 403 for who only reads, 404 for a carrier of others."""
    carrier = _carrier_to_judge(request, pk)
    form = BlockForm(request.POST)
    if form.is_valid():
        services.block_carrier(
            carrier=carrier, reason=form.cleaned_data["reason"], by=user(request.user), at=timezone.now()
        )
    else:
        messages.error(request, "Say in a sentence why it is blocked: at most 300 characters.")
    return redirect("carriers:page", carrier.pk)


@require_POST
def unblock(request: DashboardRequest, pk: int) -> HttpResponse:
    """Let a carrier's papers decide again."""
    carrier = _carrier_to_judge(request, pk)
    services.unblock_carrier(carrier=carrier, by=user(request.user), at=timezone.now())
    return redirect("carriers:page", carrier.pk)


@require_POST
def prefer(request: DashboardRequest, pk: int) -> HttpResponse:
    """Prefer a carrier to others, or with an empty `on` take it as any other."""
    carrier = _carrier_to_judge(request, pk)
    change = services.prefer_carrier if request.POST.get("on") else services.unprefer_carrier
    change(carrier=carrier, by=user(request.user), at=timezone.now())
    return redirect("carriers:page", carrier.pk)


@require_POST
def note(request: DashboardRequest, pk: int) -> HttpResponse:
    """Write down what colleagues should know of a carrier, in the place of what stood there."""
    carrier = _carrier_to_judge(request, pk)
    form = NoteForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Notes have at most 5,000 characters.")
        context = {"now": timezone.now(), "page": pages.carrier_page(carrier), "may_act": True}
        context |= {"block_form": BlockForm(), "note_form": form}
        return render(request, "carriers/page.html", context, status=400)
    services.note_carrier(
        carrier=carrier, notes=form.cleaned_data["notes"], by=user(request.user), at=timezone.now()
    )
    return redirect("carriers:page", carrier.pk)


def _carrier_to_judge(request: DashboardRequest, pk: int) -> Carrier:
    """The carrier, for somebody who may act."""
    carrier = get_object_or_404(Carrier.objects.all(), pk=pk)
    require_acting(request)
    return carrier
