"""The <Dial> verb: a second party is called and put through."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Literal
from xml.etree.ElementTree import Element

from .callbacks import tell_status
from .clock import now
from .journal import log_call
from .leg import HungUp, Leg
from .phones import is_dialable, masked, normalise
from .ringing import ring
from .script import Script
from .state import Call, CallOptions, Hook, Source, Status
from .talk import Act, HangUp, Say, Talker, Wait
from .twiml import Document

# How long two people talk once they are put through, in words of the call's pace.
TALK_WORDS = 40


async def dial(
    leg: Leg, element: Element, document: Document, *, whisper: Callable[[Leg, Source], Awaitable[None]]
) -> Source | None:
    """Call the parties of a <Dial> in turn, put the first who answers through, and report to its `action`.

    A party's `url` is carried out to it by `whisper` before the two hear each other, unless it hangs up.
    """
    call, outcome = None, Status.FAILED
    for noun, number in _parties(element):
        call = _second_call(leg, element, document, noun, number)
        try:
            outcome = await _reach(leg, call)
            if outcome == Status.IN_PROGRESS and noun is not None and (url := noun.get("url")):
                outcome = await _whisper(leg, call, Source(document.url(url)), whisper)
        except asyncio.CancelledError:
            _end(leg, call, Status.CANCELED)
            raise
        if outcome == Status.IN_PROGRESS:
            break
        _end(leg, call, outcome)
    is_bridged = outcome == Status.IN_PROGRESS
    if call and is_bridged:
        await _talk(leg, call)
        outcome = Status.COMPLETED
    action = element.get("action")
    if not action:
        return None
    result = {"DialCallStatus": str(outcome), "DialBridged": "true" if is_bridged else "false"}
    if call:
        result |= {"DialCallSid": call.sid}
        if is_bridged:
            result["DialCallDuration"] = str(call.duration)
    method = "GET" if element.get("method", "POST").upper() == "GET" else "POST"
    return Source(document.url(action), method, extra=result)


def _parties(element: Element) -> list[tuple[Element | None, str]]:
    """The numbers and clients to call, with the noun that names each."""
    if text := (element.text or "").strip():
        return [(None, normalise(text))]
    parties: list[tuple[Element | None, str]] = []
    for noun in element:
        name = "".join(noun.itertext()).strip()
        if noun.tag == "Number":
            parties.append((noun, normalise(name)))
        elif noun.tag == "Client":
            parties.append((noun, f"client:{name}"))
    return parties


def _second_call(leg: Leg, element: Element, document: Document, noun: Element | None, number: str) -> Call:
    """The call to the second party: a child of the first."""
    hook = None
    if noun is not None and (url := noun.get("statusCallback")):
        hook = Hook(document.url(url), noun.get("statusCallbackMethod", "POST").upper())
    timeout = element.get("timeout", "")
    options = CallOptions(
        status_hook=hook,
        status_events=frozenset(
            (noun.get("statusCallbackEvent") or "completed").split() if noun is not None else ()
        ),
        ring_limit=int(timeout) if timeout.isascii() and timeout.isdigit() else 30,
        send_digits=(noun.get("sendDigits") or "") if noun is not None else "",
    )
    call = Call(
        account_sid=leg.call.account_sid,
        from_=normalise(element.get("callerId") or leg.call.from_),
        to=number,
        direction="outbound-dial",
        options=options,
        pace=leg.call.pace,
        parent_sid=leg.call.sid,
    )
    leg.network.add(call)
    log_call(leg.call, "dials %s", masked(number))
    return call


async def _reach(leg: Leg, call: Call) -> Status:
    """Ring the second party."""
    if not (call.to.startswith("client:") or is_dialable(call.to)):
        return Status.FAILED
    tell_status(leg.network, call, "initiated")
    outcome = await ring(leg.network, call, leg.network.subscriber(call.to))
    if outcome == Status.IN_PROGRESS:
        Leg(leg.network, call).answer()
        call.press(call.options.send_digits)
    return outcome


async def _whisper(
    leg: Leg, call: Call, source: Source, whisper: Callable[[Leg, Source], Awaitable[None]]
) -> Status:
    """Tell the second party something that the first doesn't hear."""
    try:
        await whisper(Leg(leg.network, call), source)
    except HungUp:
        return Status.NO_ANSWER
    return Status.IN_PROGRESS


async def _talk(leg: Leg, call: Call) -> None:
    """Both talk for a while; whatever ends the first call ends the second.

    Somebody whom the application has called, and who has a script, reads it; whoever was dialed answers line by line.
    """
    leg.call.transferred_to = call.to
    log_call(leg.call, "put through to %s", masked(call.to))
    reader = leg.call.talker
    try:
        if leg.call.direction == "outbound-api" and isinstance(reader, Script) and not reader.is_machine:
            await _read(leg, reader, leg.network.make_talker(leg.network.subscriber(call.to)))
        else:
            await asyncio.sleep(leg.call.pace * TALK_WORDS)
    finally:
        _end(leg, call, Status.COMPLETED)


async def _read(leg: Leg, reader: Script, other: Talker) -> None:
    """Say the script's lines into the call, each answered by the other side, until one of them has had enough."""
    while reader.has_more:
        said = await _say(leg, "agent", reader.reply(""))
        if said is None:
            return
        if said and await _say(leg, "carrier", other.reply(said)) is None:
            return


async def _say(leg: Leg, role: Literal["agent", "carrier"], acts: tuple[Act, ...]) -> str | None:
    """What one side does: the words that it says, or None where it hangs up."""
    words = []
    for act in acts:
        match act:
            case Say():
                await leg.pause_for(act.text)
                leg.call.say(role, act.text)
                words.append(act.text)
            case Wait(seconds):
                await asyncio.sleep(seconds)
            case HangUp():
                return None
    return " ".join(words)


def _end(leg: Leg, call: Call, outcome: Status) -> None:
    """The second call is over."""
    call.status = outcome
    call.ended_at = now()
    tell_status(leg.network, call, "completed")
    leg.network.retire(call)
