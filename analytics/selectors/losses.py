"""Loads that the agent didn't book, each with its one reason: of a period, by lane, customer and week.

Counted and listed in SQL from what is kept of each load; those that bear a mark are judged at once and take its place.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from decimal import Decimal
from typing import Any
from zoneinfo import ZoneInfo

import orjson
from django.urls import reverse

from analytics import results
from analytics.losses import End, Lost, Reason
from organizations.sql import fetch
from organizations.tenancy.scope import current_organization_id

MAX_DAYS = 92
PAGE_SIZE = 50
FEW_GROUPS = 12  # shown at first
GROUPS = {"lane": "Lane", "customer": "Customer", "week": "Week of pickup"}


@dataclass(frozen=True, slots=True)
class LostLoad:
    """A load that the agent didn't book, how it ended, and why."""

    pk: int
    number: str  # the TMS's id
    lane: str  # origin to destination
    customer: str
    pickup_at: datetime
    end: End
    ended_at: datetime
    lost: Lost
    is_call: bool  # whether the talk that proves it was a call


@dataclass(frozen=True, slots=True)
class Cell:
    """How many loads of a group were lost for a reason, and the sum of the gaps of those that have one."""

    count: int
    gap: Decimal
    gaps: int


@dataclass(frozen=True)
class Ledger:
    """All loads of a period: those that the agent booked, counted, and those that it didn't, by group and reason."""

    booked: int
    untouched: int  # booked by the team without a talk of the agent's
    cells: Mapping[tuple[str, Reason], Cell]
    asked: Mapping[str, Any]  # what the rows are of

    @property
    def lost(self) -> int:
        """How many the agent didn't book, though it had to do with them or nobody else had."""
        return sum(cell.count for cell in self.cells.values())

    @property
    def loads(self) -> int:
        """How many loads had their pickup in the period and are settled one way or the other."""
        return self.booked + self.untouched + self.lost

    def rows(self, *, reason: str = "", group: str = "") -> "LostRows":
        """The lost loads of a reason and of a group, by pickup; empty means all."""
        return LostRows(self, reason, group)


@dataclass(frozen=True)
class LostRows:
    """Lost loads, counted by the ledger and read a page at a time, as a paginator wants them."""

    ledger: Ledger
    reason: str
    group: str

    def count(self) -> int:
        """How many there are."""
        return sum(
            cell.count
            for (group, reason), cell in self.ledger.cells.items()
            if self.reason in ("", reason) and self.group in ("", group)
        )

    def __getitem__(self, part: slice) -> list[LostLoad]:
        start = part.start or 0
        limit = None if part.stop is None else part.stop - start
        more = {"reason": self.reason, "only": self.group, "limit": limit, "offset": start}
        return [
            LostLoad(
                pk, number, lane, customer, at, End(end), ended_at, Lost(Reason(reason), gap, talk), is_call
            )
            for pk, number, lane, customer, at, end, ended_at, reason, gap, talk, is_call in fetch(
                _ROWS, {**self.ledger.asked, **more}
            )
        ]


def lost_loads(
    start: datetime, end: datetime, *, now: datetime, group: str = "lane", zone: ZoneInfo
) -> Ledger:
    """Tell the loads whose pickup lies from `start` to before `end` and is past, or that somebody has covered.

    Loads still open with their pickup ahead aren't lost yet; those to whose status the TMS gives a word of its own
    (canceled, say) aren't counted. `group` is one of `GROUPS`, `zone` that of the weeks. Runs in the organization's
    scope; in two queries where nothing has changed since the last roll-up.
    """
    pending = results.pending()
    mondays = _mondays(start, end, zone)
    asked = {
        "organization": current_organization_id(),
        "start": start,
        "end": end,
        "now": now,
        "group": group,
        "mondays": [datetime.combine(day, time(), zone) for day in mondays],
        "weeks": [day.isoformat() for day in mondays],
        "pending": pending,
        "judged": orjson.dumps(
            [_as_sql(each) for each in results.judged(pending)] if pending else []
        ).decode(),
    }
    counts: Counter[str] = Counter()
    cells = {}
    for how, value, reason, count, gap, gaps in fetch(_CELLS, asked):
        if reason:
            cells[value, Reason(reason)] = Cell(count, gap or Decimal(0), gaps)
        else:
            counts[how] += count
    return Ledger(counts[End.BOOKED], counts[End.UNTOUCHED], cells, asked)


def _as_sql(result: results.LoadResult) -> dict[str, Any]:
    """A result as the SQL reads it."""
    names = ("load", "end", "ended_at", "reason", "talk", "is_call")
    gap = None if result.gap is None else str(result.gap)
    return {name: getattr(result, name) for name in names} | {"gap": gap}


def _mondays(start: datetime, end: datetime, zone: ZoneInfo) -> list[date]:
    """The local Mondays of the weeks that lie between."""
    first = start.astimezone(zone).date()
    first -= timedelta(days=first.weekday())
    weeks = (end.astimezone(zone).date() - first).days // 7 + 1
    return [first + timedelta(weeks=week) for week in range(weeks)]


def _place(of: str) -> str:
    named = f"concat_ws(', ', nullif(load.{of}_city, ''), nullif(load.{of}_state, ''))"
    return f"coalesce(nullif({named}, ''), 'Unknown')"


