"""What load a carrier looks for, as it tells it piece by piece; and its truck, noted where no load fits it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from datetime import date
from decimal import Decimal

from bids.carrier_sales import learning, load_search, pitch_load, wording
from bids.carrier_sales.notebook import Outcome, Step, Wanted
from bids.carrier_sales.scene import Move, Next, Scene
from bids.carrier_sales.vetting import caller_of
from bids.carrier_sales.wording import speakable
from calls.language.declines import wants_none
from calls.language.number_words import plain
from calls.language.reading import Act, Expecting, Listening, Place, Reading, Role, Topic
from calls.language.understanding import understand
from carriers.models import Carrier, TruckCapacity
from carriers.services.learned import Town, note_capacity
from loads.models import Load
from organizations.places.gazetteer import find_place
from organizations.places.regions import place_key, read_regions

MIN_DIGITS = 5  # of a load that wasn't named, said bare: fewer may be a rate
ORDINALS = (
    r"\b(?:first|1st|former|primer[ao]?)\b",
    r"\b(?:second|2nd|latter|other|segund[ao]|otra)\b",
    r"\b(?:third|3rd|last|tercer[ao]?|última)\b",
)
OF_THEM = r"(?= (?:one|load|carga|de ellas)\b)"
# Asked of the one load that was named, they mean: tell me of it.
ABOUT_LOAD = (
    *(Topic.RATE, Topic.LOAD, Topic.WEIGHT, Topic.COMMODITY, Topic.PICKUP, Topic.DELIVERY, Topic.MILES),
    *(Topic.STOPS, Topic.INSTRUCTIONS, Topic.APPOINTMENT),
)
ANOTHER = re.compile(
    r"\b(?:an?other|different) (?:one|load)\b|\b(?:no|esa no|mejor),? (?:otra|una)\b|\botra (?:carga|en|por|que)\b"
    r"|\bgot any ?thin[g']? (?:else|out of|around|in)\b",
    re.IGNORECASE,
)


_FROM_THERE = re.compile(
    r"\b(?:from|out ?of|outta) (?:up |down |over |around )?(?:there|that (?:area|town|city))\b|"
    r"\b(?:de|desde) (?:ah[ií]|all[aáí])\b",
    re.I,
)
# "I'd also go to Arizona": beside what was told before.
_ALSO = re.compile(r"\b(?:also|too|as well|tambi[eé]n)\b", re.I)


def note_wishes(scene: Scene) -> None:
    """Keep what was said of the load looked for, whenever it was said before a load was settled."""
    heard, wanted = scene.heard, scene.notes.wanted
    if heard.load:
        wanted.number, wanted.is_tail = heard.load, heard.is_tail
    left = scene.notes.dealings[-1:]
    asks_others = heard.is_by_model and heard.asks(Topic.OTHER_LOADS) and not heard.origin
    if left and asks_others and _FROM_THERE.search(heard.text) and (load := load_search.load_now(left[0].pk)):
        # "Newark's a no go, got anything from up there headed south".
        heard = replace(heard, origin=Place(load.origin_city, load.origin_state))
    # "Correct, I'm empty here in Hialeah": the lane that was told before stays.
    is_on_lane = heard.is_by_model and wanted.origin and wanted.destination and not heard.destination
    origin = heard.origin or (None if is_on_lane else heard.place)
    if origin and origin.city and origin.city.lower() in scene.notes.carrier.lower():
        origin = None  # "Luis from Blue Ridge" tells the company
    if origin and (_is_of_company(origin.city, heard.text) or _is_of_past(origin.city, heard.text)):
        origin = None
    if origin or heard.destination:
        wanted.origin = _town(origin) or wanted.origin
        wanted.destination = _town(heard.destination) or wanted.destination
        learning.tell_wishes(scene, origin, heard.destination)
    if heard.destination:
        others = [[each.city, each.state] for each in heard.other_destinations]
        before = scene.notes.sought.ends if _ALSO.search(heard.text) else []
        wanted.others = [*others, *([city, state] for city, state in before if [city, state] not in others)]
    wanted.heading = heard.heading or wanted.heading
    if goes_back(scene) and (load := scene.load):
        wanted.origin = load.destination_city, load.destination_state
        wanted.day = heard.day or (load.dropoff_time.date() if load.dropoff_time else None)
    # "Is that Memphis one still there, my truck's empty today": the day is the truck's.
    is_trucks = heard.is_by_model and heard.place and heard.asks(Topic.LOAD)
    # "Empty since yesterday" is no day to load.
    if heard.day and heard.day >= scene.today() and not is_trucks:
        wanted.day = heard.day
    if heard.commodity and not heard.asks(Topic.COMMODITY) and not heard.has(Act.LEAVES, Act.NO):
        wanted.commodity = heard.commodity


_PAST = (
    r"(?:detention|layover|lumper|tonu|claim|invoice|stuck|broke down|breakdown|demoras?|estad[ií]as?|atorad[oa]|"
    r"detenid[oa])"
)


def _is_of_past(city: str, words: str) -> bool:
    """Whether a town is where something is owed for, or went wrong: "that detention from Tulsa"."""
    name = re.escape(city.lower())
    return bool(city) and bool(
        re.search(
            rf"\b{_PAST}\b(?: \w+){{0,2}} (?:from|in|at|en|de|out of)(?: \w+)?? {name}\b", words.lower()
        )
    )


def _is_of_company(city: str, words: str) -> bool:
    """Whether a town is only part of a carrier's name: "Blue Mesa"."""
    found = re.search(rf"\b(\w{{3,}}) {re.escape(city.lower())}\b", words.lower()) if city else None
    if found is None or found[1] in (
        "near",
        "from",
        "the",
        "around",
        "out",
        "and",
        "para",
        "hasta",
        "for",
        "into",
    ):
        return False
    return Carrier.objects.filter(name__istartswith=f"{found[1]} {city}").exists()


