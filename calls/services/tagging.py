"""A person's word on what came of a conversation that has ended."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.db import transaction

from calls.models import Call, Conversation
from organizations import audit, live
from organizations.actors import Actor


class NotEnded(RuntimeError):
    """The call still goes on: its tags are given when it ends."""

    def __init__(self) -> None:
        super().__init__("The call hasn’t ended yet.")


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
    live.changed(conversation.organization_id, "calls", f"call:{conversation.pk}")
    audit.record(
        organization=conversation.organization,
        action=action,
        subject=conversation,
        by=by,
        at=at,
        **details,
    )
