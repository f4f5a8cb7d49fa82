"""What carriers tell of themselves: kept for the next call, and recalled where it spares a question.

It is recalled for a caller alone whose number is one of the carrier's. Nobody else is told any of it, and nothing is
learned from them: whoever claims a carrier's MC number could else put an email of their own into its mouth.
"""

import re
from collections import defaultdict
from dataclasses import replace
from datetime import timedelta

from bids.carrier_sales import wording
from bids.carrier_sales.notebook import Known, Notebook
from bids.carrier_sales.scene import Scene
from bids.carrier_sales.wording import speakable_name
from calls.language.reading import Act, Place
from calls.models import Conversation
from calls.services.calling_rules import is_rehearsing
from calls.skill import Talk
from calls.states import Direction
from carriers.models import Carrier, LearnedFact
from carriers.services.learned import ANYWHERE, Told, Town, learn_facts
from carriers.states import LearnedKind

LASTS = timedelta(days=365)  # after that nobody is reminded of it
MIN_TIMES = 2  # that trucks were somewhere, until they usually are
MAX_RECALLED = 60  # facts; the most often told
RECALLED = (
    *(LearnedKind.CONTACT, LearnedKind.EQUIPMENT, LearnedKind.PLACE),
    *(LearnedKind.EMAIL, LearnedKind.DRIVER),
)
USUAL = "usual"  # of what is known: where the trucks are, and what they pull
YOUR_TRUCK = {"en": "your truck", "es": "su camión"}
CALLER = "caller"  # in the place of a phone: the one of this call
YES, NO = (Act.YES, Act.AGREES), (Act.NO, Act.REFUSES, Act.WRONG_NUMBER)
# Beside what the ear calls a yes: where something else than yes or no is asked, it seldom does.
_YES = re.compile(
    r"\W*(?:yes|yeah|yep|yup|yessir|sure|correct|right|same|still|s[ií]|claro|correcto|as[ií] es|el mismo|la misma)\b",
    re.IGNORECASE,
)
_NO = re.compile(
    r"^\W*(?:no|nope|nah|not)\b|\b(?:different|wrong|changed|anymore|no longer|quit|ya no|otr[oa](?! vez)"
    r"|cambi\w+|equivocad\w+)\b",
    re.IGNORECASE,
)


# What is known already.


def recall(scene: Scene, carrier: Carrier | None, *, number: str, is_on_file: bool) -> None:
    """Know what the carrier told on earlier calls, if the call's number is its own; one query, once a talk."""
    notes = scene.notes
    notes.is_on_file = carrier is not None and is_on_file
    if carrier is None or not notes.is_on_file:
        notes.known, notes.recalled = Known(), None
    elif notes.recalled != carrier.pk:
        notes.recalled = carrier.pk
        notes.known = _known(scene, carrier, number)


def _known(scene: Scene, carrier: Carrier, number: str) -> Known:
    standing = LearnedFact.objects.standing().filter(
        carrier=carrier, kind__in=RECALLED, confirmed_at__gte=scene.talk.at - LASTS
    )
    told: dict[str, list[LearnedFact]] = defaultdict(list)
    for fact in standing.order_by("-times", "-confirmed_at", "-pk")[:MAX_RECALLED]:
        told[fact.kind].append(fact)
    callers = {fact.value for fact in told[LearnedKind.CONTACT] if fact.phone == number}
    trailers = [fact.value for fact in told[LearnedKind.EQUIPMENT]]
    places = [fact for fact in told[LearnedKind.PLACE] if fact.origin_place_id and fact.times >= MIN_TIMES]
    city, _, state = places[0].value.rpartition(", ") if places else ("", "", "")
    emails, drivers = (
        sorted(told[kind], key=lambda fact: fact.confirmed_at, reverse=True)
        for kind in (LearnedKind.EMAIL, LearnedKind.DRIVER)
    )
    return Known(
        # On a phone that several people share nobody can tell who it is.
        name=callers.pop() if len(callers) == 1 else "",
        equipment=trailers[0] if trailers else _only(carrier.equipment_types),
        city=city,
        state=state,
        email=emails[0].value if emails else carrier.email,
        driver=drivers[0].value if drivers else "",
        driver_phone=drivers[0].phone if drivers else "",
    )


def _only(values: list[str]) -> str:
    return values[0] if len(values) == 1 else ""


def first_name(scene: Scene) -> str:
    """Of the one person who ever called the carrier's from this number; empty where it isn't known."""
    name = scene.notes.known.name
    return speakable_name(name.split()[0]) if name else ""


