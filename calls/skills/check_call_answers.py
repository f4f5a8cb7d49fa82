"""What a check call keeps of an answer: how it stands, where the truck is, why, and the rest of what it tells.

Pure: the notebook and the reading alone. Its times are those of `check_call_times`.
"""

import re
from dataclasses import replace
from datetime import datetime
from typing import Any

from calls.language.check_call import is_to_check_in, lacks_number, lacks_papers, left_town
from calls.language.clauses import corrected_to, says_arrived
from calls.language.desk import says_closed
from calls.language.questions import offers, offers_bol
from calls.language.reading import NOISE, Act, Expecting, Listening, Reading, Topic
from calls.language.roads import distance_out, from_town, road_spot, road_taken, with_roads
from calls.language.status import (
    denies_trouble,
    dispatches,
    has_departed,
    is_at_other_end,
    is_being_loaded,
    is_being_unloaded,
    is_driving,
    is_elsewhere,
    is_to_leave,
    says_content,
    says_delivered,
    says_done_by,
    says_loaded_up,
)
from calls.language.whose_load import sends_to_other
from calls.models.reports import Outcome
from calls.skills.answering import asked, is_meant, is_only_question
from calls.skills.check_call_phrases import (
    BOL,
    CHECK,
    CLOSING,
    CONTACT,
    DELIVERED,
    LEFT,
    LOADING,
    NOTES,
    REASON,
    REEFER_OFF,
    SET_TO,
    SINCE,
    SURE,
    TELLER,
    TEMPERATURE,
    TRACKING,
    WHEN,
    WHERE,
    place_of,
)
from calls.skills.check_call_questions import ESSENTIAL, GRAVE, has_delay, is_done
from calls.skills.check_call_times import (
    DELAY,
    THERE,
    hour_here,
    past,
    since_when,
    stands_in,
    take_delivery,
    take_time,
    tells_since,
)
from calls.skills.whereabouts import ONWARD
from organizations.equipment import Equipment


