"""What a load's broker must know at once: on the page of today, on the load's, and that somebody takes care of it."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from calls.models import LoadAlarm
from calls.pages.alarms import alarms_of_load, open_alarms
from calls.services.alarms import mark_alarm_seen
from loads.models import Load
from organizations.actors import user
from organizations.dashboard import DashboardRequest
from organizations.htmx import render_page_or_part
from organizations.roles import require_acting

MAX_ON_ITS_PAGE = 100


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