def goes_back(scene: Scene) -> bool:
    """Whether a model hears the way back from where the load goes wished for: "anything back to Toronto Monday"."""
    heard, load = scene.heard, scene.load
    if load is None or not heard.is_by_model or heard.origin or heard.place or not heard.destination:
        return False
    return load_search.is_at(load.origin_city, load.origin_state, heard.destination)


def note_refused(scene: Scene) -> None:
    """Keep the towns that won't do, of loads that were named: they don't come back, until they are asked for.

    "I'm in Salina, not Topeka" refuses no load.
    """
    notes, heard = scene.notes, scene.heard
    asked_for = [list(_town(each) or ()) for each in (heard.origin, heard.destination)]
    notes.refused = [each for each in notes.refused if each not in asked_for]
    known = {*notes.candidates, *notes.named, *filter(None, [notes.at_load])}
    is_price = heard.own_figures or heard.has(Act.AGREES, Act.AGREES_IF, Act.COUNTERS, Act.ASKS_MORE)
    if not heard.denied or not known or is_price:
        return
    for load in load_search.loads().filter(pk__in=known):
        for place in heard.denied:
            if load_search.touches(load, place):
                notes.passed += [load.pk] if load.pk not in notes.passed else []
                notes.refused += (
                    [[place.city, place.state]] if [place.city, place.state] not in notes.refused else []
                )


def look_from_truck(scene: Scene) -> None:
    """Where only is said where it is to go, it is from where the truck is, as that was told before."""
    notes = scene.notes
    is_told = notes.wanted.destination or (notes.noted_truck and (notes.wanted.day or notes.wanted.heading))
    if is_told and not notes.wanted.origin:
        _look_up_told(scene)
        notes.wanted.origin, notes.wanted.day = notes.sought.origin, notes.wanted.day or notes.sought.day


def _town(place: Place | None) -> Town | None:
    return (place.city, place.state) if place else None


