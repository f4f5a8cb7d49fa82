"""The relay's timers and streams: silence, keys, half sentences, interruptions, models, languages, the length."""

import asyncio
import json
import threading

import pytest

from calls import relay as sessions
from calls.language.understanding import BuiltIn
from calls.models import Call, CallingRules, Turn
from calls.services.steps import LINES
from calls.states import CallStatus
from config.asgi import application
from tests.calls.steady_loop import SteadyLoop
from tests.calls.test_relay import SETUP, prompt, signature_of, turns
from tests.factories import AgentFactory, CallFactory, OrganizationFactory

pytestmark = pytest.mark.django_db(transaction=True)

SHORT = 0.15  # seconds


@pytest.fixture
def call(prompted, settings):
    settings.SILENCE_SECONDS, settings.HOLD_SECONDS = 60, 120
    settings.KEYS_PAUSE_SECONDS, settings.SECONDS_A_WORD = SHORT, 0
    organization = OrganizationFactory(name="Acme Freight")
    agent = AgentFactory(organization=organization, prompt="Does it stand? Which dock is it? Who are you?")
    return CallFactory(organization=organization, conversation__agent=agent, status=CallStatus.DIALING)


class Line:
    """The provider's end of a socket, in the test's own loop."""

    def __init__(self, call):
        self._to_us, self._heard = asyncio.Queue(), asyncio.Queue()
        path = f"/phone/relay/{call.reference}"
        scope = {
            "type": "websocket",
            "asgi": {"version": "3.0"},
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "query_string": b"",
            "scheme": "ws",
            "headers": [(b"x-twilio-signature", signature_of(call.reference).encode())],
            "subprotocols": [],
        }
        self._to_us.put_nowait({"type": "websocket.connect"})
        self._app = asyncio.create_task(application(scope, self._to_us.get, self._heard.put))

    def send(self, **message):
        self._to_us.put_nowait({"type": "websocket.receive", "text": json.dumps(message)})

    async def hear(self, seconds=60):
        """The next message of ours, as JSON; None where none comes in that time."""
        while True:
            try:
                message = await asyncio.wait_for(self._heard.get(), seconds)
            except TimeoutError:
                return None
            if message["type"] == "websocket.close":
                return "closed"
            if message["type"] == "websocket.send":
                return json.loads(message["text"])

    async def text(self, seconds=60):
        """The next words of ours."""
        message = await self.hear(seconds)
        return message["token"] if message else None

    async def begin(self):
        self.send(**SETUP)
        return await self.hear()

    async def leave(self):
        self._to_us.put_nowait({"type": "websocket.disconnect", "code": 1006})
        await asyncio.wait_for(self._app, 60)


def on_the_line(call, talk):
    """Run a talk: a coroutine that is given the line."""

    async def run():
        line = Line(call)
        found = await talk(line)
        await line.leave()
        return found

    return asyncio.run(run(), loop_factory=SteadyLoop)


def line_of(name, language="en", turn=0):
    return LINES.say(name, language, turn)


# Silence


def test_silence_is_asked_about_twice_and_then_the_call_ends(call, settings):
    settings.SILENCE_SECONDS = SHORT

    async def talk(line):
        await line.begin()
        return [await line.hear() for _ in range(5)]

    first, second, goodbye, end, closed = on_the_line(call, talk)

    assert first == {
        "type": "text",
        "token": f"{line_of('silent')} Does it stand?",
        "last": True,
        "preemptible": True,
    }
    assert second["token"].startswith(line_of("silent", turn=1))
    assert goodbye == {"type": "text", "token": line_of("hung_up_on"), "last": True}
    assert (end["type"], closed) == ("end", "closed")


@pytest.mark.deep
def test_words_take_their_time_before_silence_begins(call, settings):
    settings.SILENCE_SECONDS, settings.SECONDS_A_WORD = SHORT, 60

    async def talk(line):
        await line.begin()
        return await line.hear(4 * SHORT)

    assert on_the_line(call, talk) is None


