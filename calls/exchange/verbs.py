"""The TwiML verbs that the exchange knows."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from xml.etree.ElementTree import Element

from .dialing import dial
from .journal import log_call
from .leg import HungUp, Leg
from .relay import connect
from .state import Hook, RecordingWish, Source, Status
from .twiml import MOST_DOCUMENTS, Document, DocumentError, fetch_or_fall_back

logger = logging.getLogger(__name__)

# A verb's work; a source that it returns is the document to go on with.
Verb = Callable[[Leg, Element, Document], Awaitable[Source | None]]

# These leave a ringing inbound call unanswered.
SILENT_VERBS = {"Reject", "Redirect", "Pause", "Hangup"}


async def run(leg: Leg, source: Source) -> None:
    """Carry out a document and those it leads to, until no verb is left. Raises HungUp at a call's end."""
    next_source: Source | None = source
    for _ in range(MOST_DOCUMENTS):
        if next_source is None:
            return
        try:
            document = await fetch_or_fall_back(leg, next_source)
        except DocumentError:
            leg.answer()
            await leg.speak("We're sorry, an application error has occurred. Good-bye.")
            raise HungUp from None
        next_source = await _run_document(leg, document)
    logger.warning("%s asked for more than %s documents", leg.call.sid, MOST_DOCUMENTS)


async def _run_document(leg: Leg, document: Document) -> Source | None:
    """The verbs of one document in order; ends early when one leads to another document."""
    for element in document.verbs:
        verb = VERBS.get(element.tag)
        if verb is None:
            logger.warning("%s unknown verb <%s> left out", leg.call.sid, element.tag)
            continue
        if element.tag not in SILENT_VERBS:
            leg.answer()
        if (source := await verb(leg, element, document)) is not None:
            return source
    return None


async def _say(leg: Leg, element: Element, document: Document) -> None:
    """Speak a text, as often as `loop` says."""
    for _ in range(_number(element, "loop", 1, most=20)):
        await leg.speak("".join(element.itertext()))


async def _play(leg: Leg, element: Element, document: Document) -> None:
    """Play a sound file (takes no time here) or press `digits`."""
    if digits := element.get("digits"):
        leg.call.press(digits)
        log_call(leg.call, "keys sent")


async def _pause(leg: Leg, element: Element, document: Document) -> None:
    """Wait `length` seconds; no time at pace 0."""
    if leg.call.pace:
        await asyncio.sleep(_number(element, "length", 1, most=300))


async def _hang_up(leg: Leg, element: Element, document: Document) -> None:
    """End the call."""
    leg.answer()
    raise HungUp


async def _redirect(leg: Leg, element: Element, document: Document) -> Source:
    """Go on with another document."""
    return Source(document.url(element.text or ""), _method(element))


async def _reject(leg: Leg, element: Element, document: Document) -> None:
    """Refuse an inbound call: busy, or as if nobody had answered."""
    if leg.call.answered_at is None:
        leg.call.status = Status.BUSY if element.get("reason") == "busy" else Status.NO_ANSWER
    raise HungUp


async def _start(leg: Leg, element: Element, document: Document) -> None:
    """Start a recording in the background; other nouns aren't known."""
    for noun in element:
        if noun.tag != "Recording":
            logger.warning("%s <Start><%s> left out", leg.call.sid, noun.tag)
            continue
        url = noun.get("recordingStatusCallback")
        hook = (
            Hook(document.url(url), noun.get("recordingStatusCallbackMethod", "POST").upper())
            if url
            else None
        )
        channels = 1 if noun.get("channels") == "mono" else 2
        wish = RecordingWish("StartCallRecordingTwiML", channels, hook, first_line=len(leg.call.lines))
        leg.call.recordings.append(wish)


async def _connect(leg: Leg, element: Element, document: Document) -> Source | None:
    """A conversation over a socket; its `action` leads on."""
    return await connect(leg, element, document)


async def _dial(leg: Leg, element: Element, document: Document) -> Source | None:
    """Another party on the line; its `action` leads on."""
    return await dial(leg, element, document, whisper=run)


def _method(element: Element) -> str:
    return "GET" if element.get("method", "POST").upper() == "GET" else "POST"


def _number(element: Element, name: str, default: int, *, most: int) -> int:
    """A whole-number attribute within its bounds; the default when it isn't one."""
    text = element.get(name, "")
    return min(int(text), most) if text.isascii() and text.isdigit() else default


VERBS: dict[str, Verb] = {
    "Connect": _connect,
    "Dial": _dial,
    "Hangup": _hang_up,
    "Pause": _pause,
    "Play": _play,
    "Redirect": _redirect,
    "Reject": _reject,
    "Say": _say,
    "Start": _start,
}