def picked(loads: Sequence[Load], heard: Reading) -> list[Load]:
    """Those of the loads that what was heard may mean; none where none of them is wanted."""
    if wants_none(plain(heard.text)) and not heard.load:
        return []
    loads = [load for load in loads if not any(load_search.touches(load, each) for each in heard.denied)]
    number = re.sub(r"[^0-9A-Za-z]", "", heard.load or heard.digits).upper()
    if number:
        return [load for load in loads if re.sub(r"\W", "", load.external_id).upper().endswith(number)]
    named = [
        position for position, words in enumerate(ORDINALS) if re.search(words + OF_THEM, heard.text, re.I)
    ]
    if len(named) == 1 and named[0] < len(loads):
        return [loads[named[0]]]
    places = [place for place in (heard.origin, heard.destination, heard.place) if place]
    if places:
        # "I saw one to Laredo too, but what's that Dallas one paying", "the Seattle one, he's still in Bakersfield";
        # not "Denver, no, didn't you have a Seattle out of Fresno".
        is_other = heard.is_by_model and heard.has(Act.DECLINES, Act.NO) and heard.destination
        for these in (places, [None if is_other else heard.origin], [heard.destination]):
            touched = [
                load for load in loads if all(each and load_search.touches(load, each) for each in these)
            ]
            if touched:
                return touched
        return []
    if heard.equipment and any(load.equipment_type != heard.equipment for load in loads):
        return [load for load in loads if load.equipment_type == heard.equipment]
    if len(loads) == 1 and (heard.has(Act.YES, Act.AGREES) or heard.asks(*ABOUT_LOAD)):
        return list(loads)
    named = [
        position for position, words in enumerate(ORDINALS) if re.search(words, heard.text, re.IGNORECASE)
    ]
    if in_order := [loads[position] for position in named if position < len(loads)]:
        return in_order
    if heard.commodity:
        return [load for load in loads if load_search.carries(load, heard.commodity)]
    return [load for load in loads if heard.day and load_search.pickup_day(load) == heard.day]


def other_meant(scene: Scene) -> Load | None:
    """Another load than the one talked about that is named now: by its number, or one of those that were offered.

    One that was offered is named by a town or by its freight, and by nothing of the load that is talked about; beside
    a price only one whose price was talked about before.
    """
    notes, heard, load = scene.notes, scene.heard, scene.load
    if load is None or heard.has(Act.AGREES):
        return None
    words = _NOT_THIS.sub(" ", heard.text)
    if heard.own_figures:
        words = _NOT_THIS.sub(" ", _of_price(heard))
        dealt = [each.pk for each in notes.dealings if each.standing and each.pk != load.pk]
        others = [] if _is_named(load, words) else list(load_search.loads().filter(pk__in=dealt))
        meant = [each for each in others if _is_named(each, words) and load_search.is_available(each)]
        if not meant and heard.is_by_model and heard.has(Act.DECLINES) and (end := heard.destination):
            # "No, that's tonight; let me go back to that Denver one, I'd do thirty-two on it."
            dealt_with = load_search.loads().filter(pk__in=dealt)
            meant = [
                each
                for each in dealt_with
                if load_search.is_at(each.destination_city, each.destination_state, end)
            ]
            meant = [each for each in meant if load_search.is_available(each)]
            meant = [] if load_search.touches(load, end) else meant
        return meant[0] if len(meant) == 1 else None
    if len(heard.load) >= MIN_DIGITS:
        found = [
            each
            for each in load_search.by_number(heard.load, is_tail=heard.is_tail, at=scene.talk.at)
            if load_search.is_available(each)
        ]
        return found[0] if len(found) == 1 and found[0].pk != load.pk else None
    others = [each for each in load_search.loads().filter(pk__in=notes.named) if each.pk != load.pk]
    if not others or _is_named(load, words):
        return None
    meant = [each for each in others if _is_named(each, words) and load_search.is_available(each)]
    return meant[0] if len(meant) == 1 else None


def _of_price(heard: Reading) -> str:
    """What is said beside what a model takes for a note or a question: "… and my Dallas truck, put that down too"."""
    words = heard.text
    for each in (
        (*heard.note.split("; "), *(asked.words for asked in heard.questions)) if heard.is_by_model else ()
    ):
        words = words.replace(each, " ") if each else words
    return words


