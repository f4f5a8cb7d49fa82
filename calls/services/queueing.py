"""A request that has been understood becomes a row that waits in the queue, where the rules of calling allow it.

People's own calls, too: their phone is rung first, then the other side's, and no agent speaks.
"""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from django.db import transaction

from calls.calling_rules import Destination, NotAllowed, Reason
from calls.models import Agent, Call, CallStatusChange, Conversation, ConversationLoad, PhoneNumber
from calls.services.permission import check_request
from calls.services.progress import end_call, note_status
from calls.services.recordings import decide_recording
from calls.services.transfers import our_number
from calls.skill import skill_for
from calls.states import AgentPurpose, CallStatus, Channel, Direction
from carriers.models import Carrier
from loads.models import Load
from organizations import audit
from organizations.models import Organization, User
from organizations.tenancy.actors import Actor
from organizations.tenancy.lifecycle import publish
from organizations.tenancy.queueing import prompt

DUTIES = {AgentPurpose.CHECK_CALL: "check calls", AgentPurpose.CARRIER_SALES: "carrier sales calls"}


@dataclass(frozen=True, slots=True)
class Missing:
    """Something that an organization needs before it can call: `code` stays, `url_name` is the page that mends it."""

    code: str
    detail: str
    url_name: str


class NotReady(RuntimeError):
    """The organization can't make this call yet: `missing` names all that it lacks, gravest first."""

    def __init__(self, *missing: Missing) -> None:
        super().__init__(" ".join(each.detail for each in missing))
        self.missing = missing

    @property
    def code(self) -> str:
        """The first one's."""
        return self.missing[0].code


class AgentInactive(NotReady):
    """The agent can't make this call: `str()` says why."""

    def __init__(self, detail: str) -> None:
        has_number = PhoneNumber.objects.exists()
        super().__init__(
            Missing("agent_inactive", detail, "calls:setup_agents"), *(() if has_number else [NO_NUMBER])
        )


class NoNumber(NotReady):
    """The organization has no phone number to call from."""

    def __init__(self) -> None:
        super().__init__(NO_NUMBER)


NO_NUMBER = Missing("no_number", "This organization has no phone number to call from.", "calls:setup_number")


def agent_for(purpose: AgentPurpose) -> Agent:
    """The oldest active agent of a purpose; raises AgentInactive where there is none."""
    agent = Agent.objects.active().for_purpose(purpose).first()
    if agent is None:
        raise AgentInactive(f"There's no active agent for {DUTIES[purpose]}.")
    check_agent(agent)
    return agent


def check_agent(agent: Agent) -> None:
    """Raise AgentInactive unless the agent can talk."""
    if not agent.is_active:
        raise AgentInactive(f"The agent {agent.slug} is inactive.")
    if skill_for(agent.purpose) is None:
        raise AgentInactive(f"No skill for {agent.get_purpose_display().lower()} agents is installed.")


def oldest_number() -> PhoneNumber:
    """The number that the organization has had for longest; raises NoNumber where it has none."""
    number = PhoneNumber.objects.order_by("id").first()
    if number is None:
        raise NoNumber
    return number


def queue_call(
    *,
    organization: Organization,
    agent: Agent,
    destination: Destination,
    input_data: dict[str, Any],
    skill_state: dict[str, Any],
    load: Load | None,
    party: str,
    is_own_phone: bool = False,
    follows: Conversation | None = None,
    by: Actor,
    at: datetime,
) -> Call:
    """Write the conversation and its call, and ask the worker to dial once that is committed.

    `party` is whom to ask for, `follows` the conversation that made the call needed; `is_own_phone` says that who asks
    for the call will pick it up, so that no hour is too late. Raises NoNumber or calling_rules.NotAllowed.
    """
    number = agent.phone_numbers.order_by("id").first() or oldest_number()
    with transaction.atomic():
        check_request(
            organization=organization,
            destination=destination,
            check_call_about=load if agent.purpose == AgentPurpose.CHECK_CALL else None,
            is_own_phone=is_own_phone,
            at=at,
        )
        conversation = Conversation.objects.create(
            organization=organization,
            channel=Channel.PHONE,
            direction=Direction.OUTBOUND,
            agent=agent,
            agent_version=agent.version,
            created_at=at,
            input_data=input_data,
            skill_state=skill_state | ({"is_own_phone": True} if is_own_phone else {}),
        )
        return put_in_queue(
            conversation,
            from_phone=number.number,
            destination=destination,
            loads=[load] if load else [],
            party=party,
            follows=follows,
            by=by,
            at=at,
        )