def take(state: dict[str, Any], meant: Reading, now: datetime, when_said: str = "") -> bool:
    """Note all that a turn tells; whether that answers the open question, or changes the whole call.

    `when_said` are the words of the time in it.
    """
    _go_on_with(state, meant)
    asking, outcome, is_beside = state["asking"], state["outcome"], state.pop("is_beside", False)
    if asking == CONTACT and outcome == Outcome.ASK_OTHER and not meant.phone and offers(meant.text):
        return False  # "you want his other number?"
    if asking == CONTACT and not meant.phone and meant.has(Act.ASK_OTHER) and sends_to_other(_words(meant)):
        return False  # "call my brother Hernan": at what number
    if asking == SURE:
        if is_only_question(meant) and not meant.has(Act.YES, Act.NO):
            return False
        if _settle(state, meant):
            if meant.time or meant.day:
                take_delivery(state, meant, now)
            return True
        _doubt_no_more(state)
    _take_outcome(state, meant, now)
    if state["outcome"] != outcome or state["sure"]:
        if Outcome.WRONG_LOAD not in (state["outcome"], GRAVE.get(state["sure"])):
            _take_place(state, meant)  # on another load, the town is ours said back, or nobody's business
        elif meant.is_by_model and meant.place:
            state["place_in_doubt"] = str(meant.place)
        if state["outcome"] in (Outcome.LOADED, Outcome.BROKEN_DOWN):
            _take_details(state, meant, now)
        elif state["outcome"] == Outcome.DELIVERED:
            state |= {LOADING: "empty"} if meant.has(Act.EMPTY) else {}
            state |= {CHECK: "out"} if meant.has(Act.CHECKED_OUT) else {}
        take_delivery(state, meant, now)
        _take_reason(state, meant)
        _take_cause(state, meant)
        return True
    answers = {
        WHERE: _take_place(state, meant),
        REASON: _take_reason(state, meant),
        WHEN: take_time(state, meant, now, when_said or meant.text),
        DELIVERED: take_delivery(state, meant, now),
    }
    _take_details(state, meant, now)
    _take_cause(state, meant)
    if state["facts"]["callType"] != "pickup" and _NOT_LOADED_YET.search(meant.text):
        state["asked"] += [LOADING, TEMPERATURE, BOL]
    is_pickup = state["facts"]["callType"] == "pickup"
    if is_pickup and meant.is_by_model and not state.get(LOADING) and _STILL_LOADED.search(meant.text):
        state[LOADING] = "loaded"
    if _BOBTAIL.search(meant.text):
        state["asked"].append(LOADING)  # without a trailer it is neither
    if is_beside:
        return True
    if meant.is_by_model and not state["is_waiting"] and _UNLOADING.search(meant.note):
        state["asked"].append(LOADING)  # neither yet, of whatever was on board before
    if meant.is_by_model and (says_closed(meant.text) or "locked" in meant.note):
        state["asked"].append(CHECK)  # there is nobody to check in with
    is_said = meant.is_by_model and bool(meant.answer)  # "never", "whenever they get to me"
    if asking == WHEN and state["is_waiting"] and (meant.has(Act.UNSURE) or is_said) and not answers[WHEN]:
        state["asked"].append(WHEN)  # when they are done is theirs to know
        return True
    if asking in ESSENTIAL:
        return answers[asking] or (asking == WHEN and is_done(state))
    is_between = asking == LOADING and is_being_unloaded(_words(meant))  # neither loaded nor empty
    if asking == CLOSING and _is_all(meant):
        return True
    if asking == SURE or is_between or (asking == TEMPERATURE and state.get(REEFER_OFF)):
        return True
    if asking == BOL and (lacks_number(_words(meant)) or (meant.is_by_model and meant.answer)):
        return True  # "it's in the truck, can I text it to y'all": the rest of it is answered beside
    if asking != CLOSING and meant.is_by_model and (meant.note or asked(meant)) and meant.answer:
        return True  # told beside it
    # What is nice to know is asked once: a vague answer is one.
    return answers.get(asking, False) or bool(state.get(asking)) or _is_vague_answer(meant)


def _is_all(meant: Reading) -> bool:
    """Whether nothing more is to come once "anything else" was asked: a no, whatever stands beside it, or a note."""
    is_no = meant.has(Act.NO, Act.LEAVES)
    return is_no if asked(meant) and meant.is_by_model else not asked(meant) and (is_no or bool(meant.note))


_NOT_LOADED_YET = re.compile(
    r"\b(?:ain'?t|haven'?t|hasn'?t|not|didn'?t)(?: even| yet)? (?:picked|loaded)(?: \w+){0,3}? yet\b|"
    r"\b(?:todav[ií]a|a[uú]n) no (?:la |lo )?(?:recog\w+|carg\w+|levant\w+)",
    re.I,
)
_ON_ROAD = re.compile(r"\b(?:on|up|down|en|por) (?:the |la |el )?(?:i[- ]?)?\d{1,3}\b", re.I)
_STILL_LOADED = re.compile(
    r"\b(?:dropping(?: off)?|delivering|unloading|loaded with) (?:another|a different|the other|his other|my other) "
    r"(?:load|one|stuff)\b|\bstill (?:loaded|got (?:a|the|my) load on)\b(?! (?:in|up|out) )|"
    r"\b(?:todav[ií]a|a[uú]n) (?:voy |ando |vengo |estoy )?cargad[oa]\b",
    re.I,
)
_BOBTAIL = re.compile(r"\bbob ?tail\w*", re.I)
_UNLOADING = re.compile(r"\b(?:un|off|des)(?:load|carg)\w*", re.I)


# Who rides along and speaks for the driver.
_KIN = re.compile(
    r"\b(?:this is|it'?s|i'?m|i am) (?:his|her|the driver'?s) "
    r"(wife|husband|girlfriend|partner|brother|son|daughter|dad|father)\b",
    re.I,
)


