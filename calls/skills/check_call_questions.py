"""What a check call asks next, and what it keeps of each answer. Pure: the notebook and the reading alone."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from calls.language.clauses import corrected_to, says_arrived
from calls.language.questions import offers, offers_bol
from calls.language.reading import NOISE, Act, Expecting, Listening, Reading, Topic
from calls.language.status import (
    denies_trouble,
    dispatches,
    distance_out,
    has_departed,
    is_at_receiver,
    is_being_loaded,
    is_being_unloaded,
    road_spot,
    says_delivered,
    says_done_by,
    says_loaded_up,
)
from calls.language.understanding import understand
from calls.models.reports import Outcome
from calls.skills.answering import asked, is_only_question
from calls.skills.check_call_phrases import (
    BOL,
    CHECK,
    CONTACT,
    DELIVERED,
    LOADING,
    REASON,
    REEFER_OFF,
    SINCE,
    SURE,
    TEMPERATURE,
    TRACKING,
    TROUBLE,
    WHEN,
    WHERE,
    due,
    late_minutes,
)
from organizations.equipment import Equipment

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
MAX_PASSED = timedelta(minutes=5)  # "at nine", said at two past
THERE = (Act.CHECKED_IN, Act.WAITING)


def take(state: dict[str, Any], meant: Reading, now: datetime, when_said: str = "") -> bool:
    """Note all that a turn tells; whether that answers the open question, or changes the whole call.

    `when_said` are the words of the time in it.
    """
    _go_on_with(state, meant)
    asking, outcome = state["asking"], state["outcome"]
    if asking == CONTACT and outcome == Outcome.ASK_OTHER and not meant.phone and offers(meant.text):
        return False  # "you want his other number?"
    if asking == SURE:
        if is_only_question(meant) and not meant.has(Act.YES, Act.NO):
            return False
        if _settle(state, meant):
            if meant.time or meant.day:
                _take_delivery(state, meant, now)
            return True
        _doubt_no_more(state)
    _take_outcome(state, meant)
    if state["outcome"] != outcome or state["sure"]:
        if Outcome.WRONG_LOAD not in (state["outcome"], GRAVE.get(state["sure"])):
            _take_place(state, meant)  # on another load, the town is ours said back, or nobody's business
        if state["outcome"] == Outcome.LOADED:
            _take_details(state, meant, now)
        _take_delivery(state, meant, now)
        _take_reason(state, meant)
        return True
    answers = {
        WHERE: _take_place(state, meant),
        REASON: _take_reason(state, meant),
        WHEN: _take_time(state, meant, now, when_said or meant.text),
        DELIVERED: _take_delivery(state, meant, now),
    }
    _take_details(state, meant, now)
    if asking == WHEN and state["is_waiting"] and meant.has(Act.UNSURE) and not answers[WHEN]:
        state["asked"].append(WHEN)  # when they are done is theirs to know
        return True
    if asking in ESSENTIAL:
        return answers[asking] or (asking == WHEN and is_done(state))
    if asking == SURE or (asking == TEMPERATURE and state.get(REEFER_OFF)):
        return True
    # What is nice to know is asked once: a vague answer is one.
    return answers.get(asking, False) or bool(state.get(asking)) or _is_vague_answer(meant)


def next_question(state: dict[str, Any]) -> str:
    """The first of the questions that wasn't asked and whose answer nobody told; empty where there is none left."""
    if state["sure"]:
        return SURE
    wanted = _WANTED.get(state["outcome"], _on_the_way)(state)
    for name, is_wanted in wanted.items():
        if is_wanted and name not in state["asked"] and not state.get(name):
            return name
    return ""


