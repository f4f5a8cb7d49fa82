"""Calls into the queue, where the rules allow it, and from there onto the line; voicemail, and orders to a line.

Dialing is claim, commit, POST, store: no phone is rung twice for one request.
People's own calls, too: their phone is rung first, then the other side's, and no agent speaks.
"""

import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from django.db import transaction

from calls import telephony
from calls.calling_rules import Destination, NotAllowed, Reason
from calls.models import (
    Agent,
    Call,
    CallingRules,
    CallStatusChange,
    Conversation,
    ConversationLoad,
    PhoneNumber,
)
from calls.services.permission import check_dialing, check_request, rules_of
from calls.services.progress import adopt_sid, end_call, note_status
from calls.services.recordings import decide_recording
from calls.services.transfers import NotLive, give_order, our_number
from calls.skill import NotYet, may_ring, skill_for
from calls.states import MAX_LINE_DURATION, AgentPurpose, CallStatus, Channel, Direction, Order
from calls.telephony import callback_url
from carriers.models import Carrier
from loads.models import Load
from organizations import audit, metrics
from organizations.models import Organization, User
from organizations.tenancy.actors import Actor
from organizations.tenancy.lifecycle import move, publish
from organizations.tenancy.queueing import prompt

log = structlog.get_logger(__name__)

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


# What waits in the queue is dialed.


def place_call(*, call_id: int, by: Actor, at: datetime) -> None:
    """Dial a call that waits in the queue; does nothing when somebody else has it or it isn't due.

    Steps: holds the call against the rules once more, since it may have waited, and asks the skill whether there still
    is what it is about; claims the row by moving it to DIALING, which commits; makes the provider's client ready; notes
    that the request leaves, which commits too; asks the provider, once; stores the provider's id. A definite refusal
    ends the call, "not now" puts it back into the queue. Anything ambiguous leaves it DIALING: it is never dialed
    again, the sweep finds out what became of it. Who dies before the note has rung nobody: the sweep queues it again.
    """
    call = Call.objects.select_related("organization", "conversation__agent").get(pk=call_id)
    if call.status != CallStatus.QUEUED or (call.not_before and call.not_before > at):
        return
    rules = rules_of(call.organization)
    if reason := _reason_against(call, rules, at):
        _drop(call, reason=reason, by=by, at=at)
        return
    attempts = call.dial_attempts + 1
    with transaction.atomic():
        # What the call is about can't go away between this question and the claim.
        try:
            is_wanted = may_ring(call.conversation)
        except NotYet as wait:
            queued = Call.objects.filter(pk=call.pk, status=CallStatus.QUEUED)
            queued.update(not_before=wait.at, updated_at=at)
            return
        if is_wanted and not move(
            call, CallStatus.DIALING, by=by, at=at, updated_at=at, dial_attempts=attempts, dial_sent_at=None
        ):
            return
    if not is_wanted:
        _drop(call, reason="load_unavailable", by=by, at=at)
        return
    telephony.get_ready()
    own = Call.objects.filter(
        pk=call.pk, status=CallStatus.DIALING, dial_attempts=attempts, dial_sent_at=None
    )
    if not own.update(dial_sent_at=at):
        log.warning("call queued again before it was sent", call=call.pk)
        return
    try:
        sid = telephony.place_call(
            from_phone=call.from_phone,
            to_phone=call.dialed_phone,
            extension="" if call.is_by_person else call.to_extension,
            is_to_person=call.is_by_person,
            callback_url=callback_url(call.reference),
            # `live` and the sweep keep to the rules: the provider can't tell people from agents.
            longest=MAX_LINE_DURATION,
            ring_seconds=rules.ring_seconds,
        )
    except telephony.Refused as error:
        metrics.dials.labels("refused").inc()
        log.warning("call refused by the provider", call=call.pk, reason=str(error))
        end_call(
            call_id=call_id,
            status=CallStatus.FAILED,
            reason="provider_refused",
            detail=str(error),
            by=by,
            at=at,
        )
    except telephony.NotNow:
        metrics.dials.labels("busy").inc()
        due = at + telephony.NotNow.retry_after * min(attempts, 12)
        move(call, CallStatus.QUEUED, by=by, at=at, reason="provider_busy", updated_at=at, not_before=due)
        log.info("call put back into the queue", call=call.pk, due=due.isoformat())
    except telephony.Ambiguous as error:
        metrics.dials.labels("unknown").inc()
        log.warning("dial outcome unknown", call=call.pk, reason=str(error))
    else:
        metrics.dials.labels("placed").inc()
        adopt_sid(call_id=call_id, sid=sid, by=by, at=at)
        log.info("call placed", call=call.pk, sid=sid)


