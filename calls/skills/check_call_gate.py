"""A truck that is refused at its stop. Pure: the notebook and the reading alone."""

from datetime import date
from typing import Any

from calls.language.check_call import turned_away, when_back
from calls.language.reading import Act, Listening, Reading
from calls.language.status import is_at_other_end
from calls.skills.check_call_phrases import MOVED_TO, PUT_OFF, SURE, TURNED_AWAY
from calls.skills.check_call_times import stands_in


def refusal(meant: Reading) -> str:
    """The words of a language model's reading that tell that the truck is refused; empty where none do."""
    told = (meant.note, meant.reason, meant.moved_to, meant.answer) if meant.is_by_model else ()
    beside = (*meant.conditions, meant.osd)
    return next(
        (
            each
            for each in told
            if turned_away(each) is not None and not any(stands_in(each, other) for other in beside if other)
        ),
        "",
    )


def hear_refusal(state: dict[str, Any], meant: Reading, listening: Listening) -> None:
    """Keep that the truck is refused at our stop, and that it is so till another day.

    It is there, so nobody asks where it is, or when it comes; nor, where it is to come back another day, when it is
    done.
    """
    words = refusal(meant)
    if (
        not words
        or state["outcome"]
        or state["sure"]
        or state["asking"] == SURE
        or _is_elsewhere(state, meant)
    ):
        return
    day, moment = when_back(turned_away(words) or "", listening)
    if moment and not _is_later(day or moment.date(), listening):
        return  # "they won't let me in till five": that is when it is its turn
    state |= {TURNED_AWAY: True, "is_waiting": True, "told": True, "is_beside": True}
    if _is_later(day or (moment and moment.date()), listening) or state.get(MOVED_TO):
        state[PUT_OFF] = True


def _is_later(day: date | None, listening: Listening) -> bool:
    return day is not None and day > listening.now.date()


def _is_elsewhere(state: dict[str, Any], meant: Reading) -> bool:
    """Whether who refused it is at another stop, or on the road."""
    facts = state["facts"]
    city, town = facts["stop"].get("city", ""), meant.place.city if meant.place else ""
    is_gone = meant.has(Act.LOADED, Act.DELIVERED, Act.BROKEN_DOWN, Act.CANCELS, Act.WRONG_LOAD)
    is_other_town = bool(town and city) and town.casefold() != city.casefold()
    return is_gone or is_other_town or is_at_other_end(meant.text, is_pickup=facts["callType"] == "pickup")
