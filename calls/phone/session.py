"""One socket's session: messages in order, one at a time, and what comes due between them.

It holds nothing but the connection and its timers. Every message is a step of `calls.agent.runtime`, which commits
before the reply leaves, so a socket that drops, or a process that dies, loses no word.
"""

import asyncio
import secrets
from collections.abc import Callable
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Any

import structlog
from django.conf import settings
from django.utils import timezone
from starlette.websockets import WebSocket, WebSocketDisconnect

from calls import services
from calls.agent import runtime
from calls.language.model import language_for
from calls.language.speech import Reply
from calls.language.understanding import BuiltIn, Language
from calls.models import Call
from calls.phone import wire
from calls.phone.streaming import Stream
from calls.phone.threads import in_thread, patient, quick
from calls.phone.twiml import locale_of
from calls.services.rules import rules_of
from organizations.actors import Actor
from organizations.scope import scope

log = structlog.get_logger(__name__)

PROVIDER = Actor("provider", "twilio")
MOST_KEYS = 10
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
        except runtime.Superseded:
            log.info("another socket has taken over", call=self._call.pk)
            await self._socket.close()
        except (WebSocketDisconnect, ConnectionError):
            pass  # it went while we were about to speak
        finally:
            reader.cancel()

    async def _read(self) -> None:
        """Take messages from the socket as they come; who cuts in stops what is being said at once."""
        while (event := await self._socket.receive())["type"] == "websocket.receive":
            message = wire.parse(event.get("text") or "")
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
                return await self._begin(wire.text_of(message, "callSid"))
            case "prompt":
                return await self._hear(message)
            case "dtmf":
                return await self._press(wire.key_of(message))
            case "interrupt":
                self._wait(SILENCE, settings.SILENCE_SECONDS)
                until = wire.text_of(message, "utteranceUntilInterrupt")
                await self._step(runtime.interrupt, self._call, until)
            case "error":
                description = wire.text_of(message, "description")[:200]
                log.warning("relay error", call=self._call.pk, description=description)
            case "due keys":
                return await self._hear_keys()
            case "due silence":
                return await self._mind_silence()
            case "due end":
                return await self._say(await self._step(runtime.run_out_of_time, self._call, **self._told()))
            case "gone":
                await self._hear_keys()
                return False
        return True

    async def _begin(self, sid: str) -> bool:
        """The first words; from here on the call's length is watched."""
        at = timezone.now()
        self._language, left = await self._step(_connect, self._call, sid, at)
        self._wait(END, left)
        return await self._say(await self._step(runtime.begin, self._call, at=at, socket=self._id))

    async def _hear(self, message: dict[str, Any]) -> bool:
        """Words: those that may still grow only show that somebody speaks."""
        words = wire.text_of(message, "voicePrompt")
        if not message.get("last", True):
            self._unfinished = words or self._unfinished
            self._wait(SILENCE, settings.SILENCE_SECONDS)
            return True
        if not await self._hear_keys():
            return False
        words, self._unfinished = words.strip() or self._unfinished, ""
        return await self._answer(words, tongue=wire.text_of(message, "lang"))

    async def _press(self, key: str) -> bool:
        """A key: a number is complete at #, with ten digits, or when no further key comes for a while."""
        self._keys += key
        if key == "#" or len(self._keys) >= MOST_KEYS:
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
        reply = await self._step(runtime.silence, self._call, **self._told())
        return await self._say(reply, is_preemptible=not reply.is_last)

    async def _answer(self, words: str, tongue: str = "") -> bool:
        self._due.pop(SILENCE, None)
        reply = await self._step(
            runtime.hear, self._call, words, tongue=tongue, language=self._language, **self._told()
        )
        return await self._say(reply)

    async def _say(self, reply: Reply, *, is_preemptible: bool = False) -> bool:
        """Speak a reply; whether there is more to come."""
        if reply.language:
            locale = locale_of(self._call.conversation.agent, reply.language)
            await self._socket.send_text(wire.language(locale))
        if reply.text:
            said = await self._speak(reply, is_preemptible)
            patience = settings.HOLD_SECONDS if reply.is_patient else settings.SILENCE_SECONDS
            self._wait(SILENCE, patience + len(said.split()) * settings.SECONDS_A_WORD)
        if not (reply.is_last or reply.transfer):
            return True
        await self._socket.send_text(wire.end(reply))
        await self._socket.close()
        return False

    async def _speak(self, reply: Reply, is_preemptible: bool) -> str:
        """Send the words of a reply, piece by piece where they are still being made; what was sent."""
        if self._language.is_instant:
            text = f"{reply.preface} {reply.text}".strip()
            await self._socket.send_text(
                wire.words(
                    text, is_last=True, is_interruptible=not reply.preface, is_preemptible=is_preemptible
                )
            )
            return text
        talk = await self._step(runtime.dialogue, self._call)
        self._stream = Stream(self._language.phrase(reply, talk))
        said = f"{reply.preface} " if reply.preface else ""
        if said:
            await self._socket.send_text(wire.words(said, is_last=False, is_interruptible=False))
        try:
            async for piece in self._stream.pieces():
                said += piece
                await self._socket.send_text(wire.words(piece, is_last=False, is_preemptible=is_preemptible))
            await self._socket.send_text(wire.words("", is_last=True))
        finally:
            self._stream = None
            await self._step(runtime.correct, self._call, said)
        return said

    def _wait(self, name: str, seconds: float) -> None:
        self._due[name] = asyncio.get_running_loop().time() + seconds

    def _told(self) -> dict[str, Any]:
        """What every step is told."""
        return {"at": timezone.now(), "socket": self._id}

    async def _step[T](self, step: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Run a step of the domain in the organization's scope, where it may take its time if a model is asked."""

        def run() -> T:
            with scope(self._call.organization_id):
                return step(*args, **kwargs)

        return await in_thread(quick if self._language.is_instant else patient, run)


def _connect(call: Call, sid: str, at: datetime) -> tuple[Language, float]:
    """Note that somebody is on the line; who understands and speaks, and for how many seconds the two may talk."""
    services.note_status(call_id=call.pk, provider_status="in-progress", sid=sid, by=PROVIDER, at=at)
    answered_at = Call.objects.values_list("answered_at", flat=True).get(pk=call.pk) or at
    longest = rules_of(call.organization).longest
    return language_for(call.organization), (answered_at + longest - FAREWELL - at).total_seconds()
