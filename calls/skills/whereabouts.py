"""Which town a driver means who doesn't tell its state: the one by the load's way, and none that is far from it."""

import re
from dataclasses import replace

from calls.language.number_words import plain
from calls.language.reading import Place, Reading
from calls.language.roads import with_roads
from calls.language.towns import STATES, key_of, known_towns
from loads.models import Load
from organizations.places.gazetteer import Spot, find_places, miles_between

NEVER = 400  # miles off the way of a load on board
MAX_ASIDE = 150  # miles that a truck is off the straight way
MAX_FAR = 1_000  # from where on a small town of that name is hardly meant
MIN_KNOWN = 100_000  # people of a town that is meant wherever it lies
MUCH_LARGER, MAX_NEAR = (
    20,
    300,
)  # times as many people, and miles: La Crosse in Wisconsin, not the village in Indiana
MAX_NAMESAKES = 40
MAX_LEAD = 5  # words before an hour that tell where it is meant
ONWARD = "ETA at the next stop: "


def with_town_by_the_way(meant: Reading, load: Load | None, *, is_on_board: bool = False) -> Reading:
    """The reading, its town the one by the load's way where no state was told; nothing else of it changes.

    A truck with the load on board is on that way: a small town off it is another of that name.
    """
    place, ends = meant.place, (load.origin_place, load.destination_place) if load else (None, None)
    if not (place and place.city and ends[0] and ends[1]) or _tells_state(meant.text, place):
        return meant
    towns = known_towns().by_key.get(key_of(place.city.lower().split()), [])[:MAX_NAMESAKES]
    states = dict.fromkeys(town.state for town in towns if town.state and town.name == place.city)
    found = find_places([(place.city, state, "") for state in states])
    aside = {state: _aside(spot, ends[0], ends[1]) for (_, state, _), spot in found.items() if spot}
    known = aside.get(place.state)
    nearest = min(aside, key=aside.__getitem__, default="")
    people = {town.state: town.weight for town in reversed(towns)}
    is_larger = people.get(place.state, 0) >= MUCH_LARGER * people.get(nearest, 0)
    is_near = known is not None and known <= MAX_NEAR
    is_known = people.get(place.state, 0) >= MIN_KNOWN or (is_larger and is_near)
    if nearest and aside[nearest] <= MAX_ASIDE and (known is None or (known > MAX_ASIDE and not is_known)):
        return replace(meant, place=Place(place.city, nearest))
    if is_on_board and known is not None and known > NEVER:  # whose name it is, the gazetteer may not know
        is_road = with_roads(meant.place_words or meant.answer)
        return replace(meant, place=None if is_road else Place(place.city, ""))
    is_part = re.search(rf"\b{re.escape(plain(place.city))} \w", plain(meant.place_words)) is not None
    if not is_known and is_part and (known is None or known > MAX_ASIDE):
        return replace(meant, place=None)  # "halfway to Phoenix", "Wheeler Ridge"
    if known is None or known <= (MAX_ASIDE if is_on_board else MAX_FAR) or is_known:
        return meant
    return replace(
        meant, place=None if with_roads(meant.place_words or meant.answer) else Place(place.city, "")
    )


def without_onward_hour(meant: Reading, load: Load | None) -> Reading:
    """The reading, an hour at the load's other end no arrival at its pickup: "be in Phoenix by eleven"."""
    city = plain(load.destination_city or "") if load else ""
    if not (meant.is_by_model and meant.time_words and city) or (
        meant.place and plain(meant.place.city) == city
    ):
        return meant
    lead = " ".join(plain(meant.text.partition(meant.time_words)[0]).split()[-MAX_LEAD:])
    found = re.search(rf"\b(?:in|into|to|at|en|a) {re.escape(city)}\b(.*)", lead)
    if not found:
        return meant
    note = f"{ONWARD}{found[1].strip()} {meant.time_words}".replace(
        "  ", " "
    )  # "two thirty three o'clock" is whole
    return replace(
        meant, time=None, day=None, time_words="", note="; ".join(filter(None, [meant.note, note]))
    )


def _aside(spot: Spot, origin: Spot, destination: Spot) -> float:
    """How many miles a place is off the way between two, or beyond either end."""
    there = miles_between(origin, spot) + miles_between(spot, destination)
    return (there - miles_between(origin, destination)) / 2


def _tells_state(heard: str, place: Place) -> bool:
    """Whether the state's name stands in the words, or its letters right behind the town."""
    names = [name for name, code in STATES.items() if code == place.state != ""]
    letters = rf"\b{re.escape(plain(place.city))}\W+{place.state.lower()}\b"
    return any(re.search(rf"\b{re.escape(name)}\b", plain(heard)) for name in names) or (
        bool(place.state) and re.search(letters, plain(heard)) is not None
    )
