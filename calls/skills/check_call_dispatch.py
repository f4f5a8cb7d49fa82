"""Dispatch is asked where the driver can't be."""

import structlog

from calls.models import Call, Conversation, Promise
from calls.models.reports import Outcome
from calls.policy import NotAllowed, NotDialable
from calls.services.progress import keep_promise
from calls.services.requests import AgentInactive, NoNumber, request_dispatch_call
from calls.states import CallStatus
from organizations.tenancy.actors import system

log = structlog.get_logger(__name__)

UNREACHED = {CallStatus.NO_ANSWER, CallStatus.BUSY, CallStatus.VOICEMAIL}


def call_dispatch(conversation: Conversation) -> Call | None:
    """Queue a check call to the `dispatchPhone` of a call that has ended, where nobody told anything.

    Nobody picked up, or the driver sent us on. In the transaction that ends the call, so it happens once. A number that
    may not be called now is left to people.
    """
    facts, call = conversation.skill_state.get("facts") or {}, Call.objects.get(pk=conversation.pk)
    phone = facts.get("dispatchPhone")
    if not phone or facts.get("isDispatcher") or call.ended_at is None:
        return None
    other = conversation.skill_state.get("ask_other") or {}
    is_sent_on = conversation.skill_state.get("outcome") == Outcome.ASK_OTHER and other.get("phone") == phone
    if call.status not in UNREACHED and not is_sent_on:
        return None
    by, at = system("check-call"), call.ended_at
    try:
        made = request_dispatch_call(conversation=conversation, by=by, at=at)
    except (NotAllowed, NotDialable, AgentInactive, NoNumber) as error:
        log.info("dispatch not called", call=call.pk, reason=str(error))
        return None
    for promise in Promise.objects.filter(conversation=conversation, kept_at=None):
        keep_promise(promise=promise, by=by, at=at)
    return made
