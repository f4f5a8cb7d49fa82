"""The dashboard's navigation: the rail and the settings, as packages register them in `AppConfig.ready()`."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from organizations.dashboard import waiting
from organizations.registry import Registry


@dataclass(frozen=True)
class Destination:
    """A place in the rail: its position, name, icon (of Lucide), and the key that goes there after `g`."""

    position: int
    label: str
    icon: str
    key: str


@dataclass(frozen=True)
class Section:
    """A page of the settings: its position, name and icon (of Lucide); some are there for owners alone."""

    position: int
    label: str
    icon: str
    is_for_owners: bool = False


# By URL name.
RAIL: Registry[Destination] = Registry("destination")
SETTINGS: Registry[Section] = Registry("page of the settings")


@dataclass(frozen=True)
class Link:
    """A destination as the rail or the settings show it on one page; `waiting` names what is counted beside it."""

    destination: Destination | Section
    url: str
    is_current: bool
    waiting: str


def links(request: HttpRequest) -> list[Link]:
    """Return the rail's links; current is the one whose path the page lies under."""
    return _links(RAIL.items(), request)


def settings_links(request: HttpRequest) -> list[Link]:
    """Return the links of the settings' pages that are open to the person."""
    membership = getattr(request, "membership", None)
    is_owner = membership is not None and membership.is_owner
    return _links([each for each in SETTINGS.items() if is_owner or not each[1].is_for_owners], request)


def _links(found: Iterable[tuple[str, Destination | Section]], request: HttpRequest) -> list[Link]:
    def link(url_name: str, destination: Destination | Section) -> Link:
        url = reverse(url_name)
        is_current = request.path == url or (url != "/" and request.path.startswith(url))
        return Link(destination, url, is_current, waiting.beside(url_name))

    return [link(*each) for each in sorted(found, key=lambda each: each[1].position)]
