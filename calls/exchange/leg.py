"""One party's line while a call lives: what verbs and sessions work on."""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .callbacks import tell_status
from .clock import now
from .journal import log_call
from .state import Call, Status

if TYPE_CHECKING:
    from .network import Network


class HungUp(Exception):
    """The call is over: by the carrier, or by a verb of the application."""


@dataclass(eq=False, slots=True)
class Leg:
    """A call and the network that it runs on."""

    network: "Network"
    call: Call

    def answer(self) -> None:
        """Pick up, once: the call is in progress from here, and its recording runs."""
        if self.call.answered_at is not None:
            return
        self.call.answered_at = now()
        self.call.status = Status.IN_PROGRESS
        if self.call.options.recording:
            self.call.recordings.append(self.call.options.recording)
        log_call(self.call, "answered")
        tell_status(self.network, self.call, "answered")

    async def speak(self, text: str) -> None:
        """Say something to the carrier and take the time that it takes."""
        await self.pause_for(text)
        self.call.say("agent", text)

    async def pause_for(self, text: str) -> None:
        """As long as the words take at this call's pace; no time at pace 0."""
        await asyncio.sleep(self.call.pace * len(text.split()))
