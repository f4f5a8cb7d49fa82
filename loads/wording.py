"""How loads read on a page: their status, and what is missing. Pure."""

from typing import Any

from loads.states import LoadStatus

MISSING = {
    "pickupTime": "pickup time",
    "dropoffTime": "dropoff time",
    "origin": "origin",
    "destination": "destination",
    "status": "status",
    "customerRate": "customer rate",
    "startRate": "start rate",
    "maxRate": "max rate",
    "bookNowRate": "book-now rate",
}


def missing_words(load: Any) -> list[str]:
    """Return what is missing in people's words: `max rate`."""
    return [MISSING.get(name, name) for name in load.missing]


def status_label(status: str) -> str:
    """Return a status as people read it; words that Loadline doesn't know stand as the TMS gave them."""
    return dict(LoadStatus.choices).get(status, status) or "No status"
