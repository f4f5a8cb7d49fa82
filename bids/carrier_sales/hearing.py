"""The words of a turn once more: what is said early or beside something else isn't lost; hours that are wished for."""

import re
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta

from django.db.models import Q

from bids.carrier_sales import load_search, wording
from bids.carrier_sales.notebook import Step
from bids.carrier_sales.scene import Scene
from calls.language.clauses import clause_around
from calls.language.driver_questions import asks_if_heard
from calls.language.number_words import plain
from calls.language.people import is_first_name
from calls.language.questions import asks_from, words_of
from calls.language.reading import Act, Expecting, Listening, Place, Question, Reading, Topic
from calls.language.understanding import understand
from carriers.models import Carrier
from loads.models import Load

MIN_QUESTION = 3  # words
MAX_PARTS = 6
BEFORE_LOAD = (Step.IDENTITY, Step.READ_BACK, Step.DOT)
_PARTS = re.compile(r"\b(?:and|cause|because|y|porque)\b|[.?!;]", re.I)
_IN = r"(?:in|there|around|available|aqu[ií]|ah[ií])"
_END = (
    r"(?=\W*(?:$|today|now|right|yet|please|by any|i need|hoy|ahora|por favor))"  # "this is Jeff in dispatch"
)


def hear_closely(scene: Scene) -> Reading:
    """What was heard, with what the rules alone let drown: the lane, a second question, the person asked for."""
    if scene.heard.is_by_model:
        return _without_else(_without_tag(_with_bobtail(scene.heard)))
    heard = _with_person(scene.heard)
    if just_drives(scene):
        heard = _sent_on(heard)
    if heard.own_figures and heard.conditions and Act.ASKS in heard.unsure:
        return replace(heard, questions=())  # "three thousand, and you reimburse the lumper" asks nothing
    if scene.notes.step in BEFORE_LOAD:
        heard = _with_lane(scene, _with_carrier_number(scene, _with_load_number(scene, heard)))
    if scene.notes.step in OF_OFFER and heard.has(Act.DECLINES) and not heard.own_figures:
        heard = _with_lane_instead(scene, heard)
    if scene.notes.step == Step.MORE and not heard.has(Act.NO, Act.LEAVES, Act.DECLINES, Act.CALLBACK):
        heard = _with_other_lane(scene, heard)
    return _with_questions(scene, _with_towns(scene, heard))


_BOBTAIL = re.compile(r"\bbob ?tail\w*(?: (?:right )?now| here| in| over| out|\W*$)", re.I)
_TO_COME = re.compile(r"\b(?:in (?:about )?an?|after|when|once|by|i'?d be|i'?ll be|gonna be)\b", re.I)


def _with_bobtail(heard: Reading) -> Reading:
    """A tractor without a trailer is empty: "I'm bobtailing right now in Topeka"."""
    is_bare = heard.place and _BOBTAIL.search(heard.text) and not _TO_COME.search(heard.text)
    return (
        replace(heard, acts=(*heard.acts, Act.EMPTY), spans=())
        if is_bare and not heard.has(Act.EMPTY)
        else heard
    )


def _without_tag(heard: Reading) -> Reading:
    """Whether we heard it, or can use it, asked behind what is told, is no question to the broker.

    "At gmail dot com, got that", "the DOT's 3140695, can you use that".
    """
    kept = tuple(
        each
        for each in heard.questions
        if each.topic != Topic.OTHER
        or each.words == heard.text
        or not (asks_if_heard(each.words) or _IF_USED.match(each.words))
    )
    if kept == heard.questions:
        return heard
    acts = tuple(act for act in heard.acts if kept or act != Act.ASKS)
    return replace(heard, acts=acts, spans=(), questions=kept)


_IF_USED = re.compile(
    r"\W*(?:(?:can|could|will|would) (?:you|y'?all|u) "
    r"(?:use|take|work with|go (?:by|off)|look (?:it|me) up (?:by|with))|"
    r"(?:is )?that'?s? (?:all|everything|it) (?:you|y'?all|u) needs?,? ?(?:right|huh)?|(?:es )?todo lo que ocupan?|"
    r"(?:(?:le|te|les) )?(?:sirve|puede(?:n|s)? (?:usar|buscar(?:me)? con)))(?: (?:that|it|this|es[eo]|eso))?\W*$",
    re.I,
)
_ELSE = re.compile(
    r"(?:(?:and|but|y|pero) )?(?:if (?:not|(?:you|y'?all|they|it|that) (?:can'?t|don'?t|won'?t|isn'?t|doesn'?t))|"
    r"otherwise|or else|si no)\b",
    re.I,
)


