"""A load's way as one list of stops, however its events told it, and as a map."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import pairwise
from typing import Protocol

from loads.models import StopType
from organizations.places.gazetteer import find_places
from organizations.places.maps import SMALL, Circle, Map, Way, draw
from organizations.places.models import Place
from organizations.places.regions import short_region


@dataclass(frozen=True)
class Entry:
    """A stop of the itinerary: empty text and None where it isn't known; times are local to the place."""

    type: str
    street: str = ""
    city: str = ""
    state: str = ""
    zip: str = ""
    country: str = ""
    timezone: str = ""
    window_start: datetime | None = None
    window_end: datetime | None = None

    def get_type_display(self) -> str:
        """The kind of stop as pages name it, as a model's row does."""
        return StopType(self.type).label if self.type else "Stop"

    @property
    def place(self) -> str:
        """City and state as people write them: `Dallas, TX`."""
        return ", ".join(part for part in (self.city, short_region(self.state)) if part)


class LoadLike(Protocol):
    """What the itinerary needs of a load: `loads.models.Load` has it."""

    pickup_time: datetime | None
    pickup_end_time: datetime | None
    dropoff_time: datetime | None
    dropoff_end_time: datetime | None


class StopLike(Protocol):
    """What the itinerary needs of a stop: `loads.models.Stop` and `Entry` have it."""

    type: str
    street: str
    city: str
    state: str
    zip: str
    country: str
    timezone: str
    window_start: datetime | None
    window_end: datetime | None


def itinerary(load: LoadLike, stops: Sequence[StopLike]) -> list[Entry]:
    """Return the load's origin, the stops between and its destination, each once.

    Events may repeat origin and destination as first and last stop, or give only the stops between. A first
    stop that is a pickup at the origin's place is the origin itself, unless its window is another one and the
    last stop isn't the destination; the last stop likewise. The two ends bear the load's own times, which an
    event may have moved without sending the stops again, and what only the stop knows, such as the street.
    """
    ends = (_end(load, "origin", StopType.PICKUP), _end(load, "destination", StopType.DROPOFF))
    between = [_entry(stop) for stop in stops]
    origin, destination = (end if _is_known(end) else None for end in ends)
    has_first = origin is not None and bool(between) and _may_be(between[0], origin)
    has_last = destination is not None and len(between) > int(has_first) and _may_be(between[-1], destination)
    has_both = has_first and has_last
    if origin is not None and has_first and (has_both or _windows_agree(between[0], origin)):
        origin = _merged(origin, between.pop(0))
    if destination is not None and has_last and (has_both or _windows_agree(between[-1], destination)):
        destination = _merged(destination, between.pop())
    way = [entry for entry in (origin, *between, destination) if entry is not None]
    return [_typed(entry, is_first=index == 0) for index, entry in enumerate(way)]


def _end(load: LoadLike, place: str, type: str) -> Entry:
    time = "pickup" if type == StopType.PICKUP else "dropoff"
    return Entry(
        type=type,
        **{
            part: getattr(load, f"{place}_{part}") for part in ("city", "state", "zip", "country", "timezone")
        },
        window_start=getattr(load, f"{time}_time"),
        window_end=getattr(load, f"{time}_end_time"),
    )


def _entry(stop: StopLike) -> Entry:
    return Entry(**{name: getattr(stop, name) for name in Entry.__dataclass_fields__})


def _is_known(end: Entry) -> bool:
    """Whether the event told of this end at all: a place, or at least a time."""
    return bool(end.city or end.state or end.zip or end.window_start or end.window_end)


def _may_be(stop: Entry, end: Entry) -> bool:
    """Whether the stop is at the end's place and of its type, as far as both are known."""
    if stop.type and stop.type != end.type:
        return False
    if end.city and stop.city:
        is_same_state = not (end.state and stop.state) or _same(end.state, stop.state)
        return _same(end.city, stop.city) and is_same_state
    if end.zip and stop.zip:
        return _same(end.zip, stop.zip)
    return not (end.city or end.zip) or not (stop.city or stop.zip)


def _same(one: str, other: str) -> bool:
    return one.strip().casefold() == other.strip().casefold()


def _windows_agree(stop: Entry, end: Entry) -> bool:
    return None in (stop.window_start, end.window_start) or stop.window_start == end.window_start


def _merged(end: Entry, stop: Entry) -> Entry:
    """Return the end with what only the stop knows."""
    missing = {
        name: getattr(stop, name)
        for name in ("street", "city", "state", "zip", "country", "timezone", "window_start")
        if not getattr(end, name)
    }
    if end.window_end is None and _windows_agree(stop, end):
        missing["window_end"] = stop.window_end
    return replace(end, **missing)


def _typed(entry: Entry, *, is_first: bool) -> Entry:
    """Return the entry with a type: what the TMS left open is a pickup at the start and a dropoff later."""
    return entry if entry.type else replace(entry, type=StopType.PICKUP if is_first else StopType.DROPOFF)


# An itinerary on a small map.


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
    places = {place: _pin_kind(number, len(way)) for number, place in reversed(placed)}
    circles = [
        Circle(place, 0, end) for place, end in sorted(places.items(), key=lambda item: item[1] == "stop")
    ]
    return draw(legs, circles, description=_description(placed, len(way)), width=SMALL)


def _pin_kind(number: int, count: int) -> str:
    """Which part of the way a stop is."""
    return "origin" if number == 1 else "destination" if number == count else "stop"


def _description(placed: Sequence[tuple[int, Place]], count: int) -> str:
    between = len(placed) - 2
    stops = f", {between} stop{'s' * (between != 1)} between" if between else ""
    ending = "" if placed[-1][0] == count else " and on"
    return f"Map: {placed[0][1]} to {placed[-1][1]}{ending}{stops}"
