"""What every conversation answers alike, whatever its skill."""

import re
from dataclasses import replace

from calls.language import questions
from calls.language.desk import puts_us_through
from calls.language.opt_out import asks_for_source, asks_to_stop
from calls.language.reading import Act, Expecting, Question, Reading, Topic
from calls.language.speech import Reply, Transfer
from calls.services import permission
from calls.services.steps import LINES, Step
from calls.services.transfers import other_number, person_for
from calls.skills.answering import keep_call_back, pass_on
from calls.states import AgentPurpose
from organizations.tenancy.actors import Actor

SENTENCE_END = re.compile(r"(?<=[.!?])\s+")
# What can be said beside "hold on" and "come again?" without meaning anything by it.
SMALL_TALK = frozenset({Act.GREETS, Act.YES, Act.NO, Act.UNSURE})
# What a voice that was put on the line may have to say, before it is told who calls.
NEWS = (Act.CALLBACK, Act.LEAVES, Act.ASK_OTHER, Act.WANTS_PERSON, Act.NO)
# What ends a call for good, and is asked about once where it isn't sure.
FINAL = (Act.OPTS_OUT, Act.WRONG_NUMBER)
MAX_REACHED = 2  # times that a caller is told whom they have reached


def common_reply(step: Step, meant: Reading) -> tuple[Reply, bool] | None:
    """The reply that no skill needs to be asked for, and whether it is an aside; None where the skill is to speak.

    An aside leaves the skill's question open: it is what is repeated then.
    """
    state = step.state
    offered_call_back = state.pop("offers_call_back", False)
    doubted = state.pop("asks_if_final", None)
    waits = state.pop("waits", "")
    state["silences"] = 0
    if asks_to_stop(meant.text):  # whatever a model has understood
        if meant.has(Act.WRONG_NUMBER) and step.is_outbound:
            state["is_wrong_number"] = True
        return _opt_out(step), False
    if doubted and (reply := _settle(step, meant, doubted)):
        return reply
    for act in FINAL:
        if meant.has(act) and (reply := _final(step, meant, act)):
            return reply
    if offered_call_back and not _goes_on(meant):
        return _note_call_back(step, meant), False
    if meant.asks(Topic.WHO) and asks_for_source(meant.text):
        return _tell_source(step, meant)
    if reply := _hold_the_line(step, meant, waits):
        return reply
    names_other = _names_other(step, meant)
    if meant.has(Act.WANTS_PERSON) and not names_other and _is_left_to_us(step, Act.WANTS_PERSON):
        return _put_through(step, meant), False
    if _means_only(replace(meant, name=""), Act.HOLDS):  # "this is Marcus, hang on"
        return _wait(step, "hold"), True
    if _means_only(meant, Act.REPEAT):
        return step.last_line(), True
    return None


def _hold_the_line(step: Step, meant: Reading, waits: str) -> tuple[Reply, bool] | None:
    """What is said while we are transferred, to whoever is on the line then, and to somebody who is back."""
    reopens = step.skill.reopens
    if reopens and step.is_outbound and (how := puts_us_through(meant.text)):
        return _wait(step, "put_through", "yes_please" if how == "offers" else ""), True
    if waits == "put_through" and reopens:
        if _means_only(meant, Act.HOLDS):
            return _wait(step, waits), True
        if not any(meant.is_sure_of(act) for act in NEWS):
            return step.skill.reopen(step.talk), False
    if waits and _is_small_talk(meant) and questions.is_back(meant.text):
        last = step.last_line()
        return replace(last, text=last_question(last.text) or last.text), True
    return None


def _wait(step: Step, name: str, said: str = "") -> Reply:
    """Wait, and know for what."""
    step.state["waits"] = name
    return replace(_line(step, said or name), expecting=step.expecting, is_patient=True)


