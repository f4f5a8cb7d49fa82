"""Ringing at a subscriber's, until somebody picks up or it is clear that nobody will."""

import asyncio
from typing import TYPE_CHECKING

from .callbacks import tell_status
from .clock import now
from .journal import log_call
from .state import Call, Status, Subscriber

if TYPE_CHECKING:
    from .network import Network

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
