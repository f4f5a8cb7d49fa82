"""The check-call skill: one question after the other, none whose answer was told already."""

import re
from dataclasses import replace
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

from calls.language.check_call import arrival_after, is_not_picked_up, where_now
from calls.language.driver_questions import asks_if_heard
from calls.language.questions import DAYS
from calls.language.reading import Act, Expecting, Listening, Question, Reading, Topic
from calls.language.speech import Reply, Transfer
from calls.language.status import cannot_talk, ends_in_hold, is_pause, words_of_time
from calls.language.understanding import understand
from calls.models import Conversation
from calls.models.reports import Outcome
from calls.services.outcomes import raise_alarm
from calls.services.transfers import person_for
from calls.skill import Conclusion, Skill, Talk
from calls.skills import check_call_report
from calls.skills.answering import (
    answer_questions,
    ask_for_other,
    asked,
    call_back,
    hear_of_other,
    is_leaving,
    keep_call_back,
    leave_for_other,
    load_of,
    not_held,
    pass_on,
)
from calls.skills.check_call_answers import take
from calls.skills.check_call_hearing import hear, lateness, moved_moment
from calls.skills.check_call_notes import MIN_CHAT, take_note
from calls.skills.check_call_phrases import (
    BOL,
    CLOSING,
    CONTACT,
    LINES,
    LOADING,
    MOVED_TO,
    NOT_PICKED_UP,
    NOTES,
    OSD,
    OTHER_LOAD,
    REASON,
    REEFER_OFF,
    SET_TO,
    TEMPERATURE,
    TRACKING,
    TROUBLE,
    WHEN,
    WHERE,
    about,
    as_moved,
    due,
    late_minutes,
    length,
    place_of,
    spoken,
    tracking_app,
    window,
    window_of,
)
from calls.skills.check_call_questions import (
    ESSENTIAL,
    EXPECTING,
    has_others_freight,
    has_our_freight,
    is_refused_outright,
    is_told_by_other,
    next_question,
    wording,
)
from calls.skills.check_call_report import call_dispatch, is_off_temperature
from calls.skills.check_call_times import stands_in
from calls.skills.whereabouts import with_town_by_the_way, without_onward_hour
from calls.states import AlarmKind
from loads.itinerary import Entry, itinerary
from loads.models import Load

MAX_REPEATS = 2  # of a question that must be answered
MAX_ASKED = 2  # times, of what is nice to know, while questions come back
MAX_MISSES = 4  # turns in a row that told nothing
MAX_ASIDES = 5  # questions asked back; then only ours count
MAX_PAUSES = 4  # that are waited for; then our question comes again
REQUESTS = frozenset({Topic.FLEXIBILITY})
MAX_CONDITIONS = 10
MAX_OSD = 400  # letters
DAY = timedelta(days=1)
MAX_LATE = 60  # minutes; what is later is told at once
# A driver who calls us: nothing was asked for, so there is no load to go by.
NO_FACTS: dict[str, Any] = {
    "loadNumber": "",
    "callType": "pickup",
    "waitingAtFacility": False,
    "name": "",
    "stop": {"city": "", "state": "", "timezone": "", "windowStart": "", "windowEnd": ""},
}
ALARMS = {
    Outcome.CANCELLED: AlarmKind.CANCELLED,
    Outcome.BROKEN_DOWN: AlarmKind.BROKEN_DOWN,
    Outcome.WRONG_LOAD: AlarmKind.WRONG_LOAD,
}


_HOUR_ASKED = re.compile(
    r"\b(?:at|by|around|a las?|como a las?|al?(?= medio)) ((?!(?:the|my|our|your)\b).+)$", re.I
)


# "It's three hours with the checkpoint, so figure nine o'clock I'm there": the hour, and how it comes about.
_THERE_AT = re.compile(
    r"\b(?:be|i'?m|get|roll in) there (?:by|at|a?round|about|like)\b|"
    r"\bah[ií] (?:estoy|llego)\b|\bp[oó]n(?:ga|le|gale) que\b",
    re.I,
)


