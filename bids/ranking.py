"""In which order carriers are called about a load, what may keep one from hauling it, and why. Pure."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, tzinfo
from decimal import Decimal

from carriers.models import HaulRestriction
from carriers.states import Effect
from carriers.vetting import Haul, Restriction
from loads.models import Load
from organizations.formats import per_mile, whole_money
from organizations.places.regions import read_country, read_regions

MAX_COUNTED = 10  # runs or bids beyond that make no carrier likelier
MIN_CALLS = 3  # that say something about who picks up
MOST_FOR_LANE = 60
FOR_WISH = 12  # of it, for a carrier that asked for the lane
HALF_LIFE = 180  # days after which a run counts half


@dataclass(frozen=True, slots=True)
class Lane:
    """What a carrier did near both ends of the load's lane, with a trailer that fits."""

    bookings: int = 0
    delivered: int = 0
    bids: int = 0
    average: Decimal | None = None  # dollars, of its bids
    last_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Empty:
    """Where and when its last load near the pickup ends, before this one begins."""

    miles: float
    place: str
    day: date


@dataclass(frozen=True, slots=True)
class Truck:
    """A truck near the pickup that it told of: how far off, where, and how many days ago."""

    miles: float
    place: str
    days_ago: int


@dataclass(frozen=True, slots=True)
class Preferences:
    """What it told on calls: the day when it last wanted the lane, and where near the pickup its trucks usually are."""

    wants_at: datetime | None = None
    place: str = ""
    miles: float = 0


@dataclass(frozen=True, slots=True)
class Kept:
    """How it kept its word lately: loads it fell off, and how many check calls told that it was late."""

    fell_off: int = 0
    reports: int = 0
    late: int = 0


@dataclass(frozen=True, slots=True)
class Facts:
    """A carrier as far as the order goes by it."""

    pk: int
    name: str
    phone: str  # E.164
    guide_rank: int | None = None  # in the routing guide, where the load goes by it
    is_preferred: bool = False
    is_incomplete: bool = False  # not vetted to the end: it may bid alone
    lane: Lane = Lane()
    empty: Empty | None = None
    truck: Truck | None = None
    preferences: Preferences = Preferences()
    lowest: Decimal | None = None  # dollars a mile that it took on a haul about as long
    kept: Kept = Kept()
    calls: int = 0  # of earlier outreaches
    answered: int = 0


@dataclass(frozen=True, slots=True)
class Wanted:
    """The load: its lane in words, what it should cost, how far around its ends was looked."""

    lane: str
    start_rate: Decimal | None
    max_rate: Decimal | None
    radius: int
    at: datetime
    miles: Decimal | None = None
    zone: tzinfo = UTC  # of the days in words


@dataclass(frozen=True, slots=True)
class Ranked:
    """A carrier in its place; reasons are codes with words for the broker."""

    facts: Facts
    reasons: tuple[tuple[str, str], ...]


def rank(carriers: Iterable[Facts], wanted: Wanted) -> list[Ranked]:
    """Return the carriers, whoever is to be called first at the head; one for each phone number.

    The routing guide's come first, in its order; then those that are vetted to the end. Of these whoever told of a
    truck near the pickup is before the others, the nearest first, and preferred ones are before the rest; each by what
    its runs, its place, its prices and its manners on the phone speak for. Names and keys break ties.
    """
    ordered = sorted(carriers, key=lambda facts: _key(facts, wanted))
    first: dict[str, Facts] = {}
    for facts in ordered:
        first.setdefault(facts.phone, facts)
    return [Ranked(facts, tuple(_reasons(facts, wanted))) for facts in first.values()]


def _key(facts: Facts, wanted: Wanted) -> tuple:
    in_guide = facts.guide_rank is not None
    return (
        not in_guide,
        facts.guide_rank or 0,
        facts.is_incomplete,
        facts.truck is None,
        round(facts.truck.miles) if facts.truck else 0,
        not facts.is_preferred,
        -score(facts, wanted),
        facts.name,
        facts.pk,
    )


def score(facts: Facts, wanted: Wanted) -> float:
    """How much speaks for a carrier: at most 60 for the lane, 25 for its place, 15 for its prices and manners each.

    Up to 45 are taken off for promises that it broke.
    """
    return (
        min(MOST_FOR_LANE, _for_lane(facts.lane, wanted.at) + (FOR_WISH if facts.preferences.wants_at else 0))
        + max(_for_place(facts.empty, wanted), _for_usual_place(facts.preferences, wanted))
        + _for_price(_price(facts, wanted), wanted)
        + _for_manners(facts)
        - _for_broken(facts.kept)
    )


def _for_lane(lane: Lane, at: datetime) -> float:
    if lane.last_at is None:
        return 0
    runs, bids = min(lane.bookings, MAX_COUNTED), min(lane.bids, MAX_COUNTED)
    kept = min(lane.delivered, MAX_COUNTED)
    days = max(0, (at - lane.last_at).days)
    return (3 * runs + 2 * kept + bids) * 0.5 ** (days / HALF_LIFE)


def _for_place(empty: Empty | None, wanted: Wanted) -> float:
    return 25 * max(0.0, 1 - empty.miles / (2 * wanted.radius)) if empty else 0


