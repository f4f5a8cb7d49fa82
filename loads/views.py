"""The load board, a load's page with its owner, and the messages a load came from."""

from typing import cast

from django.contrib import messages
from django.forms import ModelChoiceField
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from loads import board, selectors, services, told
from loads.forms import BoardForm, OwnerForm
from loads.itinerary_map import map_of
from loads.listing import LOADS, WITH_BIDS, WITH_CALLS
from loads.messages import message_of, readable
from loads.models import Load, LoadEvent
from organizations.actors import user
from organizations.dashboard import DashboardRequest
from organizations.display import zone_of
from organizations.htmx import render_page_or_part, render_page_or_target
from organizations.lists import show
from organizations.roles import require_acting

MESSAGES_SHOWN = 25
BY_LINK = ("status", "sort", "missing")  # filters that no field of the form has


@require_safe
def load_list(request: DashboardRequest) -> HttpResponse:
    """The load board: a whole page, or its rows alone where htmx asks for them."""
    shown = show(LOADS, request)
    if shown.elsewhere:
        return redirect(shown.elsewhere)
    now = timezone.now()
    today = now.astimezone(zone_of(request.organization.timezone)).date()
    form = BoardForm(request.GET)
    filters = form.filters(today)
    found = selectors.board(filters, request.GET.get("page"))
    told.tell(found.page, bids=bool(shown.columns & WITH_BIDS), calls=WITH_CALLS in shown.columns)
    context = {
        "now": now,
        "form": form,
        "board": found,
        "page": found.page,
        "is_filtered": board.is_filtered(filters),
        "status_chips": board.status_chips(request.GET, filters["status"], found.counts),
        "day_chips": board.day_chips(request.GET, form["pickup"].value()),
        "missing_chips": board.missing_chips(request.GET, filters.get("missing")),
        "shown": shown,
        "may_act": request.membership.may_act,
        "asked": [(name, request.GET[name]) for name in BY_LINK if request.GET.get(name)],
        "columns": shown.heads(found.sort, offered=found.sorts),
        "is_sorted_otherwise": found.sort != filters["sort"],
    }
    if request.membership.may_act:
        owners = cast(ModelChoiceField, OwnerForm(organization=request.organization).fields["owner"])
        context["people"] = owners.queryset
    if request.htmx.target != "board":
        context["customers"] = selectors.customers_offered()
    return render_page_or_target(request, "loads/list.html", "board", context)


@require_safe
def load_page(request: DashboardRequest, pk: int) -> HttpResponse:
    """One load: its itinerary, rates, instructions, what is missing, and the messages it came from."""
    load = get_object_or_404(Load.objects.select_related("owner", "held_by"), pk=pk)
    owner = OwnerForm(organization=request.organization, initial={"owner": load.owner_id})
    way = selectors.way_of(load)
    context = {
        "owner_form": owner if request.membership.may_act else None,
        "now": timezone.now(),
        "load": load,
        "stops": selectors.stops_shown(way, is_whole=request.GET.get("stops") == "all"),
        "map": map_of(way),
        "messages_shown": selectors.messages_of(load, MESSAGES_SHOWN),
    }
    return render(request, "loads/page.html", context)


@require_POST
def set_owner(request: DashboardRequest, pk: int) -> HttpResponse:
    """Say whose load it is; back to its page. 403 for who only reads, 404 for a load of others."""
    load = get_object_or_404(Load.objects.all(), pk=pk)
    require_acting(request)
    form = OwnerForm(request.POST, organization=request.organization)
    if form.is_valid():
        owner, by = form.cleaned_data["owner"], user(request.user)
        services.assign_owner(load=load, owner=owner, by=by, at=timezone.now())
    else:
        messages.error(request, "That isn’t somebody of this organization who can own a load.")
    return redirect("loads:page", load.pk)


@require_safe
def load_message(request: DashboardRequest, pk: int, message_pk: int) -> HttpResponse:
    """One message of the TMS as it came, a whole page or the text alone."""
    event = get_object_or_404(LoadEvent.objects.select_related("load"), pk=message_pk, load=pk)
    context = {
        "now": timezone.now(),
        "message": message_of(event),
        "load": event.load,
        "raw": readable(bytes(event.raw)),
    }
    return render_page_or_part(request, "loads/message.html", "raw", context)