def named_instead(scene: Scene) -> Load | None:
    """Another load of this call that is named, by its number or both its ends, with a no to the one talked about."""
    notes, heard, load = scene.notes, scene.heard, scene.load
    if load is None or not heard.has(Act.NO):
        return None
    known = {*notes.named, *(each.pk for each in notes.dealings)} - {load.pk}
    ends = [place for place in (heard.origin, heard.destination) if place]
    others = [each for each in load_search.loads().filter(pk__in=known) if load_search.is_available(each)]
    meant = [
        each
        for each in others
        if is_number(each, heard.load)
        or (len(ends) > 1 and all(load_search.touches(each, place) for place in ends))
    ]
    return meant[0] if len(meant) == 1 else None


def priced_after_all(scene: Scene) -> Load | None:
    """A load that was left without a deal, and is meant now beside a price: "that Phoenix one, at twelve hundred".

    The only one is, by a price that hangs on something where no lane is named: "if they roll it, I'd do it for nine".
    """
    notes, heard = scene.notes, scene.heard
    is_priced = bool(heard.own_figures) and heard.has(Act.COUNTERS, Act.AGREES_IF)
    if not (is_priced if heard.is_by_model else heard.has(Act.COUNTERS)):
        return None
    if (
        heard.is_by_model
        and (notes.noted_truck or notes.truck_question)
        and all(each.role == Role.PER_MILE for each in heard.own_figures)
    ):
        return None  # what the truck wants that was noted, or is asked about
    left = [
        dealing.pk
        for dealing in notes.dealings
        if dealing.agreed is None and dealing.outcome != Outcome.WRONG_EQUIPMENT
    ]
    loads = [each for each in load_search.loads().filter(pk__in=left) if load_search.is_available(each)]
    is_somewhere = heard.origin or heard.destination or heard.place or heard.load
    is_bare = heard.is_by_model and heard.conditions and not is_somewhere
    meant = [each for each in loads if _is_named(each, heard.text) or is_number(each, heard.load)]
    meant = meant or (loads if is_bare else [])
    return meant[0] if len(meant) == 1 else None


def is_number(load: Load, said: str) -> bool:
    """Whether a number that was said is its own, or the end of that."""
    return len(said) > 1 and re.sub(r"\W", "", load.external_id).upper().endswith(said.upper())


_NOT_THIS = re.compile(r"\bnot (?:the |that )?\w+", re.I)


def _is_named(load: Load, words: str) -> bool:
    """Whether one of its towns or its freight is in the words."""
    said = words.casefold()
    names = (load.origin_city, load.destination_city, load.commodity)
    return any(name and re.search(rf"\b{re.escape(name.casefold())}\b", said) for name in names)


def wants_another(scene: Scene) -> bool:
    """Whether the load is turned down for another one, elsewhere: "no, not Toronto; what's out of Dallas?"."""
    heard, load = scene.heard, scene.load
    if load is None or heard.own_figures or heard.has(Act.AGREES, Act.AGREES_IF, Act.COUNTERS):
        return False
    if any(load_search.touches(load, place) for place in heard.denied):
        return True
    places = (heard.origin, heard.destination)
    elsewhere = [place for place in places if place and not load_search.touches(load, place)]
    if not heard.has(Act.NO, Act.REFUSES, Act.DECLINES):
        return bool(elsewhere) and heard.asks(Topic.OTHER_LOADS)
    return bool(elsewhere or heard.asks(Topic.OTHER_LOADS) or ANOTHER.search(heard.text))


# A truck that nothing fits.


WHERE, WHEN, BOTH = "where", "when", "both"
EXPECTING = {WHERE: Expecting.PLACE, WHEN: Expecting.TIME, BOTH: Expecting.PLACE}
MAX_NAME = 60  # characters of a town that are said back
MAX_RATE = Decimal(10) ** 6  # dollars that somebody may mean for a load


