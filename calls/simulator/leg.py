"""One party's line while a call lives, and the TwiML that it is given."""

import asyncio
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import urljoin, urlsplit
from xml.etree import ElementTree

import httpx

from calls.simulator.callbacks import call_parameters, tell_status
from calls.simulator.state import Call, Hook, Source, Status, Subscriber, log_call, now

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


# TwiML documents: fetched, parsed, and walked verb by verb.


logger = logging.getLogger(__name__)

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
