"""The relay socket: messages in order, one at a time, words in pieces, and what comes due between them.

It holds nothing but the connection and its timers. Every message is a step of `calls.turns`, which commits
before the reply leaves, so a socket that drops, or a process that dies, loses no word.
"""

import asyncio
import json
import secrets
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any

import structlog
from django.conf import settings
from django.db import connections
from django.utils import timezone
from starlette.websockets import WebSocket, WebSocketDisconnect

from calls import telephony, turns
from calls.language.model import language_for
from calls.language.reading import Expecting, Listening
from calls.language.speech import Reply
from calls.language.understanding import BuiltIn, Language
from calls.models import Call
from calls.services import progress, steps
from calls.services.permission import rules_of
from calls.skill import SKILLS, skill_for
from calls.telephony import locale_of, relay_url
from organizations import metrics
from organizations.tenancy.actors import Actor
from organizations.tenancy.scope import scope, unscoped

# Where the relay's work is done that isn't waiting: the domain is synchronous, and so are language models' clients.


# Steps of the domain: each takes milliseconds, with a pooled connection.
quick = ThreadPoolExecutor(max_workers=settings.RELAY_THREADS, thread_name_prefix="relay")
# Steps in which a language model is waited for.
patient = ThreadPoolExecutor(max_workers=settings.LANGUAGE_THREADS, thread_name_prefix="language")


async def in_thread[**P, T](
    threads: ThreadPoolExecutor, step: Callable[P, T], *args: P.args, **kwargs: P.kwargs
) -> T:
    """Run a step in one of these threads, and give its connection back to the pool."""

    def run() -> T:
        try:
            return step(*args, **kwargs)
        finally:
            connections.close_all()

    return await asyncio.get_running_loop().run_in_executor(threads, run)


# Words that are still being made, brought from the thread that waits for them to the loop that sends them.


class Stream:
    """The pieces of one reply."""

    def __init__(self, made: Iterator[str]) -> None:
        self._made = made
        self._pieces: asyncio.Queue[str | None] = asyncio.Queue()
        self._is_stopped = threading.Event()

    def stop(self) -> None:
        """Make no further piece, and give none out."""
        self._is_stopped.set()
        self._pieces.put_nowait(None)

    async def pieces(self) -> AsyncIterator[str]:
        """The pieces as they come; raises what their making raises."""
        making = asyncio.create_task(in_thread(patient, self._make, asyncio.get_running_loop()))
        while (piece := await self._pieces.get()) is not None and not self._is_stopped.is_set():
            yield piece
        if not self._is_stopped.is_set():
            await making

    def _make(self, loop: asyncio.AbstractEventLoop) -> None:
        try:
            for piece in self._made:
                if self._is_stopped.is_set():
                    break
                loop.call_soon_threadsafe(self._pieces.put_nowait, piece)
        finally:
            close = getattr(self._made, "close", None)
            if close:
                close()
            loop.call_soon_threadsafe(self._pieces.put_nowait, None)


# The relay's messages: what the provider sends, read without trusting it, and what we send.


DTMF_KEYS = frozenset("0123456789*#")


def parse(text: str) -> dict[str, Any]:
    """A message; empty where it is none."""
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def text_of(message: dict[str, Any], name: str) -> str:
    """A field of a message, where it is a text."""
    value = message.get(name)
    return turns.storable(value) if isinstance(value, str) else ""


def key_of(message: dict[str, Any]) -> str:
    """The key that was pressed; empty where it is none."""
    key = text_of(message, "digit")
    return key if key in DTMF_KEYS else ""


def words(token: str, *, is_last: bool, is_interruptible: bool = True, is_preemptible: bool = False) -> str:
    """Something to say, or a piece of it."""
    message: dict[str, Any] = {"type": "text", "token": token, "last": is_last}
    if not is_interruptible:
        message["interruptible"] = False
    if is_preemptible:
        message["preemptible"] = True
    return json.dumps(message)


def language(locale: str) -> str:
    """Speak and understand another language from now on."""
    return json.dumps({"type": "language", "ttsLanguage": locale, "transcriptionLanguage": locale})


def end(reply: Reply) -> str:
    """The conversation is over, or goes on with a person: the reason is for whoever reads logs."""
    reason = "transfer" if reply.transfer else "finished"
    return json.dumps({"type": "end", "handoffData": json.dumps({"reason": reason})})


log = structlog.get_logger(__name__)

PROVIDER = Actor("provider", "twilio")
MAX_KEYS = 10
FAREWELL = timedelta(seconds=15)  # before its longest length a call is told to end

