"""Which questions a check call still has, in order, and in which words. Pure."""

from typing import Any

from calls.agent.check_call.lines import LINES
from calls.agent.meaning import Expecting

WHERE, WHEN, CHECK, LOADING, TEMPERATURE, BOL, REASON = (
    *("location", "eta", "check", "loading", "temperature"),
    *("bol", "reason"),
)
EXPECTING = {
    WHERE: Expecting.PLACE,
    WHEN: Expecting.TIME,
    CHECK: Expecting.CONFIRMATION,
    LOADING: Expecting.CONFIRMATION,
    TEMPERATURE: Expecting.TEMPERATURE,
    BOL: Expecting.PAPERS,
    REASON: Expecting.ANYTHING,
}
# Without these it is no report: they are asked again. The others are worth one question.
ESSENTIAL = frozenset({WHERE, WHEN})


def next_question(state: dict[str, Any]) -> str:
    """The first of the questions that wasn't asked and whose answer nobody told; empty where there is none left."""
    facts, asked = state["facts"], state["asked"]
    is_pickup, is_waiting = facts["callType"] == "pickup", state["is_waiting"]
    # A truck whose work at the stop is done has nothing to wait for.
    is_done = state.get(CHECK) == "out" or (
        is_waiting and state.get(LOADING) == ("loaded" if is_pickup else "empty")
    )
    wanted = {
        WHERE: not is_waiting,
        WHEN: not is_done,
        REASON: bool(state.get("late_minutes") or state.get("is_delayed")),
        CHECK: is_waiting,
        LOADING: not is_waiting,
        TEMPERATURE: bool(facts.get("isReefer")),
        BOL: not is_pickup or (state.get(LOADING) == "loaded" and is_done),
    }
    for name, is_wanted in wanted.items():
        if is_wanted and name not in asked and not state.get(name):
            return name
    return ""


def wording(name: str, state: dict[str, Any], language: str) -> str:
    """The question; asked again, in other words where it has some."""
    facts = state["facts"]
    if name == WHERE:
        name = "location_truck" if facts.get("isDispatcher") else name
    elif name == WHEN:
        name = f"{'done' if state['is_waiting'] else 'eta'}_{_kind(facts)}"
    return LINES.say(name, language, state.get("repeats", 0))


def about(facts: dict[str, Any], language: str) -> str:
    """Of which stop we speak, as in ", picking up in Dallas, TX"; empty where the town isn't known."""
    stop = facts["stop"]
    place = ", ".join(part for part in (stop["city"], stop["state"]) if part)
    return LINES.say(f"stop_{_kind(facts)}", language, place=place) if place else ""


def _kind(facts: dict[str, Any]) -> str:
    return "pickup" if facts["callType"] == "pickup" else "dropoff"