def _without_else(heard: Reading) -> Reading:
    """Who asks somebody else only where we say no decides alone: "a thousand, and if you can't I gotta talk to him"."""
    said = list(zip(heard.acts, heard.spans, strict=False))
    kept = [
        (act, span) for act, span in said if act != Act.ASK_OTHER or not _ELSE.match(heard.text[slice(*span)])
    ]
    if len(kept) == len(said) or not heard.own_figures:
        return heard
    return replace(heard, acts=tuple(act for act, _ in kept), spans=tuple(span for _, span in kept))


def _with_load_number(scene: Scene, heard: Reading) -> Reading:
    """A number told beside the yes to theirs is the load's, or the end of theirs said again."""
    notes = scene.notes
    if heard.truck and not (heard.mc or heard.dot or heard.digits):
        return replace(heard, truck="", digits=heard.truck)  # "I'm in the truck, it's four five oh oh two"
    told = heard.mc or heard.dot or heard.digits
    known = notes.mc or notes.dot
    is_yes = heard.has(Act.YES, Act.AGREES) and not heard.has(Act.NO)
    if notes.step != Step.READ_BACK or notes.is_recognized or not is_yes or told in ("", known):
        return heard
    if _NAMES_NUMBER.search(plain(heard.text)):
        return heard
    load = heard.load if known.endswith(told) else told
    return replace(heard, mc="", dot="", digits=load, load=load)


def _with_carrier_number(scene: Scene, heard: Reading) -> Reading:
    """A number of no load is the carrier's whose it is in the book: "Silver Spur, four five oh oh one six"."""
    said = heard.load
    if not said.isdigit() or heard.mc or heard.dot:
        return heard
    known = Carrier.objects.filter(Q(mc_number=said) | Q(dot_number=int(said))).first()
    if known is None or load_search.by_number(said, is_tail=heard.is_tail, at=scene.talk.at):
        return heard
    is_mc = known.mc_number == said
    return replace(heard, mc=said if is_mc else "", dot="" if is_mc else said, digits=said, load="")


_NAMES_NUMBER = re.compile(r"\b(?:m ?c|em (?:see|cee|ce)|eme ?ce|emece|d ?o ?t)\b")


def hear_as_price(scene: Scene, left: Load | None = None) -> Reading:
    """The same words beside our offer, for this load or one that was left, though something else was asked."""
    load = left or scene.load
    dealing = next((each for each in scene.notes.dealings if load and each.pk == load.pk), None)
    standing = dealing.standing if dealing else None
    if standing is None or load is None or scene.heard.is_by_model:
        return scene.heard
    return read_as(scene, scene.heard.text, Expecting.OFFER, offer=standing.offer, miles=load.total_distance)


def read_as(scene: Scene, words: str, expecting: Expecting, **beside) -> Reading:
    """These words, as if they were all that was said in answer to something else."""
    return understand(
        words, Listening(expecting=expecting, now=scene.now(), language=scene.language, **beside)
    )


def _with_person(heard: Reading) -> Reading:
    """Who is asked for is no caller: "is Jason in"."""
    name = heard.name and heard.name.lower()
    asks_for = rf"(?<!this )(?<!it )(?<!here )\b(?:is|est[aá]) {re.escape(name)} {_IN}{_END}"
    if not name or not re.search(asks_for, heard.text.lower()):
        return heard
    return replace(heard, name="", person=heard.name, acts=(*heard.acts, Act.WANTS_PERSON))


# Who is called and books nothing: "I just drive", "yo nomás manejo".
_JUST_DRIVES = re.compile(
    r"\b(?:just|only|solo|s[oó]lo|nom[aá]s|nada m[aá]s) (?:soy )?(?:the |a |el )?"
    r"(?:driv(?:e|er|ing)|manejo|chofer|operador)\b|"
    r"\b(?:do ?n[o']?t|never) (?:book|handle)\b|\bno (?:agarro|veo|negocio|contrato) (?:las |la )?cargas?\b",
    re.I,
)
_WHOM = re.compile(
    r"\b(?:dispatch(?:er)?|wife|boss|brother|son|owner|despachador\w*|esposa|jef[ea]|patr[oó]n|hermano|"
    r"(?:talk|speak)(?: to| with)|call|con|a) ([a-z]+)\b|"
    r"\b([a-z]+?)(?:'?s| is)?(?: the one (?:who|that))? (?:books|handles)\b",
    re.I,
)


