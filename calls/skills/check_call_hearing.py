"""A turn of a check call, heard: mended where the classifier misses something, with what is told beside the answer."""

import re
from dataclasses import replace
from datetime import datetime, time, timedelta
from typing import Any

from calls.language import check_call, osd, whose_load
from calls.language.clauses import thoughts
from calls.language.desk import asked_outright
from calls.language.driver_questions import asked_amid, is_idle
from calls.language.number_words import figures, plain
from calls.language.questions import DAYS, asks_appointment, is_statement, parted, wants_it_moved
from calls.language.reading import Act, Expecting, Listening, Place, Question, Reading, Topic
from calls.language.status import (
    cannot_talk,
    ends_in_hold,
    is_at_other_end,
    is_others_phone,
    is_others_trailer,
    mended,
    number_fails,
    says_arrival,
    trouble,
)
from calls.language.understanding import understand
from calls.models.reports import Outcome
from calls.skills.answering import asked
from calls.skills.check_call_notes import hear_refusal
from calls.skills.check_call_phrases import (
    BOL,
    CLOSING,
    CONTACT,
    LOADING,
    MOVED_TO,
    OTHER_LOAD,
    PUT_OFF,
    REASON,
    REEFER_OFF,
    SINCE,
    SURE,
    TELLER,
    TEMPERATURE,
    WHEN,
    WHERE,
    due,
    late_minutes,
    window_of,
)
from calls.skills.check_call_questions import ESSENTIAL, GRAVE
from calls.skills.check_call_times import JUST_NOW, THERE, past, stands_in, unconditional

MIN_DENIAL = 4  # words of a no that doesn't belong to the answer beside it
MAX_PUT_RIGHT = 12  # words of an hour that is put right
MIN_AMID = 6  # words from which on a question may stand amid what is told


def hear(state: dict[str, Any], meant: Reading, listening: Listening) -> Reading:
    """The reading as of an answer on this call: "you wanna talk to Marco" tells whom to ask, a wish is a request."""
    facts = state["facts"]
    if meant.has(Act.WANTS_PERSON) and not meant.has(Act.ASK_OTHER):
        meant = replace(meant, acts=(*meant.acts, Act.ASK_OTHER))
    if _names_other_load(meant, str(facts["loadNumber"])):
        meant = replace(meant, acts=(*meant.acts, Act.WRONG_LOAD), unsure=meant.unsure | {Act.WRONG_LOAD})
    if meant.is_by_model and meant.has(Act.WRONG_LOAD) and meant.asks(Topic.LOAD):
        meant = replace(meant, unsure=meant.unsure | {Act.WRONG_LOAD})  # who asks which it is can't know yet
    heard = meant
    if not meant.is_by_model:
        meant = _without_our_number(meant, listening, str(facts["loadNumber"]))
        meant = mended(
            meant,
            listening,
            asks_content=state["asking"] in (LOADING, CLOSING),
            callee=str(facts.get("name", "")),
            has_reefer=bool(facts.get("isReefer")),
        )
        if not state["is_waiting"] and is_at_other_end(meant.text, is_pickup=facts["callType"] == "pickup"):
            meant = replace(meant, acts=tuple(act for act in meant.acts if act not in THERE))
        if state["asking"] == BOL and check_call.tells_other_number(meant.text):
            meant = replace(meant, bol="", note=meant.text)
        if state["asking"] == BOL and check_call.lacks_number(meant.text) and not trouble(meant.text):
            acts = tuple(act for act in meant.acts if act != Act.BROKEN_DOWN)
            meant = replace(meant, acts=acts, spans=())  # "it's in the truck" is no breakdown
        meant = _without_false_trouble(state, meant)
        meant = _with_time_again(state, _with_others_load(state, meant), listening)
    elif meant.has(Act.BROKEN_DOWN) and check_call.is_trouble_past(meant.text):
        acts = (Act.LATE, *(act for act in meant.acts if act not in (Act.BROKEN_DOWN, Act.LATE)))
        meant = replace(meant, acts=acts, spans=())
    meant = _with_beside(state, unconditional(meant, listening), listening)
    hear_refusal(state, meant, listening)
    meant = _put_right(state, meant, listening)
    return _as_wish(_with_reefer_off(state, meant), heard)


