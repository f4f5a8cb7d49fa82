"""Equipment types out of free text: what TMSs write, load boards' letter codes, and the usual spellings. Pure."""

import re
from functools import lru_cache

from loads.states import Equipment

E = Equipment

# Words that settle the matter wherever they stand, the first row that fits: a "53' reefer, power only" is power only.
DECISIVE = (
    (E.POWER_ONLY, r"power\W*only|tractor only|bobtail|tow ?away"),
    (E.HOTSHOT, r"hot\W*shots?|(?<!removable )(?<!detachable )(?<!rem )goose\W*neck"),
    (E.CONESTOGA, r"conestogas?|\bconn?\b(?= ?flat| ?step)"),
    (E.TANKER, r"tank(?:er)?s?\b|vacuum"),
    (E.CONTAINER, r"containers?|intermodal|drayage|dray|chassis|conex|imdl"),
    (E.BOX_TRUCK, r"box ?trucks?|straight|cube (?:van|truck)|liftgate truck|bob ?trucks?"),
    (E.OTHER, r"cargo van|sprinter|dump|hopper|pneumatic|(?:auto|car) ?(?:carrier|haul(?:er)?)|walking floor"),
)
# Words for a trailer; the one that stands first counts ("step deck or flatbed").
TRAILERS = (
    (E.RGN, r"rgns?|(?:removable|detachable|rem)\W*goose\W*neck"),
    (E.DOUBLE_DROP, r"(?:double|dbl)\W*drops?(?: decks?)?|drop frame"),
    (E.LOWBOY, r"low\W*(?:boys?|beds?)"),
    (E.STEP_DECK, r"step\W*decks?|steps?|(?:single )?drop\W*decks?|stepdk"),
    (E.FLATBED, r"flat\W*beds?|flats?|maxi"),
    (E.REEFER, r"reefers?|refers?|refrig\w*|(?:temp\w*)\W*control\w*|frozen|chilled"),
    (E.VAN, r"(?:dry\W*)?vans?|dry\W*(?:box|freight|trailer)|enclosed|curtain ?sides?|dry(?! bulk)"),
    (E.BOX_TRUCK, r"box"),
)
# Codes of DAT and Truckstop, and those that TMSs made from them; compared with whole words.
CODES = {
    E.VAN: "v dv drv dvan v53 53v va vw vc v2 vz vi vg vl vv v3 vb vf vm vp vr van/reefer vrf vref mv ot iv",
    E.REEFER: "r rf ref refr rfr rfg r53 53r ra r2 rz rl rv rm rp ir tc",
    E.FLATBED: "f fb fd flt flb fl f48 48f f53 fa f2 fz fo fc fs ft fm fr fsd fws frv fvr bt-flat mx",
    E.STEP_DECK: "sd st sdk stp sdl sr sdrg std",
    E.POWER_ONLY: "po pow pwr pwro",
    E.HOTSHOT: "hs hsht hots fh vh",
    E.CONESTOGA: "cn cong cons cst cng fn sn vs",
    E.BOX_TRUCK: "sb bt sbt bxt strt sbox 26ft 26bt",
    E.CONTAINER: "c cont cntr cr ci im rn vn fint rint vint conx",
    E.TANKER: "t tn ta ts tnk tnkr",
    E.DOUBLE_DROP: "dd ddt ddrp",
    E.LOWBOY: "lb lbo lo lr lwb",
    E.RGN: "rg rgnx",
    E.OTHER: "ac dt hb nu cv la laf",
}
_CODE = {code: equipment for equipment, codes in CODES.items() for code in codes.split()}
_DECISIVE = [(equipment, re.compile(rf"\b(?:{pattern})\b")) for equipment, pattern in DECISIVE]
_TRAILERS = [(equipment, re.compile(rf"\b(?:{pattern})\b")) for equipment, pattern in TRAILERS]
_LENGTH = re.compile(r"^\d+(?:\.\d+)?(?:['’′\"”]|ft\b|foot\b)?")


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
    """Return the trailer whose name stands first; a reefer is also called a van, so "van, refrigerated" is one."""
    found = [(match.start(), equipment) for equipment, pattern in _TRAILERS if (match := pattern.search(words))]
    if not found:
        return ""
    first = min(found)[1]
    is_choice = re.search(r"/|\bor\b|&|\band\b", words.replace("w/", ""))
    if first == E.VAN and not is_choice and any(equipment == E.REEFER for _, equipment in found):
        return E.REEFER
    return first


def _first_code(words: str) -> str:
    """Return what the first letter code among the words means; a length may stand before it ("53' V", "48F")."""
    for word in re.split(r"[\s/,;:()|+-]+", words):
        for spelling in (word, _LENGTH.sub("", word)):
            if spelling in _CODE:
                return _CODE[spelling]
    return ""
