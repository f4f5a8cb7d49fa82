"""What the network knows: numbers, calls, events, faults to play, and how the wire writes instants."""

import asyncio
import logging
import re
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.utils import format_datetime
from enum import StrEnum
from typing import Any, Literal

from calls.simulator.facts import About
from calls.simulator.persona import Act, Talker


def now() -> datetime:
    """This moment in UTC."""
    return datetime.now(UTC)


def iso(at: datetime | None) -> str | None:
    """ISO 8601 with milliseconds and Z, as the control side shows instants."""
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z") if at else None


def rfc2822(at: datetime | None) -> str | None:
    """RFC 2822 with a numeric offset, as the provider writes instants."""
    return format_datetime(at) if at else None


def new_sid(prefix: str) -> str:
    """A provider-style identifier: two letters and 32 hexadecimal digits."""
    return prefix + secrets.token_hex(16)


# What the exchange remembers: calls with their lines, our numbers, subscribers, recordings.


REFERENCE = re.compile(r"/calls/([^/?#]+)/")


class Status(StrEnum):
    """A call's states, as the provider names them."""

    QUEUED = "queued"
    RINGING = "ringing"
    IN_PROGRESS = "in-progress"
    COMPLETED = "completed"
    BUSY = "busy"
    FAILED = "failed"
    NO_ANSWER = "no-answer"
    CANCELED = "canceled"

    @property
    def is_final(self) -> bool:
        """Whether the call is over in this state."""
        return self not in (Status.QUEUED, Status.RINGING, Status.IN_PROGRESS)


@dataclass(frozen=True, slots=True)
class Source:
    """Where TwiML comes from: a URL to request, or a document given at once."""

    url: str | None = None
    method: str = "POST"
    twiml: str | None = None
    # Further request parameters, e.g. the result of the verb that leads to this URL.
    extra: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Hook:
    """An URL that is told about something."""

    url: str
    method: str = "POST"


@dataclass(frozen=True, slots=True)
class RecordingWish:
    """That a call shall be recorded from one of its lines on, and who is told when the file is there."""

    source: Literal["OutboundAPI", "StartCallRecordingTwiML"]
    channels: int = 1
    hook: Hook | None = None
    first_line: int = 0


@dataclass(frozen=True, slots=True)
class Order:
    """What somebody outside wants of a live call: its end, or another document to go on with."""

    redirect: Source | None = None


@dataclass(frozen=True, slots=True)
class CallOptions:
    """What the creator of a call asked for, beside the two numbers. Times are seconds."""

    source: Source | None = None
    fallback: Source | None = None
    status_hook: Hook | None = None
    status_events: frozenset[str] = frozenset({"completed"})
    ring_limit: int = 60
    time_limit: int = 14_400
    recording: RecordingWish | None = None
    send_digits: str = ""
    machine_detection: str = ""  # or "Enable", "DetectMessageEnd"
    is_detection_async: bool = False
    detection_hook: Hook | None = None


@dataclass(frozen=True, slots=True)
class Line:
    """One utterance on a call."""

    role: Literal["agent", "carrier"]
    text: str
    at: datetime


@dataclass(slots=True)
class Recording:
    """A finished recording; the audio is made from the lines when somebody fetches it."""

    sid: str
    call: "Call"
    lines: tuple[Line, ...]
    channels: int
    source: str
    started_at: datetime
    duration: int


