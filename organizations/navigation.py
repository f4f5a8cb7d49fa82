"""The dashboard's main navigation: one table. A destination shows as soon as its URL name exists."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse


@dataclass(frozen=True)
class Destination:
    """A place in the rail: its name, icon (of Lucide), URL name, and the key that goes there after `g`."""

    label: str
    icon: str
    url_name: str
    key: str


NAVIGATION = (
    Destination("Today", "house", "organizations:today", "t"),
    Destination("Loads", "truck", "loads:list", "l"),
    Destination("Calls", "phone", "calls:list", "c"),
    Destination("Mail", "mail", "mail:list", "m"),
    Destination("Bids", "hand-coins", "bids:list", "b"),
    Destination("Carriers", "map-pin", "carriers:list", "r"),
    Destination("Analytics", "chart-column", "analytics:overview", "a"),
    Destination("Agents", "bot", "agents:list", "e"),
)


@dataclass(frozen=True)
class Link:
    """A destination as the rail shows it on one page."""

    destination: Destination
    url: str
    is_current: bool


def links(request: HttpRequest) -> list[Link]:
    """Return the links of the destinations that exist; current is the one whose path the page lies under."""
    found = []
    for destination in NAVIGATION:
        try:
            url = reverse(destination.url_name)
        except NoReverseMatch:
            continue
        is_current = request.path == url or (url != "/" and request.path.startswith(url))
        found.append(Link(destination, url, is_current))
    return found