@pytest.mark.deep
def test_nobody_is_asked_while_they_speak(call, settings):
    settings.SILENCE_SECONDS = 4 * SHORT

    async def talk(line):
        await line.begin()
        for _ in range(8):
            line.send(**prompt("Well it", last=False))
            assert await line.hear(2 * SHORT) is None
        line.send(**prompt("Well it does"))
        return await line.text()

    assert on_the_line(call, talk) == "Thanks. Which dock is it?"


def test_sentence_that_is_never_finished_is_heard_as_far_as_it_went(call, settings):
    settings.SILENCE_SECONDS = SHORT

    async def talk(line):
        await line.begin()
        line.send(**prompt("Yes it", last=False))
        line.send(**prompt("Yes it does", last=False))
        return await line.text()

    assert on_the_line(call, talk) == "Thanks. Which dock is it?"
    assert turns()[1] == ("caller", "Yes it does")


def test_empty_end_of_a_sentence_ends_what_was_heard(call):
    async def talk(line):
        await line.begin()
        line.send(**prompt("Yes it does", last=False))
        line.send(**prompt(""))
        return await line.text()

    assert on_the_line(call, talk) == "Thanks. Which dock is it?"


@pytest.mark.deep
def test_who_asked_for_time_gets_it(call, settings):
    settings.SILENCE_SECONDS = SHORT

    async def talk(line):
        await line.begin()
        line.send(**prompt("Hang on a second"))
        return [await line.text(), await line.hear(4 * SHORT)]

    assert on_the_line(call, talk) == [line_of("hold"), None]


# Keys


def test_keys_are_heard_as_one_number_after_a_pause(call):
    async def talk(line):
        await line.begin()
        for digit in "790123":
            line.send(type="dtmf", digit=digit)
        return await line.text()

    assert on_the_line(call, talk) == "Thanks. Which dock is it?"
    assert turns()[1] == ("caller", "790123")


@pytest.mark.parametrize("keys", ["790123#", "7901234567"])
def test_number_that_is_complete_waits_for_nothing(call, settings, keys):
    settings.KEYS_PAUSE_SECONDS = 60

    async def talk(line):
        await line.begin()
        for digit in keys:
            line.send(type="dtmf", digit=digit)
        return await line.text()

    assert on_the_line(call, talk) == "Thanks. Which dock is it?"
    assert turns()[1] == ("caller", keys.rstrip("#"))


def test_words_after_keys_are_heard_after_them(call, settings):
    settings.KEYS_PAUSE_SECONDS = 60

    async def talk(line):
        await line.begin()
        line.send(type="dtmf", digit="5")
        line.send(**prompt("Dock 12"))
        return [await line.text(), await line.text()]

    assert on_the_line(call, talk) == ["Thanks. Which dock is it?", "Thanks. Who are you?"]


@pytest.mark.deep_but(1)
@pytest.mark.parametrize("digit", ["", "A", "55", "٣", None, 5, "#", "*"])
def test_other_keys_are_nothing(call, digit):
    async def talk(line):
        await line.begin()
        line.send(type="dtmf", digit=digit)
        return await line.hear(3 * SHORT)

    assert on_the_line(call, talk) is None


# Language, length, transfer


def test_language_is_told_before_it_is_spoken(call):
    async def talk(line):
        await line.begin()
        line.send(**prompt("Sí, claro", lang="es-US"))
        return [await line.hear(), await line.hear()]

    language, words = on_the_line(call, talk)

    assert language == {"type": "language", "ttsLanguage": "es-US", "transcriptionLanguage": "es-US"}
    assert words["type"] == "text"


@pytest.mark.deep
def test_call_ends_when_it_has_lasted_as_long_as_it_may(call, monkeypatch):
    CallingRules.unscoped.update_or_create(organization=call.organization, defaults={"longest_minutes": 1})
    monkeypatch.setattr(sessions, "FAREWELL", sessions.timedelta(seconds=59.7))

    async def talk(line):
        await line.begin()
        return [await line.hear(), await line.hear()]

    words, end = on_the_line(call, talk)

    assert words["token"] == line_of("time_up")
    assert end["type"] == "end"


