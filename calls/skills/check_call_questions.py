"""What a check call asks next, and what it listens for then. Pure: the notebook alone."""

from typing import Any

from calls.language.reading import Act, Expecting
from calls.models.reports import Outcome
from calls.skills.check_call_phrases import (
    BOL,
    CHECK,
    CLOSING,
    CONTACT,
    DELIVERED,
    LEFT,
    LINES,
    LOADING,
    MOVED_TO,
    NOT_PICKED_UP,
    OSD,
    PUT_OFF,
    REASON,
    REEFER_OFF,
    SINCE,
    SURE,
    TELLER,
    TEMPERATURE,
    TRACKING,
    TROUBLE,
    TURNED_AWAY,
    WHEN,
    WHERE,
    tracking_app,
)

EXPECTING = {
    WHERE: Expecting.PLACE,
    WHEN: Expecting.TIME,
    CHECK: Expecting.CONFIRMATION,
    SINCE: Expecting.TIME,
    LOADING: Expecting.CONFIRMATION,
    TEMPERATURE: Expecting.TEMPERATURE,
    BOL: Expecting.BOL,
    REASON: Expecting.REASON,
    DELIVERED: Expecting.TIME,
    SURE: Expecting.CONFIRMATION,
    CONTACT: Expecting.CONTACT,
    TRACKING: Expecting.CONFIRMATION,
    CLOSING: Expecting.ANYTHING,
}
# Without these it is no report: they are asked again, twice. The others are worth one question.
ESSENTIAL = frozenset({WHERE, WHEN})
# What changes the whole call, the gravest first; asked about where it wasn't surely heard.
GRAVE = {
    Act.CANCELS: Outcome.CANCELLED,
    Act.BROKEN_DOWN: Outcome.BROKEN_DOWN,
    Act.WRONG_LOAD: Outcome.WRONG_LOAD,
    Act.DELIVERED: Outcome.DELIVERED,
}


def next_question(state: dict[str, Any]) -> str:
    """The first of the questions that wasn't asked and whose answer nobody told; empty where there is none left."""
    if state["sure"]:
        return SURE
    if state.get("is_in_doubt") or is_refused_outright(state):
        return ""  # whether they keep the load is for a person to find out, or to get them in
    wanted = _WANTED.get(state["outcome"], _on_the_way)(state)
    for name, is_wanted in wanted.items():
        if is_wanted and name not in state["asked"] and not state.get(name):
            return name
    # Nobody hangs up on somebody who has just asked or told something of their own.
    is_owed = state.get("owes_closing") and state["outcome"] in _CLOSES and CLOSING not in state["asked"]
    return CLOSING if is_owed else ""


_CLOSES = ("", Outcome.LOADED, Outcome.DELIVERED)


def _on_the_way(state: dict[str, Any]) -> dict[str, bool]:
    facts, is_waiting, done = state["facts"], state["is_waiting"], is_done(state)
    is_pickup = facts["callType"] == "pickup"
    is_put_off = is_waiting and bool(state.get(PUT_OFF))
    if state.get(NOT_PICKED_UP):
        return {WHERE: not is_waiting}  # the rest is of a load that they have
    return {
        WHERE: not (is_waiting or state.get(LEFT)),
        WHEN: not (done or is_put_off),
        REASON: has_delay(state),
        CHECK: is_waiting and not (done or is_put_off),
        SINCE: is_waiting and state.get(CHECK) == "in" and not done,
        LOADING: not (is_waiting or done or (state.get(OSD) and not is_pickup)),
        TEMPERATURE: bool(facts.get("isReefer"))
        and not (state.get("has_no_reefer") or state.get(REEFER_OFF))
        and not has_others_freight(state),
        TRACKING: bool(facts.get("trackingApp")) and not done,
        BOL: (state.get(LOADING) == "loaded" and done) if is_pickup else not state.get(TURNED_AWAY),
    }


_WANTED = {
    Outcome.DELIVERED: lambda state: {
        DELIVERED: not state.get("delivered_date"),
        BOL: bool(state.get("offers_bol")),
    },
    Outcome.BROKEN_DOWN: lambda state: {WHERE: not state["is_waiting"], REASON: True},
    Outcome.CANCELLED: lambda _: {REASON: True},
    Outcome.WRONG_LOAD: lambda _: {},
    Outcome.ASK_OTHER: lambda state: {CONTACT: not state["ask_other"]["phone"]},
}


def is_done(state: dict[str, Any]) -> bool:
    """Whether the work at the stop is done: then there is nothing to wait for."""
    is_pickup = state["facts"]["callType"] == "pickup"
    return (
        state["outcome"] == Outcome.LOADED
        or state.get(CHECK) == "out"
        or (state["is_waiting"] and state.get(LOADING) == ("loaded" if is_pickup else "empty"))
    )


def has_others_freight(state: dict[str, Any]) -> bool:
    """Whether what is in the trailer on the way to a pickup is another load, whose papers and degrees aren't ours."""
    is_pickup = state["facts"]["callType"] == "pickup"
    return is_pickup and not is_done(state) and not state["is_waiting"] and state.get(LOADING) == "loaded"


def has_our_freight(state: dict[str, Any]) -> bool:
    """Whether the load is in the trailer."""
    if state["facts"]["callType"] != "pickup":
        return state.get(LOADING) != "empty"
    return is_done(state)


def has_delay(state: dict[str, Any]) -> bool:
    """Whether there is something to give a reason for."""
    return bool(state.get("late_minutes") or state.get("is_delayed") or state["outcome"] in TROUBLE)


def is_refused_outright(state: dict[str, Any]) -> bool:
    """Whether its load is refused, or a truck, and nothing tells when it may come back: somebody has to step in."""
    is_known = state.get(PUT_OFF) or state.get(MOVED_TO) or state.get(WHEN)
    is_known = is_known and state.get(TURNED_AWAY) != "load"
    return bool(state.get(TURNED_AWAY)) and not (is_known or state["outcome"])


def outcome_of(state: dict[str, Any]) -> str:
    """How it stands, in a word: what was said outright, else what follows from the rest; empty where nothing does."""
    if state["outcome"]:
        return str(state["outcome"])
    if state["is_waiting"]:
        return Outcome.AT_FACILITY if state.get("told") else ""
    if state.get(NOT_PICKED_UP):
        return ""  # nor is it on its way
    return Outcome.ON_THE_WAY if state.get(WHERE) or state.get(WHEN) or state.get("is_delayed") else ""


# Asked in other words of whoever doesn't drive.
_OF_DRIVER = frozenset({WHERE, WHEN, CHECK, SINCE, LOADING, TRACKING})


def is_told_by_other(state: dict[str, Any]) -> bool:
    """Whether somebody else than the driver speaks."""
    return bool(state["facts"].get("isDispatcher")) or state.get(TELLER) is not None


def wording(state: dict[str, Any], language: str) -> str:
    """The open question; each time that it comes again, in other words."""
    facts, name = state["facts"], state["asking"]
    asked_before = state["times"].get(name, 0)
    state["times"][name] = asked_before + 1
    kind = "pickup" if facts["callType"] == "pickup" else "dropoff"
    line = {
        WHEN: f"{'done' if state['is_waiting'] else 'eta'}_{kind}",
        REASON: "reason_trouble" if state["outcome"] in TROUBLE else "reason",
        SURE: f"sure_{state['sure']}",
    }.get(name, name)
    if is_told_by_other(state) and name in _OF_DRIVER:
        line = f"{line}_truck"
    return LINES.say(line, language, asked_before, app=tracking_app(facts))
