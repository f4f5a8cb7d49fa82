"""The life of a call: placed or received, rung, answered, carried through its TwiML, ended."""

import asyncio
import logging
from collections.abc import Coroutine
from dataclasses import replace
from typing import Any

from calls.simulator.leg import HungUp, Leg, call_parameters, ring, tell, tell_status
from calls.simulator.network import Network
from calls.simulator.persona import Say, Talker
from calls.simulator.state import (
    Call,
    Order,
    Recording,
    Source,
    Status,
    log_call,
    now,
    rfc2822,
)
from calls.simulator.verbs import run

logger = logging.getLogger(__name__)


def start(network: Network, call: Call) -> None:
    """Bring a call to life."""
    network.add(call)
    network.spawn(live(network, call))


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


async def live(network: Network, call: Call) -> None:
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


def finish(network: Network, call: Call, status: Status) -> None:
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


def _recording_parameters(network: Network, call: Call, recording: Recording) -> dict[str, str]:
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
