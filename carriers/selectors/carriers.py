"""Carriers listed and narrowed: all of them, or those that ran a lane, with what they did; trucks without a load."""

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from itertools import batched, count
from typing import Any

from django import forms
from django.db.models import QuerySet

from carriers.models import Carrier, CarrierLane, TruckCapacity, Vetting
from carriers.selectors.search import End, literal
from carriers.states import RulesAssessment, Standing, standing
from organizations.dashboard.table_columns import page_of
from organizations.dashboard.table_filters import Number, Parameter, Search, TableFilters, Town
from organizations.equipment import Equipment
from organizations.formats import zone_of
from organizations.models import Organization
from organizations.places.gazetteer import EARTH_RADIUS, find_place_of, read_place
from organizations.places.models import Place
from organizations.sql import fetch_planned, planned_cursor
from organizations.tenancy.scope import current_organization_id

BATCH = 1000
WORDS_SEARCHED = 6
SEEN = "-seen"
FEW = 500  # carriers that are faster looked up one by one
NUMBERED = {"MC", "DOT", "USDOT"}

UNVETTED = "none"
BLOCKED, PREFERRED = "blocked", "preferred"
STANDINGS = ((BLOCKED, "Do not use"), (PREFERRED, "Preferred"))
VETTINGS = (*RulesAssessment.choices, (UNVETTED, "Not checked"))
DEFAULT_RADIUS, MAX_RADIUS = 75, 500  # miles


class CarrierFilters(TableFilters):
    """A lane, and what else narrows the list: read by the statements below."""

    shown = ("q", "origin", "destination", "radius", "equipment")
    defaults = {"radius": DEFAULT_RADIUS}
    minor = ("radius",)

    origin = Parameter(forms.CharField, label="From", max_length=100, widget=Town("origin"))
    destination = Parameter(forms.CharField, label="To", max_length=100, widget=Town("destination"))
    radius = Parameter(
        forms.IntegerField,
        label="Within",
        min_value=0,
        max_value=MAX_RADIUS,
        widget=Number("mi", placeholder=DEFAULT_RADIUS),
    )
    equipment = Parameter(forms.ChoiceField, label="Equipment", choices=[("", "any"), *Equipment.choices])
    q = Parameter(
        forms.CharField,
        label="Search",
        max_length=200,
        widget=Search("name, MC or DOT", "Find a carrier by name, MC or DOT"),
    )
    vetting = Parameter(forms.ChoiceField, choices=VETTINGS)
    standing = Parameter(forms.ChoiceField, choices=STANDINGS)

    @cached_property
    def ends(self) -> dict[str, End]:
        """The ends of the lane, by name; one that the gazetteer doesn't know is compared as it is written."""
        found = {}
        for name in ("origin", "destination"):
            if text := self.given.get(name):
                place, read = find_place_of(text), read_place(text)
                words = ", ".join(part for part in (read.city, read.region) if part)
                found[name] = End(place=place, miles=self.values["radius"]) if place else End(text=words)
        return found

    @property
    def unknown(self) -> list[str]:
        """The ends that aren't known: nothing is near those."""
        return [name for name, end in self.ends.items() if end.place is None]


@dataclass(slots=True)
class Row:
    """A carrier as the list shows it; counts and rates are of the lanes searched, else of all its lanes."""

    pk: int
    name: str
    mc_number: str
    dot_number: int | None
    fleet_size: int | None
    equipment_types: list[str]
    rules_assessment: str
    connection_status: str
    is_blocked: bool
    block_reason: str
    is_preferred: bool
    is_capacity_carrier: bool
    bids: int
    bookings: int
    delivered: int
    average: Decimal | None
    per_mile: Decimal | None  # of an air mile; None where an end isn't known
    seen_at: datetime | None
    equipment_run: list[str]
    standing: Standing = field(init=False)

    def __str__(self) -> str:
        return self.name or (f"MC {self.mc_number}" if self.mc_number else f"DOT {self.dot_number}")

    @property
    def equipment(self) -> str:
        """What it says it has; where it doesn't say, what it ran with."""
        labels = dict(Equipment.choices)
        return ", ".join(labels.get(each, each) for each in self.equipment_types or self.equipment_run)


def carriers_on_page(filters: CarrierFilters, sort: str, *, number: int, size: int) -> tuple[int, list[Row]]:
    """How many carriers there are, and those of a page, or of the nearest one that exists; at most three queries."""
    return (_on_lane if filters.ends else _of_all)(filters, sort, number, size)


