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
    "startRate": "start or book-now rate",
    "maxRate": "max rate",
}


def missing_words(load: Any) -> list[str]:
    """Return what is missing in people's words: `max rate`."""
    return [MISSING[name] for name in load.missing]


def lacking_words(load: Any) -> list[str]:
    """Return what keeps the agent from offering the load, in people's words."""
    return [MISSING[name] for name in load.lacking]


def status_label(status: str) -> str:
    """Return a status as people read it; words that Loadline doesn't know stand as the TMS gave them."""
    return dict(LoadStatus.choices).get(status, status) or "No status"
