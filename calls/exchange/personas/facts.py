"""What a simulated carrier knows of itself."""

from dataclasses import dataclass
from random import Random

from ..about import About
from ..cast import Company
from ..understanding import trailer_of
from .places import STATE_CODES, TOWNS

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