def _go_on_with(state: dict[str, Any], meant: Reading) -> None:
    """Whoever sent us on, or a dispatcher, may tell it all the same: then nobody else is to be asked."""
    if offers_bol(meant.text):
        state["offers_bol"] = True
    if meant.is_dispatcher or (dispatches(meant.text) and not meant.is_driver):
        state["facts"]["isDispatcher"] = True
        if (kin := _KIN.search(meant.text)) and not state.get(TELLER):
            state[TELLER] = f"the driver's {kin[1].lower()}"
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


def _has_arrived(meant: Reading) -> bool:
    words = _words(meant)
    return says_arrived(words) and not is_elsewhere(words)


def _settle(state: dict[str, Any], meant: Reading) -> bool:
    """Whether it was said if it is so."""
    act = Act(state["sure"])
    is_theirs = act == Act.WRONG_LOAD and meant.has(Act.ASK_OTHER)
    is_when = act == Act.DELIVERED and bool(meant.time or meant.day)  # "a little after ten" says when it was
    if act == Act.CANCELS and meant.conditions:
        state |= {"sure": "", "is_in_doubt": True, "told": True}  # "my cousin could do it, if he can't …"
        return True
    if act == Act.BROKEN_DOWN and denies_trouble(meant.text):
        _doubt_no_more(state)
        return True
    if meant.has(act) or is_theirs or ((is_when or meant.has(Act.YES, Act.AGREES)) and not meant.has(Act.NO)):
        state |= {"sure": "", "outcome": GRAVE[act], "told": True}
        return True
    if meant.has(Act.NO):
        _doubt_no_more(state)
        if place := state.pop("place_in_doubt", None):
            state |= {WHERE: state.get(WHERE) or place, "told": True}
        return True
    return False


def _act_of(*, outcome: str) -> Act | None:
    return next((act for act, each in GRAVE.items() if each == outcome), None)


def _doubt_no_more(state: dict[str, Any]) -> None:
    state |= {"sure": "", "delivered_date": None, "delivered_time": None}


def _take_outcome(state: dict[str, Any], meant: Reading, now: datetime) -> None:
    """What makes another call of it; a truck that has trouble and an arrival all the same goes on."""
    asking, is_pickup = state["asking"], state["facts"]["callType"] == "pickup"
    has_arrival = bool(state.get("eta_local") or (meant.time and not meant.has(Act.CANCELS)))
    meant = _with_done(state, meant)
    if state["outcome"] == Outcome.BROKEN_DOWN and denies_trouble(meant.text):
        state |= {"outcome": "", "had_trouble": False, REASON: None}
        return
    act = next((act for act in GRAVE if meant.has(act)), None)
    if act == Act.DELIVERED == _act_of(outcome=state["outcome"]):
        return  # said again
    if act == Act.DELIVERED and is_pickup and (meant.has(Act.EMPTY) or asking not in ESSENTIAL):
        act = None  # what was in the trailer before
    if act == Act.CANCELS and not meant.is_sure_of(act) and asking not in (*ESSENTIAL, SURE):
        act = None  # "I can't take that tracking link", with the load on board
    if act == Act.BROKEN_DOWN and state["outcome"] == Outcome.CANCELLED:
        act = None  # why it was given back
    if act == Act.BROKEN_DOWN and has_arrival:
        state["had_trouble"] = state.get("had_trouble") or meant.is_sure_of(act)
    elif act is not None and not (meant.has(Act.NO) and not meant.is_sure_of(act)):
        # "I delivered it" on a call about a pickup is mostly the load before.
        is_other = act == Act.DELIVERED and is_pickup
        is_conditional = act == Act.CANCELS and bool(meant.conditions)
        if (meant.is_sure_of(act) and not (is_other or is_conditional)) or act == state["sure"]:
            state |= {"sure": "", "outcome": GRAVE[act], "told": True}
        else:
            _doubt(state, act)
    elif state["outcome"] == Outcome.LOADED and meant.has(Act.EMPTY) and not meant.has(Act.LOADED):
        is_waiting = state["facts"]["waitingAtFacility"]
        state |= {"outcome": "", LOADING: "empty", "is_waiting": is_waiting}  # it was misheard
    elif is_meant(state, meant, Act.ASK_OTHER) and asking in ESSENTIAL and not (meant.place or meant.time):
        state |= {"outcome": Outcome.ASK_OTHER, "told": True}
    elif is_pickup:
        _take_loaded(state, meant, now)
    elif (
        # Unloaded where it was to be unloaded: that is as good as delivered, if it is so.
        (meant.is_sure_of(Act.EMPTY) or meant.is_sure_of(Act.CHECKED_OUT))
        and asking not in (LOADING, REASON)
        and not (state.get(LOADING) == "empty" or state["outcome"] == Outcome.DELIVERED)
    ):
        _doubt(state, Act.DELIVERED)


