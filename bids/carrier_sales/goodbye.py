"""How a talk ends: anything else, a callback, a person, good-bye."""

import re
from dataclasses import replace
from datetime import timedelta
from zoneinfo import ZoneInfo

from bids.carrier_sales import pitch_load, wording
from bids.carrier_sales.choose_load import FindLoad, named_before, offer_others, select
from bids.carrier_sales.deal import bid_on_unfit, say_put_down
from bids.carrier_sales.hearing import just_drives
from bids.carrier_sales.notebook import Callback, Notebook, Outcome, Step, Wanted
from bids.carrier_sales.scene import Move, Next, SalesStep, Scene
from bids.carrier_sales.vetting import Verdict, caller_of
from bids.carrier_sales.when_to_call import BEFORE, RIGHT_NOW, tells_clock, their_zone, time_told
from bids.carrier_sales.wishes import look_from_truck, note_truck_left, note_wishes, put_truck_right
from calls.language.identity import extension_in
from calls.language.reading import Act, Expecting, Reading, Topic
from calls.language.speech import Transfer
from calls.language.time_words import bound_of, tells_half, zone_said
from calls.services.transfers import person_for
from organizations.formats import money

MIN_PHONE_DIGITS, MAX_PHONE_DIGITS = 10, 15
OF_OURS = (["broker"], ["bróker"], ["team"], ["office"], ["oficina"], ["somebody"], ["someone"], ["alguien"])
MAX_WORDS = 200  # of a call that is to come, kept as they were said
NOON = 12
SOON = timedelta(minutes=2)  # no hour is told to be called before that is nearer
THANKS = re.compile(r"\b(?:thanks|thank you|gracias)\b", re.IGNORECASE)
_ALL = re.compile(
    r"\b(?:that'?s|that is|that was|that'?ll be|that does) (?:all|it|everything|about it)\b"
    r"|\b(?:i'?m|we'?re|you'?re) (?:all )?(?:done|good|set)\b|\b(?:es|ser[ií]a) todo\b",
    re.I,
)
_IS_ALL = re.compile(rf"(?:{_ALL.pattern})(?: \w+){{0,3}}\W*$", re.I)  # at the end of an answer
# "Call me if it goes up": when something happens, not at an hour.
_SHOULD_IT = re.compile(
    r"\bsi (?:le|les|me|te|hay|sale|tiene[ns]?)\b(?: \w+){0,2} (?:algo|alguna|otra|una)\b|"
    r"\b(?:if|when|once|just if|only if) (?:it|that|this|the (?:rate|price|money|load)|rates?|something|anything|you|"
    r"y'?all|ya|they)(?: else| \w+er)?(?:'?ll)? (?:can |get )?(?:goes|go|comes?|moves?|changes?|opens?|"
    r"pops?|shows?|turns? up|gets?|falls?|pays?|bumps?|rolls?|push(?:es)?|moved?|"
    r"raises?|got|have|find)\b|"
    r"\bcall (?:me|us) (?:for|on|about|with) (?:the|your|a) next\b|"
    r"\bll[aá]m\w*me (?:para|con) la (?:pr[oó]xima|que sigue)\b",
    re.I,
)
_ANY_TIME = re.compile(
    r"\b(?:any ?time|whenever|cualquier hora|a la hora que (?:sea|quiera\w*)|cuando (?:sea|quiera\w*|gust\w+))\b",
    re.I,
)
_NO_NEED = re.compile(
    r"\bno,? (?:need|bye|thanks|thank you|gracias|hace falta|es necesario)\b|"
    r"\b(?:don'?t|do not) (?:need to |have to |bother )?call(?:ing)?\b|\bno me (?:llame|marque|hable)\w*"
)


def _is_of_empty(heard: Reading) -> bool:
    """Whether the hour that is told is when the truck is empty, and stands apart from the words of the call."""
    at = heard.text.find(heard.time_words)
    is_apart = heard.time_words not in (heard.words_of(Act.CALLBACK) or heard.text)
    return at >= 0 and is_apart and bool(_EMPTY_BEFORE.search(heard.text[:at]))


_EMPTY_BEFORE = re.compile(
    r"\b(?:empty|unloaded|done|vac[ií][oa]s?|desocup\w+|descarg\w+)(?: \w+){0,3}\W*$", re.I
)


