"""The times that a check call is told: when the truck will be there, since when it waits, when it delivered. Pure."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from calls.language.reading import Act, Expecting, Listening, Reading, Topic
from calls.language.roads import hours_out
from calls.language.status import says_done_by
from calls.language.time_words import clocks_in
from calls.language.understanding import understand
from calls.models.reports import Outcome
from calls.skills.answering import FROM_NOW, is_only_question
from calls.skills.check_call_phrases import (
    CHECK,
    CLOSING,
    DELIVERED,
    MOVED_TO,
    NOT_PICKED_UP,
    PUT_OFF,
    REASON,
    SINCE,
    SURE,
    TURNED_AWAY,
    WHEN,
    WHERE,
    due,
    late_minutes,
    window_of,
)
from calls.skills.check_call_questions import ESSENTIAL, GRAVE

MAX_DAY = 2  # words that tell a day and nothing else
MAX_PASSED = timedelta(minutes=5)  # "at nine", said at two past
HALF_DAY = timedelta(hours=12)
JUST_NOW = timedelta(minutes=30)  # "closer to ten fifteen", said at half past
MUCH_LATE = 6 * 60  # minutes: so late nobody is who tells no half of the day
THERE = (Act.CHECKED_IN, Act.WAITING)


def unconditional(meant: Reading, listening: Listening) -> Reading:
    """Of several times of which one hangs on a condition the other, whichever was said first.

    It doesn't stand in the words of the condition: "tomorrow at six, if they won't take me Saturday at seven". Where
    none does, it is the last: "Friday if they say yes, if not Saturday at seven".
    """
    if not (meant.conditions and meant.other_times):
        return meant
    times = [each for each in (meant.time_words, *meant.other_times) if each]
    free = [each for each in times if not any(stands_in(each, clause) for clause in meant.conditions)]
    words = (free or times)[-1]
    if words == meant.time_words:
        return meant
    heard = understand(words, replace(listening, expecting=Expecting.TIME))
    return replace(meant, time=heard.time, day=heard.day, time_words=words)


def stands_in(words: str, told: str) -> bool:
    """Whether words stand in what is told, word by word."""
    return f" {words.strip()} ".casefold() in f" {told.strip()} ".casefold()


MAX_VERB = 6  # words before an hour that tell what is at it
# "Rolled out of there at eight fifteen", "I got here at six", "salgo de aquí hasta las once".
_OF_THIS_STOP = re.compile(
    r"\b(?:here|there since|left|leav\w+|out of (?:there|here)|backed in|checked in|aqui|salgo|sali\w*|llegu\w+)\b",
    re.I,
)


def hour_done(meant: Reading) -> str:
    """The words in which a model hears something done at this stop, where its hour stands in them; else empty."""
    acts = (Act.CHECKED_IN, Act.CHECKED_OUT, Act.LOADED)
    spans = zip(meant.acts, meant.spans, strict=False) if meant.is_by_model and meant.time_words else ()
    told = (meant.text[slice(*span)] for act, span in spans if act in acts)
    return next((each for each in told if stands_in(meant.time_words, each)), "")


def hour_here(meant: Reading) -> str:
    """The words that tell what is at an hour at this stop, done or not: "salgo de aquí hasta las once"; else empty."""
    lead = " ".join(meant.text.partition(meant.time_words)[0].split()[-MAX_VERB:]) if meant.time_words else ""
    found = _OF_THIS_STOP.search(lead)
    return hour_done(meant) or (f"{lead[found.start() :]} {meant.time_words}" if found else "")


def _is_retold(state: dict[str, Any], meant: Reading, now: datetime) -> bool:
    """Whether a model hears another arrival while something else is asked: "empty, and let's say ten to be safe".

    A time in the answer to our question, unless it is the last, in a cause, a condition or a question is none.
    """
    if not (meant.is_by_model and meant.time and meant.time > now) or state["outcome"] or state["is_waiting"]:
        return False
    if not state.get("eta_local") or state["asking"] in (*ESSENTIAL, SURE, CHECK, SINCE):
        return False
    known = datetime.fromisoformat(state["eta_local"])
    if meant.day is None and abs(meant.time - known) >= HALF_DAY:
        return False  # "left at six", said at noon, is no six of tomorrow
    beside = (
        *(
            "" if state["asking"] == CLOSING else meant.answer,
            meant.reason,
            meant.note,
            meant.osd,
            meant.moved_to,
        ),
        *meant.conditions,
        *(each.words for each in meant.questions),
    )
    return bool(meant.time_words) and not any(stands_in(meant.time_words, each) for each in beside)


def _put_off(state: dict[str, Any], meant: Reading, now: datetime) -> bool:
    """Note to which day those at the stop put a truck off that waits there; whether they do."""
    is_about = state["asking"] == WHEN or (meant.is_by_model and state["asking"] in (CHECK, SINCE))
    is_told = is_about and state["is_waiting"] and meant.time is None
    if not (is_told and meant.day and meant.day > now.date()):
        return False
    last = due(state["facts"]["stop"])
    state |= {PUT_OFF: True, "told": True}
    if not state.get(MOVED_TO):
        state |= {WHEN: meant.time_words or meant.text, "eta_local": None}
    state["is_delayed"] = state.get("is_delayed") or (last is not None and meant.day > last.date())
    return True


# What tells of a delay to somebody who arrives in time all the same.
DELAY = re.compile(
    r"\b(?:late|behind|delay\w*|held|holding|stuck|slow|traffic|weather|wreck|accident|snow|broke\w*|flat|tire|shut|"
    r"backed|waiting|in (?:the|a|their) (?:dock|door)|sat|sitting|lost|(?<!la )tarde|atras\w*|retras\w*|demor\w*|"
    r"atorad\w*|trafico|tr\u00e1fico|nieve|"
    r"accidente|llanta|detuv\w+|parad[oa])\b",
    re.I,
)


def _in_its_half(
    state: dict[str, Any], meant: Reading, now: datetime, words: str, *, is_late: bool
) -> datetime | None:
    """An arrival in the half of the day that is meant, where none was told.

    It is the one after the appointment of whom is late, the next one of who is there, and none that makes anybody many
    hours late.
    """
    stop, arrival = state["facts"]["stop"], meant.time
    start, end = window_of(stop)
    is_from_now = FROM_NOW.search(words) and "@" not in clocks_in(words, meant.language)
    if arrival is None or is_from_now or _HALF.search(words):
        return arrival  # "two hours" from now has no half
    earlier = arrival - HALF_DAY
    is_late = is_late and not FROM_NOW.search(meant.time_words or meant.text)  # "two hours out, so two"
    if is_late and start is not None and arrival < start and arrival + HALF_DAY > (end or arrival):
        return arrival + HALF_DAY
    is_near = earlier >= (now if state["is_waiting"] else now - JUST_NOW)
    is_far = state["is_waiting"] or (late_minutes(arrival, stop) or 0) > MUCH_LATE
    return earlier if meant.day is None and is_near and is_far else arrival


def _is_half_day_off(meant: Reading, arrival: datetime, now: datetime) -> bool:
    """Whether an hour without its half of the day is the one before, by how far it still is: "an hour out"."""
    words, hours = meant.time_words or meant.text, hours_out(meant.text)
    if hours is None or _HALF.search(words) or FROM_NOW.search(words) or arrival - HALF_DAY < now:
        return False
    if (arrival - HALF_DAY).date() != arrival.date() and meant.day:
        return False  # "ten Wednesday", an hour away from home
    expected = now + timedelta(hours=hours)
    return abs(arrival - HALF_DAY - expected) < abs(arrival - expected)


# What others do first, and how long it takes from then on: "as soon as somebody sends the PO, I'm there in an hour".
_OTHERS_FIRST = (
    r"\b(?:soon as|once|whenever|en cuanto|cuando) "
    r"(?!i\b|we\b|i'|we'|salga|termine|acabe|cruce|pase|llegue)[a-z]"
)
_FROM_THEN = re.compile(rf"{_OTHERS_FIRST}[^.;@~]*~\d|~\d+ [^.;@~]*{_OTHERS_FIRST}")


def take_time(state: dict[str, Any], meant: Reading, now: datetime, said: str) -> bool:
    """A time counts as the arrival where that is asked for, or isn't known yet while the way is talked about.

    "Checked in at 7:45" and "call me at six" are none, nor is when a truck that is loaded comes to the next stop.
    """
    if state["outcome"] == Outcome.LOADED:
        return False
    asking, stop = state["asking"], state["facts"]["stop"]
    if asking == WHEN and _FROM_THEN.search(clocks_in(meant.text, meant.language)):
        state |= {WHEN: said, "eta_local": None, "told": True}
        return True
    is_clear = meant.is_sure_of(Act.LATE) or (meant.has(Act.LATE) and bool(DELAY.search(meant.text)))
    arrival = _in_its_half(state, meant, now, said, is_late=is_clear)
    opens, last = window_of(stop)[0], due(stop)
    is_within = bool(arrival and opens and last and opens <= arrival <= last)
    if arrival is not None and not is_within and _is_half_day_off(meant, arrival, now):
        arrival -= HALF_DAY
    # Where both are known, the clock tells whether it is late.
    is_in_time = arrival is not None and last is not None and now <= arrival <= last
    is_late = meant.has(Act.LATE) and (
        (meant.is_sure_of(Act.LATE) and (not is_in_time or bool(DELAY.search(meant.text))))
        or not (meant.has(Act.ON_TIME) or is_in_time)
    )
    if is_late:
        state |= {"is_delayed": True, "is_delay_clear": is_clear, "told": True}
    is_call = meant.has(Act.CALLBACK) and not (is_late and Act.CALLBACK in meant.unsure)
    if is_call or is_only_question(meant):
        return False
    if tells_since(state, meant, now) or hour_done(meant):
        return False
    is_there = meant.has(*THERE)
    # Why it is late was asked: "an hour behind" is the time that we have, said again.
    is_corrected = meant.is_by_model and meant.has(Act.NO) and asking not in (CHECK, SINCE)
    is_news = is_late or is_corrected
    if asking == REASON:
        is_news = not state.get("eta_local") or (
            is_corrected and meant.has(Act.ON_TIME)
        )  # "no, I'm not late"
    is_done_by = state["is_waiting"] and not state.get("eta_local") and says_done_by(meant.text)
    is_news = is_news or _is_retold(state, meant, now)
    is_news = is_news or (
        bool(state.get(NOT_PICKED_UP)) and not state.get("eta_local")
    )  # it wasn't asked for
    is_fitting = asking in (*ESSENTIAL, SURE) or (not is_there and is_news) or is_done_by
    first = now - (MAX_PASSED if arrival == meant.time else JUST_NOW)
    if arrival is not None and is_fitting and arrival >= first:
        hung_on = state.get("arrival_hangs_on", ())
        state["conditions"] = [each for each in state.get("conditions", ()) if each not in hung_on]
        state |= {WHEN: said, "eta_local": arrival.isoformat(), "told": True}
        state["arrival_hangs_on"] = list(meant.conditions)
        if is_in_time and not is_late and (meant.has(Act.ON_TIME) or not state.get("is_delay_clear")):
            state["is_delayed"] = False  # what sounded like a delay before is none, or is made up
        moved = state.get(MOVED_TO) or ""  # a day, or a moment
        is_as_moved = bool(moved) and arrival.isoformat()[: len(moved)] <= moved
        is_done_then = state["is_waiting"] and not state.get(TURNED_AWAY)  # else it comes again
        if is_done_then and arrival - now > HALF_DAY:
            state[PUT_OFF] = True
        if not is_done_then:
            state["late_minutes"] = 0 if is_as_moved else late_minutes(arrival, stop)
        return True
    is_on_time = meant.is_sure_of(Act.ON_TIME) or (meant.has(Act.ON_TIME) and asking == WHEN)
    if asking != WHEN and meant.asks(Topic.FLEXIBILITY):
        is_on_time = False  # "can they take me Friday instead, I'm way ahead" tells no time
    if asking == REASON and is_on_time and not is_late:  # "nothing is holding me, I'm early"
        state["is_delayed"] = False
        if state.get("late_minutes"):
            state |= {WHEN: f"{state[WHEN]}; {meant.text}", "eta_local": None, "late_minutes": 0}
            return True
    if is_on_time and not is_late and not state["is_waiting"] and not state.get("eta_local"):
        state |= {WHEN: meant.text, "eta_local": None, "told": True}
        state["late_minutes"] = None if last is None else 0
        return True
    if _put_off(state, meant, now):
        return True
    # A day alone will do where the time was asked for in vain.
    is_whole = meant.is_by_model and len(meant.time_words.split()) > MAX_DAY  # "when they open Saturday"
    if asking == WHEN and meant.day and arrival is None and (state["repeats"] or is_whole):
        words = meant.time_words if is_whole else meant.text
        state |= {WHEN: words, "eta_local": None, "told": True}
        state["is_delayed"] = state.get("is_delayed") or (last is not None and meant.day > last.date())
        return True
    return False


# Loaded since then is no waiting since then.
_SINCE_WHEN = re.compile(
    r"(?<!loaded )(?<!empty )(?<!cargado )(?<!cargada )"
    r"\b(?:since|desde|(?:got|been) here|(?:got|rolled|pulled|backed) in|arrived|llegu[eé])\b",
    re.I,
)
MAX_SINCE = 6  # words from "since" on that tell when
_SINCE = re.compile(r"\b(?:since|been (?:here|there)|desde)\b", re.I)


def take_delivery(state: dict[str, Any], meant: Reading, now: datetime) -> bool:
    """The day, and the time where it was told, both in the past; "not sure" is an answer too."""
    if Outcome.DELIVERED not in (state["outcome"], GRAVE.get(state["sure"])):
        return False
    day, moment = meant.day, meant.time
    spans = dict(zip(meant.acts, meant.spans, strict=False))
    told = meant.text[slice(*spans.get(Act.DELIVERED, (0, 0)))] if meant.is_by_model else ""
    # "Ya entregué desde ayer": that is when it was delivered.
    if state["asking"] != DELIVERED and _SINCE.search(meant.text) and not _SINCE.search(told):
        moment = None  # "at the consignee since seven, they unloaded me": that is when it came
    if day is None and moment is None:
        return meant.has(Act.UNSURE)
    if moment is not None and day in (None, now.date()):
        moment = past(moment, now, meant.time_words or meant.text)
        day = moment.date()
    while day is not None and day > now.date():
        day -= timedelta(days=7)
    known = state.get("delivered_time")  # "yesterday, no, Wednesday I mean" leaves the hour as it was
    state["delivered_date"] = day.isoformat() if day else None
    state["delivered_time"] = moment.strftime("%H:%M") if moment else known
    return True


def since_when(meant: Reading, now: datetime) -> datetime | None:
    """The moment since when it is there: "since three this morning, and nobody opens the dock till seven" is three."""
    found = _SINCE_WHEN.search(meant.text)
    if found is None:
        return None
    words = " ".join(meant.text[found.start() :].split()[:MAX_SINCE])
    listening = Listening(expecting=Expecting.TIME, now=now, language=meant.language)
    moment = understand(words, listening).time
    return past(moment, now, words) if moment else None


MAX_LEAD = 5  # words before a time that tell what it is


def tells_since(state: dict[str, Any], meant: Reading, now: datetime) -> bool:
    """Whether the time that a model hears beside "I'm here" is since when: "sitting in the door since noon"."""
    is_beside = meant.is_by_model and state["asking"] == WHERE and meant.has(*THERE)
    if not (is_beside and meant.time) or says_done_by(meant.text):
        return False
    before, words, _ = meant.text.partition(meant.time_words)
    lead = " ".join([*before.split()[-MAX_LEAD:], words])
    is_gone = meant.day is None and meant.time.date() > now.date()  # the noon that comes next is tomorrow's
    # Which half of the day it is isn't told; "two more hours" is still to come.
    is_open = not (_HALF.search(meant.time_words) or FROM_NOW.search(meant.time_words))
    return bool(_SINCE.search(lead)) or meant.time <= now or is_gone or is_open


_HALF = re.compile(
    r"\b(?:[ap]\.? ?m|morning|afternoon|evening|night|tonight|noon|midnight|mañana|manana|tarde|noche|medio ?d[ií]a)\b",
    re.I,
)


def past(moment: datetime, now: datetime, words: str | None = None) -> datetime:
    """The last time that the clock showed it; in either half of the day, where words are given that tell none.

    So many hours are as many back: "been here two hours".
    """
    if moment > now and words and FROM_NOW.search(words):
        return now - (moment - now)
    while moment > now:
        moment -= timedelta(days=1)
    later = moment + timedelta(hours=12)
    return later if words is not None and later <= now and not _HALF.search(words) else moment
