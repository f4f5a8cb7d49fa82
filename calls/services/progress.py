"""Following a call: what the provider reports moves it, in order, once, until its end; callbacks promised in it."""

import secrets
from datetime import UTC, datetime, time, timedelta
from typing import Any

import structlog
from django.db import transaction

from calls import events, skill
from calls.models import Call, CallStatusChange, Conversation, PhoneNumber, Promise
from calls.services import outcomes
from calls.services.permission import is_rehearsing
from calls.services.transfers import end_transfer
from calls.skill import Conclusion
from calls.states import CallStatus, Channel, Direction, Order, Tag
from calls.wording import clock, reason_words
from organizations import audit, metrics
from organizations.formats import zone_of
from organizations.tenancy import live_updates
from organizations.tenancy.actors import Actor
from organizations.tenancy.lifecycle import move, publish
from organizations.tenancy.queueing import prompt
from organizations.tenancy.scope import unscoped
from organizations.unavailable import is_unavailable

# What remains of a call that a person made: no agent heard it, so the line alone tells.


def conclude_persons_call(call: Call, status: CallStatus, reason: str, *, at: datetime) -> Conclusion | None:
    """What came of a person's call, as far as the line tells; None where that is the same as of an agent's."""
    if status == CallStatus.COMPLETED and call.answered_at:
        who = str(call.person) if call.person else "A teammate"
        talked = clock((at - call.answered_at).total_seconds())
        tag = Tag.FOLLOW_UP if call.follows_id else Tag.NEW_OPPORTUNITY
        return Conclusion(f"{who} called and talked for {talked}.", (tag,))
    if status == CallStatus.CANCELED and reason:
        return Conclusion(reason_words(reason), ())
    return None


# Callbacks that were promised: written down when a conversation ends, ticked off by a person.


MORNING = time(9)  # of a day that was named without a time


def note_promise(conversation: Conversation, conclusion: Conclusion, *, at: datetime) -> Promise | None:
    """Write down the callback that the conversation ended with; None where it didn't.

    The conclusion's data says when, by the clock of `callbackTimezone` or else of the organization, and at what number;
    a check call that nobody understood asks for one by its tag alone. A time that makes no sense is none.
    """
    told = conclusion.extracted
    phone = str(told.get("callbackPhone") or "")
    if Tag.CALLBACK_REQUESTED not in conclusion.tags:
        return None
    name = str(told.get("callbackTimezone") or "") or conversation.organization.timezone
    due_at = _instant(str(told.get("callbackTime") or ""), name)
    promise = Promise.objects.create(
        organization_id=conversation.organization_id,
        conversation=conversation,
        made_at=at,
        due_at=due_at or at,
        is_timed=due_at is not None,
        timezone=name,
        phone=phone[:20],
    )
    live_updates.changed(conversation.organization_id, "promises")
    events.callback_promised(promise, conversation, at=at)
    return promise


def keep_promise(*, promise: Promise, by: Actor, at: datetime) -> bool:
    """Tick it off; whether this call did it."""
    with transaction.atomic():
        if not Promise.objects.filter(pk=promise.pk, kept_at=None).update(kept_at=at, kept_by=str(by)):
            return False
        audit.record(
            organization=promise.organization,
            action="promise.kept",
            subject=promise,
            by=by,
            at=at,
            call=promise.conversation_id,
        )
        live_updates.changed(promise.organization_id, "promises")
    promise.kept_at, promise.kept_by = at, str(by)
    return True


def _instant(text: str, zone: str) -> datetime | None:
    """The moment of a local time, or of a day's morning, in ISO's writing; None where it is neither."""
    try:
        local = datetime.fromisoformat(text)
        if len(text) == len("2026-03-02"):
            local = datetime.combine(local, MORNING)
        if local.tzinfo is None:
            local = local.replace(tzinfo=zone_of(zone) or UTC)
        return local.astimezone(UTC)
    except (ValueError, OverflowError):
        return None


