"""Dialing (claim, commit, POST, store: no phone is rung twice for one request), voicemail, and orders to a line."""

from datetime import datetime

import structlog
from django.db import transaction

from calls import telephony
from calls.calling_rules import NotAllowed
from calls.models import Call, CallingRules
from calls.services.permission import check_dialing, rules_of
from calls.services.progress import adopt_sid, end_call
from calls.services.transfers import NotLive, give_order
from calls.skill import NotYet, may_ring
from calls.states import MAX_LINE_DURATION, CallStatus, Order
from calls.telephony import callback_url
from organizations import audit, metrics
from organizations.tenancy.actors import Actor
from organizations.tenancy.lifecycle import move

log = structlog.get_logger(__name__)


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
