"""The settings: where they begin, the organization's name, time zone and sign-in, its API tokens."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from organizations import actors
from organizations import services as organizations
from organizations.dashboard import DashboardRequest
from organizations.models import ApiToken, Organization, SignInDomain
from organizations.roles import owners_change, owners_only
from organizations.settings.forms import ZONES, OrganizationForm


@require_safe
def begin(request: DashboardRequest) -> HttpResponse:
    """The settings' first page."""
    return redirect("organizations:organization")


@require_http_methods(["GET", "HEAD", "POST"])
@owners_change
def organization(request: DashboardRequest) -> HttpResponse:
    """Name, time zone and what signing in takes: everybody reads them, owners change them."""
    if request.method != "POST":
        form = OrganizationForm(instance=request.organization, request=request)
    else:
        # A row of its own: what was refused must not show as the name in the page's head.
        current = Organization.objects.get(pk=request.organization.pk)
        form = OrganizationForm(request.POST, instance=current, request=request)
        if form.is_valid():
            organizations.change_organization(
                organization=form.instance,
                changes={name: form.cleaned_data[name] for name in form.changed_data},
                by=actors.user(request.user),
                at=timezone.now(),
            )
            messages.info(request, "Saved.")
            return redirect("organizations:organization")
    context = {
        "form": form if request.membership.is_owner else None,
        "zones": ZONES,
        "domains": SignInDomain.objects.select_related("app").order_by("domain"),
    }
    return render(request, "organizations/settings/organization.html", context)


@require_safe
@owners_only
def api_tokens(request: DashboardRequest) -> HttpResponse:
    """The organization's API tokens, newest first; they are made and revoked in Django admin."""
    now = timezone.now()
    tokens = [(token, token.is_valid(now)) for token in ApiToken.objects.order_by("-created_at", "-pk")]
    return render(request, "organizations/settings/api_tokens.html", {"now": now, "tokens": tokens})
