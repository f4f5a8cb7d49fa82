"""A carrier's side of ConversationRelay: hears the agent's turns over the socket and answers them."""

import asyncio
import json
import logging
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from xml.etree.ElementTree import Element

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from calls.simulator.leg import Document, HungUp, Leg
from calls.simulator.persona import Act, HangUp, Press, Say, Talker, Wait
from calls.simulator.speech import is_farewell
from calls.simulator.state import Call, log_call

logger = logging.getLogger(__name__)

# The ConversationRelay socket: JSON messages as the provider sends and understands them.


class AgentEnded(Exception):
    """The application ended the session."""

    def __init__(self, handoff_data: str | None) -> None:
        super().__init__("ended")
        self.handoff_data = handoff_data


class SocketDropped(Exception):
    """The socket was lost, or closed without an `end`."""


@dataclass(frozen=True, slots=True)
class RelayOptions:
    """The attributes of <ConversationRelay> that make a difference here."""

    url: str
    greeting: str = ""
    is_greeting_interruptible: bool = True
    is_interruptible: bool = True
    hears_keys: bool = False
    language: str = "en-US"
    parameters: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def read(cls, noun: Element, document: Document) -> "RelayOptions":
        """The options of a noun."""
        return cls(
            url=(noun.get("url") or "").strip(),
            greeting=noun.get("welcomeGreeting", ""),
            is_greeting_interruptible=_by_speech(noun.get("welcomeGreetingInterruptible", "any")),
            is_interruptible=_by_speech(noun.get("interruptible", "any")),
            hears_keys=noun.get("dtmfDetection", "").lower() == "true",
            language=noun.get("transcriptionLanguage") or noun.get("language") or "en-US",
            parameters={
                parameter.get("name", ""): parameter.get("value", "") for parameter in noun.iter("Parameter")
            },
        )


def _by_speech(interruptible: str | bool) -> bool:
    """Whether speech interrupts, given an `interruptible` attribute or field."""
    return str(interruptible).lower() in ("any", "speech", "true")


class RelaySocket:
    """The provider's end of the socket."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection

    async def send_setup(self, call: Call, session_id: str, options: RelayOptions) -> None:
        """The first message of a session."""
        await self.send(
            type="setup",
            sessionId=session_id,
            accountSid=call.account_sid,
            parentCallSid=call.parent_sid or "",
            callSid=call.sid,
            to=call.to,
            forwardedFrom="",
            callerName=call.caller_name,
            direction=call.direction,
            callType="PSTN",
            callStatus=call.status.upper().replace("-", "_"),
            customParameters=dict(options.parameters),
            **{"from": call.from_},
        )

    async def send(self, **message: Any) -> None:
        """Send one message. Raises ConnectionClosed."""
        await self._connection.send(json.dumps(message, ensure_ascii=False))

    async def receive(self) -> dict[str, Any]:
        """The next message that makes sense; the sender of another is told so. Raises ConnectionClosed."""
        while True:
            raw = await self._connection.recv()
            try:
                message = json.loads(raw)
            except ValueError:
                message = None
            if isinstance(message, dict) and _is_valid(message):
                return message
            shown = raw[:200] if isinstance(raw, str) else "binary data"
            await self.send(type="error", description=f"Invalid message received: {shown}")

    def cut(self) -> None:
        """Lose the connection as a network does: without a closing handshake."""
        self._connection.transport.abort()

    async def close(self) -> None:
        """Close in order; by force when the other side doesn't answer within a second."""
        await self._connection.close()


def _is_valid(message: dict[str, Any]) -> bool:
    """Whether a message of the application has the fields its type needs."""
    match message:
        case {"type": "text", "token": str()}:
            return isinstance(message.get("last", False), bool)
        case (
            {"type": "play", "source": str()} | {"type": "sendDigits", "digits": str()} | {"type": "language"}
        ):
            return True
        case {"type": "end"}:
            return isinstance(message.get("handoffData", ""), str)
    return False


