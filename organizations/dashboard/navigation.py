"""The dashboard's navigation: one table for the rail, one for the settings.

A destination shows as soon as its URL name exists.
"""

from collections.abc import Iterable
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
    Destination("Offers", "hand-coins", "bids:list", "b"),
    Destination("Carriers", "map-pin", "carriers:list", "r"),
    Destination("Analytics", "chart-column", "analytics:overview", "a"),
    Destination("Agents", "bot", "agents:list", "e"),
    Destination("Settings", "settings", "organizations:settings", "s"),
)


@dataclass(frozen=True)
class Section:
    """A page of the settings: its name, icon (of Lucide) and URL name; some are there for owners alone."""

    label: str
    icon: str
    url_name: str
    is_for_owners: bool = False


SETTINGS = (
    Section("Organization", "building-2", "organizations:organization"),
    Section("Members", "users", "organizations:members"),
    Section("Phone numbers", "phone", "calls:numbers"),
    Section("Calling rules", "clock", "calls:calling_rules"),
    Section("Do not call", "phone-off", "calls:do_not_call"),
    Section("Approved answers", "message-square-quote", "calls:answers"),
    Section("Negotiation", "hand-coins", "bids:negotiation_rules"),
    Section("Vetting", "shield-check", "carriers:vetting_rules"),
    Section("Integrations", "plug", "organizations:integrations", is_for_owners=True),
    Section("Setup", "list-checks", "organizations:setup"),
    Section("Your account", "user-round", "organizations:account"),
)


@dataclass(frozen=True)
class Link:
    """A destination as the rail or the settings show it on one page."""

    destination: Destination | Section
    url: str
    is_current: bool


def links(request: HttpRequest) -> list[Link]:
    """Return the links of the destinations that exist; current is the one whose path the page lies under."""
    return _existing(NAVIGATION, request)


def settings_links(request: HttpRequest) -> list[Link]:
    """Return the links of the settings' pages that exist and are open to the person."""
    membership = getattr(request, "membership", None)
    is_owner = membership is not None and membership.is_owner
    return _existing([each for each in SETTINGS if is_owner or not each.is_for_owners], request)


def _existing(destinations: Iterable[Destination | Section], request: HttpRequest) -> list[Link]:
    found = []
    for destination in destinations:
        try:
            url = reverse(destination.url_name)
        except NoReverseMatch:
            continue
        is_current = request.path == url or (url != "/" and request.path.startswith(url))
        found.append(Link(destination, url, is_current))
    return found
