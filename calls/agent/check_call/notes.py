"""What a check call keeps of a turn, in its notebook; and what it answers to questions asked back."""

from datetime import datetime
from typing import Any

from calls.agent.check_call.lines import LINES
from calls.agent.check_call.questions import BOL, CHECK, LOADING, REASON, TEMPERATURE, WHEN, WHERE, about
from calls.agent.check_call.reading import Told, tells
from calls.agent.check_call.times import appointment, late_minutes
from calls.agent.meaning import Intent, Meaning, Topic
from calls.agent.skill import Talk


def take(state: dict[str, Any], told: Told, meant: Meaning) -> bool:
    """Note all that a turn tells; whether that answers the open question."""
    asking = state["asking"]
    answers = {
        WHERE: _take_place(state, told, meant),
        WHEN: _take_time(state, told),
        REASON: _take_reason(state, told, meant),
    }
    for name, value in (
        (CHECK, told.check or _yes_or_no(asking, meant)),
        (LOADING, told.loading),
        (TEMPERATURE, told.temperature),
        (BOL, told.bol),
    ):
        if value:
            state[name] = value
    if asking in answers:
        return answers[asking]
    # What is nice to know is asked once: a vague answer is one.
    is_vague = tells(told.said) or meant.has(Intent.YES, Intent.NO, Intent.UNKNOWN)
    return bool(state.get(asking)) or (is_vague and not meant.topics)


def answered_back(meant: Meaning, talk: Talk, now: datetime) -> str:
    """The answer to what the other side asks, from the facts of the call alone; empty where it asks nothing."""
    facts, language = talk.state["facts"], talk.language
    if meant.asks(Topic.WHO, Topic.ROBOT):
        return LINES.say("who", language, company=talk.conversation.organization.name)
    if meant.asks(Topic.LOAD):
        if not facts["loadNumber"]:
            return LINES.say("no_load", language)
        return LINES.say("load", language, load=facts["loadNumber"], stop=about(facts, language))
    if meant.asks(Topic.PICKUP, Topic.DELIVERY, Topic.STOPS):
        when = appointment(facts["stop"], language, now)
        return (
            LINES.say("appointment", language, when=when) if when else LINES.say("no_appointment", language)
        )
    return LINES.say("unknown", language) if meant.topics else ""


def _take_place(state: dict[str, Any], told: Told, meant: Meaning) -> bool:
    if not told.is_place:
        return False
    has_arrived = told.is_at_stop and not state["is_waiting"]
    is_new = not state.get(WHERE) and (
        told.is_at_stop or (meant.place is not None and not state["is_waiting"])
    )
    if told.is_at_stop:
        state["is_waiting"] = True
    if state["asking"] == WHERE or has_arrived or is_new:
        state[WHERE] = told.said
        return True
    return False


def _take_time(state: dict[str, Any], told: Told) -> bool:
    """A time counts as the arrival where that is asked for, or isn't known yet while the way is talked about.

    "Checked in at 7:45" is none. The second answer without a time is taken as it is.
    """
    asking = state["asking"]
    if told.eta is not None and (
        asking in (WHERE, WHEN) or (asking == REASON and not state.get("eta_local") and not told.check)
    ):
        state |= {WHEN: told.said, "eta_local": told.eta.isoformat()}
        if not state["is_waiting"]:
            state["late_minutes"] = late_minutes(told.eta, state["facts"]["stop"])
        return True
    is_taken = told.is_on_time or (tells(told.said) and state["repeats"] > 0)
    if asking == WHEN and is_taken:
        state |= {WHEN: told.said, "eta_local": None}
        return True
    return False


def _take_reason(state: dict[str, Any], told: Told, meant: Meaning) -> bool:
    if told.is_delayed:
        state["is_delayed"] = True
    is_asked = state["asking"] == REASON
    reason = told.reason or (told.said if is_asked and tells(told.said) and not meant.topics else "")
    if reason:
        state[REASON] = reason
    return bool(reason) or (is_asked and meant.has(Intent.NO, Intent.UNKNOWN))


def _yes_or_no(asking: str, meant: Meaning) -> str:
    """What a yes or no says to "have you checked in?"."""
    if asking != CHECK:
        return ""
    return "in" if meant.has(Intent.YES) else "no" if meant.has(Intent.NO) else ""
