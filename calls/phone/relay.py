"""The ConversationRelay socket: the provider turns speech into text and back, we say what is said."""

import structlog
from starlette.websockets import WebSocket

from calls.models import Call
from calls.phone import provider
from calls.phone.addresses import relay_url
from calls.phone.session import Session
from calls.phone.threads import in_thread, quick

log = structlog.get_logger(__name__)

POLICY_VIOLATION = 1008


async def relay(socket: WebSocket) -> None:
    """Serve one conversation: check the signature, find the call by its reference, answer every message."""
    reference = socket.path_params["reference"]
    signature = socket.headers.get("x-twilio-signature", "")
    if not provider.is_authentic(relay_url(reference), {}, signature):
        log.warning("socket with a wrong signature")
        await socket.close(POLICY_VIOLATION)
        return
    call = await in_thread(quick, _find_call, reference)
    if call is None:
        await socket.close(POLICY_VIOLATION)
        return
    await socket.accept()
    await Session(socket, call).hold()
    log.info("socket closed", call=call.pk)


def _find_call(reference: str) -> Call | None:
    calls = Call.unscoped.select_related("organization", "conversation__agent").defer("transcript")
    return calls.filter(reference=reference).first()