class CheckCallSkill(Skill):
    """Asks a driver or dispatcher how it stands with a load; doesn't ask where a truck is that waits at the facility.

    What it needs to know stands in `state["facts"]`, put there when the call was asked for: `loadNumber`, `callType`,
    `waitingAtFacility`, `name` (of whom we call), `isDispatcher`, `isReefer` and `stop` (`city`, `state`, `timezone`,
    `windowStart`, `windowEnd`); where the request brings them `dispatchPhone`, `reeferTemperature` (what the load calls
    for, °F) and `trackingApp`.
    """

    def open(self, talk: Talk) -> Reply:
        """Says who calls, about which load and appointment, and asks the first question."""
        waiting = talk.state.setdefault("facts", NO_FACTS)["waitingAtFacility"]
        talk.state |= {"repeats": 0, "misses": 0, "asides": 0, "answers": 0, "times": {}, "asked": []}
        talk.state |= {"is_waiting": waiting, "outcome": "", "sure": "", "doubted": [], "alarms": {}}
        talk.state["zone"] = _zone(talk)
        return self._ask(talk, *self._opening(talk))

    @staticmethod
    def _opening(talk: Talk) -> list[str]:
        facts = talk.state["facts"]
        hello = _say(talk, "hello_whom", whom=facts["name"]) if facts["name"] else _say(talk, "hello")
        load = facts["loadNumber"]
        of_load = _say(talk, "about", load=load, stop=about(facts, talk.language)) if load else ""
        company = talk.conversation.organization.name
        opening = [_say(talk, "opening", hello=hello, company=company, about=of_load)]
        if when := _appointment(talk):
            opening.append(_say(talk, "appointment", when=when))
        if facts["waitingAtFacility"]:
            opening.append(_say(talk, "waiting"))
        return opening

    def listening(self, talk: Talk, expecting: Expecting) -> Listening:
        """By the clock of the stop, and beside its appointment; whoever waits there days before it speaks of today."""
        now, start = _local_now(talk), window_of(talk.state["facts"]["stop"])[0]
        is_early = bool(talk.state.get("is_waiting")) and start is not None and start - now > DAY
        moved = moved_moment(talk.state) if "T" in (talk.state.get(MOVED_TO) or "") else None
        appointment = (moved, moved) if moved else window_of(talk.state["facts"]["stop"])
        return Listening(
            expecting=expecting,
            now=now,
            language=talk.language,
            appointment=(None, None) if is_early else appointment,
            agent_said=str(talk.state.get("line", {}).get("text", "")),
        )

    def hear(self, talk: Talk, heard: Reading) -> Reading:
        """Keeps what is told beside the wish for a person, who may take the line at once, or for no more calls."""
        state, wishes = talk.state, {Act.WANTS_PERSON, Act.OPTS_OUT}
        is_long = not heard.is_by_model and len(heard.text.split()) >= MIN_CHAT
        if state["asking"] == CLOSING and is_long and heard.has(Act.HOLDS) and not ends_in_hold(heard.text):
            heard = replace(heard, acts=tuple(act for act in heard.acts if act != Act.HOLDS), spans=())
        told = replace(heard, acts=tuple(act for act in heard.acts if act not in wishes), spans=())
        tells = told.reason or (
            state["asking"] != REASON and (told.acts or told.osd or told.place or told.time)
        )
        if heard.is_by_model and heard.has(*wishes) and tells and not heard.phone:
            listening = self.listening(talk, EXPECTING[state["asking"]])
            told = hear(state, told, listening)
            take(state, told, listening.now, told.time_words)
            state[OSD] = state.get(OSD) or told.osd or None
            take_note(state, told, listening.now)
        return heard

    def answer(self, talk: Talk, meant: Reading) -> Reply:
        """Takes whatever was told, asked for or not; then the next question that is still open.

        What nothing of it holds goes to the team.
        """
        reply = self._answer(talk, meant)
        if rest := not_held(talk, meant, reply):
            pass_on(talk, Question(Topic.NOTE, rest), meant, is_request=True)
            reply = replace(reply, text=f"{_team(talk, 'note')} {reply.text}".strip())
        return reply

    def _answer(self, talk: Talk, meant: Reading) -> Reply:
        state, facts = talk.state, talk.state["facts"]
        if meant.is_their_call and meant.has(Act.CALLBACK):
            acts = tuple(act for act in meant.acts if act != Act.CALLBACK)
            meant = replace(meant, acts=acts, spans=(), note=meant.note or meant.text)  # "he'll call you"
        listening = self.listening(talk, EXPECTING[state["asking"]])
        outcome, was_late, was_due = state["outcome"], lateness(state), state.get("eta_local")
        before = {name: state.get(name) for name in (WHERE, "eta_local", TEMPERATURE, SET_TO, TRACKING, BOL)}
        meant = hear(state, _by_the_way(talk, meant, listening), listening)
        meant = self._of_shipper(talk, meant)
        is_arrival = meant.is_by_model and bool(meant.time and _THERE_AT.search(meant.text))
        if is_arrival and meant.time and (there := _THERE_AT.search(meant.time_words)):
            # "Roll out Monday at four thirty, be there round five fifteen".
            later = understand(
                meant.time_words[there.start() :], replace(listening, expecting=Expecting.TIME)
            ).time
            hour = (later or meant.time).time()
            meant = replace(meant, time=datetime.combine(meant.time.date(), hour))
        if meant.is_by_model and meant.time and meant.has(Act.ON_TIME) and _EARLY.search(meant.text):
            meant = _from_now(meant, listening.now)
        if state["asking"] == WHEN and not is_arrival and (arrival := arrival_after(meant.text, listening)):
            meant = replace(meant, time=arrival, day=None, time_words=meant.text)
        if is_pause(meant) and state.get("pauses", 0) < MAX_PAUSES:
            state["pauses"] = state.get("pauses", 0) + 1
            return Reply(_say(talk, "hold"), expecting=listening.expecting, is_patient=True)
        was_moved, state["is_team_told"] = was_late[1], False
        is_answer = take(state, meant, listening.now, meant.time_words or words_of_time(meant, listening))
        if state.pop("was_put_right", False) and not state.get(state["asking"]):
            is_answer = False  # the question that was asked meanwhile is still open
        if state["outcome"] == Outcome.ASK_OTHER:
            hear_of_other(talk, meant)
            if not facts.get("isDispatcher"):
                other = state["ask_other"]
                other["phone"] = other["phone"] or facts.get("dispatchPhone", "")
        self._raise_alarms(talk, meant)
        if state.get(MOVED_TO) != was_moved and AlarmKind.LATE not in state["alarms"]:
            pass_on(talk, Question(Topic.APPOINTMENT, meant.text), meant, is_request=True)
        if is_leaving(state, meant):
            beside = filter(None, [self._answer_back(talk, meant), self._note(talk, meant)])
            return self._end(talk, *beside, is_leaving=True, has_told=is_answer)
        # Once all is told, it is no later call that they want, but somebody's; nor amid a question.
        is_about = meant.is_by_model and (state["asking"] == CLOSING or bool(asked(meant) or meant.phone))
        is_about = is_about and not (meant.time or meant.day)
        is_busy = cannot_talk(meant.text) and not meant.is_by_model
        if (is_busy or not (is_answer or is_about)) and (
            meant.is_sure_of(Act.CALLBACK) or (meant.has(Act.CALLBACK) and state["repeats"])
        ):
            back = self._answer_back(talk, _beside(meant, Act.CALLBACK)) if meant.is_by_model else ""
            reply = call_back(talk, meant)
            return replace(reply, text=f"{back} {reply.text}".strip())
        back = self._answer_back(talk, meant)
        if is_answer:
            kept = state.setdefault("conditions", [])
            new = [each for each in meant.conditions if each not in kept and each not in meant.osd]
            kept += new[: MAX_CONDITIONS - len(kept)]
        if state.get("is_in_doubt"):
            pass_on(talk, Question(Topic.NOTE, meant.text), meant, is_request=True)
            back = _team(talk, "freight_trouble") or back
        news = self._news(talk, outcome, was_late, was_due)
        if not (is_answer or news) and state.get("is_delayed") and not was_late[2]:
            who = "_truck" if is_told_by_other(state) else ""
            news = _team(talk, f"late_known{who}") or _say(talk, f"late_heard{who}")
        news = " ".join(filter(None, [news, self._promise_call(talk, meant), self._note(talk, meant)]))
        if not (is_answer or state["answers"]) and meant.has(Act.WANTS_SPANISH, Act.WANTS_ENGLISH):
            state["times"] = {}  # who didn't understand a word of it hears all of it again
            return self._question(talk, *self._opening(talk))
        heard = self._heard_back(talk, before, news)
        if not is_answer:
            return self._ask_again(talk, meant, " ".join(filter(None, [back, heard, news])))
        _owe_closing(state, meant)
        state["answers"] += 1
        state["misses"] = 0
        news = " ".join(filter(None, [news, self._equipment_news(talk, before)]))
        return self._ask(talk, back, heard, news, is_answer=True)

    def _of_shipper(self, talk: Talk, meant: Reading) -> Reading:
        """Leave to the team that the load of a delivery isn't picked up yet; an hour told then is the shipper's."""
        state = talk.state
        is_first = not state.get(NOT_PICKED_UP)
        has_it = (
            state["facts"]["callType"] == "pickup" or state["is_waiting"] or state.get(LOADING) == "loaded"
        )
        if is_first and (has_it or state["outcome"] or not is_not_picked_up(meant.text)):
            return meant
        start, end = window_of(state["facts"]["stop"])
        if (
            not is_first
            and meant.time
            and start
            and start.date() <= meant.time.date() <= (end or start).date()
        ):
            return meant  # "I'll be there Thursday around two", of a delivery on Thursday
        state[NOT_PICKED_UP] = True
        if is_first or meant.time or meant.day:
            is_held = meant.note and stands_in(meant.time_words, meant.note)
            meant = replace(meant, note=meant.note if is_held else meant.text)
        acts = tuple(act for act in meant.acts if act not in (Act.WRONG_LOAD, Act.NO))
        return replace(meant, acts=acts, spans=(), time=None, day=None, time_words="")

    def _answer_back(self, talk: Talk, meant: Reading) -> str:
        """What is said to the questions that were asked back, and to trouble with the freight, which is none."""
        state, said = talk.state, ""
        # What a model takes for a note as well asks nothing: "can you put his number on it".
        kept = (
            each
            for each in meant.questions
            if each.topic != Topic.OTHER or not stands_in(each.words, meant.note)
        )
        meant = replace(meant, questions=tuple(kept))
        others = tuple(
            each for each in asked(meant) if each.topic != Topic.OTHER or not asks_if_heard(each.words)
        )
        is_kept = state.get(OSD) or state.get("passed_on") or state.get(NOTES) or meant.note
        wonders = asked(meant) if meant.is_by_model else asks_if_heard(meant.text)
        if wonders and not others:
            said = _say(talk, "heard", state["asides"]) if is_kept else ""
            meant = replace(meant, questions=())
        known = state.get(OSD) or ""
        is_known = stands_in(meant.osd, known) if meant.is_by_model else bool(known)
        is_freight = bool(meant.osd) and not is_known
        if is_freight:
            # "Not two, it's three": what is told later counts beside what was told before.
            state[OSD], state["told"] = "; ".join(filter(None, [known, meant.osd]))[:MAX_OSD], True
            if state["outcome"] != Outcome.DELIVERED:  # of what is off the truck the report tells
                pass_on(talk, Question(Topic.NOTE, meant.osd), meant, is_request=True)
            # What was told whole, or as what is wrong with the freight, is no question beside it.
            kept = (
                each
                for each in meant.questions
                if each.words != meant.text and not stands_in(each.words, meant.osd)
            )
            meant = replace(meant, questions=tuple(kept))
        if state["asides"] >= MAX_ASIDES:
            return _team(talk, "freight_trouble") if is_freight else said
        before = _passed_on(state)
        back = answer_questions(talk, meant, lambda topic: self._known(talk, topic, meant), REQUESTS)
        state["is_team_told"] = _passed_on(state) > before
        said = _team(talk, "freight_trouble") if is_freight else said
        state["asides"] += bool(back)
        state["owes_closing"] = bool(back or said)
        return f"{back} {said}".strip()

    def _news(self, talk: Talk, outcome: str, was_late: tuple[Any, ...], was_due: str | None) -> str:
        """What is said to trouble, to lateness, and to another arrival than was known."""
        state = talk.state
        if state["outcome"] != outcome and state["outcome"] in TROUBLE:
            return _say(talk, f"sorry_{state['outcome']}", team=_team(talk, "team_of_trouble"))
        if lateness(state)[:2] != was_late[:2] and (state.get("late_minutes") or state.get(MOVED_TO)):
            return self._late(talk)
        arrival = state.get("eta_local")
        if not (was_due and arrival) or arrival == was_due:
            return ""
        state["is_team_told"] = True  # of all that stands beside it
        when = window(datetime.fromisoformat(arrival), None, talk.language, _local_now(talk))
        return _say(talk, "arrival", when=when)

    @staticmethod
    def _note(talk: Talk, meant: Reading) -> str:
        """Pass on what the team is to hear of and nothing else holds; that it is, where that wasn't said yet."""
        state = talk.state
        note = take_note(state, meant, _local_now(talk))
        if not note:
            return ""
        state["owes_closing"] = True
        questions = (each.words for each in meant.questions)
        if not (state["is_team_told"] and any(stands_in(note, each) for each in questions)):
            pass_on(talk, Question(Topic.NOTE, note), meant, is_request=True)
        is_named = bool(meant.person) and not (state["is_team_told"] or state["outcome"] == Outcome.ASK_OTHER)
        if meant.phone or is_named or note.startswith("Driver:"):
            whom = ", ".join(filter(None, [meant.person or state.get("driver"), spoken(meant.phone)]))
            state["is_team_told"] = True
            return _say(talk, "note_of", whom=whom)
        name = "note_delivered" if state["outcome"] == Outcome.DELIVERED else "note"
        state["times"]["note"] = told_before = state["times"].get("note", -1) + 1
        return _team(talk, name, told_before)

    @staticmethod
    def _promise_call(talk: Talk, meant: Reading) -> str:
        """That somebody calls back who asks for it beside an answer, and leaves a number or is sure to ask."""
        if not (meant.is_sure_of(Act.CALLBACK) or (meant.has(Act.CALLBACK) and meant.phone)):
            return ""
        keep_call_back(talk, meant)
        state, at = talk.state, str(talk.state["call_back"]["time"] or "")
        state["is_team_told"] = True
        if meant.is_by_model and meant.person:
            return _say(talk, "call_promised_to", whom=meant.person)
        if "T" not in at:
            return _say(talk, "call_promised")
        when = window(datetime.fromisoformat(at), None, talk.language, _local_now(talk))
        return _say(talk, "call_promised_at", when=when)

    def resume(self, talk: Talk) -> Reply:
        """Excuses the gap and asks again."""
        return self._question(talk, _say(talk, "resumed", talk.state.get("resumes", 1) - 1))

    def ended(self, conversation: Conversation) -> None:
        """Dispatch is called where the driver didn't answer, or sent us there."""
        call_dispatch(conversation)

    def store(self, talk: Talk) -> None:
        """The report, as a row of the load; kept once something was told."""
        check_call_report.store(talk)

    def conclude(self, talk: Talk) -> Conclusion:
        """What was told, as a sentence and as data."""
        return check_call_report.conclude(talk)

    def _ask(self, talk: Talk, *before: str, is_answer: bool = False) -> Reply:
        """The next open question; without one, the end."""
        state = talk.state
        said = [each for each in before if each]
        name = next_question(state)
        if not name:
            return self._end(talk, *said)
        state["asking"], state["repeats"] = name, 0
        if name not in ESSENTIAL:
            state["asked"].append(name)
        if is_answer and not said and name != CONTACT:
            said = [LINES.say("got_it", talk.language, state["answers"] - 1)]
        return self._question(talk, *said)

    def _ask_again(self, talk: Talk, meant: Reading, back: str) -> Reply:
        """The same question in other words, after an answer to theirs; what must be known up to three times in all."""
        state = talk.state
        is_beside = state["asking"] not in ESSENTIAL
        times = state["times"].get(state["asking"], 0)
        is_enough = bool(back) and times >= (MAX_ASKED if is_beside else MAX_REPEATS + 1)
        if is_enough or is_refused_outright(state) or _declines(meant, state["asking"]):
            state["asked"] += [] if is_beside else [state["asking"]]
            return self._ask(talk, back)
        if back:
            return self._question(talk, back)
        state["repeats"] += 1
        state["misses"] += 1
        if state["misses"] >= MAX_MISSES:
            state["is_given_up"] = True
            return Reply(_say(talk, "given_up"), is_last=True)
        may_be_known = state["asking"] in ESSENTIAL and not meant.has(Act.UNSURE)
        if state["repeats"] <= (MAX_REPEATS if may_be_known else 1):
            return self._question(talk)
        if state["asking"] in ESSENTIAL:
            state["asked"].append(state["asking"])
        return self._ask(talk)

    def _question(self, talk: Talk, *before: str) -> Reply:
        state, facts = talk.state, talk.state["facts"]
        if state["asking"] == CONTACT:
            reply = ask_for_other(talk)
            return replace(reply, text=" ".join([*before, reply.text]))
        text = " ".join([*before, wording(state, talk.language)])
        known = {
            "load": facts["loadNumber"],
            "stop": place_of(facts["stop"]),
            "appointment": _appointment(talk),
        }
        told = {name: value for name, value in known.items() if value}
        return Reply(text, expecting=EXPECTING[state["asking"]], facts=told)

    def _end(self, talk: Talk, *before: str, is_leaving: bool = False, has_told: bool = True) -> Reply:
        """Good-bye, as it went: trouble goes to a person, and somebody else is called where they know more."""
        state = talk.state
        if state["outcome"] in TROUBLE or state.get("is_in_doubt") or is_refused_outright(state):
            return self._hand_over(talk, *before, is_leaving=is_leaving)
        if state["outcome"] == Outcome.ASK_OTHER:
            return leave_for_other(talk)
        if state["outcome"] == Outcome.WRONG_LOAD and (load := state.get(OTHER_LOAD)):
            return Reply(" ".join([*before, _say(talk, "wrong_load_other", load=load)]), is_last=True)
        name = {Outcome.DELIVERED: "delivered", Outcome.WRONG_LOAD: "wrong_load"}.get(
            state["outcome"], "noted"
        )
        told = "_told" if state.get("is_team_told") else ""
        if name == "noted" and not (has_told and check_call_report.has_report(state)):
            name = "goodbye"
        elif name == "noted":
            name = f"noted{'_truck' if is_told_by_other(state) else ''}{told}"
        elif name == "wrong_load":
            name = f"wrong_load{told}"
        return Reply(" ".join([*before, _say(talk, name)]), is_last=True)

    def _hand_over(self, talk: Talk, *before: str, is_leaving: bool) -> Reply:
        """To somebody of the team who can help, or to be called back by one."""
        to = None if is_leaving else person_for(talk.conversation, at=talk.at)
        if to is None:
            keep_call_back(talk)
            return Reply(" ".join([*before, _say(talk, "called_back")]), is_last=True)
        text = " ".join([*before, _say(talk, "to_person")])
        return Reply(text, transfer=Transfer(to, self.conclude(talk).summary))

    def _raise_alarms(self, talk: Talk, meant: Reading) -> None:
        """Tell the load's broker at once; again where a reason was told meanwhile."""
        state = talk.state
        reason = state.get(REASON) or ""
        # To a day alone it was moved for the rest of today at least.
        moved = late_minutes(moved_moment(state), state["facts"]["stop"])
        late = state.get("late_minutes") or moved or 0
        kinds = {
            ALARMS.get(state["outcome"]),
            AlarmKind.BROKEN_DOWN if state.get("had_trouble") else None,
            AlarmKind.LATE if late > MAX_LATE else None,
            AlarmKind.TEMPERATURE if is_off_temperature(state) and has_our_freight(state) else None,
        }
        for kind in sorted(kind for kind in kinds if kind):
            first = state["alarms"].get(kind, {}).get("words") or meant.text
            words = first if not reason or reason in first else f"{first}\n{reason}"
            if state["alarms"].get(kind, {}).get("told") == words:
                continue
            state["alarms"][kind] = {"words": first, "told": words}
            raise_alarm(
                conversation=talk.conversation, load=load_of(talk), kind=kind, words=words, at=talk.at
            )

    def _known(self, talk: Talk, topic: Topic, meant: Reading) -> str:
        """What the facts of the call and the load say of it; empty where they don't."""
        facts = talk.state["facts"]
        kind = "pickup" if facts["callType"] == "pickup" else "delivery"
        is_new = not (talk.state.get("told") or talk.state["sure"])
        if (topic == Topic.LOAD or (topic == Topic.WHO and is_new)) and facts["loadNumber"]:
            stop, line = about(facts, talk.language), "purpose" if is_new else "load"
            return _say(talk, line, talk.state["asides"], load=facts["loadNumber"], stop=stop)
        if topic in (Topic.APPOINTMENT, Topic.FLEXIBILITY) and _is_of_other_stop(talk.state, meant, topic):
            other = Topic.DELIVERY if kind == "pickup" else Topic.PICKUP
            wish = next(each for each in meant.questions if each.topic == topic)
            is_wish = topic == Topic.FLEXIBILITY
            when = "" if is_wish and meant.asks(other) else self._known(talk, other, meant)
            return f"{when} {pass_on(talk, wish, meant, is_request=True)}".strip() if is_wish else when
        if topic in (Topic.APPOINTMENT, Topic(kind)) or (
            topic == Topic.FLEXIBILITY and self._is_within(talk, meant)
        ):
            when, words = (
                _appointment(talk),
                " ".join(each.words for each in meant.questions if each.topic == topic),
            )
            if when and topic == Topic(kind) and _WHICH_STOP.search(words):
                return _say(talk, kind, place=place_of(facts["stop"]), when=when)
            return _say(talk, "appointment", talk.state["asides"], when=when) if when else ""
        words = " ".join(each.words for each in meant.questions if each.topic == topic)
        if topic == Topic.OTHER and _WHICH_OF_STOPS.search(words) and _appointment(talk):
            return _say(talk, kind, place=place_of(facts["stop"]), when=_appointment(talk))
        if topic == Topic.TEMPERATURE and (talk.state.get(TEMPERATURE) or talk.state.get(REEFER_OFF)):
            wanted = facts.get("reeferTemperature") or _instructed_degrees(load_of(talk))
            line = "temperature_off" if has_our_freight(talk.state) else "temperature_wanted"
            runs_at = talk.state.get(TEMPERATURE)
            is_off = (
                not runs_at
                or not wanted
                or abs(Decimal(runs_at) - Decimal(wanted)) > check_call_report.MAX_DEGREES_OFF
            )
            team = _say(talk, "team_of_degrees") if is_off else ""
            return _say(talk, line, wanted=check_call_report.degrees(wanted), team=team) if wanted else ""
        if topic not in (Topic.PICKUP, Topic.DELIVERY, Topic.ADDRESS, Topic.WEIGHT, Topic.MILES):
            return ""
        load = load_of(talk)
        if load is None:
            return ""
        if topic == Topic.WEIGHT:
            return _say(talk, "weight", weight=f"{load.weight:,.0f}") if load.weight else ""
        if topic == Topic.MILES:
            return _say(talk, "miles", miles=f"{load.total_distance:,.0f}") if load.total_distance else ""
        is_pickup = kind == "pickup" if topic == Topic.ADDRESS else topic == Topic.PICKUP
        entry = _entry(load, is_pickup=is_pickup)
        if entry is None:
            return ""
        if topic == Topic.ADDRESS:
            address = ", ".join(part for part in (entry.street, entry.place) if part)
            return _say(talk, "address", address=address) if entry.street else ""
        when = window(entry.window_start, entry.window_end, talk.language, _local_now(talk))
        return _say(talk, str(topic), place=entry.place, when=when) if when and entry.place else ""

    def _is_within(self, talk: Talk, meant: Reading) -> bool:
        """Whether the hour that is asked about is within the appointment: "do they take him if he's there at ten"."""
        start, end = window_of(talk.state["facts"]["stop"])
        words = next((each.words for each in meant.questions if each.topic == Topic.FLEXIBILITY), "")
        asked_for = _HOUR_ASKED.search(words or meant.text)
        hour = asked_for and understand(asked_for[1], self.listening(talk, Expecting.TIME)).time
        return bool(hour and start and end and start <= hour <= end)

    @staticmethod
    def _heard_back(talk: Talk, before: dict[str, Any], news: str) -> str:
        """The town, hour, degrees and number that were just told, as they are kept; but for what the news say."""
        state, said = talk.state, []
        if state["outcome"] in TROUBLE:
            return ""
        new = {
            name: state[name] for name, known in before.items() if state.get(name) not in (None, "", known)
        }
        if new.get(WHERE, place_of(state["facts"]["stop"])) != place_of(state["facts"]["stop"]):
            said.append(str(new[WHERE]))
        if "eta_local" in new:
            when = window(datetime.fromisoformat(new["eta_local"]), None, talk.language, _local_now(talk))
            line = "heard_done" if state["is_waiting"] else "heard_arrival"
            said += [] if when in news else [_say(talk, line, when=when)]
        if TEMPERATURE in new:
            said.append(_say(talk, "heard_degrees", degrees=check_call_report.degrees(new[TEMPERATURE])))
        if BOL in new:
            said.append(_say(talk, "heard_bol", number=" ".join(str(new[BOL]))))
        state["said_back"] = [name for name in (WHERE, "eta_local") if name in new]
        return _say(talk, "heard_back", state["answers"], what=", ".join(said)) if said else ""

    @staticmethod
    def _equipment_news(talk: Talk, before: dict[str, Any]) -> str:
        """That the reefer isn't at what the load calls for, or that the truck isn't tracked, just after it was told."""
        state, facts, said = talk.state, talk.state["facts"], []
        is_new = {name: state.get(name) != known for name, known in before.items()}
        if (
            (is_new[TEMPERATURE] or is_new[SET_TO])
            and is_off_temperature(state)
            and not has_others_freight(state)
        ):
            line = "temperature_off" if has_our_freight(state) else "temperature_wanted"
            team = _team(talk, "team_of_degrees") if line == "temperature_off" else ""
            wanted = check_call_report.degrees(facts["reeferTemperature"])
            said.append(_say(talk, line, wanted=wanted, team=team))
        if is_new[TRACKING] and state.get(TRACKING) == "off":
            said.append(_say(talk, "tracking_off", app=tracking_app(facts)))
        return " ".join(said)

    @staticmethod
    def _late(talk: Talk) -> str:
        """That the truck comes after its appointment, and what becomes of that."""
        state = talk.state
        if (moved := state.get(MOVED_TO)) and state.get("told_moved") != moved:
            state |= {"told_moved": moved, "is_move_said": True}
            when = as_moved(moved, talk.language, _local_now(talk))
            return _say(talk, "moved", when=when, team=_team(talk, "team_of_move"))
        if not state.get("late_minutes"):
            return ""
        state["times"]["late"] = told_before = state["times"].get("late", -1) + 1
        is_reachable = person_for(talk.conversation, at=talk.at) is not None
        team = "team_of_late" if is_reachable else "team_of_late_later"
        return _say(
            talk,
            "late",
            told_before,
            team=_team(talk, team, told_before),
            late=length(state["late_minutes"], talk.language),
            when=window(due(state["facts"]["stop"]), None, talk.language, _local_now(talk)),
        )