def _doubt(state: dict[str, Any], act: Act) -> None:
    """Ask whether it is so, once."""
    if act not in state["doubted"]:
        state["doubted"].append(act)
        state["sure"] = str(act)


def _with_done(state: dict[str, Any], meant: Reading) -> Reading:
    """With what the words tell as done, of the call's own end: loaded up at a pickup, delivered at a delivery."""
    asking, words = state["asking"], _words(meant)
    if state["facts"]["callType"] == "pickup":
        is_done, act = asking != LOADING and says_loaded_up(words) and not meant.has(Act.NO), Act.LOADED
        if is_done:  # "I picked it up, I deliver it tomorrow", "I don't go there any more"
            acts = tuple(each for each in meant.acts if each not in (Act.DELIVERED, Act.CANCELS))
            meant = replace(meant, acts=acts, spans=())
    else:
        is_done = asking in ESSENTIAL and says_delivered(words) and not meant.has(Act.NO, *GRAVE)
        act = Act.DELIVERED
    return replace(meant, acts=(*meant.acts, act), unsure=meant.unsure - {act}) if is_done else meant


def _take_loaded(state: dict[str, Any], meant: Reading, now: datetime) -> None:
    """Loaded at the pickup; on its way too, where that is told."""
    if not meant.is_sure_of(Act.LOADED) or state["asking"] == LOADING:
        return
    if (meant.has(Act.NO) and not meant.is_by_model) or is_being_unloaded(_words(meant)):
        return
    left = _left(state, meant, now)
    is_off = left or (has_departed(meant.text) and not is_to_leave(meant.text))
    is_off = is_off or meant.has(Act.CHECKED_OUT)
    state |= {LOADING: "loaded", "told": True}
    is_there = state["is_waiting"] or meant.has(*THERE)
    is_ahead = meant.is_by_model and meant.time and meant.time > now and not hour_here(meant)
    if is_ahead and not (is_off or is_there):
        return  # it is still to come, with another's freight
    arrival = state.get("eta_local")
    if arrival and datetime.fromisoformat(arrival) > now and meant.is_by_model and not is_there:
        # An hour that was taken for that of the pickup is one of the next stop.
        state[NOTES] = [*(state.get(NOTES) or ()), f"{ONWARD}{state[WHEN]}"]
        state |= {WHEN: None, "eta_local": None, "late_minutes": None, "is_delayed": False}
    state["outcome"] = Outcome.LOADED
    state["is_waiting"] = (state["is_waiting"] or meant.place is None) and not is_off
    state[LEFT] = left


def _left(state: dict[str, Any], meant: Reading, now: datetime) -> str:
    """The town that a loaded truck has left, where it isn't told to be in another by now; empty where none is."""
    listening = Listening(expecting=Expecting.PLACE, now=now, language=meant.language)
    town = left_town(meant.text, listening)
    if town is None or (meant.place and meant.place.city != town.city):
        return ""
    stop = state["facts"]["stop"]
    return place_of(stop) if town.city.casefold() == stop.get("city", "").casefold() else str(town)


