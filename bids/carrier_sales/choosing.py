"""Which load: the one the caller means, one of several, or another that fits; else the truck is noted."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from bids.carrier_sales import capacity, finding, learning, pitching, wording
from bids.carrier_sales.context import Move, Scene
from bids.carrier_sales.finding import Match
from bids.carrier_sales.memory import Dealing, Outcome, Step, Wanted
from calls.language.reading import Act, Expecting, Place, Reading, Topic
from calls.models import ConversationLoad
from loads.models import Load

MAX_MISSES_ALONE = 1  # numbers that aren't found, before others are offered
MAX_MISSES = 2  # before we leave it at that
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
SETTLED = (Outcome.BOOKED, Outcome.BID)  # the truck has a load


def note_wishes(scene: Scene) -> None:
    """Keep what was said of the load looked for, whenever it was said before a load was settled."""
    heard, wanted = scene.heard, scene.notes.wanted
    if heard.load:
        wanted.number, wanted.is_tail = heard.load, heard.is_tail
    origin = heard.origin or heard.place
    if origin and origin.city and origin.city.lower() in scene.notes.carrier.lower():
        origin = None  # "Luis from Blue Ridge" tells the company
    if origin or heard.destination:
        wanted.origin = _ends(origin) or wanted.origin
        wanted.destination = _ends(heard.destination) or wanted.destination
        learning.tell_wishes(scene, origin, heard.destination)
    if heard.day and heard.day >= scene.today():  # "empty since yesterday" is no day to load
        wanted.day = heard.day.isoformat()
    if heard.commodity and not heard.asks(Topic.COMMODITY) and not heard.has(Act.LEAVES, Act.NO):
        wanted.commodity = heard.commodity


def ask(scene: Scene) -> None:
    """Ask for the load's number, or for lane and day; or again where and when the truck is empty."""
    if scene.notes.truck_question:
        capacity.ask_again(scene)
        return
    scene.notes.go_to(Step.LOAD)
    looks_around = scene.heard.asks(Topic.OTHER_LOADS) or scene.heard.day is not None
    if not learning.ask_usual(scene, looks_around=looks_around):
        scene.say("ask_lane" if looks_around else "ask_load")
    scene.wait_for(Expecting.LOAD)


def hear(scene: Scene) -> Move:
    """Look for what was said; bare digits are a load's number."""
    notes, heard = scene.notes, scene.heard
    if notes.truck_question and not heard.load:
        return _hear_of_truck(scene)
    is_usual = learning.hear_usual(scene)
    if is_usual is False:
        ask(scene)
        return Move.WAIT
    if heard.digits and not (heard.load or heard.mc or heard.dot or heard.own_figures):
        notes.wanted.number, notes.wanted.is_tail = heard.digits, False
    if notes.wanted.is_known:
        return choose(scene)
    if heard.asks(Topic.OTHER_LOADS) or heard.day:
        notes.tries += 1
        if notes.tries > 1:  # they want to hear what there is, wherever it goes
            return offer_others(scene, like=None)
        ask(scene)
        return Move.WAIT
    if heard.equipment:
        return offer_others(scene, like=None)
    if heard.has(Act.NO, Act.DECLINES):
        return Move.LEAVE
    return Move.ASK_AGAIN


def _hear_of_truck(scene: Scene) -> Move:
    """Where and when it is empty: then look once more, and note it where there is nothing still."""
    notes, heard = scene.notes, scene.heard
    if capacity.hear(scene):
        notes.wanted = Wanted()
        return _search(scene, notes.sought, but={dealing.pk for dealing in notes.dealings})
    if heard.has(Act.NO, Act.DECLINES, Act.LEAVES):
        return Move.LEAVE
    if notes.tries or heard.has(Act.UNSURE):
        notes.truck_question = ""
        return Move.MORE
    return Move.ASK_AGAIN


def choose(scene: Scene) -> Move:
    """Find what is wanted; ask for it where nothing is known yet."""
    notes, wanted = scene.notes, scene.notes.wanted
    notes.truck_question = ""
    if wanted.number:
        found = finding.by_number(wanted.number, is_tail=wanted.is_tail, at=scene.talk.at)
        if found or not wanted.is_wish:
            return _chosen_by_number(scene, found)
        wanted.number = ""
    if wanted.is_wish:
        return _search(scene, wanted, but={dealing.pk for dealing in notes.dealings if dealing.outcome})
    ask(scene)
    return Move.WAIT