def note_truck_or_ask(scene: Scene, line: str) -> Next:
    """Note the truck of a caller for whom there is nothing; else say so by a line, and ask where and when it is empty.

    That is asked once, and once more for the half that wasn't told. A carrier whom we have just called about a load
    that is gone isn't asked at all.
    """
    notes = scene.notes
    _look_up_told(scene)
    wish = notes.sought
    if _note_truck(scene, "truck_noted"):
        return Move.LEAVE if scene.heard.has(Act.LEAVES) else Step.MORE
    is_answer, notes.truck_question = bool(notes.truck_question), ""
    missing = [name for name, told in ((WHERE, wish.origin), (WHEN, wish.day)) if not told]
    question = BOTH if len(missing) > 1 else missing[0]
    if question in notes.truck_asked or not notes.turns:
        scene.say("nothing_else")
        return Step.MORE
    if not is_answer:
        scene.say(line)
    notes.truck_question = question
    notes.truck_asked.append(question)
    ask_of_truck(scene)
    return Move.WAIT


def ask_of_truck(scene: Scene) -> None:
    """The question of the truck that is open."""
    question = scene.notes.truck_question
    scene.notes.go_to(Step.LOAD)
    scene.say(f"ask_truck_{question}")
    scene.wait_for(EXPECTING[question])


def hear_of_truck(scene: Scene) -> bool:
    """Take down where and when it is empty, beside what was looked for; whether anything of it was told."""
    notes, heard = scene.notes, scene.heard
    told = notes.wanted
    if heard.time and not told.day:
        told.day = heard.time.date()
    if not told.day and heard.has(Act.EMPTY):
        told.day = scene.today()
    if not (told.is_wish or told.day or heard.equipment):
        return False
    if told.day and told.day < scene.today():
        told.day = scene.today()  # "been here since last night": it is empty now
    notes.sought.take(told)
    return True


def note_truck_passed(scene: Scene, line: str = "truck_kept") -> None:
    """Note the truck of a caller who wants none of the loads named, and say so by a line, unless that is empty."""
    _note_truck(scene, line)


def note_truck_told(scene: Scene) -> None:
    """Note the truck of a caller who looks for no load yet, where it is told where and when it is empty."""
    hear_of_truck(scene)
    scene.notes.wanted, scene.notes.truck_question = Wanted(), ""
    _look_up_told(scene)
    if scene.notes.noted_truck is None:
        _note_truck(scene, "truck_down")


_OTHER_DAYS = (
    r"(?:today|tomorrow|tonight|(?:mon|tues|wednes|thurs|fri|satur|sun)day|hoy|ma[nñ]ana|lunes|martes|"
    r"mi[eé]rcoles|jueves|viernes|s[aá]bado|domingo)"
)
# The day that isn't meant, where another one is named instead.
_NOT_THAT_DAY = re.compile(
    rf"(?:\bno[ ,]+)*\b(?:not |no,? (?:es |para (?:el )?|el )?){_OTHER_DAYS}\b(?:[ ,]+(?:no|sino)\b)?"
    rf"(?=.*\b{_OTHER_DAYS}\b)",
    re.I,
)


_NEXT_TIME = re.compile(r"\bnext time\b|\b(?:la )?pr[oó]xima vez\b", re.I)
_FIXES_TRUCK = re.compile(
    r"\b(?:fix|change|correct|put|have) (?:that|the|my) truck\b|\btruck(?:'?s| is)? in \w+ not\b", re.I
)