_DEGREES = re.compile(r"(?<![\d.])(?P<below>[-−–])? ?(?P<degrees>\d{1,2}) ?(?:°|deg(?:rees)?)? ?F\b")


def _instructed_degrees(load: Load | None) -> str | None:
    """The degrees Fahrenheit that a load's instructions call for: "-10°F"; None where they name none or several."""
    found = {
        (each["below"], each["degrees"])
        for each in _DEGREES.finditer(load.special_instructions if load else "")
    }
    if len(found) != 1:
        return None
    below, degrees = found.pop()
    return f"-{degrees}" if below else degrees


def _by_the_way(talk: Talk, meant: Reading, listening: Listening) -> Reading:
    """The reading, its towns and hours as they lie on the load's way; "an hour out of Fresno by Delano" is Delano."""
    if meant.is_by_model:
        place = meant.place and where_now(meant.place_words, listening, meant.place)[0]
        meant = replace(meant, place=place)
    meant = with_town_by_the_way(meant, load_of(talk), is_on_board=has_our_freight(talk.state))
    is_pickup = talk.state["facts"]["callType"] == "pickup"
    return without_onward_hour(meant, load_of(talk)) if is_pickup else meant


def _owe_closing(state: dict[str, Any], meant: Reading) -> None:
    """Whoever tells all at once is asked for anything else, and nobody is who takes leave; where a model hears it."""
    if meant.is_by_model:
        state["owes_closing"] = state["owes_closing"] or not state["answers"]
        is_all = meant.has(Act.LEAVES) or (state["asking"] == CLOSING and meant.has(Act.NO))
        state["asked"] += [CLOSING] if is_all else []


