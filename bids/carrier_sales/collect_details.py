"""Once there is a deal: what the broker needs for the rate confirmation, and what is told too late for it.

Email, driver, truck, where and when it is empty; a condition after the deal, a call that is wanted about it.
"""

import re
from dataclasses import replace
from datetime import date, datetime
from typing import Any

from bids.carrier_sales import learning, pitch_load, wording
from bids.carrier_sales.choose_load import FindLoad, offer_others
from bids.carrier_sales.deal import keep_conditions, write_conditions
from bids.carrier_sales.goodbye import ArrangeCallback
from bids.carrier_sales.notebook import Dealing, Notebook, Outcome, Step, TruckDetails, is_of_conditions
from bids.carrier_sales.scene import Move, Next, SalesStep, Scene
from bids.carrier_sales.vetting import caller_of
from bids.carrier_sales.wishes import note_wishes, put_truck_day_right
from bids.models import Bid
from calls.language.clauses import clause_around
from calls.language.number_words import figures, plain
from calls.language.people import mended_address
from calls.language.questions import offers
from calls.language.reading import Act, Expecting, Listening, Reading, Topic
from calls.language.status import says_content
from calls.language.understanding import understand
from carriers.states import LearnedKind
from organizations.equipment import Equipment

EMAIL, DRIVER, TRUCK, EMPTY = "email", "driver", "truck", "empty"
# The question, and which of the details answer it.
QUESTIONS = (
    (EMAIL, "ask_email", ("email",)),
    (DRIVER, "ask_driver", ("driver", "driver_phone")),
    (TRUCK, "ask_truck", ("truck", "trailer")),
    (EMPTY, "ask_empty", ("empty_place", "empty_at")),
)
EXPECTING = {EMPTY: Expecting.PLACE}
_EMPTY = re.compile(r"\b(?:empt(?:y|ies|ying|ied)|vac[ií][oa]|desocup\w+)\b", re.I)
# Told with its hour beside: "he's empty now, he'll be at the shipper by nine".
_EMPTY_NOW = re.compile(
    r"\bempty (?:right )?now\b|\balready empty\b|\bya (?:est[aá] |anda )?vac[ií]o\b|\bvac[ií]o (?:ahorita|ahora|ya)\b",
    re.I,
)
_NOW = re.compile(r"\b(?:(?:right|already|is|it's|its|he's|hes|empty) now|already|ahorita|ahora|ya)\b", re.I)
_LATER_ON = re.compile(
    r"\b(?:tonight|this (?:afternoon|evening)|later|hoy|en la tarde|esta (?:tarde|noche))\b", re.I
)
_AM = re.compile(r"\b(?:i'?m|i am|we'?re|sit(?:s|ting)|already|right now|ando|anda|estoy|est[aá]|ya)\b", re.I)
_OF_TIMES = (Topic.PICKUP, Topic.DELIVERY, Topic.APPOINTMENT, Topic.FLEXIBILITY)
AFTER = (Step.DETAILS, Step.MORE, Step.WHEN)
# Who calls whom: "I'd have to get back to you on that" asks for no call.
_CALL_US = re.compile(
    r"\b(?:call|calls|ring|phone|reach) (?:me|us|him|her|them|my)\b|\b(?:llam|marqu|habl)\w*(?:me|nos)\b|"
    r"\b(?:me|nos) (?:llam|marqu|habl)\w+",
    re.I,
)