def put_truck_right(scene: Scene) -> bool:
    """Hear where or when the truck that was noted is empty instead; whether it was told, and the truck is noted so.

    "No, put it down for Monday", "not Tulsa, Memphis is where it is"; or told once more: "it's Pasadena, Texas".
    """
    notes, heard = scene.notes, scene.heard
    is_instead = heard.has(Act.NO, Act.REFUSES) or _denies_town(scene) or _FIXES_TRUCK.search(heard.text)
    is_of_calls = heard.has(Act.CALLBACK) or _NEXT_TIME.search(heard.text)
    if notes.noted_truck is None or heard.own_figures or is_of_calls or not is_instead:
        return False
    words = _NOT_THAT_DAY.sub(" ", heard.text)
    if notes.sought.origin and (city := notes.sought.origin[0]):
        words = re.sub(rf"\b(?:not|no)(?: (?:in|es|en|es en))? {re.escape(city)}\b", " ", words, flags=re.I)
    told = understand(
        words,
        Listening(expecting=Expecting.PLACE, now=scene.now(), language=scene.language),
    )
    of_day = heard if heard.is_by_model and heard.day else told
    day = of_day.day or (told.time.date() if told.time else None)
    if day is None and words != heard.text and re.search(r"\b(?:hoy|today)\b", words, re.I):
        day = scene.today()  # "no, mañana no, hoy"
    day = day if day and day >= scene.today() else None
    # By the rules alone "that'll do" may be Toledo.
    place = (heard.place or heard.origin) if heard.is_by_model else (told.place or told.origin)
    if place and re.search(rf"\b{re.escape(place.city)}s\b", words, re.I):
        place = None  # "happy holidays" is no Holiday
    is_lane = told.destination or heard.destination or heard.load or heard.asks(Topic.OTHER_LOADS)
    if is_lane and not (
        place and place == told.place
    ):  # "the truck's in Omaha, it's going to Newark" tells it
        return False
    is_told = heard.is_by_model and heard.place  # whether or not it was noted so
    is_new = (place and _town(place) != notes.sought.origin) or (day and day != notes.sought.day)
    kind = wording.equipment(heard.equipment, scene.language)
    is_kind = bool(kind) and heard.has(Act.NO) and not any(kind in line for line in notes.said)
    if not (is_new or is_told or is_kind) or _is_of_past(place.city if place else "", heard.text):
        return False
    if day and notes.details.empty_at:
        hour = next((each.time for each in (heard, told) if each.time and each.time.date() == day), None)
        notes.details.empty_at = hour.isoformat(timespec="minutes") if hour else day.isoformat()
    town, day = _town(place) or notes.sought.origin, day or notes.sought.day
    if town and notes.sought.origin and town == (notes.sought.origin[0], ""):
        town = notes.sought.origin  # its state was told before
    notes.sought.origin, notes.sought.day, notes.wanted = town, day, Wanted()
    return _note_truck(scene, "truck_down", is_right=True)


def put_truck_day_right(scene: Scene, day: date) -> None:
    """Keep the day that a noted truck is told to be empty instead, beside something else: "no, he's empty now"."""
    notes, heard = scene.notes, scene.heard
    if notes.noted_truck is None:
        return
    noted = TruckCapacity.objects.filter(pk=notes.noted_truck).first()
    is_there = noted and (heard.place is None or place_key(heard.place.city) == place_key(noted.city))
    if noted and is_there and day != noted.day and day >= scene.today():
        notes.sought.origin, notes.sought.day = (noted.city, noted.state), day
        _note_truck(scene, "", is_right=True)


def forget_truck(scene: Scene) -> None:
    """Note the truck no longer that has its load now: the one that is empty where the carrier says to be."""
    if scene.notes.noted_truck is None:
        return
    noted = TruckCapacity.objects.filter(pk=scene.notes.noted_truck).first()
    if noted and noted.whereabouts == scene.notes.details.empty_place:
        noted.delete()
        scene.notes.noted_truck = None


def _denies_town(scene: Scene) -> bool:
    """Whether a model hears the truck told to be elsewhere than it was noted: "it's in Akron, not Canton"."""
    heard, noted = scene.heard, TruckCapacity.objects.filter(pk=scene.notes.noted_truck or 0).first()
    if not (heard.is_by_model and heard.place and noted):
        return False
    return any(place_key(each.city) == place_key(noted.city) for each in heard.denied)