@dataclass(eq=False, slots=True)
class Call:
    """One call, from being asked for to its end and kept for a while after it."""

    account_sid: str
    from_: str
    to: str
    direction: Literal["inbound", "outbound-api", "outbound-dial"]
    options: CallOptions
    pace: float
    sid: str = field(default_factory=lambda: new_sid("CA"))
    status: Status = Status.QUEUED
    created_at: datetime = field(default_factory=now)
    started_at: datetime | None = None
    answered_at: datetime | None = None
    ended_at: datetime | None = None
    caller_name: str = ""
    answered_by: str | None = None
    parent_sid: str | None = None
    reference: str | None = None
    lines: list[Line] = field(default_factory=list)
    digits: str = ""
    transferred_to: str | None = None
    talker: Talker | None = None
    # What the carrier said last, while the agent hasn't reacted to it: said again after a lost connection.
    unanswered: tuple[Act, ...] = ()
    has_opened: bool = False
    was_dropped: bool = False
    is_hanging_up: bool = False
    recordings: list[RecordingWish] = field(default_factory=list)
    recording_sids: list[str] = field(default_factory=list)
    sequence: int = 0
    orders: asyncio.Queue[Order] = field(default_factory=asyncio.Queue)
    last_delivery: "asyncio.Task[None] | None" = None
    held_callback: Any = None

    def say(self, role: Literal["agent", "carrier"], text: str) -> None:
        """Add a line; blank ones aren't heard by anyone."""
        if text.strip():
            self.lines.append(Line(role, text.strip(), now()))

    def press(self, keys: str) -> None:
        """Note the keys pressed by either side, without the pauses between them."""
        self.digits += re.sub(r"[wW\s]", "", keys)

    def remember_reference(self, *urls: str | None) -> None:
        """Take the application's own reference out of the first URL of the form …/calls/<reference>/…"""
        for url in urls:
            if self.reference is None and url and (found := REFERENCE.search(url)):
                self.reference = found[1]

    @property
    def duration(self) -> int:
        """Whole seconds since the call was answered, begun ones counted; 0 when it never was."""
        if self.answered_at is None:
            return 0
        return max(1, -int(-((self.ended_at or now()) - self.answered_at).total_seconds() // 1))

    def as_json(self) -> dict[str, Any]:
        """The call as the control side shows it."""
        return {
            "sid": self.sid,
            "direction": "inbound" if self.direction == "inbound" else "outbound",
            "from": self.from_,
            "to": self.to,
            "status": str(self.status),
            "reference": self.reference,
            "startedAt": iso(self.created_at),
            "endedAt": iso(self.ended_at),
            "lines": [{"role": line.role, "text": line.text, "at": iso(line.at)} for line in self.lines],
            "digits": self.digits,
            "transferredTo": self.transferred_to,
        }


@dataclass(slots=True)
class OwnedNumber:
    """A number of ours and where its calls are answered."""

    phone_number: str
    friendly_name: str = ""
    voice: Source | None = None
    fallback: Source | None = None
    status_hook: Hook | None = None
    sid: str = field(default_factory=lambda: new_sid("PN"))
    created_at: datetime = field(default_factory=now)
    updated_at: datetime = field(default_factory=now)


@dataclass(frozen=True, slots=True)
class Subscriber:
    """Who picks up at a number we dial; `None` stands for the exchange's default. Times are seconds."""

    answer: Literal["human", "machine", "busy", "no-answer", "fail"] = "human"
    persona: str | None = None
    script: tuple[Act, ...] | None = None
    pace: float | None = None
    ring_seconds: float | None = None
    seed: int | None = None
    # The load that a persona has in mind.
    about: About | None = None


# Telephone numbers as the exchange sees them: digits after a plus.


E164 = re.compile(r"\+[1-9]\d{6,14}")
SEPARATORS = re.compile(r"[\s().\-]")


def normalise(text: str) -> str:
    """The number without its visual separators; ten digits alone are North American, `client:` names stay."""
    text = text.strip()
    if text.lower().startswith("client:"):
        return text
    bare = SEPARATORS.sub("", text)
    if re.fullmatch(r"[2-9]\d{9}", bare):
        return f"+1{bare}"
    if re.fullmatch(r"1[2-9]\d{9}", bare):
        return f"+{bare}"
    return bare


def is_dialable(number: str) -> bool:
    """Whether a normalised number has the E.164 form; one with an extension hasn't."""
    return E164.fullmatch(number) is not None


def masked(number: str) -> str:
    """The number for a log line: everything but its last four characters hidden."""
    return f"…{number[-4:]}" if len(number) > 4 else number


# One log line per event.


logger = logging.getLogger("calls.simulator")


def log_call(call: Call, what: str, *args: object) -> None:
    """One line about a call, its numbers masked; `what` is a format for the arguments."""
    logger.info("%s %s→%s " + what, call.sid, masked(call.from_), masked(call.to), *args)


# How the network misbehaves when it is told to.


CREATE_MODES = ("accept_then_drop", "delay", "429", "500")
CALLBACK_MODES = ("duplicate", "shuffle", "late", "lost")
LATE_SECONDS = 2.0


@dataclass(slots=True)
class Fault:
    """What happens to requests that create a call, or to callbacks; `left` counts those still hit, None is all."""

    mode: str  # of CREATE_MODES or CALLBACK_MODES
    seconds: float
    left: int | None


@dataclass(slots=True)
class RelayFault:
    """The socket of a conversation is cut, once a call, after that many of the agent's turns."""

    after_turns: int


@dataclass(slots=True)
class Faults:
    """The faults in force."""

    create_call: Fault | None = None
    callbacks: Fault | None = None
    relay: RelayFault | None = None

    def take(self, kind: Literal["create_call", "callbacks"]) -> Fault | None:
        """The fault that hits this request to create a call, or this callback, if any; uses one of its times up."""
        fault: Fault | None = getattr(self, kind)
        if fault and fault.left is not None:
            fault.left -= 1
            if fault.left <= 0:
                setattr(self, kind, None)
        return fault

    def as_json(self) -> dict[str, Any]:
        """The faults as the control side shows them; null where the network behaves."""
        shown: dict[str, Any] = {"createCall": None, "callbacks": None, "relay": None}
        for name, fault in (("createCall", self.create_call), ("callbacks", self.callbacks)):
            if fault:
                shown[name] = {"mode": fault.mode, "seconds": fault.seconds, "times": fault.left}
        if self.relay:
            shown["relay"] = {"mode": "drop", "afterTurns": self.relay.after_turns}
        return shown
