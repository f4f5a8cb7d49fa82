"""Setting up: the steps about calls, and the three agents that every brokerage has."""

from datetime import datetime
from typing import Any

from django.db.models import Exists, F, Q

from calls.models import Agent, Call, PhoneNumber
from calls.services.agents import create_agent
from calls.states import AgentPurpose, CallStatus
from organizations.dashboard.formats import phone
from organizations.models import Organization
from organizations.setup import Step
from organizations.tenancy.actors import Actor


def _tells_number(_organization: Organization) -> str:
    number = PhoneNumber.objects.select_related("agent").order_by("pk").first()
    if number is None:
        return ""
    answered = f", answered by {number.agent.name}" if number.agent else ", no agent yet"
    return f"{phone(number.number)}{answered}"


def _tells_agents(_organization: Organization) -> str:
    return ", ".join(Agent.objects.active().order_by("pk").values_list("name", flat=True)[:5])


def _has(purpose: AgentPurpose) -> Exists:
    return Exists(Agent.objects.active().filter(purpose=purpose))


STEPS = (
    Step(
        key="phone-number",
        position=20,
        icon="phone",
        title="A phone number",
        purpose="Carriers call it, and your agents call from it.",
        action="Get a number",
        url_name="calls:setup_number",
        is_done=lambda: Exists(PhoneNumber.objects.all()),
        told=_tells_number,
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
        told=_tells_agents,
    ),
    Step(
        key="call",
        position=60,
        icon="phone-call",
        title="Your first call",
        purpose="The agent calls your phone and pitches you a load, as if you were the carrier.",
        action="Call my phone",
        url_name="calls:setup_call",
        is_done=lambda: Exists(
            Call.objects.filter(
                status=CallStatus.COMPLETED,
                answered_at__isnull=False,
                conversation__organization=F("organization"),
                conversation__external_id="",
            )
        ),
        told=lambda _organization: "Done. Call again whenever you like.",
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
            f"This is the automated assistant with {NAME} with a load for you. Please call us back at this number."
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
            "Does {{ appointment }} still work for you? "
            "Which dock should the driver go to? "
            "Is there anything the driver needs to bring?"
        ),
        "variables": [
            {"name": "contactName", "required": False, "default": "there"},
            {"name": "loadNumber", "required": False, "default": "with you"},
            {"name": "appointment", "required": False, "default": "the time that we booked"},
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
