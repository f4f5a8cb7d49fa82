"""Reads of loads: the board's extra facts, a load's page, its messages, search."""

import json
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Any, Protocol, cast
from urllib.parse import urlencode

from django.db.models import Case, Exists, F, IntegerField, Min, Q, Value, When
from django.urls import reverse

from loads.itinerary import Entry, itinerary
from loads.models import Load, LoadEvent, Stop
from loads.rates import is_unconfirmed, margin, state_label, status_label
from organizations.dashboard.search import Hit, Section
from organizations.formats import MISSING, as_decimal, local_time, miles, money, percent, pounds, zone_words
from organizations.models import ApiToken, User
from organizations.places.models import Place
from organizations.places.regions import short_region
from organizations.registry import Registry
from organizations.tenancy.scope import current_organization_id

# The TMS's messages as people read them: what each changed, and its text as it came.


STATUS = "status"
# Where the API's name isn't what brokers call it.
NAMES = {
    "startRate": "target rate",
    "maxRate": "max buy",
    "bookNowRate": "book-it-now rate",
    "totalDistance": "miles",
    "outboundCarrierSalesEnabled": "agent can call carriers",
    "routingGuideEnabled": "routing guide first",
    "isVisibleToExternalCarriers": "open to core carriers",
    "origin.timezone": "origin time zone",
    "destination.timezone": "destination time zone",
}
MEASURES = {"totalDistance": miles, "weight": pounds}
NOTHING: tuple[Any, ...] = (None, "", [])
MAX_VALUE_LENGTH = 300
MAX_TEXT_LENGTH = 200_000


@dataclass(frozen=True)
class Change:
    """A fact that a message changed; `before` is empty where nothing was known."""

    name: str
    before: str
    after: str


@dataclass(frozen=True)
class Message:
    """A load event for a page: its summary, what it changed, why it was refused."""

    pk: int
    received_at: datetime
    is_accepted: bool
    summary: str
    changes: list[Change]
    errors: list[str]


def message_of(event: LoadEvent) -> Message:
    """Return the event in people's words."""
    given = sorted((event.changes or {}).items(), key=_weight)
    changes = [_change(name, pair) for name, pair in given if name != "id"]
    errors = _errors(event.errors)
    if not event.is_accepted:
        summary = f"{len(errors)} invalid fields" if len(errors) != 1 else errors[0]
    elif "id" in event.changes:
        summary = "Load received from TMS"
    elif changes:
        status = next(
            (
                f"Status changed: {each.before or 'None'} to {each.after}"
                for each in changes
                if each.name == STATUS
            ),
            "",
        )
        names = [change.name for change in changes if change.name != STATUS]
        more = f" and {len(names) - 3} more" if len(names) > 3 else ""
        updated = f"Updated {', '.join(names[:3])}{more}" if names else ""
        summary = ". ".join(each for each in (status, updated) if each)
    else:
        summary = "No changes"
    return Message(event.pk, event.received_at, event.is_accepted, summary, changes, errors)


def words(name: str) -> str:
    """Return an API name in words: `customerRate` is `customer rate`, `origin.city` `origin city`."""
    return NAMES.get(name) or re.sub(r"(?<=[a-z0-9])(?=[A-Z])|\.", " ", name).lower().replace(
        "dropoff", "delivery"
    )


def readable(raw: bytes) -> str:
    """Return a body for reading: JSON indented, anything else as text; cut where it is very long."""
    text = raw.decode("utf-8", "replace")
    with suppress(ValueError, RecursionError):  # a refused message may be anything
        text = json.dumps(json.loads(text), indent=2, ensure_ascii=False)
    return text if len(text) <= MAX_TEXT_LENGTH else text[:MAX_TEXT_LENGTH] + "\n…"


def _weight(change: tuple[str, Any]) -> tuple[bool, str]:
    """Sort what is about money first; the database keeps no order."""
    return not change[0].endswith("Rate"), change[0]


def _change(name: str, pair: Any) -> Change:
    before, after = pair if isinstance(pair, list) and len(pair) == 2 else (None, pair)
    return Change(words(name), "" if before in NOTHING else _value(name, before), _value(name, after))


