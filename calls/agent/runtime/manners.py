"""What every conversation answers alike, whatever its skill."""

from dataclasses import replace

from calls.agent.meaning import Expecting, Intent, Meaning
from calls.agent.runtime.lines import LINES
from calls.agent.skill import Reply, Transfer
from calls.agent.step import Step
from calls.services import do_not_call
from calls.services.transfers import other_number, person_for
from organizations.actors import Actor

# What can be said beside "hold on" and "come again?" without meaning anything by it.
SMALL_TALK = frozenset({Intent.GREETING, Intent.YES, Intent.NO, Intent.UNKNOWN})


def common_reply(step: Step, meant: Meaning) -> Reply | None:
    """The reply that no skill needs to be asked for; None where it is the skill's turn to speak."""
    state = step.state
    offered_call_back = state.pop("offers_call_back", False)
    state["silences"] = 0
    if meant.has(Intent.OPT_OUT):
        return _opt_out(step)
    if offered_call_back and not _is_about_the_load(meant):
        return _note_call_back(step, meant)
    if meant.has(Intent.WRONG_NUMBER) and _is_left_to_us(step, Intent.WRONG_NUMBER):
        state["is_wrong_number"] = True
        return _line(step, "wrong_number", is_last=True)
    if meant.has(Intent.WANTS_PERSON) and _is_left_to_us(step, Intent.WANTS_PERSON):
        return _put_through(step)
    if _means_only(meant, Intent.HOLD):
        return replace(_line(step, "hold"), expecting=step.expecting, is_patient=True)
    if _means_only(meant, Intent.REPEAT):
        return step.last_line()
    return None


def nobody_picked_up(step: Step) -> Reply:
    """What to say to somebody who comes back from a transfer that failed."""
    return _offer_call_back(step, "nobody_picked_up")


def line(step: Step, name: str, turn: int = 0) -> str:
    """One of the common lines, in the language that is spoken."""
    return LINES.say(name, step.talk.language, turn)


def _line(step: Step, name: str, *, is_last: bool = False) -> Reply:
    return Reply(line(step, name), is_last=is_last)


def _is_left_to_us(step: Step, intent: Intent) -> bool:
    return intent not in getattr(step.skill, "handles", ())


def _opt_out(step: Step) -> Reply:
    """The number goes on the list before a word of it is confirmed."""
    conversation = step.talk.conversation
    step.state["is_opted_out"] = True
    if number := other_number(step.call, conversation):
        do_not_call.opt_out(
            organization=conversation.organization,
            number=number,
            reason="said so on a call",
            by=Actor("agent", step.talk.agent.slug),
            at=step.talk.at,
            conversation=conversation,
        )
    return _line(step, "opted_out", is_last=True)


def _put_through(step: Step) -> Reply:
    """Hand the line to a person; where nobody can take it, offer a call-back."""
    to = person_for(step.talk.conversation, at=step.talk.at)
    if to is None:
        return _offer_call_back(step, "nobody_there")
    whisper = step.skill.conclude(step.talk).summary
    return replace(_line(step, "transferring"), expecting=step.expecting, transfer=Transfer(to, whisper))


def _offer_call_back(step: Step, name: str) -> Reply:
    step.state["offers_call_back"] = True
    return replace(_line(step, name), expecting=Expecting.TIME)


def _note_call_back(step: Step, meant: Meaning) -> Reply:
    """What was said to the offer of a call-back: anything but a no takes it."""
    if meant.has(Intent.NO, Intent.DECLINE, Intent.GOODBYE) and meant.time is None:
        return _line(step, "no_call_back", is_last=True)
    step.state["call_back"] = {
        "words": meant.text[:300],
        "time": meant.time.isoformat() if meant.time else None,
        "phone": other_number(step.call, step.talk.conversation) or None,
    }
    return _line(step, "call_back", is_last=True)


def _is_about_the_load(meant: Meaning) -> bool:
    """Whether somebody who was offered a call-back goes on with the talk instead."""
    return bool(meant.money or meant.topics or meant.mc or meant.dot or meant.load or meant.has(Intent.DEAL))


def _means_only(meant: Meaning, intent: Intent) -> bool:
    """Whether that is all there is in it."""
    said = (
        *(
            meant.money,
            meant.topics,
            meant.mc,
            meant.dot,
            meant.digits,
            meant.load,
            meant.origin,
            meant.place,
        ),
        *(meant.destination, meant.equipment, meant.day, meant.time, meant.temperature, meant.bol),
    )
    return meant.has(intent) and meant.intents <= SMALL_TALK | {intent} and not any(said)