def _on_the_way(state: dict[str, Any]) -> dict[str, bool]:
    facts, is_waiting, done = state["facts"], state["is_waiting"], is_done(state)
    is_pickup = facts["callType"] == "pickup"
    return {
        WHERE: not is_waiting,
        WHEN: not done,
        REASON: has_delay(state),
        CHECK: is_waiting and not done,
        SINCE: is_waiting and state.get(CHECK) == "in" and not done,
        LOADING: not is_waiting and not done,
        TEMPERATURE: bool(facts.get("isReefer"))
        and not (state.get("has_no_reefer") or state.get(REEFER_OFF))
        and not has_others_freight(state),
        TRACKING: bool(facts.get("trackingApp")) and not done,
        BOL: not is_pickup or (state.get(LOADING) == "loaded" and done),
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


def outcome_of(state: dict[str, Any]) -> str:
    """How it stands, in a word: what was said outright, else what follows from the rest; empty where nothing does."""
    if state["outcome"]:
        return str(state["outcome"])
    if state["is_waiting"]:
        return Outcome.AT_FACILITY if state.get("told") else ""
    return Outcome.ON_THE_WAY if state.get(WHERE) or state.get(WHEN) or state.get("is_delayed") else ""


def _go_on_with(state: dict[str, Any], meant: Reading) -> None:
    """Whoever sent us on, or a dispatcher, may tell it all the same: then nobody else is to be asked."""
    if offers_bol(meant.text):
        state["offers_bol"] = True
    if dispatches(meant.text):
        state["facts"]["isDispatcher"] = True
    is_other = meant.has(Act.ASK_OTHER, Act.CALLBACK)
    is_sent_on = state["outcome"] == Outcome.ASK_OTHER and not meant.phone and not is_other
    if is_sent_on and (
        dispatches(meant.text) or meant.place or meant.time or meant.day or meant.has(*THERE, *GRAVE)
    ):
        state["outcome"] = ""
        state.pop("ask_other", None)


def _words(meant: Reading) -> str:
    """What is looked through for what the classifier misses; a language model has told it, or it wasn't said."""
    return "" if meant.is_by_model else meant.text


def _settle(state: dict[str, Any], meant: Reading) -> bool:
    """Whether it was said if it is so."""
    act = Act(state["sure"])
    is_theirs = act == Act.WRONG_LOAD and meant.has(Act.ASK_OTHER)
    is_when = act == Act.DELIVERED and bool(meant.time or meant.day)  # "a little after ten" says when it was
    if meant.has(act) or is_theirs or ((is_when or meant.has(Act.YES, Act.AGREES)) and not meant.has(Act.NO)):
        state |= {"sure": "", "outcome": GRAVE[act], "told": True}
        return True
    if meant.has(Act.NO):
        _doubt_no_more(state)
        return True
    return False


def _doubt_no_more(state: dict[str, Any]) -> None:
    state |= {"sure": "", "delivered_date": None, "delivered_time": None}


def _counts(state: dict[str, Any], meant: Reading, act: Act) -> bool:
    """Whether it was done; where that isn't sure, only once the question was asked again."""
    return meant.is_sure_of(act) or (meant.has(act) and state["repeats"] > 0)


def _take_outcome(state: dict[str, Any], meant: Reading) -> None:
    """What makes another call of it; a truck that has trouble and an arrival all the same goes on."""
    facts, asking = state["facts"], state["asking"]
    is_pickup = facts["callType"] == "pickup"
    has_arrival = bool(state.get("eta_local") or (meant.time and not meant.has(Act.CANCELS)))
    if is_pickup and asking != LOADING and says_loaded_up(_words(meant)) and not meant.has(Act.NO):
        meant = replace(meant, acts=(*meant.acts, Act.LOADED), unsure=meant.unsure - {Act.LOADED})
    if (
        not is_pickup
        and asking in ESSENTIAL
        and says_delivered(_words(meant))
        and not meant.has(Act.NO, *GRAVE)
    ):
        meant = replace(meant, acts=(*meant.acts, Act.DELIVERED), unsure=meant.unsure - {Act.DELIVERED})
    if state["outcome"] == Outcome.BROKEN_DOWN and denies_trouble(_words(meant)):
        state |= {"outcome": "", "had_trouble": False, REASON: None}
        return
    act = next((act for act in GRAVE if meant.has(act)), None)
    if act == Act.DELIVERED and is_pickup and (meant.has(Act.EMPTY) or asking not in ESSENTIAL):
        act = None  # what was in the trailer before
    if act == Act.BROKEN_DOWN and has_arrival:
        state["had_trouble"] = state.get("had_trouble") or meant.is_sure_of(act)
    elif act is not None and not (meant.has(Act.NO) and not meant.is_sure_of(act)):
        # "I delivered it" on a call about a pickup is mostly the load before.
        is_other = act == Act.DELIVERED and is_pickup
        if (meant.is_sure_of(act) and not is_other) or act == state["sure"]:
            state |= {"sure": "", "outcome": GRAVE[act], "told": True}
        elif act not in state["doubted"]:
            state["doubted"].append(act)
            state["sure"] = str(act)
    elif state["outcome"] == Outcome.LOADED and meant.has(Act.EMPTY) and not meant.has(Act.LOADED):
        state |= {
            "outcome": "",
            LOADING: "empty",
            "is_waiting": facts["waitingAtFacility"],
        }  # it was misheard
    elif _counts(state, meant, Act.ASK_OTHER) and asking in ESSENTIAL and not (meant.place or meant.time):
        state |= {"outcome": Outcome.ASK_OTHER, "told": True}
    elif (
        is_pickup
        and meant.is_sure_of(Act.LOADED)
        and asking != LOADING
        and not (meant.has(Act.NO) or is_being_unloaded(_words(meant)))
    ):
        state |= {"outcome": Outcome.LOADED, LOADING: "loaded", "told": True}
        is_off = has_departed(_words(meant)) or meant.has(Act.CHECKED_OUT)
        state["is_waiting"] = (state["is_waiting"] or meant.place is None) and not is_off
    elif (
        # Unloaded where it was to be unloaded: that is as good as delivered, if it is so.
        not is_pickup
        and (meant.is_sure_of(Act.EMPTY) or meant.is_sure_of(Act.CHECKED_OUT))
        and asking not in (LOADING, REASON)
        and Act.DELIVERED not in state["doubted"]
    ):
        state["doubted"].append(Act.DELIVERED)
        state["sure"] = str(Act.DELIVERED)


def _take_place(state: dict[str, Any], meant: Reading) -> bool:
    """A town of the gazetteer, or the facility itself; free words are none."""
    if is_only_question(meant):
        return False
    is_pickup = state["facts"]["callType"] == "pickup"
    is_elsewhere = is_being_unloaded(_words(meant)) or is_at_receiver(_words(meant))
    if is_pickup and not state["is_waiting"] and is_elsewhere:
        meant = replace(
            meant, acts=tuple(act for act in meant.acts if act not in THERE), text=""
        )  # elsewhere
    is_here = meant.has(*THERE) or (says_arrived(_words(meant)) and not meant.has(*GRAVE, Act.NO))
    if is_being_loaded(_words(meant)) if is_pickup else is_being_unloaded(_words(meant)):
        is_here = True
    if state["outcome"] == Outcome.BROKEN_DOWN and not says_arrived(_words(meant)):
        is_here = False  # waiting for help
    if _NOT_THERE.search(_words(meant)) and not state["facts"]["waitingAtFacility"]:
        state["is_waiting"] = is_here = False
    city = state["facts"]["stop"].get("city", "").casefold()
    town = meant.place.city.casefold() if meant.place else ""
    if town and city and town != city and not meant.has(Act.CHECKED_IN) and not says_arrived(_words(meant)):
        is_here = False  # who waits in another town waits for something else
        if meant.is_by_model and not state["facts"]["waitingAtFacility"]:
            state["is_waiting"] = False  # "I'm in Dallas, they just loaded me"
    has_arrived = is_here and not state["is_waiting"]
    known = state.get(WHERE)
    is_new = bool(meant.place) and not known
    if meant.place and known and (place := corrected_to(meant.place, known, meant.text)):
        meant, is_new = replace(meant, place=place), True
    if is_here:
        state["is_waiting"] = True
        if meant.place and not meant.place.state:
            meant, is_new = replace(meant, place=None), False  # "outside the yard on Ashland" is a street
    if meant.place and (state["asking"] == WHERE or is_new):
        state[WHERE] = str(meant.place)
    if state["asking"] == WHERE and not (meant.place or known or is_here) and (spot := _spot(meant.text)):
        state |= {WHERE: spot, "told": True}
        return True
    if has_arrived or is_new:
        state["told"] = True
    return has_arrived or is_new or bool(meant.place and state["asking"] == WHERE)


# Said to somebody who took them to be at the stop.
_NOT_THERE = re.compile(
    r"\b(?:(?:no|todav[ií]a no|a[uú]n no) (?:se[ñn]or[ai]?t?a? )?(?:he llegado|llego|estoy (?:ah[ií]|all[aá]))|"
    r"todav[ií]a no estoy (?:cargando|descargando)|"
    r"(?:ain'?t|haven'?t|have not|not|isn'?t) (?:even )?(?:(?:got(?:ten)?|made it|arrived|at|in) )?"
    r"(?:there|here|the (?:shipper|receiver)|at the (?:shipper|receiver)) ?(?:yet)?)\b",
    re.I,
)


def _spot(heard: str) -> str:
    return road_spot(heard) or distance_out(heard)


# What tells of a delay to somebody who arrives in time all the same.
_DELAY = re.compile(
    r"\b(?:late|behind|delay\w*|held|holding|stuck|slow|traffic|weather|wreck|accident|snow|broke\w*|flat|tire|shut|"
    r"backed|waiting|sat|sitting|lost|(?<!la )tarde|atras\w*|retras\w*|demor\w*|atorad\w*|trafico|tr\u00e1fico|nieve|"
    r"accidente|llanta|detuv\w+|parad[oa])\b",
    re.I,
)


def _take_time(state: dict[str, Any], meant: Reading, now: datetime, said: str) -> bool:
    """A time counts as the arrival where that is asked for, or isn't known yet while the way is talked about.

    "Checked in at 7:45" and "call me at six" are none.
    """
    asking, arrival, stop = state["asking"], meant.time, state["facts"]["stop"]
    last = due(stop)
    # Where both are known, the clock tells whether it is late.
    is_in_time = arrival is not None and last is not None and now <= arrival <= last
    is_late = meant.has(Act.LATE) and (
        (meant.is_sure_of(Act.LATE) and (not is_in_time or bool(_DELAY.search(meant.text))))
        or not (meant.has(Act.ON_TIME) or is_in_time)
    )
    if is_late:
        is_clear = meant.is_sure_of(Act.LATE) or bool(_DELAY.search(meant.text))
        state |= {"is_delayed": True, "is_delay_clear": is_clear, "told": True}
    if meant.has(Act.CALLBACK) or is_only_question(meant):
        return False
    is_there = meant.has(*THERE)
    # Why it is late was asked: "an hour behind" is the time that we have, said again.
    is_news = not state.get("eta_local") if asking == REASON else is_late
    is_done_by = state["is_waiting"] and not state.get("eta_local") and says_done_by(meant.text)
    is_fitting = asking in (*ESSENTIAL, SURE) or (not is_there and is_news) or is_done_by
    if arrival is not None and is_fitting and arrival >= now - MAX_PASSED:
        state |= {WHEN: said, "eta_local": arrival.isoformat(), "told": True}
        if is_in_time and not (is_late or state.get("is_delay_clear")):
            state["is_delayed"] = False  # what sounded like a delay before is none
        if not state["is_waiting"]:
            state["late_minutes"] = late_minutes(arrival, stop)
        return True
    is_on_time = meant.is_sure_of(Act.ON_TIME) or (meant.has(Act.ON_TIME) and asking == WHEN)
    if asking == REASON and is_on_time and not is_late and not state.get("late_minutes"):
        state["is_delayed"] = False  # "nothing is holding me, I'm on time"
    if is_on_time and not is_late and not state["is_waiting"] and not state.get("eta_local"):
        state |= {WHEN: meant.text, "eta_local": None, "told": True}
        state["late_minutes"] = None if last is None else 0
        return True
    # A day alone will do where the time was asked for in vain.
    if asking == WHEN and meant.day and arrival is None and state["repeats"]:
        state |= {WHEN: meant.text, "eta_local": None, "told": True}
        state["is_delayed"] = state.get("is_delayed") or (last is not None and meant.day > last.date())
        return True
    return False


_SINCE_WHEN = re.compile(r"\b(?:since|desde)\b", re.I)
MAX_SINCE = 6  # words from "since" on that tell when
_SINCE = re.compile(r"\b(?:since|been (?:here|there)|desde)\b", re.I)


def _take_delivery(state: dict[str, Any], meant: Reading, now: datetime) -> bool:
    """The day, and the time where it was told, both in the past; "not sure" is an answer too."""
    if Outcome.DELIVERED not in (state["outcome"], GRAVE.get(state["sure"])):
        return False
    day, moment = meant.day, meant.time
    if state["asking"] != DELIVERED and _SINCE.search(meant.text):
        moment = None  # "at the consignee since seven, they unloaded me": that is when it came
    if day is None and moment is None:
        return meant.has(Act.UNSURE)
    if moment is not None and day is None:
        moment = _past(moment, now)
        day = moment.date()
    while day is not None and day > now.date():
        day -= timedelta(days=7)
    state["delivered_date"] = day.isoformat() if day else None
    state["delivered_time"] = moment.strftime("%H:%M") if moment else None
    return True


def _take_reason(state: dict[str, Any], meant: Reading) -> bool:
    """A cause that is told before anybody asks is kept for when there is something to give a reason for."""
    is_asked = state["asking"] == REASON
    is_back = is_only_question(meant)
    reason = "" if is_back or meant.has(Act.ON_TIME) else meant.reason
    is_telling = _is_vague_answer(meant) and not meant.has(Act.UNSURE, Act.NO, Act.ASK_OTHER, Act.ON_TIME)
    if is_asked and not reason and is_telling and not (meant.has(Act.YES) and len(meant.text.split()) < 3):
        reason = meant.text
    if reason and (is_asked or not state.get(REASON)):
        state[REASON] = reason.strip(" ,")
    return bool(reason) or (is_asked and meant.has(Act.NO, Act.UNSURE, Act.ASK_OTHER, Act.ON_TIME))


_IN_DOOR = re.compile(
    r"\b(?:(?:backed|bumped|docked)(?: up)?(?: in\b| into\b| to\b)|\bin (?:a |the |my )?(?:door|dock)\b|"
    r"en (?:la |el )?(?:rampa|puerta|anden|andén|muelle)\b)",
    re.I,
)


def _take_details(state: dict[str, Any], meant: Reading, now: datetime) -> None:
    asking = state["asking"]
    if meant.no_equipment == Equipment.REEFER or meant.equipment == Equipment.VAN:
        state["has_no_reefer"] = True
    check = "out" if meant.has(Act.CHECKED_OUT) else "in" if meant.has(Act.CHECKED_IN) else ""
    if not check and state["is_waiting"] and _IN_DOOR.search(meant.text) and not meant.has(Act.NO):
        check = "in"  # nobody is given a door before
    if asking == CHECK and not check:
        check = "in" if meant.has(Act.YES) else "no" if meant.has(Act.NO) else ""
    loading = "loaded" if meant.has(Act.LOADED) else "empty" if meant.has(Act.EMPTY) else ""
    if loading == "loaded" and is_being_unloaded(_words(meant)):
        loading = ""  # "loaded, no, I'm getting unloaded first"
    tracking = ""
    if asking == TRACKING:
        tracking = "off" if meant.has(Act.NO) else "on" if meant.has(Act.YES, Act.AGREES) else ""
    temperature = None if asking != TEMPERATURE and meant.asks(Topic.TEMPERATURE) else meant.temperature
    told = {
        CHECK: check,
        LOADING: loading,
        TEMPERATURE: "" if temperature is None else str(temperature),
        BOL: meant.bol,
        TRACKING: tracking,
    }
    is_since = asking in (CHECK, SINCE) and not meant.has(Act.NO) and not says_done_by(meant.text)
    is_first = not state.get(SINCE) and meant.has(*THERE)
    is_since = is_since or (meant.is_by_model and asking == WHERE and meant.has(*THERE))
    if meant.time and (is_since or ((is_first or meant.is_sure_of(Act.CHECKED_IN)) and meant.time <= now)):
        told[SINCE] = _past(meant.time, now, meant.time_words or meant.text).isoformat()
    if state["is_waiting"] and (since := _since(meant, now)):
        told[SINCE] = since.isoformat()
    for name, value in told.items():
        if value:
            state |= {name: value, "told": True}


def _since(meant: Reading, now: datetime) -> datetime | None:
    """The moment that "since" names: "since three this morning, and nobody opens the dock till seven" is three."""
    found = _SINCE_WHEN.search(meant.text)
    if found is None:
        return None
    words = " ".join(meant.text[found.start() :].split()[:MAX_SINCE])
    listening = Listening(expecting=Expecting.TIME, now=now, language=meant.language)
    moment = understand(words, listening).time
    return _past(moment, now, words) if moment else None


def _is_vague_answer(meant: Reading) -> bool:
    """Whether it says something or other, and isn't a question or noise."""
    if asked(meant) or (meant.acts and set(meant.acts) <= NOISE | {Act.LEAVES}):
        return False
    return any(character.isalnum() for character in meant.text)


_HALF = re.compile(
    r"\b(?:[ap]\.? ?m|morning|afternoon|evening|night|tonight|noon|midnight|mañana|manana|tarde|noche|medio ?d[ií]a)\b",
    re.I,
)


def _past(moment: datetime, now: datetime, words: str | None = None) -> datetime:
    """The last time that the clock showed it; in either half of the day, where words are given that tell none."""
    while moment > now:
        moment -= timedelta(days=1)
    later = moment + timedelta(hours=12)
    return later if words is not None and later <= now and not _HALF.search(words) else moment
