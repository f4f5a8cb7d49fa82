"""Towns in what was said: a lane's two ends, or where a truck is; spelled as the gazetteer does, or not at all.

What a town is by what is said around it is read by weights that `manage.py train_ear` makes of the corpus.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from calls.language.classifier import Mention, roles_of
from calls.language.numbers import plain
from calls.language.places import Named, Reader, in_state
from calls.language.reading import Listening, Place

ORIGIN, DESTINATION, PLACE = ROLES = ("origin", "destination", "place")


@dataclass(frozen=True, slots=True)
class Lane:
    """A lane's ends and where something is; None for what wasn't named."""

    origin: Place | None = None
    destination: Place | None = None
    place: Place | None = None
    is_end: bool = False  # the origin may be either end: "the Seattle load"


_THERE = re.compile(
    r"\b(?<!miles )(?<!hours )(?:from|out of|outta|outa|of) (?:there|their|here)\b|\bthere now\b|"
    r"\bde (?:ahi|aqui)\b"
)


def read_places(words: str, heard: str, listening: Listening, languages: Sequence[str]) -> Lane:
    """The towns of an utterance, the first of each role."""
    reader = Reader(words, heard, listening, "es" if "es" in languages else languages[0])
    named = reader.named()
    if not named:
        return Lane()
    roles = roles_of("places", reader.tokens, mentions_of(named), listening)
    found: dict[str, Named] = {}
    for each, role in zip(named, roles, strict=True):
        if role:
            found.setdefault(role, each)
    if _THERE.search(words) and PLACE in found:
        found.setdefault(ORIGIN, found[PLACE])  # "I'm empty in Joliet, what's going out of there"
    is_end = ORIGIN in found and DESTINATION not in found and found[ORIGIN].role == "load"
    places = {role: _with_state(each, named) for role, each in found.items()}
    return Lane(places.get(ORIGIN), places.get(DESTINATION), places.get(PLACE), is_end)


def _with_state(each: Named, named: Sequence[Named]) -> Place:
    """The town; where it has no state, in that of one named before it: "past Wichita Falls, by Seymour"."""
    before = [other.place.state for other in named if other.first < each.first and other.place.state]
    return in_state(each.place, before[-1]) if before and not each.place.state else each.place


def mentions_of(named: Sequence[Named]) -> list[Mention]:
    """The towns as what was named, told by the words that lead to them."""
    return [
        Mention(
            each.first,
            each.end,
            form=each.role if each.place.city else f"{each.role} state",
            lead=each.lead,
            what=str(each.place),
        )
        for each in named
    ]


# At the stop that is talked about, in the words of people who name no town.
_AT_STOP = re.compile(
    r"\b(?:(?:i'm|im|i am|we're|we are|he's|he is) (?:already )?(?:here|there|parked|backed in)\b(?! in | by | at \d)|"
    r"already (?:here|there)\b|(?:backed|bumped) (?:in|into|up (?:to|against))\b|(?:in|at) (?:a |the )?door\b|"
    r"(?:at|in) (?:the |their )?(?:shipper|receiver|facility|dock|warehouse|consignee|customer)\b|"
    r"ya llegue\b|ya (?:estoy|esta|estamos) (?:aqui|ahi)\b|"
    r"en (?:el|la) (?:muelle|bodega|almacen|instalacion|anden|rampa)\b)"
)
_NOT_YET = re.compile(
    r"\b(?:away|out from|from (?:the|there)|until|till|before|almost|nearly|not (?:yet )?(?:at|there|here)|"
    r"be (?:at|in|there|here)|todavia no|aun no|antes de|casi)\b"
)


_CORRECTS = re.compile(
    r"^\W*(?:(?:oh|uh|um|ah|well|pues) )*(?:no|wait|sorry|actually|i mean|digo|perdon|espere)\b"
)


def corrected_to(place: Place, known: str, heard: str) -> Place | None:
    """The town, where it takes the place of the one that was known: "no wait, the other side, by Seymour"."""
    if not _CORRECTS.search(plain(heard)):
        return None
    _, _, state = known.partition(", ")
    return place if place.state or not state else in_state(place, state)


def says_arrived(heard: str) -> bool:
    """Whether somebody is at the stop that is talked about: "I'm here", "backed into door nine"."""
    words = plain(heard)
    return bool(_AT_STOP.search(words)) and not _NOT_YET.search(words)