def note_truck_left(scene: Scene, line: str = "truck_kept") -> None:
    """Note the truck that was told to be empty somewhere, where no load came of the talk, and say so by a line."""
    notes = scene.notes
    is_loaded = any(dealing.outcome in (Outcome.BOOKED, Outcome.BID) for dealing in notes.dealings)
    noted = TruckCapacity.objects.filter(pk=notes.noted_truck or 0).first()
    is_noted = noted is not None and notes.details.empty_place in ("", noted.whereabouts)
    if is_loaded or is_noted:
        return
    if notes.wanted.is_wish:  # "if you get something from Laredo to Dallas on Monday"
        notes.sought.take(notes.wanted)
        day = notes.wanted.day.isoformat() if notes.wanted.day else notes.details.empty_at[:10]
        if notes.details.empty_place and notes.details.empty_at[:10] == day:
            notes.sought.origin = None  # "something out of Juárez, I'm empty in El Paso"
    elif not notes.details.empty_at:
        return
    elif notes.details.empty_place:  # where the truck is, not where a load was looked for
        notes.sought.origin = None
    _look_up_told(scene)
    note_truck_passed(scene, line)


def note_truck_to(scene: Scene) -> bool:
    """Note the truck for where else it may go, told beside a call that is wanted: "or something to Dallas".

    Whether it was: where and when it is empty must have been told before.
    """
    heard, wish = scene.heard, scene.notes.sought
    if not heard.destination:
        return False
    others = [[each.city, each.state] for each in heard.other_destinations]
    wish.take(Wanted(destination=_town(heard.destination), others=others))
    _look_up_told(scene)
    return _note_truck(scene, "truck_kept")


# "My buddy's got a van out of Memphis".
_OTHERS_TRUCK = re.compile(
    r"\b(?:my|a|mi|un) (?:\w+ )?(?:buddy|friend|cousin|brother|partner|compa\w*|primo|amigo|hermano|socio)(?:'?s)?\b|"
    r"\b(?:another|the other|an other|otr[oa]) (?:truck|driver|guy|van|reefer|flat\w*|tro[ck]\w+|cami[oó]n|chofer)\b",
    re.I,
)


def _look_up_told(scene: Scene) -> None:
    """Where and when it is empty, as it was told beside something else: "empty in Omaha, what's that Tulsa one"."""
    notes, told = scene.notes, scene.notes.details
    heard = scene.heard
    is_now = heard.is_by_model and str(heard.place or "") == told.empty_place
    has_load = any(
        each.outcome in (Outcome.BOOKED, Outcome.BID) for each in notes.dealings
    )  # it goes from there first
    is_lane = bool(heard.origin and heard.destination) and not (has_load or _OTHERS_TRUCK.search(heard.text))
    is_now = is_now or is_lane  # a lane's ends, not the truck's
    if told.empty_place and (is_now or not notes.sought.origin):
        city, _, state = told.empty_place.partition(", ")
        notes.sought.origin = city, state
    if told.empty_at and not notes.sought.day:
        notes.sought.day = max(date.fromisoformat(told.empty_at[:10]), scene.today())
    noted = TruckCapacity.objects.filter(pk=notes.noted_truck or 0).first()
    if noted and not notes.sought.day and notes.sought.origin == (noted.city, noted.state):
        notes.sought.day = noted.day  # "put me down for that Phoenix truck"


