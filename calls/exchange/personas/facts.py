"""What a simulated carrier knows of itself, and towns where a truck may plausibly be."""

import re
from dataclasses import dataclass
from random import Random

# Two or three places on the main freight roads of each state, none of them a big market.
TOWNS = {
    "Alabama": ("Cullman", "Greenville"), "Arizona": ("Casa Grande", "Kingman"), "Arkansas": ("Russellville", "Forrest City"),
    "California": ("Barstow", "Tulare", "Redding"), "Colorado": ("Pueblo", "Sterling"), "Connecticut": ("Meriden", "Southington"),
    "Delaware": ("Smyrna", "Newark"), "Florida": ("Lake City", "Ocala", "Fort Pierce"), "Georgia": ("Macon", "Tifton", "Cartersville"),
    "Idaho": ("Twin Falls", "Pocatello"), "Illinois": ("Joliet", "Effingham", "Bloomington"), "Indiana": ("Seymour", "Lafayette", "Richmond"),
    "Iowa": ("Ames", "Newton"), "Kansas": ("Salina", "Emporia"), "Kentucky": ("Elizabethtown", "London"),
    "Louisiana": ("Hammond", "Ruston"), "Maine": ("Augusta", "Waterville"), "Maryland": ("Hagerstown", "Aberdeen"),
    "Massachusetts": ("Sturbridge", "Auburn"), "Michigan": ("Kalamazoo", "Jackson"), "Minnesota": ("Albert Lea", "Saint Cloud"),
    "Mississippi": ("Meridian", "Grenada"), "Missouri": ("Rolla", "Sikeston", "Columbia"), "Montana": ("Bozeman", "Miles City"),
    "Nebraska": ("Kearney", "North Platte"), "Nevada": ("Elko", "Winnemucca"), "New Hampshire": ("Concord", "Manchester"),
    "New Jersey": ("Bordentown", "Carteret"), "New Mexico": ("Gallup", "Tucumcari"), "New York": ("Syracuse", "Binghamton"),
    "North Carolina": ("Salisbury", "Lumberton"), "North Dakota": ("Jamestown", "Fargo"), "Ohio": ("Mansfield", "Findlay", "Zanesville"),
    "Oklahoma": ("Ardmore", "Clinton"), "Oregon": ("Roseburg", "Pendleton"), "Pennsylvania": ("Carlisle", "Breezewood", "Hazleton"),
    "Rhode Island": ("Warwick", "Cranston"), "South Carolina": ("Florence", "Orangeburg"), "South Dakota": ("Mitchell", "Rapid City"),
    "Tennessee": ("Cookeville", "Jackson", "Cleveland"), "Texas": ("Waco", "Abilene", "Texarkana"), "Utah": ("Nephi", "Tremonton"),
    "Vermont": ("White River Junction", "Brattleboro"), "Virginia": ("Wytheville", "Harrisonburg"), "Washington": ("Ellensburg", "Centralia"),
    "West Virginia": ("Beckley", "Clarksburg"), "Wisconsin": ("Tomah", "Janesville"), "Wyoming": ("Laramie", "Rock Springs"),
}  # fmt: skip

STATE_CODES = dict(
    zip(
        [
            "AL",
            "AZ",
            "AR",
            "CA",
            "CO",
            "CT",
            "DE",
            "FL",
            "GA",
            "ID",
            "IL",
            "IN",
            "IA",
            "KS",
            "KY",
            "LA",
            "ME",
            "MD",
            "MA",
            "MI",
            "MN",
            "MS",
            "MO",
            "MT",
            "NE",
            "NV",
            "NH",
            "NJ",
            "NM",
            "NY",
            "NC",
            "ND",
            "OH",
            "OK",
            "OR",
            "PA",
            "RI",
            "SC",
            "SD",
            "TN",
            "TX",
            "UT",
            "VT",
            "VA",
            "WA",
            "WV",
            "WI",
            "WY",
        ],
        TOWNS,
        strict=True,
    )
)

_STATES = re.compile(
    r"\b(" + "|".join(sorted(TOWNS, key=len, reverse=True)) + r")\b|,\s*(" + "|".join(STATE_CODES) + r")\b"
)

COMPANIES = (
    "Blue Ridge Hauling", "Prairie Line Transport", "Tri-River Logistics", "Copperhead Trucking", "Summit Freight Carriers",
    "Lone Pine Express", "Four Corners Transport", "Big Creek Trucking",
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


def states_in(heard: str) -> list[str]:
    """The states named in the agent's words, by name or after a comma by code, in order."""
    return [name or STATE_CODES[code] for name, code in _STATES.findall(heard)]


def spoken_digits(number: str) -> str:
    """Digits as one reads them out, with a breath after every third: "784 512"."""
    return " ".join(number[start : start + 3] for start in range(0, len(number), 3))
