"""Setting up what calls need: a number, agents that are active, and a first call to one's own phone."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from calls import local_network
from calls.forms.setup import AreaForm, OwnNumberForm, OwnPhoneForm, callable_loads, playable_carriers
from calls.models import Agent, PhoneNumber
from calls.policy import NotAllowed
from calls.services import agents as services_agents
from calls.services import numbers, queueing, requests
from calls.setup import create_standard_agents, is_missing_standard_agent
from calls.telephony import Unreachable
from calls.views.calling import in_words
from organizations.dashboard.requests import DashboardRequest, owners_change, posted, require_acting
from organizations.tenancy import services as organizations
from organizations.tenancy.actors import user

AWAY = "The phone network doesn’t answer just now. Try again in a minute."


@require_http_methods(["GET", "HEAD", "POST"])
@owners_change
def number(request: DashboardRequest) -> HttpResponse:
    """Numbers to choose from, one's own to type; by POST, the one that is taken."""
    form = OwnNumberForm(posted(request))
    if form.is_valid() and _connect(request, form):
        return redirect("organizations:setup")
    context = {
        "form": form,
        "mine": PhoneNumber.objects.select_related("agent").order_by("pk"),
        "is_simulated": local_network.is_simulated(),
        "may_buy": numbers.may_buy(),
        **_offered(request),
    }
    return render(request, "setup/number.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
def agents(request: DashboardRequest) -> HttpResponse:
    """The agents with what they say; by POST those of the standard ones that are missing are made."""
    if request.method == "POST":
        require_acting(request)
        create_standard_agents(request.organization, by=user(request.user), at=timezone.now())
        return redirect("calls:setup_agents")
    context = {
        "agents": Agent.objects.order_by("-is_active", "pk")[:50],
        "is_missing_standard": is_missing_standard_agent(),
        "may_act": request.membership.may_act,
    }
    return render(request, "setup/agents.html", context)


@require_POST
def activate_agent(request: DashboardRequest, pk: int) -> HttpResponse:
    """Let an agent work; 403 for who only reads."""
    agent = get_object_or_404(Agent.objects.all(), pk=pk)
    require_acting(request)
    services_agents.change_agent(
        agent_id=agent.pk, values={"is_active": True}, by=user(request.user), at=timezone.now()
    )
    messages.info(request, f"{agent.name} is active.")
    return redirect("calls:setup_agents")


@require_http_methods(["GET", "HEAD", "POST"])
def call(request: DashboardRequest) -> HttpResponse:
    """Have the carrier-sales agent call one's own phone; it goes on at the call's page. 403 for who only reads."""
    require_acting(request)
    form = OwnPhoneForm(
        posted(request), initial={"phone": request.membership.phone}, organization=request.organization
    )
    if form.is_valid():
        try:
            return redirect("calls:page", _call(request, form).pk)
        except NotAllowed as error:
            form.add_error(None, in_words(error, timezone.now()))
        except Unreachable:
            form.add_error(None, AWAY)
        except (queueing.NotReady, requests.LoadUnavailable) as error:
            form.add_error(None, str(error))
    context = {
        "form": form,
        "is_simulated": local_network.is_simulated(),
        "has_number": PhoneNumber.objects.exists(),
        "has_load": callable_loads().exists(),
        "has_carrier": playable_carriers().exists(),
    }
    return render(request, "setup/call.html", context, status=400 if form.errors else 200)


def _connect(request: DashboardRequest, form: OwnNumberForm) -> bool:
    try:
        made = numbers.connect_number(
            organization=request.organization,
            number=form.cleaned_data["number"],
            by=user(request.user),
            at=timezone.now(),
        )
    except numbers.NumberRefused as error:
        form.add_error("number", str(error))
        return False
    except Unreachable:
        form.add_error(None, AWAY)
        return False
    messages.info(request, f"{made.number} is yours.")
    return True


def _offered(request: DashboardRequest) -> dict[str, Any]:
    """What the provider has, and where it was looked for; for owners, who may take it."""
    if not request.membership.is_owner:
        return {}
    area = AreaForm(request.GET if "area" in request.GET else None)
    code = area.cleaned_data["area"] if area.is_valid() else ""
    try:
        return {
            "area": area,
            "spare": numbers.spare_numbers(),
            "on_sale": numbers.numbers_on_sale(organization=request.organization, area_code=code),
        }
    except Unreachable:
        return {"area": area, "is_away": True}


def _call(request: DashboardRequest, form: OwnPhoneForm) -> Any:
    by, at = user(request.user), timezone.now()
    phone, load, carrier = (form.cleaned_data[name] for name in ("phone", "load", "carrier"))
    organizations.change_phone(membership=request.membership, phone=phone, by=by, at=at)
    return requests.call_own_phone(
        organization=request.organization, phone=phone, load=load, carrier=carrier, by=by, at=at
    )