def carriers_in_batches(filters: CarrierFilters, sort: str) -> Iterator[list[Row]]:
    """All carriers in order, a thousand at a time: a query each, and one for the order of all."""
    return _of_lane_in_batches(filters, sort) if filters.ends else _of_all_in_batches(filters, sort)


def _of_lane_in_batches(filters: CarrierFilters, sort: str) -> Iterator[list[Row]]:
    """Those who ran a lane are few: each batch finds them anew, and skips the ones before."""
    narrowed, values = _conditions(filters)
    lane, more = lane_conditions(filters)
    statement = _ON_LANE.format(lane=lane, narrowed=narrowed, **_order(sort))
    values |= more | {"limit": BATCH}
    for offset in count(0, BATCH):
        found = fetch_planned(statement, values | {"offset": offset})
        rows = [Row(*columns) for _, *columns in found if columns[0] is not None]
        if rows:
            yield rows
        if len(rows) < BATCH:
            return


def _of_all_in_batches(filters: CarrierFilters, sort: str) -> Iterator[list[Row]]:
    """The order is found once, as keys of eight bytes each."""
    narrowed, values = _conditions(filters)
    seen = _SEEN_ALL if sort.removeprefix("-") == "seen" else _UNSEEN
    with planned_cursor() as cursor:
        cursor.execute(_KEYS.format(seen=seen, narrowed=narrowed, **_order(sort)), values)
        keys = array("q", (key for (key,) in cursor))
    for some in batched(keys, BATCH):
        given = {"organization": values["organization"], "keys": list(some)}
        yield [Row(*columns) for columns in fetch_planned(_OF_KEYS.format(), given)]


def _on_lane(filters: CarrierFilters, sort: str, number: int, size: int) -> tuple[int, list[Row]]:
    """One query; another one for a page that isn't there."""
    narrowed, values = _conditions(filters)
    lane, more = lane_conditions(filters)
    statement = _ON_LANE.format(lane=lane, narrowed=narrowed, **_order(sort))
    values |= more | {"limit": size}
    while True:
        [(total, *_), *_] = found = fetch_planned(statement, values | {"offset": size * (number - 1)})
        nearest = page_of(total, number, size).number
        if nearest == number or not total:
            return total, [Row(*columns) for _, *columns in found if columns[0] is not None]
        number = nearest


def _of_all(filters: CarrierFilters, sort: str, number: int, size: int) -> tuple[int, list[Row]]:
    """Two queries: how many there are, and the page; a third where those seen last are hard to find."""
    narrowed, values = _conditions(filters)
    [(total, everybody)] = fetch_planned(_COUNT.format(narrowed=narrowed), values)
    values |= {"limit": size, "offset": size * (page_of(total, number, size).number - 1)}
    rows: list[tuple[Any, ...]] = []
    for seen in _ways_to_see(sort, total):
        # Twice what is needed if carriers who match are spread evenly over the newest lanes, each on four of them.
        values["newest"] = 8 * (values["offset"] + size) * everybody // max(total, 1)
        rows = fetch_planned(_ALL.format(seen=seen, narrowed=narrowed, **_order(sort)), values)
        if len(rows) == min(size, total - values["offset"]):
            break
    return total, [Row(*columns) for columns in rows]


def _ways_to_see(sort: str, total: int) -> list[str]:
    """How to learn when carriers were seen last, the cheapest way first; the last one always finds the page."""
    if sort.removeprefix("-") != "seen":
        return [_UNSEEN]
    if total <= FEW:
        return [_SEEN_EACH]
    return [_SEEN_LAST, _SEEN_ALL] if sort == SEEN else [_SEEN_ALL]


def _order(sort: str) -> dict[str, str]:
    """What it is sorted by, and which way round: for the statements."""
    turn = "DESC" if sort.startswith("-") else "ASC"
    return {"key": SORTED[sort.removeprefix("-")], "turn": f"{turn} NULLS LAST"}


def lane_conditions(filters: CarrierFilters) -> tuple[str, dict[str, Any]]:
    """The lanes searched, as SQL of rows of CarrierLane (`lane`), and its values."""
    conditions: list[str] = []
    values: dict[str, Any] = {}
    for name, end in filters.ends.items():
        condition, more = end.condition(name)
        conditions.append(condition)
        values |= more
    if equipment := filters.given.get("equipment"):
        conditions.append("equipment = %(equipment)s::text")
        values["equipment"] = equipment
    return " AND ".join(conditions), values