def _without_false_trouble(state: dict[str, Any], meant: Reading) -> Reading:
    """Without a load given back by who can't talk now, who is called back, or a breakdown of another's trailer."""
    if cannot_talk(meant.text) and not asked(meant):
        others = tuple(act for act in meant.acts if act not in (Act.CANCELS, Act.CALLBACK))
        meant = replace(meant, acts=(*others, Act.CALLBACK), spans=(), unsure=meant.unsure - {Act.CALLBACK})
    if is_others_trailer(meant.text):
        state["is_others_trailer"] = True
    if state.get("is_others_trailer") and not trouble(meant.text):
        acts = tuple(act for act in meant.acts if act != Act.BROKEN_DOWN)
        meant = replace(meant, acts=acts, spans=())  # "I ain't hooking to it like that"
    return meant


def _without_our_number(meant: Reading, listening: Listening, number: str) -> Reading:
    """Without an hour that is the end of the load's number, which was just told, said back: "okay, one oh three"."""
    is_ours = meant.time and number in listening.agent_said and number.endswith(f"{meant.time:%-I%M}")
    return replace(meant, time=None, day=None) if number and is_ours else meant


def _with_others_load(state: dict[str, Any], meant: Reading) -> Reading:
    """Whose load it is, where they say that it isn't theirs: whoever has it is asked for, else that is asked about."""
    text = meant.text
    is_about = state["asking"] in (*ESSENTIAL, SURE, CONTACT)
    is_wrong = whose_load.says_wrong_truck(text) or whose_load.denies_going(
        text, str(state["facts"]["stop"].get("city", ""))
    )
    is_others = whose_load.is_others_load(text)
    if not is_about or not (is_wrong or is_others):
        return meant
    names_other = is_others or whose_load.sends_to_other(text) or state["outcome"] == Outcome.ASK_OTHER
    done = Act.ASK_OTHER if names_other else Act.WRONG_LOAD
    dropped = {Act.YES, Act.NO, Act.WRONG_LOAD, Act.ASK_OTHER}
    acts = (*(act for act in meant.acts if act not in dropped), done)
    is_sure = names_other or meant.is_sure_of(Act.WRONG_LOAD)
    unsure = (meant.unsure - dropped) | (frozenset() if is_sure else {done})
    # Where they are themselves is no place of this load's.
    person = meant.person or whose_load.whom_instead(text)
    return replace(
        meant, acts=acts, spans=(), unsure=unsure, place=None, time=None, day=None, name="", person=person
    )


def _with_time_again(state: dict[str, Any], meant: Reading, listening: Listening) -> Reading:
    """With an arrival that is put right, or told by another clock, after the next question was asked."""
    is_known = bool(state.get("eta_local")) and not state["is_waiting"] and not state["outcome"]
    if meant.temperature is not None or meant.set_temperature is not None:
        return meant
    if state["asking"] in ESSENTIAL or not is_known:
        return meant
    is_put_right = _DENIES.search(meant.text) and says_arrival(meant.text) and not asked(meant)
    moment = check_call.told_again(meant.text, listening) or (meant.time if is_put_right else None)
    if moment is None or moment < listening.now - JUST_NOW:
        return meant
    state |= {WHEN: meant.text, "eta_local": moment.isoformat()}
    state["late_minutes"] = late_minutes(moment, state["facts"]["stop"])
    return replace(meant, time=None, day=None)


_PUTS_RIGHT = re.compile(
    r"^\W*(?:(?:oh|uh|um|wait|hold on|hey|sorry|espere|oiga|perd[oó]n)\W+)*"
    r"(?:no|nah|naw|nope|not|wrong|i (?:said|meant)|(?:yo )?(?:le |te )?dije)\b|\b(?:i (?:said|meant)|le dije)\W*$",
    re.I,
)
_HALF = re.compile(
    r"\b(?:(?P<am>a\.? ?m|(?:in the |de la )?(?:morning|mañana))|p\.? ?m|afternoon|evening|tarde|noche)\b",
    re.I,
)


