"""What a caller knows: the load it calls about, names, places, the cast of carriers."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any, Literal

from calls.simulator.speech import trailer_of

MAX_LENGTH = 100


@dataclass(frozen=True, slots=True)
class About:
    """A load in a carrier's eyes: its number, its lane, the trailer, and what it should pay in dollars.

    All of it is optional. The personas make their asks from `rate`, or from the offer they hear where it is None.
    """

    load: str = ""
    lane: tuple[str, str] | None = None  # ("Dallas, TX", "Atlanta, GA")
    rate: int | None = None
    equipment: str = ""  # as people say it: "53-foot dry van"

    def as_json(self) -> dict[str, Any]:
        """As the control side reads and shows it."""
        lane = list(self.lane) if self.lane else None
        return {
            "load": self.load or None,
            "lane": lane,
            "rate": self.rate,
            "equipment": self.equipment or None,
        }


def read_about(value: object) -> About:
    """What JSON says about a load; ValueError tells what is wrong with it."""
    if isinstance(value, About):
        return value
    if not isinstance(value, Mapping):
        raise ValueError("must be an object")
    if unknown := set(value) - {"load", "lane", "rate", "equipment"}:
        raise ValueError(f"has no {sorted(map(str, unknown))[0]}; there are load, lane, rate and equipment")
    return About(
        load=_text(value, "load"),
        lane=_lane(value.get("lane")),
        rate=_rate(value.get("rate")),
        equipment=_text(value, "equipment"),
    )


def _text(value: Mapping[str, Any], name: str) -> str:
    text = value.get(name) or ""
    if not isinstance(text, str) or len(text) > MAX_LENGTH:
        raise ValueError(f"{name} must be a text of at most {MAX_LENGTH} characters")
    return text.strip()


def _lane(value: Any) -> tuple[str, str] | None:
    if value is None:
        return None
    if not isinstance(value, (list, tuple)) or len(value) != 2:
        raise ValueError('lane must be two places, such as ["Dallas, TX", "Atlanta, GA"]')
    if not all(isinstance(place, str) and 0 < len(place.strip()) <= MAX_LENGTH for place in value):
        raise ValueError('lane must be two places, such as ["Dallas, TX", "Atlanta, GA"]')
    return value[0].strip(), value[1].strip()


def _rate(value: Any) -> int | None:
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1_000_000:
        raise ValueError("rate must be a number of dollars")
    return round(value)


# Places where a simulated truck may plausibly be.


# Two or three towns on the main freight roads of each state, none of them a big market.
TOWNS = {
    "Alabama": ("Cullman", "Greenville"),
    "Arizona": ("Casa Grande", "Kingman"),
    "Arkansas": ("Russellville", "Forrest City"),
    "California": ("Barstow", "Tulare", "Redding"),
    "Colorado": ("Pueblo", "Sterling"),
    "Connecticut": ("Meriden", "Southington"),
    "Delaware": ("Smyrna", "Newark"),
    "Florida": ("Lake City", "Ocala", "Fort Pierce"),
    "Georgia": ("Macon", "Tifton", "Cartersville"),
    "Idaho": ("Twin Falls", "Pocatello"),
    "Illinois": ("Joliet", "Effingham", "Bloomington"),
    "Indiana": ("Seymour", "Lafayette", "Richmond"),
    "Iowa": ("Ames", "Newton"),
    "Kansas": ("Salina", "Emporia"),
    "Kentucky": ("Elizabethtown", "London"),
    "Louisiana": ("Hammond", "Ruston"),
    "Maine": ("Augusta", "Waterville"),
    "Maryland": ("Hagerstown", "Aberdeen"),
    "Massachusetts": ("Sturbridge", "Auburn"),
    "Michigan": ("Kalamazoo", "Jackson"),
    "Minnesota": ("Albert Lea", "Saint Cloud"),
    "Mississippi": ("Meridian", "Grenada"),
    "Missouri": ("Rolla", "Sikeston", "Columbia"),
    "Montana": ("Bozeman", "Miles City"),
    "Nebraska": ("Kearney", "North Platte"),
    "Nevada": ("Elko", "Winnemucca"),
    "New Hampshire": ("Concord", "Manchester"),
    "New Jersey": ("Bordentown", "Carteret"),
    "New Mexico": ("Gallup", "Tucumcari"),
    "New York": ("Syracuse", "Binghamton"),
    "North Carolina": ("Salisbury", "Lumberton"),
    "North Dakota": ("Jamestown", "Fargo"),
    "Ohio": ("Mansfield", "Findlay", "Zanesville"),
    "Oklahoma": ("Ardmore", "Clinton"),
    "Oregon": ("Roseburg", "Pendleton"),
    "Pennsylvania": ("Carlisle", "Breezewood", "Hazleton"),
    "Rhode Island": ("Warwick", "Cranston"),
    "South Carolina": ("Florence", "Orangeburg"),
    "South Dakota": ("Mitchell", "Rapid City"),
    "Tennessee": ("Cookeville", "Jackson", "Cleveland"),
    "Texas": ("Waco", "Abilene", "Texarkana"),
    "Utah": ("Nephi", "Tremonton"),
    "Vermont": ("White River Junction", "Brattleboro"),
    "Virginia": ("Wytheville", "Harrisonburg"),
    "Washington": ("Ellensburg", "Centralia"),
    "West Virginia": ("Beckley", "Clarksburg"),
    "Wisconsin": ("Tomah", "Janesville"),
    "Wyoming": ("Laramie", "Rock Springs"),
}

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


def states_in(heard: str) -> list[str]:
    """The states named in the agent's words, by name or after a comma by code, in order."""
    return [name or STATE_CODES[code] for name, code in _STATES.findall(heard)]


