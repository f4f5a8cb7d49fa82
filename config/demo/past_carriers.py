"""Made-up carriers, each with habits: where it runs, what it pulls, what it asks, whether it passes vetting. Pure."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from zoneinfo import ZoneInfo

from config.demo.loads import BETWEEN, LANES

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
MILES_A_DAY = 550
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

    def instant(self, moment: datetime) -> datetime:
        """What is then on its clock, in UTC."""
        return moment.replace(tzinfo=ZoneInfo(self.timezone)).astimezone(UTC)

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

    @property
    def kind(self) -> str:
        """Its equipment, as carriers call it."""
        return EQUIPMENT[self.equipment][1]

    def arrival(self, pickup: datetime) -> datetime:
        """Return when a truck is there, at the first hour at which a dock is open: 7 to 17."""
        days, rest = divmod(self.miles, MILES_A_DAY)
        arrival = pickup + timedelta(days=days, hours=rest // 50 + 2)
        if arrival.hour > 17:
            arrival += timedelta(days=1)
        return arrival if 7 <= arrival.hour <= 17 else arrival.replace(hour=7)

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
        miles = KNOWN_MILES.get(frozenset((origin.city, destination.city))) or round(
            _miles(origin, destination)
        )
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


# Of the lanes that are on the board, too: a lane has one length, but for a load that stops on its way.
KNOWN_MILES = {
    frozenset((origin, destination)): int(miles)
    for load, origin, destination, miles in (
        [cell.strip() for cell in line.split("|")][:4] for line in LANES.strip().splitlines()
    )
    if load not in BETWEEN
}


def _miles(one: Place, other: Place) -> float:
    a, b = math.radians(one.latitude), math.radians(other.latitude)
    east = math.radians(other.longitude - one.longitude)
    cosine = math.sin(a) * math.sin(b) + math.cos(a) * math.cos(b) * math.cos(east)
    return EARTH_MILES * math.acos(min(1.0, cosine)) * ROAD_FACTOR


def words(text: str) -> tuple[str, ...]:
    """Return what stands between the bars."""
    return tuple(text.split("|"))


FIRST = words(
    "Blue Mesa|Redbud|Lone Pine|Heartland|Great Lakes|Peachtree|Cascade|Bluegrass|Sunshine|Iron Range|Delta Stone|"
    "Northern Maple|Piedmont|Gulf Coast|Rapid River|Palmetto|Bay State|Wasatch|Quick Kilo|Badger|Sonora|Ozark|"
    "Silver Spur|Prairie Wind|Copper Canyon|High Plains|Twin Rivers|Stone Creek|Golden Gate|Old Dominion Hill|"
    "Cedar Ridge|Eagle Pass|Granite|Harvest Moon|Indigo|Juniper|Keystone|Lakeshore|Magnolia|North Star|Overland|"
    "Pioneer|Quarry|Rio Bravo|Summit|Tallgrass|Union|Valley|Westbound|Yellowstone"
)
SECOND = words(
    "Transport|Freight|Carriers|Trucking|Haulers|Logistics|Express|Lines|Freightways|Hauling|Motor Freight|Cartage|"
    "Transfer|Bros Trucking|& Sons Transport"
)
FORM = ("LLC", "Inc", "Co", "LLC", "Corp")
STREETS = (
    "Depot Rd",
    "Industrial Blvd",
    "Market St",
    "Mill St",
    "Levee Rd",
    "Airport Way",
    "County Rd 5",
    "Yard Ln",
)
PEOPLE = words(
    "Dana|Luis|Priya|Marek|Keisha|Tom|Yolanda|Gurpreet|Ana|Bill|Svetlana|Marcus|Rosa|Jim|Amanda|Dmitri|Carla|Wes|"
    "Harjit|Nicole|Pete|Fatima|Ray|Lena|Oscar|Denise|Ivan|Shawna|Hank|Mei"
)
AREA_CODES = words(
    "201|205|208|210|214|216|229|239|248|254|256|260|270|281|303|304|305|309|312|313|314|316|317|319|320|330|334|336|"
    "352|361|385|402|404|405|406|407|412|414|417|419|432|435|440|469|479|480|501|502|503|505|509|512|513|515|520|530|"
    "540|541|559|562|563|570|580|586|601|602|605|606|608|610|614|615|616|618|620|626|630|651|660|661|662|678|701|702|"
    "704|706|708|712|713|714|715|716|717|719|724|731|740|757|763|765|770|775|785|801|803|804|806|812|813|814|815|816"
)
HOMES = [f"{place.city}, {place.state} {place.zip}" for place in places()]
# Connection status, rules' assessment, how many of a hundred.
VETTING = (
    ("onboarded", "pass", 74),
    ("onboarded", "partial_pass", 9),
    ("needs_to_onboard", "incomplete", 11),
    ("needs_to_onboard", "pass", 3),
    ("do_not_dispatch", "fail", 3),
)


@dataclass(frozen=True, slots=True)
class Trucker:
    """A carrier, and how it behaves."""

    mc: str
    dot: int
    name: str
    phone: str
    email: str
    people: tuple[str, ...]
    equipment: tuple[str, ...]
    connection: str
    assessment: str
    is_capacity: bool
    price: float  # what it asks, as a part of the market's rate
    firmness: float  # 0: meets every offer, 1: never moves

    @property
    def may_haul(self) -> bool:
        """Whether the vetting lets it."""
        return self.connection == "onboarded" and self.assessment in ("pass", "partial_pass")


def truckers(rng: Random, count: int, base: int) -> list[tuple[Trucker, dict[str, Any]]]:
    """Return carriers with their lines for the import; numbers begin after `base`."""
    return [_trucker(rng, base + 1 + number) for number in range(count)]


def homes(rng: Random, lanes: Sequence[Lane], truckers: Sequence[Trucker]) -> list[list[int]]:
    """Return for each lane who runs there: carriers by their place in the list, regulars more than once.

    A carrier runs what it has the trailer for.
    """
    runners: list[list[int]] = [[] for _ in lanes]
    for number, trucker in enumerate(truckers):
        by_place: dict[str, list[int]] = {}
        for index, lane in enumerate(lanes):
            if lane.kind in trucker.equipment:
                by_place.setdefault(lane.origin.city, []).append(index)
        if not by_place:
            continue
        near = by_place[pick(rng, sorted(by_place))]
        for _ in range(1 + int(rng.random() * 4)):
            regular = 1 + int(rng.random() * 3)
            runners[pick(rng, near)].extend([number] * regular)
    for index, (lane, found) in enumerate(zip(lanes, runners, strict=True)):
        if not found:
            fit = [number for number, trucker in enumerate(truckers) if lane.kind in trucker.equipment]
            found.append(fit[index % len(fit)] if fit else index % len(truckers))
    return runners


def _trucker(rng: Random, number: int) -> tuple[Trucker, dict[str, Any]]:
    name = f"{pick(rng, FIRST)} {pick(rng, SECOND)} {pick(rng, FORM)}"
    connection, assessment, _ = rng.choices(VETTING, [row[2] for row in VETTING])[0]
    domain = "".join(letter for letter in name.lower() if letter.isalnum())
    fleet = max(1, round(rng.lognormvariate(2.2, 1.0)))
    equipment = sorted({EQUIPMENT[rng.choices(range(3), [60, 24, 16])[0]][1] for _ in range(2)})
    dot, mc = 1_000_000 + number, f"{400_000 + number}"
    trucker = Trucker(
        mc=mc,
        dot=dot,
        name=name,
        # 555-0100 to 555-0199 belong to nobody
        phone=f"+1{pick(rng, AREA_CODES)}55501{int(rng.random() * 100):02}",
        email=f"dispatch@{domain}.example",
        people=tuple(rng.sample(PEOPLE, 1 + min(2, fleet // 12))),
        equipment=tuple(equipment),
        connection=connection,
        assessment=assessment,
        is_capacity=connection == "onboarded" and assessment == "pass" and rng.random() < 0.06,
        price=rng.gauss(1.03, 0.06),
        firmness=rng.betavariate(2, 3),
    )
    home = pick(rng, HOMES)
    line = {
        "type": "carrier",
        "mcNumber": mc,
        "dotNumber": dot,
        "name": name,
        "address": f"{1 + int(rng.random() * 9_900)} {pick(rng, STREETS)}, {home}",
        "fleetsize": fleet,
        "phone": trucker.phone,
        "email": trucker.email,
        "ruleAssessment": assessment,
        "connectionStatus": connection,
        "equipmentTypes": equipment,
        "capacityCarrier": trucker.is_capacity,
    }
    return trucker, line


def pick[T](rng: Random, items: Sequence[T]) -> T:
    """Return one of the items; three times as fast as `choice()`."""
    return items[int(rng.random() * len(items))]