def _put_right(state: dict[str, Any], meant: Reading, listening: Listening) -> Reading:
    """The reading, where the town or hour that was just said back is put right: "no, Hillsboro Texas"."""
    said, text = state.pop("said_back", ()), meant.text
    if not said or state["outcome"] or not _PUTS_RIGHT.search(text):
        return meant
    if WHERE in said and (town := _other_town(state[WHERE], meant, listening)):
        meant = replace(meant, place=town)
        state |= {WHERE: None, "was_put_right": True}
    if "eta_local" in said and state.get("eta_local") and not asked(meant):
        known = datetime.fromisoformat(state["eta_local"])
        moment = meant.time
        if not meant.is_by_model and len(text.split()) <= MAX_PUT_RIGHT:
            moment = understand(text, replace(listening, expecting=Expecting.TIME)).time
        half = _HALF.search(text)
        if moment is None and half and not meant.place:
            moment = known.replace(hour=known.hour % 12 + (0 if half["am"] else 12))
        if moment and not re.search(rf"\b(?:{DAYS})\b", plain(text)):
            same_day = datetime.combine(known.date(), moment.time())  # "no, PM"
            moment = same_day if same_day >= listening.now - JUST_NOW else moment
        if moment and moment != known and moment >= listening.now - JUST_NOW:
            state |= {WHEN: text, "eta_local": moment.isoformat()}
            state |= {"late_minutes": late_minutes(moment, state["facts"]["stop"]), "was_put_right": True}
            meant = replace(meant, time=None, day=None)
    return meant


def _other_town(known: str, meant: Reading, listening: Listening) -> Place | None:
    """The town that takes the place of one that was misheard; None where none is named."""
    named = [meant.place, *meant.denied]
    if not meant.is_by_model:
        heard = understand(meant.text, replace(listening, expecting=Expecting.PLACE))
        named += [heard.place, *heard.denied]
    others = [each for each in named if each and str(each) != known and each.city]
    return others[0] if others else None


def _with_beside(state: dict[str, Any], meant: Reading, listening: Listening) -> Reading:
    """The reading with what its words tell beside; what is no answer to anything is put in the notebook."""
    if meant.is_by_model:
        meant = replace(meant, questions=tuple(_by_topic(each, listening) for each in meant.questions))
        _keep_other_load(state, meant, listening)
        return _with_teller(state, _with_move(state, meant, listening))
    text = meant.text
    is_told = is_statement(text, listening.language) and not parted(text).questions
    asks = (Topic.WHO, Topic.ROBOT) if is_told else tuple(Topic)
    asks = (*asks, Topic.PICKUP_NUMBER) if number_fails(text) else asks
    if kept := tuple(
        each for each in meant.questions if each.topic in asks and not is_idle(each.topic, text)
    ):
        meant = replace(meant, questions=kept)
    elif meant.questions:
        meant = replace(meant, questions=(), acts=tuple(a for a in meant.acts if a != Act.ASKS), spans=())
    if Topic.WHO in asked_outright(text) and not meant.asks(Topic.WHO):
        meant = replace(
            meant,
            acts=tuple(dict.fromkeys((*meant.acts, Act.ASKS))),
            spans=(),
            unsure=meant.unsure - {Act.ASKS},
            questions=(Question(Topic.WHO, text), *(each for each in meant.questions if each.words != text)),
        )
    if check_call.is_dispatch(text):
        state["facts"]["isDispatcher"] = True
        if ends_in_hold(text):
            return replace(meant, place=None, name="", person="", driver="", company="")
    told = (each for each in meant.conditions if not _NOT_KNOWN.search(plain(text).partition(plain(each))[0]))
    meant = _with_place(state, replace(meant, conditions=tuple(told)), listening)
    meant = _with_delivery(state, meant, listening)
    if not meant.osd and (wrong := osd.freight_trouble(text)):
        meant = replace(meant, osd=wrong)
    meant = replace(meant, reason=check_call.bare_reason(meant.reason) or check_call.cause(text))
    if (clause := check_call.depends(parted(text).told)) and (
        meant.time or meant.has(Act.LATE) or state["asking"] == WHEN or state.get(WHEN) == text
    ):
        kept = state.setdefault("conditions", [])
        if not any(clause in each or each in clause for each in (*kept, *meant.conditions)):
            kept.append(clause)
    if state["asking"] in ESSENTIAL and (moment := check_call.hedged(text, listening)):
        no_call = {Act.CALLBACK} & meant.unsure  # "let's call it noon thirty"
        acts = tuple(act for act in meant.acts if act not in no_call)
        meant = replace(meant, acts=acts, spans=(), unsure=meant.unsure - no_call, time=moment, time_words="")
    _keep_other_load(state, meant, listening)
    meant = _with_lost_time(state, meant, listening)
    return _with_question(_with_move(state, meant, listening), listening)


_NOT_KNOWN = re.compile(r"\b(?:no se|don'?t know|dont know|not sure|quien sabe|no idea)\W*$")