def _beside(meant: Reading, act: Act) -> Reading:
    """The reading with the questions alone that stand beside the words of an act."""
    words = meant.words_of(act)
    kept = (
        each for each in meant.questions if not (stands_in(each.words, words) or stands_in(words, each.words))
    )
    return replace(meant, questions=tuple(kept))


_EARLY = re.compile(
    r"\bi'?m (?:\w+ )?(?:early|ahead)\b|\bahead of schedule\b|\bvoy (?:temprano|adelantad[oa])\b", re.I
)


def _from_now(meant: Reading, now: datetime) -> Reading:
    """The reading, an hour without its day the next one: who is days early doesn't mean the appointment's day."""
    if meant.time is None or re.search(rf"\b(?:{DAYS})\b", meant.time_words, re.I):
        return meant
    moment = datetime.combine(now.date(), meant.time.time())
    return replace(meant, time=moment if moment >= now else moment + DAY)


_WHICH_OF_STOPS = re.compile(
    r"\b(?:which|cu[aá]l) (?:\w+ )?(?:entrega|parada|delivery|drop|stop|recogida|pickup)\b", re.I
)
_WHICH_STOP = re.compile(
    r"\b(?:which|what) (?:one|stop|town|city|drop)\b|\bwhere\b|\bcu[aá]l\b|\bd[oó]nde\b", re.I
)
_OF_STOP = {
    "pickup": re.compile(r"\b(?:deliver\w*|drop\w*|receiv\w*|consignee|entreg\w*)\b", re.I),
    "dropoff": re.compile(r"\b(?:pick\w*|shipper\w*|recog\w*)\b", re.I),
}