def _chosen_by_number(scene: Scene, found: Sequence[Load]) -> Move:
    notes = scene.notes
    available = [load for load in found if finding.is_available(load)]
    if len(available) == 1:
        return select(scene, available[0])
    if available:
        scene.say("several")
        return _name(scene, [Match(load) for load in available[: finding.MAX_NAMED]])
    if found:
        link(scene, found[0])
        if finding.is_incomplete(found[0]):
            scene.say("not_ready")
            return Move.CALL_BACK
        scene.say("unavailable")
        notes.note(Outcome.LOAD_UNAVAILABLE)
        return offer_others(scene, like=found[0])
    notes.misses += 1
    notes.note(Outcome.LOAD_NOT_FOUND)
    notes.wanted = Wanted()
    scene.say("not_found")
    if notes.misses > MAX_MISSES:
        return Move.MORE
    if notes.misses > MAX_MISSES_ALONE:
        return offer_others(scene, like=None)
    notes.go_to(Step.LOAD)
    scene.say("check_number")
    scene.wait_for(Expecting.LOAD)
    return Move.WAIT


def _search(scene: Scene, wanted: Wanted, *, but: Collection[int]) -> Move:
    """Exactly what is wished for; else up to two that are near it, said to be so; else the truck is noted."""
    notes = scene.notes
    notes.sought = replace(wanted, number="", is_tail=False)
    found = finding.on_lane(
        wanted,
        equipment=notes.equipment,
        at=scene.talk.at,
        but={*but, *notes.passed},
        is_for=capacity.may_hear_of(scene),
    )
    exact = [match for match in found if match.is_exact] or _with_other_trailers(scene, wanted, but=but)
    if not exact and (other := _other_wish(scene, wanted)):
        return _search(scene, other, but=but)
    if len(exact) == 1:
        return select(scene, exact[0].load)
    if exact:
        scene.say("several")
        return _name(scene, exact[: finding.MAX_NAMED])
    notes.note(Outcome.LOAD_NOT_FOUND)
    notes.at_load, notes.wanted = None, Wanted()
    if not found:
        return capacity.note_or_ask(scene, "no_lane" if wanted.has_lane else "no_freight")
    scene.say(_missed(wanted, found[0]))
    scene.say("alternatives")
    return _name(scene, found[: finding.MAX_OFFERED])


def _other_wish(scene: Scene, wanted: Wanted) -> Wanted | None:
    """What else may be meant: the other end of a load named by a town, or its freight, wherever the truck is."""
    heard = scene.heard
    if heard.is_end and wanted.origin and not wanted.destination:
        return replace(wanted, origin=[], destination=wanted.origin)
    if wanted.commodity and wanted.origin and not heard.origin:
        return replace(wanted, origin=[])
    return None


def _with_other_trailers(scene: Scene, wanted: Wanted, *, but: Collection[int]) -> list[Match]:
    """Loads on just the lane that was said, from town to town, for another trailer: they were seen somewhere."""
    notes = scene.notes
    if not notes.equipment or not (any(wanted.origin[:1]) and any(wanted.destination[:1])):
        return []
    found = finding.on_lane(
        wanted, equipment="", at=scene.talk.at, but={*but, *notes.passed}, is_for=capacity.may_hear_of(scene)
    )
    return [match for match in found if match.is_exact]


def _missed(wanted: Wanted, nearest: Match) -> str:
    """What isn't there: the lane, the lane on that day, or the freight."""
    if not nearest.is_on_lane:
        return "no_lane"
    return "no_freight" if wanted.commodity else "no_lane_that_day"


def offer_others(scene: Scene, *, like: Load | None) -> Move:
    """Name up to two other loads that fit what was wanted, or the load that it can't be."""
    notes = scene.notes
    wanted = _wish(scene)
    found = finding.alternatives(
        like=like,
        wanted=wanted,
        equipment=notes.equipment,
        at=scene.talk.at,
        but={dealing.pk for dealing in notes.dealings} | {*notes.passed},
        is_for=capacity.may_hear_of(scene),
    )
    if not found and _is_open(scene, like):
        scene.say("nothing_else")
        return Move.ASK_AGAIN  # what about this one?
    notes.at_load, notes.wanted, notes.sought = None, Wanted(), wanted
    if not found:
        return capacity.note_or_ask(scene, "nothing_else")
    scene.say("alternatives")
    return _name(scene, found)


