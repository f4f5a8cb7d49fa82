"""The ConversationRelay socket: JSON messages as the provider sends and understands them."""

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

from .state import Call
from .twiml import Document

logger = logging.getLogger(__name__)


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


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of the agent's words; the last one of a turn says so."""

    text: str
    is_last: bool
    is_interruptible: bool | None = None


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
