"""Setting up: the steps about calls, and the three agents that every brokerage has."""

import re
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Exists, F, OuterRef, Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from calls.calling_rules import NotAllowed
from calls.forms.calls import PhoneField, TakeOverForm
from calls.models import Agent, Call, PhoneNumber
from calls.services import agents as agent_services
from calls.services import dialing, requests
from calls.services.agents import change_agent, create_agent
from calls.states import AgentPurpose, CallStatus
from calls.telephony import Unreachable
from calls.views.calling import in_words
from carriers.models import Carrier
from carriers.states import RulesAssessment
from loads.models import Load
from organizations import services as organizations
from organizations.dashboard.requests import DashboardRequest, owners_change, posted, require_acting
from organizations.formats import phone
from organizations.models import Organization
from organizations.places.regions import short_region
from organizations.setup import Step
from organizations.tenancy.actors import Actor, user


def _number_in_words(_organization: Organization) -> str:
    number = PhoneNumber.objects.select_related("agent").order_by("pk").first()
    if number is None:
        return ""
    answered = f", answered by {number.agent.name}" if number.agent else ", no agent yet"
    return f"{phone(number.number)}{answered}"


def _agents_in_words(_organization: Organization) -> str:
    return ", ".join(Agent.objects.active().order_by("pk").values_list("name", flat=True)[:5])


def _has(purpose: AgentPurpose) -> Exists:
    return Exists(Agent.objects.active().filter(purpose=purpose))


STEPS = (
    Step(
        key="phone-number",
        position=20,
        icon="phone",
        title="Get a phone number",
        purpose="Carriers call it, and your agents call from it.",
        action="Get a number",
        url_name="calls:setup_number",
        is_done=lambda: Exists(PhoneNumber.objects.all()),
        summary=_number_in_words,
    ),
    Step(
        key="agents",
        position=30,
        icon="bot",
        title="Your agents",
        purpose="One for check calls and one for carrier sales have to be active.",
        action="Turn them on",
        url_name="calls:setup_agents",
        is_done=lambda: Q(_has(AgentPurpose.CHECK_CALL)) & Q(_has(AgentPurpose.CARRIER_SALES)),
        summary=_agents_in_words,
    ),
    Step(
        key="call",
        position=60,
        icon="phone-call",
        title="Your first call",
        purpose="The agent pitches one of your loads on a practice call, so you can see how it negotiates.",
        action="Make a practice call",
        url_name="calls:setup_call",
        is_done=lambda: Exists(
            Call.objects.filter(
                status=CallStatus.COMPLETED,
                answered_at__isnull=False,
                conversation__organization=F("organization"),
                conversation__external_id="",
                # Of an imported history hardly a call: it is older than the organization here.
                conversation__created_at__gte=OuterRef("created_at"),
            )
        ),
        summary=lambda _organization: "Done. Call again whenever you like.",
    ),
)


# The three agents that every brokerage has from the start: active, with texts to begin with.


NAME = "[[brokerage]]"
CARRIER_SALES, CHECK_CALL, CUSTOM = "carrier-sales", "check-call", "appointment-desk"

# The first two hold their talks by a built-in script; the third one goes by its prompt.
STANDARD: dict[str, dict[str, Any]] = {
    CARRIER_SALES: {
        "name": "Carrier sales",
        "purpose": AgentPurpose.CARRIER_SALES,
        "voicemail_message": (
            f"This is the automated assistant calling from {NAME} about a load. Please call us back at this number."
        ),
    },
    CHECK_CALL: {
        "name": "Check calls",
        "purpose": AgentPurpose.CHECK_CALL,
        "prompt": "Find out where the truck is and when it will be at the next stop.",
        "voicemail_message": (
            f"This is an automated check call from {NAME}. Please call back with your location and ETA."
        ),
    },
    CUSTOM: {
        "name": "Appointment desk",
        "purpose": AgentPurpose.CUSTOM,
        "greeting": (
            f"Hi {{{{ contactName }}}}, this is the automated assistant with {NAME}, "
            "calling about the appointment for our load {{ loadNumber }}."
        ),
        "prompt": (
            "You confirm appointments with shippers and receivers. Be brief and friendly. "
            "Does {{ appointment }} still work for you? ¿Le sigue quedando bien esa cita? "
            "Which dock should the driver go to? ¿A qué andén debe ir el chofer? "
            "Is there anything the driver needs to bring? ¿El chofer tiene que llevar algo?"
        ),
        "variables": [
            {"name": "contactName", "required": False, "default": "there"},
            {"name": "loadNumber", "required": False, "default": "with you"},
            {"name": "appointment", "required": False, "default": "the time we booked"},
        ],
        "voicemail_message": (
            f"This is the automated assistant with {NAME} about an appointment. "
            "Please call us back at this number."
        ),
    },
}


def create_standard_agents(organization: Organization, *, by: Actor, at: datetime) -> None:
    """Make those of the three that the organization doesn't have; in its scope."""
    known = set(Agent.objects.values_list("slug", flat=True))
    for slug, values in STANDARD.items():
        if slug not in known:
            create_agent(
                organization=organization, slug=slug, values=_worded(values, organization.name), by=by, at=at
            )


