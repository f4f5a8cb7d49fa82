"""The carriers that the simulated callers belong to, as plain data: whoever vets them needs the same list.

All of it is fictional: 555-0100 to 555-0199 belong to nobody in any area code, and the names, MC and DOT numbers
were made up. `good` ones may haul freight for anybody; `failing` ones have lost their authority.
"""

from dataclasses import dataclass
from typing import Literal

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