def _take_place(state: dict[str, Any], meant: Reading) -> bool:
    """A town of the gazetteer, or the facility itself; free words are none."""
    if is_only_question(meant):
        return False
    is_pickup = state["facts"]["callType"] == "pickup"
    if meant.place and meant.place.city and meant.place.city == (state.get(LEFT) or "").partition(",")[0]:
        meant = replace(meant, place=None, place_words="")  # where it was
    if not state["is_waiting"] and is_at_other_end(_words(meant), is_pickup=is_pickup):
        meant = replace(meant, text="")
    is_here = meant.has(*THERE) or (_has_arrived(meant) and not meant.has(*GRAVE, Act.NO))
    if is_being_loaded(_words(meant)) if is_pickup else is_being_unloaded(_words(meant)):
        is_here = True
    if state["outcome"] == Outcome.BROKEN_DOWN and not _has_arrived(meant):
        is_here = False  # waiting for help
    is_denied = is_driving(_words(meant)) or _NOT_THERE.search(_words(meant))
    if is_denied and not state["facts"]["waitingAtFacility"]:
        state |= {CHECK: None, SINCE: None} if state["is_waiting"] else {}
        state["is_waiting"] = is_here = False
    city = state["facts"]["stop"].get("city", "").casefold()
    town = meant.place.city.casefold() if meant.place else ""
    if town and city and town != city and not meant.has(Act.CHECKED_IN) and not _has_arrived(meant):
        is_here = False  # who waits in another town waits for something else
        is_sure = not meant.is_by_model and state.get(CHECK) == "in"
        if not (is_sure or state["facts"]["waitingAtFacility"]):
            state["is_waiting"] = False  # "I'm in Dallas, they just loaded me"
    has_arrived = is_here and not state["is_waiting"]
    if meant.is_by_model and meant.place and not meant.place.city and _ON_ROAD.search(meant.place_words):
        meant = replace(meant, place=None)  # "in South Carolina on 95" tells more than the state
    # Known by their words alone, or by how far a town was.
    is_loose = bool(meant.place_words) and (
        state.get("is_where_loose") or (state.get("far_from") or [""])[-1]
    )
    known = None if is_loose else state.get(WHERE)
    is_new = bool(meant.place) and not known
    if meant.place and known and (place := corrected_to(meant.place, known, meant.text)):
        meant, is_new = replace(meant, place=place), True
    if meant.place and known and known in {str(each) for each in meant.denied}:
        is_new = True  # "Salina, not Topeka"
    if is_here:
        state["is_waiting"] = True
        if meant.place and not meant.place.state:
            meant, is_new = replace(meant, place=None), False  # "outside the yard on Ashland" is a street
    if meant.place and (state["asking"] == WHERE or is_new):
        state |= {WHERE: str(meant.place), "is_where_loose": False}
        state["far_from"] = [str(meant.place), from_town(meant.text, meant.place)]
    is_told = state["asking"] == WHERE or bool(meant.place_words and not state["is_waiting"])
    if is_told and not (meant.place or known or is_here) and (spot := _spot(state, meant)):
        state |= {WHERE: spot, "told": True, "is_where_loose": spot in (meant.place_words, meant.answer)}
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


_NEAR_STOP = re.compile(
    r"\b(?:across (?:the (?:street|road) )?from|down the (?:street|road) from|around the corner from|next (?:door )?to|"
    r"outside(?: of)?|behind|enfrente de|afuera de|a la vuelta de|al lado de)(?: \w+){0,2}? "
    r"(?:receivers?|shippers?|consignee|warehouse|plant|dock|gate|yard|store|almacen|almac[eé]n|bodega|planta|cliente)\b",
    re.I,
)