class ArrangeCallback(SalesStep):
    """Ask when to call back, and keep it."""

    name = Step.WHEN

    def begin(self) -> Next:
        """Keep when to call; ask where no time was said."""
        if self.heard.is_their_call:
            self.notes.their_call = self.heard.text[:MAX_WORDS]
            self._await_call()
            return Move.LEAVE
        dealing = self.notes.dealing
        is_bid = self.heard.is_by_model and dealing is not None and dealing.wanted is not None
        is_after_deal = self.heard.has(Act.CALLBACK) and any(
            each.outcome in (Outcome.BID, Outcome.BOOKED) for each in self.notes.dealings
        )
        is_kept = dealing is not None and dealing.has_conditions(self.heard.conditions)
        if (self.heard.conditions and not is_kept) or (self.heard.own_figures and not is_bid):
            pitch_load.keep_question(self.scene, Topic.OTHER, self.heard.text)
        # "I'm empty Saturday, call me if you get something": the day is the truck's.
        if _SHOULD_IT.search(self.heard.text):
            pitch_load.keep_question(self.scene, Topic.NOTE, self.heard.text, load=self.scene.load)
            when = self.keep_told() if self.heard.time else ""
            if not when:
                self.keep("")
            note_wishes(self.scene)
            note_truck_left(self.scene)
            return self.promise("call_back_if", time=when and f" {when}")
        if is_after_deal and self.heard.is_by_model and not (self.heard.time or self.heard.day):
            pitch_load.keep_question(self.scene, Topic.NOTE, self.heard.note or self.heard.text)
            self.keep("")
            return self.promise("request_noted", "bye")  # "holler when it's confirmed"
        is_told = time_told(self.scene)[0] or self.heard.day or self.heard.time_words
        if is_told or _ANY_TIME.search(self.heard.text):
            return self.hear(self.heard)
        self.ask()
        return Move.WAIT

    def _await_call(self) -> None:
        """Say that we wait for their call, and at which figure of theirs the load stands."""
        dealing = self.notes.dealing
        if dealing is None:
            self.say("their_call")
        elif dealing.outcome is None and dealing.wanted is not None and dealing.agreed is None:
            say_put_down(self.scene, "their_call_at", dealing.wanted, dealing)
        elif dealing.outcome != Outcome.DECLINED:
            self.say("their_call")

    def ask(self) -> None:
        """Ask for a time."""
        self.notes.go_to(Step.WHEN)
        self.keep("")
        if self.heard.is_busy and self.scene.is_outbound:
            self.say("bad_time")
        self.say("ask_when")
        self.wait_for(Expecting.TIME)

    def hear(self, heard: Reading) -> Next:
        """The time that suits, as well as it was said; none does no harm: somebody calls."""
        if (kept := self.notes.callback) and kept.whom and not kept.phone:
            if heard.is_by_model and heard.asks(Topic.LOAD) and self.scene.load is not None:
                pitch_load.PitchLoad(self.scene).tell_lane(self.scene.load)  # "so I can leave her a note"
            if heard.is_by_model and (when := self.keep_told()):
                return self.promise("call_back_at", time=when)  # "hers is 323 …, but after nine"
            self.keep("")
            return self.promise("call_other", whom=kept.whom)
        is_no = heard.has(Act.NO, Act.LEAVES) and not heard.phone
        if heard.is_their_call and (is_no or not heard.is_by_model):  # "yo le hablo en una hora"
            if self.notes.verdict != Verdict.CALL_BACK:
                self.notes.forget(Outcome.CALLBACK)
                self.notes.callback = None
            return self.begin()
        time = time_told(self.scene)[0]
        is_unwanted = heard.has(Act.DECLINES) or bool(_NO_NEED.search(heard.text.lower()))
        if is_unwanted and not (time or heard.day) and self.notes.verdict != Verdict.CALL_BACK:
            self.notes.forget(Outcome.CALLBACK)
            self.notes.callback = None
            return Move.LEAVE
        asks_for_load = heard.load or heard.asks(Topic.RATE, Topic.LOAD)
        if time is None and (heard.asks(Topic.OTHER_LOADS) or (self.notes.tries == 0 and asks_for_load)):
            # "I'm on the line, what does it pay?": nobody wanted to be called.
            self.notes.forget(Outcome.CALLBACK)
            self.notes.callback = None
            note_wishes(self.scene)
            if heard.load or (heard.origin and heard.destination):
                self.notes.at_load = None  # "I'm asking about 482103", amid another
                return FindLoad(self.scene).begin()
            return Move.GO_ON
        if when := self.keep_told():
            if self._asks_for_another():
                self.say("call_kept", time=when)
                return Move.GO_ON
            for each in (question for question in heard.questions if question.topic == Topic.RATE):
                pitch_load.pass_on(self.scene, each.topic, heard.text)
            return self.promise("call_back_at", time=when)
        # A model tells what asks back; anything else tells when, in whatever form.
        is_answer = heard.is_by_model and not (heard.questions or heard.has(Act.REPEAT, Act.HOLDS))
        if (
            is_answer
            or self.notes.tries
            or _SHOULD_IT.search(heard.text)
            or _ANY_TIME.search(heard.text)
            or heard.has(Act.NO, Act.UNSURE, Act.LEAVES, Act.YES, Act.DECLINES, Act.CALLBACK)
        ):
            self.keep("")
            if heard.is_by_model and heard.answer and not (heard.has(Act.YES, Act.NO) or heard.phone):
                pitch_load.keep_question(
                    self.scene, Topic.NOTE, heard.text
                )  # "any time before lunch, at the office"
            is_told = heard.is_by_model and heard.note and not heard.has(Act.CALLBACK)  # "whenever, text me"
            return self.promise(*(("request_noted", "bye") if is_told else ("call_back",)))
        return Move.ASK_AGAIN

    def _asks_for_another(self) -> bool:
        """Whether a load is asked about beside the hour: "after three, but the Monterrey one, you still got that"."""
        heard = self.heard
        is_other = heard.asks(Topic.OTHER_LOADS) or bool(heard.origin and heard.destination)
        return bool(heard.questions) and is_other and not heard.has(Act.LEAVES)

    def keep_beside(self) -> None:
        """Keep a call that is asked for beside something else, and say so; by its words where no time is told."""
        heard = self.heard
        if not heard.has(Act.CALLBACK) or heard.is_their_call:
            return
        if when := self.keep_told():
            self.say("call_kept", time=when)
        elif heard.is_by_model and (heard.phone or heard.is_this_number):
            self.keep("")  # "right, call me back at this number"
            self.say("request_noted")
        elif not heard.is_by_model:
            pitch_load.keep_question(self.scene, Topic.NOTE, heard.text, load=self.scene.load)

    def keep_told(self) -> str:
        """Keep when to call, as it was told; how that is said back, empty where it wasn't told."""
        heard, language = self.heard, self.scene.language
        if heard.time_words and any(heard.time_words in each for each in heard.conditions):
            return ""  # "yep, Wednesday not Monday, and call me": of the load
        if heard.is_by_model and heard.time_words and _is_of_empty(heard):
            return ""  # "they'll be empty about five Sunday; if you get anything just call me"
        time, zone, by_clock = time_told(self.scene)
        if time is None:
            if RIGHT_NOW.search(heard.text):
                self.keep(self.scene.now().isoformat(timespec="minutes"))
                return {"en": "as soon as possible", "es": "lo antes posible"}[language]
            if heard.day is None or heard.day < self.scene.today():
                return ""
            self.keep(heard.day.isoformat())
            return wording.day(heard.day, self.scene.today(), language)
        now = self.scene.talk.at.astimezone(ZoneInfo(zone)).replace(tzinfo=None) if zone else self.scene.now()
        # "After eight, before I leave for church."
        is_before = bool(BEFORE.search(heard.text)) and bound_of(heard.text, language, time.time()) != "after"
        soonest = now + SOON if is_before and tells_clock(heard.text, language) else now
        is_morning = time.hour < NOON and not tells_half(heard.text, language)
        if is_morning and time < soonest < time + timedelta(hours=12):
            time += timedelta(hours=12)  # "today before six", said at three
        if time < now:
            # "Before seven tonight", said at nine: the next seven.
            time += timedelta(days=(now - time).days + 1)
        when, moment = wording.moment(time, now.date(), language), time.isoformat(timespec="minutes")
        if is_before:  # no "at five": the day is kept, and the words
            before = "antes de" if language == "es" else "before"
            when = (
                f"{wording.day(time.date(), now.date(), language)} {before} {wording.clock(time, language)}"
            )
            self.keep(time.date().isoformat(), before=moment, zone=zone)
        else:
            self.keep(moment, zone=zone)
        return f"{when} {by_clock}".rstrip()

    def for_other(self) -> Next | None:
        """Promise to call whom we are sent on to, at the number told: "I don't book my own loads, call Carla"."""
        heard = self.heard
        is_told = heard.is_by_model and (heard.person or heard.phone)
        is_sent_on = heard.has(Act.ASK_OTHER) and (is_told or just_drives(self.scene))
        is_dealing = bool(heard.own_figures) or heard.has(Act.AGREES, Act.AGREES_IF, Act.WANTS_PERSON)
        if not is_sent_on or is_dealing or self.notes.step in (Step.DETAILS, Step.MORE, Step.WHEN):
            return None
        pitch_load.keep_question(self.scene, Topic.NOTE, heard.text)
        self.keep("")
        whom = heard.person or {"en": "them", "es": "esa persona"}[self.scene.language]
        if heard.has(Act.CALLBACK) and (when := self.keep_told()):
            return self.promise("call_back_at", time=when)  # "he's out, call back at one"
        if heard.phone or self.notes.verdict == Verdict.CALL_BACK:
            return self.promise("call_other", whom=whom)
        # The number of this call is none of theirs.
        self.notes.callback = replace(self.notes.callback or Callback(), phone="", whom=whom)
        self.notes.go_to(Step.WHEN)
        if heard.asks(Topic.LOAD, Topic.PICKUP, Topic.DELIVERY) and (load := self.scene.load):
            pitch_load.PitchLoad(self.scene).tell_lane(load)  # "what's it about"
        self.say("ask_number_of", whom=whom)
        self.wait_for(Expecting.CONTACT)
        return Move.WAIT

    def promise(self, *lines: str, **facts: str) -> Next:
        """Take leave with what we will do, and say at which number, where it isn't the one that they gave."""
        if self.notes.verdict == Verdict.CALL_BACK and (self.notes.phone or self.heard.is_this_number):
            self.say("on_file")
        whom = self.notes.callback.whom if self.notes.callback else ""
        facts["you"] = {"en": whom or "you", "es": whom and f" a {whom}"}[self.scene.language]
        note_truck_left(self.scene, "")
        for line in lines:
            self.say(line, **facts)
        self.scene.end()
        return Move.WAIT

    def keep(self, time: str, *, before: str = "", zone: str = "") -> None:
        """When and where to call; a caller whose number isn't the carrier's is called at the registered one."""
        notes = self.notes
        kept = notes.callback or Callback()
        whom = self._whom() or kept.whom
        own = notes.phone or caller_of(self.scene.talk.conversation).number
        if whom and whom == notes.details.driver:
            own = notes.details.driver_phone or own
        phone = kept.phone or ("" if kept.whom else own)
        said = self.heard.phone or self.heard.digits[:MAX_PHONE_DIGITS]
        is_given = len(said) >= MIN_PHONE_DIGITS
        if notes.verdict == Verdict.CALL_BACK:
            phone, notes.phone = notes.registered, said if is_given else notes.phone
        elif is_given:
            phone = said
        elif ";" not in phone:  # "call me back, extension four"
            phone += extension_in(self.heard.text)
        zone = zone or zone_said(self.heard.text) or kept.zone or their_zone(self.scene)
        notes.callback = Callback(time, zone, phone, self.heard.text[:MAX_WORDS], before, whom)
        notes.note(Outcome.CALLBACK)

    def _whom(self) -> str:
        """Who else than the caller is to be called, where a model hears a name."""
        heard = self.heard
        is_ours = heard.person.casefold().split()[-1:] in OF_OURS  # "the broker can call me"
        is_call = heard.has(Act.CALLBACK) or self.notes.step == Step.WHEN  # "before noon, ask for Darnell"
        is_theirs = heard.is_by_model and is_call and not heard.is_their_call
        is_caller = heard.person in ("", self.notes.caller, heard.name) or _OR_OTHER.search(heard.text)
        return "" if is_ours or is_caller or not is_theirs else heard.person


