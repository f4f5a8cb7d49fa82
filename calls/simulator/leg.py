"""One party's line while a call lives: what the application is told of it, and the TwiML that it is given."""

import asyncio
import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal
from urllib.parse import urljoin, urlsplit
from xml.etree import ElementTree

import httpx

from calls.simulator.network import Network
from calls.simulator.persona import Act, HangUp, Say, Wait
from calls.simulator.state import Call, Hook, Source, Status, Subscriber, log_call, now, rfc2822

logger = logging.getLogger(__name__)

SIP_CODES = {
    Status.COMPLETED: "200",
    Status.BUSY: "486",
    Status.NO_ANSWER: "480",
    Status.FAILED: "404",
    Status.CANCELED: "487",
}


def call_parameters(call: Call) -> dict[str, str]:
    """The fields that every request about a call bears."""
    parameters = {
        "CallSid": call.sid,
        "AccountSid": call.account_sid,
        "ApiVersion": "2010-04-01",
        "From": call.from_,
        "To": call.to,
        "Caller": call.from_,
        "Called": call.to,
        "Direction": call.direction,
        "CallStatus": str(call.status),
    }
    if call.caller_name:
        parameters["CallerName"] = call.caller_name
    if call.parent_sid:
        parameters["ParentCallSid"] = call.parent_sid
    return parameters


def tell_status(network: Network, call: Call, event: str) -> None:
    """Tell the application that a call was initiated, is ringing, was answered or is over (`completed`)."""
    sequence, call.sequence = call.sequence, call.sequence + 1
    hook = call.options.status_hook
    if hook is None or event not in call.options.status_events:
        return
    parameters = call_parameters(call) | {
        "Timestamp": rfc2822(now()) or "",
        "CallbackSource": "call-progress-events",
        "SequenceNumber": str(sequence),
    }
    if event == "initiated":
        parameters["CallStatus"] = "initiated"
    if call.status.is_final:
        parameters |= {
            "CallDuration": str(call.duration),
            "Duration": str(-(-call.duration // 60)),
            "SipResponseCode": SIP_CODES[call.status],
        }
        if call.answered_by:
            parameters["AnsweredBy"] = call.answered_by
    tell(network, call, hook, parameters, is_last=call.status.is_final)


def tell(
    network: Network, call: Call, hook: Hook, parameters: Mapping[str, str], *, is_last: bool = False
) -> None:
    """Send a callback without waiting for it, after the call's earlier ones, as far as the faults let it.

    A failed one isn't sent again: the provider doesn't either. `is_last` releases what a shuffle held.
    """
    fault = network.faults.take("callbacks")
    mode = fault.mode if fault else ""
    if mode == "lost":
        logger.info("%s callback lost on purpose: %s", call.sid, parameters.get("CallStatus", ""))
        return
    batch = [(hook, parameters)]
    if mode == "duplicate":
        batch *= 2
    if call.held_callback is not None:
        # Neighbours change places: the newer one first.
        batch.append(call.held_callback)
        call.held_callback = None
    elif mode == "shuffle" and not is_last:
        call.held_callback = batch[0]
        return
    delay = fault.seconds if fault and mode == "late" else 0.0
    call.last_delivery = network.spawn(_deliver(network, call, batch, delay, after=call.last_delivery))


async def _deliver(
    network: Network,
    call: Call,
    batch: list[tuple[Hook, Mapping[str, str]]],
    delay: float,
    after: asyncio.Task[None] | None,
) -> None:
    """Send callbacks one after the other, once the earlier ones of the call are through."""
    if delay:
        await asyncio.sleep(delay)
    if after is not None:
        await asyncio.wait({after})
    for hook, parameters in batch:
        try:
            response = await network.poster.send(hook, parameters)
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            logger.warning("%s callback to %s failed: %r", call.sid, urlsplit(hook.url).path, error)
        else:
            if response.status_code >= 400:
                logger.warning(
                    "%s callback to %s answered %s", call.sid, urlsplit(hook.url).path, response.status_code
                )


class HungUp(Exception):
    """The call is over: by the carrier, or by a verb of the application."""


@dataclass(eq=False, slots=True)
class Leg:
    """A call and the network that it runs on."""

    network: Network
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


async def perform(leg: Leg, role: Literal["agent", "carrier"], acts: tuple[Act, ...]) -> str | None:
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


# Ringing at a subscriber's, until somebody picks up or it is clear that nobody will.


# Somebody nobody configured picks up after that many seconds; at pace 0 nobody lets it ring.
USUAL_SECONDS = 2.0


async def ring(network: Network, call: Call, subscriber: Subscriber) -> Status:
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


# TwiML documents: fetched, parsed, and walked verb by verb.


MAX_DOCUMENTS = 200


class DocumentError(Exception):
    """TwiML that can't be had or read; `code` is the provider's error number."""

    def __init__(self, code: int, detail: str) -> None:
        super().__init__(detail)
        self.code = code


class Document:
    """A parsed response: its verbs, and the URL that relative ones in it refer to."""

    def __init__(self, root: ElementTree.Element, base_url: str | None) -> None:
        self.verbs = list(root)
        self.base_url = base_url

    def url(self, given: str) -> str:
        """An URL of the document, made absolute."""
        return urljoin(self.base_url, given.strip()) if self.base_url else given.strip()


def parse(text: str, base_url: str | None = None) -> Document:
    """The document in the text; DocumentError when it isn't TwiML."""
    try:
        # The application is our own, and expat bounds entity expansion.
        root = ElementTree.fromstring(text.strip())  # noqa: S314
    except ElementTree.ParseError as error:
        raise DocumentError(12100, f"Document parse failure: {error}") from error
    if root.tag != "Response":
        raise DocumentError(12100, f"Document parse failure: the root is <{root.tag}>, not <Response>")
    return Document(root, base_url)


async def fetch(leg: Leg, source: Source) -> Document:
    """The document of a source, asking its URL with the call's parameters."""
    if source.twiml is not None:
        return parse(source.twiml, source.url)
    if not source.url:
        raise DocumentError(11205, "There is no URL to ask for TwiML")
    parameters = call_parameters(leg.call) | dict(source.extra)
    try:
        response = await leg.network.poster.send(Hook(source.url, source.method), parameters)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        raise DocumentError(11205, f"HTTP connection failure: {error!r}") from error
    if response.status_code >= 400:
        raise DocumentError(11200, f"HTTP retrieval failure: {response.status_code}")
    if not response.text.strip():
        return Document(ElementTree.Element("Response"), source.url)
    return parse(response.text, source.url)


async def fetch_or_fall_back(leg: Leg, source: Source) -> Document:
    """The document of a source, or of the call's fallback URL when that one fails."""
    try:
        return await fetch(leg, source)
    except DocumentError as error:
        fallback = leg.call.options.fallback
        path = urlsplit(source.url or "").path
        logger.warning("%s TwiML of %s: %s %s", leg.call.sid, path, error.code, error)
        if fallback is None:
            raise
        extra = {"ErrorCode": str(error.code), "ErrorUrl": source.url or ""}
        return await fetch(leg, Source(fallback.url, fallback.method, extra=extra))
