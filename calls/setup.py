"""The steps of setting a brokerage up that are about calls."""

from django.db.models import Exists, F, Q

from calls.models import Agent, Call, PhoneNumber
from calls.states import AgentPurpose, CallStatus
from organizations.dashboard.formats import phone
from organizations.models import Organization
from organizations.setup import Step


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