class CollectDetails(SalesStep):
    """Ask for each of them once, or whether what is known of it still holds."""

    name = Step.DETAILS

    def begin(self) -> Next:
        """The next thing that nobody told; then whether there is anything else."""
        notes = self.notes
        notes.details_asked[:0] = [name for name in _NAMED if _is_put_off(self.heard, name)]
        is_offered = self.heard.is_offered or any(offers(each.words) for each in self.heard.questions)
        is_offered = is_offered and bool(notes.details.driver) and not notes.details.driver_phone
        for name, _, kept in (
            sorted(QUESTIONS, key=lambda each: each[0] != DRIVER) if is_offered else QUESTIONS
        ):
            told = [each for each in kept if getattr(notes.details, each)]
            is_half = len(told) == 1 and (name == EMPTY or (name == DRIVER and is_offered))
            if name not in notes.details_asked and (not told or is_half):
                notes.details_asked.append(name)
                notes.go_to(Step.DETAILS)
                self.ask()
                return Move.WAIT
        return Step.MORE

    def ask(self) -> None:
        """The question that is open; where it is known from an earlier call, whether it is still so."""
        notes = self.notes
        name = notes.details_asked[-1] if notes.details_asked else EMAIL
        line = next(line for each, line, _ in QUESTIONS if each == name)
        if name == TRUCK and (load := self.scene.load) and load.equipment_type == Equipment.POWER_ONLY:
            line = "ask_tractor"  # the trailer is ours
        if name == EMPTY and notes.details.empty_place:
            line = "ask_truck_when"
        elif name == EMPTY and notes.details.empty_at:
            line = "ask_truck_where"
        elif name == DRIVER and notes.details.driver:
            line = "ask_number"
        known = "" if line == "ask_number" else self._speakable(name)
        notes.offered = name if known else ""
        self.say(f"{line}_known", known=known) if known else self.say(line)
        is_when = line == "ask_truck_when"
        self.wait_for(Expecting.TIME if is_when else EXPECTING.get(name, Expecting.CONTACT))

    def hear(self, heard: Reading) -> Next:
        """Whatever was told is kept by then; on to the next, unless something was asked back."""
        if heard.load or heard.asks(Topic.OTHER_LOADS) or (heard.origin and heard.destination):
            note_wishes(self.scene)
            if not self.notes.wanted.is_known:
                return offer_others(self.scene, like=self.scene.load)
            self.notes.at_load = None
            return FindLoad(self.scene).begin()
        if heard.has(Act.LEAVES, Act.DECLINES):
            return Move.LEAVE
        if (
            heard.is_by_model
            and heard.note
            and heard.has(Act.NO, Act.UNSURE)
            and not tells_details(self.scene)
        ):
            if self.notes.details_asked[-1] == EMAIL and not self.scene.said & {
                "rate_con_to",
                "rate_con_otherwise",
            }:
                pitch_load.send_otherwise(self.scene, heard.note)
            return self.begin()  # "I don't use email, send it by text": that isn't asked again
        if self._is_of_other():
            self.say("thanks")
            self.ask()
            return Move.WAIT
        if (heard.has(Act.REPEAT, Act.HOLDS) or heard.questions) and not tells_details(self.scene):
            return Move.ASK_AGAIN
        if self.notes.offered and learning.denies(self.scene) and not tells_details(self.scene):
            if self.notes.offered == DRIVER:
                self.notes.known.driver = ""
            else:
                self.notes.known.email = ""
            self.ask()
            return Move.WAIT
        if heard.has(Act.NO) and not tells_details(self.scene):
            return Step.MORE
        return self.begin()

    def _is_of_other(self) -> bool:
        """Whether something is put right that was told before, and the open question isn't answered by it."""
        told, is_again = self.notes.details, _PUTS_RIGHT.search(self.heard.text)
        kept = next(kept for name, _, kept in QUESTIONS if name == self.notes.details_asked[-1])
        is_open = not any(getattr(told, each) for each in kept)
        return bool(is_again) and is_open and not self.heard.questions and tells_details(self.scene)

    def _speakable(self, name: str) -> str:
        """What is known of it, as it is said; empty where nothing is, or it holds a figure that nobody is to hear."""
        known, load = _known(self.notes, name), self.scene.load
        if name == DRIVER:
            return wording.speakable_name(known)
        guarded = (load.max_rate, load.customer_rate) if load else ()
        return wording.email(wording.speakable(known, guarded), self.scene.language)