def _names_other(step: Step, meant: Reading) -> bool:
    """Whether "you want to talk to Marco" tells whom we are to ask."""
    purpose = step.talk.agent.purpose
    if purpose == AgentPurpose.CHECK_CALL:
        return bool(meant.phone)
    return purpose == AgentPurpose.CUSTOM and step.is_outbound and questions.sends_us_on(meant.text)


def nobody_picked_up(step: Step) -> Reply:
    """What to say to somebody who comes back from a transfer that failed."""
    return _offer_call_back(step, "nobody_picked_up")


def line(step: Step, name: str, turn: int = 0, **facts: str) -> str:
    """One of the common lines, in the language that is spoken."""
    return LINES.say(name, step.talk.language, turn, **facts)


def _line(step: Step, name: str, *, is_last: bool = False) -> Reply:
    return Reply(line(step, name), is_last=is_last)


def _is_left_to_us(step: Step, act: Act) -> bool:
    return act not in step.skill.handles


def _final(step: Step, meant: Reading, act: Act) -> tuple[Reply, bool] | None:
    """What can't be taken back is done where it is sure, and else asked about, once a call.

    Who has called us has dialed the number: it is the right one.
    """
    if act == Act.WRONG_NUMBER and not _is_left_to_us(step, act):
        return None
    purpose = step.talk.agent.purpose
    if (
        act == Act.WRONG_NUMBER
        and purpose == AgentPurpose.CARRIER_SALES
        and step.expecting == Expecting.CONTACT
    ):
        return None  # "no, wrong guy" tells of the driver that we asked about: the load is theirs by then
    is_check_call = purpose == AgentPurpose.CHECK_CALL
    if act == Act.WRONG_NUMBER and is_check_call and meant.has(Act.ASK_OTHER):
        return None  # who has the driver's other number can help
    if (
        act == Act.WRONG_NUMBER
        and not step.is_outbound
        and (meant.mc or meant.dot or meant.load or meant.origin)
    ):
        return None  # "wrong outfit, this is Lakeshore, MC …, what do you have out of Houston"
    if act == Act.WRONG_NUMBER and not step.is_outbound:
        return _say_whom_they_reached(step, meant)
    if meant.is_sure_of(act):
        return _end_for_good(step, act), False
    asked = step.state.setdefault("asked_if_final", [])
    if act in asked or meant.has(Act.LEAVES):
        return None
    asked.append(act)
    step.state["asks_if_final"] = {"act": act, "expecting": step.expecting}
    return replace(_line(step, f"sure_{act}"), expecting=Expecting.CONFIRMATION), True


def _settle(step: Step, meant: Reading, doubted: dict[str, str]) -> tuple[Reply, bool] | None:
    """What was said to "do you want us to stop calling?"; None where it was something else."""
    act = Act(doubted["act"])
    if meant.has(act) or (meant.has(Act.YES, Act.AGREES) and not meant.has(Act.NO)):
        return _end_for_good(step, act), False
    step.state["expecting"] = doubted["expecting"]
    # "No, call me anytime, I'm running again Monday" wants no call of that day.
    if not (meant.is_by_model or meant.time):
        acts = tuple(each for each in meant.acts if each != Act.CALLBACK)
        meant = replace(meant, acts=acts, spans=(), day=None)
    if not _means_only(meant, Act.NO):
        return None
    last = step.last_line()
    text = f"{line(step, 'all_right')} {last_question(last.text) or last.text}"
    return replace(last, text=text), True


def _end_for_good(step: Step, act: Act) -> Reply:
    if act == Act.OPTS_OUT:
        return _opt_out(step)
    step.state["is_wrong_number"] = True
    return _line(step, "wrong_number", is_last=True)


def _opt_out(step: Step) -> Reply:
    """The number goes on the list before a word of it is confirmed."""
    conversation = step.talk.conversation
    step.state["is_opted_out"] = True
    if number := other_number(step.call, conversation):
        permission.opt_out(
            organization=conversation.organization,
            number=number,
            reason="said so on a call",
            by=Actor("agent", step.talk.agent.slug),
            at=step.talk.at,
            conversation=conversation,
        )
    return _line(step, "opted_out", is_last=True)