def _spot(state: dict[str, Any], meant: Reading) -> str:
    """A place that is no town: on a road, near the stop, so many miles out; else what a model takes for one.

    Who names none is asked for one, once; then their words count.
    """
    told = meant.place_words or meant.answer
    if _NEAR_STOP.search(told):
        return ", ".join(filter(None, [told, place_of(state["facts"]["stop"])]))
    far = distance_out(meant.text)
    if far and meant.place_words and not distance_out(meant.place_words):
        far = f"{meant.place_words}, {far}"
    spot = road_spot(told or meant.text) or with_roads(told) or far or road_taken(_words(meant))
    is_other = bool(meant.time or meant.note or meant.acts or meant.bol or meant.digits)
    is_again = state["times"].get(WHERE, 0) > 1 and not is_other
    return spot or meant.place_words or (meant.answer if is_again else "")


MIN_REASON = 3  # words of one that begins with what is in the trailer


def _take_reason(state: dict[str, Any], meant: Reading) -> bool:
    """A cause that is told before anybody asks is kept for when there is something to give a reason for."""
    is_asked = state["asking"] == REASON
    is_back = is_only_question(meant)
    reason = "" if is_back or meant.has(Act.ON_TIME) else meant.reason
    if (
        reason
        and meant.has(Act.LOADED, Act.EMPTY)
        and says_content(reason)
        and len(reason.split()) < MIN_REASON
    ):
        reason = ""  # "loaded, and he wants to know …"
    is_told = _is_vague_answer(meant) or bool(meant.is_by_model and meant.answer)
    is_telling = is_told and not meant.has(Act.UNSURE, Act.NO, Act.ASK_OTHER, Act.ON_TIME)
    is_telling = is_telling and not (meant.is_by_model and meant.has(Act.LOADED, Act.EMPTY))
    if is_asked and not reason and is_telling and not (meant.has(Act.YES) and len(meant.text.split()) < 3):
        reason = meant.answer or meant.text
    state["is_cause_by_model"] = state.get("is_cause_by_model") or bool(reason and meant.is_by_model)
    if reason and (is_asked or not state.get(REASON)):
        state[REASON] = reason.strip(" ,")
    return bool(reason) or (is_asked and meant.has(Act.NO, Act.UNSURE, Act.ASK_OTHER, Act.ON_TIME))


def _take_cause(state: dict[str, Any], meant: Reading) -> None:
    """Take a note for the cause that would be asked for: "gonna have to give it back, my driver's mom passed"."""
    if not meant.is_by_model or state.get(REASON):
        return
    notes = [*(state.get(NOTES) or ()), *filter(None, [meant.note])]
    if state["outcome"] == Outcome.CANCELLED:
        cause = meant.note
    else:
        cause = next((each for each in notes if DELAY.search(each)), "") if has_delay(state) else ""
    if cause:
        state |= {REASON: cause, "is_cause_by_model": True}


_IN_DOOR = re.compile(
    r"\b(?:(?:backed|bumped|docked)(?: up)?(?: in\b| into\b| to\b)|\bin (?:a |the |my )?(?:door|dock)\b|"
    r"(?<!esperando )(?<!parado )en (?:la |el )?(?:rampa|puerta(?! (?:principal|de entrada))|anden|andén|muelle)\b)",
    re.I,
)


_BOBTAIL = re.compile(
    r"\bbob ?tail|\b(?:no|without (?:a|my|the)) trailer\b|\bsin (?:la )?(?:caja|traila|remolque)\b", re.I
)


