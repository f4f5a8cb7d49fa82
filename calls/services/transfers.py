"""Handing a line to a person: by the agent, or taken over by the person; to whom, and what became of it."""

from datetime import datetime
from zoneinfo import ZoneInfo

import structlog
from django.db import transaction

from calls import events
from calls.models import Call, CallingRules, Conversation, Transfer
from calls.services.permission import rules_of
from calls.states import CallStatus, Direction, Order
from calls.states import TransferStatus as T
from organizations import audit
from organizations.models import Membership
from organizations.tenancy import live_updates
from organizations.tenancy.actors import Actor
from organizations.tenancy.lifecycle import move, start
from organizations.tenancy.queueing import prompt

log = structlog.get_logger(__name__)

# What the provider says of the second line when somebody was transferred.
PUT_THROUGH = frozenset({"completed", "answered"})


def person_for(conversation: Conversation, *, at: datetime, name: str = "") -> str | None:
    """The number (E.164) of whoever takes a call over now, or None: nobody, or it is outside of their hours.

    A member of that `name` who has a phone comes first. The agent's own number counts before that of the load's owner,
    and the organization's comes last.
    """
    organization = conversation.organization
    rules = rules_of(organization)
    if not _is_within_hours(rules, at.astimezone(ZoneInfo(organization.timezone))):
        return None
    agent = conversation.agent
    of_agent = agent.transfer_number if agent else ""
    return (
        _phone_of(conversation, name)
        or of_agent
        or _owners_phone(conversation)
        or rules.transfer_number
        or None
    )


def other_number(call: Call, conversation: Conversation) -> str:
    """The number of the other side, whoever called whom; empty where it is withheld."""
    return call.from_phone if conversation.direction == Direction.INBOUND else call.to_phone


def our_number(call: Call, conversation: Conversation) -> str:
    """The number of the organization's that the call goes over."""
    return call.to_phone if conversation.direction == Direction.INBOUND else call.from_phone


def request_transfer(
    call: Call,
    conversation: Conversation,
    *,
    to: str,
    whisper: str,
    is_take_over: bool = False,
    by: Actor,
    at: datetime,
) -> None:
    """Write down that the line is to go to a person at `to` (E.164), who first hears `whisper`.

    Both rows are locked by the caller, who stores the notebook: there the agent sees that the line isn't its own.
    """
    conversation.skill_state["is_handed_over"] = True
    transfer = Transfer(
        organization_id=call.organization_id,
        call_id=call.pk,
        to_phone=to,
        whisper=whisper,
        is_take_over=is_take_over,
        requested_by=str(by),
        requested_at=at,
    )
    start(transfer, by=by, at=at)


def start_transfer(*, call_id: int, by: Actor, at: datetime) -> str | None:
    """The number to dial for a transfer that was asked for; None where there is none, or it has taken place."""
    with transaction.atomic():
        call, _conversation, transfer = _locked(call_id)
        if transfer is None or call.is_finished or transfer.status not in (T.REQUESTED, T.RINGING):
            return None
        if transfer.status == T.REQUESTED:
            move(transfer, T.RINGING, by=by, at=at, ringing_at=at)
        Call.objects.filter(pk=call_id, order_done_at=None).exclude(order="").update(order_done_at=at)
    return transfer.to_phone


def note_person_answered(*, call_id: int, by: Actor, at: datetime) -> str:
    """The person has picked up: what to tell them before the two are connected."""
    with transaction.atomic():
        _call, conversation, transfer = _locked(call_id)
        if transfer is None or transfer.status != T.RINGING:
            return transfer.whisper if transfer else ""
        move(transfer, T.CONNECTED, by=by, at=at, connected_at=at)
        Conversation.objects.filter(pk=conversation.pk).update(transferred_at=at)
    log.info("call transferred", call=call_id)
    return transfer.whisper


