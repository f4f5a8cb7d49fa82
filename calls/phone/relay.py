"""The ConversationRelay socket: the provider turns speech into text and back, we say what is said.

It holds nothing but the connection. Every message is a step of `calls.agent.runtime`, which commits before the reply
leaves, so a socket that drops, or a process that dies, loses no word.
"""

import asyncio
import json
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from typing import Any

import structlog
from django.conf import settings
from django.db import connections
from django.utils import timezone
from starlette.websockets import WebSocket, WebSocketDisconnect

from calls import services
from calls.agent import runtime
from calls.agent.skill import Reply
from calls.models import Call
from calls.phone import provider
from calls.phone.addresses import relay_url
from organizations.actors import Actor
from organizations.scope import scope

log = structlog.get_logger(__name__)

PROVIDER = Actor("provider", "twilio")
POLICY_VIOLATION = 1008

# The domain is synchronous: its steps run in these threads, each with a pooled connection.
threads = ThreadPoolExecutor(max_workers=settings.RELAY_THREADS, thread_name_prefix="relay")


async def relay(socket: WebSocket) -> None:
    """Serve one conversation: check the signature, find the call by its reference, answer every message."""
    reference = socket.path_params["reference"]
    signature = socket.headers.get("x-twilio-signature", "")
    if not provider.is_authentic(relay_url(reference), {}, signature):
        log.warning("socket with a wrong signature")
        await socket.close(POLICY_VIOLATION)
        return
    call = await _in_thread(_find_call, reference)
    if call is None:
        await socket.close(POLICY_VIOLATION)
        return
    await socket.accept()
    while (event := await socket.receive())["type"] == "websocket.receive":
        reply = await _in_thread(_step, call, _parse(event.get("text") or ""))
        try:
            if await _say(socket, reply):
                await socket.close()
                break
        except (WebSocketDisconnect, RuntimeError):
            break  # it went while we were about to speak
    log.info("socket closed", call=call.pk)


def _step(call: Call, message: dict[str, Any]) -> Reply:
    """What one message of the provider brings about."""
    at: datetime = timezone.now()
    with scope(call.organization_id):
        match message.get("type"):
            case "setup":
                sid = _text(message, "callSid")
                services.note_status(
                    call_id=call.pk, provider_status="in-progress", sid=sid, by=PROVIDER, at=at
                )
                return runtime.begin(call, at=at)
            case "prompt" if message.get("last", True):
                return runtime.hear(call, _text(message, "voicePrompt"), at=at)
            case "dtmf":
                return runtime.hear(call, _text(message, "digit"), at=at)
            case "interrupt":
                runtime.interrupt(call, _text(message, "utteranceUntilInterrupt"))
            case "error":
                log.warning("relay error", call=call.pk, description=_text(message, "description")[:200])
    return runtime.SILENCE


async def _say(socket: WebSocket, reply: Reply) -> bool:
    """Send a reply; whether it was the last one."""
    if reply.text:
        await socket.send_text(json.dumps({"type": "text", "token": reply.text, "last": True}))
    if reply.is_last:
        await socket.send_text(json.dumps({"type": "end", "handoffData": json.dumps({"reason": "finished"})}))
    return reply.is_last


def _parse(text: str) -> dict[str, Any]:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        return {}
    return message if isinstance(message, dict) else {}


def _text(message: dict[str, Any], name: str) -> str:
    """A field of a message, where it is a text."""
    value = message.get(name)
    return runtime.storable(value) if isinstance(value, str) else ""


def _find_call(reference: str) -> Call | None:
    return Call.unscoped.filter(reference=reference).first()


async def _in_thread[**P, T](step: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Run a step of the domain in a thread, and give its connection back to the pool."""

    def run() -> T:
        try:
            return step(*args, **kwargs)
        finally:
            connections.close_all()

    return await asyncio.get_running_loop().run_in_executor(threads, run)
