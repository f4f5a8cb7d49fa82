"""TwiML's verbs: <Connect> opens a socket to the application and talks over it, <Dial> calls another party; and the
rest.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from xml.etree.ElementTree import Element

import httpx
from websockets.asyncio.client import connect as open_socket
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidURI

from calls.simulator.conversation import (
    AgentEnded,
    Conversation,
    Ears,
    RelayOptions,
    RelaySocket,
    SocketDropped,
)
from calls.simulator.leg import (
    MAX_DOCUMENTS,
    Document,
    DocumentError,
    HungUp,
    Leg,
    call_parameters,
    fetch_or_fall_back,
    perform,
    ring,
    tell_status,
)
from calls.simulator.persona import Script, Talker
from calls.simulator.state import (
    Call,
    CallOptions,
    Hook,
    RecordingWish,
    Source,
    Status,
    is_dialable,
    log_call,
    masked,
    new_sid,
    normalise,
    now,
)

logger = logging.getLogger(__name__)

FAILURE_SECONDS = 0.5


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a session ended: `ended` by the application, `completed` by a hang-up, `failed` by the socket."""

    status: str
    handoff_data: str | None = None
    error_code: str = ""
    error_message: str = ""


async def connect(leg: Leg, element: Element, document: Document) -> Source | None:
    """Hold a conversation as <Connect> says; its `action` leads on, unless the call is over."""
    noun = element.find("ConversationRelay")
    if noun is None or not noun.get("url"):
        logger.warning("%s <Connect> without a <ConversationRelay url>", leg.call.sid)
        return None
    action = element.get("action")
    hook = Hook(document.url(action), _method(element)) if action else None
    leg.call.remember_reference(action)
    session_id, began = new_sid("VX"), now()

    def report(outcome: Outcome) -> dict[str, str]:
        fields = {
            "SessionId": session_id,
            "SessionStatus": outcome.status,
            "SessionDuration": str(round((now() - began).total_seconds())),
        }
        if outcome.handoff_data is not None:
            fields["HandoffData"] = outcome.handoff_data
        if outcome.error_code:
            fields |= {"ErrorCode": outcome.error_code, "ErrorMessage": outcome.error_message}
        return fields

    try:
        outcome = await _hold_session(leg, RelayOptions.read(noun, document), session_id)
    except (HungUp, asyncio.CancelledError) as end:
        # A redirect takes the call away without a word; of a hang-up the action is told, for information.
        if hook and (isinstance(end, HungUp) or leg.call.is_hanging_up):
            leg.network.spawn(_report_hang_up(leg, hook, report(Outcome("completed"))))
        raise
    log_call(leg.call, "session %s", outcome.error_message or outcome.status)
    return Source(hook.url, hook.method, extra=report(outcome)) if hook else None


async def _hold_session(leg: Leg, options: RelayOptions, session_id: str) -> Outcome:
    """Open the socket and talk over it until one side has enough. Raises HungUp when that is the carrier."""
    signature = leg.network.poster.signature(options.url, {})
    try:
        connection = await open_socket(
            options.url,
            additional_headers={"X-Twilio-Signature": signature},
            user_agent_header="Twilio.TmeWs/1.0",
            proxy=None,
            compression=None,
            open_timeout=10,
            close_timeout=1,
            max_size=1 << 20,
        )
    except (OSError, TimeoutError, InvalidHandshake, InvalidURI) as error:
        logger.warning("%s no socket: %s", leg.call.sid, error)
        # As over a real network a failure takes a moment, also so that trying again at once doesn't spin.
        await asyncio.sleep(FAILURE_SECONDS)
        return Outcome("failed", error_code="64102", error_message="Unable to connect to WebSocket URL")
    socket = RelaySocket(connection)
    try:
        await socket.send_setup(leg.call, session_id, options)
        await Conversation(leg, socket, Ears(socket), options).hold()
    except AgentEnded as end:
        return Outcome("ended", handoff_data=end.handoff_data)
    except (SocketDropped, ConnectionClosed):
        return Outcome("failed", error_code="64105", error_message="WebSocket ended")
    finally:
        await socket.close()
    raise HungUp


async def _report_hang_up(leg: Leg, hook: Hook, fields: dict[str, str]) -> None:
    """Tell the action that the session is over since the call is."""
    parameters = call_parameters(leg.call) | {"CallStatus": str(Status.COMPLETED)} | fields
    try:
        await leg.network.poster.send(hook, parameters)
    except (httpx.HTTPError, httpx.InvalidURL) as error:
        logger.warning("%s action failed: %r", leg.call.sid, error)


# How long two people talk once they are connected, in words of the call's pace.
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
    return Source(document.url(action), _method(element), extra=result)


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
    log_call(leg.call, "transferred to %s", masked(call.to))
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
        said = await perform(leg, "agent", reader.reply(""))
        if said is None:
            return
        if said and await perform(leg, "carrier", other.reply(said)) is None:
            return


def _end(leg: Leg, call: Call, outcome: Status) -> None:
    """The second call is over."""
    call.status = outcome
    call.ended_at = now()
    tell_status(leg.network, call, "completed")
    leg.network.retire(call)


# A verb's work; a source that it returns is the document to go on with.
Verb = Callable[[Leg, Element, Document], Awaitable[Source | None]]

# These leave a ringing inbound call unanswered.
SILENT_VERBS = {"Reject", "Redirect", "Pause", "Hangup"}


async def run(leg: Leg, source: Source) -> None:
    """Carry out a document and those it leads to, until no verb is left. Raises HungUp at a call's end."""
    next_source: Source | None = source
    for _ in range(MAX_DOCUMENTS):
        if next_source is None:
            return
        try:
            document = await fetch_or_fall_back(leg, next_source)
        except DocumentError:
            leg.answer()
            await leg.speak("We're sorry, an application error has occurred. Good-bye.")
            raise HungUp from None
        next_source = await _run_document(leg, document)
    logger.warning("%s asked for more than %s documents", leg.call.sid, MAX_DOCUMENTS)


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


async def _speak_text(leg: Leg, element: Element, document: Document) -> None:
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
    "Connect": connect,
    "Dial": _dial,
    "Hangup": _hang_up,
    "Pause": _pause,
    "Play": _play,
    "Redirect": _redirect,
    "Reject": _reject,
    "Say": _speak_text,
    "Start": _start,
}