log = structlog.get_logger(__name__)

MAX_SID_LENGTH = 40

# What the provider calls a status → ours, and its rank: news of the same or a lower rank is old news.
PROVIDER_STATUSES: dict[str, tuple[int, CallStatus]] = {
    "queued": (1, CallStatus.PLACED),
    "initiated": (1, CallStatus.PLACED),
    "ringing": (2, CallStatus.RINGING),
    "in-progress": (3, CallStatus.ANSWERED),
    "answered": (3, CallStatus.ANSWERED),
    "completed": (9, CallStatus.COMPLETED),
    "busy": (9, CallStatus.BUSY),
    "no-answer": (9, CallStatus.NO_ANSWER),
    "failed": (9, CallStatus.FAILED),
    "canceled": (9, CallStatus.CANCELED),
}

# Why the other side of a person's call wasn't reached, by how the line to the person's own phone ended.
OWN_PHONE_ENDS = {
    "busy": "person_busy",
    "no-answer": "person_no_answer",
    "failed": "person_not_reached",
    "canceled": "person_hung_up",
    "completed": "person_hung_up",
}

MAX_SECONDS = 24 * 60 * 60  # that a line may have been connected

# When it came to be in a status, where that has a column of its own.
MOMENTS = {
    CallStatus.PLACED: "placed_at",
    CallStatus.RINGING: "ringing_at",
    CallStatus.ANSWERED: "answered_at",
}

UNHELD: dict[str, Conclusion] = {
    CallStatus.NO_ANSWER: Conclusion("No answer.", (Tag.NO_ANSWER,)),
    CallStatus.BUSY: Conclusion("The line was busy.", (Tag.BUSY,)),
    CallStatus.CANCELED: Conclusion("The call was canceled before it was answered.", ()),
}


def note_status(
    *, call_id: int, provider_status: str, sid: str = "", seconds: int | None = None, by: Actor, at: datetime
) -> None:
    """Obey a status as the provider tells it: by callback, by socket, or asked by the sweep.

    Old news (a rank that was reached before), repeats and statuses we don't know change nothing. `seconds` is how long
    the line was connected, as told with `completed`: it stands in for an answer that we never heard of. Of a person's
    call this is the line to the person's own phone; what counts as answered is told by `note_other_line`.
    """
    if (news := _read_status(call_id, provider_status)) is None:
        return
    with transaction.atomic():
        call = Call.objects.select_for_update(no_key=True).get(pk=call_id)
        _keep_sid(call, sid)
        if call.is_by_person:
            _obey_own_phone(call, provider_status, rank=news[0], by=by, at=at)
        else:
            _obey(call, *news, seconds=seconds, by=by, at=at)


def note_other_line(
    *, call_id: int, provider_status: str, seconds: int | None = None, by: Actor, at: datetime
) -> None:
    """Obey what the provider tells of the line to the other side of a person's call, as `note_status` does."""
    if (news := _read_status(call_id, provider_status)) is None:
        return
    with transaction.atomic():
        call = Call.objects.select_for_update(no_key=True).get(pk=call_id)
        reason = "person_hung_up" if news[1] == CallStatus.CANCELED else ""
        _obey(call, *news, seconds=seconds, reason=reason, by=by, at=at)


def _read_status(call_id: int, provider_status: str) -> tuple[int, CallStatus] | None:
    """The status's rank, and what we call it; None for one that we don't know."""
    known = PROVIDER_STATUSES.get(provider_status)
    if known is None:
        log.warning("unknown call status", call=call_id, status=provider_status)
    return known


