"""The network's memory: calls, numbers, who picks up, recordings as sound; and how it sends requests."""

import asyncio
import io
import itertools
import logging
import math
import wave
from array import array
from collections import deque
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import blake2s
from typing import Any
from urllib.parse import urlencode, urlsplit, urlunsplit

import httpx
from twilio.request_validator import RequestValidator

from calls.simulator.persona import Script, Talker
from calls.simulator.personas import PERSONAS, make_persona
from calls.simulator.state import (
    Call,
    Faults,
    Hook,
    Line,
    OwnedNumber,
    Recording,
    RecordingWish,
    Subscriber,
    new_sid,
    now,
)

logger = logging.getLogger(__name__)

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


# Requests to the application, signed as the provider signs them.


# The provider gives an application fifteen seconds to answer.
TIMEOUT = httpx.Timeout(15.0, connect=5.0)


class Poster:
    """Sends signed requests."""

    def __init__(self, auth_token: str) -> None:
        self._validator = RequestValidator(auth_token)
        self._client = httpx.AsyncClient(
            timeout=TIMEOUT,
            trust_env=False,
            follow_redirects=True,
            headers={"User-Agent": "TwilioProxy/1.1", "Accept": "*/*"},
            limits=httpx.Limits(max_connections=400, max_keepalive_connections=50, keepalive_expiry=5),
        )

    def signature(self, url: str, parameters: Mapping[str, str]) -> str:
        """The value of X-Twilio-Signature for a request to exactly this URL."""
        return self._validator.compute_signature(url, dict(parameters))

    async def send(self, hook: Hook, parameters: Mapping[str, str]) -> httpx.Response:
        """One request: the parameters are a POST's form, or a GET's query. Raises httpx.HTTPError."""
        if hook.method == "GET":
            parts = urlsplit(hook.url)
            query = "&".join(filter(None, (parts.query, urlencode(parameters))))
            url = urlunsplit(parts._replace(query=query))
            return await self._client.get(url, headers={"X-Twilio-Signature": self.signature(url, {})})
        signature = self.signature(hook.url, parameters)
        return await self._client.post(
            hook.url, data=dict(parameters), headers={"X-Twilio-Signature": signature}
        )

    async def close(self) -> None:
        """Close the connections kept open."""
        await self._client.aclose()