def _by_topic(question: Question, listening: Listening) -> Question:
    """A question of no topic that asks what we want, by its topic: "whatcha need"."""
    heard = understand(question.words, replace(listening, expecting=Expecting.ANYTHING))
    is_about = question.topic == Topic.OTHER and heard.asks(Topic.LOAD)
    return replace(question, topic=Topic.LOAD) if is_about else question


def _with_place(state: dict[str, Any], meant: Reading, listening: Listening) -> Reading:
    """With the town where the truck is; one that is told outright takes the place of the one that was known."""
    if meant.place is None and state.get(WHERE) in {str(each) for each in meant.denied}:
        meant = replace(
            meant, place=understand(meant.text, replace(listening, expecting=Expecting.PLACE)).place
        )
    is_others = meant.has(Act.WRONG_LOAD, Act.WRONG_NUMBER) or is_others_phone(meant.text, "")
    if meant.place is None and (is_others or state["outcome"] == Outcome.ASK_OTHER):
        return meant  # where they are themselves
    place, is_stated = check_call.where_now(meant.text, listening, meant.place)
    if place and (
        near := check_call.nearest_of(meant.text, listening, state["facts"]["stop"].get("city", ""))
    ):
        place = near
    known = state.get(WHERE)
    is_named = place is not None and plain(place.city) in plain(
        meant.text
    )  # nothing that only sounds like it
    is_new = is_stated and is_named and known and str(place) != known
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
    if not check_call.says_off(meant.text) or meant.has(Act.NO, Act.CANCELS, Act.BROKEN_DOWN, Act.WRONG_LOAD):
        return meant
    came, done = check_call.emptied_at(meant.text, listening)
    if came:
        state[SINCE] = past(came, listening.now).isoformat()
    return replace(
        meant,
        acts=tuple(dict.fromkeys((*(act for act in meant.acts if act != Act.WAITING), Act.DELIVERED))),
        unsure=meant.unsure - {Act.DELIVERED},
        time=past(done, listening.now) if done else meant.time,
    )


def _with_lost_time(state: dict[str, Any], meant: Reading, listening: Listening) -> Reading:
    """With a delay that is told by what was lost; it is how late the truck is, until a time of arrival is known."""
    lost = check_call.minutes_lost(meant.text, listening.language)
    if not lost or meant.has(Act.ON_TIME) or state["outcome"] or state["is_waiting"]:
        return meant
    if not (meant.time or state.get("eta_local")) and due(state["facts"]["stop"]):
        state["late_minutes"] = lost
    state |= {"is_delayed": True, "is_delay_clear": True, "told": True}
    reason = meant.reason or next(
        each
        for each in (*thoughts(meant.text), meant.text)
        if check_call.minutes_lost(each, listening.language)
    )
    return replace(meant, reason=reason)


def _with_teller(state: dict[str, Any], meant: Reading) -> Reading:
    """The reading; who speaks of a driver isn't that driver, and is kept."""
    name = state["speaker"] = meant.name or state.get("speaker", "")
    is_of_driver = bool(meant.driver) and not meant.is_driver and meant.driver != meant.name
    is_other = is_of_driver and not meant.has(Act.ASK_OTHER)
    if is_other or (name and (state.get(TELLER) == "" or state["facts"].get("isDispatcher"))):
        state[TELLER] = name
    return meant


def _move(state: dict[str, Any], meant: Reading, listening: Listening) -> tuple[str, datetime | None, str]:
    """The words that tell that the appointment was moved, the first moment of when it is, and that in ISO text.

    A model may tell the day alone; what lies within the window that we know is no move.
    """
    if not meant.is_by_model:
        words, moment = check_call.moved_to(meant.text, listening)
        return words, moment, moment.isoformat() if moment else ""
    heard = understand(meant.moved_to, replace(listening, expecting=Expecting.TIME))
    start, end = window_of(state["facts"]["stop"])
    if not meant.moved_to or not (heard.time or heard.day):
        return "", None, ""
    if (moment := heard.time) is not None:
        if heard.day is None and (known := moved_moment(state)):
            moment = datetime.combine(known.date(), moment.time())  # "no, seven in the morning", of that day
        is_ours = start is not None and start <= moment <= (end or start)
        return ("", None, "") if is_ours else (meant.moved_to, moment, moment.isoformat())
    day = heard.day or listening.now.date()
    is_ours = start is not None and start.date() <= day <= (end or start).date()
    first = max(datetime.combine(day, time()), listening.now + timedelta(minutes=1))
    return ("", None, "") if is_ours or first.date() != day else (meant.moved_to, first, day.isoformat())


