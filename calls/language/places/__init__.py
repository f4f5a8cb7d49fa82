"""Towns and states, by the gazetteer: where a lane begins and ends, where a truck is."""

from calls.language.places.lanes import Lane, corrected_to, read_places, says_arrived

__all__ = ("Lane", "corrected_to", "read_places", "says_arrived")