def note_transfer_ended(*, call_id: int, outcome: str, by: Actor, at: datetime) -> bool:
    """The second line has ended, as the provider has it; whether somebody was transferred.

    Where nobody was, the conversation goes on.
    """
    is_done = outcome in PUT_THROUGH
    with transaction.atomic():
        call, conversation, transfer = _locked(call_id)
        if transfer is None or not _is_news(transfer, call, is_done=is_done):
            return is_done
        state = conversation.skill_state
        if is_done:
            conversation.transferred_at = conversation.transferred_at or at
            state["is_over"] = True
            connected_at = transfer.connected_at or at
            via = () if transfer.status == T.CONNECTED else (T.CONNECTED,)
            move(transfer, T.ENDED, via=via, by=by, at=at, connected_at=connected_at, ended_at=at)
        else:
            conversation.transferred_at = None
            state |= {"is_handed_over": False, "nobody_picked_up": not transfer.is_take_over}
            move(transfer, T.FAILED, by=by, at=at, reason=outcome, failure_reason=outcome, ended_at=at)
            events.transfer_failed(conversation, to=transfer.to_phone, reason=outcome, at=at)
        conversation.save(update_fields=["skill_state", "transferred_at"])
    log.info("transfer ended", call=call_id, outcome=outcome)
    return is_done


def end_transfer(*, call_id: int, by: Actor, at: datetime) -> None:
    """A call ends, and its transfer with it; the call's row is locked by the caller."""
    transfer = Transfer.objects.filter(call=call_id, status__in=Transfer.lifecycle.unfinished).first()
    if transfer is not None:
        new = T.ENDED if transfer.status == T.CONNECTED else T.CANCELED
        move(transfer, new, by=by, at=at, ended_at=at)


def _is_news(transfer: Transfer, call: Call, *, is_done: bool) -> bool:
    """Whether the end of the second line isn't known yet; it may be told after that of the call."""
    if transfer.status in (T.RINGING, T.CONNECTED):
        return True
    late = T.CANCELED if is_done else T.ENDED
    return call.is_finished and transfer.status == late and transfer.ringing_at is not None


def _locked(call_id: int) -> tuple[Call, Conversation, Transfer | None]:
    """The call, its conversation and its newest transfer; whoever changes a transfer holds the call's lock."""
    call = Call.objects.select_for_update(no_key=True).get(pk=call_id)
    conversation = Conversation.objects.select_for_update(no_key=True).get(pk=call_id)
    return call, conversation, Transfer.objects.filter(call=call_id).order_by("-pk").first()


def _is_within_hours(rules: CallingRules, local: datetime) -> bool:
    return rules.transfer_hours_start <= local.hour < rules.transfer_hours_end


def _phone_of(conversation: Conversation, name: str) -> str:
    """The phone of the one member whose name begins so; empty where there is none, or more than one."""
    if not name.strip():
        return ""
    members = Membership.objects.filter(organization=conversation.organization_id, user__is_active=True)
    found = (
        members.filter(user__name__istartswith=name.strip())
        .exclude(phone="")
        .values_list("phone", flat=True)[:2]
    )
    return found[0] if len(found) == 1 else ""


def _owners_phone(conversation: Conversation) -> str:
    """The phone of the newest discussed load's owner, where that is a member of the organization."""
    owners = conversation.load_links.order_by("-pk").values_list("load__owner", flat=True)[:1]
    phones = Membership.objects.filter(
        organization=conversation.organization_id, user__in=list(owners), user__is_active=True
    )
    return phones.values_list("phone", flat=True).first() or ""


# A person takes a live call over: the row comes first, the provider after it (`dialing.carry_out_order`).


class NotLive(RuntimeError):
    """The line isn't in a state in which that can be done; `str()` says why."""


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
        if conversation.skill_state.get("is_handed_over"):
            raise NotLive("The call is already being transferred.")
        whisper = "You’re already taking over a call."
        request_transfer(call, conversation, to=to, whisper=whisper, is_take_over=True, by=by, at=at)
        conversation.save(update_fields=["skill_state"])
        give_order(call, Order.TAKE_OVER, action="call.taken_over", by=by, at=at)


def give_order(call: Call, order: Order, *, action: str, by: Actor, at: datetime) -> None:
    """Note what a person wants done with a live line, in the caller's transaction, and have the provider told."""
    audit.record(organization=call.organization, action=action, subject=call, by=by, at=at)
    call.order, call.ordered_at, call.order_done_at = order, at, None
    call.save(update_fields=["order", "ordered_at", "order_done_at"])
    live_updates.changed(call.organization_id, f"call:{call.pk}")
    prompt("calls.tasks.carry_out_order", call.organization_id, call.pk)