def _with_move(state: dict[str, Any], meant: Reading, listening: Listening) -> Reading:
    """Without the time to which the appointment was moved, which is no arrival, and kept as what it is."""
    _take_back_move(state, meant)
    words, moment, moved = _move(state, meant, listening)
    if (
        moment is None
        or moment <= listening.now
        or state["outcome"] in (Outcome.DELIVERED, Outcome.WRONG_LOAD)
    ):
        return meant
    stop, is_day = state["facts"]["stop"], "T" not in moved
    state |= {MOVED_TO: moved, "told": True, "is_beside": True}
    if meant.is_by_model and moment.date() > listening.now.date():
        state[PUT_OFF] = True
    is_there = state["is_waiting"] or (meant.is_by_model and meant.has(*THERE))
    if is_there or state["asking"] == WHEN:
        state["asked"].append(WHEN)  # when they are done, or it is there, follows from that
    if not (is_there or state.get(WHEN)) and state["asking"] == WHEN:
        state |= {WHEN: words, "eta_local": None if is_day else moment.isoformat()}
    if late_minutes(moment, stop):
        state |= {"is_delayed": True, "is_delay_clear": True}
        state["asked"].append(REASON)  # it is told
    elif due(stop) is None:
        state["is_delayed"] = True
    kept = tuple(each for each in meant.questions if each.topic != Topic.FLEXIBILITY)
    if meant.is_by_model and meant.time and not stands_in(meant.time_words, words):
        return replace(meant, questions=kept)  # when it is there, told beside
    return replace(meant, time=None, day=None, time_words="", questions=kept)


def _take_back_move(state: dict[str, Any], meant: Reading) -> None:
    """Let go of a move that they don't take, once we have said it back: "I didn't say I'm taking Monday"."""
    is_said, moved = state.pop("is_move_said", False), state.get(MOVED_TO)
    is_said = is_said or not meant.is_by_model  # whatever was asked meanwhile
    if not (is_said and moved) or meant.moved_to:
        return
    no = meant.words_of(Act.NO)
    is_denied = meant.has(Act.NO)
    if not meant.is_by_model:
        is_denied = check_call.denies_move(meant.text)
    if not is_denied or (meant.answer and (len(no.split()) < MIN_DENIAL or stands_in(no, meant.answer))):
        return  # "no, I'm empty": to what we asked
    if state.get("eta_local") in (None, moved):
        state |= {WHEN: None, "eta_local": None}
        state["asked"] = [each for each in state["asked"] if each != WHEN]
    arrival = state.get("eta_local")
    late = late_minutes(arrival and datetime.fromisoformat(arrival), state["facts"]["stop"])
    state |= {MOVED_TO: None, PUT_OFF: False, "late_minutes": late, "is_delayed": bool(late)}


def _with_question(meant: Reading, listening: Listening) -> Reading:
    """With a question amid what is told, where none was heard in earnest; and with the words of one that was."""
    earnest = [each for each in asked(meant) if each.topic != Topic.OTHER or meant.is_sure_of(Act.ASKS)]
    words = asked_amid(meant.text, listening.language) if len(meant.text.split()) >= MIN_AMID else ""
    if not words:
        return meant
    if earnest:
        is_only = len(earnest) == 1 and earnest[0].topic == Topic.OTHER and not meant.is_by_model
        return replace(meant, questions=(Question(Topic.OTHER, words),)) if is_only else meant
    topic = Topic.APPOINTMENT if asks_appointment(words) else _topic_of(words, listening)
    if _EARLY.search(words):
        meant = replace(meant, acts=tuple(act for act in meant.acts if act != Act.ON_TIME), spans=())
    return replace(
        meant,
        acts=tuple(dict.fromkeys((*meant.acts, Act.ASKS))),
        spans=(),
        unsure=meant.unsure - {Act.ASKS},
        questions=(Question(topic, words),),
    )


# In a question it doesn't tell that the truck is in time.
_EARLY = re.compile(r"\b(?:early|earlier|sooner|temprano|antes)\b", re.I)


