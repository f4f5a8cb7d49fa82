"""Telling about a load: its own facts, and no others.

What may be said is written down here, column by column: customer, customer rate and ceiling aren't among them, and
free text passes `speakable`.
"""

import re
from dataclasses import replace
from datetime import date
from decimal import Decimal

from bids.carrier_sales import hearing, wording
from bids.carrier_sales.notebook import Step
from bids.carrier_sales.scene import Move, Next, SalesStep, Scene
from bids.carrier_sales.wording import speakable, speakable_answer
from calls.language.acts import takes_price
from calls.language.equipment import trailers
from calls.language.money_figures import asks_all_in, asks_currency, asks_who_pays
from calls.language.number_words import plain
from calls.language.questions import DAYS, is_statement, offers
from calls.language.reading import Act, Question, Reading, Role, Topic
from calls.services.approved_answers import approved_answer, note_question, withdraw_question
from loads.itinerary import itinerary
from loads.models import Load
from organizations.equipment import Equipment

MAX_INSTRUCTIONS_LENGTH = 300
MAX_STOPS = 8
MIN_NO_PLAIN = 7  # words from which on a question of a fact that was told twice asks for more than that
MAX_QUOTED = 14  # words of a question that are said back
TELLS = {"pitch", "pitch_short"}  # lines that tell of a load
WHAT_WE_NEED = "What do you need?"  # where "I need the packet" tells
_EMPTY = {"en": "the truck is empty", "es": "el camión queda vacío"}
_OVER = {"en": "with a new pickup time", "es": "con otra hora de recolección"}
_NUMBER = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|noon|midnight"
_SAYS_OVER = re.compile(
    rf"\balready (?:\w+ ){{0,2}}?(?:past|gone|over|passed|left|closed|\d|(?:{_NUMBER})\b)|"
    r"\b(?:that's|thats|its|it's|is|has|window|appointment|appt|time|pick ?up) (?:\w+ )?"
    r"(?:over|past|passed|come and gone)\b|\bmissed (?:that|it|the)\b|"
    r"\bhow (?:am|are|is|would|could|can) (?:i|we|he|she|they) (?:\w+ ){0,2}?(?:make|get)\b|"
    r"\bya (?:se )?(?:paso|pasaron|fue|son las|es la|era)\b"
)
UNITS = {"en": ("pounds", "miles"), "es": ("libras", "millas")}
# What a TMS has no column for, and brokers write into the instructions.
IN_INSTRUCTIONS = (
    Topic.INSTRUCTIONS,
    Topic.TEMPERATURE,
    Topic.TARPS,
    Topic.HAZMAT,
    Topic.DROP_OR_LIVE,
    Topic.DIMS,
)
# What may be asked of a load before it is known which, and isn't told of each.
ABOUT_ONE = (*IN_INSTRUCTIONS, Topic.STOPS)
# What its columns tell.
OF_FREIGHT = (Topic.WEIGHT, Topic.COMMODITY, Topic.MILES)
IN_FACTS = (*ABOUT_ONE, *OF_FREIGHT, Topic.PICKUP, Topic.DELIVERY, Topic.TEAM)
# What is answered by approved answers, or else by the broker.
ANSWERED_BY_BROKER = (
    *(
        Topic.TERMS,
        Topic.QUICK_PAY,
        Topic.FACTORING,
        Topic.DETENTION,
        Topic.LAYOVER,
        Topic.TONU,
        Topic.LUMPER,
    ),
    *(Topic.STOP_PAY, Topic.INSURANCE, Topic.SETUP, Topic.RATE_CON, Topic.TRACKING, Topic.FLEXIBILITY),
    *(Topic.PICKUP_NUMBER, Topic.ADDRESS, Topic.OTHER),
)
_DROP = re.compile(
    r"\b(?:drop(?:s|ped|ping)?|deliver\w*|receivers?|consignee|unload\w*|entreg\w*|descarg\w*)\b", re.I
)
_BOX = re.compile(r"\b(?:trailer|box|caja|remolque|traila)\b", re.I)
# Whether one comes by appointment: nothing in a load tells it.
_FIRST_COME = re.compile(
    r"\bf ?c ?f ?s\b|\bfirst[ -]come|\b(?:or|o) (?:is it |by )?(?:an? |una? |con |por )?(?:appointment|appt|cita)\b|"
    r"\b(?:appointment|appt|cita)s? (?:or|o)\b|\borden de llegada\b",
    re.I,
)
_BY_APPOINTMENT = re.compile(r"\bappointments?\b|\bappts?\b|\bfirst[ -]come|\bfcfs\b", re.I)
_WHICH_GATE = re.compile(
    r"\b(?:which|what|que|cual) (?:terminal|port|ramp|rail ?yard|yard|dock|gate|(?:side|part) of town|puerto|patio)\b|"
    r"\b(?:where|donde) (?:exactly|exactamente)\b|\bwhereabouts\b"
)
_OF_WISHES = (Topic.FLEXIBILITY, Topic.APPOINTMENT, Topic.PICKUP, Topic.DELIVERY, Topic.OTHER, Topic.LOAD)
_OF_CURRENCY = (Topic.OTHER, Topic.RATE, Topic.TERMS)
_DEPENDS = (Act.AGREES, Act.AGREES_IF, Act.COUNTERS, Act.YES)
_A_MILE = re.compile(r"\b(?:per|an?|the) mile\b|\bper[- ]mile\b|\brpm\b|\b(?:por|la|a la) milla\b", re.I)
_HAS_TEAM = re.compile(
    r"\b(?:we|i|they|he)(?:'?re|'?ve| are| got| have| run|'?s got)* (?:a |running )?teams?\b|\b(?:somos|"
    r"tenemos|traemos) "
    r"(?:un )?(?:equipo|team)",
    re.I,
)
# By what instructions tell of a topic that they may well be silent of.
_TELLS = {
    Topic.TEMPERATURE: re.compile(
        r"\d ?°|\bdegrees?\b|\btemp|\bgrados\b|-?\b\d+ ?F\b|\bcontinuous\b|\bfrozen\b", re.I
    ),
    Topic.DROP_OR_LIVE: re.compile(
        r"\blive\b|\bdrop\W+(?:and\W+|&\W*|n\W+)?hook\b|\bdrop trailers?\b|\bpre-?load", re.I
    ),
    Topic.DIMS: re.compile(
        r"\d ?(?:feet|foot|ft|inch\w*|in)\b\.?(?! tarps?)|\b(?:long|wide|tall|high)\b|\b(?:length|width|height|dim)|"
        r"\d ?['\"]",
        re.I,
    ),
}