def put_in_queue(
    conversation: Conversation,
    *,
    from_phone: str,
    destination: Destination,
    loads: Iterable[Load],
    party: str,
    by: Actor,
    at: datetime,
    **fields: Any,
) -> Call:
    """Write a new conversation's call and what it is about, in its transaction; the worker dials it after that.

    `fields` are further columns of the call.
    """
    organization = conversation.organization
    ConversationLoad.objects.bulk_create(
        ConversationLoad(organization=organization, conversation=conversation, load=load) for load in loads
    )
    call = Call.objects.create(
        organization=organization,
        conversation=conversation,
        status=CallStatus.QUEUED,
        status_changed_at=at,
        updated_at=at,
        from_phone=from_phone,
        to_phone=destination.number,
        to_extension=destination.extension,
        caller_name=party,
        caller_extension=destination.extension,
        reference=secrets.token_urlsafe(18),
        **fields,
    )
    CallStatusChange.objects.create(
        organization=organization, call=call, old="", new=CallStatus.QUEUED, by=str(by), at=at
    )
    publish(call)
    prompt("calls.tasks.place_call", organization.pk, call.pk)
    return call


# Calls that people make: their own phone is rung first, then the other side's; no agent speaks.


log = structlog.get_logger(__name__)

OTHER_SIDE_RUNG = 2  # the rank from which on it is known that the other side's phone rings


def request_persons_call(
    *,
    organization: Organization,
    person: User,
    person_phone: str,
    destination: Destination,
    loads: Sequence[Load] = (),
    carrier: Carrier | None = None,
    follows: Conversation | None = None,
    party: str = "",
    by: Actor,
    at: datetime,
) -> Call:
    """Queue a call by a person: rings `person_phone` (E.164), then the destination, and puts the two through.

    `follows` is the conversation that is called back about: what it knows of the carrier, and the number of ours that
    it went over, are taken from there. Raises NoNumber, or calling_rules.NotAllowed: the rules are those of any other
    call.
    """
    if person_phone == destination.number:
        raise NotAllowed(Reason("destination_not_allowed", "This is your own phone."))
    with transaction.atomic():
        check_request(organization=organization, destination=destination, check_call_about=None, at=at)
        number = _number_of(follows) or oldest_number()
        known = _known_of(carrier, follows)
        conversation = Conversation.objects.create(
            organization=organization,
            channel=Channel.PHONE,
            direction=Direction.OUTBOUND,
            created_at=at,
            input_data={"toPhone": destination.number},
            **known,
        )
        call = put_in_queue(
            conversation,
            from_phone=number.number,
            destination=destination,
            loads=loads,
            party=party[:200],
            person=person,
            person_phone=person_phone,
            follows=follows,
            by=by,
            at=at,
        )
        audit.record(organization=organization, action="call.made", subject=call, by=by, at=at)
    return call


def connect_person(*, call_id: int, sid: str, answered_by: str, by: Actor, at: datetime) -> tuple[bool, bool]:
    """The person's own phone was picked up: whether the other side is to be rung now, and whether to record.

    Not where a machine has picked up, where the call has ended meanwhile, or where the other side rings already.
    """
    note_status(call_id=call_id, provider_status="in-progress", sid=sid, by=by, at=at)
    if answered_by.startswith(("machine", "fax")):
        end_call(call_id=call_id, status=CallStatus.CANCELED, reason="person_machine", by=by, at=at)
    call = Call.objects.only("status", "callback_rank").get(pk=call_id)
    if call.is_finished or call.callback_rank >= OTHER_SIDE_RUNG:
        return False, False
    return True, decide_recording(call_id=call_id)


def _number_of(follows: Conversation | None) -> PhoneNumber | None:
    """The organization's number that an earlier call went over, where it still has it."""
    call = Call.objects.filter(pk=follows.pk).first() if follows else None
    if call is None or follows is None:
        return None
    return PhoneNumber.objects.filter(number=our_number(call, follows)).first()


def _known_of(carrier: Carrier | None, follows: Conversation | None) -> dict[str, object]:
    """Columns that tell who is called; the earlier conversation's word comes first."""
    carrier = carrier or (follows.carrier if follows else None)
    return {
        "carrier": carrier,
        "mc_number": getattr(follows, "mc_number", "") or getattr(carrier, "mc_number", ""),
        "dot_number": getattr(follows, "dot_number", None) or getattr(carrier, "dot_number", None),
    }