def _say_whom_they_reached(step: Step, meant: Reading) -> tuple[Reply, bool] | None:
    """Say which company it is, and ask what they call about; who takes leave is let go."""
    told = step.state.get("reached", 0)
    if told >= MAX_REACHED or meant.has(Act.LEAVES):
        return None
    step.state["reached"] = told + 1
    company = step.talk.conversation.organization.name
    return Reply(line(step, "reached", told, company=company), expecting=step.expecting), True


def _tell_source(step: Step, meant: Reading) -> tuple[Reply, bool]:
    """From where we have the number, as far as it is known; then our question again, or what else is answered."""
    talk = step.talk
    if talk.agent.purpose == AgentPurpose.CARRIER_SALES or talk.conversation.carrier_id:
        said = line(step, "source", company=talk.conversation.organization.name)
    else:
        question = next(each for each in meant.questions if each.topic == Topic.WHO)
        said = pass_on(talk, Question(Topic.WHO, question.words or meant.text), meant)
    others = tuple(each for each in meant.questions if not asks_for_source(each.words or meant.text))
    acts = tuple(act for act in meant.acts if others or act != Act.ASKS)
    if meant.is_by_model and (set(acts) - {Act.GREETS} or meant.company or meant.tells_fact):
        rest = replace(meant, acts=acts, spans=(), questions=others)
        reply = step.skill.answer(talk, rest)  # "no, this is Gill Brothers, how'd you get this number"
        return replace(reply, text=f"{said} {reply.text}"), False
    last = step.last_line()
    return replace(last, text=f"{said} {last_question(last.text)}".strip()), True


def last_question(text: str) -> str:
    """The question that a line ends with; empty where it ends with none."""
    asked = SENTENCE_END.split(text)[-1]
    return asked if asked.endswith("?") else ""


def _put_through(step: Step, meant: Reading) -> Reply:
    """Hand the line to a person; where nobody can take it, offer a callback."""
    to = person_for(step.talk.conversation, at=step.talk.at, name=meant.person)
    if to is None:
        return _offer_call_back(step, "nobody_there")
    whisper = step.skill.conclude(step.talk).summary
    return replace(_line(step, "transferring"), expecting=step.expecting, transfer=Transfer(to, whisper))


def _offer_call_back(step: Step, name: str) -> Reply:
    step.state["offers_call_back"] = True
    return replace(_line(step, name), expecting=Expecting.CALLBACK)


def _note_call_back(step: Step, meant: Reading) -> Reply:
    """What was said to the offer of a callback: anything but a no takes it."""
    if meant.has(Act.NO, Act.DECLINES, Act.LEAVES) and meant.time is None:
        return _line(step, "no_call_back", is_last=True)
    keep_call_back(step.talk, meant)
    return _line(step, "call_back", is_last=True)


def _goes_on(meant: Reading) -> bool:
    """Whether somebody who was offered a callback goes on with the talk instead."""
    return bool(
        meant.figures
        or meant.questions
        or meant.mc
        or meant.dot
        or meant.load
        or meant.place
        or meant.has(
            Act.AGREES, Act.LATE, Act.ON_TIME, Act.DELIVERED, Act.LOADED, Act.WAITING, Act.BROKEN_DOWN
        )
    )


def _means_only(meant: Reading, act: Act) -> bool:
    """Whether that is all there is in it; what was perhaps meant doesn't count beside what surely was."""
    perhaps = meant.unsure if meant.is_sure_of(act) else frozenset[Act]()
    is_all = set(meant.acts) - perhaps <= SMALL_TALK | {act}
    return meant.has(act) and is_all and not meant.questions and not meant.tells_fact


def _is_small_talk(meant: Reading) -> bool:
    """Whether nothing is told, asked or done."""
    said = set(meant.acts) - meant.unsure
    return said <= SMALL_TALK | {Act.REPEAT, Act.HOLDS} and not meant.questions and not meant.tells_fact