def is_missing_standard_agent() -> bool:
    """Whether the organization in scope lacks one of the three."""
    return Agent.objects.filter(slug__in=STANDARD).count() < len(STANDARD)


def _worded(values: dict[str, Any], name: str) -> dict[str, Any]:
    # What looks like a variable in a brokerage's name isn't one.
    plain = name.replace("{", "").replace("}", "")
    return {key: text.replace(NAME, plain) if isinstance(text, str) else text for key, text in values.items()}


# What is asked while a brokerage is set up: which number it calls from, and whom the agent may practise on.


MAX_CHOICES = 50


class AreaForm(forms.Form):
    """Where a new number is to be from."""

    area = forms.CharField(
        max_length=3,
        required=False,
        label="Area code",
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )

    def clean_area(self) -> str:
        """Three digits, or nothing for anywhere."""
        area: str = self.cleaned_data["area"].strip()
        if area and not re.fullmatch(r"[2-9][0-9]{2}", area, re.ASCII):
            raise ValidationError("An area code has three digits, such as 312.")
        return area


class OwnNumberForm(forms.Form):
    """A number to call from: picked from a list or typed."""

    number = PhoneField(max_length=40, label="Your number", help_text="Ten digits, such as (312) 555-0100.")


PRACTICE_PHONE = (
    "Your phone won’t ring on a practice call. We’ll call this number when you take over a live one."
)


class OwnPhoneForm(TakeOverForm):
    """Which phone the agent is to ring, as if it were that of a certain carrier, and what about."""

    load: "forms.ModelChoiceField[Load]" = forms.ModelChoiceField(
        queryset=None, empty_label=None, label="Load"
    )
    carrier: "forms.ModelChoiceField[Carrier]" = forms.ModelChoiceField(
        queryset=None, empty_label=None, label="Carrier on the call"
    )
    field_order = ("phone", "load", "carrier")

    def __init__(self, *args: Any, organization: Organization, **kwargs: Any) -> None:
        super().__init__(*args, organization=organization, **kwargs)
        self.fields["phone"].widget.attrs |= {"type": "tel", "autocomplete": "tel"}
        self.fields["phone"].help_text = (
            PRACTICE_PHONE if requests.is_simulated() else "Ten digits, such as (312) 555-0142."
        )
        self.fields["load"].queryset = callable_loads()  # type: ignore[attr-defined]
        self.fields["load"].label_from_instance = _load_words  # type: ignore[attr-defined]
        self.fields["carrier"].queryset = playable_carriers()  # type: ignore[attr-defined]
        self.fields["carrier"].label_from_instance = _carrier_words  # type: ignore[attr-defined]


def callable_loads() -> Any:
    """Loads that can be offered, the newest first."""
    return _first(Load.objects.open().complete().order_by("-pk"))


def playable_carriers() -> Any:
    """Carriers that the agent talks rates with, made-up ones first."""
    known = Carrier.objects.not_refused().filter(
        rules_assessment=RulesAssessment.PASS, dot_number__isnull=False
    )
    return _first(known.order_by("-is_sample", "pk"))


def _first(rows: Any) -> Any:
    """The first few, as a queryset that can still be filtered."""
    keys = list(rows.values_list("pk", flat=True)[:MAX_CHOICES])
    return rows.filter(pk__in=keys)


def _load_words(load: Load) -> str:
    origin = f"{load.origin_city}, {short_region(load.origin_state)}"
    return f"{load.external_id}: {origin} to {load.destination_city}, {short_region(load.destination_state)}"


def _carrier_words(carrier: Carrier) -> str:
    return f"{carrier} (MC {carrier.mc_number})" if carrier.mc_number else str(carrier)


# Setting up what calls need: a number, agents that are active, and a first call to one's own phone.


AWAY = "The phone network isn’t responding. Try again in a minute."


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
        "is_simulated": requests.is_simulated(),
        "may_buy": agent_services.may_buy(),
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
    change_agent(agent_id=agent.pk, values={"is_active": True}, by=user(request.user), at=timezone.now())
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
        except (dialing.NotReady, requests.LoadUnavailable) as error:
            form.add_error(None, str(error))
    context = {
        "form": form,
        "is_simulated": requests.is_simulated(),
        "has_number": PhoneNumber.objects.exists(),
        "has_load": callable_loads().exists(),
        "has_carrier": playable_carriers().exists(),
    }
    return render(request, "setup/call.html", context, status=400 if form.errors else 200)


def _connect(request: DashboardRequest, form: OwnNumberForm) -> bool:
    try:
        made = agent_services.connect_number(
            organization=request.organization,
            number=form.cleaned_data["number"],
            by=user(request.user),
            at=timezone.now(),
        )
    except agent_services.NumberRefused as error:
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
            "spare": agent_services.spare_numbers(),
            "on_sale": agent_services.numbers_on_sale(organization=request.organization, area_code=code),
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
