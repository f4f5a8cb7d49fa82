"""The loads and carriers of a made-up past, day by day. Pure."""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from itertools import accumulate
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

import orjson

from config.demo.past import Freight, new_freight
from config.demo.past_carriers import Trucker, homes, pick, truckers

# City | state | zip | time zone | latitude | longitude | how much freight
TABLE = """
Atlanta | GA | 30336 | America/New_York | 33.7 | -84.4 | 9
Birmingham | AL | 35211 | America/Chicago | 33.5 | -86.8 | 3
Boise | ID | 83705 | America/Boise | 43.6 | -116.2 | 2
Charlotte | NC | 28214 | America/New_York | 35.2 | -80.9 | 5
Chicago | IL | 60632 | America/Chicago | 41.8 | -87.7 | 10
Cincinnati | OH | 45241 | America/New_York | 39.1 | -84.5 | 4
Columbus | OH | 43228 | America/New_York | 40.0 | -83.0 | 5
Dallas | TX | 75212 | America/Chicago | 32.8 | -96.8 | 10
Denver | CO | 80216 | America/Denver | 39.8 | -104.9 | 4
Detroit | MI | 48209 | America/Detroit | 42.3 | -83.1 | 4
El Paso | TX | 79936 | America/Denver | 31.8 | -106.4 | 3
Elizabeth | NJ | 07201 | America/New_York | 40.7 | -74.2 | 6
Fresno | CA | 93725 | America/Los_Angeles | 36.7 | -119.8 | 5
Green Bay | WI | 54302 | America/Chicago | 44.5 | -88.0 | 2
Harrisburg | PA | 17111 | America/New_York | 40.3 | -76.9 | 5
Houston | TX | 77029 | America/Chicago | 29.8 | -95.3 | 8
Indianapolis | IN | 46241 | America/Indiana/Indianapolis | 39.8 | -86.2 | 6
Jacksonville | FL | 32219 | America/New_York | 30.3 | -81.7 | 4
Joliet | IL | 60436 | America/Chicago | 41.5 | -88.1 | 6
Kansas City | MO | 64120 | America/Chicago | 39.1 | -94.6 | 5
Laredo | TX | 78045 | America/Chicago | 27.5 | -99.5 | 7
Los Angeles | CA | 90058 | America/Los_Angeles | 34.0 | -118.2 | 10
Louisville | KY | 40213 | America/Kentucky/Louisville | 38.2 | -85.7 | 4
Memphis | TN | 38118 | America/Chicago | 35.1 | -90.0 | 7
Miami | FL | 33178 | America/New_York | 25.8 | -80.3 | 4
Minneapolis | MN | 55432 | America/Chicago | 45.0 | -93.3 | 4
Nashville | TN | 37210 | America/Chicago | 36.2 | -86.8 | 5
Oklahoma City | OK | 73128 | America/Chicago | 35.5 | -97.5 | 3
Omaha | NE | 68107 | America/Chicago | 41.3 | -95.9 | 3
Ontario | CA | 91761 | America/Los_Angeles | 34.1 | -117.6 | 8
Phoenix | AZ | 85043 | America/Phoenix | 33.4 | -112.1 | 5
Pittsburgh | PA | 15205 | America/New_York | 40.4 | -80.0 | 3
Portland | OR | 97218 | America/Los_Angeles | 45.5 | -122.7 | 4
Reno | NV | 89506 | America/Los_Angeles | 39.5 | -119.8 | 3
Salt Lake City | UT | 84104 | America/Denver | 40.8 | -111.9 | 4
Savannah | GA | 31408 | America/New_York | 32.1 | -81.1 | 5
Seattle | WA | 98108 | America/Los_Angeles | 47.6 | -122.3 | 5
St. Louis | MO | 63147 | America/Chicago | 38.6 | -90.2 | 5
Stockton | CA | 95206 | America/Los_Angeles | 38.0 | -121.3 | 5
Tampa | FL | 33619 | America/New_York | 27.9 | -82.5 | 4
"""
ROAD_FACTOR = 1.18  # roads against the straight line
EARTH_MILES = 3959
MIN_LENGTH, MAX_LENGTH = 90, 2_400

# Equipment as TMSs write it | what carriers call it | share | dollars a mile over a van
EQUIPMENT = (
    (("53' Dry Van", "V", "VAN"), "van", 60, 0.0),
    (("53' Reefer", "R", "REEFER"), "reefer", 24, 0.42),
    (("48' Flatbed", "F", "FLATBED"), "flatbed", 16, 0.55),
)


@dataclass(frozen=True, slots=True)
class Place:
    """A city with its dock's clock."""

    city: str
    state: str
    zip: str
    timezone: str
    latitude: float
    longitude: float
    freight: int

    @property
    def name(self) -> str:
        """`Dallas, TX`."""
        return f"{self.city}, {self.state}"

    @property
    def address(self) -> dict[str, str]:
        """As a load event has it."""
        return {
            "city": self.city,
            "state": self.state,
            "zip": self.zip,
            "country": "US",
            "timezone": self.timezone,
        }


