"""The ConversationRelay socket, spoken to as an ASGI server speaks to it."""

import asyncio
import json

import pytest
from django.conf import settings as django_settings
from twilio.request_validator import RequestValidator

from calls.models import Call, Turn
from calls.skills.custom import CustomPromptSkill
from calls.states import CallStatus
from config.asgi import application
from tests.factories import AgentFactory, CallFactory, OrganizationFactory

pytestmark = pytest.mark.django_db(transaction=True)

SID = "CA" + "7" * 32
SETUP = {"type": "setup", "sessionId": "VX1", "callSid": SID}


@pytest.fixture
def call(prompted):
    organization = OrganizationFactory(name="Acme Freight")
    agent = AgentFactory(organization=organization, prompt="Does it stand? Which dock is it?")
    return CallFactory(organization=organization, conversation__agent=agent, status=CallStatus.DIALING)


def signature_of(reference):
    validator = RequestValidator(django_settings.TWILIO_AUTH_TOKEN)
    return validator.compute_signature(f"{django_settings.LIVE_URL}/phone/relay/{reference}", {})


def session(reference, *messages, signature=None, headers=()):
    """Connect, send the messages (dicts, texts or bytes), hang up; what was answered, as ASGI messages."""
    path = f"/phone/relay/{reference}"
    signature = signature_of(reference) if signature is None else signature
    scope = {
        "type": "websocket",
        "asgi": {"version": "3.0"},
        "path": path,
        "raw_path": path.encode(),
        "root_path": "",
        "query_string": b"",
        "scheme": "ws",
        "headers": [(b"x-twilio-signature", signature.encode("latin-1")), *headers],
        "subprotocols": [],
    }
    frames = [{"type": "websocket.connect"}]
    for message in messages:
        if isinstance(message, bytes):
            frames.append({"type": "websocket.receive", "bytes": message})
        else:
            text = message if isinstance(message, str) else json.dumps(message)
            frames.append({"type": "websocket.receive", "text": text})
    frames.append({"type": "websocket.disconnect", "code": 1006})
    sent = []

    async def run():
        async def receive():
            return frames.pop(0)

        async def send(message):
            sent.append(message)

        await application(scope, receive, send)

    asyncio.run(run())
    return sent


def talk(call, *messages):
    """The texts that were answered in a session that was accepted."""
    accepted, *rest = session(call.reference, *messages)
    assert accepted["type"] == "websocket.accept"
    return [json.loads(message["text"]) for message in rest if message["type"] == "websocket.send"]


def prompt(words, **more):
    return {"type": "prompt", "voicePrompt": words, "lang": "en-US", "last": True} | more


def texts(answers):
    return [answer["token"] for answer in answers if answer["type"] == "text"]


def turns():
    return list(Turn.unscoped.order_by("position").values_list("role", "text"))


# Who may connect


def test_wrong_signature_is_not_accepted(call):
    for signature in ("", "x", "A" * 28, "é"):
        sent = session(call.reference, SETUP, signature=signature)

        assert [message["type"] for message in sent] == ["websocket.close"]
    call.refresh_from_db()
    assert call.status == CallStatus.DIALING


def test_signature_of_another_call_is_not_accepted(call):
    other = CallFactory(organization=call.organization)

    sent = session(call.reference, SETUP, signature=signature_of(other.reference))

    assert [message["type"] for message in sent] == ["websocket.close"]


def test_host_header_has_no_say(call):
    validator = RequestValidator(django_settings.TWILIO_AUTH_TOKEN)
    forged = validator.compute_signature(f"wss://evil.example/phone/relay/{call.reference}", {})

    sent = session(call.reference, SETUP, signature=forged, headers=[(b"host", b"evil.example")])

    assert [message["type"] for message in sent] == ["websocket.close"]


def test_unknown_reference_is_not_accepted(db):
    assert session("nobody", SETUP) == [{"type": "websocket.close", "code": 1008, "reason": ""}]


# A conversation


def test_setup_is_answered_with_the_greeting(call):
    answers = talk(call, SETUP)

    assert answers == [
        {
            "type": "text",
            "token": "Hi there, this is the automated assistant with Acme Freight. Does it stand?",
            "last": True,
        }
    ]
    call.refresh_from_db()
    assert (call.status, call.provider_sid) == (CallStatus.ANSWERED, SID)
    assert turns() == [("agent", answers[0]["token"])]


def test_conversation_is_held_to_its_end(call):
    answers = talk(call, SETUP, prompt("Yes"), prompt("Dock 12"), prompt("never heard"))

    assert texts(answers)[1:] == [
        "Thanks. Which dock is it?",
        "Thank you, I've noted that. Have a good day, goodbye.",
    ]
    assert answers[-1] == {"type": "end", "handoffData": '{"reason": "finished"}'}
    assert [role for role, _ in turns()] == ["agent", "caller", "agent", "caller", "agent"]