def _wish(scene: Scene) -> Wanted:
    """What was said just now, else what was looked for before, while that truck has no load."""
    notes = scene.notes
    if notes.wanted.is_wish or any(dealing.outcome in SETTLED for dealing in notes.dealings):
        return replace(notes.wanted, number="", is_tail=False)
    if notes.wanted.day:
        return replace(notes.sought, day=notes.wanted.day)
    return notes.sought


def _is_open(scene: Scene, like: Load | None) -> bool:
    """Whether the load is still talked about, and our offer for it stands."""
    dealing = scene.notes.dealing
    is_it = dealing is not None and like is not None and dealing.pk == like.pk
    return is_it and dealing is not None and dealing.standing is not None and not dealing.outcome


def _name(scene: Scene, matches: Sequence[Match]) -> Move:
    """Name loads to choose from."""
    notes = scene.notes
    notes.at_load, notes.wanted = None, Wanted()
    notes.candidates = notes.named = [match.load.pk for match in matches]
    for match in matches:
        scene.say(
            "candidate",
            number=wording.load_number(match.load.external_id),
            lane=_lane(scene, match),
            pickup=pitching.pickup_time(scene, match.load),
            equipment=pitching.trailer(match.load, scene.language),
        )
    ask_which(scene)
    return Move.WAIT


def _lane(scene: Scene, match: Match) -> str:
    """Its lane, and how far off an end is: "out of Waxahachie, TX, about 30 miles from Dallas, to Atlanta, GA"."""
    load, language = match.load, scene.language
    if match.origin is None:
        lane = pitching.lane(load, language)
    else:
        begins = f"{pitching.origin(load)}, {wording.off(match.origin.miles, match.origin.town, language)}"
        out_of, to = ("saliendo de", "a") if language == "es" else ("out of", "to")
        lane = f"{out_of} {begins}, {to} {pitching.destination(load)}"
    if match.destination is None:
        return lane
    return f"{lane}, {wording.off(match.destination.miles, match.destination.town, language)}"


def ask_which(scene: Scene) -> None:
    """Ask which of the loads named it is to be."""
    scene.notes.go_to(Step.WHICH)
    scene.say("ask_which" if len(scene.notes.candidates) > 1 else "ask_this")
    scene.wait_for(Expecting.LOAD)


def hear_which(scene: Scene) -> Move:
    """The load picked; another one that was asked for instead; or none."""
    notes, heard = scene.notes, scene.heard
    loads = sorted(
        finding.loads().filter(pk__in=notes.candidates), key=lambda load: notes.candidates.index(load.pk)
    )
    picked = _picked(loads, heard)
    if len(picked) == 1:
        if finding.is_available(picked[0]):
            return select(scene, picked[0])
        scene.say("just_taken")
        return offer_others(scene, like=picked[0])
    is_number = len(heard.digits) >= MIN_DIGITS and not (heard.mc or heard.dot or heard.own_figures)
    if not picked and not notes.wanted.is_known and is_number:
        notes.wanted.number, notes.wanted.is_tail = heard.digits, False
    is_none = not picked and (heard.has(Act.NO, Act.DECLINES) or heard.asks(Topic.OTHER_LOADS))
    if is_none:
        notes.passed += notes.candidates
    if not picked and notes.wanted.is_known:
        return choose(scene)
    if heard.has(Act.NO, Act.DECLINES):
        notes.has_declined = True
        if heard.has(Act.DECLINES):
            return Move.LEAVE
        capacity.note_passed(scene)
        return Move.MORE
    return offer_others(scene, like=None) if is_none else Move.ASK_AGAIN


def _picked(loads: Sequence[Load], heard: Reading) -> list[Load]:
    """Those of the loads that what was heard may mean."""
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
        touched = [load for load in loads if all(_touches(load, place) for place in places)]
        # "I saw one to Laredo too, but what's that Dallas one paying".
        return touched or [load for load in loads if heard.origin and _touches(load, heard.origin)]
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
        return [load for load in loads if finding.carries(load, heard.commodity)]
    return [load for load in loads if heard.day and finding.pickup_day(load) == heard.day]


def _touches(load: Load, place: Place) -> bool:
    """Whether one of its ends is there."""
    ends = ((load.origin_city, load.origin_state), (load.destination_city, load.destination_state))
    return any(finding.is_at(city, state, place) for city, state in ends)