_PUTS_RIGHT = re.compile(
    r"\b(?:wait|sorry|actually|i mean|i meant|not|scratch that|correction|wrong|"
    r"digo|perd[oó]n|espere|me equivoqu\w+)\b",
    re.I,
)
_LATER = re.compile(
    r"\b(?:i|we)(?:'?ll| will|'?m gonna| can|'?d)? (?:just |have to |need to )?"
    r"(?:text|send|e-?mail|shoot|get|give|forward)\b(?: \w+){0,4}? "
    r"(?:later|over|in a (?:bit|minute|sec)|when|once|as soon|tomorrow|after)\b|"
    r"\b(?:luego|ahorita|orita|despu[eé]s|al rato|m[aá]s tarde) (?:\w+ ){0,2}(?:mando|paso|doy|env[ií]o)\b",
    re.I,
)
_BY_TEXT = re.compile(
    r"\b(?:text|message) (?:me|us)\b|\b(?:m[aá]nd\w+|env[ií]\w+) (?:un )?(?:texto|mensaje)\b", re.I
)


_LACKS = re.compile(
    r"\b(?:(?:don'?t|do not|ain'?t|haven'?t) (?:\w+ ){0,2}?(?:have|got|know|picked|assigned)|no tengo|todav[ií]a no)"
    r"(?: \w+){0,4}? (?:driver|chofer|operador|truck|trailer|cami[oó]n|caja)\b|"
    r"\bno (?:driver|chofer)(?: \w+){0,2} yet\b",
    re.I,
)
_NAMED = {
    EMAIL: r"\be-?mail|\bcorreo",
    DRIVER: r"\bdriver|\bchofer|\boperador",
    TRUCK: r"\btruck|\btrailer|\bunit|\bcami[oó]n|\bcaja|\bplacas",
}


def _is_put_off(heard: Reading, name: str) -> bool:
    """Whether it is told that this comes later: "correct, and the driver I'll text you once I know"."""
    if not heard.is_by_model or name not in _NAMED:
        return False
    lacks = _LACKS.search(heard.text)  # "I don't have a driver name yet"
    told = lacks[0] if lacks else heard.text if _LATER.search(heard.text) else ""
    return bool(re.search(_NAMED[name], told, re.I))


def hear_put_off(scene: Scene) -> None:
    """Whoever tells it later, or wants a text for it, isn't asked again: it asks nothing, and takes no leave."""
    heard, words = scene.heard, scene.heard.text
    if heard.is_by_model and heard.has(Act.CALLBACK, Act.LEAVES) and not heard.is_their_call:
        return  # "I'll give you all that when I hear from you, have somebody call me"
    is_by_text = bool(_BY_TEXT.search(words))
    if scene.notes.step != Step.DETAILS or tells_details(scene) or not (is_by_text or _LATER.search(words)):
        return
    if is_by_text:
        pitch_load.keep_question(scene, Topic.OTHER, words, load=scene.load)
        scene.say("tell_team")
    scene.heard = replace(heard, acts=(), spans=(), unsure=frozenset(), questions=())


def tells_details(scene: Scene) -> bool:
    """Whether something of driver, truck or e-mail is told."""
    heard = scene.heard
    return bool(
        heard.email or heard.driver or heard.phone or heard.truck or heard.trailer or heard.place
    ) or (heard.is_driver or heard.is_this_number or heard.is_on_file)


# A truck that these are told of isn't free where it stands; an hour beside one of those tells no empty truck.
_ON_LOAD = (Act.ON_LOAD, Act.WAITING, Act.LOADED, Act.CHECKED_IN)
_OF_ARRIVAL = (Act.CALLBACK, Act.LATE, *_ON_LOAD)


# "I'm in Madera, can be there by nine": when they come to the pickup.
_BE_THERE = re.compile(
    r"\b(?:be|get|make it|been) (?:there|over there|to (?:the shipper|you|them))\b|"
    r"\b(?:llego|llegar|llegamos) (?:all[aá]|ah[ií])\b",
    re.I,
)


def _comes_to_pickup(scene: Scene) -> bool:
    """Whether an hour is told of the pickup's town: "the truck's in Sacramento, it gets to Fresno like six"."""
    load = scene.load
    town = re.escape(load.origin_city) if load and load.origin_city else ""
    comes = r"(?:gets?|be|makes?(?: it)?|roll\w*|lleg\w+|ca[ei]\w*) (?:in |to |into |up to |down to |a |en )?"
    words = rf"\b{comes}{town}\b"
    return bool(town) and bool(re.search(words, scene.heard.text, re.I))