# "Call me back in half an hour, or call my wife".
_OR_OTHER = re.compile(r"\bcall me\b.*\bor (?:else )?(?:you can )?(?:just )?call (?:my|him|her)\b", re.I)


class AnythingElse(SalesStep):
    """Ask whether there is anything else: another load, or good-bye."""

    name = Step.MORE

    def ask(self) -> None:
        """Anything else? Who has just said that it is all isn't asked."""
        if self.heard.is_by_model and not self.heard.questions and _IS_ALL.search(self.heard.text):
            leave(self.scene)
            return
        self.notes.go_to(Step.MORE)
        self.say("anything_else")
        self.wait_for(Expecting.CONFIRMATION)

    def hear(self, heard: Reading) -> Next:
        """Another load, by its number, its lane or by what there is; else good-bye."""
        notes = self.notes
        is_no = bool(heard.acts) and set(heard.acts) <= {Act.LEAVES, Act.NO, Act.DECLINES}
        if is_no and heard.is_by_model and not (heard.tells_fact or heard.questions):
            return Move.LEAVE  # whatever was looked for before
        is_end = heard.has(Act.LEAVES, Act.NO, Act.DECLINES) and not notes.wanted.is_known
        if self._leaves_question():
            return Move.LEAVE if is_end else Move.ASK_AGAIN
        if put_truck_right(self.scene):
            is_done = heard.has(Act.LEAVES) or _ALL.search(heard.text) or THANKS.search(heard.text)
            return Move.LEAVE if is_done else Step.MORE
        is_beside = (
            heard.equipment and not heard.is_by_model
        )  # else "that's all, it's a reefer by the way, thanks"
        is_all = _ALL.search(heard.text) and not (notes.wanted.is_known or is_beside)
        if (is_all or heard.has(Act.DECLINES, Act.LEAVES)) and not heard.questions:
            return Move.LEAVE
        if notes.is_setup_noted and (heard.phone or heard.email) and not heard.questions:
            self.say("thanks")  # where the team reaches them
            return Move.ASK_AGAIN
        has_deal = any(dealing.outcome in (Outcome.BOOKED, Outcome.BID) for dealing in notes.dealings)
        is_elsewhere = heard.origin or heard.destination or heard.asks(Topic.OTHER_LOADS)
        is_of_truck = heard.has(Act.EMPTY) or (heard.is_by_model and heard.place and not is_elsewhere)
        if has_deal and is_of_truck and (heard.is_by_model or not heard.questions):
            notes.wanted = Wanted()  # where the truck comes from, not another one
            return Move.ASK_AGAIN if notes.tries else Step.MORE
        told = heard.email or heard.driver or heard.truck or heard.trailer
        if has_deal and told and not heard.questions and not notes.wanted.is_known:
            self.say("thanks")  # "no wait, the trailer's 5321": it is noted by now
            return Move.ASK_AGAIN
        is_told = heard.is_by_model and (told or heard.note) and not (heard.equipment or heard.questions)
        if is_told and not notes.wanted.is_known:
            self.say("request_noted")  # "yeah, don't call me on Sundays"
            return Move.LEAVE if is_end else Move.ASK_AGAIN
        is_of_told = heard.asks(Topic.RATE, Topic.LOAD) and (heard.destination or not notes.wanted.is_known)
        if is_of_told and (load := named_before(self.scene)):
            return select(self.scene, load)
        if notes.noted_truck and heard.is_by_model and (heard.day or heard.heading) and not heard.questions:
            look_from_truck(self.scene)  # "I'd be ready to load tomorrow", "he'd go anywhere up north"
        if notes.wanted.is_known:
            notes.at_load = None
            if notes.noted_truck:
                look_from_truck(self.scene)
            return FindLoad(self.scene).begin()
        if heard.asks(Topic.OTHER_LOADS) or heard.equipment:
            like = self.scene.load
            return offer_others(self.scene, like=like)
        if heard.is_sure_of(Act.YES) and not heard.has(Act.NO) and not heard.questions:
            notes.at_load, notes.wanted = None, Wanted()
            FindLoad(self.scene).ask()
            return Move.WAIT
        if heard.has(Act.NO, Act.DECLINES) or self.notes.tries or THANKS.search(heard.text):
            return Move.LEAVE
        return Move.ASK_AGAIN

    def _leaves_question(self) -> bool:
        """Pass on what is asked of no load on the table: "ask the broker if he'll give it to me with a reefer"."""
        heard, scene = self.heard, self.scene
        is_of_load = scene.load is not None or self.notes.wanted.is_known or heard.asks(Topic.OTHER_LOADS)
        if not heard.is_by_model or is_of_load:
            return False
        answered = {*_ANSWERED, *(scene.said & {*pitch_load.IN_FACTS})}
        asked = [each for each in heard.questions if each.topic not in answered]
        is_bid = bid_on_unfit(scene)
        if asked and not (is_bid or scene.said & {"pass_on", "request_noted"}):
            self.say("request_noted")
        for each in asked:
            words = heard.text if heard.own_figures else each.words or heard.text
            pitch_load.keep_question(scene, each.topic, words)
        return bool(asked) or is_bid


