"""What the page of today shows of loads and bids: what is picked up soonest, and what waits for a decision."""

from django.http import HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe

from bids.today import uncovered_loads, undecided_bids
from organizations.dashboard import DashboardRequest
from organizations.htmx import render_page_or_part


@require_safe
def uncovered(request: DashboardRequest) -> HttpResponse:
    """The loads without a carrier that are picked up soonest; alone where htmx asks, for the page of today."""
    now = timezone.now()
    context = {"now": now, "rows": uncovered_loads(at=now)}
    return render_page_or_part(request, "bids/uncovered.html", "uncovered", context)


@require_safe
def undecided(request: DashboardRequest) -> HttpResponse:
    """The newest bids that wait for a decision; alone where htmx asks, for the page of today."""
    context = {"now": timezone.now(), "bids": undecided_bids(), "may_act": request.membership.may_act}
    return render_page_or_part(request, "bids/undecided.html", "undecided", context)
