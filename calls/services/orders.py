"""What a person wants done with a live line: end it, or hand it over. The row comes first, the provider after it."""

from datetime import datetime

import structlog
from django.db import transaction

from calls import telephony
from calls.models import Call, Conversation
from calls.services.progress import end_call
from calls.states import CallStatus, Order
from calls.telephony import callback_url
from organizations.tenancy import audit, live
from organizations.tenancy.actors import Actor
from organizations.tenancy.queueing import prompt

log = structlog.get_logger(__name__)


class NotLive(RuntimeError):
    """The line isn't in a state in which that can be done; `str()` says why."""


def hang_up_call(*, call_id: int, queued_reason: str = "canceled_by_user", by: Actor, at: datetime) -> None:
    """End a call from outside; one that waits in the queue is canceled. Raises NotLive where it has ended.

    `queued_reason` is the word that stays with one that is canceled.
    """
    with transaction.atomic():
        call = Call.objects.select_for_update(no_key=True).get(pk=call_id)
        if call.is_finished:
            raise NotLive("The call has ended.")
        if call.status == CallStatus.QUEUED:
            _record(call, "call.canceled", by, at)
            end_call(call_id=call_id, status=CallStatus.CANCELED, reason=queued_reason, by=by, at=at)
            return
        if call.order == Order.HANG_UP:
            return
        _record(call, "call.hung_up", by, at)
        _give(call, Order.HANG_UP, at)


def take_over_call(*, call_id: int, to: str, by: Actor, at: datetime) -> None:
    """Hand a conversation that goes on to a person at `to` (E.164); the agent falls silent at once.

    Raises NotLive where nobody is on the line, or it is a person's already.
    """
    with transaction.atomic():
        call = Call.objects.select_for_update(no_key=True).get(pk=call_id)
        conversation = Conversation.objects.select_for_update(no_key=True).get(pk=call_id)
        if call.status != CallStatus.ANSWERED or call.has_reached_machine or call.order == Order.HANG_UP:
            raise NotLive("No one is on the line.")
        if call.is_by_person:
            raise NotLive("A person is already on the line.")
        transfer = conversation.skill_state.get("transfer") or {}
        if transfer.get("status") in ("asked", "dialing", "connected"):
            raise NotLive("The call is already being transferred.")
        conversation.skill_state["transfer"] = {
            "to": to,
            "whisper": "You’re already taking over a call.",
            "status": "asked",
            "is_take_over": True,
        }
        conversation.save(update_fields=["skill_state"])
        _record(call, "call.taken_over", by, at)
        _give(call, Order.TAKE_OVER, at)


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


def _give(call: Call, order: Order, at: datetime) -> None:
    call.order, call.ordered_at, call.order_done_at = order, at, None
    call.save(update_fields=["order", "ordered_at", "order_done_at"])
    live.changed(call.organization_id, f"call:{call.pk}")
    prompt("calls.tasks.carry_out_order", call.organization_id, call.pk)


def _record(call: Call, action: str, by: Actor, at: datetime) -> None:
    audit.record(organization=call.organization, action=action, subject=call, by=by, at=at)
