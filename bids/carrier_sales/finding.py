"""Which load is meant? By number, by its last digits, by lane and day; and what else would fit. Reads only."""

import re
from collections.abc import Callable, Collection, Sequence
from datetime import date, datetime, timedelta
from functools import cache

from django.db.models import Exists, F, Func, OuterRef, Q, QuerySet, Value

from bids.carrier_sales.notebook import Wanted
from bids.models import Booking
from loads.models import Load
from loads.querysets import LoadQuerySet
from organizations.gazetteer.names import place_key
from organizations.gazetteer.regions import read_regions
from organizations.planned import Columns, fetch_planned
from organizations.scope import current_organization_id

LEAST_TAIL = 3  # digits that tell a load from others
MOST_NAMED = 3  # loads in one breath
MOST_OFFERED = 2  # of those that weren't asked for
MOST_COMPARED = 500
RECENT = timedelta(days=30)  # a load picked up before that isn't called about
LATE = timedelta(hours=12)  # a pickup that was missed by more isn't offered by itself
# The agent holds at the opening offer where only these are missing; it doesn't offer such a load by itself.
GAPS = {"maxRate", "bookNowRate"}


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
    return load.is_open and set(load.missing) <= GAPS and not load.is_booked  # type: ignore[attr-defined]  # by loads()


def by_number(number: str, *, is_tail: bool, at: datetime) -> Sequence[Load]:
    """Loads with this number, or whose number ends so: the exact one alone, else open ones before others."""
    said = re.sub(r"[^0-9A-Za-z]", "", number).upper()
    if not said:
        return []
    if not is_tail:
        exact = list(loads().filter(external_id__in={number, number.upper(), number.lower(), said}))
        if exact:
            return exact
    if len(said) < LEAST_TAIL:
        return []
    letters = Func(F("external_id"), Value("[^0-9A-Za-z]"), Value(""), Value("g"), function="regexp_replace")
    near = (
        loads()
        .filter(Q(pk__in=Load.objects.open().values("pk")) | Q(pickup_at__gte=at - RECENT))
        .alias(letters=letters)
    )
    found = list(near.filter(letters__iexact=said)) or list(
        near.filter(letters__iendswith=said).order_by("pickup_at", "pk")[:MOST_COMPARED]
    )
    available = [load for load in found if load.is_open]
    return available or found[:1]


def on_lane(wanted: Wanted, *, equipment: str, at: datetime) -> list[Load]:
    """Open loads from and to the places wanted, as far as they are known, on the day and for the equipment wanted."""
    loads = [load for load in _offered(at, equipment) if _is_on_lane(load, wanted)]
    if wanted.day:
        loads = [load for load in loads if _pickup_day(load) == date.fromisoformat(wanted.day)]
    return loads


def alternatives(
    *,
    like: Load | None,
    wanted: Wanted,
    equipment: str,
    at: datetime,
    but: Collection[int],
    is_for: Callable[[Load], bool],
) -> list[Load]:
    """At most two other open loads that fit best, and are for the carrier: by place, then equipment, then day.

    Where a lane or a load is known that somebody wants, one end of it must be near: the town, or at least the state.
    Equipment that the caller has is a must.
    """
    origin = wanted.origin or ([like.origin_city, like.origin_state] if like else [])
    destination = wanted.destination or ([like.destination_city, like.destination_state] if like else [])
    trailer = equipment or (like.equipment_type if like else "")
    day = date.fromisoformat(wanted.day) if wanted.day else _pickup_day(like) if like else None

    ranked = []
    for load in _offered(at, trailer):
        if load.pk in but or not is_for(load):
            continue
        near = 2 * _nearness(load.origin_city, load.origin_state, origin)
        near += _nearness(load.destination_city, load.destination_state, destination)
        if near == 0 and (origin or destination):
            continue
        picked_up = _pickup_day(load)
        apart = abs((picked_up - day).days) if day and picked_up else 0
        ranked.append((-near, apart, load.pickup_time, load.pk, load))
    return [load for *_, load in sorted(ranked, key=lambda each: each[:4])[:MOST_OFFERED]]


def _offered(at: datetime, equipment: str) -> QuerySet[Load]:
    """Loads that the agent may bring up by itself, the soonest first; not more than can be compared in a breath.

    Those for one kind of equipment, where that matters.
    """
    loads: LoadQuerySet = Load.objects.open()
    if equipment:
        loads = loads.filter(equipment_type=equipment)
    return (
        loads.filter(
            ~Exists(Booking.objects.filter(load=OuterRef("pk"))),
            Q(pickup_at__gte=at - LATE) | Q(pickup_at=None),
            pickup_time__isnull=False,
            dropoff_time__isnull=False,
            customer_rate__isnull=False,
            start_rate__isnull=False,
            max_rate__isnull=False,
            book_now_rate__isnull=False,
        )
        .exclude(Q(origin_city="") | Q(destination_city=""))
        .defer("special_instructions")
        .order_by("pickup_at", "pk")[:MOST_COMPARED]
    )


def _is_on_lane(load: Load, wanted: Wanted) -> bool:
    ends = (
        (load.origin_city, load.origin_state, wanted.origin),
        (load.destination_city, load.destination_state, wanted.destination),
    )
    return all(not place or _is_at(city, state, place) for city, state, place in ends)


def _is_at(city: str, state: str, place: list[str]) -> bool:
    """Whether a load's end is at the place: the same town, or in the state where only that was said."""
    said_city, said_state = place
    if not said_city:
        return bool(said_state) and _code(state) == _code(said_state)
    is_same_state = not (state and said_state) or _code(state) == _code(said_state)
    return plain(city) == plain(said_city) and is_same_state


def _nearness(city: str, state: str, place: list[str]) -> int:
    """2 for the town, 1 for its state, else 0."""
    if not place:
        return 0
    if place[0] and _is_at(city, state, place):
        return 2
    return int(bool(state and place[1]) and _code(state) == _code(place[1]))


def _pickup_day(load: Load) -> date | None:
    return load.pickup_time.date() if load.pickup_time else None


def plain(name: str) -> str:
    """A town's name as it can be compared, as the gazetteer does: "Ft. Worth" is "Fort Worth"."""
    return place_key(name)


def _code(state: str) -> str:
    """A state's code, whichever way it is written."""
    found = read_regions(state)
    return found[0].code if found else state.strip().upper()
