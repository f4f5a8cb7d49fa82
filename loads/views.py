"""The load board, its bulk actions, a load's page, hold, owner, and the messages a load came from."""

import json
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from loads import selectors, services
from loads.itinerary import map_of
from loads.load_events import SAMPLE, TEST_LOAD
from loads.models import Load, LoadEvent
from loads.selectors import message_of, readable
from loads.tables import LoadTable, OwnerForm
from organizations.api.problems import Invalid
from organizations.dashboard.requests import (
    DashboardRequest,
    owners_only,
    posted,
    refusals_as_messages,
    render_page_or_part,
    require_acting,
)
from organizations.dashboard.table import counted
from organizations.dashboard.table_views import back_to, show_table
from organizations.tenancy.actors import user

MESSAGES_SHOWN = 25


class HoldForm(forms.Form):
    """Why a load is put on hold."""

    reason = forms.CharField(
        max_length=200,
        required=False,
        label="Reason",
        help_text="Your team sees this. Example: customer is changing the pickup date.",
    )


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
    selectors.add_facts([load])
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
    """Set the load's owner; back to its page. 403 for who only reads, 404 for a load of others."""
    load = get_object_or_404(Load.objects.all(), pk=pk)
    require_acting(request)
    form = OwnerForm(request.POST, organization=request.organization)
    if form.is_valid():
        owner, by = form.cleaned_data["owner"], user(request.user)
        services.assign_owner(load=load, owner=owner, by=by, at=timezone.now())
    else:
        messages.error(request, "Choose someone in your organization who can own loads.")
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


# What a broker does to several loads of the board at once.


MAX = 200  # loads at once: more than a page has


class Refused(ValueError):
    """It can't be done; the text says why."""


@require_POST
def change_loads(request: DashboardRequest) -> HttpResponse:
    """Put the loads ticked on hold, release them, or say whose they are; back to the board as it was.

    403 for who only reads. Loads that aren't the organization's are as good as not ticked.
    """
    require_acting(request)
    now = timezone.now()
    keys = [
        key for key in request.POST.getlist("load") if key.isascii() and key.isdecimal() and len(key) < 19
    ]
    loads = list(Load.objects.filter(pk__in=keys[:MAX]).select_related("organization").order_by("pk"))
    change = {"hold": _hold, "release": _release, "owner": _assign}.get(request.POST.get("change", ""))
    if not loads or change is None:
        messages.error(request, "Select loads first, then choose an action.")
    else:
        with refusals_as_messages(request, Refused):
            messages.info(request, change(request, loads, now))
    return back_to(request, LoadTable)


def _hold(request: DashboardRequest, loads: Sequence[Load], now: datetime) -> str:
    held = [
        services.hold_load(load=load, held_by=request.user, by=user(request.user), at=now) for load in loads
    ]
    return f"{counted(sum(held), 'load')} put on hold."


def _release(request: DashboardRequest, loads: Sequence[Load], now: datetime) -> str:
    released = [services.release_load(load=load, by=user(request.user), at=now) for load in loads]
    return f"{counted(sum(released), 'load')} released."


def _assign(request: DashboardRequest, loads: Sequence[Load], now: datetime) -> str:
    form = OwnerForm(request.POST, organization=request.organization)
    if not form.is_valid():
        raise Refused("Choose someone in your organization who can own loads.")
    owner = form.cleaned_data["owner"]
    for load in loads:
        services.assign_owner(load=load, owner=owner, by=user(request.user), at=now)
    return f"{counted(len(loads), 'load')} {f'assigned to {owner}' if owner else 'unassigned'}."


# A broker's hold on a load: what it asks, and its end.


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
        messages.info(request, "This load is off hold.")
    return redirect("loads:page", load.pk)


def _load_for_brokers(request: DashboardRequest, pk: int) -> Load:
    """The load, for those who may act: 404 where there is none, 403 for whoever only reads."""
    load = get_object_or_404(Load.objects.select_related("held_by"), pk=pk)
    require_acting(request)
    return load


# The load events for the settings' page of integrations: what came, what each changed, why one was refused.


EVENTS_SHOWN = 25


@require_safe
@owners_only
def load_events(request: DashboardRequest) -> HttpResponse:
    """The webhook's address with a sample, a test, and the last events; `?show=refused` shows those alone."""
    is_refused = request.GET.get("show") == "refused"
    context = {
        "now": timezone.now(),
        "address": settings.PUBLIC_URL + reverse("api:load-events"),
        "sample": json.dumps(SAMPLE, indent=2),
        "short_sample": json.dumps(_short(SAMPLE)),
        "test_load": Load.objects.filter(external_id=TEST_LOAD).first(),
        "is_refused": is_refused,
        "events": selectors.recent_events(EVENTS_SHOWN, is_refused=is_refused),
    }
    return render_page_or_part(request, "loads/events.html", "events", context)


@require_safe
@owners_only
def load_event(request: DashboardRequest, pk: int) -> HttpResponse:
    """One event as it came, a whole page or the text alone."""
    event = get_object_or_404(LoadEvent.objects.select_related("load"), pk=pk)
    context = {"now": timezone.now(), "event": event, "raw": readable(bytes(event.raw))}
    return render_page_or_part(request, "loads/event.html", "raw", context)


@require_POST
@owners_only
def replay(request: DashboardRequest, pk: int) -> HttpResponse:
    """Take a kept event in once more, as if it came now."""
    event = get_object_or_404(LoadEvent.objects.select_related("organization", "mapping"), pk=pk)
    try:
        load = services.replay_load_event(event=event, by=user(request.user), at=timezone.now())
    except Invalid as refusal:
        first = refusal.errors[0]
        messages.error(request, f"Still rejected. {first['field'] or 'Body'}: {first['detail']}")
    else:
        messages.info(request, f"Update run again on load {load.external_id}.")
    return redirect("organizations:integrations")


@require_POST
@owners_only
def send_test(request: DashboardRequest) -> HttpResponse:
    """Let a sample load come in."""
    services.send_test_event(organization=request.organization, by=user(request.user), at=timezone.now())
    messages.info(request, f"Test event received: load {TEST_LOAD} is on the board.")
    return redirect("organizations:integrations")


@require_POST
@owners_only
def remove_test(request: DashboardRequest) -> HttpResponse:
    """Take the sample load out again."""
    by = user(request.user)
    if services.remove_test_load(organization=request.organization, by=by, at=timezone.now()):
        messages.info(request, "Test load removed.")
    return redirect("organizations:integrations")


def _short(event: dict[str, Any]) -> dict[str, Any]:
    """What the agent needs to offer the load."""
    place = ("city", "state")
    ends = {end: {part: event[end][part] for part in place} for end in ("origin", "destination")}
    names = ("id", "status", "pickupTime", "startRate", "maxRate")
    return {name: event[name] for name in names} | ends
