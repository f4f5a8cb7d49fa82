"""The call list, a call's page, and the calls of a load or a carrier."""

from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from calls import pages
from calls.forms import TagsForm
from calls.tables import CallTable
from carriers.models import Carrier
from loads.models import Load
from organizations.dashboard import DashboardRequest
from organizations.htmx import render_page_or_part, render_page_or_target
from organizations.tables.views import show_table


@require_safe
def list_calls(request: DashboardRequest) -> HttpResponse:
    """The calls, live ones on top."""
    return show_table(request, CallTable)


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
