"""What is missing or odd in loads that a message comes to, in people's words: they are taken in all the same."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from loads import load_events
from loads.models import Load, LoadStatus
from loads.rates import missing_words

STATUSES = (*LoadStatus.values, "CANCELED")  # which mappings may come to; a canceled load is closed to offers
MAX_DOUBTS = 20  # that are told


def doubts(events: Sequence[dict[str, Any]]) -> list[str]:
    """A sentence for each, of validated events, by what the loads would be with them; nothing is stored.

    With several loads each begins with the load's number.
    """
    known = {
        load.external_id: load for load in Load.objects.filter(external_id__in=[e["id"] for e in events])
    }
    found: list[str] = []
    for event in events:
        prefix = f"{event['id']}: " if len(events) > 1 else ""
        found += [
            prefix + words for words in _of(known.get(event["id"]) or Load(external_id=event["id"]), event)
        ]
    return found[:MAX_DOUBTS]


def _of(load: Load, event: dict[str, Any]) -> Iterator[str]:
    load_events.apply(load, load_events.column_values(event))
    if load.status and load.status not in STATUSES:
        yield f"Status “{load.status}” isn’t one of ours, so the load isn’t offered. Add it under Status values."
    elif load.is_open and load.missing:
        offered = "The agent won’t offer it yet. " if load.lacking else ""
        yield f"{offered}Missing info: {', '.join(missing_words(load))}."
    if load.has_crossed_rates:
        yield "Target is above max buy."
    for place, words in (("origin", "Origin"), ("destination", "Destination")):
        if getattr(load, f"{place}_city") and not getattr(load, f"{place}_state"):
            yield f"{words} has no state."
    for words, start, end in (
        ("Pickup", load.pickup_time, load.pickup_end_time),
        ("Delivery", load.dropoff_time, load.dropoff_end_time),
    ):
        yield from _window(words, start, end)
    for stop in load_events.stop_values(event.get("stops"))[1:-1]:  # the ends are pickup and delivery
        yield from _window(f"Stop {stop['position'] + 1}", stop["window_start"], stop["window_end"])


def _window(words: str, start: datetime | None, end: datetime | None) -> Iterator[str]:
    if start and end and end < start:
        yield f"{words} window ends before it begins."
