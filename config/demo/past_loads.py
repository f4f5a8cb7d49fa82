"""The loads and carriers of a made-up past, day by day. Pure."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import accumulate
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import orjson

from config.demo.past_carriers import Place, Trucker, homes, lanes, pick, truckers
from config.demo.past_talk import Freight, new_freight

MAX_LANES = 160
NUMBERS_A_SEED = 25_000  # MC numbers of six and seven digits, as real ones are
MAX_TRIES = 12
TMS_TELLS, TMS_CLOSES = 15, 19  # hours: loads of the next day, and what became of the day's
LAST_TALKS = 25  # by which the number of bids asked for is reached

type Line = dict[str, Any]
type Draw = tuple[tuple[str, int], ...]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What to make up; the same plan gives the same lines.

    `carriers` are made up, besides those `known`. `bids` is how many conversations end in one, where that isn't left to
    chance (about a quarter of them); more than a third may find no free loads. `is_open`: loads still to be picked up
    stay open; otherwise every load ends up covered. `until`: what the last day's TMS has told by then; else all day.
    """

    seed: int
    timezone: str
    last: date
    days: int
    calls: int
    emails: int
    loads: int
    carriers: int
    bids: int | None = None
    known: tuple[Trucker, ...] = ()
    is_open: bool = True
    until: datetime | None = None


class Board:
    """Carriers, lanes, and the loads that are posted or rolling: a few days' worth."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rng = Random(f"loadline {plan.seed}")  # noqa: S311 (plays, keeps no secret)
        made = truckers(self.rng, plan.carriers, plan.seed % 80 * NUMBERS_A_SEED)
        self.carrier_lines = [line for _, line in made]
        self.truckers = [*plan.known, *(trucker for trucker, _ in made)]
        self.lanes = lanes(self.rng, max(4, min(MAX_LANES, plan.loads // 3)))
        self.runners = homes(self.rng, self.lanes, self.truckers)
        self.lane_weights = _cumulated(
            [lane.origin.freight * lane.destination.freight for lane in self.lanes]
        )
        self.lane_index = {id(lane): index for index, lane in enumerate(self.lanes)}
        self.load_number = (plan.seed % 80 + 10) * 10_000_000
        self.posted: list[Freight] = []  # to be picked up yet
        self.rolling: list[Freight] = []  # picked up, not delivered
        self.delivered: list[Freight] = []  # the last few
        self.talks = self.bids = 0  # so far

    def carriers(self) -> Iterator[Line]:
        """Yield the carriers' lines, once."""
        yield from self.carrier_lines
        self.carrier_lines = []

    def post(self, day: date, count: int) -> Iterator[Line]:
        """Yield the day's new loads."""
        for _ in range(count):
            self.load_number += 1
            freight = new_freight(self.rng, str(self.load_number), self.lanes, self.lane_weights, day)
            self.posted.append(freight)
            told_at = self._local(day - timedelta(days=1), TMS_TELLS) + timedelta(
                minutes=self.load_number % 120
            )
            yield {"type": "load", "event": freight.event(), "receivedAt": told_at}

    def close(self, day: date) -> Iterator[Line]:
        """What the TMS tells in the evening: covered, on the way, delivered."""
        is_last = day == self.plan.last
        posted, self.posted = self.posted, []
        for freight in posted:
            is_gone = freight.pickup.date() <= day + timedelta(days=1)
            status, told_at = freight.status, self._local(day, TMS_CLOSES)
            if self._is_past(freight.pickup, freight.lane.origin, day):
                status, told_at = "IN_TRANSIT", freight.lane.origin.instant(freight.pickup)
                self.rolling.append(freight)
            else:
                self.posted.append(freight)
                if freight.is_booked or (is_gone and not is_last) or (is_last and not self.plan.is_open):
                    freight.is_booked, status = True, "COVERED"
            yield from self._moved(freight, status, told_at)
        rolling, self.rolling = self.rolling, []
        for freight in rolling:
            if self._is_past(freight.dropoff, freight.lane.destination, day):
                told_at = freight.lane.destination.instant(freight.dropoff)
                yield from self._moved(freight, "DELIVERED", told_at)
                self.delivered = [freight, *self.delivered[:4]]
            else:
                self.rolling.append(freight)

    def _moved(self, freight: Freight, status: str, told_at: datetime) -> Iterator[Line]:
        if status != freight.status:
            freight.status = status
            told_at = min(told_at, self.plan.until or told_at)
            yield {"type": "load", "event": {"id": freight.id, "status": status}, "receivedAt": told_at}

    def _is_past(self, moment: datetime, place: Place, day: date) -> bool:
        """Whether a moment on the clock of a place is over by the day's end, and by the plan's."""
        until = self.plan.until
        return moment.date() <= day and (until is None or place.instant(moment) <= until)

    def _local(self, day: date, hour: int) -> datetime:
        return datetime.combine(day, time(hour), ZoneInfo(self.plan.timezone)).astimezone(UTC)

    def load(self, day: date) -> Freight:
        """Return a load that somebody may ask for: the board shows few that are gone."""
        if not (self.posted or self.rolling or self.delivered):
            # Where the plan has no loads: one that the TMS tells of only when it moves.
            self.load_number += 1
            number = str(self.load_number)
            self.posted.append(new_freight(self.rng, number, self.lanes, self.lane_weights, day))
        loads = self.posted or self.rolling or self.delivered
        first = pick(self.rng, loads)
        return pick(self.rng, loads) if first.is_booked else first

    def meet(self, day: date) -> tuple[Freight, Trucker]:
        """Return a load that somebody asks for, and who asks; while bids are missing, two that may come to one."""
        freight = self.load(day)
        trucker = self.runner(freight)
        if self.is_short:
            for _ in range(MAX_TRIES):
                if trucker.may_haul and not freight.is_booked:
                    break
                freight = self.load(day)
                trucker = self.runner(freight)
        return freight, trucker

    @property
    def is_short(self) -> bool:
        """Whether there are fewer bids than the plan wants by now."""
        return self._missing > 0

    def may_deal(self, freight: Freight, trucker: Trucker) -> bool:
        """Whether a rate may be talked about."""
        return trucker.may_haul and not freight.is_booked and (self.plan.bids is None or self.is_short)

    @property
    def _missing(self) -> float:
        plan = self.plan
        if plan.bids is None:
            return 0
        wanted = plan.bids * (self.talks + LAST_TALKS) / (plan.calls + plan.emails)
        return min(wanted, plan.bids) - self.bids

    def runner(self, freight: Freight) -> Trucker:
        """Return one of those who run the lane."""
        return self.truckers[pick(self.rng, self.runners[self.lane_index[id(freight.lane)]])]


