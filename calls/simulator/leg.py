"""One party's line while a call lives: what verbs and sessions work on."""

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING

from calls.simulator.callbacks import tell_status
from calls.simulator.state import Call, Status, Subscriber, log_call, now

if TYPE_CHECKING:
    from calls.simulator.network import Network


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


# Ringing at a subscriber's, until somebody picks up or it is clear that nobody will.


if TYPE_CHECKING:
    from calls.simulator.network import Network

# Somebody nobody configured picks up after that many seconds; at pace 0 nobody lets it ring.
USUAL_SECONDS = 2.0


async def ring(network: "Network", call: Call, subscriber: Subscriber) -> Status:
    """Ring; IN_PROGRESS when somebody picks up, otherwise the state that the call ends in."""
    call.started_at = now()
    if subscriber.answer == "fail":
        return Status.FAILED
    if subscriber.answer == "busy":
        await asyncio.sleep(subscriber.ring_seconds or 0)
        return Status.BUSY
    call.status = Status.RINGING
    log_call(call, "ringing")
    tell_status(network, call, "ringing")
    usual = USUAL_SECONDS if call.pace else 0.0
    if subscriber.answer == "no-answer":
        usual = call.options.ring_limit if call.pace else 0.0
    seconds = usual if subscriber.ring_seconds is None else subscriber.ring_seconds
    await asyncio.sleep(min(seconds, call.options.ring_limit))
    if subscriber.answer == "no-answer" or seconds > call.options.ring_limit:
        return Status.NO_ANSWER
    return Status.IN_PROGRESS