# Who pays for something stands in no instructions.
_PAID = re.compile(r"\b(?:pay\w*|paid|extra|reimburs\w+|pag(?:a|an|o|ue|uen)|cobr\w+|aparte)\b", re.I)
_OF_INSTRUCTIONS = re.compile(
    r"\b(?:instru[ck]\w*|special|especial\w*|requirements?|requisitos?|any ?thing|algo|what)\b", re.I
)
_NAMED_NEED = re.compile(
    r"\b(?:border|customs|pars|paps|twic|badge|escorts?|permits?|straps?|chains?|load bars?|frontera|aduana|cruce|"
    r"permisos?|cadenas?|gafete)\b",
    re.I,
)
_SEND = re.compile(r"\b(?:(?:re)?send|e-?mail|text|get|give|m[aá]nd\w+|env[ií]\w+)(?: (?:me|us))?\b", re.I)
# What asks for a paper, and tells nothing else.
_PAPERS = re.compile(
    r"\b(?:a|the|that|it|me|us|to|over|please|just|go|ahead|and|rate|con|confirmation|ratecon|paper\w*|e-?mail|la|el|lo|una|de|"
    r"tarifa|confirmaci[oó]n|papel\w*|por|correo|favor)\b|\W",
    re.I,
)
_MAIL = re.compile(r"mail|\bcorreo", re.I)
_OTHER_WAY = re.compile(r"\b(?:text\w*|message|mensaje|whats ?app|gua[td]?sapp?|wasap|fax)\b", re.I)
# Where to, or by when, a paper is wanted.
_WHERE_OR_WHEN = re.compile(
    r"\b(?:to (?:our|my|the|his|her|their)|al|a (?:la|mi|otro|nuestr\w+)) \w+|\b(?:before|by|no later than|antes de)\b",
    re.I,
)


_WHOSE = re.compile(
    r"\b(?:provide|supply|furnish|rent|bring (?:our|my|your|their) own)\b|"
    r"\b(?:rent|pon|llev)\w+ (?:yo|nosotros|ustedes)\b",
    re.I,
)
_THEIR_OWN = re.compile(
    r"\b(?:our|my|your|their|his) own\b|\b(?:el|la) (?:m[ií][oa]|nuestr[oa]|propi[oa])\b", re.I
)


_BEFORE_PRICE = (Step.FIT, Step.EQUIPMENT)
_ASKS_IF_HEARD = re.compile(
    r"\b(?:get|got|have|catch|hear|write|copy|anot\w+|apunt\w+) (?:\w+ ){0,2}(?:e-?mail|address|correo)\b|"
    r"\b(?:e-?mail|address|correo) (?:is )?(?:right|good|correct|bien)\b",
    re.I,
)
_WHAT_ELSE = re.compile(
    r"\b(?:what|anything)(?: else)? (?:do )?(?:you|y'?all|u) (?:still )?need\b|\bneed anything else\b|"
    r"\bqu[eé] (?:m[aá]s )?(?:ocupa|necesita|le falta)",
    re.I,
)