def note_details(scene: Scene) -> None:
    """Keep what was told of truck and driver, whenever it was, and write it on the bids that came of the talk."""
    _mend_email(scene)
    notes, heard = scene.notes, scene.heard
    is_asked = notes.step == Step.DETAILS
    asked = notes.details_asked[-1] if is_asked and notes.details_asked else ""
    # "I'm empty in Fresno about six tomorrow", told before it is asked for.
    is_told = heard.place or heard.day or not heard.has(Act.DECLINES)
    is_both = heard.is_by_model and heard.place and (heard.time or heard.day) and not heard.has(*_OF_ARRIVAL)
    # "Anything out of Phoenix for that same truck, he's empty there tomorrow": that is of the load after this one.
    is_next = _deal(scene) is not None and heard.asks(Topic.OTHER_LOADS)
    is_next = asked != EMPTY and (is_next or pitch_load.tells_other_truck(scene))
    is_empty = asked == EMPTY or (not is_next and (is_both or bool(_tells_empty(scene) and is_told)))
    is_there = heard.is_by_model or bool(scene.load and _AM.search(heard.text))
    is_place = is_empty or (is_there and heard.place and not is_next and not heard.has(*_ON_LOAD))
    is_drivers = asked == DRIVER and not heard.has(Act.CALLBACK)  # "call me back on my cell" is no driver's
    place = _where_empty(scene, asked) if is_place else ""
    known = notes.details.empty_place
    place = known if place and known.startswith(f"{place},") else place  # its state was told before
    if notes.noted_truck and place not in ("", known) and not place.startswith(f"{known},"):
        notes.details.empty_at = ""  # that of another truck
    told = TruckDetails(
        email=heard.email or _email_on_file(scene, asked),
        driver=heard.driver or (_self(scene) if is_drivers or heard.is_driver else ""),
        driver_phone=_phone(scene) if heard.driver or is_drivers or heard.is_driver else "",
        truck=heard.truck or _lone_digit(heard.text),
        trailer=heard.trailer,
        empty_place=place,
        empty_at=_hour_empty(scene, heard.time)
        if is_empty
        and heard.time
        and _tells_hour(heard)
        and (asked == EMPTY or not (_BE_THERE.search(heard.text) or _comes_to_pickup(scene)))
        else "",
    )
    if is_empty and _is_time_asked(heard):
        told.empty_at = ""
    elif is_empty and heard.day and not told.empty_at and "T" not in notes.details.empty_at:
        told.empty_at = heard.day.isoformat()
    is_now = asked == EMPTY and (heard.has(Act.EMPTY) or _NOW.search(heard.text))
    is_now = is_now or (is_empty and heard.is_by_model and heard.has(Act.EMPTY))
    is_sure = bool(_AM.search(heard.text)) and Act.EMPTY not in heard.unsure
    is_now = is_now or (is_empty and is_sure and says_content(heard.text) == "empty")
    since = _empty_since(scene)
    is_past = heard.is_by_model and "T" not in since
    is_later = not is_past and (heard.day or heard.time or _LATER_ON.search(heard.text))
    if (is_now and not is_later) or (is_empty and _EMPTY_NOW.search(heard.text)):
        told.empty_at = since  # "empty right now"
    parts = re.split(r"[@.]", heard.email)
    if (
        heard.email
        and "email_is" not in scene.said
        and not all(re.search(rf"\b{re.escape(each)}\b", heard.text, re.I) for each in parts)
    ):
        # Put together from several words: said back, so that it can be set right.
        scene.say("email_is", address=wording.email(heard.email, scene.language))
    _tell_next_time(scene, told)
    _note_as_last_time(scene, asked, told)
    has_news = notes.details.take(told)
    if scene.heard.is_by_model and scene.heard.day and _OTHER_DRIVER.search(scene.heard.text):
        notes.details.empty_at, has_news = scene.heard.day.isoformat(), True
    if has_news and heard.is_by_model and told.empty_at:
        put_truck_day_right(scene, date.fromisoformat(told.empty_at[:10]))
    if has_news and notes.dealing and pitch_load.is_early_enough(scene):
        kept = [each for each in notes.dealing.conditions if not pitch_load.is_of_late_truck(each)]
        if kept != notes.dealing.conditions:  # "past midnight, I meant today"
            for each in notes.dealing.conditions:
                if each not in kept:
                    pitch_load.take_back_question(scene, each)
            notes.dealing.conditions = kept
            write_conditions(scene)
    if notes.details == TruckDetails():
        return
    if has_news or not is_asked:
        write_details(scene)


