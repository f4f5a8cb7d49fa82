"""What a broker does to several loads of the board at once."""

from collections.abc import Sequence
from datetime import datetime

from django.contrib import messages
from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_POST

from loads import services
from loads.forms import OwnerForm
from loads.models import Load
from loads.tables import LoadTable
from organizations.actors import user
from organizations.dashboard import DashboardRequest, refusals_told
from organizations.roles import require_acting
from organizations.tables.views import back_to

MOST = 200  # loads at once: more than a page has


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
    loads = list(Load.objects.filter(pk__in=keys[:MOST]).select_related("organization").order_by("pk"))
    deed = {"hold": _hold, "release": _release, "owner": _assign}.get(request.POST.get("deed", ""))
    if not loads or deed is None:
        messages.error(request, "Tick the loads first, then choose what to do with them.")
    else:
        with refusals_told(request, Refused):
            messages.info(request, deed(request, loads, now))
    return back_to(request, LoadTable)


def _hold(request: DashboardRequest, loads: Sequence[Load], now: datetime) -> str:
    held = [
        services.hold_load(load=load, held_by=request.user, by=user(request.user), at=now) for load in loads
    ]
    return f"On hold: {_number(sum(held))}."


def _release(request: DashboardRequest, loads: Sequence[Load], now: datetime) -> str:
    released = [services.release_load(load=load, by=user(request.user), at=now) for load in loads]
    return f"Released: {_number(sum(released))}."


def _assign(request: DashboardRequest, loads: Sequence[Load], now: datetime) -> str:
    form = OwnerForm(request.POST, organization=request.organization)
    if not form.is_valid():
        raise Refused("That isn’t somebody of this organization who can own a load.")
    owner = form.cleaned_data["owner"]
    for load in loads:
        services.assign_owner(load=load, owner=owner, by=user(request.user), at=now)
    return f"{_number(len(loads))} now {f'of {owner}' if owner else 'without an owner'}."


def _number(count: int) -> str:
    return f"{count} load" if count == 1 else f"{count} loads"