def _is_of_other_stop(state: dict[str, Any], meant: Reading, topic: Topic) -> bool:
    """Whether a question is about the trip's other stop: named by it, or asked by who is loaded already."""
    kind = "pickup" if state["facts"]["callType"] == "pickup" else "dropoff"
    words = " ".join(each.words for each in meant.questions if each.topic == topic)
    is_named = meant.is_by_model and _OF_STOP[kind].search(words) is not None
    return is_named or (kind == "pickup" and state["outcome"] == Outcome.LOADED)


def _declines(meant: Reading, asking: str) -> bool:
    """Whether a model hears that they can't tell what was asked: "I can't see that, you'd have to ask Curtis".

    So does who tells the team something else instead of a number: "I'm driving, I'll text you a picture of it".
    """
    is_other = asking not in ESSENTIAL and meant.has(Act.ASK_OTHER)
    is_other = is_other or (asking in (TEMPERATURE, BOL) and bool(meant.note and not asked(meant)))
    return meant.is_by_model and (meant.has(Act.UNSURE) or is_other)


def _entry(load: Load, *, is_pickup: bool) -> Entry | None:
    """The stop where the trip begins or ends."""
    entries = itinerary(load, list(load.stops.order_by("position")))
    return entries[0 if is_pickup else -1] if entries else None


def _appointment(talk: Talk) -> str:
    return window(*window_of(talk.state["facts"]["stop"]), talk.language, _local_now(talk))


def _say(talk: Talk, name: str, turn: int = 0, **facts: str) -> str:
    return LINES.say(name, talk.language, turn, **facts)


def _team(talk: Talk, name: str, turn: int = 0) -> str:
    """A line that the team is told; empty where the answer says so already."""
    if talk.state.get("is_team_told"):
        return ""
    talk.state["is_team_told"] = True
    return _say(talk, name, turn)


def _passed_on(state: dict[str, Any]) -> int:
    """How much was left to the broker so far."""
    return int(state.get("passed_on", 0)) + int(state.get("requests", 0))


def _zone(talk: Talk) -> str:
    return str(talk.state["facts"]["stop"]["timezone"] or talk.conversation.organization.timezone)


def _local_now(talk: Talk) -> datetime:
    return talk.at.astimezone(ZoneInfo(_zone(talk))).replace(tzinfo=None)
