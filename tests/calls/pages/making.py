"""Making calls, what was said in them and what came of them; reading which ones a list shows."""

from datetime import timedelta

from django.urls import reverse

from calls.models import CallStatusChange, CheckCallReport, ConversationLoad, Turn
from calls.states import CallStatus
from tests.factories import NOW, AgentFactory, CallFactory, ConversationFactory

LIST = reverse("calls:list")
MARKUP = "<script>alert(1)</script><b>bold</b>"


def make_call(organization, *, status=CallStatus.COMPLETED, talk=69, loads=(), **fields):
    """A call of an agent; `talk` is its length in seconds. Fields of the conversation go by their names."""
    of_conversation = {
        name: fields.pop(name)
        for name in list(fields)
        if name in ("direction", "summary", "content_tags", "mc_number", "created_at", "carrier", "agent")
        or name in ("input_data", "extracted_data", "skill_state")
    }
    of_conversation.setdefault("agent", AgentFactory(organization=organization, name="Scheduler"))
    conversation = ConversationFactory(organization=organization, **of_conversation)
    is_held = status in (CallStatus.COMPLETED, CallStatus.ANSWERED)
    times = {"answered_at": NOW if is_held else None}
    if status not in (CallStatus.ANSWERED, CallStatus.QUEUED):
        times["ended_at"] = NOW + timedelta(seconds=talk)
    call = CallFactory(organization=organization, conversation=conversation, status=status, **times | fields)
    for load in loads:
        ConversationLoad.unscoped.create(organization=organization, conversation=conversation, load=load)
    return call


def say(call, role, text, seconds, **fields):
    position = Turn.unscoped.filter(conversation=call.pk).count()
    return Turn.unscoped.create(
        organization=call.organization,
        conversation=call.conversation,
        position=position,
        role=role,
        text=text,
        at=NOW + timedelta(seconds=seconds),
        **fields,
    )


def note(call, new, seconds, *, by="provider:twilio", reason=""):
    CallStatusChange.unscoped.create(
        organization=call.organization,
        call=call,
        old="",
        new=new,
        at=NOW + timedelta(seconds=seconds),
        by=by,
        reason=reason,
    )


def report_of(call, load, **fields):
    values = {"about": "dropoff", "location": "Memphis", "eta_said": "around five", "reported_at": NOW}
    return CheckCallReport.unscoped.create(
        organization=call.organization, conversation=call.conversation, load=load, **values | fields
    )


def shown(response):
    """The keys of the calls on a page of the list, from top to bottom."""
    return [row.pk for row in response.context["table"].page]
