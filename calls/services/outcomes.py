"""What came of a call: tags and outcome by a person, alarms for the load's broker."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db import transaction

from calls.language.sentiment import sentiment_of
from calls.models import Call, Conversation, LoadAlarm
from calls.services.steps import Step
from calls.services.transfers import other_number
from calls.skill import Conclusion, default_variables, fill
from calls.states import AlarmKind, Role, Tag
from loads.models import Load
from organizations import audit
from organizations.tenancy import live_updates
from organizations.tenancy.actors import Actor


def conclude(call: Call, *, at: datetime) -> Conclusion:
    """What came of a conversation that was held; stores the skill's own rows too. Run it in the ending transaction."""
    step = Step.look(call, at)
    if not step.state.get("is_begun"):
        return Conclusion("The call dropped before anyone spoke.", (Tag.DROPPED,))
    if "is_handed_over" in step.state:
        # The skill asks its notebook whether a person took the line.
        status = "connected" if step.talk.conversation.transferred_at else "failed"
        step.state["transfer"] = {"status": status}
    step.skill.store(step.talk)
    conclusion = _with_common(step.skill.conclude(step.talk), step)
    mood = sentiment_of(step.talk.conversation.turns.order_by("position"))
    return replace(conclusion, extracted={"sentiment": str(mood)} | conclusion.extracted)


def voicemail_message(call: Call) -> str:
    """What to leave on an answering machine, with its variables filled in; empty: nothing."""
    conversation = call.conversation
    if conversation.agent is None:
        return ""
    values = conversation.skill_state.get("variables") or default_variables(conversation.agent.variables)
    return fill(conversation.agent.voicemail_message, values)


def transcript(conversation: Conversation) -> str:
    """The turns as text, a line each: `Agent: …` and `Caller: …`."""
    return "\n".join(
        f"{Role(role).label}: {text}" + (" —" if is_interrupted else "")
        for role, text, is_interrupted in conversation.turns.order_by("position").values_list(
            "role", "text", "is_interrupted"
        )
    )


def _with_common(conclusion: Conclusion, step: Step) -> Conclusion:
    """The skill's conclusion, and what the runtime itself has heard or done."""
    state = step.state
    if state.get("is_opted_out"):
        said = "Asked us not to call again."
        conclusion = _add_to(conclusion, said, Tag.DO_NOT_CALL, is_primary=True, outcome="opted_out")
    if state.get("is_wrong_number"):
        said = "Wrong number."
        conclusion = _add_to(conclusion, said, Tag.WRONG_NUMBER, is_primary=True)
    if call_back := state.get("call_back"):
        words = f": “{call_back['words']}”" if call_back["words"] else ""
        told = {
            "callbackTime": call_back["time"],
            "callbackPhone": call_back["phone"] or other_number(step.call, step.talk.conversation) or None,
            **({"callbackName": call_back["name"]} if call_back.get("name") else {}),
            **({"callbackTimezone": call_back["zone"]} if call_back.get("zone") else {}),
        }
        conclusion = _add_to(conclusion, f"Callback requested{words}.", Tag.CALLBACK_REQUESTED, **told)
    if other := state.get("ask_other"):
        whom = " at ".join(part for part in (other["name"] or "someone else", other["phone"]) if part)
        told = {"contactName": other["name"] or None, "contactPhone": other["phone"] or None}
        told |= {"outcome": "ask_other", "callbackTime": None, "callbackPhone": other["phone"] or None}
        said = f"Referred to {whom}: “{other['words']}”."
        conclusion = _add_to(conclusion, said, Tag.CALLBACK_REQUESTED, **told)
    if step.talk.conversation.transferred_at:
        conclusion = _add_to(conclusion, "Transferred to a person.", Tag.TRANSFERRED)
    return conclusion


def _add_to(
    conclusion: Conclusion, said: str, tag: Tag, *, is_primary: bool = False, **extracted: Any
) -> Conclusion:
    """Add a sentence, a tag and data to a conclusion that doesn't have the tag yet; the skill's own data stays."""
    is_known = tag in conclusion.tags
    others = tuple(each for each in conclusion.tags if each != tag)
    if is_primary:
        tags, data = (tag, *others), conclusion.extracted | extracted
    else:
        tags = conclusion.tags if is_known else (*others, tag)
        data = extracted | conclusion.extracted
    summary = conclusion.summary if is_known else f"{conclusion.summary} {said}".strip()
    return replace(conclusion, summary=summary, tags=tags, extracted=data)


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
