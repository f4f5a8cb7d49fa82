"""What a simulated carrier knows of itself, and towns where a truck may plausibly be."""

from dataclasses import dataclass
from random import Random

from .places import TOWNS

COMPANIES = (
    "Blue Ridge Hauling", "Prairie Line Transport", "Tri-River Logistics", "Copperhead Trucking",
    "Summit Freight Carriers", "Lone Pine Express", "Four Corners Transport", "Big Creek Trucking",
)  # fmt: skip
FIRST_NAMES = ("Mike", "Dave", "Tony", "Carla", "Ray", "Denise", "Luis", "Amanda", "Marcus", "Jeff")


@dataclass(frozen=True, slots=True)
class CarrierFacts:
    """One carrier: its papers, its people, its truck, and what it would like to be paid (dollars)."""

    company: str
    mc: str
    dot: str
    name: str
    driver: str
    driver_phone: str
    truck: str
    equipment: str
    state: str
    town: str
    price: int


def carrier_facts(random: Random) -> CarrierFacts:
    """A carrier made up from the given chance."""
    state = random.choice(sorted(TOWNS))
    name, driver = random.sample(FIRST_NAMES, 2)
    return CarrierFacts(
        company=random.choice(COMPANIES),
        mc=str(random.randrange(300_000, 999_999)),
        dot=str(random.randrange(1_500_000, 3_999_999)),
        name=name,
        driver=driver,
        driver_phone=f"+1{random.choice(('417', '615', '731', '913'))}555{random.randrange(100, 200):04d}",
        truck=str(random.randrange(101, 990)),
        equipment="53-foot dry van",
        state=state,
        town=random.choice(TOWNS[state]),
        price=random.randrange(1_500, 3_200, 50),
    )


def spoken_digits(number: str) -> str:
    """Digits as one reads them out, with a breath after every third: "784 512"."""
    return " ".join(number[start : start + 3] for start in range(0, len(number), 3))
