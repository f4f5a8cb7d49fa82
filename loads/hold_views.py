"""A broker's hold on a load: what it asks, and its end."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from loads import services
from loads.forms import HoldForm
from loads.models import Load
from organizations.actors import user
from organizations.dashboard import DashboardRequest, posted
from organizations.roles import require_acting


@require_http_methods(["GET", "HEAD", "POST"])
def hold(request: DashboardRequest, pk: int) -> HttpResponse:
    """Ask why, then put the load on hold; one that is on hold already stays as it is, and its page says whose it is."""
    load = _load_for_brokers(request, pk)
    form = HoldForm(posted(request))
    if load.is_held or not form.is_valid():
        context = {"now": timezone.now(), "load": load, "form": form}
        return render(request, "loads/hold.html", context, status=400 if form.errors else 200)
    services.hold_load(
        load=load,
        reason=form.cleaned_data["reason"],
        held_by=request.user,
        by=user(request.user),
        at=timezone.now(),
    )
    return redirect("loads:page", load.pk)


@require_POST
def release(request: DashboardRequest, pk: int) -> HttpResponse:
    """End the hold; back to the load's page."""
    load = _load_for_brokers(request, pk)
    if not services.release_load(load=load, by=user(request.user), at=timezone.now()):
        messages.info(request, "This load isn’t on hold any more.")
    return redirect("loads:page", load.pk)


def _load_for_brokers(request: DashboardRequest, pk: int) -> Load:
    """The load, for those who may act: 404 where there is none, 403 for whoever only reads."""
    load = get_object_or_404(Load.objects.select_related("held_by"), pk=pk)
    require_acting(request)
    return load