def _for_usual_place(preferences: Preferences, wanted: Wanted) -> float:
    return 10 * max(0.0, 1 - preferences.miles / (2 * wanted.radius)) if preferences.place else 0


def _price(facts: Facts, wanted: Wanted) -> Decimal | None:
    """What it wants for such a load: by its bids on the lane, else by the least that it took for a mile."""
    if facts.lane.average is not None or facts.lowest is None or not wanted.miles:
        return facts.lane.average
    return facts.lowest * wanted.miles


def _for_price(average: Decimal | None, wanted: Wanted) -> float:
    """Full at or under what is offered first, nothing at the ceiling, and against it above."""
    start, ceiling = wanted.start_rate, wanted.max_rate
    if average is None or not start or ceiling is None or ceiling <= start:
        return 0
    return float(15 * max(Decimal(-1), min(Decimal(1), (ceiling - average) / (ceiling - start))))


def _for_manners(facts: Facts) -> float:
    return 15 * (facts.answered / facts.calls - 0.5) * 2 if facts.calls >= MIN_CALLS else 0


def _for_broken(kept: Kept) -> float:
    late = 15 * kept.late / kept.reports if kept.reports >= MIN_CALLS else 0
    return min(30, 10 * kept.fell_off) + late


def _is_under_target(facts: Facts, wanted: Wanted) -> bool:
    if facts.lowest is None or not wanted.miles or not wanted.start_rate:
        return False
    return facts.lowest * wanted.miles <= wanted.start_rate


def _reasons(facts: Facts, wanted: Wanted) -> Sequence[tuple[str, str]]:
    """What speaks for it, in the order of weight; then what speaks against it."""
    lane, found = facts.lane, []
    if facts.guide_rank is not None:
        found.append(("routing_guide", f"Routing guide, rank {facts.guide_rank}"))
    if facts.truck:
        found.append(("truck_near", f"Truck near pickup (reported {_ago(facts.truck.days_ago)})"))
    if facts.is_preferred:
        found.append(("preferred", "Preferred"))
    last = f", last on {_day(lane.last_at.astimezone(wanted.zone))}" if lane.last_at else ""
    if lane.bookings:
        found.append(("ran_lane", f"Ran {wanted.lane} {_times(lane.bookings)}{last}"))
    elif lane.bids:
        found.append(("bid_lane", f"Quoted {wanted.lane} {_times(lane.bids)}{last}"))
    if facts.preferences.wants_at:
        found.append(
            (
                "wants_lane",
                f"Asked for {wanted.lane} on {_day(facts.preferences.wants_at.astimezone(wanted.zone))}",
            )
        )
    if facts.empty:
        miles, place, day = round(facts.empty.miles), facts.empty.place, _day(facts.empty.day)
        where = f"{miles} {'mile' if miles == 1 else 'miles'} from the pickup" if miles else "at the pickup"
        found.append(("empty_near", f"Empty in {place} {day}, {where}"))
    if facts.preferences.place:
        found.append(("usual_place", f"Usually has trucks in {facts.preferences.place}"))
    if facts.lowest is not None and _is_under_target(facts, wanted):
        found.append(("lowest", f"Took {per_mile(facts.lowest, 1)} on a similar lane, at or under target"))
    if lane.average is not None:
        found.append(("average", f"Avg. offer {whole_money(lane.average)}"))
    if facts.calls >= MIN_CALLS:
        found.append(("answers", f"Answered {facts.answered} of {facts.calls} calls"))
    if facts.kept.fell_off:
        loads = "load" if facts.kept.fell_off == 1 else "loads"
        found.append(("fell_off", f"Fell off {facts.kept.fell_off} {loads} in six months"))
    if facts.kept.late and facts.kept.reports >= MIN_CALLS:
        found.append(("late", f"Late in {facts.kept.late} of {facts.kept.reports} check calls in six months"))
    if facts.is_incomplete:
        found.append(("incomplete", "Not fully approved: can make offers only"))
    return found


def _times(count: int) -> str:
    return {1: "once", 2: "twice"}.get(count, f"{count} times")


def _ago(days: int) -> str:
    return {0: "today", 1: "yesterday"}.get(days, f"{days} days ago")


def _day(day: date) -> str:
    return f"{day:%b} {day.day}"


# Loads and the organization's restrictions, as the rules of hauling take them.


def haul_of(load: Load) -> Haul:
    """Return the load's trailer and the codes of its two ends."""
    origin_state, origin_country = codes_of(load.origin_state, load.origin_country)
    destination_state, destination_country = codes_of(load.destination_state, load.destination_country)
    return Haul(
        equipment=load.equipment_type,
        origin_state=origin_state,
        origin_country=origin_country,
        destination_state=destination_state,
        destination_country=destination_country,
    )


def codes_of(state: str, country: str) -> tuple[str, str]:
    """State and country as codes, however the TMS writes them; a state tells its country."""
    code = read_country(country)
    region = next(iter(read_regions(state, code)), None)
    return (region.code, region.country) if region else (state, code)


def restriction_of(row: HaulRestriction) -> Restriction:
    """Return what the row forbids."""
    return Restriction(
        effect=Effect(row.effect),
        only_partial=row.only_partial,
        equipment_types=tuple(row.equipment_types),
        origin_state=row.origin_state,
        origin_country=row.origin_country,
        destination_state=row.destination_state,
        destination_country=row.destination_country,
    )