def confirms(scene: Scene) -> bool:
    """Whether what was recalled in the question still holds."""
    heard = scene.heard
    return not denies(scene) and (heard.has(*YES) or bool(_YES.match(heard.text)))


def denies(scene: Scene) -> bool:
    """Whether it holds no more."""
    return scene.heard.has(*NO) or bool(_NO.search(scene.heard.text))


def ask_usual(scene: Scene, *, looks_around: bool) -> bool:
    """Ask whose trucks are usually in one place whether they are there, rather than where; whether it is known."""
    notes = scene.notes
    notes.offered = USUAL if notes.known.city else ""
    if not notes.offered:
        return False
    trailer = notes.equipment or notes.known.equipment
    scene.say(
        "ask_lane_usual" if looks_around else "ask_load_usual",
        truck=wording.equipment(trailer, scene.language) or YOUR_TRUCK[scene.language],
        place=wording.place(notes.known.city, notes.known.state),
    )
    return True


def hear_usual(scene: Scene) -> bool | None:
    """Whether they still are: then that is wanted; None where that wasn't asked, or something else was told."""
    notes, heard = scene.notes, scene.heard
    if notes.offered != USUAL or heard.has(Act.REPEAT, Act.HOLDS):
        return None
    notes.offered = ""
    is_so, is_not = confirms(scene), denies(scene)
    if not (is_so or is_not or notes.wanted.is_known):
        return None  # asked again
    place: Town = (notes.known.city, notes.known.state)
    notes.known.city = notes.known.state = ""
    if is_so and not notes.wanted.number:
        notes.equipment = notes.equipment or notes.known.equipment
        if notes.equipment:
            tell(scene, LearnedKind.EQUIPMENT, notes.equipment)
        if not notes.wanted.origin:
            notes.wanted.origin = place
            tell(scene, LearnedKind.PLACE, origin=place)
        return True
    is_bare = is_not and not (heard.tells_fact or heard.has(Act.DECLINES, Act.LEAVES))
    return False if is_bare else None


# What is told now.


def tell(
    scene: Scene,
    kind: LearnedKind,
    value: str = "",
    *,
    phone: str = "",
    origin: Town = ANYWHERE,
    destination: Town = ANYWHERE,
) -> None:
    """Note something that the caller tells of the carrier, in the words that were just heard."""
    told = Told(kind, value, phone, origin, destination, words=scene.heard.text)
    if all(told != replace(each, words=told.words) for each in scene.notes.told):
        scene.notes.told.append(told)


def tell_wishes(scene: Scene, origin: Place | None, destination: Place | None) -> None:
    """Note where the truck is and where it wants to go; "the Seattle one" tells neither."""
    begins = (origin.city, origin.state) if origin and not scene.heard.is_end else ANYWHERE
    if any(begins):
        tell(scene, LearnedKind.PLACE, origin=begins)
    if destination:
        tell(scene, LearnedKind.LANE, origin=begins, destination=(destination.city, destination.state))


def take_back(scene: Scene, kind: LearnedKind, value: str) -> None:
    """Forget what was told in this talk: it isn't so."""
    notes = scene.notes
    notes.told = [each for each in notes.told if (each.kind, each.value) != (kind, value)]


def keep(talk: Talk, notes: Notebook, *, number: str) -> None:
    """Store what the carrier told, where the number at the other end is known to be its own, at the talk's end.

    A number that we called came from a broker together with the carrier. Practice and rehearsals leave nothing behind.
    """
    conversation = talk.conversation
    carrier = conversation.carrier
    if carrier is None or not _is_the_carriers(conversation, notes):
        return
    learn_facts(
        carrier=carrier,
        facts=[
            replace(each, phone=number) if each.phone == CALLER else each
            for each in notes.told
            if not _is_company(each, carrier)
        ],
        conversation_id=conversation.pk,
        at=talk.at,
    )


def _is_company(told: Told, carrier: Carrier) -> bool:
    """Whether a name is the company's: "this is Blue Mesa" is no Blue."""
    words = f"{carrier.name} {carrier.dba_name}".casefold().split()
    return told.kind == LearnedKind.CONTACT and told.value.casefold().split()[0] in words


def _is_the_carriers(conversation: Conversation, notes: Notebook) -> bool:
    if conversation.skill_state.get("is_own_phone") or is_rehearsing():
        return False
    return notes.is_identified and (notes.is_on_file or conversation.direction == Direction.OUTBOUND)