def _topic_of(words: str, listening: Listening) -> Topic:
    """What a question is about; a wish only where it is one."""
    read = understand(words, replace(listening, expecting=Expecting.ANYTHING))
    topic = read.questions[0].topic if read.questions else Topic.OTHER
    is_vague = topic in (Topic.FLEXIBILITY, Topic.APPOINTMENT, Topic.LOAD, Topic.OTHER_LOADS, Topic.WHO)
    if topic == Topic.FLEXIBILITY and wants_it_moved(words):
        return topic
    return Topic.OTHER if is_vague else topic


def _keep_other_load(state: dict[str, Any], meant: Reading, listening: Listening) -> None:
    """Keep which load they are on instead of ours."""
    is_other = meant.has(Act.WRONG_LOAD) or GRAVE.get(state["sure"]) == Outcome.WRONG_LOAD
    number = str(state["facts"]["loadNumber"])
    said = meant.load or (
        is_other and understand(meant.text, replace(listening, expecting=Expecting.LOAD)).load
    )
    if said and not number.endswith(said):
        state["named_load"] = said
    if is_other:
        state[OTHER_LOAD] = state.get("named_load") or state.get(OTHER_LOAD)


_DENIES = re.compile(r"\b(?:no|not|nothin[g']?|ain'?t|isn'?t|don'?t|aint|isnt|dont|none|mine|mia)\b", re.I)
MIN_TAIL = 3  # digits that tell one load from another


def _names_other_load(meant: Reading, number: str) -> bool:
    """Whether a driver says that theirs is another load: "I got nothing in Louisville, mine ends in two sixty-six"."""
    said, ours = meant.load, "".join(filter(str.isdigit, number))
    is_other = len(said) >= MIN_TAIL and said.isdigit() and bool(ours) and said not in ours
    return is_other and bool(_DENIES.search(meant.text)) and not meant.has(Act.WRONG_LOAD, Act.UNSURE)


_OFF = re.compile(
    r"\b(?:apagad[oa]|(?:turned|shut|shut it|it'?s|reefer(?:'?s)?(?: is)?|unit(?:'?s)?(?: is)?) off|"
    r"(?:isn'?t|ain'?t|not) (?:on|running)(?: right now| yet)?)\b",
    re.I,
)


def _with_reefer_off(state: dict[str, Any], meant: Reading) -> Reading:
    """The degrees asked about by whoever has the reefer off aren't what it runs at: "it's off, set it to what"."""
    is_about = state["asking"] == TEMPERATURE or meant.asks(Topic.TEMPERATURE)
    if not (is_about and state["facts"].get("isReefer") and _OFF.search(meant.text)):
        return meant
    state |= {REEFER_OFF: True, "told": True}
    is_planned = meant.is_by_model and re.search(r"\d", figures(plain(meant.answer), meant.language))
    note = meant.note or (meant.answer if is_planned else "")  # "it's off, I'll set it to 36 on Monday"
    unsure = meant.unsure - {Act.ASKS}
    return replace(meant, temperature=None, set_temperature=None, unsure=unsure, note=note)


# What a wish for another appointment may be heard as.
_WISHES = frozenset({Topic.APPOINTMENT, Topic.FLEXIBILITY, Topic.OTHER, Topic.PICKUP, Topic.DELIVERY})


def _as_wish(meant: Reading, heard: Reading) -> Reading:
    """A wish for another appointment as one: "he won't make four, can you get us a new appointment".

    `heard` is the reading before it was mended: what stands before the wish is told, not asked.
    """
    is_told = meant.is_by_model and meant.asks(Topic.FLEXIBILITY)
    if is_told or not (heard.has(Act.ASKS) and wants_it_moved(meant.text)):
        return meant
    others = tuple(each for each in meant.questions if each.topic not in _WISHES)
    return replace(
        meant,
        acts=tuple(dict.fromkeys((*meant.acts, Act.ASKS))),
        unsure=meant.unsure - {Act.ASKS},
        questions=(*others, Question(Topic.FLEXIBILITY, meant.text)),
        time=meant.time or heard.time,
        day=meant.day or heard.day,
    )


def moved_moment(state: dict[str, Any]) -> datetime | None:
    """To when the appointment was moved, the first moment of it where a day was told; None where it wasn't."""
    return datetime.fromisoformat(state[MOVED_TO]) if state.get(MOVED_TO) else None


def lateness(state: dict[str, Any]) -> tuple[int | None, str | None, bool]:
    """How late, as far as that is known."""
    return state.get("late_minutes"), state.get(MOVED_TO), bool(state.get("is_delayed"))