class PitchLoad(SalesStep):
    """Tell of the load, and answer what is asked about it. The talk never waits here: the trailer comes next."""

    @property
    def is_settled(self) -> bool:
        """Whether the carrier has heard of it."""
        return self.scene.deal[0].is_pitched

    def begin(self) -> Next:
        """Tell, answer what was asked before it was known which load it is, and go on in the same breath."""
        asked, self.notes.early_questions = self.notes.early_questions, []
        early = [each for each in asked if each[0] != Topic.LOAD]
        if len(early) < len(asked):
            self.say("still_open")
        self.ask()
        if early:
            heard = self.heard
            self.scene.heard = replace(
                heard, questions=tuple(Question(Topic(topic), words) for topic, words in early)
            )
            self.hear(self.heard)
            self.scene.heard = heard
        self._tell_late_truck()
        return Move.GO_ON

    def _tell_late_truck(self) -> None:
        """Say that the truck is empty after the pickup, as it was told before: any price hangs on another day."""
        dealing, load = self.scene.deal
        if is_early_enough(self.scene) is not False or dealing.conditions:
            return
        empty = date.fromisoformat(self.notes.details.empty_at[:10])
        language = self.scene.language
        day = wording.day(empty, self.scene.today(), language)
        self.say("truck_late", pickup=pickup_day(self.scene, load), day=day)
        words = f"{_EMPTY[language]} {wording.day(empty, date.min, language)}"
        dealing.conditions.append(words)
        keep_question(self.scene, Topic.FLEXIBILITY, words, load=load)

    def ask(self) -> None:
        """Lane and times in local words, and what a carrier must know before it names a price.

        The equipment comes with the question that follows. Somebody who asks what it pays, or has another trailer,
        hears the lane alone.
        """
        dealing, load = self.scene.deal
        miles = distance(load, self.scene.language)
        kinds = (self.notes.equipment, load.equipment_type)
        is_unfit = all(kind not in ("", Equipment.OTHER) for kind in kinds) and kinds[0] != kinds[1]
        if is_unfit or self.heard.asks(Topic.RATE):
            self.tell_lane(load)
            self._answer_freight(load, self.heard)
            if not dealing.is_pitched and self.heard.asks(Topic.PICKUP, Topic.APPOINTMENT):
                tell_pickup(self.scene)  # the lane tells its day alone
            dealing.is_pitched = True
            return
        self.say(
            "pitch",
            number=wording.load_number(load.external_id),
            origin=origin(load),
            destination=destination(load),
            miles=f", {miles}" if miles else "",
        )
        self.say(
            "pitch_times", pickup=pickup_time(self.scene, load), delivery=delivery_time(self.scene, load)
        )
        parts = (commodity(load), weight(load, self.scene.language))
        if freight := ", ".join(part for part in parts if part):
            self.say("pitch_freight", freight=freight)
        if load.is_team_required:
            self.say("pitch_team")
        if needs := special_needs(load, self.scene.language):
            self.say("pitch_needs", needs=needs)
        dealing.is_pitched = True

    def tell_lane(self, load: Load) -> None:
        """From where, to where and when, in a breath."""
        self.say(
            "pitch_short",
            origin=origin(load),
            destination=destination(load),
            pickup=pickup_day(self.scene, load),
        )

    def hear(self, heard: Reading, *, is_about_load: bool = True) -> Next:
        """Answer what is asked: about us at any time, about the load once it is known which; a step hears the rest."""
        load = self.scene.load
        company = self.scene.organization.name
        if heard.asks(Topic.ROBOT):
            self.say("robot", company=company)
        elif heard.asks(Topic.WHO):
            self.say("who", company=company)
        heard = self._tell_why_number(heard)
        if load is None or not is_about_load:
            self._answer_others(None)
            self._keep_for_load(heard)
            if load is None and self.notes.dealings:
                self._answer_of_left(heard)
            return Move.GO_ON
        self._tell_pay_apart()
        self._tell_over(load)
        self._answer_wish(load)
        heard = self.heard  # without the questions that this has answered
        asked = " ".join([heard.text, *(each.words for each in heard.questions)])  # some in an earlier turn
        if asks_currency(plain(asked)):
            self.say("currency")
            rest = tuple(each for each in heard.questions if each.topic not in _OF_CURRENCY)
            is_taken = heard.is_by_model or takes_price(plain(heard.text)) or heard.is_sure_of(Act.YES)
            acts = heard.acts if is_taken else tuple(each for each in heard.acts if each != Act.AGREES)
            spans = heard.spans if is_taken else ()
            self.scene.heard = heard = replace(heard, questions=rest, acts=acts, spans=spans)
        if self._tell_a_mile():
            is_told = "a_mile_of_theirs" in self.scene.said
            rest = tuple(
                each
                for each in heard.questions
                if each.topic != Topic.MILES and not (is_told and _COMES_TO.search(each.words))
            )
            self.scene.heard = heard = replace(heard, questions=rest)
        self._answer_freight(load, heard)
        is_drop = heard.asks(Topic.DELIVERY) or (
            heard.asks(Topic.PICKUP, Topic.APPOINTMENT)
            and not (heard.is_by_model and heard.asks(Topic.PICKUP))
            and is_about_drop(heard.text, load)
        )
        local = LOCAL[self.scene.language] if _asks_which_day(self.scene) else ""
        if heard.asks(Topic.PICKUP, Topic.APPOINTMENT) and not is_drop:
            tell_pickup(self.scene, local)
            self._ask_when_else(load)
        if _FIRST_COME.search(heard.text) and heard.asks(Topic.PICKUP, Topic.APPOINTMENT, Topic.DELIVERY):
            told = speakable(load.special_instructions, _guarded(load), MAX_INSTRUCTIONS_LENGTH)
            if told and _BY_APPOINTMENT.search(told) and not self._is_said(told):
                self.say("instructions", fact=told)
            else:
                pass_on(self.scene, Topic.APPOINTMENT, heard.text)
        if is_drop:
            self.say("delivery", place=destination(load), fact=f"{delivery_time(self.scene, load)}{local}")
        if heard.asks(Topic.STOPS):
            self._answer_stops(load)
        if heard.asks(Topic.TEAM) and not _HAS_TEAM.search(heard.text):
            self.say("team" if load.is_team_required else "no_team")
        if heard.asks(*IN_INSTRUCTIONS):
            self._answer_instructions(load)
        self._answer_others(load)
        dealing = self.notes.dealing
        if heard.asks(Topic.LOAD) and dealing and (dealing.is_pitched or dealing.standing):
            self.ask()
        elif (
            heard.asks(Topic.LOAD)
            and self.scene.is_outbound
            and self.notes.step in (Step.IDENTITY, Step.READ_BACK)
            and not heard.has(Act.YES)  # it is told of next
        ):
            self.tell_lane(load)  # who is called may ask what about before they say who they are
        return Move.GO_ON

    def _answer_of_left(self, heard: Reading) -> None:
        """Answer what is asked of the load talked about last, though it was left: "how heavy is it, though"."""
        about = IN_FACTS if heard.is_by_model else IN_INSTRUCTIONS
        asked = tuple(each for each in heard.questions if each.topic in about)
        if not asked:
            return
        self.scene.heard, self.notes.at_load = replace(heard, questions=asked), self.notes.dealings[-1].pk
        self.hear(self.heard)
        self.scene.heard, self.notes.at_load = heard, None

    def _tell_over(self, load: Load) -> None:
        """Own that the pickup is over where they say so, and ask the broker when it can be: "ya pasó esa cita, no"."""
        heard = self.heard
        if not _SAYS_OVER.search(plain(heard.text)) or not self._ask_when_else(load):
            return
        rest = tuple(each for each in heard.questions if each.topic not in _OF_WISHES)
        beside = heard.conditions
        if not beside and (heard.own_figures or heard.has(*_DEPENDS)):
            beside = (_OVER[self.scene.language],)
        self.scene.heard = replace(heard, questions=rest, conditions=beside)

    def _ask_when_else(self, load: Load) -> bool:
        """Say that the pickup is over, and leave to the broker when it can still be; whether it is."""
        last = load.pickup_end_time or load.pickup_time
        if last is None or last >= self.scene.now(load.origin_timezone):
            return False
        self.say(
            "pickup_over",
            time=wording.moment(last, self.scene.today(load.origin_timezone), self.scene.language),
        )
        keep_question(self.scene, Topic.FLEXIBILITY, self.heard.text, load=load)
        return True

    def _tell_pay_apart(self) -> None:
        """Hear who pays for something as a question of money: "who pays for the tarps" isn't about how they go on."""
        asked = []
        for each in map(_of_address, self.heard.questions):
            words = plain(each.words)
            is_of_freight = each.topic in (*IN_INSTRUCTIONS, Topic.EQUIPMENT)
            is_of_pay = asks_all_in(words) or (is_of_freight and asks_who_pays(words))
            is_told = each.topic in ANSWERED_BY_BROKER or not is_of_pay
            asked.append(each if is_told else replace(each, topic=Topic.OTHER))
        self.scene.heard = replace(self.heard, questions=tuple(asked))

    def _keep_for_load(self, heard: Reading) -> None:
        """Keep what is asked about a load that isn't known or told of yet, but for what is told of each."""
        if any(dealing.is_pitched or dealing.outcome for dealing in self.notes.dealings):
            return
        is_of_load = heard.is_by_model or self.notes.wanted.is_known
        of_one = (
            (*ABOUT_ONE, *OF_FREIGHT, Topic.OTHER, Topic.ADDRESS, Topic.TEAM) if is_of_load else ABOUT_ONE
        )
        if self.notes.wanted.others:
            of_one = (*of_one, Topic.RATE)  # "one to Denver and one to Seattle, which pays better"
        if self.notes.wanted.is_known and not self.scene.is_outbound:
            of_one = (*of_one, Topic.LOAD)  # "is that still there"
        for each in map(_of_address, heard.questions):
            kept = [str(each.topic), each.words or heard.text]
            if each.topic in of_one and kept not in self.notes.early_questions:
                self.notes.early_questions.append(kept)

    def _answer_others(self, load: Load | None) -> None:
        """Approved answers to the rest; what has none is passed on, and said to be."""
        if self.heard.is_offered:
            self.say("yes_please")
        for each in self.heard.questions:
            topic, words = each.topic, each.words or self.heard.text
            if topic not in ANSWERED_BY_BROKER:
                continue
            if topic == Topic.OTHER and self.heard.email and _ASKS_IF_HEARD.search(words):
                self.say("email_is", address=wording.email(self.heard.email, self.scene.language))
                continue  # "did you get that email"
            if _WHAT_ELSE.search(words) and self.notes.step in (Step.CLOSING, Step.DETAILS):
                continue  # it is asked for next
            answer = approved_answer(topic=topic, language=self.scene.language, load=load, words=words)
            if answer and (said := speakable_answer(answer, _guarded(load) if load else ())):
                self.scene.texts += [] if said in self.scene.texts else [said]
                self.scene.facts[str(topic)] = said
            elif offers(words):
                self.say("yes_please")
            elif load is not None and asks_all_in(plain(words)):
                self.say("all_in")
                if _THEIR_OWN.search(words):
                    pass_on(self.scene, topic, words)  # "or do we have to bring our own"
            elif topic == Topic.RATE_CON and load is not None:
                self._answer_rate_con(load, words)
            elif asks_condition(words) and (dealing := self.notes.dealing) and dealing.conditions:
                told = dealing.conditions if _BOTH_CONDITIONS.search(words) else dealing.conditions[-1:]
                self.say("condition_is", words="; ".join(told))
            elif topic != Topic.OTHER or load is not None:
                pass_on(self.scene, topic, words)

    def _answer_rate_con(self, load: Load, words: str) -> None:
        """How it comes; where to and by when it is wanted, where no address of theirs tells it, is for the broker."""
        heard, said = self.heard, self.scene.said
        is_other = is_other_way(words) and (heard.has(Act.NO) or not is_of_mail(words))
        if heard.is_by_model and is_other and not heard.email:
            send_otherwise(self.scene, words)
            return
        rest = _SEND.sub(" ", words)
        tells = _PAPERS.sub("", rest) if heard.is_by_model else _WHERE_OR_WHEN.search(words)
        is_told = bool(tells) and is_request(self.scene, rest)
        if is_told and not (heard.email or heard.is_on_file):
            keep_question(self.scene, Topic.RATE_CON, words, load=load)
            self.say("rate_con_as_told")
        elif not said & {"rate_con", "rate_con_as_told", "rate_con_on_file"}:
            self.say("rate_con")

    def _answer_wish(self, load: Load) -> None:
        """Hold an hour or day that is wished for against the window: outside of it the broker is to say.

        What a price depends on is kept as a condition then.
        """
        heard, dealing = self.heard, self.notes.dealing
        if moment := hearing.comes_in_time(heard, load.pickup_time, load.pickup_end_time):
            for each in heard.conditions:
                keep_question(self.scene, Topic.NOTE, each, load=load)
            if heard.asks(Topic.FLEXIBILITY):
                rest = tuple(each for each in heard.questions if each.topic not in _OF_WISHES)
                heard = replace(heard, questions=rest)
                today = self.scene.today(load.origin_timezone)
                self.say("time_fits", time=wording.moment(moment, today, self.scene.language))
            # Nothing is left for it to hang on: it is asked whether that is a yes.
            told: tuple[Act, ...] = heard.acts
            if Act.AGREES_IF in told:
                kept = (act for act in told if act not in (Act.AGREES_IF, Act.AGREES))
                told, unsure = (Act.AGREES, *kept), heard.unsure | {Act.AGREES}
                heard = replace(heard, acts=told, spans=(), unsure=unsure)
            self.scene.heard = replace(heard, conditions=())
            return
        is_agreed = dealing is not None and dealing.agreed is not None
        if (
            dealing is None
            or not dealing.is_pitched
            or heard.conditions
            or (is_agreed and not heard.is_by_model)
        ):
            return  # what a word of theirs hangs on is the broker's to okay, whatever the window
        if self.notes.has_wish and hearing.puts_wish_right(heard):
            self.say("wish_is", words=heard.time_words)
            keep_question(self.scene, Topic.FLEXIBILITY, heard.time_words, load=load)
            return
        words = hearing.stop_words(heard.text)
        is_drop = is_about_drop(words, load) and not (hearing.is_of_pickup(words) and not _DROP.search(words))
        is_drop = is_drop or (_is_of_drop_day(heard, load) and not hearing.is_of_pickup(heard.text))
        window = (
            (load.dropoff_time, load.dropoff_end_time)
            if is_drop
            else (load.pickup_time, load.pickup_end_time)
        )
        wish = hearing.wish_for(self.scene, *window)
        if wish is None or (is_agreed and not wish.fits):
            return
        rest = tuple(each for each in heard.questions if each.topic not in _OF_WISHES)
        words = next((each.words for each in heard.questions if each.topic in _OF_WISHES), "") or heard.text
        if wish.fits:
            self.say("time_fits", time=wish.when)
        else:
            self.say("time_asked", time=wish.when)
            keep_question(self.scene, Topic.FLEXIBILITY, words, load=load)
            if not heard.figures:  # what is turned down are the hours
                is_off = heard.has(Act.REFUSES, Act.NO) or heard.is_not_for_money
                acts = tuple(act for act in heard.acts if act not in (Act.REFUSES, Act.NO))
                heard = replace(heard, acts=acts, spans=(), is_not_for_money=is_off)
                self.scene.heard = heard
            is_beside_price = any(each.role == Role.OFFER_BACK for each in heard.figures)
            if heard.is_by_model and heard.asks(Topic.FLEXIBILITY) and self.notes.step in _BEFORE_PRICE:
                # Whatever price is agreed on then, it isn't booked while nobody knows.
                self.notes.early_conditions = [*self.notes.early_conditions, words]
            elif heard.own_figures or heard.has(*_DEPENDS) or is_beside_price:
                self.scene.heard = replace(heard, conditions=(*heard.conditions, wish.words))
        self.scene.heard = replace(self.heard, questions=rest)

    def _tell_why_number(self, heard: Reading) -> Reading:
        """Answer what their number is for, where it is asked for; the reading without that question."""
        if self.notes.step not in (Step.IDENTITY, Step.READ_BACK, Step.DOT):
            return heard
        rest = tuple(each for each in heard.questions if not _WHY_NUMBER.search(each.words))
        if rest == heard.questions:
            return heard
        self.say("why_number")
        self.scene.heard = replace(heard, questions=rest)
        return self.scene.heard

    def _tell_a_mile(self) -> bool:
        """What our offer comes to a mile, where that is asked; whether it was told."""
        heard, load, dealing = self.heard, self.scene.load, self.notes.dealing
        standing = dealing.standing if dealing else None
        theirs = next((each.amount for each in heard.own_figures if each.role == Role.PER_MILE), None)
        if theirs and load and load.total_distance and _COMES_TO.search(heard.text):
            ask = (theirs * load.total_distance).quantize(Decimal("0.01"))
            self.say_money("a_mile_of_theirs", {"ask": ask}, miles=distance(load, self.scene.language))
            return True
        figure = (dealing.agreed if dealing else None) or (standing.offer if standing else None)
        is_asked = heard.questions and _A_MILE.search(heard.text) and not heard.own_figures
        if not is_asked or figure is None or load is None or not load.total_distance:
            return False
        mile = (figure / load.total_distance).quantize(Decimal("0.01"))
        self.say_money("a_mile", {"offer": figure, "mile": mile}, miles=distance(load, self.scene.language))
        return True

    def _answer_freight(self, load: Load, heard: Reading) -> None:
        facts = (
            (Topic.WEIGHT, weight(load, self.scene.language)),
            (Topic.COMMODITY, commodity(load)),
            (Topic.MILES, distance(load, self.scene.language)),
            (Topic.EQUIPMENT, _size(load, heard) or trailer(load, self.scene.language)),
        )
        for topic, fact in facts:
            if topic in OF_FREIGHT and fact and any(fact in text for text in self.scene.texts):
                continue  # told in this very answer
            is_told = topic == Topic.EQUIPMENT and heard.is_by_model and self._is_said(fact)
            is_more_asked = heard.equipment or self._asks_more(load, _words(heard, topic), fact, topic)
            is_told = is_told and bool(is_more_asked)
            # "It's a dry van, but air ride and no E-track, is that okay": it is the one, and more is asked.
            is_more = topic == Topic.EQUIPMENT and heard.equipment == load.equipment_type
            is_more = is_more and not heard.is_by_model and len(heard.text.split()) > MIN_NO_PLAIN
            is_more = is_more or (topic == Topic.EQUIPMENT and bool(_WHOSE.search(_words(heard, topic))))
            if heard.asks(topic) and is_more and fact and not is_told:
                self.say(str(topic), fact=fact)
            if heard.asks(topic) and (is_told or is_more):
                # Which one it takes was told before: "is that your trailer or the shipper's".
                if is_more or not (
                    heard.equipment and self.notes.step == Step.FIT
                ):  # that one is heard of there
                    pass_on(self.scene, topic, _words(heard, topic))
            elif heard.asks(topic) and self._goes_beyond(topic, fact, load):
                pass_on(self.scene, topic, _words(heard, topic))
            elif heard.asks(topic) and fact:
                self.say(str(topic), fact=fact)
                if topic in _PLAINLY_ASKED and self._asks_more(load, _words(heard, topic), fact, topic):
                    pass_on(self.scene, topic, _words(heard, topic))
            elif heard.asks(topic):
                self.say("not_known")
                keep_question(self.scene, topic, heard.text, load=load)

    def _goes_beyond(self, topic: Topic, fact: str, load: Load) -> bool:
        """Whether the load's own fact doesn't answer: the miles to it, what they would change, what was told twice.

        Nor does "power only" tell what trailer stands there.
        """
        if topic == Topic.EQUIPMENT and load.equipment_type == Equipment.POWER_ONLY:
            return bool(_BOX.search(_words(self.heard, topic)))
        if topic == Topic.MILES:
            return bool(_EMPTY_MILES.search(self.heard.text)) or self.heard.place is not None
        told = sum(fact in line for line in self.notes.said) if fact and topic != Topic.EQUIPMENT else 0
        is_plain = len(self.heard.text.split()) < MIN_NO_PLAIN  # "the weight again" wants to hear it again
        return (told > 1 and not is_plain) or (told > 0 and bool(_WOULD_THEY.search(self.heard.text)))

    def _asks_more(self, load: Load, words: str, fact: str, topic: Topic) -> bool:
        """Whether a question goes beyond which trailer or freight it is: "who provides the chassis", "is it raw"."""
        known = _COMMON | _PLAINLY_ASKED.get(topic, frozenset())
        asked = {each for each in _LONG.findall(plain(words)) if each not in known}
        named = trailers(plain(words))[1]
        other = [each.what for each in named if each.what != load.equipment_type]
        asked -= {word for each in named for word in each.form.split()}
        said = plain(fact)
        return self.heard.is_by_model and not other and any(each[:5] not in said for each in asked)

    def _answer_stops(self, load: Load) -> None:
        between = itinerary(load, list(load.stops.order_by("position")))[1:-1][:MAX_STOPS]
        places = [speakable(stop.place, _guarded(load), 60) for stop in between]
        if places:
            self.say("stops", fact="; ".join(place for place in places if place))
        else:
            self.say("no_stops")

    def _is_silent(self, asked: Question, instructions: str) -> bool:
        """Whether one thing is asked for that the instructions don't name: "is there a pre-pull"."""
        words = {each for each in _LONG.findall(plain(asked.words)) if each not in _COMMON}
        is_one = (
            self.heard.is_by_model and asked.topic == Topic.INSTRUCTIONS and not self._asks_for_all(asked)
        )
        known = plain(instructions).replace("-", " ")
        return is_one and bool(words) and not any(each[:5] in known for each in words)

    def _asks_for_all(self, asked: Question) -> bool:
        """Whether the instructions are asked for, rather than one thing that may stand there: "is it no touch"."""
        words = asked.words or self.heard.text
        is_one = self.heard.is_by_model and (
            not _OF_INSTRUCTIONS.search(words) or bool(_NAMED_NEED.search(words))
        )
        return asked.topic == Topic.INSTRUCTIONS and not is_one

    def _is_said(self, fact: str) -> bool:
        """Whether that was said lately."""
        return bool(fact) and any(fact in line for line in self.notes.said)

    def _answer_instructions(self, load: Load) -> None:
        """What stands there, as far as it may be said; what they don't tell of is the broker's to answer."""
        asked = [each for each in self.heard.questions if each.topic in IN_INSTRUCTIONS]
        is_of_pay = self.heard.is_by_model and bool(_PAID.search(" ".join(each.words for each in asked)))
        untold = [each for each in asked if is_of_pay or _is_untold(each.topic, load.special_instructions)]
        for each in untold:
            pass_on(self.scene, each.topic, each.words or self.heard.text)
        asked = [each for each in asked if each not in untold]
        if not asked:
            return
        said = speakable(load.special_instructions, _guarded(load), MAX_INSTRUCTIONS_LENGTH)
        if said and self._is_said(said):
            # "I only got six foot tarps, would that do?": what they say was told before.
            pass_on(self.scene, asked[0].topic, asked[0].words or self.heard.text)
        elif said:
            self.say("instructions", fact=said)
            for each in (each for each in asked if self._is_silent(each, load.special_instructions)):
                pass_on(self.scene, each.topic, each.words)
        elif load.special_instructions or not all(map(self._asks_for_all, asked)):
            for each in asked:
                pass_on(self.scene, each.topic, each.words or self.heard.text)
        else:
            self.say("no_instructions")