# "I got another driver who could be there tomorrow".
_OTHER_DRIVER = re.compile(
    r"\b(?:another|a different|(?:my|the|an) other) (?:driver|truck|guy|one)\b.*\b(?:be|get|make it) there\b|"
    r"\botr[oa] (?:chofer|operador|cami[oó]n|tro[ck]\w+|unidad)\b.*\b(?:llega|alcanza|puede)\b",
    re.I,
)


def _empty_since(scene: Scene) -> str:
    """This minute, or the day before from which on it is: "been empty since yesterday"."""
    spans = dict(zip(scene.heard.acts, scene.heard.spans, strict=False)) if scene.heard.is_by_model else {}
    words = scene.heard.text
    if Act.EMPTY in spans:
        words = clause_around(words, *spans[Act.EMPTY])  # "… and Sunday we want to go up"
    told = understand(
        words, Listening(expecting=Expecting.TIME, now=scene.now(), language=scene.language)
    ).day
    now = scene.now()
    return told.isoformat() if told and told < now.date() else now.isoformat(timespec="minutes")


def _tells_hour(heard: Reading) -> bool:
    """Whether an hour is said, where a model tells the words of a time: "first thing tomorrow" is the day alone."""
    said = figures(plain(heard.time_words), heard.language)
    return not (heard.is_by_model and said) or bool(_HOUR.search(said))


_HOUR = re.compile(
    r"\b\d[\d:]*(?: ?[ap]m?)?\b|\bnoon\b|\bmidnight\b|\bmedio ?dia\b|\bmedia ?noche\b|\bhours?\b|\bhoras?\b|\bmin"
)


def _hour_empty(scene: Scene, hour: datetime) -> str:
    """The hour told, on the day that was told before where none is told with it, or that "that morning" is of."""
    day, load = scene.notes.details.empty_at[:10], scene.load
    if day and not scene.heard.day:
        hour = datetime.combine(date.fromisoformat(day), hour.time())
    elif load and load.pickup_time and _THAT_DAY.search(scene.heard.text) and not scene.heard.day:
        hour = datetime.combine(load.pickup_time.date(), hour.time())
    return hour.isoformat(timespec="minutes")


# The day that was told last: that of the pickup.
_THAT_DAY = re.compile(
    r"\bthat (?:same )?(?:morning|afternoon|evening|night|day)\b|\bes[ae] (?:misma? )?(?:mañana|tarde|noche|d[ií]a)\b",
    re.I,
)


def _where_empty(scene: Scene, asked: str) -> str:
    """The place told; where the load picks up, if it is that town: "empty in Birmingham Saturday"."""
    heard, load = scene.heard, scene.load
    is_trucks = asked == EMPTY or scene.notes.dealing is None
    place = heard.place or (heard.origin if is_trucks else None)
    if place is None and load and load.origin_city and load.origin_city.lower() in heard.text.lower():
        return wording.place(load.origin_city, load.origin_state)
    return str(place or "")


def _tells_empty(scene: Scene) -> bool:
    """Whether it is told where or when the truck is empty, and no other time is asked about beside.

    A model tells the place that is told from the time that is asked about.
    """
    heard = scene.heard
    is_told = heard.has(Act.EMPTY) or bool(_EMPTY.search(heard.text))
    if heard.is_by_model:  # "do I have to bring the empty back" tells neither
        return is_told and bool(heard.has(Act.EMPTY) or heard.place or heard.time or heard.day)
    return is_told and (heard.place is not None or not heard.asks(*_OF_TIMES))


