"""What the team is to hear of beside the answers of a check call: notes, and a truck that is refused at its stop.

Pure: the notebook and the reading alone.
"""

import re
from datetime import date, datetime
from typing import Any

from calls.language.check_call import turned_away, when_back
from calls.language.number_words import figures, plain
from calls.language.questions import FILLERS, words_of
from calls.language.reading import NOISE, Act, Listening, Reading
from calls.language.status import is_at_other_end, tells_trouble
from calls.models.reports import Outcome
from calls.skills.answering import asked
from calls.skills.check_call_phrases import (
    BOL,
    CHECK,
    CLOSING,
    LOADING,
    MOVED_TO,
    NOTES,
    OSD,
    PUT_OFF,
    REASON,
    SINCE,
    SURE,
    TURNED_AWAY,
    WHEN,
)
from calls.skills.check_call_questions import has_delay
from calls.skills.check_call_times import hour_done, hour_here, stands_in
from calls.skills.whereabouts import ONWARD

MAX_NOTES = 10
_WHY = re.compile(r"\b(?:because|cause|cuz|porque|since)\b")
_IT = re.compile(r"\b(?:it|that|(?:se )?l[oa])\b", re.I)  # what was asked for
MIN_NEWS, MIN_CHAT = 5, 12  # words told at the end, where something is heard in them, and where nothing is
MIN_TOLD = 3  # words of an answer that tells what is on board


def take_note(state: dict[str, Any], meant: Reading, now: datetime) -> str:
    """Keep what nothing else holds, in the caller's words; empty where it is nothing, or known.

    A language model tells it: outright, as a cause that explains no delay, or as what is on board of a truck that is
    neither loaded nor empty. Without one it is what is told to "anything else?".
    """
    if meant.time:
        _keep_hour(state, meant)
    found, driver = _number(state, meant) or _outright(meant), _other_driver(state, meant)
    if (whom := _whom(state, meant)) and not stands_in(whom, found):
        found = "; ".join(filter(None, [whom, found]))
    if driver and driver.casefold() not in found.casefold():
        found = "; ".join(filter(None, [f"Driver: {driver}", found]))
    found = found or _cause(state, meant) or _on_board(state, meant) or _onwards(state, meant, now)
    found = found or _request(state, meant) or _at_close(state, meant)
    note = (found or (refusal(meant) if state.get(TURNED_AWAY) and not meant.osd else "")).strip(" ,.")
    if state["asking"] == BOL and not meant.bol and _IT.search(note):
        note = f"BOL number: {note}"
    kept = state.setdefault(NOTES, [])
    if not note or len(kept) >= MAX_NOTES or any(stands_in(note, each) for each in kept):
        return ""
    kept.append(note)
    state["told"] = True
    return note


_NUMBER = re.compile(r"\d(?: ?\d){4}")


def _outright(meant: Reading) -> str:
    known = (*meant.conditions, meant.moved_to, meant.osd)
    is_held = any(stands_in(meant.note, each) for each in known if each)
    is_freight = bool(meant.osd) and stands_in(meant.osd, meant.note)
    is_freight = is_freight and not _NUMBER.search(
        figures(plain(meant.note), "en")
    )  # "the new seal is 771403"
    return "" if is_held or is_freight else meant.note


def _cause(state: dict[str, Any], meant: Reading) -> str:
    """A cause that is told once it is known that the truck is in time, or waits, or beside another that is kept."""
    is_second = state.get(REASON) and state["asking"] != REASON and not meant.osd
    if meant.is_by_model and is_second and not _overlaps(meant.reason, state[REASON]):
        return meant.reason
    is_clear = state["is_waiting"] or state.get("late_minutes") == 0
    if not (meant.is_by_model and is_clear) or state["outcome"] or state["sure"] or has_delay(state):
        return ""
    is_news = state["asking"] != REASON and not meant.has(Act.LATE, Act.BROKEN_DOWN)
    is_beside = bool(meant.osd) and _overlaps(meant.osd, meant.reason)
    return meant.reason if is_news and not (meant.time or is_beside) else ""


def _overlaps(one: str, other: str) -> bool:
    return stands_in(one, other) or stands_in(other, one)


def _on_board(state: dict[str, Any], meant: Reading) -> str:
    """What is told instead of "loaded" or "empty": "two pallets of the last guy's are still on"."""
    is_told = bool(state.get(LOADING)) and not _PARTLY.search(meant.answer)
    if state["asking"] != LOADING or is_told or not meant.is_by_model:
        return ""
    is_place = bool(meant.place_words) and stands_in(meant.place_words, meant.answer)
    is_answer = not (is_place or meant.has(Act.YES, Act.NO, Act.UNSURE, Act.ASK_OTHER, Act.HOLDS))
    return meant.answer if is_answer and len(meant.answer.split()) >= MIN_TOLD else ""