_WHY_NUMBER = re.compile(
    r"\bwhy\b.{0,25}\b(?:need|want|ask\w*)\b.{0,15}\b(?:that|it|mc|dot|number)\b|"
    r"\bwhat\b.{0,20}\b(?:need|want)\b.{0,15}\b(?:that|it|mc|dot|number)\b.{0,6}\bfor\b|"
    r"\bwhat'?s (?:that|it|the mc) for\b|"
    r"\bpa(?:ra)? qu[eé] (?:lo |la |me |el )?(?:quier\w+|necesit\w+|ocup\w+|pid\w+|es)\b",
    re.I,
)
_COMES_TO = re.compile(
    r"\b(?:come|comes|work|works|add|adds) (?:out )?to\b|\bhow much is that\b|"
    r"\bwhat(?:'?s| is) that (?:in|all in|total)\b|\bcu[aá]nto (?:sale|es|ser[ií]a|viene)\b",
    re.I,
)
_LONG = re.compile(r"[a-z]{4,}")
# Words that a question has, whatever it is about.
_COMMON = frozenset(
    {
        *("there", "they", "them", "that", "this", "what", "which", "have", "need", "needs", "does", "will"),
        *("would", "could", "gotta", "with", "your", "load", "loads", "about", "like", "when", "where"),
        *("whats", "haul", "hauls", "exactly", "really", "gonna", "yall", "them", "know", "tell"),
        *("hacer", "tiene", "tienen", "esta", "para", "como", "necesita", "ocupa", "digame", "seria"),
    }
)
# Words that ask which trailer a load takes, and what it is.
_OF_FREIGHT_WORDS = frozenset(
    {
        *(
            "commodity",
            "freight",
            "hauling",
            "stuff",
            "product",
            "carrying",
            "kind",
            "type",
            "sort",
            "what's",
            "anyway",
        ),
        *(
            "exactly",
            "again",
            "thing",
            "things",
            "moving",
            "trailer",
            "goin",
            "going",
            "said",
            "just",
            "okay",
            "inside",
        ),
        *(
            "mercancia",
            "producto",
            "carga",
            "lleva",
            "trae",
            "tipo",
            "clase",
            "cosa",
            "cual",
            "llevan",
            "material",
        ),
    }
)
_OF_TRAILERS = frozenset(
    {
        *(
            "trailer",
            "trailers",
            "equipment",
            "truck",
            "kind",
            "type",
            "sort",
            "size",
            "take",
            "takes",
            "want",
            "wants",
        ),
        *(
            "looking",
            "running",
            "require",
            "required",
            "requires",
            "foot",
            "footer",
            "long",
            "yall",
            "again",
            "going",
        ),
        *(
            "caja",
            "traila",
            "remolque",
            "equipo",
            "camion",
            "tipo",
            "clase",
            "lleva",
            "piden",
            "quieren",
            "cual",
            "pide",
        ),
        *(
            "exactly",
            "sorry",
            "supposed",
            "should",
            "does",
            "just",
            "okay",
            "right",
            "said",
            "some",
            "pull",
            "pulling",
        ),
    }
)
_PLAINLY_ASKED = {Topic.EQUIPMENT: _OF_TRAILERS, Topic.COMMODITY: _OF_FREIGHT_WORDS}
_EMPTY_MILES = re.compile(
    r"\b(?:dead ?head\w*|empty miles|millas vac[ií]as|to the (?:shipper|pick ?up)|hasta (?:el|la) (?:shipper|carga))\b",
    re.I,
)
_WOULD_THEY = re.compile(r"\b(?:can|could|would|will) they\b|\b(?:me|le|nos) (?:pueden|podr[ií]an)\b", re.I)


