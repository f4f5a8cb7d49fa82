"""Made-up carriers, each with habits: where it runs, what it pulls, what it asks, whether it passes vetting. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from config.demo.past_places import EQUIPMENT, Lane, places


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


def homes(rng: Random, lanes: Sequence[Lane], count: int) -> list[list[int]]:
    """Return for each lane who runs there: carriers by their place in the list, regulars more than once."""
    runners: list[list[int]] = [[] for _ in lanes]
    by_place: dict[str, list[int]] = {}
    for index, lane in enumerate(lanes):
        by_place.setdefault(lane.origin.city, []).append(index)
    cities = sorted(by_place)
    for number in range(count):
        near = by_place[cities[int(rng.random() * len(cities))]]
        for _ in range(1 + int(rng.random() * 4)):
            regular = 1 + int(rng.random() * 3)
            runners[near[int(rng.random() * len(near))]].extend([number] * regular)
    for index, found in enumerate(runners):
        if not found:
            found.append(index % count)
    return runners


def _trucker(rng: Random, number: int) -> tuple[Trucker, dict[str, Any]]:
    name = f"{pick(rng, FIRST)} {pick(rng, SECOND)} {pick(rng, FORM)}"
    connection, assessment, _ = rng.choices(VETTING, [row[2] for row in VETTING])[0]
    domain = "".join(letter for letter in name.lower() if letter.isalnum())
    fleet = max(1, round(rng.lognormvariate(2.2, 1.0)))
    dot, mc = 1_000_000 + number, f"{400_000 + number}"
    trucker = Trucker(
        mc=mc,
        dot=dot,
        name=name,
        # 555-0100 to 555-0199 belong to nobody
        phone=f"+1{pick(rng, AREA_CODES)}55501{int(rng.random() * 100):02}",
        email=f"dispatch@{domain}.example",
        people=tuple(rng.sample(PEOPLE, 1 + min(2, fleet // 12))),
        connection=connection,
        assessment=assessment,
        is_capacity=connection == "onboarded" and assessment == "pass" and rng.random() < 0.06,
        price=rng.gauss(1.03, 0.06),
        firmness=rng.betavariate(2, 3),
    )
    home = pick(rng, HOMES)
    equipment = sorted({EQUIPMENT[rng.choices(range(3), [60, 24, 16])[0]][1] for _ in range(2)})
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