KEYS, SILENCE, END = "keys", "silence", "end"  # what may come due
GONE = {"type": "gone"}


class Session:
    """A socket's conversation, from its setup to its end."""

    def __init__(self, socket: WebSocket, call: Call) -> None:
        self._socket = socket
        self._call = call
        self._id = secrets.token_urlsafe(6)
        self._language: Language = BuiltIn()
        self._arrived: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._due: dict[str, float] = {}  # by the loop's clock
        self._keys = ""
        self._unfinished = ""  # words that the recognizer hasn't done with
        self._stream: Stream | None = None

    async def hold(self) -> None:
        """Answer every message until the conversation or the socket ends."""
        reader = asyncio.create_task(self._read())
        try:
            while await self._go_on(await self._next()):
                pass
        except steps.Superseded:
            log.info("another socket has taken over", call=self._call.pk)
            await self._socket.close()
        except (WebSocketDisconnect, ConnectionError):
            pass  # it went while we were about to speak
        finally:
            reader.cancel()

    async def _read(self) -> None:
        """Take messages from the socket as they come; who cuts in stops what is being said at once."""
        while (event := await self._socket.receive())["type"] == "websocket.receive":
            message = parse(event.get("text") or "")
            if message.get("type") == "interrupt" and self._stream:
                self._stream.stop()
            self._arrived.put_nowait(message)
        if self._stream:
            self._stream.stop()
        self._arrived.put_nowait(GONE)

    async def _next(self) -> dict[str, Any]:
        """The next message, or what has come due before it."""
        name, moment = min(self._due.items(), key=itemgetter(1), default=("", None))
        try:
            async with asyncio.timeout_at(moment):
                return await self._arrived.get()
        except TimeoutError:
            del self._due[name]
            return {"type": f"due {name}"}

    async def _go_on(self, message: dict[str, Any]) -> bool:
        """Do what a message asks for; whether the session goes on."""
        match message.get("type"):
            case "setup":
                return await self._begin(text_of(message, "callSid"))
            case "prompt":
                return await self._hear(message)
            case "dtmf":
                return await self._press(key_of(message))
            case "interrupt":
                self._wait(SILENCE, settings.SILENCE_SECONDS)
                until = text_of(message, "utteranceUntilInterrupt")
                await self._step(turns.interrupt, self._call, until)
            case "error":
                description = text_of(message, "description")[:200]
                log.warning("relay error", call=self._call.pk, description=description)
            case "due keys":
                return await self._hear_keys()
            case "due silence":
                return await self._mind_silence()
            case "due end":
                return await self._say(
                    await self._step(turns.run_out_of_time, self._call, **self._step_arguments())
                )
            case "gone":
                await self._hear_keys()
                return False
        return True

    async def _begin(self, sid: str) -> bool:
        """The first words; from here on the call's length is watched."""
        at = timezone.now()
        self._language, left = await self._step(_connect, self._call, sid, at)
        self._wait(END, left)
        return await self._say(await self._step(turns.begin, self._call, at=at, socket=self._id))

    async def _hear(self, message: dict[str, Any]) -> bool:
        """Words: those that may still grow only show that somebody speaks."""
        words = text_of(message, "voicePrompt")
        if not message.get("last", True):
            self._unfinished = words or self._unfinished
            self._wait(SILENCE, settings.SILENCE_SECONDS)
            return True
        if not await self._hear_keys():
            return False
        words, self._unfinished = words.strip() or self._unfinished, ""
        return await self._answer(words, tongue=text_of(message, "lang"))

    async def _press(self, key: str) -> bool:
        """A key: a number is complete at #, with ten digits, or when no further key comes for a while."""
        self._keys += key
        if key == "#" or len(self._keys) >= MAX_KEYS:
            return await self._hear_keys()
        if key:
            self._wait(KEYS, settings.KEYS_PAUSE_SECONDS)
            self._wait(SILENCE, settings.SILENCE_SECONDS)
        return True

    async def _hear_keys(self) -> bool:
        """Take the keys that were pressed for what was said."""
        keys, self._keys = self._keys.strip("#*"), ""
        self._due.pop(KEYS, None)
        return await self._answer(keys) if keys else True

    async def _mind_silence(self) -> bool:
        """Nothing was heard for long: half a sentence will do, else the agent asks again."""
        words, self._unfinished = self._unfinished, ""
        if words:
            return await self._answer(words)
        reply = await self._step(turns.silence, self._call, **self._step_arguments())
        return await self._say(reply, is_preemptible=not reply.is_last)

    async def _answer(self, words: str, tongue: str = "") -> bool:
        self._due.pop(SILENCE, None)
        reply = await self._step(
            turns.hear, self._call, words, tongue=tongue, language=self._language, **self._step_arguments()
        )
        return await self._say(reply)

    async def _say(self, reply: Reply, *, is_preemptible: bool = False) -> bool:
        """Speak a reply; whether there is more to come."""
        if reply.language:
            locale = locale_of(self._call.conversation.agent, reply.language)
            await self._socket.send_text(language(locale))
        if reply.text:
            said = await self._speak(reply, is_preemptible)
            patience = settings.HOLD_SECONDS if reply.is_patient else settings.SILENCE_SECONDS
            self._wait(SILENCE, patience + len(said.split()) * settings.SECONDS_A_WORD)
        if not (reply.is_last or reply.transfer):
            return True
        await self._socket.send_text(end(reply))
        await self._socket.close()
        return False

    async def _speak(self, reply: Reply, is_preemptible: bool) -> str:
        """Send the words of a reply, piece by piece where they are still being made; what was sent."""
        if self._language.is_instant:
            text = f"{reply.preface} {reply.text}".strip()
            await self._socket.send_text(
                words(text, is_last=True, is_interruptible=not reply.preface, is_preemptible=is_preemptible)
            )
            return text
        talk = await self._step(turns.dialogue, self._call)
        self._stream = Stream(self._language.phrase(reply, talk))
        said = f"{reply.preface} " if reply.preface else ""
        if said:
            await self._socket.send_text(words(said, is_last=False, is_interruptible=False))
        try:
            async for piece in self._stream.pieces():
                said += piece
                await self._socket.send_text(words(piece, is_last=False, is_preemptible=is_preemptible))
            await self._socket.send_text(words("", is_last=True))
        finally:
            self._stream = None
            await self._step(turns.correct, self._call, said)
        return said

    def _wait(self, name: str, seconds: float) -> None:
        self._due[name] = asyncio.get_running_loop().time() + seconds

    def _step_arguments(self) -> dict[str, Any]:
        """What every step is told."""
        return {"at": timezone.now(), "socket": self._id}

    async def _step[T](self, step: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Run a step of the domain in the organization's scope, where it may take its time if a model is asked."""

        timing = metrics.timed(metrics.relay_seconds.labels(step.__name__.strip("_")))

        def run() -> T:
            with timing, scope(self._call.organization_id):
                return step(*args, **kwargs)

        return await in_thread(quick if self._language.is_instant else patient, run)


def _connect(call: Call, sid: str, at: datetime) -> tuple[Language, float]:
    """Note that somebody is on the line; who understands and speaks, and for how many seconds the two may talk."""
    progress.note_status(call_id=call.pk, provider_status="in-progress", sid=sid, by=PROVIDER, at=at)
    answered_at = Call.objects.values_list("answered_at", flat=True).get(pk=call.pk) or at
    longest = rules_of(call.organization).longest
    return language_for(rules_of(call.organization)), (answered_at + longest - FAREWELL - at).total_seconds()


# The ConversationRelay socket: the provider turns speech into text and back, we say what is said.


POLICY_VIOLATION = 1008


async def relay(socket: WebSocket) -> None:
    """Serve one conversation: check the signature, find the call by its reference, answer every message."""
    reference = socket.path_params["reference"]
    signature = socket.headers.get("x-twilio-signature", "")
    if not telephony.is_authentic(relay_url(reference), {}, signature):
        log.warning("socket with a wrong signature")
        await socket.close(POLICY_VIOLATION)
        return
    call = await in_thread(quick, _find_call, reference)
    if call is None:
        await socket.close(POLICY_VIOLATION)
        return
    await socket.accept()
    await Session(socket, call).hold()
    log.info("socket closed", call=call.pk)


def _find_call(reference: str) -> Call | None:
    calls = Call.unscoped.select_related("organization", "conversation__agent").defer("transcript")
    with unscoped():
        return calls.filter(reference=reference).first()


# What a fresh process would do at the cost of whoever speaks first: modules and tables that load when used.


WORDS = {
    "en": "Call me back tomorrow at two, I need twenty-four fifty",
    "es": "mañana a las dos, por dos mil",
}


def warm_up() -> None:
    """Load every skill, and understand a sentence in each language."""
    now = timezone.now().replace(tzinfo=None)
    for purpose in SKILLS:
        skill_for(purpose)
    for language, words in WORDS.items():
        for expecting in Expecting:
            BuiltIn().understand(words, Listening(expecting=expecting, now=now, language=language))