def test_transfer_ends_the_session_with_its_reason(call):
    CallingRules.unscoped.update_or_create(
        organization=call.organization,
        defaults={"transfer_number": "+13125550199", "transfer_hours_start": 0, "transfer_hours_end": 24},
    )

    async def talk(line):
        await line.begin()
        line.send(**prompt("Let me talk to a human"))
        return [await line.hear(), await line.hear(), await line.hear()]

    words, end, closed = on_the_line(call, talk)

    assert words["token"] == line_of("transferring")
    assert (json.loads(end["handoffData"]), closed) == ({"reason": "transfer"}, "closed")


def test_recorded_call_begins_with_words_that_cant_be_cut(call):
    Call.unscoped.filter(pk=call.pk).update(is_recorded=True)

    words = on_the_line(call, lambda line: line.begin())

    assert words["token"].startswith("This call is recorded. Hi there")
    assert words["interruptible"] is False


def test_older_socket_is_closed_when_it_speaks_again(call):
    async def run():
        old, new = Line(call), Line(call)
        await old.begin()
        await new.begin()
        old.send(**prompt("Yes"))
        new.send(**prompt("Yes"))
        heard = [await old.hear(), await new.text()]
        await old.leave()
        await new.leave()
        return heard

    assert asyncio.run(run(), loop_factory=SteadyLoop) == ["closed", "Thanks. Which dock is it?"]


# A model


class Model(BuiltIn):
    """Phrases in pieces, with pauses between them."""

    is_instant = False

    def __init__(self, pause=0.0):
        self.pause = pause
        self.go_on, self.is_closed = threading.Event(), threading.Event()

    def phrase(self, reply, talk):
        try:
            for word in f"Well, {reply.text}".split(" "):
                yield f"{word} "
                self.go_on.wait(self.pause)
        finally:
            self.is_closed.set()


@pytest.fixture
def model(monkeypatch):
    found = Model()
    monkeypatch.setattr(sessions, "language_for", lambda organization: found)
    return found


async def whole_turn(line):
    pieces = []
    while not (message := await line.hear())["last"]:
        pieces.append(message["token"])
    return pieces


def test_words_of_a_model_are_sent_as_they_come_and_kept_as_they_were_said(call, model):
    async def talk(line):
        line.send(**SETUP)
        greeting = await whole_turn(line)
        line.send(**prompt("Yes"))
        return [greeting, await whole_turn(line)]

    greeting, reply = on_the_line(call, talk)

    assert greeting[:2] == ["Well, ", "Hi "]
    assert reply == ["Well, ", "Thanks. ", "Which ", "dock ", "is ", "it? "]
    assert [text for _, text in turns()] == [
        "".join(greeting).strip(),
        "Yes",
        "Well, Thanks. Which dock is it?",
    ]


def test_interruption_stops_the_words_at_once(call, model):
    model.pause = 60

    async def talk(line):
        line.send(**SETUP)
        await line.hear()
        line.send(type="interrupt", utteranceUntilInterrupt="Well,")
        rest = await whole_turn(line)
        model.go_on.set()
        line.send(**prompt("Yes"))
        await line.hear()
        return rest

    rest = on_the_line(call, talk)

    assert len(rest) <= 1
    assert model.is_closed.wait(60)
    assert Turn.unscoped.order_by("position").values_list("text", "is_interrupted")[0] == ("Well,", True)


def test_words_that_come_while_a_reply_is_made_are_answered_after_it(call, model):
    model.pause = 0.02

    async def talk(line):
        line.send(**SETUP)
        line.send(**prompt("Yes"))
        line.send(**prompt("Dock 12"))
        return [await whole_turn(line) for _ in range(3)]

    said = ["".join(pieces).strip() for pieces in on_the_line(call, talk)]

    assert said[1:] == ["Well, Thanks. Which dock is it?", "Well, Thanks. Who are you?"]
    assert [role for role, _ in turns()] == ["agent", "caller", "agent", "caller", "agent"]


def test_socket_that_goes_while_words_are_made_loses_none(call, model):
    model.pause = SHORT

    async def talk(line):
        line.send(**SETUP)
        return await line.hear()

    on_the_line(call, talk)

    assert turns()[0][1].startswith("Well,")
    assert model.is_closed.wait(60)
