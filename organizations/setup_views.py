"""The set-up page, its first step, and the checklist that stands on Today until it is put away."""

from django.contrib import messages
from django.db.models import Q
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from organizations import setup
from organizations.clock import zone_words
from organizations.dashboard.requests import DashboardRequest, owners_change, owners_only, posted
from organizations.models import Organization
from organizations.people.forms import BrokerageForm
from organizations.setup import Step
from organizations.tenancy import services as organizations
from organizations.tenancy.actors import user

BROKERAGE = Step(
    key="brokerage",
    position=10,
    icon="building-2",
    title="Your brokerage",
    purpose="Check its name, which the agents say, and the time zone that your days go by.",
    action="Check it",
    url_name="organizations:setup_brokerage",
    is_done=lambda: Q(confirmed_at__isnull=False),
    told=lambda organization: f"{organization.name}, {zone_words(organization.timezone)} time",
)


@require_safe
def page(request: DashboardRequest) -> HttpResponse:
    """Every step and its state; everybody reads it."""
    steps = setup.standings(request.organization, in_full=True)
    context = {
        "steps": steps,
        "done": sum(each.is_done for each in steps),
        "panels": setup.panels(),
        "may_act": request.membership.may_act,
        "is_on_today": request.organization.setup_closed_at is None,
    }
    return render(request, "setup/page.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@owners_change
def brokerage(request: DashboardRequest) -> HttpResponse:
    """The name and the time zone."""
    # A row of its own: what was refused must not show as the name in the page's head.
    current = Organization.objects.get(pk=request.organization.pk)
    form = BrokerageForm(
        posted(request),
        initial={"name": current.name, "timezone": current.timezone},
        current=current.timezone,
    )
    if form.is_valid():
        organizations.confirm_organization(
            organization=current, **form.cleaned_data, by=user(request.user), at=timezone.now()
        )
        messages.info(request, "Saved.")
        return redirect("organizations:setup")
    return render(request, "setup/brokerage.html", {"form": form, "is_owner": request.membership.is_owner})


@require_POST
@owners_only
def close(request: DashboardRequest) -> HttpResponse:
    """Put the checklist away; the page stays where it is."""
    organizations.close_setup(organization=request.organization, by=user(request.user), at=timezone.now())
    messages.info(request, "The checklist is off Today. You’ll find it under Settings, Setup.")
    return redirect("organizations:today")
