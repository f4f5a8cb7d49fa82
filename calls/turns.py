"""The turns of a conversation: begin, hear, silence, interruption, a lost line."""

from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from django.db import connection, transaction

from calls.common_replies import common_reply, last_question, line, nobody_picked_up
from calls.language.model import language_for
from calls.language.reading import Act, Listening, Reading, Spoken
from calls.language.speech import Reply
from calls.language.understanding import Language, understand
from calls.models import Call, Conversation, Turn
from calls.services.permission import rules_of
from calls.services.steps import LINES, Step
from calls.services.transfers import request_transfer
from calls.states import Role
from organizations.tenancy.actors import Actor
from organizations.tenancy.queueing import prompt

SILENCE = Reply("")
OVER = Reply("", is_last=True)
MAX_SILENCES = 2
MAX_UTTERANCE_LENGTH = 5_000  # characters; a speech recognizer gone wild stops here


def begin(call: Call, *, at: datetime, socket: str = "") -> Reply:
    """The first words; when the conversation has begun before (the socket dropped), the words to resume it.

    `socket` is whatever tells the caller from others: from now on steps by another one are Superseded.
    """
    with transaction.atomic():
        step = Step.enter(call, at)
        if step.call.is_finished or step.state.get("is_over") or step.is_handed_over:
            return OVER
        step.state.update({"socket": socket, "silences": 0, "lost": None})
        if step.call.has_reached_machine:
            return step.leave(SILENCE)
        return step.leave(step.speak(_resumption(step) if step.state.get("is_begun") else _opening(step)))


def hear(
    call: Call,
    words: str,
    *,
    at: datetime,
    tongue: str = "",
    language: Language | None = None,
    socket: str = "",
) -> Reply:
    """The reply to what the other side said; silence once a machine has picked up, the end once all has been said.

    `tongue` is the language in which the words were recognised, where that is known ("es-US"), `language` who
    understands them, by default the organization's choice.
    """
    words = " ".join(storable(words).split())[:MAX_UTTERANCE_LENGTH]  # a line of its own could look like ours
    if not words:
        return SILENCE
    language = language or language_for(rules_of(call.organization))
    with transaction.atomic():
        step = Step.enter(call, at, socket)
        if step.call.is_finished:
            return OVER
        reply = _take(step, words, tongue)
        if reply is not None:
            return step.leave(reply)
        listening, position = step.listening(), step.position
        if language.is_instant:
            return step.leave(_answer(step, language.understand(words, listening)))
        step.leave(SILENCE)
    before = dialogue(call)[:-2]  # without what was just said, and the line that it answers
    _let_go()
    meant = language.understand(words, replace(listening, before=before))
    with transaction.atomic():
        step = Step.enter(call, at, socket)
        if step.call.is_finished:
            return OVER
        if step.position != position or step.state.get("is_over") or step.is_handed_over:
            return SILENCE
        return step.leave(_answer(step, meant))


def silence(call: Call, *, at: datetime, socket: str = "") -> Reply:
    """The other side has said nothing for long: asks again, twice, then takes leave."""
    with transaction.atomic():
        step = Step.enter(call, at, socket)
        if step.call.is_finished or step.state.get("is_over"):
            return OVER
        if step.call.has_reached_machine or step.is_handed_over or not step.state.get("is_begun"):
            return SILENCE
        silences = step.state.get("silences", 0)
        step.state["silences"] = silences + 1
        if silences >= MAX_SILENCES:
            return step.leave(step.speak(Reply(line(step, "hung_up_on"), is_last=True), is_aside=True))
        last = step.last_line()
        again = replace(last, text=f"{line(step, 'silent', silences)} {last_question(last.text)}".strip())
        return step.leave(step.speak(again, is_aside=True))


def run_out_of_time(call: Call, *, at: datetime, socket: str = "") -> Reply:
    """Takes leave where the call has lasted as long as it may."""
    with transaction.atomic():
        step = Step.enter(call, at, socket)
        if step.call.is_finished or step.state.get("is_over"):
            return OVER
        if step.is_handed_over:
            return SILENCE
        return step.leave(step.speak(Reply(line(step, "time_up"), is_last=True), is_aside=True))


def storable(text: str) -> str:
    """Without what PostgreSQL can't hold: U+0000 and lone surrogates."""
    return text.replace("\x00", "").encode("utf-8", "ignore").decode()


def _opening(step: Step) -> Reply:
    """The skill's first words; after the announcement where the call is recorded."""
    reply = step.skill.open(step.talk)
    if not step.call.is_recorded:
        return reply
    own = rules_of(step.talk.conversation.organization).recording_announcement.strip()
    is_spanish = step.talk.language == "es"
    # An organization writes its announcement in English.
    return replace(reply, preface=LINES.say("recording", "es") if is_spanish or not own else own)


def _resumption(step: Step) -> Reply:
    """The words after the line was lost and found, or after a transfer that failed."""
    step.state["resumes"] = step.state.get("resumes", 0) + 1
    if step.state.pop("nobody_picked_up", False):
        return nobody_picked_up(step)
    return step.skill.resume(step.talk)


