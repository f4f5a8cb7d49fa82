"""The time zone of a place that came without one, from the gazetteer.

A town that it knows has its own zone. Any other has its state's, where the whole state keeps one; where it doesn't
(a hamlet in Texas or Tennessee), the zone stays unknown: an hour wrong is worse than a question.
"""

from organizations.gazetteer import find_place, zone_of_region


def zone_of(city: str, state: str, country: str) -> str:
    """The IANA time zone of a place in the US, Canada or Mexico, or "" where that isn't sure."""
    place = find_place(city, state, country)
    return place.timezone if place else zone_of_region(state, country)
