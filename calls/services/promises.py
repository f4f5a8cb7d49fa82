"""Call-backs that were promised: written down when a conversation ends, ticked off by a person."""

from datetime import UTC, datetime, time

from django.db import transaction

from calls.agent.skill import Conclusion
from calls.models import Conversation, Promise
from calls.states import Tag
from organizations import audit, live
from organizations.actors import Actor
from organizations.display import zone_of

MORNING = time(9)  # of a day that was named without a time


def note_promise(conversation: Conversation, conclusion: Conclusion, *, at: datetime) -> Promise | None:
    """Write down the call-back that the conversation ended with; None where it didn't.

    The conclusion's data says when, by the clock of `callbackTimezone` or else of the organization, and at what number;
    a check call that nobody understood asks for one by its tag alone. A time that makes no sense is none.
    """
    told = conclusion.extracted
    phone = str(told.get("callbackPhone") or "")
    if Tag.CALLBACK_REQUESTED not in conclusion.tags:
        return None
    name = str(told.get("callbackTimezone") or "") or conversation.organization.timezone
    due_at = _instant(str(told.get("callbackTime") or ""), name)
    promise = Promise.objects.create(
        organization_id=conversation.organization_id,
        conversation=conversation,
        made_at=at,
        due_at=due_at or at,
        is_timed=due_at is not None,
        timezone=name,
        phone=phone[:20],
    )
    live.changed(conversation.organization_id, "promises")
    return promise


def keep_promise(*, promise: Promise, by: Actor, at: datetime) -> bool:
    """Tick it off; whether this call did it."""
    with transaction.atomic():
        if not Promise.objects.filter(pk=promise.pk, kept_at=None).update(kept_at=at, kept_by=str(by)):
            return False
        audit.record(
            organization=promise.organization,
            action="promise.kept",
            subject=promise,
            by=by,
            at=at,
            call=promise.conversation_id,
        )
        live.changed(promise.organization_id, "promises")
    promise.kept_at, promise.kept_by = at, str(by)
    return True


def _instant(text: str, zone: str) -> datetime | None:
    """The moment of a local time, or of a day's morning, in ISO's writing; None where it is neither."""
    try:
        local = datetime.fromisoformat(text)
        if len(text) == len("2026-03-02"):
            local = datetime.combine(local, MORNING)
        if local.tzinfo is None:
            local = local.replace(tzinfo=zone_of(zone) or UTC)
        return local.astimezone(UTC)
    except (ValueError, OverflowError):
        return None