def _reason_against(call: Call, rules: CallingRules, at: datetime) -> str:
    """Why the call may not be placed any more, as a word that stays; empty when it may.

    A call whose calling hours have passed while it waited isn't kept for the next morning: what it is about is old by
    then, and a row waits in the queue for minutes, not for a night.
    """
    if call.organization.is_suspended:
        return "organization_suspended"
    try:
        check_dialing(call, rules, at=at)
    except NotAllowed as error:
        return error.code
    return ""


def _drop(call: Call, *, reason: str, by: Actor, at: datetime) -> None:
    """End a call that is still in the queue without dialing it."""
    with transaction.atomic():
        queued = Call.objects.select_for_update(no_key=True).filter(pk=call.pk, status=CallStatus.QUEUED)
        if queued.first():
            is_unwanted = reason in ("do_not_call", "load_unavailable")
            status = CallStatus.CANCELED if is_unwanted else CallStatus.FAILED
            end_call(call_id=call.pk, status=status, reason=reason, by=by, at=at)


# What happens when a machine picks up.


def leave_voicemail(*, call_id: int, by: Actor, at: datetime) -> None:
    """Turn a live call over to the voicemail TwiML, which says the agent's message, if any, and hangs up.

    Does nothing for a call that has ended. When the provider is away, the call ends by itself at its longest length.
    """
    call = Call.objects.get(pk=call_id)
    if call.is_finished or not call.provider_sid:
        return
    try:
        telephony.redirect(call.provider_sid, callback_url(call.reference, "voicemail"))
    except telephony.Ambiguous as error:
        log.warning("voicemail not reached", call=call.pk, reason=str(error))


# What a person wants done with a live line: end it, or take it over (`transfers`). The row comes first, the provider
# after it.


def hang_up_call(*, call_id: int, queued_reason: str = "canceled_by_user", by: Actor, at: datetime) -> None:
    """End a call from outside; one that waits in the queue is canceled. Raises NotLive where it has ended.

    `queued_reason` is the word that stays with one that is canceled.
    """
    with transaction.atomic():
        call = Call.objects.select_for_update(no_key=True).get(pk=call_id)
        if call.is_finished:
            raise NotLive("The call has ended.")
        if call.status == CallStatus.QUEUED:
            audit.record(organization=call.organization, action="call.canceled", subject=call, by=by, at=at)
            end_call(call_id=call_id, status=CallStatus.CANCELED, reason=queued_reason, by=by, at=at)
            return
        if call.order == Order.HANG_UP:
            return
        give_order(call, Order.HANG_UP, action="call.hung_up", by=by, at=at)


def carry_out_order(*, call_id: int, at: datetime) -> None:
    """Tell the provider what a person wants; does nothing where that is done.

    A call whose provider's id isn't known yet, and a provider who is away, are left to the sweep.
    """
    call = Call.objects.get(pk=call_id)
    if call.is_finished or not call.order or call.order_done_at or not call.provider_sid:
        return
    try:
        if call.order == Order.HANG_UP:
            telephony.hang_up(call.provider_sid)
            Call.objects.filter(pk=call_id, order=Order.HANG_UP).update(order_done_at=at)
        else:
            # Done when the provider has asked for what to go on with: `transfers.start_transfer`.
            telephony.redirect(call.provider_sid, callback_url(call.reference, "transfer"))
    except telephony.Ambiguous as error:
        log.warning("order not carried out", call=call_id, order=call.order, reason=str(error))
