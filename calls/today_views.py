"""What the page of today shows of calls: those under way, and call-backs that were promised."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from calls.models import Promise
from calls.pages.today import calls_now, promises_due
from calls.services.promises import keep_promise
from organizations.actors import user
from organizations.dashboard import DashboardRequest
from organizations.htmx import render_page_or_part
from organizations.roles import require_acting

MOST_ON_ITS_PAGE = 100


@require_safe
def live_now(request: DashboardRequest) -> HttpResponse:
    """The calls under way, with their last words; alone where htmx asks, for the page of today."""
    now = timezone.now()
    context = {"now": now, "calls": calls_now(at=now)}
    return render_page_or_part(request, "calls/live_now.html", "now", context)


@require_safe
def promises(request: DashboardRequest) -> HttpResponse:
    """The call-backs that are promised until tomorrow; alone where htmx asks, for the page of today."""
    now = timezone.now()
    most = {} if request.htmx else {"most": MOST_ON_ITS_PAGE}
    context = {
        "now": now,
        "promises": promises_due(at=now, **most),
        "may_act": request.membership.may_act,
    }
    return render_page_or_part(request, "calls/promises.html", "promises", context)


@require_POST
def keep(request: DashboardRequest, pk: int) -> HttpResponse:
    """Tick a call-back off; the list as it is then. 403 for who only reads, 404 for one of others."""
    promise = get_object_or_404(Promise.objects.select_related("organization"), pk=pk)
    require_acting(request)
    keep_promise(promise=promise, by=user(request.user), at=timezone.now())
    if request.htmx:
        now = timezone.now()
        context = {"now": now, "promises": promises_due(at=now), "may_act": True}
        return render(request, "calls/promises.html#promises", context)
    return redirect("calls:promises")
