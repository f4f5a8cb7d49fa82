"""What came of a call: tags and outcome by a person, alarms for the load's broker."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from calls.models import Call, Conversation, LoadAlarm
from calls.states import AlarmKind
from loads.models import Load
from organizations.tenancy import audit, live_updates
from organizations.tenancy.actors import Actor


class NotEnded(RuntimeError):
    """The call still goes on: its tags are given when it ends."""

    def __init__(self) -> None:
        super().__init__("This call hasn’t ended yet.")


def change_tags(*, call_id: int, tags: Sequence[str], by: Actor, at: datetime) -> bool:
    """Give a call that has ended these content tags, the primary one first; whether they were others.

    Raises NotEnded.
    """
    with transaction.atomic():
        conversation = _ended(call_id)
        before, after = conversation.content_tags, list(dict.fromkeys(tags))
        if before == after:
            return False
        _keep(conversation, "call.tags_changed", {"content_tags": after}, by, at, before=before, after=after)
    return True


def note_outcome(
    *, call_id: int, outcome: str, words: str, tags: Sequence[str] = (), by: Actor, at: datetime
) -> None:
    """Keep what came of a call that a person made, told by that person: a word for systems, a sentence for colleagues.

    `tags` are given beside those that it has. Raises NotEnded.
    """
    with transaction.atomic():
        conversation = _ended(call_id)
        fields = {
            "summary": f"{conversation.summary} {words}".strip(),
            "content_tags": list(dict.fromkeys([*tags, *conversation.content_tags])),
            "extracted_data": conversation.extracted_data | {"outcome": outcome},
        }
        _keep(conversation, "call.outcome_noted", fields, by, at, outcome=outcome)


def _ended(call_id: int) -> Conversation:
    """The conversation of a call that has ended, locked."""
    call = Call.objects.select_for_update(no_key=True).get(pk=call_id)
    if not call.is_finished:
        raise NotEnded
    return Conversation.objects.select_for_update(no_key=True).get(pk=call_id)


def _keep(
    conversation: Conversation, action: str, fields: dict[str, Any], by: Actor, at: datetime, **details: Any
) -> None:
    Conversation.objects.filter(pk=conversation.pk).update(**fields)
    live_updates.changed(conversation.organization_id, "calls", f"call:{conversation.pk}")
    audit.record(
        organization=conversation.organization,
        action=action,
        subject=conversation,
        by=by,
        at=at,
        **details,
    )


# What a load's broker must know at once.


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
        live_updates.changed(conversation.organization_id, *names)
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
    live_updates.changed(
        alarm.organization_id, "alarms", *([f"load:{alarm.load_id}"] if alarm.load_id else [])
    )
    return True