def _conditions(filters: CarrierFilters) -> tuple[str, dict[str, Any]]:
    """What narrows the carriers (`who`), as SQL, and its values."""
    given = filters.given
    conditions = ["who.organization_id = %(organization)s"]
    values: dict[str, Any] = {"organization": current_organization_id()}
    for place, word in enumerate(_words(given.get("q", ""))):
        name = f"word{place}"
        conditions.append(_SAYS.format(word=name))
        values[name] = f"%{literal(word)}%"
        values[f"{name}_number"] = "".join(each for each in word if each in "0123456789")
    if vetting := given.get("vetting"):
        conditions.append("who.rules_assessment = %(vetting)s::text")
        values["vetting"] = "" if vetting == UNVETTED else vetting
    if standing := given.get("standing"):
        conditions.append({BLOCKED: "who.is_blocked", PREFERRED: "who.is_preferred"}[standing])
    if "equipment" in given and not filters.ends:
        conditions.append(_HAS)
        values["equipment"] = given["equipment"]
    return " AND ".join(conditions), values


def _words(text: str) -> list[str]:
    """What to look for: of "MC 790123" the number."""
    words = text.replace(",", " ").split()[:WORDS_SEARCHED]
    has_number = any(word.isdecimal() for word in words)
    return [word for word in words if not (has_number and word.upper().rstrip("#:") in NUMBERED)]


def judge(rows: Sequence[Row]) -> None:
    """Say how each stands, with the reasons of its latest vetting: one query."""
    last = Vetting.objects.filter(carrier_id__in=[row.pk for row in rows]).order_by(
        "carrier_id", "-vetted_at", "-pk"
    )
    reasons = dict(last.distinct("carrier_id").values_list("carrier_id", "reasons")) if rows else {}
    for row in rows:
        row.standing = standing(row, reasons.get(row.pk, ()))