def just_drives(scene: Scene) -> bool:
    """Whether who is called about a load books none."""
    return scene.is_outbound and bool(_JUST_DRIVES.search(scene.heard.text))


def _sent_on(heard: Reading) -> Reading:
    """Who is to be asked instead, by name where it is told: "you gotta talk to my dispatcher Renee"."""
    told = [found[1] or found[2] for found in _WHOM.finditer(heard.text)]
    whom = next((each.title() for each in told if is_first_name(each)), "")
    if not (whom or heard.phone or heard.has(Act.ASK_OTHER)):
        return heard
    acts = tuple(each for each in heard.acts if each not in (Act.WANTS_PERSON, Act.ASK_OTHER))
    name = "" if heard.name == whom else heard.name
    return replace(heard, acts=(*acts, Act.ASK_OTHER), spans=(), person=whom, name=name)


OF_OFFER = (Step.FIT, Step.EQUIPMENT, Step.MONEY, Step.SURE)
# What a truck is looked for instead: "keep me in mind out of Joliet", "I want Ohio", "quiero ir a Ohio".
_INSTEAD = re.compile(
    r"\bkeep (?:me|us|him) in mind\b|\b(?:any|some) ?thing (?:out of|from|going|to|headed)\b|\bout of \w+|"
    r"\b(?:ten\w*|t[oó]me\w*)me en cuenta\b",
    re.I,
)
_WANTS_TOWN = re.compile(
    r"\b(?:i|we) (?:want|wanna go(?: home)?(?: to)?|need to go(?: home)?(?: to)?|want to go(?: home)?(?: to)?) "
    r"(?P<en>[a-z' ]{3,40})|\b(?:quiero|queremos|necesito) ir(?:me)? (?:a|para|pa|pal|rumbo a) (?P<es>[a-z' ]{3,40})",
    re.I,
)


def _with_lane_instead(scene: Scene, heard: Reading) -> Reading:
    """Where a truck wants to load or go instead, told with the load turned down; its own towns are none of that."""
    if heard.origin or heard.destination or heard.load or scene.load is None:
        return heard
    found = Reading(text="", language=scene.language)
    if _INSTEAD.search(heard.text):
        found = read_as(scene, heard.text, Expecting.LOAD)
    elif wish := _WANTS_TOWN.search(heard.text):
        name = _END_OF_TOWNS.split(wish["en"] or wish["es"])[0].strip()
        found = read_as(scene, f"anything to {name}", Expecting.LOAD)
    ends = [
        None if end is None or load_search.touches(scene.load, end) else end
        for end in (found.origin, found.destination)
    ]
    return replace(heard, origin=ends[0], destination=ends[1], day=heard.day or found.day)


_CALLS_ABOUT = re.compile(
    r"\b(?:call(?:ing|in)|llamo|hablo) (?:you )?(?:about|bout|on|for|regarding|por|de)\b", re.I
)


def _with_lane(scene: Scene, heard: Reading) -> Reading:
    """The lane that is told while we still ask who it is: "this is Dana, what's that Memphis Atlanta pay".

    One end alone may be theirs, where nothing is asked about it.
    """
    if heard.origin or heard.destination or heard.load:
        return heard
    about = _CALLS_ABOUT.search(heard.text)
    found = read_as(scene, heard.text[about.start() :] if about else heard.text, Expecting.LOAD)
    asks = about or heard.asks(Topic.RATE, Topic.LOAD, Topic.OTHER_LOADS)
    if not asks and not (found.origin and found.destination):
        return heard
    start = found.place if heard.asks(Topic.OTHER_LOADS) and not found.destination else None
    return replace(
        heard,
        origin=found.origin or start,  # "I got two sitting in Detroit Monday, looking for anything south"
        destination=found.destination,
        is_end=found.is_end,
        day=heard.day or found.day,
        commodity=heard.commodity or found.commodity,
    )


def _with_other_lane(scene: Scene, heard: Reading) -> Reading:
    """A lane or trailer, told where we asked whether there is anything else: "I could take that one to Phoenix"."""
    if heard.origin or heard.destination or heard.load:
        return heard
    found = read_as(scene, heard.text, Expecting.LOAD)
    if not (found.origin or found.destination):
        return replace(heard, equipment=heard.equipment or found.equipment)
    return replace(
        heard,
        origin=found.origin,
        destination=found.destination,
        is_end=found.is_end,
        equipment=heard.equipment or found.equipment,
        questions=heard.questions or found.questions,
    )