class Ears:
    """Reads the socket in the background, and gives the messages out in order, in time or not at all."""

    def __init__(self, socket: RelaySocket) -> None:
        self._socket = socket
        # None stands for the end of the socket.
        self._arrived: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        self._put_back: deque[dict[str, Any] | None] = deque()
        self._reader = asyncio.create_task(self._read())

    async def _read(self) -> None:
        try:
            while True:
                self._arrived.put_nowait(await self._socket.receive())
        except ConnectionClosed:
            self._arrived.put_nowait(None)

    async def next(self, seconds: float) -> dict[str, Any] | None:
        """The next message, or None when none comes in that time. Raises AgentEnded and SocketDropped."""
        if self._put_back:
            message = self._put_back.popleft()
        else:
            try:
                async with asyncio.timeout(seconds):
                    message = await self._arrived.get()
            except TimeoutError:
                return None
        if message is None:
            raise SocketDropped
        if message["type"] == "end":
            raise AgentEnded(message.get("handoffData"))
        return message

    async def stay(self, seconds: float) -> None:
        """Let time pass, and keep what comes meanwhile for later; the end of the session cuts it short."""
        try:
            async with asyncio.timeout(seconds):
                while not self.is_over:
                    self._put_back.append(await self._arrived.get())
        except TimeoutError:
            pass

    @property
    def is_over(self) -> bool:
        """Whether the end of the session is among the messages kept."""
        return bool(self._put_back) and (self._put_back[-1] is None or self._put_back[-1]["type"] == "end")

    def stop(self) -> None:
        """Stop reading."""
        self._reader.cancel()


# What a word takes when the pace is 0 and somebody wants to know all the same.
SECONDS_A_WORD = 0.35
# An interruption comes after that many seconds of the agent's words at the latest.
BARGE_IN_SECONDS = 2.0
# At pace 0: how long an interrupter waits for the rest of a turn that is still being streamed.
BARGE_IN_WAIT = 0.3
# After the agent's last word: how long the carrier listens for more before it speaks, and after a good-bye.
BREATH = {"fast": (0.01, 0.1), "human": (0.5, 1.5)}


class Interrupted(Exception):
    """The carrier has cut into the agent's words."""