def _is_time_asked(heard: Reading) -> bool:
    """Whether the time that was heard stands in a question of ours to answer: "empty in Dallas, can I load at two"."""
    asked = [each.words for each in heard.questions if each.topic in _OF_TIMES]
    return bool(heard.time_words) and any(heard.time_words in each for each in asked)


def _tell_next_time(scene: Scene, told: TruckDetails) -> None:
    """What need only be confirmed on the next call."""
    if scene.heard.email:
        learning.tell(scene, LearnedKind.EMAIL, told.email)
    if told.driver:
        learning.tell(scene, LearnedKind.DRIVER, told.driver, phone=learning.dialed(told.driver_phone))
    if told.empty_place and (place := scene.heard.place or scene.heard.origin):
        learning.tell(scene, LearnedKind.PLACE, origin=(place.city, place.state))


def _note_as_last_time(scene: Scene, asked: str, told: TruckDetails) -> None:
    """Add what was known and still holds."""
    notes = scene.notes
    if not asked or asked != notes.offered:
        return
    known, said = _known(notes, asked), told.driver if asked == DRIVER else told.email
    is_it = said.casefold() == known.casefold() if said else learning.confirms(scene)
    if not is_it or (asked == DRIVER and told.driver_phone):
        return
    if asked == DRIVER:
        phone = notes.known.driver_phone
        learning.tell(scene, LearnedKind.DRIVER, known, phone=phone)
        told.driver, told.driver_phone = known, _undialed(phone)
    else:
        learning.tell(scene, LearnedKind.EMAIL, known)
        told.email = known


def _known(notes: Notebook, name: str) -> str:
    """What is known from earlier calls of what a question asks for."""
    return {EMAIL: notes.known.email, DRIVER: notes.known.driver}.get(name, "")


def _undialed(phone: str) -> str:
    return phone.removeprefix("+1").removeprefix("+")


def write_details(scene: Scene) -> None:
    """Put details and conditions on the bids of this talk that a deal came of."""
    for dealing in scene.notes.dealings:
        if dealing.outcome not in (Outcome.BID, Outcome.BOOKED):
            continue
        kept: dict[str, Any] = scene.notes.details.to_json()
        kept |= {"conditions": dealing.conditions} if dealing.conditions else {}
        if kept:
            Bid.objects.filter(conversation=scene.talk.conversation, load=dealing.pk).exclude(
                details=kept
            ).update(details=kept)


_DIGITS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
_OF_ONE_DIGIT = re.compile(
    rf"\b(?:truck|unit|tractor)(?: number| is|'s|'?s number)* (?P<digit>{'|'.join(_DIGITS)}|[1-9])"
    rf"(?=\W*$|\W+(?:trailer|and|the|with|pulling)\b)",
    re.I,
)


def _lone_digit(words: str) -> str:
    """The truck's number where it is one digit: "truck seven, trailer fifty-three oh two"."""
    found = _OF_ONE_DIGIT.search(words)
    if found is None:
        return ""
    said = found["digit"].lower()
    return said if said.isdigit() else str(_DIGITS.index(said) + 1)


def _self(scene: Scene) -> str:
    """Who is named, or who speaks, where they told their name or are the driver."""
    heard = scene.heard
    return (
        heard.name
        or (scene.notes.caller if heard.is_driver else "")
        or ("" if heard.is_driver else heard.person)
    )


def _phone(scene: Scene) -> str:
    """The number told, now or before ("same number I just gave you"), or the one of this call."""
    heard = scene.heard
    is_on_file = heard.is_on_file and not pitch_load.is_of_mail(
        heard.text
    )  # "I don't have his number, email on file"
    is_on_file = is_on_file and not heard.email
    if heard.phone or not (heard.is_this_number or heard.is_driver or is_on_file):
        is_speakers = heard.driver and not heard.is_driver and _MINE.search(heard.text)
        return "" if is_speakers else heard.phone
    number = _undialed(caller_of(scene.talk.conversation).number)
    if _CALLED.search(heard.text):
        return number
    return scene.notes.phone or (number if heard.is_this_number or is_on_file else "")


