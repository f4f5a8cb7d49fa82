"""Holds a conversation, turn by turn, with the database as its only memory.

Each function is one step: it locks the call and its conversation (in this order, everywhere), does the skill's
bidding, writes both turns and the skill's notebook, and commits, before a word leaves. So whichever process gets the
next words finds everything there.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from calls.agent.custom import CustomPromptSkill
from calls.agent.prompt import default_variables, fill
from calls.agent.skill import Conclusion, Reply, Skill, Talk, skill_for
from calls.agent.understanding import is_voicemail_greeting
from calls.models import Agent, Call, Conversation, Turn
from calls.states import Direction, Role, Tag
from organizations.tasks import prompt

SILENCE = Reply("")
OVER = Reply("", is_last=True)
MOST_RECONNECTS = 3
LONGEST_UTTERANCE = 5_000  # characters; a speech recognizer gone wild stops here


def begin(call: Call, *, at: datetime) -> Reply:
    """The first words; when the conversation has begun before (the socket dropped), the words to resume it."""
    with transaction.atomic():
        talk, skill = _enter(call, at)
        if call.is_finished or talk.state.get("is_over"):
            return OVER
        if call.has_reached_machine:
            return SILENCE
        reply = skill.resume(talk) if talk.state.get("is_begun") else skill.open(talk)
        _write(talk, reply)
        return reply


def hear(call: Call, words: str, *, at: datetime) -> Reply:
    """The reply to what the other side said; silence once a machine has picked up, the end once all has been said."""
    words = storable(words).strip()[:LONGEST_UTTERANCE]
    if not words:
        return SILENCE
    with transaction.atomic():
        talk, skill = _enter(call, at)
        if call.is_finished:
            return OVER
        _append(talk, Role.CALLER, words)
        if talk.state.get("is_over"):
            return OVER
        if call.has_reached_machine or _unmask_machine(call, words):
            return SILENCE
        reply = skill.answer(talk, words) if talk.state.get("is_begun") else skill.open(talk)
        _write(talk, reply)
        return reply


def interrupt(call: Call, said: str) -> None:
    """The other side cut in: of the agent's last turn only `said` was heard."""
    with transaction.atomic():
        Conversation.objects.select_for_update(no_key=True).get(pk=call.conversation_id)
        last = (
            Turn.objects.filter(conversation_id=call.conversation_id, role=Role.AGENT)
            .order_by("position")
            .last()
        )
        if last is not None and not last.is_interrupted:
            last.text, last.is_interrupted = storable(said).strip()[:LONGEST_UTTERANCE] or last.text, True
            last.save(update_fields=["text", "is_interrupted"])


def may_reconnect(call: Call) -> bool:
    """Whether a talk whose socket broke is to be taken up again: not when all was said, nor for the fourth time."""
    with transaction.atomic():
        conversation = Conversation.objects.select_for_update(no_key=True).get(pk=call.conversation_id)
        reconnects = conversation.skill_state.get("reconnects", 0)
        if reconnects >= MOST_RECONNECTS or conversation.skill_state.get("is_over"):
            return False
        conversation.skill_state["reconnects"] = reconnects + 1
        conversation.save(update_fields=["skill_state"])
        return True


def conclude(call: Call, *, at: datetime) -> Conclusion:
    """What came of a conversation that was held; stores the skill's own rows too. Run it in the ending transaction."""
    talk, skill = _enter(call, at)
    if not talk.state.get("is_begun"):
        return Conclusion("The line went dead before anything was said.", (Tag.DROPPED,))
    skill.store(talk)
    return skill.conclude(talk)


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


def storable(text: str) -> str:
    """Without what PostgreSQL can't hold: U+0000 and lone surrogates."""
    return text.replace("\x00", "").encode("utf-8", "ignore").decode()


def _enter(call: Call, at: datetime) -> tuple[Talk, Skill]:
    """Lock and freshen the call, lock the conversation, and open the notebook."""
    call.refresh_from_db(
        fields=["status", "answered_by"],
        from_queryset=Call.objects.select_for_update(no_key=True, of=("self",)),
    )
    conversation = (
        Conversation.objects.select_for_update(of=("self",), no_key=True)
        .select_related("organization", "agent")
        .get(pk=call.conversation_id)
    )
    agent = conversation.agent or Agent(organization=conversation.organization, name="Agent")
    return Talk(conversation, agent, conversation.skill_state, at), skill_for(
        agent.purpose
    ) or CustomPromptSkill()


def _write(talk: Talk, reply: Reply) -> None:
    """Keep the agent's turn and the notebook."""
    talk.state |= {"is_begun": True, "is_over": reply.is_last}
    if reply.text:
        _append(talk, Role.AGENT, reply.text)
    talk.conversation.skill_state = talk.state
    talk.conversation.save(update_fields=["skill_state"])


def _append(talk: Talk, role: Role, text: str) -> None:
    turns = Turn.objects.filter(conversation=talk.conversation)
    position = turns.aggregate(last=Max("position"))["last"]
    Turn.objects.create(
        organization_id=talk.conversation.organization_id,
        conversation=talk.conversation,
        position=0 if position is None else position + 1,
        role=role,
        text=text,
        at=talk.at,
    )


def _unmask_machine(call: Call, words: str) -> bool:
    """Whether these are an answering machine's words; then the message goes out.

    Detection by sound takes seconds, and there is none for calls to an extension.
    """
    if call.conversation.direction != Direction.OUTBOUND or not is_voicemail_greeting(words):
        return False
    Call.objects.filter(pk=call.pk).update(answered_by="machine_greeting")
    prompt("calls.tasks.leave_voicemail", call.organization_id, call.pk)
    return True
