"""Dialing: claim, commit, POST, store. A phone is never rung twice for one request."""

from datetime import datetime

import structlog

from calls.models import Call
from calls.phone import provider
from calls.phone.addresses import callback_url
from calls.services.progress import adopt_sid, end_call
from calls.states import LONGEST_CALL, CallStatus
from organizations.actors import Actor
from organizations.lifecycle import move

log = structlog.get_logger(__name__)


def place_call(*, call_id: int, by: Actor, at: datetime) -> None:
    """Dial a call that waits in the queue; does nothing when somebody else has it or it isn't due.

    Steps: claims the row by moving it to DIALING, which commits; asks the provider, once; stores the provider's id. A
    definite refusal ends the call, "not now" puts it back into the queue. Anything ambiguous leaves it DIALING: it is
    never dialed again, the sweep finds out what became of it.
    """
    call = Call.objects.select_related("organization").get(pk=call_id)
    if call.status != CallStatus.QUEUED or (call.not_before and call.not_before > at):
        return
    if call.organization.is_suspended:
        end_call(call_id=call_id, status=CallStatus.FAILED, reason="organization_suspended", by=by, at=at)
        return
    attempts = call.dial_attempts + 1
    if not move(call, CallStatus.DIALING, by=by, at=at, updated_at=at, dial_attempts=attempts):
        return
    try:
        sid = provider.place_call(
            from_phone=call.from_phone,
            to_phone=call.to_phone,
            extension=call.to_extension,
            callback_url=callback_url(call.reference),
            longest=LONGEST_CALL,
        )
    except provider.Refused as error:
        log.warning("call refused by the provider", call=call.pk, reason=str(error))
        end_call(
            call_id=call_id,
            status=CallStatus.FAILED,
            reason="provider_refused",
            detail=str(error),
            by=by,
            at=at,
        )
    except provider.NotNow:
        due = at + provider.NotNow.retry_after * min(attempts, 12)
        move(call, CallStatus.QUEUED, by=by, at=at, reason="provider_busy", updated_at=at, not_before=due)
        log.info("call put back into the queue", call=call.pk, due=due.isoformat())
    except provider.Ambiguous as error:
        log.warning("dial outcome unknown", call=call.pk, reason=str(error))
    else:
        adopt_sid(call_id=call_id, sid=sid, by=by, at=at)
        log.info("call placed", call=call.pk, sid=sid)
