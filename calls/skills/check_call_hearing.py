"""What a check call is told beside the answer, heard by the words themselves and kept. Pure."""

from dataclasses import replace
from datetime import datetime
from typing import Any

from calls.language import amid, road
from calls.language.questions import asks_appointment, wants_it_moved
from calls.language.reading import Act, Expecting, Listening, Question, Reading, Topic
from calls.language.status import ends_in_hold
from calls.language.understanding import understand
from calls.models.reports import Outcome
from calls.skills.answering import asked
from calls.skills.check_call_phrases import (
    MOVED_TO,
    OTHER_LOAD,
    REASON,
    SINCE,
    WHEN,
    WHERE,
    due,
    late_minutes,
)
from calls.skills.check_call_questions import ESSENTIAL, GRAVE
from calls.skills.check_call_times import past

MIN_AMID = 6  # words from which on a question may stand amid what is told


def with_beside(state: dict[str, Any], meant: Reading, listening: Listening) -> Reading:
    """The reading with what its words tell beside; what is no answer to anything is put in the notebook."""
    if meant.is_by_model:
        return meant
    text = meant.text
    if kept := tuple(each for each in meant.questions if not amid.is_idle(each.topic, text)):
        meant = replace(meant, questions=kept)
    elif meant.questions:
        meant = replace(meant, questions=(), acts=tuple(a for a in meant.acts if a != Act.ASKS), spans=())
    if road.is_dispatch(text):
        state["facts"]["isDispatcher"] = True
        if ends_in_hold(text):
            return replace(meant, place=None, name="", person="", driver="", company="")
    meant = _with_place(state, meant, listening)
    meant = _with_delivery(state, meant, listening)
    if not meant.osd and (osd := amid.freight_trouble(text)):
        meant = replace(meant, osd=osd)
    if number := amid.dashed(text, meant.bol):
        meant = replace(meant, bol=number)
    meant = replace(meant, reason=road.bare_reason(meant.reason) or road.cause(text))
    if (clause := road.depends(text)) and (meant.time or meant.has(Act.LATE) or state["asking"] == WHEN):
        kept = state.setdefault("conditions", [])
        if not any(clause in each or each in clause for each in (*kept, *meant.conditions)):
            kept.append(clause)
    if state["asking"] in ESSENTIAL and (moment := road.hedged(text, listening)):
        meant = replace(meant, time=moment, day=moment.date(), time_words="")
    _keep_other_load(state, meant)
    return _with_question(_with_move(state, meant, listening), listening)


def _with_place(state: dict[str, Any], meant: Reading, listening: Listening) -> Reading:
    """With the town where the truck is; one that is told outright takes the place of the one that was known."""
    place, is_stated = road.where_now(meant.text, listening, meant.place)
    known = state.get(WHERE)
    is_new = is_stated and place is not None and known and str(place) != known
    if is_new and state["outcome"] not in (Outcome.WRONG_LOAD, Outcome.BROKEN_DOWN):
        state[WHERE] = None
    return replace(meant, place=place) if place != meant.place else meant


def _with_delivery(state: dict[str, Any], meant: Reading, listening: Listening) -> Reading:
    """With a load that is off the truck, however loosely that is said: when it came, and when it was empty."""
    is_asked = state["asking"] in ESSENTIAL or Outcome.DELIVERED in (
        state["outcome"],
        GRAVE.get(state["sure"]),
    )
    if state["facts"]["callType"] == "pickup" or not is_asked:
        return meant
    if not road.says_off(meant.text) or meant.has(Act.NO, Act.CANCELS, Act.BROKEN_DOWN, Act.WRONG_LOAD):
        return meant
    came, done = road.emptied_at(meant.text, listening)
    if came:
        state[SINCE] = past(came, listening.now).isoformat()
    return replace(
        meant,
        acts=tuple(dict.fromkeys((*(act for act in meant.acts if act != Act.WAITING), Act.DELIVERED))),
        unsure=meant.unsure - {Act.DELIVERED},
        time=past(done, listening.now) if done else meant.time,
    )


def _with_move(state: dict[str, Any], meant: Reading, listening: Listening) -> Reading:
    """Without the time to which the appointment was moved, which is no arrival, and kept as what it is."""
    words, moment = road.moved_to(meant.text, listening)
    if (
        moment is None
        or moment <= listening.now
        or state["outcome"] in (Outcome.DELIVERED, Outcome.WRONG_LOAD)
    ):
        return meant
    stop = state["facts"]["stop"]
    state |= {MOVED_TO: moment.isoformat(), "told": True, "is_beside": True}
    if state["is_waiting"] or state["asking"] == WHEN:
        state["asked"].append(WHEN)  # when they are done, or it is there, follows from that
    if not state["is_waiting"] and not state.get(WHEN) and state["asking"] == WHEN:
        state |= {WHEN: words, "eta_local": moment.isoformat()}
    if late := late_minutes(moment, stop):
        state |= {"late_minutes": late, "is_delayed": True, "is_delay_clear": True}
        state[REASON] = state.get(REASON) or meant.reason or words
    elif due(stop) is None:
        state["is_delayed"] = True
    kept = tuple(each for each in meant.questions if each.topic != Topic.FLEXIBILITY)
    return replace(meant, time=None, day=None, time_words="", questions=kept)


def _with_question(meant: Reading, listening: Listening) -> Reading:
    """With a question amid what is told, where none was heard in earnest."""
    earnest = [each for each in asked(meant) if each.topic != Topic.OTHER or meant.is_sure_of(Act.ASKS)]
    if earnest or len(meant.text.split()) < MIN_AMID:
        return meant
    words = amid.asked_amid(meant.text, listening.language)
    if not words:
        return meant
    topic = Topic.APPOINTMENT if asks_appointment(words) else _topic_of(words, listening)
    return replace(
        meant,
        acts=tuple(dict.fromkeys((*meant.acts, Act.ASKS))),
        spans=(),
        unsure=meant.unsure - {Act.ASKS},
        questions=(Question(topic, words),),
    )


def _topic_of(words: str, listening: Listening) -> Topic:
    """What a question is about; a wish only where it is one."""
    read = understand(words, replace(listening, expecting=Expecting.ANYTHING))
    topic = read.questions[0].topic if read.questions else Topic.OTHER
    is_vague = topic in (Topic.FLEXIBILITY, Topic.APPOINTMENT, Topic.LOAD, Topic.OTHER_LOADS, Topic.WHO)
    if topic == Topic.FLEXIBILITY and wants_it_moved(words):
        return topic
    return Topic.OTHER if is_vague else topic


def _keep_other_load(state: dict[str, Any], meant: Reading) -> None:
    """Keep which load they are on instead of ours."""
    is_other = meant.has(Act.WRONG_LOAD) or GRAVE.get(state["sure"]) == Outcome.WRONG_LOAD
    number = str(state["facts"]["loadNumber"])
    said = meant.load or amid.tail_of(meant.text)
    if is_other and said and not number.endswith(said):
        state[OTHER_LOAD] = said


def moved_moment(state: dict[str, Any]) -> datetime | None:
    """To when the appointment was moved; None where it wasn't."""
    return datetime.fromisoformat(state[MOVED_TO]) if state.get(MOVED_TO) else None


def lateness(state: dict[str, Any]) -> tuple[int | None, str | None, bool]:
    """How late, as far as that is known."""
    return state.get("late_minutes"), state.get(MOVED_TO), bool(state.get("is_delayed"))