def _of_address(asked: Question) -> Question:
    """Which terminal or gate it is, is asked of the address, not of the town or the hour."""
    is_so = asked.topic == Topic.PICKUP and _WHICH_GATE.search(plain(asked.words))
    return replace(asked, topic=Topic.ADDRESS) if is_so else asked


def _words(heard: Reading, topic: Topic) -> str:
    """The words in which something is asked."""
    return next((each.words for each in heard.questions if each.topic == topic), "") or heard.text


def _is_untold(topic: Topic, instructions: str) -> bool:
    """Whether the instructions leave open what a question is about."""
    tells = _TELLS.get(topic)
    return tells is not None and not tells.search(instructions)


def is_about_drop(words: str, load: Load) -> bool:
    """Whether a question about an appointment is about where the load goes."""
    is_named = bool(load.destination_city) and load.destination_city.lower() in words.lower()
    return is_named or bool(_DROP.search(words))


_COMES = re.compile(
    r"\b(?:appointments?|appts?|citas?|firm|strict|(?:get|be|make it|arrive) there|arriv\w+|lleg(?:o|ar\w*|amos))\b",
    re.I,
)


def _is_of_drop_day(heard: Reading, load: Load) -> bool:
    """Whether the day that is named is the delivery's alone: "is that Monday a firm appointment"."""
    first, last = load.dropoff_time, load.dropoff_end_time or load.dropoff_time
    pickup = load.pickup_end_time or load.pickup_time
    if first is None or last is None or load.pickup_time is None or pickup is None:
        return False
    if not _COMES.search(heard.text):
        return False  # "the price is fine, but it would be Thursday" is of the pickup
    day = hearing.other_day(heard, load.pickup_time.date(), pickup.date())
    return day is not None and first.date() <= day <= last.date()