def _take_details(state: dict[str, Any], meant: Reading, now: datetime) -> None:
    asking = state["asking"]
    is_bare = not meant.has(Act.LOADED) and _BOBTAIL.search(
        meant.text
    )  # "bobtail, trailer's getting washed out"
    if is_bare or meant.no_equipment == Equipment.REEFER or meant.equipment == Equipment.VAN:
        state["has_no_reefer"] = True
    check = "out" if meant.has(Act.CHECKED_OUT) else "in" if meant.has(Act.CHECKED_IN) else ""
    is_in_work = is_being_loaded(meant.text) or is_being_unloaded(meant.text) or _IN_DOOR.search(meant.text)
    if not check and state["is_waiting"] and is_in_work and not meant.has(Act.NO):
        check = "in"  # nobody is given a door before
    if asking == CHECK and not check:
        check = "in" if meant.has(Act.YES) else "no" if meant.has(Act.NO) else ""
    elif not check and state["is_waiting"] and is_to_check_in(meant.text):
        check = "no"
    if lacks_papers(meant.text) or (meant.is_by_model and meant.asks(Topic.PICKUP_NUMBER)):
        state["asked"].append(BOL)  # nobody is asked for what they said they don't have, or ask us for
    loading = "loaded" if meant.has(Act.LOADED) else "empty" if meant.has(Act.EMPTY) else ""
    if asking == LOADING and not loading and meant.is_by_model and not meant.conditions:
        loading = says_content(meant.answer) or ""  # "still loaded with the other load"
    if loading == "loaded" and is_being_unloaded(_words(meant)):
        loading = ""  # "loaded, no, I'm getting unloaded first"
    tracking = ""
    if asking == TRACKING:
        tracking = "off" if meant.has(Act.NO) else "on" if meant.has(Act.YES, Act.AGREES) else ""
    elif meant.is_by_model and (app := tracked_by(f"{meant.answer} {meant.note}")):
        facts = state["facts"]
        facts["trackingApp"] = facts.get("trackingApp") or app
        tracking = "on" if facts["trackingApp"] == app else ""
    temperature = None if asking != TEMPERATURE and meant.asks(Topic.TEMPERATURE) else meant.temperature
    told = {
        CHECK: check,
        LOADING: loading,
        TEMPERATURE: "" if temperature is None else str(temperature),
        SET_TO: "" if meant.set_temperature is None else str(meant.set_temperature),
        BOL: meant.bol,
        TRACKING: tracking,
    }
    is_since = asking in (CHECK, SINCE) and not meant.has(Act.NO) and not says_done_by(meant.text)
    # "Twelve or one, if they load at eleven" is still to come.
    is_since = is_since and not any(stands_in(meant.time_words, each) for each in meant.conditions)
    is_first = not state.get(SINCE) and meant.has(*THERE)
    is_since = is_since or tells_since(state, meant, now)
    # "I've been here since half past seven, and checked in at seven forty."
    is_earlier = bool(state.get(SINCE)) and asking == CHECK and meant.is_by_model
    if (
        meant.time
        and not (is_earlier or says_loaded_up(_words(meant)))
        and (is_since or ((is_first or meant.is_sure_of(Act.CHECKED_IN)) and meant.time <= now))
    ):
        told[SINCE] = past(meant.time, now, meant.time_words or meant.text).isoformat()
    if state["is_waiting"] and (since := since_when(meant, now)):
        told[SINCE] = since.isoformat()
    for name, value in told.items():
        if value:
            state |= {name: value, "told": True}


_TRACKED_BY = re.compile(
    r"\b(?:on|got|have|has|with|running|con|en|tengo|tiene|traigo|trae) (?:the |my |el )?(macro ?point|four ?kites)\b"
    r"(?! (?:\w+ ){0,2}(?:off|down|not|no|isn'?t|ain'?t|won'?t)\b)",
    re.I,
)
_NOT_TRACKED = re.compile(r"(?:\b(?:no|not|never|if|si)|n'?t)(?: \w+){0,2} $", re.I)


def tracked_by(told: str) -> str:
    """The app by which a truck is told to be tracked: "he's on macropoint"; empty where it isn't."""
    found = _TRACKED_BY.search(told)
    is_so = found and not _NOT_TRACKED.search(told[: found.start()])
    return found[1].lower().replace(" ", "") if found and is_so else ""


def _is_vague_answer(meant: Reading) -> bool:
    """Whether it says something or other, and isn't a question or noise."""
    if asked(meant) or (meant.acts and set(meant.acts) <= NOISE | {Act.LEAVES}):
        return False
    is_beside = bool(meant.note or meant.reason) and not (meant.answer or meant.has(Act.UNSURE))
    if meant.is_by_model and is_beside:
        return False  # what the team is to hear of answers nothing of ours
    return any(character.isalnum() for character in meant.text)
