"""Calling carriers about a load, on its page: what goes on, and a broker's two buttons."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from bids.models import Outreach
from bids.selectors.outreach import outreach_page
from bids.services.outreach import NotPossible, start_outreach, stop_outreach
from loads.models import Load
from organizations.dashboard.requests import (
    DashboardRequest,
    redirect_whole,
    refusals_as_messages,
    render_page_or_part,
    require_acting,
)
from organizations.tenancy.actors import user


@require_safe
def show_outreach(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """The carriers that fit the load, or the calls to them; alone where htmx asks, for the load's page."""
    loads = Load.objects.select_related("organization", "origin_place", "destination_place")
    load = get_object_or_404(loads, pk=load_pk)
    now = timezone.now()
    context = {
        "now": now,
        "page": outreach_page(load, at=now),
        "load": load,
        "may_act": request.membership.may_act,
    }
    return render_page_or_part(request, "bids/outreach.html", "round", context)


@require_POST
def begin_outreach(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """Call carriers about the load; back to its page. 403 for who only reads."""
    load = _load_for_brokers(request, load_pk)
    with refusals_as_messages(request, NotPossible):
        start_outreach(load=load, by=user(request.user), at=timezone.now())
    return redirect_whole(request, "loads:page", load.pk)


@require_POST
def end_outreach(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """Call nobody else; back to the load's page. 403 for who only reads."""
    load = _load_for_brokers(request, load_pk)
    going_on = Outreach.objects.filter(load=load, status__in=Outreach.lifecycle.unfinished).first()
    if going_on is not None:
        stop_outreach(outreach_id=going_on.pk, by=user(request.user), at=timezone.now())
    return redirect_whole(request, "loads:page", load.pk)


def _load_for_brokers(request: DashboardRequest, load_pk: int) -> Load:
    load = get_object_or_404(Load.objects.only("pk"), pk=load_pk)
    require_acting(request)
    return load
