"""The call list, a call's page, and the calls of a load or a carrier."""

from datetime import UTC
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from calls import pages
from calls.forms import NEWEST, CallFilterForm, TagsForm
from calls.listing import CALLS, WITH_BID, tell
from carriers.models import Carrier
from loads.models import Load
from organizations.dashboard import DashboardRequest
from organizations.display import zone_of
from organizations.htmx import render_page_or_part, render_page_or_target
from organizations.lists import show

BY_LINK = ("status", "direction", "carrier", "sort")  # filters that no field of the form has


@require_safe
def list_calls(request: DashboardRequest) -> HttpResponse:
    """The calls, live ones on top: a whole page, or the list alone where htmx asks for it."""
    shown = show(CALLS, request)
    if shown.elsewhere:
        return redirect(shown.elsewhere)
    now = timezone.now()
    form = CallFilterForm(request.GET)
    filters = form.filters()
    zone = zone_of(request.organization.timezone) or UTC
    found = pages.call_list(filters, request.GET.get("page"), zone=zone, at=now)
    context = {
        "now": now,
        "form": form,
        "calls": found,
        "rows": tell([*found.live, *found.rows]) if WITH_BID in shown.columns else [*found.live, *found.rows],
        "is_filtered": bool(set(filters) - {"sort"}),
        "carrier": Carrier.objects.filter(pk=filters["carrier"]).first() if "carrier" in filters else None,
        "shown": shown,
        "columns": shown.heads(filters.get("sort") or NEWEST),
        "asked": [(name, request.GET[name]) for name in BY_LINK if request.GET.get(name)],
        "status_chips": pages.status_chips(request.GET, filters.get("status")),
        "direction_chips": pages.direction_chips(request.GET, filters.get("direction")),
    }
    return render_page_or_target(request, "calls/list.html", "calls", context)


@require_safe
def show_call(request: DashboardRequest, pk: int) -> HttpResponse:
    """One call. While it is live its page asks again every two seconds, naming what it has `seen`.

    Where nothing is new the answer is 204, which htmx leaves the page alone for.
    """
    call = pages.find_call(pk)
    if call is None:
        raise Http404
    stamp = pages.stamp_of(call)
    if request.htmx.target == "call" and request.GET.get("seen") == stamp:
        return HttpResponse(status=204)
    now = timezone.now()
    context = {
        "now": now,
        "page": pages.call_page(call, stamp=stamp, at=now),
        "may_act": request.membership.may_act,
        "tags_form": TagsForm(has=call.conversation.content_tags),
    }
    return render_page_or_target(request, "calls/page.html", "call", context)


@require_safe
def list_calls_of_load(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """The newest calls of a load, for the load's page; without htmx, the list with that filter."""
    load = get_object_or_404(Load.objects.only("external_id"), pk=load_pk)
    everything = f"{reverse('calls:list')}?{urlencode({'load': load.external_id})}"
    if not request.htmx:
        return redirect(everything)
    now = timezone.now()
    context = {"now": now, "rows": pages.calls_of_load(load, at=now), "everything": everything}
    return render(request, "calls/of_load.html", context)


@require_safe
def list_calls_of_carrier(request: DashboardRequest, carrier_pk: int) -> HttpResponse:
    """The newest calls with a carrier; alone where htmx asks, for the carrier's page."""
    carrier = get_object_or_404(Carrier.objects.only("name", "mc_number", "dot_number"), pk=carrier_pk)
    now = timezone.now()
    context = {"now": now, "carrier": carrier, "rows": pages.calls_of_carrier(carrier, at=now)}
    return render_page_or_part(request, "calls/of_carrier.html", "calls", context)