_LANE = f"{_place('origin')} || ' to ' || {_place('destination')}"
_GROUP = f"""CASE %(group)s
    WHEN 'customer' THEN coalesce(nullif(load.customer_name, ''), 'No customer')
    WHEN 'week' THEN (%(weeks)s::text[])[width_bucket(load.pickup_at, %(mondays)s::timestamptz[])]
    ELSE {_LANE} END"""
# The settled loads of the period, each with its result.
_SETTLED = """
SELECT {columns} FROM loads_load AS load
JOIN (
    SELECT load, "end", ended_at, reason, gap, talk, is_call FROM analytics_loadresult
    WHERE organization_id = %(organization)s AND load <> ALL(%(pending)s::bigint[])
    UNION ALL
    SELECT load, "end", ended_at, reason, gap, talk, is_call FROM jsonb_to_recordset(%(judged)s::jsonb) AS judged (
        load bigint, "end" text, ended_at timestamptz, reason text, gap numeric(11, 2), talk bigint, is_call boolean
    )
) AS result ON result.load = load.id
WHERE load.organization_id = %(organization)s AND load.pickup_at >= %(start)s AND load.pickup_at < %(end)s
    AND (result."end" <> 'never' OR load.pickup_at < %(now)s)
"""
_COUNTED = f"""
CASE reason WHEN '' THEN result."end" END, {_GROUP} AS value, reason, count(*), sum(gap), count(gap)
"""
_CELLS = f"""
{_SETTLED.format(columns=_COUNTED)}
GROUP BY 1, 2, 3
"""
_ROWS = f"""
{
    _SETTLED.format(
        columns=f'load.id, load.external_id, {_LANE}, load.customer_name, load.pickup_at, result."end", '
        "result.ended_at, result.reason, result.gap, result.talk, result.is_call"
    )
}
    AND result.reason <> '' AND %(reason)s IN ('', result.reason) AND (%(only)s = '' OR %(only)s = {_GROUP})
ORDER BY load.pickup_at, load.id LIMIT %(limit)s OFFSET %(offset)s
"""


# What the page shows of it.


@dataclass(frozen=True)
class ReasonRow:
    """A reason with its share of the lost loads; `gap` is the mean, in dollars, where the rate was too high."""

    reason: Reason
    count: int
    share: int  # percent
    gap: int | None
    help: str
    help_url: str
    help_label: str


@dataclass(frozen=True)
class GroupRow:
    """A lane, customer or week: its lost loads by reason, in the order of `Reason`."""

    name: str
    value: str
    count: int
    by_reason: list[tuple[Reason, int]]


# What would have changed it, in words, and where.
HELP: dict[Reason, tuple[str, str, str]] = {
    Reason.DECISION: (
        "The carrier agreed, came in at or under max buy, or asked for a person. Your team took it from there.",
        "bids:list",
        "Offers",
    ),
    Reason.RATE: ("Carriers asked for more than max buy.", "bids:negotiation_rules", "Negotiation"),
    Reason.AGENT: ("The call failed, or ended before anything was settled.", "calls:list", "Calls"),
    Reason.TIMING: ("Carriers turned it down before a rate came up.", "carriers:list", "Carriers"),
    Reason.EQUIPMENT: ("Carriers didn’t have the right trailer.", "carriers:list", "Carriers"),
    Reason.VETTING: (
        "Carriers that wanted it didn’t pass your vetting rules.",
        "carriers:vetting_rules",
        "Vetting rules",
    ),
    Reason.COVERED_FIRST: ("It was covered before a carrier could take it.", "loads:list", "Loads"),
    Reason.NOT_REACHED: (
        "No one picked up, or it went to voicemail.",
        "calls:calling_rules",
        "Calling rules",
    ),
    Reason.NO_CARRIERS: ("The agent didn’t call anyone about it.", "carriers:list", "Carriers"),
}


def reason_rows(ledger: Ledger) -> list[ReasonRow]:
    """Every reason, the most loads first, also those that lost nothing; counts add up to the loads."""
    lost = ledger.lost
    rows = []
    for reason in Reason:
        words, url_name, label = HELP[reason]
        cells = [cell for (_, of), cell in ledger.cells.items() if of == reason]
        count, gaps = sum(cell.count for cell in cells), sum(cell.gaps for cell in cells)
        gap = round(sum((cell.gap for cell in cells), Decimal(0)) / gaps) if gaps else None
        share = round(100 * count / lost) if lost else 0
        rows.append(ReasonRow(reason, count, share, gap, words, reverse(url_name), label))
    return sorted(rows, key=lambda row: -row.count)


def group_rows(ledger: Ledger) -> list[GroupRow]:
    """The lost loads by what they were asked for by, with the reasons that occur at all; most first, weeks in order."""
    by_week = ledger.asked["group"] == "week"
    groups: dict[str, Counter[Reason]] = defaultdict(Counter)
    for (value, reason), cell in ledger.cells.items():
        groups[value][reason] = cell.count
    occurring = {reason for _, reason in ledger.cells}
    reasons = [reason for reason in Reason if reason in occurring]
    rows = [
        GroupRow(
            f"{date.fromisoformat(value):%b} {date.fromisoformat(value).day}" if by_week else value,
            value,
            counts.total(),
            [(reason, counts[reason]) for reason in reasons],
        )
        for value, counts in groups.items()
    ]
    return sorted(rows, key=lambda row: row.value if by_week else (-row.count, row.name))
