"""What a load's broker must know at once."""

from datetime import datetime

from calls.models import Conversation, LoadAlarm
from calls.states import AlarmKind
from loads.models import Load
from organizations import audit, live
from organizations.actors import Actor

MAX_WORDS = 300


def raise_alarm(
    *, conversation: Conversation, load: Load | None, kind: AlarmKind, words: str, at: datetime
) -> LoadAlarm:
    """Write down what happened to a load, once a conversation and kind, and tell open pages.

    What is told later of the same takes the place of the first words, while nobody has seen them.
    """
    words = words.strip()[:MAX_WORDS]
    alarm, is_new = LoadAlarm.objects.get_or_create(
        conversation=conversation,
        kind=kind,
        defaults={
            "organization_id": conversation.organization_id,
            "load": load,
            "words": words,
            "raised_at": at,
        },
    )
    has_news = not is_new and alarm.words != words and bool(words)
    if has_news:
        has_news = bool(LoadAlarm.objects.filter(pk=alarm.pk, seen_at=None).update(words=words))
        alarm.words = words if has_news else alarm.words
    if is_new or has_news:
        names = ("alarms", f"call:{conversation.pk}", *([f"load:{load.pk}"] if load else []))
        live.changed(conversation.organization_id, *names)
    return alarm


def mark_alarm_seen(*, alarm: LoadAlarm, by: Actor, at: datetime) -> bool:
    """Somebody takes care of it; whether this call was the first to say so."""
    if not LoadAlarm.objects.filter(pk=alarm.pk, seen_at=None).update(seen_at=at, seen_by=str(by)):
        return False
    audit.record(
        organization=alarm.organization,
        action="alarm.seen",
        subject=alarm,
        by=by,
        at=at,
        call=alarm.conversation_id,
    )
    live.changed(alarm.organization_id, "alarms", *([f"load:{alarm.load_id}"] if alarm.load_id else []))
    return True
