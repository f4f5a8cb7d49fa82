"""Handing a line to a person: to whom, and what became of it."""

from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

import structlog
from django.db import transaction

from calls import events
from calls.models import Call, CallingRules, Conversation
from calls.services.calling_rules import rules_of
from calls.states import Direction
from organizations.models import Membership
from organizations.tenancy import live_updates

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


def start_transfer(*, call_id: int, at: datetime) -> str | None:
    """The number to dial for a transfer that was asked for; None where there is none, or it has taken place."""
    with transaction.atomic():
        call, conversation = _locked(call_id)
        transfer = _transfer(conversation)
        if call.is_finished or transfer.get("status") not in ("asked", "dialing"):
            return None
        _keep(conversation, transfer | {"status": "dialing"})
        Call.objects.filter(pk=call_id, order_done_at=None).exclude(order="").update(order_done_at=at)
    return str(transfer["to"])


def note_person_answered(*, call_id: int, at: datetime) -> str:
    """The person has picked up: what to tell them before the two are connected."""
    with transaction.atomic():
        _call, conversation = _locked(call_id)
        transfer = _transfer(conversation)
        if transfer.get("status") != "dialing":
            return str(transfer.get("whisper", ""))
        conversation.transferred_at = at
        _keep(conversation, transfer | {"status": "connected"})
    log.info("call transferred", call=call_id)
    return str(transfer["whisper"])


def note_transfer_ended(*, call_id: int, outcome: str, at: datetime) -> bool:
    """The second line has ended, as the provider has it; whether somebody was transferred.

    Where nobody was, the conversation goes on.
    """
    is_done = outcome in PUT_THROUGH
    with transaction.atomic():
        _call, conversation = _locked(call_id)
        transfer = _transfer(conversation)
        if transfer.get("status") not in ("dialing", "connected"):
            return is_done
        if is_done:
            conversation.transferred_at = conversation.transferred_at or at
            conversation.skill_state["is_over"] = True
        else:
            conversation.transferred_at = None
            events.transfer_failed(conversation, to=str(transfer.get("to", "")), reason=outcome, at=at)
        _keep(conversation, transfer | {"status": "connected" if is_done else "failed"})
    log.info("transfer ended", call=call_id, outcome=outcome)
    return is_done


def _locked(call_id: int) -> tuple[Call, Conversation]:
    call = Call.objects.select_for_update(no_key=True).get(pk=call_id)
    return call, Conversation.objects.select_for_update(no_key=True).get(pk=call_id)


def _transfer(conversation: Conversation) -> dict[str, Any]:
    return conversation.skill_state.get("transfer") or {}


def _keep(conversation: Conversation, transfer: dict[str, Any]) -> None:
    conversation.skill_state["transfer"] = transfer
    conversation.save(update_fields=["skill_state", "transferred_at"])
    live_updates.changed(conversation.organization_id, f"call:{conversation.pk}")


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
