"""A truck that nothing fits is noted as capacity; and what a carrier may haul."""

from collections.abc import Callable
from datetime import date
from decimal import Decimal

from django.db.models import Q

from bids.carrier_sales import wording
from bids.carrier_sales.context import Move, Scene
from bids.carrier_sales.memory import Step, Wanted
from bids.carrier_sales.vetting import caller_of
from bids.carrier_sales.wording import speakable
from bids.ranking import haul_of, restriction_of
from calls.language.reading import Act, Expecting, Role
from carriers.models import HaulRestriction
from carriers.services.capacity import note_capacity
from carriers.states import Effect, RulesAssessment
from carriers.vetting import Restriction, effect_on
from loads.models import Load
from organizations.places.regions import read_regions

WHERE, WHEN, BOTH = "where", "when", "both"
EXPECTING = {WHERE: Expecting.PLACE, WHEN: Expecting.TIME, BOTH: Expecting.PLACE}
MAX_NAME = 60  # characters of a town that are said back
MAX_RATE = Decimal(10) ** 6  # dollars that somebody may mean for a load


def note_or_ask(scene: Scene, line: str) -> Move:
    """Note the truck of a caller for whom there is nothing; else say so by a line, and ask where and when it is empty.

    That is asked once, and once more for the half that wasn't told. A carrier whom we have just called about a load
    that is gone isn't asked at all.
    """
    notes = scene.notes
    wish = notes.sought
    if _is_told(wish):
        _note(scene, wish, "truck_noted")
        return Move.MORE
    is_answer, notes.truck_question = bool(notes.truck_question), ""
    missing = [name for name, told in ((WHERE, wish.origin), (WHEN, wish.day)) if not told]
    question = BOTH if len(missing) > 1 else missing[0]
    if question in notes.truck_asked or not notes.turns:
        scene.say("nothing_else")
        return Move.MORE
    if not is_answer:
        scene.say(line)
    notes.truck_question = question
    notes.truck_asked.append(question)
    ask_again(scene)
    return Move.WAIT


def ask_again(scene: Scene) -> None:
    """The question of the truck that is open."""
    question = scene.notes.truck_question
    scene.notes.go_to(Step.LOAD)
    scene.say(f"ask_truck_{question}")
    scene.wait_for(EXPECTING[question])


def hear(scene: Scene) -> bool:
    """Take down where and when it is empty, beside what was looked for; whether anything of it was told."""
    notes, heard = scene.notes, scene.heard
    told = notes.wanted
    if heard.time and not told.day:
        told.day = heard.time.date().isoformat()
    if not told.day and heard.has(Act.EMPTY):
        told.day = scene.today().isoformat()
    if not (told.is_wish or told.day or heard.equipment):
        return False
    if told.day and told.day < scene.today().isoformat():
        told.day = scene.today().isoformat()  # "been here since last night": it is empty now
    for name in ("origin", "destination", "day", "commodity"):
        if value := getattr(told, name):
            setattr(notes.sought, name, value)
    return True


def note_passed(scene: Scene) -> None:
    """Note the truck of a caller who wants none of the loads named, where it is known where and when it is empty."""
    if _is_told(scene.notes.sought):
        _note(scene, scene.notes.sought, "truck_kept")


def _is_told(wish: Wanted) -> bool:
    return bool(wish.origin and wish.day)


def _note(scene: Scene, wish: Wanted, line: str) -> None:
    """Note it, and say so."""
    notes, conversation = scene.notes, scene.talk.conversation
    (city, state), day = wish.origin, date.fromisoformat(wish.day)
    note_capacity(
        organization=scene.organization,
        city=city,
        state=state,
        day=day,
        carrier=conversation.carrier,
        mc_number=notes.mc,
        phone=caller_of(conversation).number,
        equipment=notes.equipment,
        rate_asked=_rate(scene),
        wanted_destination=wording.place(*wish.destination) if wish.destination else "",
        conversation_id=conversation.pk,
        at=scene.talk.at,
    )
    notes.truck_question = ""
    scene.say(line, place=_town(city, state), day=wording.day(day, scene.today(), scene.language))


def _rate(scene: Scene) -> Decimal | None:
    """What they named for a whole load, before there was one."""
    if not scene.notes.early_ask:
        return None
    amount, role = scene.notes.early_ask
    dollars = Decimal(amount)
    return dollars if role == Role.ASK and 0 < dollars < MAX_RATE else None


def _town(city: str, state: str) -> str:
    """The town as it is said, or the state's name."""
    if not city:
        regions = read_regions(state)
        return regions[0].name if regions else state
    return speakable(city, (), MAX_NAME) or state


# Loads that aren't for this carrier: the organization's restrictions by lane and equipment.


def effect_for(scene: Scene, load: Load) -> Effect:
    """Return whether the carrier may haul it, may bid for it alone, or is not told of it."""
    passes = scene.talk.conversation.rules_assessment == RulesAssessment.PASS
    return effect_on(haul_of(load), _restrictions(scene), passes=passes)


def may_hear_of(scene: Scene) -> Callable[[Load], bool]:
    """Return a test of which loads the carrier may be told of."""
    return lambda load: effect_for(scene, load) != Effect.FAIL


def _restrictions(scene: Scene) -> list[Restriction]:
    """Those of the carrier and of every carrier; looked up once a turn, and only where there are any."""
    if not scene.notes.is_restricted:
        return []
    seen: list[Restriction] | None = scene.talk.seen.get("restrictions")
    if seen is None:
        carrier_id = scene.talk.conversation.carrier_id
        rows = HaulRestriction.objects.filter(Q(carrier=None) | Q(carrier_id=carrier_id)).order_by("pk")
        seen = scene.talk.seen["restrictions"] = [restriction_of(row) for row in rows]
    return seen
