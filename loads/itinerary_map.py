"""An itinerary on a small map."""

from collections.abc import Sequence
from itertools import pairwise

from loads.itinerary import Entry
from organizations.gazetteer import Place, find_places
from organizations.maps import SMALL, Circle, Map, Way, draw

DRAWN = 60  # stops


def map_of(way: Sequence[Entry]) -> Map | None:
    """Return the map of the legs between the stops, None where the gazetteer knows no two of their places.

    A stop whose place isn't known is left out, and of many those before the last: the leg goes on to the next. One
    query for the towns around, two at most for places that this process hasn't looked up before.
    """
    numbered = list(enumerate(way, 1))
    drawn = numbered if len(way) <= DRAWN else [*numbered[: DRAWN - 1], numbered[-1]]
    known = find_places((stop.city, stop.state, stop.country) for _, stop in drawn if stop.city)
    placed = [
        (number, place)
        for number, stop in drawn
        if (place := known.get((stop.city, stop.state, stop.country))) is not None
    ]
    legs = [
        Way(here, there, 1, f"{number}. {here} to {to_number}. {there}")
        for (number, here), (to_number, there) in pairwise(placed)
        if here != there
    ]
    if not legs:
        return None
    places = {place: _end(number, len(way)) for number, place in reversed(placed)}
    circles = [
        Circle(place, 0, end) for place, end in sorted(places.items(), key=lambda item: item[1] == "stop")
    ]
    return draw(legs, circles, description=_description(placed, len(way)), width=SMALL)


def _end(number: int, count: int) -> str:
    """Which part of the way a stop is."""
    return "origin" if number == 1 else "destination" if number == count else "stop"


def _description(placed: Sequence[tuple[int, Place]], count: int) -> str:
    between = len(placed) - 2
    stops = f", {between} stop{'s' * (between != 1)} between" if between else ""
    ending = "" if placed[-1][0] == count else " and on"
    return f"Map: {placed[0][1]} to {placed[-1][1]}{ending}{stops}"
