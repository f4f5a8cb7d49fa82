"""Answering-machine detection."""

import asyncio

from .callbacks import call_parameters, tell
from .leg import Leg
from .talk import Say, Talker


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
