"""The load board, a load's page with its owner, and the messages a load came from."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from loads import selectors, services
from loads.forms import OwnerForm
from loads.itinerary_map import map_of
from loads.messages import message_of, readable
from loads.models import Load, LoadEvent
from loads.tables import LoadTable
from organizations.actors import user
from organizations.dashboard import DashboardRequest
from organizations.htmx import render_page_or_part
from organizations.roles import require_acting
from organizations.tables.views import show_table

MESSAGES_SHOWN = 25


@require_safe
def load_list(request: DashboardRequest) -> HttpResponse:
    """The load board."""
    return show_table(request, LoadTable)


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