# The carriers that the simulated callers belong to, as plain data: whoever vets them needs the same list.


# From here the impostor calls, with a good company's MC number: the number is nobody's in the list.
IMPOSTOR_PHONE = "+17025550166"


@dataclass(frozen=True, slots=True)
class Company:
    """A carrier: papers in digits, its dispatcher's phone in E.164, its home, trailers as loads name them."""

    name: str
    mc: str
    dot: str
    phone: str
    town: str
    state: str
    equipment: tuple[str, ...]
    standing: Literal["good", "failing"] = "good"


# MC | DOT | phone | name | home | trailers | standing
_TABLE = """
784512 | 2784913 | +14175550131 | Blue Ridge Hauling LLC | Joplin, MO | van reefer | good
621904 | 2190457 | +19015550118 | Copperhead Trucking Inc | Memphis, TN | van flatbed step_deck | good
1203388 | 3561207 | +12145550163 | Prairie Line Transport LLC | Garland, TX | van reefer power_only | good
915067 | 2975043 | +17705550147 | Tri-River Carriers Inc | Cartersville, GA | van | good
538820 | 1748832 | +13125550155 | Summit Freight Carriers Co | Joliet, IL | van reefer | good
1344719 | 3718046 | +15595550126 | Lone Star Reefer Lines LLC | Tulare, CA | reefer van | good
702256 | 2256781 | +12055550139 | Big Creek Trucking Inc | Cullman, AL | flatbed step_deck conestoga van | good
1098453 | 3309418 | +17045550172 | Four Corners Transport LLC | Gastonia, NC | van hotshot | good
466731 | 1563370 | +14025550164 | Platte Valley Express Inc | Kearney, NE | reefer van | good
879140 | 2918804 | +19565550109 | Rio Bravo Transportes LLC | Laredo, TX | van reefer flatbed | good
1271965 | 3642591 | +16145550183 | Buckeye Road Runners LLC | Mansfield, OH | van power_only | good
650398 | 2039865 | +18135550194 | Gulfwind Logistics Inc | Ocala, FL | van reefer container | good
993207 | 3099327 | +12535550112 | Cascadia Freight Haulers LLC | Centralia, WA | flatbed van reefer | good
1156842 | 3468215 | +17135550178 | Bayou State Heavy Haul Inc | Baytown, TX | rgn lowboy step_deck tanker van | good
845190 | 2845901 | +19085550143 | Fast Eddie Transport LLC | Carteret, NJ | van | failing
1399026 | 3790264 | +13235550187 | Golden Mile Freight Group Inc | Vernon, CA | van reefer | failing
"""