_PARTLY = re.compile(r"\b(?:pallets|skids|pieces|tarimas)\b", re.I)


def _at_close(state: dict[str, Any], meant: Reading) -> str:
    """What is told once we ask whether there is anything else, or instead of a number; manners aren't."""
    is_held = meant.osd or meant.bol or meant.has(Act.DELIVERED, Act.LEAVES) or state.get(WHEN) == meant.text
    if meant.is_by_model or is_held or not _tells(meant.text):
        return ""
    if state["asking"] == BOL and not asked(meant):  # why there is none
        return meant.text if len(meant.text.split()) >= MIN_CHAT else ""
    if state["asking"] != CLOSING:
        return ""
    is_news = meant.tells_fact or bool(set(meant.acts) - NOISE - {Act.YES, Act.NO}) or Act.NO in meant.unsure
    is_news = is_news or bool(_WHY.search(plain(meant.text)))
    return meant.text if len(meant.text.split()) >= (MIN_NEWS if is_news else MIN_CHAT) else ""


# Something that is asked for: "no, I'm good, somebody just text me that number", "empty, and hey, tell them …".
_REQUEST = re.compile(
    r"\b(?:somebody|someone|y'?all|please|just|hey|alguien|por favor|nomas)(?: \w+)? "
    r"(?:(?:text|send|email|tell|call) (?:me|us|him|her|them|'?em)|(?:me|nos|le|les) (?:mand|envi|avis|dig)\w+)\b|"
    r"\b(?:tell|warn|let|notify) (?:the|that|your) (?:customer|receiver|shipper|consignee|broker)\b|"
    r"\b(?:avise(?:n)?(?:le|les|n)?|que (?:le|les) avisen|"
    r"diga(?:n)?(?:le|les)) (?:al? |a los )?(?:cliente|recibidor|broker)\w*\b|"
    r"\b(?:on (?:the )?record|write (?:that|it) (?:down|up))\b"
)


def _request(state: dict[str, Any], meant: Reading) -> str:
    """What is asked for beside an answer, without a question, or is wrong with what the truck goes on with."""
    if not (meant.is_by_model or meant.osd or state["outcome"] == Outcome.BROKEN_DOWN) and tells_trouble(
        meant.text
    ):
        return meant.text
    is_other = meant.is_by_model or meant.has(Act.CALLBACK, Act.HOLDS) or meant.osd or asked(meant)
    is_told = is_other or state["outcome"] == Outcome.ASK_OTHER or not _REQUEST.search(plain(meant.text))
    return "" if is_told else meant.text


def _tells(text: str) -> bool:
    """Whether words stand in it beside those of manners: "no sir, thank you much" has none to speak of."""
    return len(re.sub(rf"\b(?:{FILLERS})\b", " ", words_of(text)).split()) >= MIN_TOLD


def _number(state: dict[str, Any], meant: Reading) -> str:
    """What number is told unasked, and whose: "take down Hector's", "it's gonna be Dale now, truck 412"."""
    is_held = meant.has(Act.CALLBACK) or state["outcome"] == Outcome.ASK_OTHER or state["asking"] == BOL
    is_told = meant.phone or meant.truck or meant.trailer
    if not meant.is_by_model:
        is_told = "" if meant.has(Act.ASK_OTHER) else meant.phone
    return meant.text if is_told and not is_held else ""


def _whom(state: dict[str, Any], meant: Reading) -> str:
    """The words that tell whom to call instead, where nothing is asked of them: "call Ricky over at the office"."""
    if not (meant.is_by_model and meant.person) or state["outcome"] == Outcome.ASK_OTHER:
        return ""
    spans = dict(zip(meant.acts, meant.spans, strict=False))
    told = (meant.text[slice(*spans[act])] for act in (Act.ASK_OTHER, Act.CALLBACK) if act in spans)
    return next((each for each in told if meant.person.casefold() in each.casefold()), "")


def _other_driver(state: dict[str, Any], meant: Reading) -> str:
    """Who drives now, where that isn't whom we called: "Luke's off that load, Raymond's got it"."""
    called, driver = str(state["facts"].get("name", "")).casefold(), meant.driver
    driver = meant.name if meant.is_driver and called else driver
    if not (meant.is_by_model and driver) or driver == state.get("driver"):
        return ""
    if called and (driver.casefold() in called or called in driver.casefold()):
        return ""
    state["driver"] = driver
    return driver


