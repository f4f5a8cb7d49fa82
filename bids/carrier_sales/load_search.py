"""Which load is meant? By number, by its last digits, by lane, day and freight; and what is near it. Reads only."""

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from functools import cache

from django.db.models import Exists, F, Func, OuterRef, Q, QuerySet, Value

from bids.carrier_sales.notebook import Wanted
from bids.models import Booking
from calls.language.reading import Place as SaidPlace
from carriers.services.learned import Town
from loads.models import Load, LoadQuerySet
from organizations.places.gazetteer import Spelling, box, find_place, find_places, miles_between
from organizations.places.models import Place
from organizations.places.regions import place_key, read_regions, unaccented
from organizations.sql import Columns, fetch_planned
from organizations.tenancy.scope import current_organization_id

MIN_TAIL = 3  # digits that tell a load from others
MIN_TAIL_ON_LANE = 2  # and where its towns are named, too
MAX_NAMED = 3  # loads in one breath
MAX_OFFERED = 2  # of those that aren't what was asked for
MAX_COMPARED = 500
MAX_MILES = 100  # from the truck to a pickup, and from a delivery to where it wants to go
MAX_DAYS = 1  # before or after the day said
MAX_LATER = 7  # after it, where there is nothing nearer
RECENT = timedelta(days=30)  # a load picked up before that isn't called about
LATE = timedelta(hours=12)  # a pickup that was missed by more isn't offered by itself
# Words around the name of freight.
NO_FREIGHT = {"a", "an", "the", "of", "and", "load", "loads", "freight", "carga", "de", "la", "el", "y"}


@dataclass(frozen=True, slots=True)
class Off:
    """How far an end lies from the town that was asked for, in whole miles."""

    miles: int
    town: str


@dataclass(frozen=True, slots=True)
class Match:
    """A load that fits. `origin` and `destination` say how far off its ends are, where they are and it is known."""

    load: Load
    is_exact: bool = True
    is_on_lane: bool = True  # on another day, or with other freight, where it isn't exact
    origin: Off | None = None
    destination: Off | None = None


def loads() -> LoadQuerySet:
    """Loads, each with whether it is booked: `is_available` goes by it."""
    return Load.objects.annotate(is_booked=Exists(Booking.objects.filter(load=OuterRef("pk"))))


def load_now(pk: int) -> Load | None:
    """A load as it is now, as `loads` has it; asked in most turns of a talk."""
    columns = _columns()
    statement = _LOAD.format(columns=columns.select)
    for row in fetch_planned(statement, {"organization": current_organization_id(), "load": pk}):
        load = columns.instance(row[: columns.width])
        load.is_booked = row[columns.width]  # type: ignore[attr-defined]  # as the annotation does
        return load
    return None


_LOAD = f"""
SELECT {{columns}}, EXISTS (
    SELECT FROM {Booking._meta.db_table} AS booking
    WHERE booking.organization_id = %(organization)s AND booking.load_id = %(load)s
)
FROM {Load._meta.db_table} AS load WHERE load.organization_id = %(organization)s AND load.id = %(load)s
"""  # noqa: S608 (names of our own tables)


@cache
def _columns() -> Columns[Load]:
    return Columns(Load, alias="load")


def is_available(load: Load) -> bool:
    """Whether the agent may talk about it with a carrier who named it: open, told completely, not given away."""
    return load.is_complete and _is_to_be_had(load)


def is_incomplete(load: Load) -> bool:
    """Whether nothing speaks against talking about it but that the TMS hasn't told all."""
    return not load.is_complete and _is_to_be_had(load)


def lacking_on_lane(origin: Town, destination: Town) -> Load | None:
    """The only open load from town to town that the TMS hasn't told all of: who asks for it has seen it posted."""
    complete = Load.objects.open().complete().values("pk")
    found = [
        load
        for load in loads().open().exclude(pk__in=complete)[:MAX_COMPARED]
        if is_incomplete(load)
        and is_at(load.origin_city, load.origin_state, SaidPlace(*origin))
        and is_at(load.destination_city, load.destination_state, SaidPlace(*destination))
    ]
    return found[0] if len(found) == 1 else None


def _is_to_be_had(load: Load) -> bool:
    return load.is_open and not load.is_booked  # type: ignore[attr-defined]  # by loads()


def by_number(
    number: str, *, is_tail: bool, at: datetime, ends: Collection[SaidPlace] = ()
) -> Sequence[Load]:
    """Loads with this number, or whose number ends so: the exact one alone, else open ones before others.

    Fewer digits tell a load among those at `ends`, two towns that are named beside them.
    """
    said = re.sub(r"[^0-9A-Za-z]", "", number).upper()
    if not said:
        return []
    if not is_tail:
        exact = list(loads().filter(external_id__in={number, number.upper(), number.lower(), said}))
        if exact:
            return exact
    if len(said) < (MIN_TAIL_ON_LANE if len(ends) > 1 else MIN_TAIL):
        return []
    letters = Func(F("external_id"), Value("[^0-9A-Za-z]"), Value(""), Value("g"), function="regexp_replace")
    near = (
        loads()
        .filter(Q(pk__in=Load.objects.open().values("pk")) | Q(pickup_at__gte=at - RECENT))
        .alias(letters=letters)
    )
    found = list(near.filter(letters__iexact=said)) or list(
        near.filter(letters__iendswith=said).order_by("pickup_at", "pk")[:MAX_COMPARED]
    )
    if len(said) < MIN_TAIL:
        found = [load for load in found if all(touches(load, end) for end in ends)]
    available = [load for load in found if load.is_open]
    return available or found[:1]