_ASKS_CONDITION = re.compile(
    r"\b(?:what|which|qu[eé]|cu[aá]l)(?:'?s)?\b(?:\W+\w+){0,3}?\W+condi[tc]i[oó]n", re.I
)


_BOTH_CONDITIONS = re.compile(
    r"\b(?:both|all|my|the|las|mis) (?:two |three |dos )?condi[tc]i(?:on|ones)?\w*\b[^.]*"
    r"(?:right|correct|down|\?|verdad|cierto)",
    re.I,
)


def asks_condition(words: str) -> bool:
    """Whether it is asked which condition was meant: "what condition", "whats the condition"."""
    return bool(_ASKS_CONDITION.search(words) or _BOTH_CONDITIONS.search(words))


def pass_on(scene: Scene, topic: Topic, words: str) -> None:
    """Say that the broker will answer, or hears of the request, and keep it open for them."""
    keep_question(scene, topic, words, load=scene.load)
    named = speakable(words) if scene.said & TELLS and len(words.split()) <= MAX_QUOTED else ""
    if named:  # amid the load's details nobody would know what
        scene.say("pass_on_that", words=named)
    elif not scene.said & {"pass_on", "request_noted"}:
        scene.say("request_noted" if is_request(scene, words) else "pass_on")


def is_request(scene: Scene, words: str) -> bool:
    """Whether something is wanted or told, rather than asked: "I just want the packet for now".

    No word tells a question in Spanish ("¿la mercancía cruza?"), but a wish has its verb.
    """
    is_question = scene.heard.is_by_model and scene.language == "es" and not _WISHES.search(words)
    return not is_question and is_statement(words, scene.language, WHAT_WE_NEED)


