"""The network's memory, its running calls, and the life of each."""

import asyncio
import io
import itertools
import logging
import math
import wave
from array import array
from collections import deque
from collections.abc import Coroutine, Sequence
from dataclasses import dataclass, replace
from functools import cache
from hashlib import blake2s
from typing import Any

from calls.simulator.leg import HungUp, Leg, Poster, call_parameters, ring, tell, tell_status
from calls.simulator.persona import Say, Script, Talker
from calls.simulator.personas import PERSONAS, make_persona
from calls.simulator.state import (
    Call,
    Faults,
    Line,
    Order,
    OwnedNumber,
    Recording,
    RecordingWish,
    Source,
    Status,
    Subscriber,
    log_call,
    new_sid,
    now,
    rfc2822,
)
from calls.simulator.verbs import run

RATE = 8_000
WORD_SECONDS = 0.25
GAP_SECONDS = 0.10
PAUSE_SECONDS = 0.50
# The agent sounds higher than the carrier.
BASE_HERTZ = {"agent": 440, "carrier": 220}


def sound_seconds(lines: Sequence[Line]) -> int:
    """How long a recording of these lines is, in whole seconds, at least one."""
    length = sum(len(line.text.split()) * (WORD_SECONDS + GAP_SECONDS) + PAUSE_SECONDS for line in lines)
    return max(1, math.ceil(length))


def render_sound(lines: Sequence[Line], channels: int) -> bytes:
    """A WAV file of the lines: 8 kHz, 16 bits; with two channels the carrier is left and the agent right."""
    frames = bytearray()
    for line in lines:
        for word in line.text.split():
            step = blake2s(word.lower().encode(), digest_size=1).digest()[0] % 12
            frames += _word(line.role, step, channels)
        frames += bytes(2 * channels * int(RATE * PAUSE_SECONDS))
    missing = 2 * channels * RATE * sound_seconds(lines) - len(frames)
    frames += bytes(max(0, missing))
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(channels)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(bytes(frames))
    return file.getvalue()


@cache
def _word(role: str, step: int, channels: int) -> bytes:
    """The samples of one word: a tone that swells and fades, then a gap."""
    hertz = BASE_HERTZ[role] * 2 ** (step / 12)
    length = int(RATE * WORD_SECONDS)
    tone = array("h")
    for index in range(length):
        loudness = 6000 * math.sin(math.pi * index / length)
        tone.append(int(loudness * math.sin(2 * math.pi * hertz * index / RATE)))
    tone.extend([0] * int(RATE * GAP_SECONDS))
    if channels == 1:
        return tone.tobytes()
    silence = [0] * len(tone)
    left, right = (silence, tone) if role == "agent" else (tone, silence)
    return array("h", [sample for pair in zip(left, right, strict=True) for sample in pair]).tobytes()


# Answering-machine detection.


async def detect(leg: Leg, talker: Talker) -> dict[str, str]:
    """Find out who picked up; the TwiML request's further parameters, none when a callback tells the result.

    As with the provider nothing is detected on a call with SendDigits. `Enable` tells as soon as it knows,
    `DetectMessageEnd` after a machine's greeting; an asynchronous detection holds nothing up.
    """
    options = leg.call.options
    if not options.machine_detection or options.send_digits:
        return {}
    waits_for_beep = talker.is_machine and options.machine_detection == "DetectMessageEnd"
    result = "human"
    if talker.is_machine:
        result = "machine_end_beep" if waits_for_beep else "machine_start"
    greeting = (
        " ".join(act.text for act in talker.opening() if isinstance(act, Say)) if waits_for_beep else ""
    )
    if options.is_detection_async:
        leg.network.spawn(_tell_result(leg, result, greeting))
        return {}
    if waits_for_beep:
        await leg.pause_for(greeting)
        leg.call.say("carrier", greeting)
        leg.call.has_opened = True
    leg.call.answered_by = result
    return {"AnsweredBy": result}