def _value(name: str, value: Any) -> str:
    if value in NOTHING:
        return MISSING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if name == STATUS:
        return status_label(str(value))
    if name.endswith("Rate"):
        return money(value)
    if name.endswith("Time"):
        return local_time(str(value))
    if name.endswith("timezone"):
        return zone_words(str(value))
    if name in MEASURES and as_decimal(value) is not None:
        return MEASURES[name](value)
    if isinstance(value, list):
        return f"{len(value)} {words(name)}"
    text = ", ".join(str(part) for part in value.values() if part) if isinstance(value, dict) else str(value)
    return text if len(text) <= MAX_VALUE_LENGTH else text[:MAX_VALUE_LENGTH] + "…"


def _errors(errors: Any) -> list[str]:
    found = [error for error in errors or [] if isinstance(error, dict)]
    return [f"{error.get('field') or 'body'}: {error.get('detail', '')}" for error in found]


STOPS_SHOWN = 20  # of a long itinerary: so many from its start, and its end
STOPS_SHOWN_LAST = 3


@dataclass(frozen=True)
class ShownStop:
    """A stop of the itinerary on a page: its number, and how many stops are left out after it."""

    number: int
    stop: Entry
    hidden_after: int = 0


def way_of(load: Load) -> list[Entry]:
    """Return the load's itinerary, in one query."""
    return itinerary(load, list(Stop.objects.filter(load=load).order_by("position")))


def stops_shown(way: Sequence[Entry], *, is_whole: bool) -> list[ShownStop]:
    """Return the stops of an itinerary; of a long one only the start and the end, unless the whole is wanted."""
    numbered = [ShownStop(number, stop) for number, stop in enumerate(way, 1)]
    hidden = len(way) - STOPS_SHOWN - STOPS_SHOWN_LAST
    if is_whole or hidden < 2:
        return numbered
    start = numbered[:STOPS_SHOWN]
    return [*start[:-1], replace(start[-1], hidden_after=hidden), *numbered[-STOPS_SHOWN_LAST:]]


@dataclass(frozen=True)
class Event:
    """A load event on the integrations' page: what it says, its load where it has one, who sent it."""

    message: Message
    load: Load | None
    status: int | None
    sender: str

    @property
    def can_run(self) -> bool:
        """Whether it may be run again."""
        return not self.status or self.status == 400


def recent_events(limit: int, *, is_refused: bool) -> list[Event]:
    """Return the latest events of all loads, newest first, or the refused ones alone; three queries."""
    events = LoadEvent.objects.order_by("-received_at", "-pk").select_related("load").defer("raw")
    found = list((events.filter(is_accepted=False) if is_refused else events)[:limit])
    names = _names_of({event.source for event in found})
    return [
        Event(message_of(event), event.load, event.status, names.get(event.source, "")) for event in found
    ]


def _names_of(actors: set[str]) -> dict[str, str]:
    """What tokens and people are called."""
    keys: dict[str, list[int]] = {"token": [], "user": []}
    for actor in actors:
        kind, _, key = actor.partition(":")
        if kind in keys and key.isdigit():
            keys[kind].append(int(key))
    tokens = ApiToken.objects.filter(pk__in=keys["token"])
    people = User.objects.filter(pk__in=keys["user"], memberships__organization=current_organization_id())
    return {f"token:{token.pk}": f"token {token.name}" for token in tokens} | {
        f"user:{person.pk}": str(person) for person in people
    }


def messages_of(load: Load, limit: int) -> list[Message]:
    """Return the latest messages that the load came from, newest first, without their bodies."""
    events = LoadEvent.objects.filter(load=load).order_by("-received_at", "-pk").defer("raw")
    return [message_of(event) for event in events[:limit]]


# Loads found by id, place or customer.


WORDS = 6
COLUMNS = (
    "organization_id",
    "external_id",
    "status",
    "is_locked",
    "customer_name",
    "origin_city",
    "origin_state",
    "destination_city",
    "destination_state",
    "pickup_time",
    "customer_rate",
)


