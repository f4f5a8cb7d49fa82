"""<Connect><ConversationRelay>: a socket to the application is opened, talked over, and its end reported."""

import asyncio
import logging
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
from calls.simulator.leg import Document, HungUp, Leg, call_parameters
from calls.simulator.state import Hook, Source, Status, log_call, new_sid, now

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
    hook = (
        Hook(document.url(action), "GET" if element.get("method", "").upper() == "GET" else "POST")
        if action
        else None
    )
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