def _company(line: str) -> Company:
    mc, dot, phone, name, home, trailers, standing = (cell.strip() for cell in line.split("|"))
    town, state = home.split(", ")
    return Company(
        name=name,
        mc=mc,
        dot=dot,
        phone=phone,
        town=town,
        state=state,
        equipment=tuple(trailers.split()),
        standing="good" if standing == "good" else "failing",
    )


COMPANIES = tuple(_company(line) for line in _TABLE.strip().splitlines())
GOOD = tuple(company for company in COMPANIES if company.standing == "good")
FAILING = tuple(company for company in COMPANIES if company.standing == "failing")


# What a simulated carrier knows of itself.


FIRST_NAMES = ("Mike", "Dave", "Tony", "Carla", "Ray", "Denise", "Luis", "Amanda", "Marcus", "Jeff")
# Trailers as people call them.
TRAILERS = {
    "van": "53-foot dry van",
    "reefer": "53-foot reefer",
    "flatbed": "48-foot flatbed",
    "step_deck": "step deck",
    "power_only": "power only",
    "hotshot": "hotshot",
    "conestoga": "conestoga",
    "container": "container chassis",
    "tanker": "tanker",
    "lowboy": "lowboy",
    "rgn": "RGN",
}
# How load boards abbreviate the commonest of them.
CODES = {
    "v": "van", "dv": "van", "drv": "van", "va": "van", "r": "reefer", "rf": "reefer", "rfr": "reefer",
    "f": "flatbed", "fb": "flatbed", "fd": "flatbed", "sd": "step_deck", "po": "power_only", "hs": "hotshot",
    "cn": "conestoga", "t": "tanker",
}  # fmt: skip


def spoken_trailer(text: str) -> str:
    """A trailer as people call it, from what a load says of it; a van where that means nothing to them."""
    named = CODES.get(text.strip().lower(), "")
    return TRAILERS[named] if named else trailer_of(text) or TRAILERS["van"]


@dataclass(frozen=True, slots=True)
class CarrierFacts:
    """One carrier: its papers, its people, its truck, and what it would like to be paid (dollars).

    `state` is the name of the state where its truck is, `town` a town there.
    """

    company: str
    mc: str
    dot: str
    phone: str
    name: str
    driver: str
    driver_phone: str
    truck: str
    equipment: str
    state: str
    town: str
    price: int


def carrier_facts(random: Random, company: Company, about: About) -> CarrierFacts:
    """A truck of the company near where the load is, with its people."""
    state, town = _place(random, company, about)
    name, driver = random.sample(FIRST_NAMES, 2)
    price = random.randrange(1_500, 3_200, 50)
    return CarrierFacts(
        company=company.name,
        mc=company.mc,
        dot=company.dot,
        phone=company.phone,
        name=name,
        driver=driver,
        driver_phone=f"+1{random.choice(('417', '615', '731', '913'))}555{random.randrange(100, 200):04d}",
        truck=str(random.randrange(101, 990)),
        equipment=spoken_trailer(about.equipment),
        state=state,
        town=town,
        price=about.rate or price,
    )


def _place(random: Random, company: Company, about: About) -> tuple[str, str]:
    """The state and town where the truck is: in the state of the lane's origin, else at the company's home."""
    if about.lane:
        code = about.lane[0].rpartition(",")[2].strip().upper()
        if state := STATE_CODES.get(code):
            return state, random.choice(TOWNS[state])
    return STATE_CODES[company.state], company.town
