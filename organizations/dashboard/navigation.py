"""The dashboard's navigation: the rail and the settings, as packages register them in `AppConfig.ready()`."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import CharField, F, QuerySet, Value
from django.http import HttpRequest
from django.urls import reverse

from organizations.registry import Registry

MAX_COUNTED = 100  # of each kind
NEW_FOR = timedelta(hours=1)


@dataclass(frozen=True, kw_only=True)
class Waiting:
    """A kind of what waits: its rows, newest first, and the field that says since when each does.

    `names` are those of live updates that it may be new with, `told_at` the URL name of the message about new ones.
    """

    beside: str  # the URL name of a destination in the rail
    words: tuple[str, str]  # one, several
    names: str
    rows: Callable[[datetime], QuerySet]
    since: str
    told_at: str = ""


WAITING: Registry[Waiting] = Registry("kind of what waits")


@dataclass(frozen=True)
class Count:
    """How many there are of a kind."""

    name: str
    number: str
    words: str


@dataclass(frozen=True)
class Message:
    """Which rows are new enough to be told, and where the message about some of them is."""

    url: str
    new: list[int]


@dataclass(frozen=True)
class Counts:
    """What waits, by kind and together, and what may be told of it."""

    counts: list[Count]
    total: str
    messages: list[Message]


def what_waits(*, at: datetime) -> Counts:
    """Return what waits in the organization in scope; one query."""
    found: dict[str, list[tuple[int, datetime]]] = {name: [] for name in WAITING}
    first, *rest = (_newest(name, kind, at) for name, kind in WAITING.items())
    for name, pk, since in first.union(*rest, all=True):
        found[name].append((pk, since))
    return Counts(
        [Count(name, _number([rows]), _words(WAITING[name], rows)) for name, rows in found.items()],
        _number(found.values()),
        [
            Message(reverse(kind.told_at), sorted(pk for pk, since in found[name] if since > at - NEW_FOR))
            for name, kind in WAITING.items()
            if kind.told_at
        ],
    )


def beside(url_name: str) -> str:
    """Return the name of what is counted beside this destination; "" for nothing."""
    return next((name for name, kind in WAITING.items() if kind.beside == url_name), "")


def names() -> str:
    """Return all names of live updates that numbers may be new with."""
    return " ".join(sorted({name for kind in WAITING.values() for name in kind.names.split()}))


def _newest(name: str, kind: Waiting, at: datetime) -> QuerySet:
    return kind.rows(at).values_list(Value(name, CharField()), "pk", F(kind.since))[:MAX_COUNTED]


def _number(lots: Iterable[Sequence[object]]) -> str:
    lots = list(lots)
    number = sum(map(len, lots))
    if any(len(rows) >= MAX_COUNTED for rows in lots):
        return f"{MAX_COUNTED - 1}+"
    return str(number) if number else ""


def _words(kind: Waiting, rows: Sequence[object]) -> str:
    return kind.words[len(rows) != 1]


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
# Pages that belong to one of the settings, with all below them, though they lie elsewhere: its URL name by theirs.
ELSEWHERE: Registry[str] = Registry("page that lies elsewhere")


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
    homes = (reverse(home) for name, home in ELSEWHERE.items() if request.path.startswith(reverse(name)))
    path = next(homes, request.path)

    def link(url_name: str, destination: Destination | Section) -> Link:
        url = reverse(url_name)
        is_current = path == url or (url != "/" and path.startswith(url))
        return Link(destination, url, is_current, beside(url_name))

    return [link(*each) for each in sorted(found, key=lambda each: each[1].position)]


# The page of today: parts of all packages, each fetched from its own URL, by position.


@dataclass(frozen=True, kw_only=True)
class Part:
    """A part of the page: URL names, what of `data-live` makes it fetch itself anew, and how often at most."""

    title: str
    position: int
    url_name: str
    names: str
    every: int  # seconds
    all_url_name: str = ""
    all_label: str = "All"
    kind: str = "card"

    @property
    def url(self) -> str:
        """Where it is fetched."""
        return reverse(self.url_name)

    @property
    def all(self) -> str:
        """The page of all of it."""
        return reverse(self.all_url_name) if self.all_url_name else ""


PARTS: Registry[Part] = Registry("part of today")


def parts() -> list[tuple[str, Part]]:
    """Return the parts by position, each with its name."""
    return sorted(PARTS.items(), key=lambda each: each[1].position)
