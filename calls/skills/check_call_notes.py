"""What the team is to hear of beside the answers of a check call. Pure: the notebook and the reading alone."""

from typing import Any

from calls.language.reading import Act, Reading
from calls.skills.check_call_phrases import LOADING, NOTES, REASON
from calls.skills.check_call_questions import has_delay
from calls.skills.check_call_times import stands_in

MAX_NOTES = 10
MIN_TOLD = 3  # words of an answer that tells what is on board


def take_note(state: dict[str, Any], meant: Reading) -> str:
    """Keep what nothing else holds, in the caller's words; empty where it is nothing, or known.

    Only a language model tells it: outright, as a cause that explains no delay, or as what is on board of a truck that
    is neither loaded nor empty.
    """
    note = (_outright(meant) or _cause(state, meant) or _on_board(state, meant)).strip(" ,.")
    kept = state.setdefault(NOTES, [])
    if not note or len(kept) >= MAX_NOTES or any(stands_in(note, each) for each in kept):
        return ""
    kept.append(note)
    state["told"] = True
    return note


def _outright(meant: Reading) -> str:
    known = (*meant.conditions, meant.moved_to, meant.osd)
    is_held = any(stands_in(meant.note, each) for each in known if each)
    is_freight = bool(meant.osd) and stands_in(meant.osd, meant.note)
    return "" if is_held or is_freight else meant.note


def _cause(state: dict[str, Any], meant: Reading) -> str:
    """A cause that is told once it is known that the truck is in time, or waits: no lateness comes of it."""
    is_clear = state["is_waiting"] or state.get("late_minutes") == 0
    if not (meant.is_by_model and is_clear) or state["outcome"] or state["sure"] or has_delay(state):
        return ""
    is_news = state["asking"] != REASON and not meant.has(Act.LATE, Act.BROKEN_DOWN)
    is_beside = bool(meant.osd) and stands_in(meant.osd, meant.reason)
    return meant.reason if is_news and not (meant.time or is_beside) else ""


def _on_board(state: dict[str, Any], meant: Reading) -> str:
    """What is told instead of "loaded" or "empty": "two pallets of the last guy's are still on"."""
    if state["asking"] != LOADING or state.get(LOADING) or not meant.is_by_model:
        return ""
    is_answer = not meant.has(Act.YES, Act.NO, Act.UNSURE, Act.ASK_OTHER, Act.HOLDS)
    return meant.answer if is_answer and len(meant.answer.split()) >= MIN_TOLD else ""


def notes_of(state: dict[str, Any], reason: str) -> list[str]:
    """All notes; among them a cause that is told as `reason` of no delay."""
    kept, cause = list(state.get(NOTES) or []), state.get(REASON) or ""
    is_kept = reason or not (state.get("had_trouble") or state.get("is_cause_by_model"))
    if cause and not is_kept and not any(stands_in(cause, each) for each in kept):
        kept.append(cause)
    return kept
