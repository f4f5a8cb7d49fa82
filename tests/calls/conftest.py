"""What tests of calls ask for: a call in conversation, prompts that were sent, steps in a process of their own."""

import pytest

import organizations.tenancy.queueing
from calls.models import Call
from calls.states import CallStatus
from tests.factories import AgentFactory, CallFactory


@pytest.fixture
def prompted(monkeypatch):
    """The tasks that were asked for and would have gone to the broker: `(name, arguments)`, after commits alone."""
    sent = []
    monkeypatch.setattr(
        organizations.tenancy.queueing, "_send_soon", lambda task, args: sent.append((task, args))
    )
    return sent


@pytest.fixture
def answered(in_acme):
    """A call by a custom agent that somebody has picked up."""
    agent = AgentFactory(
        organization=in_acme,
        prompt="Does it stand? Which dock is it?",
        voicemail_message="This is Acme for {{ name }}.",
    )
    return CallFactory(
        organization=in_acme,
        conversation__agent=agent,
        conversation__skill_state={"variables": {"name": "Dana"}},
        status=CallStatus.ANSWERED,
        callback_rank=3,
        provider_sid="CA" + "1" * 32,
    )


@pytest.fixture
def fresh():
    """Read a call anew, as another process would: nothing of it is remembered between steps."""
    return lambda call: Call.unscoped.get(pk=call.pk)