def _keep_hour(state: dict[str, Any], meant: Reading) -> None:
    """Keep an hour at this stop that no field holds: "rolled out of there at eight fifteen"."""
    told = hour_done(meant) or (hour_here(meant) if state["outcome"] == Outcome.LOADED else "")
    kept, hour = state.setdefault(NOTES, []), f"{meant.time:%I:%M}"
    known = (datetime.fromisoformat(each) for each in (state.get(SINCE), state.get("eta_local")) if each)
    is_held = hour in {f"{each:%I:%M}" for each in known} or state.get("delivered_time")
    if told and not is_held and not any(stands_in(told, each) for each in (*kept, meant.note)):
        kept.append(told)


def _onwards(state: dict[str, Any], meant: Reading, now: datetime) -> str:
    """When a truck that is loaded comes to the stop after this one: it is no arrival of ours."""
    is_told = meant.is_by_model and meant.time is not None and meant.time > now
    if state["outcome"] != Outcome.LOADED or not (is_told and meant.time_words) or hour_here(meant):
        return ""
    is_answer = state["asking"] == CLOSING and stands_in(meant.time_words, meant.answer)
    return f"{ONWARD}{meant.answer if is_answer else meant.time_words}"


def notes_of(state: dict[str, Any], reason: str) -> list[str]:
    """All notes; among them a cause that is told as `reason` of no delay."""
    kept, cause = list(state.get(NOTES) or []), state.get(REASON) or ""
    is_kept = reason or not (state.get("had_trouble") or state.get("is_cause_by_model"))
    if cause and not is_kept and not any(stands_in(cause, each) for each in (*kept, state.get(OSD) or "")):
        kept.append(cause)
    return kept


def refusal(meant: Reading) -> str:
    """The words of a language model's reading that tell that the truck is refused, or its load; empty where none do."""
    told = [meant.osd, meant.note, meant.reason, meant.moved_to, meant.answer] if meant.is_by_model else []
    is_in = meant.has(Act.CHECKED_IN)  # waits there, unless its freight is refused
    return meant.turned_away or _refusing(meant, told[:1] if is_in else told)


def _refusing(meant: Reading, told: list[str]) -> str:
    """The first that tells of a refusal, on no condition."""
    found = (each for each in told if turned_away(each) is not None)
    return next((each for each in found if not any(stands_in(each, other) for other in meant.conditions)), "")


_OF_LOAD = re.compile(r"\b(?:refus|reject|rechaz)", re.I)  # not: too early


def hear_refusal(state: dict[str, Any], meant: Reading, listening: Listening) -> None:
    """Keep that the truck is refused at our stop, and that it is so till another day.

    It is there, so nobody asks where it is, or when it comes; nor, where it is to come back another day, when it is
    done.
    """
    refused = refusal(meant)
    words = refused or (_refusing(meant, [meant.note]) if meant.has(Act.CHECKED_IN) else "")
    if (
        not words
        or state["outcome"]
        or state["sure"]
        or state["asking"] == SURE
        or _is_elsewhere(state, meant)
    ):
        return
    day, moment = when_back(turned_away(words) or "", listening)
    is_later = _is_later(day or (moment and moment.date()), listening)
    if (moment or not refused) and not is_later:
        state["asked"].append(CHECK)  # "they won't let me in till five": that is when it is its turn
        return
    state |= {"is_waiting": True, "told": True, "is_beside": True}
    if refused:
        is_load = state["facts"]["callType"] != "pickup" and _OF_LOAD.search(meant.turned_away)
        state[TURNED_AWAY] = "load" if is_load else True
    if is_later or state.get(MOVED_TO):
        state[PUT_OFF] = True


def _is_later(day: date | None, listening: Listening) -> bool:
    return day is not None and day > listening.now.date()


def _is_elsewhere(state: dict[str, Any], meant: Reading) -> bool:
    """Whether who refused it is at another stop, or on the road."""
    facts = state["facts"]
    city, town = facts["stop"].get("city", ""), meant.place.city if meant.place else ""
    is_gone = meant.has(Act.LOADED, Act.DELIVERED, Act.BROKEN_DOWN, Act.CANCELS, Act.WRONG_LOAD)
    is_other_town = bool(town and city) and town.casefold() != city.casefold()
    is_other = is_other_town or is_at_other_end(meant.text, is_pickup=facts["callType"] == "pickup")
    return is_gone or (is_other and not meant.turned_away)