class Conversation:
    """One session of a call's talk."""

    def __init__(self, leg: Leg, socket: RelaySocket, ears: Ears, options: RelayOptions) -> None:
        self._leg = leg
        self._call = leg.call
        self._socket = socket
        self._ears = ears
        self._options = options
        self._language = options.language
        self._greeting = options.greeting
        self._turns = 0

    async def hold(self) -> None:
        """Talk until the carrier hangs up (HungUp), the agent ends (AgentEnded) or the socket is lost."""
        talker = self._call.talker
        if talker is None:
            raise HungUp
        try:
            async with asyncio.timeout(talker.seconds_on_line):
                await self._talk(talker)
        except TimeoutError:
            raise HungUp from None
        finally:
            self._ears.stop()

    async def _talk(self, talker: Talker) -> None:
        """Turn by turn: hear the agent, then do what the carrier does about it."""
        self._maybe_drop()
        is_resumed, self._call.has_opened = self._call.has_opened, True
        if not is_resumed:
            await self._perform(talker.opening())
        silences = 0
        while True:
            heard = await self._listen(talker)
            if heard is None:
                silences += 1
                await self._perform(talker.silence(silences))
                continue
            silences = 0
            self._turns += 1
            repeated, self._call.unanswered = self._call.unanswered, ()
            self._maybe_drop()
            # What the agent never reacted to before the line was lost has to be said again.
            acts = repeated if is_resumed and self._turns == 1 else ()
            acts = acts or talker.reply(heard)
            self._call.unanswered = acts
            await self._perform(acts)

    def _maybe_drop(self) -> None:
        """Cut the socket when a fault says so."""
        fault = self._leg.network.faults.relay
        if fault and not self._call.was_dropped and self._turns >= fault.after_turns:
            self._call.was_dropped = True
            log_call(self._call, "socket cut on purpose")
            self._socket.cut()
            raise SocketDropped

    async def _listen(self, talker: Talker) -> str | None:
        """What the agent says until it lets the carrier speak; None when it says nothing for long."""
        heard: list[str] = []
        try:
            if self._greeting:
                greeting, self._greeting = self._greeting, ""
                await self._hear(greeting, talker, self._options.is_greeting_interruptible)
                heard.append(greeting)
            while True:
                seconds = self._breath(heard[-1]) if heard else self._leg.network.settings.patience
                message = await self._ears.next(seconds)
                if message is None:
                    return " ".join(heard) or None
                if message["type"] != "text":
                    self._notice(message)
                elif text := await self._hear_turn(message, talker):
                    heard.append(text)
        except Interrupted as interruption:
            return " ".join([*heard, str(interruption)])

    async def _hear_turn(self, message: dict, talker: Talker) -> str:
        """The agent's words from their first token to the last one, as long as they take to be spoken."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        patience = BARGE_IN_WAIT if talker.barges_in() else self._leg.network.settings.patience
        text, is_interruptible = "", message.get("interruptible")
        if is_interruptible is None:
            is_interruptible = self._options.is_interruptible
        try:
            text = message["token"]
            while not message.get("last"):
                if (following := await self._ears.next(patience)) is None:
                    break
                if following["type"] == "text":
                    message = following
                    text += message["token"]
                else:
                    self._notice(following)
        except BaseException:
            self._call.say("agent", text)
            raise
        if text.strip():
            await self._hear(text, talker, is_interruptible in (True, "any", "speech"), loop.time() - began)
        return text.strip()

    async def _hear(self, text: str, talker: Talker, is_interruptible: bool, spent: float = 0.0) -> None:
        """Let the agent speak a text, of which `spent` seconds are over; or cut into it."""
        words = text.split()
        if is_interruptible and talker.barges_in():
            words = words[: max(1, len(words) // 2)]
            if self._call.pace:
                words = words[: max(1, int(BARGE_IN_SECONDS / self._call.pace))]
            await asyncio.sleep(max(0.0, self._call.pace * len(words) - spent))
            until = " ".join(words)
            self._call.say("agent", f"{until}—")
            milliseconds = int(1000 * len(words) * (self._call.pace or SECONDS_A_WORD))
            await self._socket.send(
                type="interrupt", utteranceUntilInterrupt=until, durationUntilInterruptMs=milliseconds
            )
            raise Interrupted(until)
        await asyncio.sleep(max(0.0, self._call.pace * len(words) - spent))
        self._call.say("agent", text)

    def _breath(self, last_words: str) -> float:
        """How long the carrier listens on after these words."""
        usual, after_farewell = BREATH["human" if self._call.pace else "fast"]
        return after_farewell if is_farewell(last_words) else usual

    def _notice(self, message: dict) -> None:
        """What comes from the agent beside words."""
        match message:
            case {"type": "sendDigits", "digits": digits}:
                self._call.press(digits)
            case {"type": "language", "transcriptionLanguage": str(language)}:
                self._language = language

    async def _perform(self, acts: tuple[Act, ...]) -> None:
        """The carrier's side of a turn, as far as the session lasts."""
        for act in acts:
            if self._ears.is_over:
                return
            match act:
                case Say():
                    await self._speak(act)
                case Press(digits):
                    await self._press(digits)
                case Wait(seconds):
                    await self._ears.stay(seconds)
                case HangUp():
                    log_call(self._call, "carrier hangs up")
                    raise HungUp

    async def _speak(self, say: Say) -> None:
        """Speech, recognised: unfinished sentences first, then the whole."""
        language = say.language or self._language
        for partial in say.partials:
            await self._socket.send(type="prompt", voicePrompt=partial, lang=language, last=False)
        if self._call.pace:
            await self._ears.stay(self._call.pace * len(say.text.split()))
            if self._ears.is_over:
                return
        self._call.say("carrier", say.text)
        await self._socket.send(type="prompt", voicePrompt=say.text, lang=language, last=True)

    async def _press(self, digits: str) -> None:
        """Keys, one message each where the application wants to know of them."""
        self._call.press(digits)
        if self._options.hears_keys:
            for digit in digits:
                await self._socket.send(type="dtmf", digit=digit)
