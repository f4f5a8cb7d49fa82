"""Reads for the carrier list: all carriers, or those that ran a lane."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.core.paginator import Page, Paginator

from carriers.board import Standing, standing
from carriers.forms import BLOCKED, PREFERRED, UNVETTED, Filters
from carriers.models import Carrier, CarrierLane, Vetting
from organizations.equipment import Equipment
from organizations.gazetteer import Place
from organizations.gazetteer.distances import EARTH_RADIUS
from organizations.planned import fetch_planned
from organizations.scope import current_organization_id

PAGE_SIZE = 50
WORDS_SEARCHED = 6
MOST_PAGES = 1_000_000
NUMBERED = {"MC", "DOT", "USDOT"}


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


@dataclass(frozen=True)
class CarrierList:
    """One page of the list."""

    page: Page
    rows: list[Row]


class _Counted(Paginator):
    """Counted by the statement that reads the page."""

    count: int = 0


def carrier_list(filters: Filters, page_number: str | None) -> CarrierList:
    """Return the list's page in two queries, whatever the number of carriers; the nearest page that exists.

    A page beyond the last one costs a third.
    """
    wanted = _number(page_number)
    total, rows = _fetch(filters, wanted)
    pages = _Counted([], PAGE_SIZE)
    pages.count = total
    page = pages.get_page(wanted)
    if page.number != wanted and total:
        total, rows = _fetch(filters, page.number)
    page.object_list = rows
    _judge(rows)
    return CarrierList(page=page, rows=rows)


def _number(text: str | None) -> int:
    is_number = text is not None and text.isascii() and text.isdecimal() and len(text) < 10
    return min(max(int(text or 1), 1), MOST_PAGES) if is_number else 1


def _fetch(filters: Filters, number: int) -> tuple[int, list[Row]]:
    narrowed, values = _conditions(filters)
    values |= {
        "organization": current_organization_id(),
        "limit": PAGE_SIZE,
        "offset": PAGE_SIZE * (number - 1),
    }
    sort, is_descending = filters.sort.removeprefix("-"), filters.sort.startswith("-")
    order = f"{SORTED[sort]} {'DESC' if is_descending else 'ASC'} NULLS LAST"
    if filters.has_lane:
        lane, more = lane_conditions(filters)
        statement = _ON_LANE.format(lane=lane, narrowed=narrowed, order=order)
        values |= more
    else:
        statement = _ALL.format(seen=_SEEN if sort == "seen" else _UNSEEN, narrowed=narrowed, order=order)
    [(total, *_), *_] = found = fetch_planned(statement, values)
    return total, [Row(*columns) for _, *columns in found if columns[0] is not None]


def lane_conditions(filters: Filters) -> tuple[str, dict[str, Any]]:
    """The lanes searched, as SQL of rows of CarrierLane (`lane`), and its values."""
    conditions: list[str] = []
    values: dict[str, Any] = {}
    for name, end in (("origin", filters.origin), ("destination", filters.destination)):
        if end is not None:
            condition, more = end.condition(name)
            conditions.append(condition)
            values |= more
    if filters.equipment:
        conditions.append("equipment = %(equipment)s::text")
        values["equipment"] = filters.equipment
    return " AND ".join(conditions), values


def _conditions(filters: Filters) -> tuple[str, dict[str, Any]]:
    """What narrows the carriers (`who`), as SQL, and its values."""
    conditions = ["who.organization_id = %(organization)s"]
    values: dict[str, Any] = {}
    for place, word in enumerate(_words(filters.words)):
        name = f"word{place}"
        conditions.append(_SAYS.format(word=name))
        values[name] = f"%{_literal(word)}%"
        values[f"{name}_number"] = "".join(each for each in word if each in "0123456789")
    if filters.vetting:
        conditions.append("who.rules_assessment = %(vetting)s::text")
        values["vetting"] = "" if filters.vetting == UNVETTED else filters.vetting
    if filters.standing:
        conditions.append({BLOCKED: "who.is_blocked", PREFERRED: "who.is_preferred"}[filters.standing])
    if filters.equipment and not filters.has_lane:
        conditions.append(_HAS)
        values["equipment"] = filters.equipment
    return " AND ".join(conditions), values


def _words(text: str) -> list[str]:
    """What to look for: of "MC 790123" the number."""
    words = text.replace(",", " ").split()[:WORDS_SEARCHED]
    has_number = any(word.isdecimal() for word in words)
    return [word for word in words if not (has_number and word.upper().rstrip("#:") in NUMBERED)]


def _literal(word: str) -> str:
    """For LIKE."""
    return word.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")


def _judge(rows: Sequence[Row]) -> None:
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
    {of}.id, {of}.name, {of}.mc_number, {of}.dot_number, {of}.fleet_size, {of}.equipment_types, {of}.rules_assessment,
    {of}.connection_status, {of}.is_blocked, {of}.block_reason, {of}.is_preferred, {of}.is_capacity_carrier
"""
_FOUND = _COLUMNS.format(of="page")
_DONE = """
    sum(bids) AS bids, sum(bookings) AS bookings, sum(delivered) AS delivered,
    round(sum(amount_sum) / nullif(sum(amount_count), 0), 2) AS average, max(last_at) AS seen_at,
    coalesce(array_agg(DISTINCT equipment) FILTER (WHERE equipment <> ''), '{{}}') AS equipment_run
"""
# Miles as the crow flies between an end and the other.
_MILES = f"""(
    2 * {EARTH_RADIUS} * asin(sqrt(least(1, sin(radians(b.latitude - a.latitude) / 2) ^ 2
    + cos(radians(a.latitude)) * cos(radians(b.latitude)) * sin(radians(b.longitude - a.longitude) / 2) ^ 2)))
)::numeric"""
_ON_LANE = f"""
WITH run AS MATERIALIZED (
    SELECT carrier, {_DONE},
        round(sum(amount_sum) FILTER (WHERE {_MILES} >= 1)
            / nullif(sum(amount_count * {_MILES}) FILTER (WHERE {_MILES} >= 1), 0), 2) AS per_mile
    FROM {_LANES} AS lane
    LEFT JOIN {_PLACES} AS a ON a.id = origin_place_id
    LEFT JOIN {_PLACES} AS b ON b.id = destination_place_id
    WHERE organization_id = %(organization)s AND {{lane}}
    GROUP BY carrier HAVING sum(bids) > 0 OR sum(bookings) > 0
),
found AS (
    SELECT {_COLUMNS.format(of="who")}, bids, bookings, delivered, average, per_mile, seen_at, equipment_run
    FROM run JOIN {_WHO} AS who ON who.id = run.carrier WHERE {{narrowed}}
),
page AS (SELECT * FROM found ORDER BY {{order}}, name COLLATE "C", id LIMIT %(limit)s OFFSET %(offset)s)
SELECT total.count, {_FOUND}, bids, bookings, delivered, average, per_mile, seen_at, equipment_run
FROM (SELECT count(*) FROM found) AS total LEFT JOIN page ON true
ORDER BY {{order}}, name COLLATE "C", id
"""  # noqa: S608
_SEEN = f"""
LEFT JOIN (
    SELECT carrier, max(last_at) AS seen_at FROM {_LANES} WHERE organization_id = %(organization)s GROUP BY carrier
) AS run ON run.carrier = who.id
"""  # noqa: S608
_UNSEEN = "CROSS JOIN (SELECT NULL::timestamptz AS seen_at) AS run"
_ALL = f"""
WITH page AS (
    SELECT {_COLUMNS.format(of="who")}, run.seen_at AS order_seen
    FROM {_WHO} AS who {{seen}} WHERE {{narrowed}}
    ORDER BY {{order}}, name COLLATE "C", id LIMIT %(limit)s OFFSET %(offset)s
)
SELECT total.count, {_FOUND}, coalesce(bids, 0), coalesce(bookings, 0), coalesce(delivered, 0), average, NULL, seen_at,
    coalesce(equipment_run, '{{{{}}}}')
FROM (SELECT count(*) FROM {_WHO} AS who WHERE {{narrowed}}) AS total
LEFT JOIN page ON true
LEFT JOIN LATERAL (
    SELECT {_DONE} FROM {_LANES} WHERE organization_id = %(organization)s AND carrier = page.id
) AS run ON true
ORDER BY {{order}}, name COLLATE "C", id
"""  # noqa: S608
