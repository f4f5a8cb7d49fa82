"""Equipment types out of free text: letter codes of the load boards and the usual spellings. Without I/O."""

import re
from functools import lru_cache

from django.db import models


class Equipment(models.TextChoices):
    """Trailer types as freight names them."""

    VAN = "van", "Van"
    REEFER = "reefer", "Reefer"
    FLATBED = "flatbed", "Flatbed"
    STEP_DECK = "step_deck", "Step deck"
    POWER_ONLY = "power_only", "Power only"
    HOTSHOT = "hotshot", "Hotshot"
    CONESTOGA = "conestoga", "Conestoga"
    BOX_TRUCK = "box_truck", "Box truck"
    CONTAINER = "container", "Container"
    TANKER = "tanker", "Tanker"
    DOUBLE_DROP = "double_drop", "Double drop"
    LOWBOY = "lowboy", "Lowboy"
    RGN = "rgn", "RGN"
    OTHER = "other", "Other"


E = Equipment

# Words that settle the matter wherever they stand; the first row that fits ("53' reefer, power only").
DECISIVE = (
    (E.POWER_ONLY, r"power\W*only|tractor only|bobtail|day\W*cabs?|tow ?away"),
    (E.HOTSHOT, r"hot\W*shots?|(?<!removable )(?<!detachable )(?<!rem )goose\W*neck"),
    (E.CONESTOGA, r"conestogas?|roll(?:ing)?\W*ti(?:te|ght)"),
    (E.TANKER, r"tank(?:er)?s?\b|vacuum"),
    (E.CONTAINER, r"containers?|intermodal|drayage|dray|chassis|conex|imdl"),
    (E.BOX_TRUCK, r"box ?trucks?|straight|cube (?:van|truck)|liftgate truck|bob ?trucks?"),
    (E.OTHER, r"cargo van|sprinter|dump|hopper|pneumatic|(?:auto|car) ?(?:carrier|hauler|haul)|walking"),
)
# Words for a trailer; the one that stands first counts ("step deck or flatbed").
TRAILERS = (
    (E.RGN, r"rgns?|(?:removable|detachable|rem)\W*goose\W*neck"),
    (E.DOUBLE_DROP, r"(?:double|dbl)\W*drops?(?: decks?)?|drop frame"),
    (E.LOWBOY, r"low\W*(?:boys?|beds?)"),
    (E.STEP_DECK, r"step\W*decks?|steps?|single\W*drops?|drop\W*decks?"),
    (E.FLATBED, r"flat\W*beds?|flats?|maxi"),
    (E.REEFER, r"reefers?|refers?|refrig\w*|(?:temp\w*)\W*control\w*|frozen|chilled"),
    (E.VAN, r"(?:dry\W*)?vans?|dry\W*(?:box|freight|trailer)|enclosed|curtain ?sides?|dry(?! bulk)"),
    (E.BOX_TRUCK, r"box"),
)
# Codes of DAT and Truckstop, and those that TMSs made from them; compared with whole words.
CODES = {
    E.VAN: "v dv drv va vw vc v2 vz vi vg vl vv v3 vb vf vm vp vr vrf mv ot",
    E.REEFER: "r rf ref refr rfr rfg ra r2 rz rl rv rm rp ir vref",
    E.FLATBED: "f fb fd flt fl fa f2 fz fo fc fs ft fm fr fsd fws frv fvr mx",
    E.STEP_DECK: "sd st sdk stp sdl sr sdrg",
    E.POWER_ONLY: "po pow pwr",
    E.HOTSHOT: "hs hots fh vh",
    E.CONESTOGA: "cn cong cons fn sn vs",
    E.BOX_TRUCK: "sb bt strt sbox",
    E.CONTAINER: "c cont cntr cr ci rn vn fint rint vint",
    E.TANKER: "t tn ta ts tnk",
    E.DOUBLE_DROP: "dd",
    E.LOWBOY: "lb lbo lo lr",
    E.RGN: "rg",
}
_CODE = {code: equipment for equipment, codes in CODES.items() for code in codes.split()}
_DECISIVE = [(equipment, re.compile(rf"\b(?:{pattern})\b")) for equipment, pattern in DECISIVE]
_TRAILERS = [(equipment, re.compile(rf"\b(?:{pattern})\b")) for equipment, pattern in TRAILERS]
_LENGTH = re.compile(r"^\d+(?:ft|['’′\"”])?|\d+$")


@lru_cache(maxsize=4096)  # an organization writes a few dozen spellings, ten thousand times a day
def normalize(text: str) -> str:
    """Return the Equipment that a text names, `other` for words unknown, "" for none.

    Steps: a decisive word; else the first trailer named; else the first word that is a letter code. Of
    alternatives ("V/R", "van or reefer") the first counts.
    """
    words = " ".join(text.casefold().replace("_", " ").split())
    if not words:
        return ""
    for equipment, pattern in _DECISIVE:
        if pattern.search(words):
            return equipment
    return _first_trailer(words) or _first_code(words) or E.OTHER


def _first_trailer(words: str) -> str:
    """Return the trailer whose name stands first; "van, refrigerated" is a reefer, "van or reefer" a van."""
    matches = [(pattern.search(words), equipment) for equipment, pattern in _TRAILERS]
    found = [(match.start(), equipment) for match, equipment in matches if match]
    if not found:
        return ""
    first = min(found)[1]
    is_choice = re.search(r"/|\bor\b|&|\band\b", words.replace("w/", ""))
    if first == E.VAN and not is_choice and any(equipment == E.REEFER for _, equipment in found):
        return E.REEFER
    return first


def _first_code(words: str) -> str:
    """Return what the first letter code among the words means; a length may cling to it ("48F", "V53")."""
    for word in re.split(r"[\s/,;:()|+-]+", words):
        for spelling in (word, _LENGTH.sub("", word)):
            if spelling in _CODE:
                return _CODE[spelling]
    return ""