_FROM = re.compile(
    r"\b(?:deadhead(?:ing)?(?: (?:down|up|over|out|across|back|on))*(?: to| a| hasta)?|"
    r"any ?thing (?:out of|from)(?=(?: \w+){1,3} or\b)) ([a-z' ]{2,40})",
    re.I,
)
_TO = re.compile(
    r"\b(?:closer|nearer|cerca\w*|algo|any ?thing|some ?thing)(?: \w+)?(?: (?:like|como|para|pa|pal|"
    r"to|toward|heading to|"
    r"going to|rumbo a|hacia)) ([a-z' ]{2,40})",
    re.I,
)
_END_OF_TOWNS = re.compile(
    r"\b(?:if|but|and|que|pero|si|y|on|with|para|for|tomorrow|today|monday|please)\b", re.I
)
_OR = re.compile(r" (?:or|o|u) ", re.I)


def _with_towns(scene: Scene, heard: Reading) -> Reading:
    """Towns that are named amid a wish for another load: "something closer, like Dallas or Houston"."""
    if not heard.asks(Topic.OTHER_LOADS, Topic.LOAD):
        return heard
    is_open = not heard.origin or bool(_OR.search(heard.text))  # "out of Bakersfield or Fresno"
    if is_open and (town := _town_after(_FROM, scene, "origin_city")):
        heard = replace(heard, origin=town)
    if not heard.destination and (town := _town_after(_TO, scene, "destination_city")):
        heard = replace(heard, destination=town)
    return heard


def _town_after(pattern: re.Pattern[str], scene: Scene, end: str) -> Place | None:
    """The town that follows; of several the first from or to which there is a load."""
    found = pattern.search(scene.heard.text)
    if found is None:
        return None
    names = _OR.split(_END_OF_TOWNS.split(found[1])[0])[:MAX_PARTS]
    read = [read_as(scene, f"anything out of {name}", Expecting.LOAD).origin for name in names]
    towns = [town for town in read if town is not None]
    loads = Load.objects.open()
    if kind := scene.heard.equipment or scene.notes.equipment:
        loads = loads.filter(equipment_type=kind)
    served = (town for town in towns if loads.filter(**{f"{end}__iexact": town.city}).exists())
    return next(served, towns[0] if towns else None)


_OF_TRACKING = re.compile(
    r"\b(?:macro ?point|four ?kites|tracking|track(?:ed)? (?:it|him|me|us)|rastreo|rastre\w+)\b", re.I
)


# "You never told me the weight", "no me dijo cuánto pesa": asked before, and not answered.
_UNTOLD = re.compile(
    r"\b(?:you|y'?all|yall|ya) (?:still |just )?(?:never|did ?n[o']?t|have ?n[o']?t|ai ?n'?t) (?:even )?"
    r"(?:tell|told|say|said|mention\w*|give|gave)(?: me| us)?(?: \w+){0,2} (?:weight|weighs?)\b|"
    r"\bno me (?:ha |han )?(?:dijo|dijeron|dicho|dio)(?: \w+)?(?: el peso| cu[aá]nto pesa)\b",
    re.I,
)


def _with_questions(scene: Scene, heard: Reading) -> Reading:
    """A second question of a line, which one topic alone was read of, or a price."""
    if heard.has(Act.ASKS) and _OF_TRACKING.search(heard.text) and not heard.asks(Topic.TRACKING):
        heard = replace(heard, questions=(*heard.questions, Question(Topic.TRACKING, heard.text)))
    if (found := _UNTOLD.search(heard.text)) and not heard.asks(Topic.WEIGHT):
        heard = replace(heard, questions=(*heard.questions, Question(Topic.WEIGHT, found[0])))
    if len({each.topic for each in heard.questions}) > 1 or not heard.has(Act.ASKS, Act.COUNTERS):
        return heard
    parts = [part.strip() for part in _PARTS.split(heard.text)][:MAX_PARTS]
    if len(parts) < 2:
        return heard
    more = list(heard.questions)
    for part in parts:
        start = asks_from(part, scene.language)
        asked = "" if start is None else words_of(part)[start:]
        if len(asked.split()) >= MIN_QUESTION:
            read = read_as(scene, asked, Expecting.NOTHING)
            known = {each.topic for each in more}
            is_question = read.is_sure_of(Act.ASKS) and not read.figures
            asked_new = [each.topic for each in read.questions if is_question and each.topic not in known]
            more += [Question(topic, asked) for topic in asked_new]
    return replace(heard, questions=tuple(more))


