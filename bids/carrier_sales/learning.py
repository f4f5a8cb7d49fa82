"""What carriers tell of themselves: kept for the next call, and recalled where it spares a question.

It is recalled for a caller alone whose number is one of the carrier's. Nobody else is told any of it, and nothing is
learned from them: whoever claims a carrier's MC number could else put an email of their own into its mouth.
"""

import re
from collections import defaultdict
from dataclasses import replace
from datetime import timedelta

from django.db import transaction

from bids.carrier_sales import wording
from bids.carrier_sales.notebook import KEY, Known, Notebook
from bids.carrier_sales.scene import Scene
from bids.carrier_sales.vetting import vet
from bids.carrier_sales.wording import speakable_name
from calls.language.reading import Act, Place
from calls.models import Conversation
from calls.services.permission import is_rehearsing
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


def learn_from_stored(after: int, *, most: int) -> tuple[int, int, int] | None:
    """Learn from the calls of the organization in scope that were held before anything was kept for the next call.

    At most `most` of those with a key above `after`, each in a transaction: the last key looked at, how many calls it
    were, and how many facts they told; None where there are no more. Such a call's notebook has no list of what was
    told, and has one from then on, so that none counts twice.
    """
    stored = Conversation.objects.filter(
        pk__gt=after, skill_state__has_key=KEY, carrier__isnull=False, call__ended_at__isnull=False
    ).exclude(**{f"skill_state__{KEY}__has_key": "told"})
    found = list(stored.order_by("pk").values_list("pk", flat=True)[:most])
    if not found:
        return None
    return found[-1], len(found), sum(_learn_from(pk) for pk in found)


@transaction.atomic
def _learn_from(conversation_id: int) -> int:
    rows = Conversation.objects.select_for_update(of=("self",), no_key=True)
    conversation = rows.select_related("carrier").get(pk=conversation_id)
    data = conversation.skill_state[KEY]
    carrier = conversation.carrier
    if "told" in data or carrier is None:
        return 0
    notes = Notebook.from_json(data)
    caller = vet(conversation, mc=carrier.mc_number, dot=str(carrier.dot_number or ""))
    notes.is_on_file = caller.is_on_file and caller.carrier == carrier
    facts = []
    if _is_the_carriers(conversation, notes):
        facts = [each for each in _noted(notes, number=caller.caller) if not _is_company(each, carrier)]
        learn_facts(carrier=carrier, facts=facts, conversation_id=conversation.pk, at=conversation.created_at)
    notes.told = facts
    conversation.skill_state[KEY] = data | {"told": notes.to_json()["told"]}
    conversation.save(update_fields=["skill_state"])
    return len(facts)


def _noted(notes: Notebook, *, number: str) -> list[Told]:
    """What a notebook says that the caller told, in nobody's words."""
    details, wanted, sought = notes.details, notes.wanted, notes.sought
    begins, ends = wanted.origin or sought.origin or ANYWHERE, wanted.destination or sought.destination
    city, _, state = details.empty_place.partition(", ")
    facts = [
        Told(LearnedKind.CONTACT, notes.caller, number),
        Told(LearnedKind.EQUIPMENT, notes.equipment),
        Told(LearnedKind.EMAIL, details.email),
        Told(LearnedKind.DRIVER, details.driver, dialed(details.driver_phone) if details.driver else ""),
        *(Told(LearnedKind.PLACE, origin=each) for each in dict.fromkeys([begins, (city, state)])),
        *([Told(LearnedKind.LANE, origin=begins, destination=ends)] if ends else []),
    ]
    return [each for each in facts if each.value or any((*each.origin, *each.destination))]


def dialed(digits: str) -> str:
    """A number of ten digits as E.164, without its extension."""
    digits = digits.partition(";")[0]
    return f"+1{digits}" if len(digits) == 10 else f"+{digits}" if digits else ""


def _is_company(told: Told, carrier: Carrier) -> bool:
    """Whether a name is the company's: "this is Blue Mesa" is no Blue."""
    words = f"{carrier.name} {carrier.dba_name}".casefold().split()
    return told.kind == LearnedKind.CONTACT and told.value.casefold().split()[0] in words


def _is_the_carriers(conversation: Conversation, notes: Notebook) -> bool:
    if conversation.skill_state.get("is_own_phone") or is_rehearsing():
        return False
    return notes.is_identified and (notes.is_on_file or conversation.direction == Direction.OUTBOUND)
