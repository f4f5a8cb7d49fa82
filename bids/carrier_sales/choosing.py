"""Which load: the one the caller means, one of several, or another that fits."""

import re
from collections.abc import Sequence

from bids.carrier_sales import finding, hauling, pitching, wording
from bids.carrier_sales.moves import Move
from bids.carrier_sales.notebook import Dealing, Outcome, Step, Wanted
from bids.carrier_sales.scene import Scene
from calls.agent.meaning import Expecting, Intent, Meaning, Place
from calls.models import ConversationLoad
from loads.models import Load

MISSES_BORNE = 1  # numbers that aren't found, before others are offered
MOST_MISSES = 2  # before we leave it at that
LEAST_DIGITS = 5  # of a load that wasn't named, said bare: fewer may be a rate
ORDINALS = (
    r"\b(?:first|1st|former|primer[ao]?)\b",
    r"\b(?:second|2nd|latter|other|segund[ao]|otra)\b",
    r"\b(?:third|3rd|last|tercer[ao]?|última)\b",
)


def note_wishes(scene: Scene) -> None:
    """Keep what was said of the load looked for, whenever it was said before a load was settled."""
    heard, wanted = scene.heard, scene.notes.wanted
    if heard.load:
        wanted.number, wanted.is_tail = heard.load, heard.is_tail
    origin = heard.origin or heard.place
    if origin or heard.destination:
        wanted.origin = _ends(origin) or wanted.origin
        wanted.destination = _ends(heard.destination) or wanted.destination
    if heard.day:
        wanted.day = heard.day.isoformat()


def ask(scene: Scene) -> None:
    """Ask for the load's number, or for lane and day."""
    scene.notes.go_to(Step.LOAD)
    scene.say("ask_lane" if scene.heard.has(Intent.ASKS_LOADS) else "ask_load")
    scene.wait_for(Expecting.LOAD)


def hear(scene: Scene) -> Move:
    """Look for what was said; bare digits are a load's number."""
    notes, heard = scene.notes, scene.heard
    if heard.digits and not (heard.load or heard.mc or heard.dot or heard.money):
        notes.wanted.number, notes.wanted.is_tail = heard.digits, False
    if notes.wanted.is_known:
        return choose(scene)
    if heard.has(Intent.ASKS_LOADS):
        ask(scene)
        return Move.WAIT
    if heard.equipment:
        return offer_others(scene, like=None)
    if heard.has(Intent.NO, Intent.DECLINE):
        return Move.LEAVE
    return Move.ASK_AGAIN


def choose(scene: Scene) -> Move:
    """Find what is wanted; ask for it where nothing is known yet."""
    notes, at = scene.notes, scene.talk.at
    wanted = notes.wanted
    if wanted.number:
        found = finding.by_number(wanted.number, is_tail=wanted.is_tail, at=at)
        if found or not wanted.has_lane:
            return _chosen_by_number(scene, found)
        wanted.number = ""
    if wanted.has_lane:
        on_lane = finding.on_lane(wanted, equipment=notes.equipment, at=at)
        return _chosen_by_lane(scene, list(filter(hauling.may_hear_of(scene), on_lane)))
    ask(scene)
    return Move.WAIT


def _chosen_by_number(scene: Scene, found: Sequence[Load]) -> Move:
    notes = scene.notes
    available = [load for load in found if finding.is_available(load)]
    if len(available) == 1:
        return select(scene, available[0])
    if available:
        scene.say("several")
        return _name(scene, available[: finding.MOST_NAMED])
    if found:
        _link(scene, found[0])
        scene.say("unavailable")
        notes.note(Outcome.LOAD_UNAVAILABLE)
        return offer_others(scene, like=found[0])
    notes.misses += 1
    notes.note(Outcome.LOAD_NOT_FOUND)
    notes.wanted = Wanted()
    scene.say("not_found")
    if notes.misses > MOST_MISSES:
        return Move.MORE
    if notes.misses > MISSES_BORNE:
        return offer_others(scene, like=None)
    notes.go_to(Step.LOAD)
    scene.say("check_number")
    scene.wait_for(Expecting.LOAD)
    return Move.WAIT


def _chosen_by_lane(scene: Scene, found: Sequence[Load]) -> Move:
    if len(found) == 1:
        return select(scene, found[0])
    if found:
        scene.say("several")
        return _name(scene, found[: finding.MOST_NAMED])
    scene.say("no_lane")
    scene.notes.note(Outcome.LOAD_NOT_FOUND)
    return offer_others(scene, like=None)


