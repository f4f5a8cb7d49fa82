"""The call list, a call's page, a load's or carrier's calls, alarms, and calls on Today."""

from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from calls.forms.calls import TagsForm
from calls.models import LoadAlarm, Promise
from calls.selectors import call as selectors_call
from calls.selectors import calls
from calls.selectors.answers import alarms_of_load, open_alarms
from calls.selectors.today import calls_now, numbers_of, opted_out, promises_due
from calls.services.outcomes import mark_alarm_seen
from calls.services.progress import keep_promise
from calls.tables import CallTable
from carriers.models import Carrier
from loads.models import Load
from organizations.dashboard.requests import (
    DashboardRequest,
    render_page_or_part,
    render_page_or_target,
    require_acting,
)
from organizations.dashboard.table_views import show_table
from organizations.tenancy.actors import user


@require_safe
def list_calls(request: DashboardRequest) -> HttpResponse:
    """The calls, live ones on top."""
    return show_table(request, CallTable)


@require_safe
def show_call(request: DashboardRequest, pk: int) -> HttpResponse:
    """One call. While it is live its page asks again every two seconds, naming what it has `seen`.

    Where nothing is new the answer is 204, which htmx leaves the page alone for.
    """
    call = selectors_call.find_call(pk)
    if call is None:
        raise Http404
    stamp = selectors_call.stamp_of(call)
    if request.htmx.target == "call" and request.GET.get("seen") == stamp:
        return HttpResponse(status=204)
    now = timezone.now()
    context = {
        "now": now,
        "page": selectors_call.call_page(call, stamp=stamp, at=now),
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
    context = {"now": now, "rows": calls.calls_of_load(load, at=now), "everything": everything}
    return render(request, "calls/of_load.html", context)


@require_safe
def list_calls_of_carrier(request: DashboardRequest, carrier_pk: int) -> HttpResponse:
    """The newest calls with a carrier; alone where htmx asks, for the carrier's page."""
    known = Carrier.objects.only("name", "mc_number", "dot_number", "phone")
    carrier = get_object_or_404(known, pk=carrier_pk)
    now = timezone.now()
    context = {
        "now": now,
        "carrier": carrier,
        "rows": calls.calls_of_carrier(carrier, at=now),
        "opted_out": opted_out(number for number, _ in numbers_of(carrier)),
    }
    return render_page_or_part(request, "calls/of_carrier.html", "calls", context)


# What the page of today shows of calls: those under way, and callbacks that were promised.


MAX_ON_ITS_PAGE = 100


@require_safe
def live_now(request: DashboardRequest) -> HttpResponse:
    """The calls under way, with their last words; alone where htmx asks, for the page of today."""
    now = timezone.now()
    context = {"now": now, "calls": calls_now(at=now)}
    return render_page_or_part(request, "calls/live_now.html", "now", context)


@require_safe
def promises(request: DashboardRequest) -> HttpResponse:
    """The callbacks that are promised until tomorrow; alone where htmx asks, for the page of today."""
    now = timezone.now()
    most = {} if request.htmx else {"most": MAX_ON_ITS_PAGE}
    context = {
        "now": now,
        "promises": promises_due(at=now, **most),
        "may_act": request.membership.may_act,
    }
    return render_page_or_part(request, "calls/promises.html", "promises", context)


@require_POST
def keep(request: DashboardRequest, pk: int) -> HttpResponse:
    """Tick a callback off; the list as it is then. 403 for who only reads, 404 for one of others."""
    promise = get_object_or_404(Promise.objects.select_related("organization"), pk=pk)
    require_acting(request)
    keep_promise(promise=promise, by=user(request.user), at=timezone.now())
    if request.htmx:
        now = timezone.now()
        context = {"now": now, "promises": promises_due(at=now), "may_act": True}
        return render(request, "calls/promises.html#promises", context)
    return redirect("calls:promises")


# What a load's broker must know at once: on the page of today, on the load's, and that somebody takes care of it.


@require_safe
def list_alarms(request: DashboardRequest) -> HttpResponse:
    """What nobody has seen yet; alone where htmx asks, for the page of today."""
    most = {} if request.htmx else {"most": MAX_ON_ITS_PAGE}
    context = {
        "now": timezone.now(),
        "alarms": open_alarms(**most),
        "may_act": request.membership.may_act,
    }
    return render_page_or_part(request, "calls/alarms.html", "alarms", context)


@require_safe
def list_alarms_of_load(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """What happened to a load; alone where htmx asks, for the load's page."""
    load = get_object_or_404(Load.objects.only("external_id"), pk=load_pk)
    return render_page_or_part(request, "calls/alarms_of_load.html", "alarms", _of_load(request, load))


@require_POST
def mark_seen(request: DashboardRequest, pk: int) -> HttpResponse:
    """Somebody takes care of it; the list as it is then. 403 for who only reads, 404 for one of others."""
    alarms = LoadAlarm.objects.select_related("organization", "load")
    alarm = get_object_or_404(alarms.defer("load__special_instructions"), pk=pk)
    require_acting(request)
    mark_alarm_seen(alarm=alarm, by=user(request.user), at=timezone.now())
    if request.htmx and request.POST.get("on") == "load" and alarm.load is not None:
        return render(request, "calls/alarms_of_load.html#alarms", _of_load(request, alarm.load))
    if request.htmx:
        context = {"now": timezone.now(), "alarms": open_alarms(), "may_act": True}
        return render(request, "calls/alarms.html#alarms", context)
    return redirect("calls:alarms")


def _of_load(request: DashboardRequest, load: Load) -> dict[str, object]:
    return {
        "now": timezone.now(),
        "load": load,
        "rows": alarms_of_load(load),
        "may_act": request.membership.may_act,
    }