SORTED = {
    "seen": "seen_at",
    "name": "nullif(name, '') COLLATE \"C\"",
    "units": "fleet_size",
    "bids": "bids",
    "booked": "bookings",
    "rate": "average",
}
# A word of a name, or the beginning of a number.
_SAYS = """(
    who.name ILIKE %({word})s::text OR who.dba_name ILIKE %({word})s::text OR who.legal_name ILIKE %({word})s::text
    OR (%({word}_number)s::text <> '' AND (
        who.mc_number LIKE %({word}_number)s::text || '%%' OR who.dot_number::text LIKE %({word}_number)s::text || '%%'
    ))
)"""
_LANES, _WHO, _PLACES = (model._meta.db_table for model in (CarrierLane, Carrier, Place))
_HAS = f"""(
    %(equipment)s::text = ANY(who.equipment_types) OR who.id IN (
        SELECT carrier FROM {_LANES} WHERE organization_id = %(organization)s AND equipment = %(equipment)s::text
    )
)"""  # noqa: S608
_COLUMNS = """
    who.id, who.name, who.mc_number, who.dot_number, who.fleet_size, who.equipment_types, who.rules_assessment,
    who.connection_status, who.is_blocked, who.block_reason, who.is_preferred, who.is_capacity_carrier
"""
AVERAGE = "round(sum(amount_sum) / nullif(sum(amount_count), 0))"  # whole dollars
_KINDS = "coalesce(array_agg(DISTINCT equipment) FILTER (WHERE equipment <> ''), '{{}}')"
# Straight-line miles between an end and the other.
MILES = f"""(
    2 * {EARTH_RADIUS} * asin(sqrt(least(1, sin(radians(b.latitude - a.latitude) / 2) ^ 2
    + cos(radians(a.latitude)) * cos(radians(b.latitude)) * sin(radians(b.longitude - a.longitude) / 2) ^ 2)))
)::numeric"""
# Miles and kinds of trailer are those of the page's carriers alone.
_ON_LANE = f"""
WITH run AS (
    SELECT carrier, sum(bids) AS bids, sum(bookings) AS bookings, sum(delivered) AS delivered, {AVERAGE} AS average,
        max(last_at) AS seen_at
    FROM {_LANES} WHERE organization_id = %(organization)s AND {{lane}}
    GROUP BY carrier HAVING sum(bids) > 0 OR sum(bookings) > 0
),
found AS MATERIALIZED (
    SELECT run.*, who.id, who.name, who.fleet_size FROM run JOIN {_WHO} AS who ON who.id = run.carrier
    WHERE {{narrowed}}
),
page AS (
    SELECT *, {{key}} AS key FROM found ORDER BY key {{turn}}, name COLLATE "C", id LIMIT %(limit)s OFFSET %(offset)s
)
SELECT total.count, {_COLUMNS}, bids, bookings, delivered, average, per_mile, seen_at, kinds
FROM (SELECT count(*) FROM found) AS total
LEFT JOIN (page JOIN {_WHO} AS who USING (id)) ON true
LEFT JOIN LATERAL (
    SELECT {_KINDS} AS kinds,
        round(sum(amount_sum) FILTER (WHERE miles >= 1) / nullif(sum(amount_count * miles), 0), 2) AS per_mile
    FROM (
        SELECT equipment, amount_sum, amount_count, CASE WHEN {MILES} >= 1 THEN {MILES} END AS miles
        FROM {_LANES} LEFT JOIN {_PLACES} AS a ON a.id = origin_place_id
        LEFT JOIN {_PLACES} AS b ON b.id = destination_place_id
        WHERE organization_id = %(organization)s AND carrier = page.carrier AND {{lane}}
    ) AS lane
) AS more ON true
ORDER BY page.key {{turn}}, page.name COLLATE "C", page.id
"""  # noqa: S608
_COUNT = f"""
SELECT count(*) FILTER (WHERE {{narrowed}}), count(*) FROM {_WHO} AS who WHERE organization_id = %(organization)s
"""  # noqa: S608
# Who was seen last, by one of four: not at all, since it isn't asked; each carrier by itself; the newest lanes alone,
# where a carrier that isn't among them isn't on the page; all lanes.
_UNSEEN = "CROSS JOIN (SELECT NULL::timestamptz AS seen_at) AS run"
_SEEN_EACH = f"""
LEFT JOIN LATERAL (
    SELECT max(last_at) AS seen_at FROM {_LANES} WHERE organization_id = %(organization)s AND carrier = who.id
) AS run ON true
"""  # noqa: S608
_SEEN_LAST = f"""
JOIN (
    SELECT carrier, max(last_at) AS seen_at FROM (
        SELECT carrier, last_at FROM {_LANES} WHERE organization_id = %(organization)s AND last_at IS NOT NULL
        ORDER BY last_at DESC FETCH FIRST %(newest)s ROWS WITH TIES
    ) AS newest GROUP BY carrier
) AS run ON run.carrier = who.id
"""  # noqa: S608
_SEEN_ALL = f"""
LEFT JOIN (
    SELECT carrier, max(last_at) AS seen_at FROM {_LANES} WHERE organization_id = %(organization)s GROUP BY carrier
) AS run ON run.carrier = who.id
"""  # noqa: S608
_FACTS = f"""
SELECT {_COLUMNS}, coalesce(bids, 0), coalesce(bookings, 0), coalesce(delivered, 0), average, NULL, seen_at, kinds
FROM page JOIN {_WHO} AS who USING (id)
LEFT JOIN LATERAL (
    SELECT sum(bids) AS bids, sum(bookings) AS bookings, sum(delivered) AS delivered, {AVERAGE} AS average,
        max(last_at) AS seen_at, {_KINDS} AS kinds
    FROM {_LANES} WHERE organization_id = %(organization)s AND carrier = page.id
) AS run ON true
WHERE who.organization_id = %(organization)s
"""  # noqa: S608
_ALL = f"""
WITH page AS (
    SELECT who.id, who.name, {{key}} AS key FROM {_WHO} AS who {{seen}} WHERE {{narrowed}}
    ORDER BY key {{turn}}, name COLLATE "C", id LIMIT %(limit)s OFFSET %(offset)s
)
{_FACTS}
ORDER BY page.key {{turn}}, page.name COLLATE "C", page.id
"""  # noqa: S608
_KEYS = f"""
SELECT id FROM (SELECT who.id, who.name, {{key}} AS key FROM {_WHO} AS who {{seen}} WHERE {{narrowed}}) AS found
ORDER BY key {{turn}}, name COLLATE "C", id
"""  # noqa: S608
_OF_KEYS = f"""
WITH page AS (SELECT id, place FROM unnest(%(keys)s::bigint[]) WITH ORDINALITY AS given (id, place))
{_FACTS}
ORDER BY page.place
"""  # noqa: S608


MAX_TRUCKS = 20


def available_trucks(organization: Organization, *, at: datetime) -> QuerySet[TruckCapacity]:
    """Trucks that carriers told of and that had no load then, the newest first; those whose day isn't past there."""
    today = at.astimezone(zone_of(organization.timezone)).date()
    trucks = TruckCapacity.objects.available(today).select_related("carrier")
    return trucks.order_by("-noted_at", "-pk")[:MAX_TRUCKS]