async def _tell_result(leg: Leg, result: str, greeting: str) -> None:
    """Tell the application who picked up, once a machine's greeting is over or after a first word."""
    await leg.pause_for(greeting or "Hello?")
    await asyncio.sleep(0)
    if leg.call.status.is_final:
        return
    leg.call.answered_by = result
    if hook := leg.call.options.detection_hook:
        milliseconds = str(int(leg.call.pace * 1000 * len(greeting.split() or "1")))
        fields = {"AnsweredBy": result, "MachineDetectionDuration": milliseconds}
        tell(leg.network, leg.call, hook, call_parameters(leg.call) | fields)


# The life of a call: placed or received, rung, answered, carried through its TwiML, ended.


async def live(network: "Network", call: Call) -> None:
    """Run a call from its start to its end; a mistake of ours ends it as failed."""
    leg = Leg(network, call)
    try:
        status = await (_receive(leg) if call.direction == "inbound" else _place(leg))
    except Exception:
        logger.exception("%s broke", call.sid)
        status = Status.FAILED
    finish(network, call, status)


async def _place(leg: Leg) -> Status:
    """An outbound call; the state it ends in."""
    call, network = leg.call, leg.network
    tell_status(network, call, "initiated")
    subscriber = network.subscriber(call.to)
    outcome = await _unless_ordered(call, ring(network, call, subscriber))
    if isinstance(outcome, Order):
        return Status.CANCELED
    if outcome != Status.IN_PROGRESS:
        return outcome
    talker = call.talker = network.make_talker(subscriber)
    leg.answer()
    call.press(call.options.send_digits)
    source = call.options.source or Source()
    found = await _unless_ordered(call, detect(leg, talker))
    if isinstance(found, Order):
        return Status.COMPLETED
    await _carry_out(leg, replace(source, extra=found))
    return Status.COMPLETED


async def _receive(leg: Leg) -> Status:
    """An inbound call; the state it ends in."""
    leg.call.status = Status.RINGING
    leg.call.started_at = now()
    log_call(leg.call, "calls us")
    await _carry_out(leg, leg.call.options.source or Source())
    if leg.call.answered_at:
        return Status.COMPLETED
    return leg.call.status if leg.call.status.is_final else Status.NO_ANSWER


async def _carry_out(leg: Leg, source: Source | None) -> None:
    """Carry out TwiML until it ends, somebody hangs up, or the time is up; orders may lead elsewhere."""
    call = leg.call
    limit = asyncio.get_running_loop().call_later(call.options.time_limit, call.orders.put_nowait, Order())
    try:
        while source is not None:
            result = await _unless_ordered(call, run(leg, source))
            source = result.redirect if isinstance(result, Order) else None
    except HungUp:
        pass
    finally:
        limit.cancel()


async def _unless_ordered[T](call: Call, work: Coroutine[Any, Any, T]) -> T | Order:
    """The result of some work, or the order that put an end to it."""
    task = asyncio.create_task(work)
    order = asyncio.create_task(call.orders.get())
    try:
        await asyncio.wait({task, order}, return_when=asyncio.FIRST_COMPLETED)
        if task.done():
            return task.result()
        call.is_hanging_up = order.result().redirect is None
        return order.result()
    finally:
        task.cancel()
        order.cancel()
        await asyncio.gather(task, order, return_exceptions=True)


def finish(network: "Network", call: Call, status: Status) -> None:
    """End a call: set its state, tell it, and hand over its recordings."""
    call.status = status
    call.ended_at = now()
    log_call(call, "%s after %s s, %s lines", status, call.duration, len(call.lines))
    tell_status(network, call, "completed")
    if call.answered_at:
        for wish in call.recordings:
            recording = network.keep_recording(call, wish)
            if wish.hook:
                tell(network, call, wish.hook, _recording_parameters(network, call, recording))
    network.retire(call)


