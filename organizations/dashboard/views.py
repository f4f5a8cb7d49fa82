"""Today, setting up, the settings' first page, the organization's settings, and search."""

from django.conf import settings
from django.contrib import messages
from django.db.models import F, Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import patch_vary_headers
from django.views.decorators.http import require_http_methods, require_POST, require_safe
from django_htmx.http import trigger_client_event

from organizations import services as organizations
from organizations import setup
from organizations.dashboard.forms import OrganizationForm, TokenForm
from organizations.dashboard.navigation import parts, what_waits
from organizations.dashboard.requests import DashboardRequest, owners_change, owners_only, posted
from organizations.dashboard.search import find_everything, read_query
from organizations.formats import zone_of, zone_words
from organizations.models import ApiToken, Organization, SignInDomain
from organizations.people.forms import ZONES, BrokerageForm
from organizations.setup import Step
from organizations.tenancy.actors import user
from organizations.tenancy.states import Scope

SCOPES: dict[str, str] = {
    Scope.READ: "read",
    Scope.INGEST: "send loads",
    Scope.CALL: "start calls and book loads",
}


@require_safe
def first_settings(request: DashboardRequest) -> HttpResponse:
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
                by=user(request.user),
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


@require_http_methods(["GET", "HEAD", "POST"])
@owners_only
def integrations(request: DashboardRequest) -> HttpResponse:
    """API tokens, which owners make here, and what packages above tell of what comes in by them."""
    form = TokenForm(posted(request))
    if not form.is_valid():
        return _integrations(request, form, status=400 if form.is_bound else 200)
    at = timezone.now()
    made = organizations.create_token(
        organization=request.organization,
        name=form.cleaned_data["name"],
        scopes=form.cleaned_data["scopes"],
        expires_at=form.expires_at(at),
        by=user(request.user),
        at=at,
    )
    return _integrations(request, TokenForm(), made=made)


@require_POST
@owners_only
def rotate_token(request: DashboardRequest, pk: int) -> HttpResponse:
    """Make a token's successor, shown once; the old one works for another day, or until it is revoked."""
    token = get_object_or_404(ApiToken.objects.all(), pk=pk)
    try:
        made = organizations.rotate_token(token=token, by=user(request.user), at=timezone.now())
    except organizations.InvalidValue as error:
        messages.error(request, str(error))
        return redirect("organizations:integrations")
    return _integrations(request, TokenForm(), made=made)


@require_POST
@owners_only
def revoke_token(request: DashboardRequest, pk: int) -> HttpResponse:
    """Make a token invalid, at once and for good."""
    token = get_object_or_404(ApiToken.objects.select_related("organization"), pk=pk)
    if organizations.revoke_token(token=token, by=user(request.user), at=timezone.now()):
        messages.info(request, f"Token {token.name} is revoked.")
    return redirect("organizations:integrations")


def _integrations(
    request: DashboardRequest,
    form: TokenForm,
    *,
    made: organizations.NewToken | None = None,
    status: int = 200,
) -> HttpResponse:
    """The page; a token that was just made is shown on it, and never again."""
    now = timezone.now()
    found = ApiToken.objects.order_by(F("revoked_at").asc(nulls_first=True), "-created_at", "-pk")
    context = {
        "now": now,
        "form": form,
        "made": made,
        "assistants_url": f"{settings.PUBLIC_URL}{reverse('mcp')}",
        "tokens": [
            (token, token.is_valid(now), ", ".join(SCOPES[scope] for scope in token.scopes))
            for token in found
        ],
    }
    return render(request, "organizations/settings/integrations.html", context, status=status)


# The page of today, and what waits for somebody on every page.


@require_safe
def today(request: DashboardRequest) -> HttpResponse:
    """What needs somebody now: the frame alone, at no cost; its parts arrive by themselves.

    A brokerage that isn't set up sees what is left to do first, at one query.
    """
    context = {
        "today": timezone.now().astimezone(zone_of(request.organization.timezone)).date(),
        "parts": parts(),
        "setup": _setup(request),
        "may_act": request.membership.may_act,
    }
    return render(request, "organizations/today.html", context)


def _setup(request: DashboardRequest) -> list[setup.Standing]:
    """The steps of setting up, while one is to be done and no owner has put them away."""
    if request.organization.setup_closed_at is not None:
        return []
    steps = setup.standings(request.organization)
    return [] if all(each.is_done for each in steps) else steps


@require_safe
def waiting(request: DashboardRequest) -> HttpResponse:
    """What waits for somebody, as numbers beside the rail's links; the page's script hears what may be told of it."""
    found = what_waits(at=timezone.now())
    response = render(request, "organizations/waiting.html", {"counts": found.counts})
    told = {
        "person": request.user.pk,
        "total": found.total,
        "messages": [{"url": each.url, "new": each.new} for each in found.messages],
    }
    return trigger_client_event(response, "waiting", told)


# The search: a page, and suggestions while somebody types.


ON_PAGE, SUGGESTED = 10, 4  # findings of each kind
MIN_COUNT = 2  # letters that suggestions begin with


@require_safe
def search(request: DashboardRequest) -> HttpResponse:
    """Everything that is found for `q`: a page, or the suggestions where the search box asks for them."""
    now = timezone.now()
    text = read_query(request.GET.get("q"))
    is_suggesting = request.htmx.target == "suggestions"
    wanted = "" if is_suggesting and len(text) < MIN_COUNT else text
    sections = find_everything(wanted, limit=SUGGESTED if is_suggesting else ON_PAGE, at=now)
    number = sum(len(section.hits) for section in sections)
    context = {"text": text, "sections": sections, "number": number, "now": now, "is_asked": bool(wanted)}
    template = "organizations/search_suggestions.html" if is_suggesting else "organizations/search.html"
    response = render(request, template, context)
    patch_vary_headers(response, ["HX-Request", "HX-Target"])
    return response


# The set-up page, its first step, and the checklist that stands on Today until it is put away.


BROKERAGE = Step(
    key="brokerage",
    position=10,
    icon="building-2",
    title="Your brokerage",
    purpose="Check its name, which the agents say, and the time zone for your dates and times.",
    action="Check it",
    url_name="organizations:setup_brokerage",
    is_done=lambda: Q(confirmed_at__isnull=False),
    summary=lambda organization: f"{organization.name}, {zone_words(organization.timezone)} time",
)


@require_safe
def setup_page(request: DashboardRequest) -> HttpResponse:
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
def close_setup(request: DashboardRequest) -> HttpResponse:
    """Put the checklist away; the page stays where it is."""
    organizations.close_setup(organization=request.organization, by=user(request.user), at=timezone.now())
    messages.info(request, "The checklist is off Today. You’ll find it under Settings, Setup.")
    return redirect("organizations:today")