# An hour or a day that a carrier wishes for, held against the window at the stop that it is about.

_HOUR = (
    r"(?:like |about |around )?(?:\d{1,2}(?::\d\d)?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|"
    r"noon|midnight)\b(?! (?:oh|zero|one|two|three|four|five|six|seven|eight|nine)\b)"  # those are of a number
    r"(?! (?:hours?|hrs?|minutes?|mins?|days?|miles?)\b)"  # those are so many: "detention after two hours"
    r"(?: (?:thirty|fifteen|forty[ -]five))?(?: o'? ?clock)?(?: ?[ap]\.? ?m\b)?"
    r"(?: (?:in the (?:morning|afternoon|evening)|at night|tonight))?"
)
# A wish for an hour: "can they load me at two", "we can't load til eleven pm", "not before two".
_WISH = re.compile(
    r"\b(?:(?:un)?load(?:ed|ing)?|pick(?:ed|ing)?(?: it| her| that)? up|pick ?up|deliver\w*|drop|come(?: in)?|"
    r"get (?:in|there|loaded)|be there|make it|check in|show up|appointment|there)\b[^.?!]{0,30}?"
    rf"\b(?:at|by|before|after|til|till|until|around|about|past) (?P<at>{_HOUR})"
    rf"|\bnot (?:before|til|till|until) (?P<from>{_HOUR})",
    re.I,
)
_ASKED_HOUR = re.compile(rf"\b(?:about|on) (?:the|that) (?P<at>(?P<from>{_HOUR}))", re.I)
_HALF = re.compile(r"[ap]\.? ?m\b|morning|afternoon|evening|night|noon|\d{2}:", re.I)
_OF_DAYS = (Topic.FLEXIBILITY, Topic.APPOINTMENT, Topic.PICKUP, Topic.DELIVERY)
MAX_DAYS_OFF = 3  # a weekday that is named is the one next to the window


@dataclass(frozen=True, slots=True)
class Wish:
    """When somebody wants to come, as it is said back; whether that is in the window; and their words."""

    when: str
    fits: bool
    words: str


def wish_for(scene: Scene, start: datetime | None, end: datetime | None) -> Wish | None:
    """The wish in what was heard; None where there is none, or the window isn't known.

    "He crosses Friday night, can you pick it up later": where a model tells what is asked, the rest wishes for nothing.
    """
    heard, today, language = scene.heard, scene.today(), scene.language
    asked = [each.words for each in heard.questions if each.topic in _OF_DAYS and each.words]
    if heard.is_by_model and asked:
        heard = replace(heard, text=" ".join(asked))
    found, is_of_truck = _wish_in(heard.text)
    if start is None or end is None or is_of_truck:
        return None
    if other := other_day(heard, start.date(), end.date(), today):
        return Wish(wording.day(other, today, language), fits=False, words=heard.text)
    if found is None and heard.asks(Topic.FLEXIBILITY):
        found = _ASKED_HOUR.search(heard.text)
    if found:
        hour = found["at"] or found["from"]
        said = understand(
            f"at {hour}", Listening(expecting=Expecting.TIME, now=scene.now(), language=language)
        ).time
    else:  # "I'd get there ten thirty with traffic, would they still load me"
        is_asked = heard.asks(Topic.FLEXIBILITY, Topic.LOAD) and _ASKS_FOR_HOUR.search(heard.text)
        hour, said = "", heard.time if is_asked else None
    if said is None:
        return None
    wished = _nearest(said, start, end, day=heard.day, is_half=bool(_HALF.search(hour)))
    return Wish(
        wording.moment(wished, today, language), start <= wished <= end, found[0] if found else heard.text
    )


def _wish_in(words: str) -> tuple[re.Match[str] | None, bool]:
    """The first hour that is wished for, and whether all that are told are the truck's.

    "I'm unloading til eleven, can they push it": the hour is the truck's, whatever is asked after it. "He gets empty at
    two, can they load him at three": the second is none.
    """
    at = 0
    for found in _WISH.finditer(words):
        if not _of_truck(words[at : found.end()]):
            return found, False
        at = found.end()
    return None, at > 0 or _of_truck(words)


