"""Sample data, put in and taken out by a button each; its card on the set-up page."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.views.decorators.http import require_POST

from config.demo import sample
from organizations.dashboard.requests import DashboardRequest, refusals_as_messages, require_acting
from organizations.setup import Panel
from organizations.tenancy.actors import user

ADDED = {
    "load": "A test load is on the board.",
    "carriers": "The sample carriers are in.",
    "all": "The sample data is in.",
}


@require_POST
def add_sample(request: DashboardRequest) -> HttpResponse:
    """Put in what the form names; 403 for who only reads."""
    require_acting(request)
    kind = request.POST.get("what", "")
    if kind not in sample.KINDS:
        raise Http404
    sample.add_sample(request.organization, kind, by=user(request.user), at=timezone.now())
    messages.info(request, ADDED[kind])
    return redirect("organizations:setup")


@require_POST
def remove_sample(request: DashboardRequest) -> HttpResponse:
    """Take it all out; 403 for who only reads."""
    require_acting(request)
    with refusals_as_messages(request, sample.StillTalking):
        sample.remove_sample(request.organization, by=user(request.user), at=timezone.now())
        messages.info(request, "The sample data is gone.")
    return redirect("organizations:setup")


def _shown() -> dict[str, Any]:
    return {"has_sample": sample.has_sample()}


PANEL = Panel("setup/sample.html", _shown)