def test_socket_is_closed_after_the_end(call):
    sent = session(call.reference, SETUP, prompt("Bye"))

    assert sent[-1]["type"] == "websocket.close"
    assert sent[-1]["code"] == 1000


def test_partial_words_wait_for_the_last(call):
    answers = talk(call, SETUP, prompt("Ye", last=False), prompt("Yes it", last=False), prompt("Yes it does"))

    assert texts(answers)[1:] == ["Thanks. Which dock is it?"]
    assert turns()[1] == ("caller", "Yes it does")


def test_pressed_key_is_heard(call):
    answers = talk(call, SETUP, {"type": "dtmf", "digit": "5"})

    assert len(texts(answers)) == 2
    assert turns()[1] == ("caller", "5")


def test_interruption_shortens_what_was_said(call):
    talk(
        call,
        SETUP,
        {"type": "interrupt", "utteranceUntilInterrupt": "Hi there", "durationUntilInterruptMs": 9},
    )

    assert turns() == [("agent", "Hi there")]
    assert Turn.unscoped.get().is_interrupted


def test_dropped_session_is_taken_up_where_it_was(call):
    talk(call, SETUP, prompt("Yes"))

    answers = talk(call, SETUP | {"sessionId": "VX2"}, prompt("Dock 12"))

    assert texts(answers)[0] == "Sorry, the line dropped for a moment. Which dock is it?"
    assert answers[-1]["type"] == "end"
    call.refresh_from_db()
    assert len(call.conversation.skill_state["answers"]) == 2


def test_session_of_a_finished_call_is_ended(call):
    Call.unscoped.filter(pk=call.pk).update(status=CallStatus.FAILED)

    assert [answer["type"] for answer in talk(call, SETUP)] == ["end"]
    assert turns() == []


def test_session_with_a_machine_is_silent(call):
    Call.unscoped.filter(pk=call.pk).update(answered_by="machine_start")

    assert talk(call, SETUP, prompt("I am not at home")) == []


def test_error_of_the_provider_is_survived(call):
    answers = talk(call, {"type": "error", "description": "x" * 10_000}, {"type": "error"}, SETUP)

    assert len(texts(answers)) == 1


GARBAGE = [
    "",
    "garbage",
    "[]",
    "null",
    '"setup"',
    "{}",
    '{"type": null}',
    '{"type": ["setup"]}',
    '{"type": "unknown"}',
    '{"type": "prompt"}',
    '{"type": "prompt", "voicePrompt": null}',
    '{"type": "prompt", "voicePrompt": {"a": 1}}',
    '{"type": "prompt", "voicePrompt": "\\u0000"}',
    '{"type": "prompt", "voicePrompt": "\\ud800"}',
    '{"type": "dtmf", "digit": 5}',
    '{"type": "interrupt"}',
    '{"type": "interrupt", "utteranceUntilInterrupt": ["x"]}',
    '{"type": "setup", "callSid": "\\u0000\\ud800"}',
    "[" * 100_000,
    '{"a":' * 100_000,
    '{"a": NaN, "b": 1e400}',
    b"\x00\xff",
]


def test_garbage_is_survived(call):
    answers = talk(call, SETUP, *GARBAGE, prompt("Yes"))

    # One of it was a setup, which resumes; the rest is nothing.
    assert [text.split(".")[0] for text in texts(answers)[1:]] == [
        "Sorry, the line dropped for a moment",
        "Thanks",
    ]


def test_endless_and_hostile_words_are_survived(call):
    answers = talk(
        call, SETUP | {"callSid": "C" * 100_000}, prompt("<b>\x00" + "x" * 100_000), prompt("\ud800Dock 12")
    )

    assert answers[-1]["type"] == "end"
    assert turns()[3] == ("caller", "Dock 12")


def test_mistake_of_ours_ends_the_session_and_is_no_secret(call, monkeypatch):
    def stumble(self, talk, heard):
        raise KeyError("asking")

    monkeypatch.setattr(CustomPromptSkill, "answer", stumble)

    with pytest.raises(KeyError):
        talk(call, SETUP, prompt("Yes"))

    assert len(turns()) == 1  # the step that failed left nothing


def test_live_process_tells_that_it_is_alive(db):
    sent = []

    async def run():
        async def receive():
            return {"type": "http.request", "body": b""}

        async def send(message):
            sent.append(message)

        scope = {"type": "http", "method": "GET", "path": "/livez", "headers": [], "query_string": b""}
        await application(scope | {"root_path": "", "asgi": {"version": "3.0"}}, receive, send)

    asyncio.run(run())

    assert sent[0]["status"] == 200
    assert sent[1]["body"] == b"ok\n"
