"""Holds a conversation, turn by turn, with the database as its only memory.

Each function is one step: it locks the conversation, does the skill's bidding, writes both turns and the skill's
notebook, and commits, before a word leaves. So whichever process gets the next words finds everything there.
"""

from datetime import datetime

from django.db import transaction
from django.db.models import Max

from calls.agent.custom import CustomPromptSkill
from calls.agent.skill import Conclusion, Reply, Skill, Talk, skill_for
from calls.agent.understanding import is_voicemail_greeting
from calls.models import Agent, Call, Conversation, Turn
from calls.states import Direction, Role
from organizations.tasks import prompt

SILENCE = Reply("")
MOST_RECONNECTS = 3
LONGEST_UTTERANCE = 5_000  # characters; a speech recognizer gone wild stops here


def begin(call: Call, *, at: datetime) -> Reply:
    """The first words; when the conversation has begun before (the socket dropped), the words to resume it."""
    with transaction.atomic():
        talk, skill = _enter(call, at)
        if call.is_finished or call.has_reached_machine:
            return SILENCE
        reply = skill.resume(talk) if talk.conversation.turns.exists() else skill.open(talk)
        _write(talk, reply)
        return reply


def hear(call: Call, words: str, *, at: datetime) -> Reply:
    """The reply to what the other side said; silence once the call is over or a machine has picked up."""
    words = words.replace("\x00", "").strip()[:LONGEST_UTTERANCE]
    if not words:
        return SILENCE
    with transaction.atomic():
        talk, skill = _enter(call, at)
        if call.is_finished:
            return Reply("", is_last=True)
        _append(talk, Role.CALLER, words)
        if call.has_reached_machine or _unmask_machine(call, words):
            return SILENCE
        reply = skill.answer(talk, words)
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
            last.text, last.is_interrupted = said.replace("\x00", "") or last.text, True
            last.save(update_fields=["text", "is_interrupted"])


def may_reconnect(call: Call) -> bool:
    """Whether a conversation whose socket broke is to be taken up again; counts the times, and stops after a few."""
    with transaction.atomic():
        conversation = Conversation.objects.select_for_update(no_key=True).get(pk=call.conversation_id)
        reconnects = conversation.skill_state.get("reconnects", 0)
        if reconnects >= MOST_RECONNECTS:
            return False
        conversation.skill_state["reconnects"] = reconnects + 1
        conversation.save(update_fields=["skill_state"])
        return True


def conclude(call: Call, *, at: datetime) -> Conclusion:
    """What came of a conversation that was held; stores the skill's own rows too. Run it in the ending transaction."""
    talk, skill = _enter(call, at)
    if not talk.state.get("is_begun"):
        return Conclusion("The line went dead before anything was said.", ("dropped",))
    skill.store(talk)
    return skill.conclude(talk)


def transcript(conversation: Conversation) -> str:
    """The turns as text, a line each: `Agent: …` and `Caller: …`."""
    return "\n".join(
        f"{Role(role).label}: {text}" + (" —" if is_interrupted else "")
        for role, text, is_interrupted in conversation.turns.order_by("position").values_list(
            "role", "text", "is_interrupted"
        )
    )


def _enter(call: Call, at: datetime) -> tuple[Talk, Skill]:
    """Lock the conversation, freshen the call, and open the notebook."""
    conversation = (
        Conversation.objects.select_for_update(of=("self",), no_key=True)
        .select_related("organization", "agent")
        .get(pk=call.conversation_id)
    )
    call.refresh_from_db(fields=["status", "answered_by"])
    agent = conversation.agent or Agent(organization=conversation.organization, name="Agent")
    return Talk(conversation, agent, conversation.skill_state, at), skill_for(
        agent.purpose
    ) or CustomPromptSkill()


def _write(talk: Talk, reply: Reply) -> None:
    """Keep the agent's turn and the notebook."""
    talk.state["is_begun"] = True
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