_WISHES = re.compile(
    r"\b(?:que (?:me|le|les|nos)|favor|quiero|quisiera|necesito|ocupo)\b|\w[aeiéá]n?(?:me|le|les|nos|se)(?:l[ao]s?)?\b",
    re.I,
)


def is_other_way(words: str) -> bool:
    """Whether a paper is wanted otherwise than by email: "just text it"."""
    return bool(_OTHER_WAY.search(words))


def is_of_mail(words: str) -> bool:
    """Whether an email is spoken of."""
    return bool(_MAIL.search(words))


def send_otherwise(scene: Scene, words: str, line: str = "") -> None:
    """Leave it to the team how the rate con comes to somebody who wants it in another way than by an email told."""
    keep_question(scene, Topic.RATE_CON, words, load=scene.load)
    if "email" not in scene.notes.details_asked:
        scene.notes.details_asked.insert(0, "email")
    digits = "" if "phone_is" in scene.said else scene.heard.phone or scene.notes.phone
    scene.say(line or ("rate_con_to" if digits else "rate_con_otherwise"), digits=wording.spaced(digits))


def is_early_enough(scene: Scene) -> bool | None:
    """Whether the truck, as it is told by now, is empty by the end of the pickup's last day; None: not known."""
    told, load = scene.notes.details.empty_at, scene.load
    last = (load.pickup_end_time or load.pickup_time) if load else None
    return date.fromisoformat(told[:10]) <= last.date() if told and last else None


def is_of_late_truck(condition: str) -> bool:
    """Whether the agent itself made it a condition, since the truck was to be empty after the pickup."""
    return condition.startswith(tuple(_EMPTY.values()))


def keep_question(scene: Scene, topic: Topic, words: str, load: Load | None = None) -> None:
    """Keep a question that the broker is to answer, with the call and the load it is about."""
    scene.notes.has_wish = scene.notes.has_wish or topic == Topic.FLEXIBILITY
    note_question(conversation=scene.talk.conversation, load=load, topic=topic, words=words, at=scene.talk.at)
    kept = scene.notes.left_for_team if topic == Topic.NOTE else scene.notes.questions
    if words not in kept:
        kept.append(words)