def find_loads(text: str, *, limit: int, at: datetime) -> Section:
    """Return the loads that say every word: one with just that id first, then those picked up last; two queries."""
    is_it = Q(external_id__in={text, text.upper(), text.lower()})
    says = Q()
    for word in text.replace(",", " ").split()[:WORDS]:
        says &= _says(word)
    rank = Case(When(is_it, then=Value(0)), default=Value(1), output_field=IntegerField())
    found = (
        Load.objects.filter(is_it | says)
        .annotate(rank=rank)
        .order_by("rank", F("pickup_at").desc(nulls_last=True), "-pk")
        .only(*COLUMNS)[: limit + 1]
    )
    loads = list(found)
    add_facts(loads)
    hits = [_hit(load) for load in loads]
    more = f"{reverse('loads:list')}?{urlencode({'status': 'all', 'q': text})}" if len(hits) > limit else ""
    return Section("Loads", "truck", hits[:limit], more)


def _says(word: str) -> Q:
    """The id, the customer or a place contains the word, or a state is the word."""
    found = Q(origin_state__iexact=word) | Q(destination_state__iexact=word)
    for name in ("external_id", "customer_name", "origin_city", "destination_city"):
        found |= Q(**{f"{name}__icontains": word})
    return found


def _hit(load: Any) -> Hit:
    ends = (
        ", ".join(part for part in (city, short_region(state)) if part)
        for city, state in (
            (load.origin_city, load.origin_state),
            (load.destination_city, load.destination_state),
        )
    )
    day = f"picks up {load.pickup_time:%b} {load.pickup_time.day}" if load.pickup_time else ""
    lane = " → ".join(end or "–" for end in ends)
    bids = load.told.bids
    is_new = is_unconfirmed(load, is_booked=bids.is_booked)
    booked = booked_words(load) if is_new else ""
    return Hit(
        url=reverse("loads:page", args=[load.pk]),
        title=load.external_id,
        detail=" · ".join(part for part in (booked, lane, day, load.customer_name) if part),
        state=state_label(load, is_booked=bids.is_booked) if load.status or is_new else "",
        tone="go" if is_new else "",
        is_exact=getattr(load, "rank", 1) == 0,
    )


def booked_words(load: Any) -> str:
    """Return the booking that `add_facts` told of: `Blue Mesa, $1,850, 32% margin`."""
    bids = load.told.bids
    left = margin(load.customer_rate, bids.booked)
    parts = [bids.carrier, money(bids.booked) if bids.booked is not None else ""]
    parts.append(f"{percent(left.share)} margin" if left and left.share is not None else "")
    return ", ".join(part for part in parts if part)


# What packages above tell of loads in lists: bids and calls. Loads knows nothing of them but where to ask.


@dataclass(frozen=True)
class Bids:
    """A load's bids: how many, the lowest ask of those that may still be taken or were; and its newest booking."""

    number: int = 0
    best: Decimal | None = None
    is_booked: bool = False
    booked: Decimal | None = None
    carrier: str = ""


@dataclass(frozen=True)
class Told:
    """What is told of a load."""

    bids: Bids = field(default_factory=Bids)
    calls: int = 0


class LoadFacts(Protocol):
    """What the packages above know of loads, each in one query."""

    def bids_of(self, loads: Sequence[int]) -> dict[int, Bids]:
        """The bids of loads by their keys; of none where there are none."""

    def calls_of(self, loads: Sequence[int]) -> dict[int, int]:
        """How many conversations were about each load."""

    def loads_with_bids(self) -> Any:
        """The keys of loads with bids that wait for a decision, as a queryset for `__in`."""

    def is_booked(self) -> Exists:
        """Whether a load has a booking, as a condition on loads."""


def shortest_miles(origin: Place, destination: Place, *, at_least: float) -> Decimal | None:
    """Return the fewest miles that a load between the two has; one that stops on its way has more."""
    loads = Load.objects.filter(origin_place=origin, destination_place=destination)
    found = loads.filter(total_distance__gte=at_least).aggregate(fewest=Min("total_distance"))
    return cast("Decimal | None", found["fewest"])


FACTS: Registry[LoadFacts] = Registry("source of a load's facts")


def add_facts(loads: Iterable[Load], *, calls: bool = False) -> None:
    """Set `told` of each load, in a query for the bids and one for the calls, where these are wanted."""
    rows = list(loads)
    keys = [load.pk for load in rows]
    bids_of = FACTS["bids and calls"].bids_of(keys) if keys else {}
    calls_of = FACTS["bids and calls"].calls_of(keys) if calls and keys else {}
    for load in rows:
        load.told = Told(bids_of.get(load.pk, Bids()), calls_of.get(load.pk, 0))  # type: ignore[attr-defined]