def _recording_parameters(network: "Network", call: Call, recording: Recording) -> dict[str, str]:
    """What the recording callback says."""
    base = f"{network.settings.base_url}/2010-04-01/Accounts/{call.account_sid}"
    return call_parameters(call) | {
        "RecordingSid": recording.sid,
        "RecordingUrl": f"{base}/Recordings/{recording.sid}",
        "RecordingStatus": "completed",
        "RecordingDuration": str(recording.duration),
        "RecordingChannels": str(recording.channels),
        "RecordingSource": recording.source,
        "RecordingStartTime": rfc2822(recording.started_at) or "",
        "RecordingTrack": "both",
        "ErrorCode": "0",
    }


logger = logging.getLogger(__name__)

KEPT_CALLS = 5_000
DEFAULT_PACE = 0.35


@dataclass(frozen=True, slots=True)
class Settings:
    """How an exchange is set up. `pace` is seconds a word, `patience` seconds of silence somebody bears."""

    account_sid: str
    auth_token: str
    base_url: str
    voice_url: str | None = None
    pace: float = DEFAULT_PACE
    patience: float = 6.0


class Network:
    """Everything the exchange knows; one event loop uses it."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.poster = Poster(settings.auth_token)
        self._tasks: set[asyncio.Task[Any]] = set()
        self._clear()

    def _clear(self) -> None:
        self.calls: dict[str, Call] = {}
        self.numbers: dict[str, OwnedNumber] = {}
        self.subscribers: dict[str, Subscriber] = {}
        self.recordings: dict[str, Recording] = {}
        self.faults = Faults()
        self._finished: deque[Call] = deque()
        self._seeds = itertools.count(1)

    def spawn(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something in the background; forgetting everything stops it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    def start(self, call: Call) -> None:
        """Bring a call to life."""
        self.add(call)
        self.spawn(live(self, call))

    def add(self, call: Call) -> None:
        """Remember a call."""
        self.calls[call.sid] = call

    def retire(self, call: Call) -> None:
        """Note that a call is over; of too many finished ones the oldest are forgotten."""
        self._finished.append(call)
        while len(self._finished) > KEPT_CALLS:
            oldest = self._finished.popleft()
            self.calls.pop(oldest.sid, None)
            for sid in oldest.recording_sids:
                self.recordings.pop(sid, None)

    def number_of(self, phone_number: str) -> OwnedNumber | None:
        """The number of ours with these digits, if it is registered."""
        return next((owned for owned in self.numbers.values() if owned.phone_number == phone_number), None)

    def subscriber(self, number: str) -> Subscriber:
        """Who picks up at a number: the one configured, or somebody agreeable."""
        return self.subscribers.get(number, Subscriber())

    def make_talker(self, subscriber: Subscriber) -> Talker:
        """The one who talks: a script's reader or a persona, with its own facts each time."""
        if subscriber.script is not None:
            script = Script(subscriber.script)
            script.is_machine = subscriber.answer == "machine"
            return script
        seed = subscriber.seed if subscriber.seed is not None else next(self._seeds)
        name = subscriber.persona or "agreeable"
        if subscriber.answer == "machine" and not PERSONAS[name].is_machine:
            name = "voicemail"
        return make_persona(name, seed=seed, about=subscriber.about)

    def pace_of(self, subscriber: Subscriber) -> float:
        """A subscriber's pace, or the exchange's."""
        return self.settings.pace if subscriber.pace is None else subscriber.pace

    def keep_recording(self, call: Call, wish: RecordingWish) -> Recording:
        """Keep what was said as a recording."""
        lines = tuple(call.lines[wish.first_line :])
        recording = Recording(
            sid=new_sid("RE"),
            call=call,
            lines=lines,
            channels=wish.channels,
            source=wish.source,
            started_at=lines[0].at if wish.first_line and lines else call.answered_at or now(),
            duration=sound_seconds(lines),
        )
        self.recordings[recording.sid] = recording
        call.recording_sids.append(recording.sid)
        return recording

    async def forget(self) -> None:
        """Forget everything: calls are cut off without a word to anybody."""
        await self._stop_tasks()
        self._clear()
        logger.info("everything forgotten")

    async def close(self) -> None:
        """Stop what runs and close the connections."""
        await self._stop_tasks()
        await self.poster.close()

    async def _stop_tasks(self) -> None:
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
