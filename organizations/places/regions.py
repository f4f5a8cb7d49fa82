"""States and provinces of the United States, Canada and Mexico, and how names become keys. Pure.

US and Canadian codes are the postal ones; Mexico's are of ISO 3166-2, since its two-letter codes vary.
"""

import re
import unicodedata
from dataclasses import dataclass
from functools import lru_cache

# Names of places as keys: what is spelled differently and means the same becomes the same text. Pure.


# Letters that Unicode doesn't take apart into a plain one and its accent.
_LETTERS = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ß": "ss", "æ": "ae", "œ": "oe", "’": "'", "ʻ": "'", "`": "'"}
)
_INITIALS = re.compile(r"\b([a-z])\.\s?(?=[a-z]\b)")
_WORD = re.compile(r"[a-z0-9]+")
# Abbreviations on road signs, bills of lading and in TMSs. One spelling each: "Ste." is both Sainte and Suite.
_WHOLE = {
    "saint": "st", "sainte": "st", "ste": "st", "ft": "fort", "mt": "mount", "mtn": "mountain", "pt": "point",
    "n": "north", "no": "north", "s": "south", "so": "south", "e": "east", "w": "west",
    "hts": "heights", "hgts": "heights", "spgs": "springs", "spg": "spring", "jct": "junction", "ctr": "center",
    "centre": "center", "cntr": "center", "bch": "beach", "vly": "valley", "lk": "lake", "hbr": "harbor",
    "harbour": "harbor", "grv": "grove", "pk": "park", "twp": "township", "vlg": "village", "is": "island",
    "cd": "ciudad", "cty": "city", "sta": "santa", "sto": "santo", "gral": "general", "hda": "hacienda",
    "col": "colonia", "fracc": "fraccionamiento",
}  # fmt: skip


def unaccented(text: str) -> str:
    """In small letters, without accents."""
    text = text.casefold()
    if text.isascii():
        return text
    letters = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


@lru_cache(maxsize=4096)
def region_key(text: str) -> str:
    """A region's or a country's name or code as key: its letters and digits alone."""
    return "".join(_WORD.findall(unaccented(text)))


@lru_cache(maxsize=4096)
def place_key(name: str) -> str:
    """A place's name as key; "" where it has no Latin letter or digit.

    Accents, case, dots, apostrophes, hyphens and spaces make no difference ("LaVergne", "La Vergne"), abbreviations are
    written out ("N. Ft. Myers").
    """
    plain = unaccented(name).replace("'", "")
    plain = _INITIALS.sub(r"\1", plain)
    words = _WORD.findall(plain)
    if len(words) > 1:
        # "St" alone may be all there is, and "S" or "E" as the last word abbreviates something else.
        words = [_whole(word, is_last=place == len(words) - 1) for place, word in enumerate(words)]
    return "".join(words)


def _whole(word: str, *, is_last: bool) -> str:
    if is_last and len(word) < 3 and word not in ("pk", "lk", "is", "pt"):
        return word
    return _WHOLE.get(word, word)


# In the order in which a code that several have is read.
COUNTRIES = {"US": "United States", "CA": "Canada", "MX": "Mexico"}
_COUNTRY_WORDS = {
    "US": "US, USA, United States, United States of America, America, Estados Unidos, EEUU, EUA, États-Unis",
    "CA": "CA, CAN, Canada",
    "MX": "MX, MEX, Mexico, México, Méjico, Mexique, Estados Unidos Mexicanos, United Mexican States",
}


@dataclass(frozen=True, slots=True)
class Region:
    """A state or province; `source` is its code at GeoNames."""

    country: str
    code: str
    source: str
    name: str
    words: tuple[str, ...]


def _regions(country: str, table: str) -> list[Region]:
    """A line each: code, code at GeoNames ("" where it is the same), name, and other spellings after commas."""
    found = []
    for line in table.strip().splitlines():
        code, source, words = (part.strip() for part in line.split("|"))
        name, *others = (word.strip() for word in words.split(","))
        found.append(Region(country, code, source or code, name, (code, name, *others)))
    return found


# Abbreviations of the Associated Press; Spanish names as drivers say them.
_US = """
AL|| Alabama, Ala
AK|| Alaska
AZ|| Arizona, Ariz
AR|| Arkansas, Ark
CA|| California, Calif, Cal
CO|| Colorado, Colo
CT|| Connecticut, Conn
DE|| Delaware, Del
DC|| District of Columbia, Washington DC
FL|| Florida, Fla
GA|| Georgia
HI|| Hawaii
ID|| Idaho
IL|| Illinois, Ill
IN|| Indiana, Ind
IA|| Iowa
KS|| Kansas, Kan, Kans
KY|| Kentucky
LA|| Louisiana, Luisiana
ME|| Maine
MD|| Maryland
MA|| Massachusetts, Mass
MI|| Michigan, Mich
MN|| Minnesota, Minn
MS|| Mississippi, Miss, Misisipi
MO|| Missouri, Misuri
MT|| Montana, Mont
NE|| Nebraska, Neb, Nebr
NV|| Nevada, Nev
NH|| New Hampshire, Nuevo Hampshire
NJ|| New Jersey, Nueva Jersey
NM|| New Mexico, Nuevo México, N Mex
NY|| New York, Nueva York
NC|| North Carolina, Carolina del Norte, N Carolina
ND|| North Dakota, Dakota del Norte, N Dakota
OH|| Ohio
OK|| Oklahoma, Okla
OR|| Oregon, Ore, Oreg
PA|| Pennsylvania, Penn, Penna, Pensilvania
RI|| Rhode Island
SC|| South Carolina, Carolina del Sur, S Carolina
SD|| South Dakota, Dakota del Sur, S Dakota
TN|| Tennessee, Tenn, Tenesí
TX|| Texas, Tex, Tejas
UT|| Utah
VT|| Vermont
VA|| Virginia
WA|| Washington, Wash, Washington State
WV|| West Virginia, W Va, Virginia Occidental, Virginia del Oeste
WI|| Wisconsin, Wis, Wisc
WY|| Wyoming, Wyo
"""
_CA = """
AB|01| Alberta, Alta
BC|02| British Columbia, Colombie-Britannique
MB|03| Manitoba, Man
NB|04| New Brunswick, Nouveau-Brunswick
NL|05| Newfoundland and Labrador, Newfoundland & Labrador, Newfoundland, Labrador, Terre-Neuve-et-Labrador, NF, Nfld, LB
NS|07| Nova Scotia, Nouvelle-Écosse
ON|08| Ontario, Ont
PE|09| Prince Edward Island, Île-du-Prince-Édouard, PEI
QC|10| Quebec, Québec, Que, PQ
SK|11| Saskatchewan, Sask
YT|12| Yukon, Yukon Territory, YK
NT|13| Northwest Territories, Territoires du Nord-Ouest, NWT
NU|14| Nunavut
"""
_MX = """
AGU|01| Aguascalientes, AGS, AG
BCN|02| Baja California, BC, Baja California Norte, BCNorte
BCS|03| Baja California Sur, BS
CAM|04| Campeche, CAMP, CM
CHP|05| Chiapas, CHIS, CS
CHH|06| Chihuahua, CHIH, CH, CI
COA|07| Coahuila, COAH, CO, CU, Coahuila de Zaragoza
COL|08| Colima, CL
CMX|09| Ciudad de México, CDMX, DF, Distrito Federal, Mexico City, DIF
DUR|10| Durango, DGO, DG, DU
GRO|12| Guerrero, GR
GUA|11| Guanajuato, GTO, GT
HID|13| Hidalgo, HGO, HG
JAL|14| Jalisco, JA
MEX|15| México, Estado de México, State of Mexico, Edo Mex, Edo de Mex, Edo de México, EM, MX
MIC|16| Michoacán, MICH, MI, Michoacán de Ocampo
MOR|17| Morelos, MO
NAY|18| Nayarit, NA
NLE|19| Nuevo León, NL, N León
OAX|20| Oaxaca, OA
PUE|21| Puebla, PU, PB
QUE|22| Querétaro, QRO, QT, QE, Querétaro de Arteaga
ROO|23| Quintana Roo, QROO, QR, Q Roo
SLP|24| San Luis Potosí, SL, SP
SIN|25| Sinaloa, SI
SON|26| Sonora, SO
TAB|27| Tabasco, TB
TAM|28| Tamaulipas, TAMPS, TM, TA
TLA|29| Tlaxcala, TLAX, TL
VER|30| Veracruz, VE, VZ, Veracruz de Ignacio de la Llave
YUC|31| Yucatán, YU, YC
ZAC|32| Zacatecas, ZA
"""
# As freight people in the US write Mexico's states, by the code that is kept.
_MX_SHORT = {
    "AGU": "AG", "BCN": "BC", "BCS": "BS", "CAM": "CM", "CHP": "CS", "CHH": "CH", "COA": "CO", "COL": "CL",
    "CMX": "CDMX", "DUR": "DG", "GRO": "GR", "GUA": "GT", "HID": "HG", "JAL": "JA", "MEX": "EM", "MIC": "MI",
    "MOR": "MO", "NAY": "NA", "NLE": "NL", "OAX": "OA", "PUE": "PU", "QUE": "QT", "ROO": "QR", "SLP": "SL",
    "SIN": "SI", "SON": "SO", "TAB": "TB", "TAM": "TM", "TLA": "TL", "VER": "VE", "YUC": "YU", "ZAC": "ZA",
}  # fmt: skip


def short_region(code: str) -> str:
    """A state's code as people write it: NLE is NL; any other stays as it is."""
    return _MX_SHORT.get(code, code)


REGIONS = (*_regions("US", _US), *_regions("CA", _CA), *_regions("MX", _MX))
_OF_SOURCE = {(region.country, region.source): region for region in REGIONS}
_BY_KEY: dict[str, list[Region]] = {}
for _region in REGIONS:
    for _key in dict.fromkeys(map(region_key, _region.words)):
        _BY_KEY.setdefault(_key, []).append(_region)
_COUNTRY_OF = {
    region_key(word): country for country, words in _COUNTRY_WORDS.items() for word in words.split(",")
}


def read_country(text: str) -> str:
    """The code of a country that we know, by code or name in English, Spanish or French; else ""."""
    return _COUNTRY_OF.get(region_key(text), "")


def read_regions(text: str, country: str = "") -> tuple[Region, ...]:
    """The regions that a code or name means, in one country or all: the United States' first, then Canada's, Mexico's.

    More than one where several countries have the code: "NL" is Newfoundland and Labrador, and Nuevo León.
    """
    found = _BY_KEY.get(region_key(text), ())
    return tuple(region for region in found if not country or region.country == country)


def region_of_source(country: str, source: str) -> Region | None:
    """The region that has this code at GeoNames."""
    return _OF_SOURCE.get((country, source))