def select(scene: Scene, load: Load) -> Move:
    """Talk about this load from now on; one that was talked about before goes on where it stood.

    One that isn't for this carrier isn't told of.
    """
    notes = scene.notes
    link(scene, load)
    if not capacity.may_hear_of(scene)(load):
        return refuse(scene, load)
    if all(dealing.pk != load.pk for dealing in notes.dealings):
        lane = wording.place(load.origin_city, load.origin_state)
        lane += f" to {wording.place(load.destination_city, load.destination_state)}"
        notes.dealings.append(Dealing(pk=load.pk, number=load.external_id, lane=lane))
    notes.at_load, notes.candidates, notes.wanted = load.pk, [], Wanted()
    notes.truck_question = ""
    return Move.GO_ON


def other_meant(scene: Scene) -> Load | None:
    """Another load than the one talked about that is named now: by its number, or one of those that were offered.

    One that was offered is named by a town or by its freight, and by nothing of the load that is talked about.
    """
    notes, heard, load = scene.notes, scene.heard, scene.load
    if load is None or heard.own_figures or heard.has(Act.AGREES):
        return None
    if len(heard.load) >= MIN_DIGITS:
        found = [
            each
            for each in finding.by_number(heard.load, is_tail=heard.is_tail, at=scene.talk.at)
            if finding.is_available(each)
        ]
        return found[0] if len(found) == 1 and found[0].pk != load.pk else None
    others = [each for each in finding.loads().filter(pk__in=notes.named) if each.pk != load.pk]
    if not others or _is_named(load, heard.text):
        return None
    meant = [each for each in others if _is_named(each, heard.text) and finding.is_available(each)]
    return meant[0] if len(meant) == 1 else None


ANOTHER = re.compile(
    r"\b(?:an?other|different) (?:one|load)\b|\b(?:no|esa no|mejor),? (?:otra|una)\b|\botra (?:carga|en|por|que)\b"
    r"|\bgot any ?thin[g']? (?:else|out of|around|in)\b",
    re.IGNORECASE,
)


def wants_another(scene: Scene) -> bool:
    """Whether the load is turned down for another one, elsewhere: "no, not Toronto; what's out of Dallas?"."""
    heard, load = scene.heard, scene.load
    if load is None or heard.own_figures or heard.has(Act.AGREES, Act.AGREES_IF, Act.COUNTERS):
        return False
    elsewhere = [place for place in (heard.origin, heard.destination) if place and not _touches(load, place)]
    if not heard.has(Act.NO, Act.REFUSES, Act.DECLINES):
        return bool(elsewhere) and heard.asks(Topic.OTHER_LOADS)
    return bool(elsewhere or heard.asks(Topic.OTHER_LOADS) or ANOTHER.search(heard.text))


def leave_for_another(scene: Scene) -> Move:
    """Leave the load, which isn't wanted at any price, and look for what is."""
    dealing, load = scene.notes.dealing, scene.load
    if dealing is not None:
        dealing.outcome = dealing.outcome or Outcome.DECLINED
        scene.notes.passed.append(dealing.pk)
    scene.notes.at_load = None
    note_wishes(scene)
    if scene.notes.wanted.is_wish:
        return choose(scene)
    return offer_others(scene, like=load)


def _is_named(load: Load, words: str) -> bool:
    """Whether one of its towns or its freight is in the words."""
    said = words.casefold()
    names = (load.origin_city, load.destination_city, load.commodity)
    return any(name and re.search(rf"\b{re.escape(name.casefold())}\b", said) for name in names)


def turn_to(scene: Scene, load: Load) -> Move:
    """Leave the load that is talked about, without a word on its price, for another one."""
    dealing = scene.notes.dealing
    if dealing is not None and not dealing.outcome and not dealing.agreed:
        scene.notes.passed.append(dealing.pk)
    return select(scene, load)


def refuse(scene: Scene, load: Load) -> Move:
    """Not this load for this carrier, without a reason; others."""
    scene.notes.note(Outcome.LOAD_UNAVAILABLE)
    scene.say("not_for_you")
    return offer_others(scene, like=load)


def link(scene: Scene, load: Load) -> None:
    """The load was discussed in this conversation."""
    link = ConversationLoad(organization=scene.organization, conversation=scene.talk.conversation, load=load)
    ConversationLoad.objects.bulk_create([link], ignore_conflicts=True)


def _ends(place: Place | None) -> list[str]:
    return [place.city, place.state] if place else []