_COMES = re.compile(
    r"\b(?:(?:get|be|make it|roll in|got) (?:there|in)|arriv\w+|lleg(?:o|ar\w*|amos|ue))\b", re.I
)


def comes_in_time(heard: Reading, start: datetime | None, end: datetime | None) -> datetime | None:
    """When they come, where that is all that a model takes for a condition, and in time: "I'm not there till ten"."""
    if not (heard.is_by_model and heard.conditions and heard.time and heard.time_words and start and end):
        return None
    if not all(heard.time_words in each and _COMES.search(each) for each in heard.conditions):
        return None
    moment = _nearest(heard.time, start, end, day=heard.day, is_half=False)
    return moment if start <= moment <= end else None


def puts_wish_right(heard: Reading) -> bool:
    """Whether the hour that was wished for is told again, beside a no: "no, not tomorrow, Saturday after one"."""
    is_told = heard.is_by_model and bool(heard.time_words) and heard.has(Act.NO)
    return is_told and not (heard.place or heard.has(Act.EMPTY, Act.CALLBACK) or heard.asks(*_OF_DAYS))


_OF_PICKUP = re.compile(
    r"\b(?:pick ?ups?|pick(?:ed|ing)?(?: (?:it|her|that))? up|(?<!un)load(?:ed|ing)?(?: (?:me|us|him|it|her))|"
    r"shippers?|reco[gj]\w+|recolec\w+|(?:me |lo )?cargan?)\b",
    re.I,
)


def stop_words(heard: str) -> str:
    """The words that tell at which stop an hour is wished for: those of its clause, or of a pickup that is named.

    "Twenty-one hundred to Dallas, and can I come in at eight for the pickup" is about no delivery.
    """
    found, _ = _wish_in(heard)
    return clause_around(heard, *found.span()) if found else heard


def is_of_pickup(words: str) -> bool:
    """Whether the pickup is what a wish names."""
    return bool(_OF_PICKUP.search(words))


# When the truck is empty, or has another load, is no wish for an hour at the stop.
_TRUCK_BUSY = re.compile(
    r"\b(?:load(?:ing|ed) out|empt(?:y|ies|ied|ying)|busy|tied up|(?:get(?:s|ting)?|be|is|he'?s|i'?m|"
    r"they'?re) unloaded|"
    r"unload(?:s|ing)|dropping|drops off|done|free(?:s|d)? up|vac[ií][oa]|ocupad[oa]|desocup\w+|descarg(?:o|a|"
    r"amos)|entrego|me descargan)\b",
    re.I,
)
_ASKS_FOR_HOUR = re.compile(
    r"\b(?:can|could|would|will|may) (?:they|you|y'?all|he|she|i|we|it)\b|\b(?:puede\w*|podr[ií]a\w*|me carga\w*)\b",
    re.I,
)


def _of_truck(words: str) -> bool:
    """Whether the time that is told is the truck's, and no other is asked for."""
    return bool(_TRUCK_BUSY.search(words)) and not _ASKS_FOR_HOUR.search(words)


def other_day(heard: Reading, first: date, last: date, today: date = date.min) -> date | None:
    """A weekday beside the window, from today on, that is asked about, or told for the pickup beside a price of theirs.

    "Can he deliver early, like Friday night", "2,800, but I pick it up Sunday".
    """
    is_told = not heard.is_by_model and bool(heard.own_figures) and is_of_pickup(heard.text)
    if not (is_told or heard.asks(*_OF_DAYS)):
        return None
    around = [first - timedelta(days=off) for off in range(1, MAX_DAYS_OFF + 1)]
    around += [last + timedelta(days=off) for off in range(1, MAX_DAYS_OFF + 1)]
    around = [each for each in around if each >= today]
    names = wording.WEEKDAYS[heard.language]
    asked = (each.words for each in heard.questions if each.topic in _OF_DAYS)
    words = plain(" ".join(asked) if heard.is_by_model else heard.text)
    return next((each for each in around if re.search(rf"\b{plain(names[each.weekday()])}\b", words)), None)


def _nearest(said: datetime, start: datetime, end: datetime, *, day: date | None, is_half: bool) -> datetime:
    """The time of day that was said, on the day named or that of the window, in the half that is nearest to it."""
    days = [day] if day else sorted({start.date(), end.date()})
    hours = [said.time()] if is_half else [said.time(), (said + timedelta(hours=12)).time()]
    options = [datetime.combine(each, hour) for each in days for hour in hours]
    return min(options, key=lambda each: max(start - each, each - end, timedelta()))
