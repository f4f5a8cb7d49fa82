"""The exchange's memory and its running calls."""

import asyncio
import itertools
import logging
from collections import deque
from collections.abc import Coroutine
from dataclasses import dataclass
from typing import Any

from . import audio
from .callbacks import Poster
from .clock import new_sid, now
from .faults import Faults
from .life import live
from .personas import PERSONAS, make_persona
from .script import Script
from .state import Call, OwnedNumber, Recording, RecordingWish, Subscriber
from .talk import Talker

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
            duration=audio.seconds(lines),
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