def on_lane(
    wanted: Wanted, *, equipment: str, at: datetime, but: Collection[int], is_for: Callable[[Load], bool]
) -> list[Match]:
    """Open loads that fit a wish: those that are exactly so, the soonest first; then those near it, the nearest first.

    Near is a pickup within `MAX_MILES` of the truck, a delivery as near to the town said or at least in its state, and
    a day at most `MAX_DAYS` from the one said, or `MAX_LATER` after it where there is nothing else.

    Equipment that the caller has is a must; so is the freight, where the
    load is known by it alone.
    """
    search = _Search(
        origin=_Sought.of(wanted.origin),
        destination=_Sought.of(wanted.destination),
        day=wanted.day,
        freight=stems(wanted.commodity),
        needs_freight=not wanted.has_lane,
    )
    for days in (MAX_DAYS, MAX_LATER):
        offered = _offered(at, equipment, around=search.origin, day=search.day, later=days)
        found = search.matches([load for load in offered if load.pk not in but and is_for(load)])
        if found or not search.day:
            break
    return found


def alternatives(
    *,
    like: Load | None,
    wanted: Wanted,
    equipment: str,
    at: datetime,
    but: Collection[int],
    is_for: Callable[[Load], bool],
) -> list[Match]:
    """At most two other open loads that fit what was wished for; where nothing was, those out of the load's town.

    Beside a load the wish is ours: they may go elsewhere and on another day, though after those that don't.
    """
    trailer = equipment or (like.equipment_type if like else "")
    if like is None or wanted.is_wish:
        return on_lane(wanted, equipment=trailer, at=at, but=but, is_for=is_for)[:MAX_OFFERED]
    search = _Search(
        origin=_Sought.of((like.origin_city, like.origin_state)),
        destination=_Sought.of((like.destination_city, like.destination_state)),
        day=wanted.day or pickup_day(like),
        is_wish=False,
    )
    said_day = search.day if wanted.day else None
    offered = _offered(at, trailer, around=search.origin, day=said_day)
    others = [load for load in offered if load.pk not in but and load.pk != like.pk and is_for(load)]
    return search.matches(others)[:MAX_OFFERED]


@dataclass(frozen=True, slots=True)
class _Sought:
    """An end of the lane as it was said, and where that is, where the gazetteer has it."""

    city: str
    state: str
    spot: Place | None

    @classmethod
    def of(cls, place: Town | None) -> "_Sought | None":
        """Of a town or a state; None where neither is said."""
        if place is None or not any(place):
            return None
        city, state = place
        spot = find_place(city, state) if city else None
        return cls(city, state, spot)

    def fit(self, end: "_End", *, in_state: bool) -> tuple[int, float]:
        """How well an end fits (0: there, 1: near, 2: in the state, 3: not), and the miles between, as far as known."""
        if self.is_there(end):
            return 0, 0
        if self.city and self.spot and end.spot:
            miles = miles_between(self.spot, end.spot)
            if miles <= MAX_MILES or not in_state:
                return (1 if miles <= MAX_MILES else 3), miles
        # Where it isn't known how far it is, the state must do.
        state = self.state or (self.spot.region if self.spot else "")
        return (2 if self.city and state and _code(end.state) == _code(state) else 3), 0

    def is_there(self, end: "_End") -> bool:
        """Whether it is the same town, or in the state where only that was said."""
        if not self.city:
            return bool(self.state) and _code(end.state) == _code(self.state)
        is_same_state = not (end.state and self.state) or _code(end.state) == _code(self.state)
        return plain(end.city) == plain(self.city) and is_same_state


@dataclass(frozen=True, slots=True)
class _End:
    """An end of a load."""

    city: str
    state: str
    spot: Place | None