@dataclass(frozen=True, slots=True)
class Lane:
    """A way that freight goes again and again, with a market of its own."""

    origin: Place
    destination: Place
    miles: int
    per_mile: float
    swing: float
    phase: float
    equipment: int

    def market(self, day: int) -> float:
        """Dollars for the way on a day: seasons and a slower tide, no jumps."""
        tide = 0.7 * math.sin(day / 58 + self.phase) + 0.3 * math.sin(day / 9 + 3 * self.phase)
        return self.miles * self.per_mile * (1 + self.swing * tide)


def places() -> list[Place]:
    """Return the places."""
    rows = [[cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines()]
    return [
        Place(city, state, zip_, zone, float(lat), float(lon), int(freight))
        for city, state, zip_, zone, lat, lon, freight in rows
    ]


def lanes(rng: Random, count: int) -> list[Lane]:
    """Return lanes drawn by how much freight their ends have, the busiest ones first."""
    found = places()
    weights = [place.freight for place in found]
    chosen: dict[tuple[str, str, int], Lane] = {}
    for _ in range(count * 20):
        origin, destination = rng.choices(found, weights, k=2)
        miles = round(_miles(origin, destination))
        equipment = rng.choices(range(len(EQUIPMENT)), [row[2] for row in EQUIPMENT])[0]
        key = origin.city, destination.city, equipment
        if MIN_LENGTH <= miles <= MAX_LENGTH and key not in chosen:
            # Short ways cost more a mile: loading takes as long. Out of freight-rich places it costs more, too.
            pull = 0.02 * (origin.freight - destination.freight)
            per_mile = 1.72 + 260 / (miles + 120) + pull + EQUIPMENT[equipment][3] + rng.uniform(-0.1, 0.1)
            chosen[key] = Lane(
                origin,
                destination,
                miles,
                per_mile,
                rng.uniform(0.04, 0.12),
                rng.uniform(0, 6.28),
                equipment,
            )
            if len(chosen) == count:
                break
    return sorted(chosen.values(), key=lambda lane: -lane.origin.freight * lane.destination.freight)


def _miles(one: Place, other: Place) -> float:
    a, b = math.radians(one.latitude), math.radians(other.latitude)
    east = math.radians(other.longitude - one.longitude)
    cosine = math.sin(a) * math.sin(b) + math.cos(a) * math.cos(b) * math.cos(east)
    return EARTH_MILES * math.acos(min(1.0, cosine)) * ROAD_FACTOR


MAX_LANES = 160
MAX_TRIES = 12
LAST_TALKS = 25  # by which the number of bids asked for is reached

type Line = dict[str, Any]
type Draw = tuple[tuple[str, int], ...]


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What to make up; the same plan gives the same lines.

    `carriers` are made up, besides those `known`. `bids` is how many conversations end in one, where that isn't left to
    chance (about a quarter of them); more than a third may find no free loads. `is_open`: loads still to be picked up
    stay open; otherwise every load ends up covered.
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


class Board:
    """Carriers, lanes, and the loads that are posted or rolling: a few days' worth."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.rng = Random(f"loadline {plan.seed}")  # noqa: S311 (plays, keeps no secret)
        made = truckers(self.rng, plan.carriers, plan.seed % 80 * 1_000_000)
        self.carrier_lines = [line for _, line in made]
        self.truckers = [*plan.known, *(trucker for trucker, _ in made)]
        self.lanes = lanes(self.rng, max(4, min(MAX_LANES, plan.loads // 3)))
        self.runners = homes(self.rng, self.lanes, len(self.truckers))
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
            yield {"type": "load", "event": freight.event()}

    def close(self, day: date) -> Iterator[Line]:
        """What the TMS tells in the evening: covered, on the way, delivered."""
        is_last = day == self.plan.last
        posted, self.posted = self.posted, []
        for freight in posted:
            is_gone = freight.pickup.date() <= day + timedelta(days=1)
            status = freight.status
            if freight.pickup.date() <= day:
                status = "IN_TRANSIT"
                self.rolling.append(freight)
            else:
                self.posted.append(freight)
                if freight.is_booked or (is_gone and not is_last) or (is_last and not self.plan.is_open):
                    freight.is_booked, status = True, "COVERED"
            yield from self._moved(freight, status)
        rolling, self.rolling = self.rolling, []
        for freight in rolling:
            if freight.dropoff.date() <= day:
                yield from self._moved(freight, "DELIVERED")
                self.delivered = [freight, *self.delivered[:4]]
            else:
                self.rolling.append(freight)

    def _moved(self, freight: Freight, status: str) -> Iterator[Line]:
        if status != freight.status:
            freight.status = status
            yield {"type": "load", "event": {"id": freight.id, "status": status}}

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