def offer_others(scene: Scene, *, like: Load | None) -> Move:
    """Name up to two other loads that fit what was wanted, or the load that it can't be."""
    notes = scene.notes
    but = {dealing.pk for dealing in notes.dealings} | ({like.pk} if like else set())
    found = finding.alternatives(
        like=like,
        wanted=notes.wanted,
        equipment=notes.equipment,
        at=scene.talk.at,
        but=but,
        is_for=hauling.may_hear_of(scene),
    )
    notes.at_load, notes.wanted = None, Wanted()
    if not found:
        scene.say("nothing_else")
        return Move.MORE
    scene.say("alternatives")
    return _name(scene, found)


def _name(scene: Scene, loads: Sequence[Load]) -> Move:
    """Name loads to choose from."""
    notes = scene.notes
    notes.at_load, notes.wanted = None, Wanted()
    notes.candidates = [load.pk for load in loads]
    for load in loads:
        scene.say(
            "candidate",
            number=wording.load_number(load.external_id),
            lane=pitching.lane(load, scene.language),
            pickup=pitching.pickup_time(scene, load),
            equipment=pitching.trailer(load, scene.language),
        )
    ask_which(scene)
    return Move.WAIT


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
    is_number = len(heard.digits) >= LEAST_DIGITS and not (heard.mc or heard.dot or heard.money)
    if not picked and not notes.wanted.is_known and is_number:
        notes.wanted.number, notes.wanted.is_tail = heard.digits, False
    if not picked and notes.wanted.is_known:
        return choose(scene)
    if heard.has(Intent.NO, Intent.DECLINE):
        notes.has_declined = True
        return Move.LEAVE if heard.has(Intent.DECLINE) else Move.MORE
    return Move.ASK_AGAIN


def _picked(loads: Sequence[Load], heard: Meaning) -> list[Load]:
    """Those of the loads that what was heard may mean."""
    number = re.sub(r"[^0-9A-Za-z]", "", heard.load or heard.digits).upper()
    if number:
        return [load for load in loads if re.sub(r"\W", "", load.external_id).upper().endswith(number)]
    places = [place for place in (heard.origin, heard.destination, heard.place) if place]
    if places:
        return [load for load in loads if all(_touches(load, place) for place in places)]
    if heard.equipment and any(load.equipment_type != heard.equipment for load in loads):
        return [load for load in loads if load.equipment_type == heard.equipment]
    if heard.has(Intent.YES, Intent.DEAL, Intent.ASKS_RATE) and len(loads) == 1:
        return list(loads)
    named = [
        position for position, words in enumerate(ORDINALS) if re.search(words, heard.text, re.IGNORECASE)
    ]
    return [loads[position] for position in named if position < len(loads)]


def _touches(load: Load, place: Place) -> bool:
    name = finding.plain(place.city)
    return name in (finding.plain(load.origin_city), finding.plain(load.destination_city))


def select(scene: Scene, load: Load) -> Move:
    """Talk about this load from now on; one that was talked about before goes on where it stood.

    One that isn't for this carrier isn't told of.
    """
    notes = scene.notes
    _link(scene, load)
    if not hauling.may_hear_of(scene)(load):
        return refuse(scene, load)
    if all(dealing.pk != load.pk for dealing in notes.dealings):
        lane = wording.place(load.origin_city, load.origin_state)
        lane += f" to {wording.place(load.destination_city, load.destination_state)}"
        notes.dealings.append(Dealing(pk=load.pk, number=load.external_id, lane=lane))
    notes.at_load, notes.candidates, notes.wanted = load.pk, [], Wanted()
    return Move.GO_ON


def refuse(scene: Scene, load: Load) -> Move:
    """Not this load for this carrier, without a reason; others."""
    scene.notes.note(Outcome.LOAD_UNAVAILABLE)
    scene.say("not_for_you")
    return offer_others(scene, like=load)


def _link(scene: Scene, load: Load) -> None:
    """The load was discussed in this conversation."""
    link = ConversationLoad(organization=scene.organization, conversation=scene.talk.conversation, load=load)
    ConversationLoad.objects.bulk_create([link], ignore_conflicts=True)


def _ends(place: Place | None) -> list[str]:
    return [place.city, place.state] if place else []