@dataclass(frozen=True, slots=True)
class _Search:
    """What is looked for. `is_wish`: somebody said so, else it is only what another load is like."""

    origin: _Sought | None
    destination: _Sought | None
    day: date | None
    freight: frozenset[str] = frozenset()
    needs_freight: bool = False
    is_wish: bool = True

    def matches(self, loads: list[Load]) -> list[Match]:
        """Those that fit, in order."""
        places = find_places(_unplaced(loads))
        ranked = []
        for load in loads:
            if (found := self._rank(load, places)) is not None:
                ranked.append(found)
        return [match for _, match in sorted(ranked, key=lambda each: each[0])]

    def _rank(self, load: Load, places: dict[Spelling, Place | None]) -> tuple[tuple, Match] | None:
        """Its place in the order, smaller is better; None where it doesn't fit."""
        begins, deadhead = self._fit("origin", load, places)
        ends, away = self._fit("destination", load, places)
        if begins == 3 or (ends == 3 and self.is_wish):
            return None
        has_freight = self.freight <= stems(load.commodity)
        if self.needs_freight and not has_freight:
            return None
        days = abs((load.pickup_time.date() - self.day).days) if self.day and load.pickup_time else 0
        is_on_lane = begins == ends == 0
        is_exact = self.is_wish and is_on_lane and has_freight and not days
        away = away if ends < 3 else 0
        match = Match(load, is_exact, is_on_lane, _off(deadhead, self.origin), _off(away, self.destination))
        miles = deadhead + away
        order = (not is_exact, not has_freight, max(begins, ends, 1), miles, days, load.pickup_time, load.pk)
        return order, match

    def _fit(self, end: str, load: Load, places: dict[Spelling, Place | None]) -> tuple[int, float]:
        sought: _Sought | None = getattr(self, end)
        if sought is None:
            return 0, 0
        spot = getattr(load, f"{end}_place") or places.get(_spelling(load, end))
        state = getattr(load, f"{end}_state") or (spot.region if spot else "")
        return sought.fit(_End(getattr(load, f"{end}_city"), state, spot), in_state=end == "destination")


def _offered(
    at: datetime, equipment: str, *, around: _Sought | None, day: date | None, later: int = MAX_DAYS
) -> QuerySet[Load]:
    """Loads that the agent may bring up by itself, the soonest first; not more than can be compared in a breath.

    Those for one kind of equipment, around a place and a day, where these matter.
    """
    loads: LoadQuerySet = Load.objects.open()
    if equipment:
        loads = loads.filter(equipment_type=equipment)
    if day:
        first, last = day - timedelta(days=MAX_DAYS), day + timedelta(days=later)
        loads = loads.filter(
            pickup_time__gte=datetime.combine(first, time.min),
            pickup_time__lte=datetime.combine(last, time.max),
        )
    if around and around.spot:
        south, north, west, east = box(around.spot, MAX_MILES)
        loads = loads.filter(
            Q(origin_place=None)
            | Q(origin_city__iexact=around.city)
            | Q(origin_place__latitude__range=(south, north), origin_place__longitude__range=(west, east))
        )
    return (
        loads.filter(
            ~Exists(Booking.objects.filter(load=OuterRef("pk"))),
            Q(pickup_at__gte=at - LATE) | Q(pickup_at=None),
        )
        .complete()
        .select_related("origin_place", "destination_place")
        .defer("special_instructions")
        .order_by("pickup_at", "pk")[:MAX_COMPARED]
    )


def _unplaced(loads: list[Load]) -> set[Spelling]:
    """The ends of loads that nobody has looked up yet."""
    return {
        _spelling(load, end)
        for load in loads
        for end in ("origin", "destination")
        if getattr(load, f"{end}_place") is None
    }


def _spelling(load: Load, end: str) -> Spelling:
    return getattr(load, f"{end}_city"), getattr(load, f"{end}_state"), getattr(load, f"{end}_country")


def _off(miles: float, sought: _Sought | None) -> Off | None:
    """Rounded as one says it: "about 30 miles"."""
    return Off(max(5, 5 * round(miles / 5)), sought.spot.name) if miles and sought and sought.spot else None


def carries(load: Load, freight: str) -> bool:
    """Whether the load is called so by its freight."""
    return bool(stems(freight)) and stems(freight) <= stems(load.commodity)


def is_at(city: str, state: str, place: SaidPlace) -> bool:
    """Whether an end of a load is at a place that was said."""
    sought = _Sought(place.city, place.state, None)
    return sought.is_there(_End(city, state, None))


def touches(load: Load, place: SaidPlace) -> bool:
    """Whether one of its ends is there."""
    ends = ((load.origin_city, load.origin_state), (load.destination_city, load.destination_state))
    return any(is_at(city, state, place) for city, state in ends)


def pickup_day(load: Load) -> date | None:
    """The day of the pickup, at its place."""
    return load.pickup_time.date() if load.pickup_time else None


def stems(freight: str) -> frozenset[str]:
    """The words of a freight's name without their endings: peaches are a peach."""
    words = re.findall(r"[a-z]+", unaccented(freight))
    return frozenset(re.sub(r"(?:es|e|s)$", "", word) for word in words if word not in NO_FREIGHT)


def plain(name: str) -> str:
    """A town's name as it can be compared, as the gazetteer does: "Ft. Worth" is "Fort Worth"."""
    return place_key(name)


def _code(state: str) -> str:
    """A state's code, whichever way it is written."""
    found = read_regions(state)
    return found[0].code if found else state.strip().upper()