def _obey(
    call: Call,
    rank: int,
    status: CallStatus,
    *,
    seconds: int | None,
    reason: str = "",
    by: Actor,
    at: datetime,
) -> None:
    """Move a locked call to what was told of the line to the other side."""
    if call.is_finished or rank <= call.callback_rank:
        return
    _begin_if_queued(call, by, at)
    if status == CallStatus.COMPLETED:
        if call.answered_at is None and seconds:
            call.answered_at = at - timedelta(seconds=min(seconds, MAX_SECONDS))
        _end(call, _completed_as(call), rank=rank, reason="", detail="", by=by, at=at)
    elif rank == 9:
        _end(call, status, rank=rank, reason=reason, detail="", by=by, at=at)
    else:
        moment: dict[str, Any] = {MOMENTS[status]: at}
        if (
            move(call, status, by=by, at=at, updated_at=at, callback_rank=rank, **moment)
            and status == CallStatus.ANSWERED
        ):
            events.call_started(call.conversation, at=at)


def _obey_own_phone(call: Call, provider_status: str, *, rank: int, by: Actor, at: datetime) -> None:
    """Move a locked person's call to what was told of the line to the person: placed, until that line ends."""
    if rank < 9:
        _obey(call, 1, CallStatus.PLACED, seconds=None, by=by, at=at)
    elif call.is_finished:
        return
    elif call.answered_at is not None:
        _end(call, CallStatus.COMPLETED, rank=9, reason="", detail="", by=by, at=at)
    else:
        _begin_if_queued(call, by, at)
        is_ordered = call.order == Order.HANG_UP
        reason = "canceled_by_user" if is_ordered else OWN_PHONE_ENDS[provider_status]
        _end(call, CallStatus.CANCELED, rank=9, reason=reason, detail="", by=by, at=at)


def _begin_if_queued(call: Call, by: Actor, at: datetime) -> None:
    """It was put back since it hadn't been dialed. It had, after all: not to be dialed again."""
    if call.status == CallStatus.QUEUED:
        move(call, CallStatus.DIALING, by=by, at=at, updated_at=at)


def adopt_sid(*, call_id: int, sid: str, by: Actor, at: datetime) -> None:
    """Store the provider's id of a call that was just placed, or was found after all."""
    note_status(call_id=call_id, provider_status="initiated", sid=sid, by=by, at=at)


def note_machine(*, call_id: int, answered_by: str, by: Actor, at: datetime) -> None:
    """Keep what machine detection heard; where a machine has picked up, the voicemail message goes out."""
    with transaction.atomic():
        call = Call.objects.select_for_update(no_key=True).get(pk=call_id)
        if call.is_finished or call.has_reached_machine:
            return
        call.answered_by = answered_by[:30]
        call.save(update_fields=["answered_by"])
        if call.has_reached_machine:
            prompt("calls.tasks.leave_voicemail", call.organization_id, call.pk)


def end_call(
    *, call_id: int, status: CallStatus, reason: str, detail: str = "", by: Actor, at: datetime
) -> bool:
    """End a call for a reason of ours; whether it was still unfinished. `detail` goes to the history."""
    with transaction.atomic():
        call = Call.objects.select_for_update(no_key=True).get(pk=call_id)
        if call.is_finished:
            return False
        _end(call, status, rank=9, reason=reason, detail=detail, by=by, at=at)
        return True


def receive_call(
    *, number: PhoneNumber, from_phone: str, caller_name: str, sid: str, by: Actor, at: datetime
) -> Call:
    """Write down that somebody calls one of our numbers; a repeat with the same `sid` finds the same call."""
    sid = sid[:MAX_SID_LENGTH]
    with transaction.atomic():
        if not is_rehearsing():
            # Of two such requests at once the second waits here for the first.
            PhoneNumber.objects.select_for_update(no_key=True).get(pk=number.pk)
        known = Call.objects.filter(provider_sid=sid).first()
        if known is not None:
            return known
        if _is_anothers(sid):
            sid = ""
        conversation = Conversation.objects.create(
            organization_id=number.organization_id,
            channel=Channel.PHONE,
            direction=Direction.INBOUND,
            agent=number.agent,
            agent_version=number.agent.version if number.agent else None,
            created_at=at,
        )
        call = Call.objects.create(
            organization_id=number.organization_id,
            conversation=conversation,
            status=CallStatus.RINGING,
            status_changed_at=at,
            updated_at=at,
            ringing_at=at,
            callback_rank=2,
            from_phone=from_phone[:16],
            to_phone=number.number,
            caller_name=caller_name[:200],
            provider_sid=sid,
            reference=secrets.token_urlsafe(18),
        )
        CallStatusChange.objects.create(
            organization_id=number.organization_id,
            call=call,
            old="",
            new=CallStatus.RINGING,
            by=str(by),
            at=at,
        )
        publish(call)
    return call


