"""What happens when a machine picks up."""

from datetime import datetime

import structlog

from calls.models import Call
from calls.phone import provider
from calls.phone.addresses import callback_url
from organizations.actors import Actor

log = structlog.get_logger(__name__)


def leave_voicemail(*, call_id: int, by: Actor, at: datetime) -> None:
    """Turn a live call over to the voicemail TwiML, which says the agent's message, if any, and hangs up.

    Does nothing for a call that has ended. When the provider is away, the call ends by itself at its longest length.
    """
    call = Call.objects.get(pk=call_id)
    if call.is_finished or not call.provider_sid:
        return
    try:
        provider.redirect(call.provider_sid, callback_url(call.reference, "voicemail"))
    except provider.Ambiguous as error:
        log.warning("voicemail not reached", call=call.pk, reason=str(error))