def draw(rng: Random, table: Draw) -> str:
    """Return one of the words, each as often as its part of a hundred says."""
    left = rng.random() * 100
    for name, part in table:
        left -= part
        if left < 0:
            return name
    return table[-1][0]


def _cumulated(weights: list[int]) -> list[float]:
    total, found = 0.0, []
    for weight in weights:
        total += weight
        found.append(total)
    return found


# How a brokerage's day and week breathe. Pure.


WEEKDAYS = (1.0, 1.07, 1.03, 0.98, 0.86, 0.11, 0.06)  # Monday first
# On the brokerage's clock, midnight first: two peaks, lunch between them, a few calls at night.
HOURS = (1, 1, 1, 1, 2, 6, 22, 52, 88, 104, 100, 90, 68, 78, 92, 84, 62, 38, 18, 9, 5, 3, 2, 1)


def shares(rng: Random, first: date, days: int, total: int) -> list[int]:
    """Return how many of `total` fall on each day; they sum up to it exactly."""
    weights = [
        WEEKDAYS[(first + timedelta(days=day)).weekday()] * rng.uniform(0.85, 1.15) for day in range(days)
    ]
    whole = sum(weights)
    borders = [round(total * until / whole) for until in accumulate(weights)]
    return [border - before for before, border in zip([0, *borders], borders, strict=False)]


def moments(rng: Random, day: date, zone: ZoneInfo, count: int) -> list[datetime]:
    """Return that many moments of the local day in UTC, in order; an hour that a DST change skips is empty."""
    starts = _starts(day, zone)
    hours = rng.choices(starts, [HOURS[hour] for hour, _ in starts], k=count) if count else []
    return sorted(start + timedelta(seconds=int(rng.random() * 3_600)) for _, start in hours)


def _starts(day: date, zone: ZoneInfo) -> Sequence[tuple[int, datetime]]:
    """The local hours that there are on that day, with the instant at which each begins."""
    found = []
    for hour in range(24):
        start = datetime.combine(day, time(hour), zone).astimezone(UTC)
        if start.astimezone(zone).hour == hour:
            found.append((hour, start))
    return found


# Lines as bytes.


def encoded(lines: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    """Yield each as JSON with its end of line; moments become ISO 8601 in UTC."""
    option = orjson.OPT_UTC_Z | orjson.OPT_APPEND_NEWLINE
    for line in lines:
        yield orjson.dumps(line, option=option)