def _keep_sid(call: Call, sid: str) -> None:
    """Store the provider's id where none is known, unless another call bears it: an id was adopted in error."""
    sid = sid[:MAX_SID_LENGTH]
    if not sid or call.provider_sid or _is_anothers(sid):
        return
    call.provider_sid = sid
    call.save(update_fields=["provider_sid"])


def _is_anothers(sid: str) -> bool:
    """Whether another call, of whatever organization, bears the provider's id."""
    with unscoped():
        found = Call.unscoped.filter(provider_sid=sid).exists()
    if found:
        log.warning("two calls of one sid", sid=sid)
    return found


def _completed_as(call: Call) -> CallStatus:
    return CallStatus.VOICEMAIL if call.has_reached_machine else CallStatus.COMPLETED


def _end(
    call: Call, status: CallStatus, *, rank: int, reason: str, detail: str, by: Actor, at: datetime
) -> None:
    """Move to a final status and write what remains of the conversation, in the caller's transaction."""
    # Locked before it is read: what is being said at this moment belongs to it.
    rows = Conversation.objects.select_for_update(of=["self"], no_key=True)
    conversation = rows.select_related("organization", "agent").get(pk=call.pk)
    conversation.call = call
    text = outcomes.transcript(conversation)
    moved = move(
        call,
        status,
        by=by,
        at=at,
        reason=(detail or reason)[:200],
        failure_reason=reason,
        callback_rank=rank,
        answered_at=call.answered_at,
        ended_at=at,
        updated_at=at,
        transcript=text,
    )
    assert moved, "the row is locked"
    if conversation.skill_state.get("is_handed_over"):
        end_transfer(call_id=call.pk, by=by, at=at)
    conclusion = _conclusion(call, status, reason, at)
    conversation.summary, conversation.content_tags = conclusion.summary, list(conclusion.tags)
    conversation.extracted_data = conclusion.extracted
    conversation.save(update_fields=["summary", "content_tags", "extracted_data"])
    note_promise(conversation, conclusion, at=at)
    if Tag.CARRIER_NOT_QUALIFIED in conclusion.tags:
        events.carrier_not_qualified(conversation, at=at)
    events.call_ended(conversation, at=at)
    skill.ended(conversation)
    if not is_rehearsing():
        metrics.calls_ended.labels(conversation.direction, status).inc()
    log.info("call ended", call=call.pk, status=status, reason=reason)


def _conclusion(call: Call, status: CallStatus, reason: str, at: datetime) -> Conclusion:
    if call.is_by_person and (known := conclude_persons_call(call, status, reason, at=at)):
        return known
    if status == CallStatus.COMPLETED:
        try:
            with transaction.atomic():
                return outcomes.conclude(call, at=at)
        except Exception as error:  # whatever a skill stumbles over: the call has ended nevertheless
            if is_unavailable(error):
                raise
            log.exception("no conclusion", call=call.pk)
            return Conclusion("The call ended without a clear outcome.", ())
    if status == CallStatus.VOICEMAIL:
        agent = call.conversation.agent
        left = "The agent left a message" if agent and agent.voicemail_message else "No message left"
        return Conclusion(f"Voicemail. {left}.", (Tag.VOICEMAIL,))
    if status == CallStatus.FAILED:
        told = reason.replace("_", " ") or "the number can't be reached"
        return Conclusion(f"The call failed: {told}.", ())
    return UNHELD[status]
