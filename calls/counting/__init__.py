"""How many calls have ended, by hour and kind: exact totals and deep pages of the call list, whatever its history."""

from calls.counting.places import Place, Ways, place_page

__all__ = ["Place", "Ways", "place_page"]