def _note_truck(scene: Scene, line: str, *, is_right: bool = False) -> bool:
    """Note it, and say so, where it is known where and when it is empty; whether it is. `is_right`: put right so."""
    notes, conversation, wish = scene.notes, scene.talk.conversation, scene.notes.sought
    if not (wish.origin and wish.day):
        return False
    city, state = wish.origin
    known = TruckCapacity.objects.filter(pk=notes.noted_truck or 0).first()
    is_same = known is not None and not city and _is_in(known, state)
    if known and is_same:
        city = known.city  # "keep me in mind out of Texas", of the one in Beaumont
    heard = scene.heard
    is_told = heard.place or heard.origin or heard.day or heard.time  # else the no is to something else
    is_denied = bool(is_told) and heard.has(Act.NO, Act.REFUSES, Act.CLAIMS)
    is_denied = is_right or is_denied or _denies_town(scene)
    noted = note_capacity(
        organization=scene.organization,
        city=city,
        state=state,
        day=wish.day,
        carrier=conversation.carrier,
        mc_number=notes.mc,
        phone=caller_of(conversation).number,
        equipment=notes.equipment,
        rate_asked=_rate(scene),
        wanted_destination=" or ".join(
            filter(None, [*(wording.place(*each) for each in wish.ends), wish.heading])
        ),
        conversation_id=conversation.pk,
        # "No, the truck is in Fresno, tomorrow": there is one truck, not two.
        instead_of=notes.noted_truck if is_denied or is_same or _is_noted_there(scene) else None,
        at=scene.talk.at,
    )
    notes.truck_question, notes.noted_truck = "", noted.pk
    if any(each.role == Role.PER_MILE for each in heard.own_figures):  # what is noted is for a whole load
        pitch_load.keep_question(scene, Topic.NOTE, heard.words_of(Act.COUNTERS) or heard.text)
    if line == "truck_noted" and known and known.pk == noted.pk:
        line = "truck_same"  # as was said before
    if line:
        day = wording.day(wish.day, scene.today(), scene.language)
        ends = [_town_said(*each) for each in wish.ends]
        scene.say(line, place=_town_said(city, state), day=day, what=_what(scene, notes.equipment, ends))
    return True


def _what(scene: Scene, equipment: str, ends: Sequence[str] = ()) -> str:
    """The trailer and where it wants to go, as both are kept with a truck: who hears a wrong one says so."""
    to, between = ("para", " o ") if scene.language == "es" else ("to", " or ")
    said = [wording.equipment(equipment, scene.language), f"{to} {between.join(ends)}" if ends else ""]
    return f", {' '.join(filter(None, said))}" if any(said) else ""


def note_several(scene: Scene, told: Reading) -> None:
    """Note all trucks but the first of several that a model heard told of, and say so before all else."""
    notes, conversation = scene.notes, scene.talk.conversation
    for place, day, equipment in told.trucks[1:] if notes.is_identified else ():
        if day is None or day < scene.today():
            continue
        note_capacity(
            organization=scene.organization,
            city=place.city,
            state=place.state,
            day=day,
            carrier=conversation.carrier,
            mc_number=notes.mc,
            phone=caller_of(conversation).number,
            equipment=equipment or notes.equipment,
            conversation_id=conversation.pk,
            at=scene.talk.at,
        )
        said = wording.day(day, scene.today(), scene.language)
        what = _what(scene, equipment or notes.equipment)
        scene.say("truck_down", place=_town_said(place.city, place.state), day=said, what=what)
        scene.texts.insert(0, scene.texts.pop())


def _is_in(truck: TruckCapacity, state: str) -> bool:
    """Whether a truck is in a state, as far as its own is known."""
    if not truck.state:
        return find_place(truck.city, state) is not None
    return read_regions(truck.state) == read_regions(state)


def _is_noted_there(scene: Scene) -> bool:
    """Whether it is the truck noted last that something else is told of: "I'd be ready to load tomorrow"."""
    notes, heard = scene.notes, scene.heard
    if notes.noted_truck is None or heard.origin or heard.place or not notes.sought.origin:
        return False
    city, state = notes.sought.origin
    return TruckCapacity.objects.filter(pk=notes.noted_truck, city=city, state=state).exists()


def _rate(scene: Scene) -> Decimal | None:
    """What they named for a whole load, before there was one."""
    ask = scene.notes.early_ask
    return ask.amount if ask and ask.role == Role.ASK and 0 < ask.amount < MAX_RATE else None


def _town_said(city: str, state: str) -> str:
    """The town as it is said, or the state's name."""
    if not city:
        regions = read_regions(state)
        return regions[0].name if regions else state
    return speakable(city, (), MAX_NAME) or (city if find_place(city, state) else state)  # "Grand Island"