# What has been answered or passed on by then, whichever load it is about.
_ANSWERED = (
    *(each for each in pitch_load.ANSWERED_BY_BROKER if each != Topic.OTHER),
    *pitch_load.IN_INSTRUCTIONS,
    *(Topic.WHO, Topic.ROBOT, Topic.CEILING, Topic.CUSTOMER_RATE),
)


def to_person(scene: Scene, whispered: str) -> Next:
    """Hand the line to somebody, with a sentence of what it is about; a call back where nobody is there."""
    to = person_for(scene.talk.conversation, at=scene.talk.at, name=scene.heard.person)
    if to is None:
        scene.say("nobody_there")
        if scene.heard.has(Act.CALLBACK):
            return ArrangeCallback(scene).begin()
        ArrangeCallback(scene).ask()  # the day or hour that was told is of something else
        return Move.WAIT
    scene.notes.note(Outcome.TRANSFERRED)
    scene.say("transfer")
    scene.transfer = Transfer(to, whispered)
    return Move.WAIT


def whisper(notes: Notebook) -> str:
    """One sentence for whoever takes the line: who it is, which load, where the money stands, without its limits."""
    dealing = notes.dealing
    if notes.trouble and dealing is None:
        on = f" on load {notes.trouble_load}" if notes.trouble_load else ""
        return f"{notes.who}, trouble{on}: {notes.trouble}"
    about = f"about load {dealing.number}, {dealing.lane}" if dealing else "about a load"
    if dealing is None and notes.left_for_team:
        about = f"said: {notes.left_for_team[-1]}"
    said = f"{notes.who} {about}"
    standing = dealing.standing if dealing else None
    if dealing and dealing.agreed is not None:
        said += f", agreed at {money(dealing.agreed)}"
    elif standing:
        said += f", our last offer {money(standing.offer)}"
        said += f", carrier's ask {money(standing.named[-1])}" if standing.asks else ""
    return f"{said.rstrip('.')}."


def give_up(scene: Scene, line: str = "give_up") -> None:
    """We don't get on: a person calls back."""
    if scene.notes.step != Step.MORE:
        callback = scene.notes.callback
        ArrangeCallback(scene).keep(callback.time if callback else "")
    scene.say(line)
    scene.end()


def leave(scene: Scene) -> None:
    """Good-bye, as it went."""
    outcomes = {dealing.outcome for dealing in scene.notes.dealings}
    if outcomes & {Outcome.BOOKED, Outcome.BID}:
        scene.say("bye_booked" if Outcome.BOOKED in outcomes else "bye")
    else:
        note_truck_left(scene, _of_truck(scene))
        scene.say("bye_declined" if Outcome.DECLINED in outcomes else "bye")
    scene.end()


def _of_truck(scene: Scene) -> str:
    """The line that tells of a truck that is noted: nobody who calls again is promised a call for another load."""
    if "their_call_at" in scene.said:
        return ""
    return "truck_down" if scene.notes.their_call or scene.notes.is_setup_noted else "truck_kept"