# "The driver is Curtis, my cell is …".
_MINE = re.compile(r"\b(?:my|mi) (?:cell\w*|number|phone|cel\w*|n[uú]mero|tel\w*)\b", re.I)
_CALLED = re.compile(
    r"\b(?:number|phone|one|cell)\b(?: that)? (?:you|y'?all|i)(?:'?m|'?re| are| am)?(?: just)? (?:call|dial|reach)\w*|"
    r"\bn[uú]mero (?:al|del|de) que (?:me |le )?(?:llam|marc)\w+",
    re.I,
)


def _email_on_file(scene: Scene, asked: str) -> str:
    """The address that we have, where that is meant; the team looks for it where there is none."""
    heard = scene.heard
    if not heard.is_on_file or not (asked == EMAIL or pitch_load.is_of_mail(heard.text)):
        return ""
    carrier = scene.talk.conversation.carrier
    address = scene.notes.known.email or (carrier.email if carrier else "")
    if not address and heard.is_by_model and not pitch_load.is_other_way(heard.text):
        pitch_load.send_otherwise(scene, heard.text, "rate_con_on_file")
    return address


def _mend_email(scene: Scene) -> None:
    """Take the whole address for heard, where a part of it is put right."""
    heard, address = scene.heard, scene.notes.details.email
    if address and not heard.email:
        turns = scene.talk.conversation.turns.order_by("-position").values_list("text", flat=True)
        scene.heard = replace(heard, email=mended_address(address, heard.text, lambda: " | ".join(turns)))


def hear_late_condition(scene: Scene) -> None:
    """Keep a condition that is told once there is a deal, tell the broker of it at once, and say so.

    The deal isn't undone: whether it is to be is theirs to say. What only asks whether it was noted asks nothing else.
    """
    heard, dealing = scene.heard, _deal(scene)
    if dealing is None or not heard.is_by_model or not heard.conditions or _is_of_another(scene):
        return
    is_known = dealing.has_conditions(heard.conditions)
    new = [each for each in heard.conditions if each not in dealing.conditions]
    keep_conditions(scene, new)
    for words in new:
        pitch_load.keep_question(scene, Topic.NOTE, words, load=scene.load)
    scene.say("condition_is_down" if is_known else "condition_late")
    rest = tuple(
        each for each in heard.questions if not is_of_conditions(each.words or heard.text, dealing.conditions)
    )
    if rest != heard.questions:
        acts = tuple(act for act in heard.acts if rest or act != Act.ASKS)
        scene.heard = replace(heard, questions=rest, acts=acts, spans=())


def _is_of_another(scene: Scene) -> bool:
    """Whether it is about a load to come: "if you get one out of Atlanta, call me"."""
    heard = scene.heard
    is_wish = heard.load or heard.origin or heard.destination or heard.asks(Topic.OTHER_LOADS)
    return bool(is_wish) or (scene.notes.step == Step.MORE and heard.has(Act.CALLBACK))


def hear_call_wanted(scene: Scene) -> Next | None:
    """Note the call that is asked for in the place of the next detail, and take leave; None where none is."""
    heard = scene.heard
    if scene.notes.step != Step.DETAILS or not heard.is_by_model or _deal(scene) is None:
        return None
    is_call = heard.person or _CALL_US.search(heard.text)
    is_asked = heard.has(Act.CALLBACK) and not heard.is_their_call and is_call
    is_told = heard.email or heard.driver or heard.truck or heard.trailer or heard.place
    if not is_asked or is_told or heard.questions:
        return None
    if heard.time or heard.day:
        return ArrangeCallback(scene).begin()
    pitch_load.keep_question(scene, Topic.NOTE, heard.note or heard.text, load=scene.load)
    ArrangeCallback(scene).keep("")
    return ArrangeCallback(scene).promise("call_back")


def _deal(scene: Scene) -> Dealing | None:
    """The deal that was just made, where the talk is past it."""
    notes, dealing = scene.notes, scene.notes.dealing
    if dealing is None or dealing.agreed is None or notes.step not in AFTER:
        return None
    return dealing if dealing.outcome in (Outcome.BOOKED, Outcome.BID) else None
