"""Reads for a load's page."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from loads.itinerary import Entry, itinerary
from loads.messages import Message, message_of
from loads.models import Load, LoadEvent, Stop

STOPS_SHOWN = 20  # of a long itinerary: so many from its start, and its end
STOPS_SHOWN_LAST = 3


@dataclass(frozen=True)
class ShownStop:
    """A stop of the itinerary on a page: its number, and how many stops are left out after it."""

    number: int
    stop: Entry
    hidden_after: int = 0


def way_of(load: Load) -> list[Entry]:
    """Return the load's itinerary, in one query."""
    return itinerary(load, list(Stop.objects.filter(load=load).order_by("position")))


def stops_shown(way: Sequence[Entry], *, is_whole: bool) -> list[ShownStop]:
    """Return the stops of an itinerary; of a long one only the start and the end, unless the whole is wanted."""
    numbered = [ShownStop(number, stop) for number, stop in enumerate(way, 1)]
    hidden = len(way) - STOPS_SHOWN - STOPS_SHOWN_LAST
    if is_whole or hidden < 2:
        return numbered
    start = numbered[:STOPS_SHOWN]
    return [*start[:-1], replace(start[-1], hidden_after=hidden), *numbered[-STOPS_SHOWN_LAST:]]


def messages_of(load: Load, limit: int) -> list[Message]:
    """Return the latest messages that the load came from, newest first, without their bodies."""
    events = LoadEvent.objects.filter(load=load).order_by("-received_at", "-pk").defer("raw")
    return [message_of(event) for event in events[:limit]]