def _take(step: Step, words: str, tongue: str) -> Reply | None:
    """Write down what was said; the reply where none of it needs to be understood."""
    step.append(Role.CALLER, words)
    if step.state.get("is_over"):
        return OVER
    if step.is_handed_over or step.call.has_reached_machine:
        return SILENCE
    if not step.state.get("is_begun") and _unmask_machine(step, words):
        return SILENCE
    spoken = tongue[:2].lower()
    if spoken in ("en", "es") and spoken != step.talk.language:
        step.switch(spoken)
    return None if step.state.get("is_begun") else step.speak(_opening(step))


def _answer(step: Step, meant: Reading) -> Reply:
    """What is said to what was meant."""
    if step.is_outbound and meant.is_sure_of(Act.VOICEMAIL):
        _note_machine(step)
        return SILENCE
    wanted = (
        "es" if meant.has(Act.WANTS_SPANISH) else "en" if meant.has(Act.WANTS_ENGLISH) else meant.language
    )
    if wanted in ("en", "es") and wanted != step.talk.language:
        step.switch(wanted)
    meant = step.skill.hear(step.talk, meant)
    found = common_reply(step, meant)
    reply, is_aside = found if found is not None else (step.skill.answer(step.talk, meant), False)
    if reply.transfer:
        request_transfer(
            step.call,
            step.talk.conversation,
            to=reply.transfer.to,
            whisper=reply.transfer.whisper,
            by=Actor("agent", step.talk.agent.slug),
            at=step.talk.at,
        )
    return step.speak(reply, is_aside=is_aside)


def _unmask_machine(step: Step, words: str) -> bool:
    """Whether an answering machine speaks before we do; then the message goes out.

    Detection by sound takes seconds, and there is none for calls to an extension.
    """
    if not step.is_outbound:
        return False
    zone = ZoneInfo(step.talk.conversation.organization.timezone)
    now = step.talk.at.astimezone(zone).replace(tzinfo=None)
    if not understand(words, Listening(now=now, language=step.talk.language)).is_sure_of(Act.VOICEMAIL):
        return False
    _note_machine(step)
    return True


def _note_machine(step: Step) -> None:
    Call.objects.filter(pk=step.call.pk).update(answered_by="machine_greeting")
    prompt("calls.tasks.leave_voicemail", step.call.organization_id, step.call.pk)


def _let_go() -> None:
    """A model takes its time: meanwhile others may have the connection."""
    if not connection.in_atomic_block:
        connection.close()


# What was really said and heard: the turns that were stored before a word left are set right.


MAX_TURNS = 30  # that a model is told of


def dialogue(call: Call) -> tuple[Spoken, ...]:
    """The talk so far, as far as a model needs to know it, without the agent's turn that is to be phrased."""
    turns = Turn.objects.filter(conversation=call.pk).order_by("-position")[: MAX_TURNS + 1]
    said = [Spoken(turn.role, turn.text) for turn in turns]
    return tuple(reversed(said[1:] if said and said[0].role == Role.AGENT else said))


def correct(call: Call, said: str) -> None:
    """The agent's last turn was put in these words."""
    _amend(call, storable(said).strip()[:MAX_UTTERANCE_LENGTH], is_interrupted=False)


def interrupt(call: Call, said: str) -> None:
    """The other side cut in: of the agent's last turn only `said` was heard."""
    _amend(call, storable(said).strip()[:MAX_UTTERANCE_LENGTH], is_interrupted=True)


def _amend(call: Call, said: str, *, is_interrupted: bool) -> None:
    with transaction.atomic():
        Conversation.objects.select_for_update(no_key=True).only("pk").get(pk=call.pk)
        turns = Turn.objects.filter(conversation=call.pk, role=Role.AGENT)
        last = turns.order_by("position").last()
        if last is not None and not last.is_interrupted:
            last.text, last.is_interrupted = said or last.text, is_interrupted
            last.save(update_fields=["text", "is_interrupted"])


# The line to us was lost: whether the talk is to be taken up again.


MAX_RESUMES = 5
PATIENCE = timedelta(seconds=45)  # for a `live` that doesn't answer
MAX_PAUSE = 5  # seconds


def may_reconnect(call: Call, *, at: datetime) -> int | None:
    """How many seconds to wait before the talk is taken up again; None: it is to end.

    It ends when all was said, when it has been taken up too often, and when nobody answered us for too long.
    """
    with transaction.atomic():
        step = Step.look(call, at)
        state = step.state
        lost = state.get("lost") or {"since": at.isoformat(), "tries": 0}
        has_waited = at - datetime.fromisoformat(lost["since"])
        if state.get("is_over") or state.get("resumes", 0) >= MAX_RESUMES or has_waited > PATIENCE:
            return None
        state["lost"] = lost | {"tries": lost["tries"] + 1}
        Conversation.objects.filter(pk=call.pk).update(skill_state=state)
        return min(int(lost["tries"]), MAX_PAUSE)