def take_back_question(scene: Scene, words: str) -> None:
    """Leave a question of this talk no longer to the broker, where nobody has answered it."""
    withdraw_question(conversation=scene.talk.conversation, words=words)
    scene.notes.questions = [each for each in scene.notes.questions if each != words]


def leave_early_questions(scene: Scene) -> None:
    """Leave to the broker what was asked of a load that was never told of."""
    for topic, words in scene.notes.early_questions:
        if topic != Topic.LOAD:
            keep_question(scene, Topic(topic), words)
    scene.notes.early_questions = []


# A load's facts as they are said.


def origin(load: Load) -> str:
    """Dallas, TX."""
    return speakable(wording.place(load.origin_city, load.origin_state), _guarded(load), 80)


def destination(load: Load) -> str:
    """Atlanta, GA."""
    return speakable(wording.place(load.destination_city, load.destination_state), _guarded(load), 80)


def lane(load: Load, language: str) -> str:
    """Dallas, TX to Atlanta, GA."""
    return f"{origin(load)} {'a' if language == 'es' else 'to'} {destination(load)}"


def trailer(load: Load, language: str) -> str:
    """A dry van; what the TMS wrote, where we have no name for it."""
    return wording.equipment(load.equipment_type, language) or speakable(load.equipment, _guarded(load), 60)


def commodity(load: Load) -> str:
    """What is in it, in the middle of a sentence."""
    said = speakable(load.commodity, _guarded(load), 80)
    return said[0].lower() + said[1:] if said[1:2].islower() else said


def weight(load: Load, language: str) -> str:
    """42,000 pounds."""
    return wording.measure(load.weight, UNITS[language][0])


def distance(load: Load, language: str) -> str:
    """781 miles."""
    return wording.measure(load.total_distance, UNITS[language][1])


# What must be known before a price is named; `speakable` leaves no figure in it that isn't about the freight.
NEEDS = (
    (re.compile(r"\btarps?\b|\btarped\b", re.I), ("tarps", "lonas")),
    (re.compile(r"\bhaz ?mat\b|\bhazardous\b", re.I), ("hazmat", "material peligroso")),
    (re.compile(r"\blumpers?\b", re.I), ("a lumper", "lumper")),
    (re.compile(r"\bdriver (?:assist|unload|load)\b", re.I), ("driver assist", "ayuda del chofer")),
    (re.compile(r"\btwic\b", re.I), ("a TWIC card", "tarjeta TWIC")),
)


_ASKS_SIZE = re.compile(
    r"\b(?:how (?:long|big)|(?:\d\d|twenty|forty|fifty|what) (?:foot|footer|ft|size)|what length|cu[aá]ntos pies)\b",
    re.I,
)


def _size(load: Load, heard: Reading) -> str:
    """The equipment as the TMS wrote it, where its length is asked for and stands there: "a 40' HC container"."""
    asked = " ".join(each.words for each in heard.questions if each.topic == Topic.EQUIPMENT)
    tells = _ASKS_SIZE.search(asked) and re.search(r"\d\d\s?(?:'|ft|foot)", load.equipment)
    return speakable(load.equipment, _guarded(load), 60) if tells else ""


def special_needs(load: Load, language: str) -> str:
    """Tarps, hazmat and the like, and stops between, as they belong into a pitch."""
    found = [names[language == "es"] for pattern, names in NEEDS if pattern.search(load.special_instructions)]
    return ", ".join(found)


def tell_pickup(scene: Scene, more: str = "") -> None:
    """Where and when it picks up."""
    if (load := scene.load) is not None:
        scene.say("pickup", place=origin(load), fact=f"{pickup_time(scene, load)}{more}")


def pickup_day(scene: Scene, load: Load) -> str:
    """The day of the pickup alone: "tomorrow"."""
    if load.pickup_time is None:
        return ""
    return wording.day(load.pickup_time.date(), scene.today(load.origin_timezone), scene.language)


def is_free_late(heard: Reading, load: Load) -> bool:
    """Whether the day that is told lies after the pickup."""
    last = load.pickup_end_time or load.pickup_time
    free = heard.day or (heard.time.date() if heard.time else None)
    return bool(last and free and free > last.date())


def tells_other_truck(scene: Scene) -> bool:
    """Whether a model hears of another truck than that for the load whose price is talked about: one free too late."""
    heard, load, dealing = scene.heard, scene.load, scene.notes.dealing
    is_all = not (heard.questions or heard.conditions or heard.figures or set(heard.acts) - {Act.EMPTY})
    if not heard.is_by_model or heard.place is None or not (is_all or heard.asks(Topic.OTHER_LOADS)):
        return False
    if load is None or dealing is None or not dealing.is_pitched:
        return False
    return scene.notes.noted_truck is not None or is_free_late(heard, load)


def pickup_time(scene: Scene, load: Load) -> str:
    """The window at the pickup, in local words."""
    today = date.min if _asks_which_day(scene) else scene.today(load.origin_timezone)
    return wording.window(load.pickup_time, load.pickup_end_time, today, scene.language)


def delivery_time(scene: Scene, load: Load) -> str:
    """The window at the delivery."""
    today = date.min if _asks_which_day(scene) else scene.today(load.destination_timezone)
    return wording.window(load.dropoff_time, load.dropoff_end_time, today, scene.language)


_WHICH_DAY = re.compile(
    rf"\b(?:right now|(?:which|what) (?:day|night|date)|esta noche|que dia|whose time|time zone|{DAYS})\b"
)
LOCAL = {"en": ", local time", "es": ", hora local"}


def _asks_which_day(scene: Scene) -> bool:
    """Whether "today" answers nothing: "is that tonight as in right now, or Friday night"."""
    asked = (each.words for each in scene.heard.questions if each.topic in (*_OF_WISHES, Topic.PICKUP))
    return any(_WHICH_DAY.search(plain(words)) for words in asked)


def _guarded(load: Load) -> tuple:
    """Figures that no text may bring out; nor our other rates, which are offered in their own time."""
    return (load.customer_rate, load.max_rate, load.book_now_rate, load.start_rate)
