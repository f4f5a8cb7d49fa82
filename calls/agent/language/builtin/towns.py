"""States by name and code, and the names of larger towns, so that one is known where no word announces it."""

from functools import cache

from calls.agent.language.builtin.words import plain
from organizations.gazetteer.source import read_names

STATES = {
    "alabama": "AL", "alaska": "AK", "arizona": "AZ", "arkansas": "AR", "california": "CA", "colorado": "CO",
    "connecticut": "CT", "delaware": "DE", "florida": "FL", "georgia": "GA", "hawaii": "HI", "idaho": "ID",
    "illinois": "IL", "indiana": "IN", "iowa": "IA", "kansas": "KS", "kentucky": "KY", "louisiana": "LA",
    "maine": "ME", "maryland": "MD", "massachusetts": "MA", "michigan": "MI", "minnesota": "MN", "mississippi": "MS",
    "missouri": "MO", "montana": "MT", "nebraska": "NE", "nevada": "NV", "new hampshire": "NH", "new jersey": "NJ",
    "new mexico": "NM", "new york": "NY", "north carolina": "NC", "north dakota": "ND", "ohio": "OH",
    "oklahoma": "OK", "oregon": "OR", "pennsylvania": "PA", "rhode island": "RI", "south carolina": "SC",
    "south dakota": "SD", "tennessee": "TN", "texas": "TX", "utah": "UT", "vermont": "VT", "virginia": "VA",
    "washington": "WA", "west virginia": "WV", "wisconsin": "WI", "wyoming": "WY", "district of columbia": "DC",
    "ontario": "ON", "quebec": "QC", "british columbia": "BC", "alberta": "AB", "manitoba": "MB",
    "saskatchewan": "SK", "nova scotia": "NS", "new brunswick": "NB",
    "nuevo mexico": "NM", "nueva york": "NY", "carolina del norte": "NC", "carolina del sur": "SC",
    "pensilvania": "PA", "luisiana": "LA", "misuri": "MO", "tejas": "TX", "nueva jersey": "NJ", "misisipi": "MS",
    "virginia occidental": "WV", "nuevo leon": "NL", "tamaulipas": "TM", "chihuahua": "CH", "sonora": "SO",
}  # fmt: skip
MEXICAN = {"NL", "TM", "CH", "SO"}
CODES = frozenset(STATES.values()) - MEXICAN
# Codes that are words as well: they count in capitals, or after a comma.
WORDS_TOO = frozenset(
    {
        "in",
        "or",
        "me",
        "hi",
        "ok",
        "oh",
        "la",
        "de",
        "al",
        "pa",
        "ma",
        "id",
        "co",
        "mo",
        "va",
        "on",
        "mi",
        "as",
        "ne",
        "ct",
    }
)
# Towns that are called by another name.
ALIASES = {
    "philly": ("Philadelphia", ""), "vegas": ("Las Vegas", ""), "okc": ("Oklahoma City", ""),
    "indy": ("Indianapolis", ""),
    "jax": ("Jacksonville", ""), "nola": ("New Orleans", ""), "l.a.": ("Los Angeles", ""), "dfw": ("Dallas", ""),
    "chi-town": ("Chicago", ""), "slc": ("Salt Lake City", ""), "san antone": ("San Antonio", ""),
    "stl": ("St. Louis", ""), "washington dc": ("Washington", "DC"),
    "dc": ("Washington", "DC"), "cincy": ("Cincinnati", ""),
    "atl": ("Atlanta", ""), "pitt": ("Pittsburgh", ""), "ft worth": ("Fort Worth", ""),
}  # fmt: skip
# Towns whose names are said for something else far more often.
_WORDS = frozenset({
    "angel", "as", "august", "bank", "bar", "bath", "battle", "bay", "bell", "bend", "best", "beverly",
    "big", "bigs", "boss", "brea", "buena", "bull", "buren", "camp", "carlos", "carrier", "cash", "cave",
    "center", "central", "commerce", "deal", "delivery", "diamond", "eagle", "early", "east", "el", "empty",
    "enterprise", "fair", "flowery", "forest", "friday", "good", "harbor", "henry", "holly", "home", "hope",
    "ideal", "independence", "industry", "justice", "la", "lake", "lane", "lanes", "lead", "lee", "lewis",
    "liberty", "loaded", "logan", "march", "marina", "marion", "mason", "may", "media", "mercedes",
    "mexico", "mike", "miles", "mill", "mills", "mission", "monday", "more", "moss", "normal", "north",
    "northwest", "oaks", "ocean", "of", "opportunity", "os", "pace", "paradise", "park", "parker", "price",
    "progress", "rate", "reading", "ripley", "san", "sandy", "santa", "shelby", "shop", "south",
    "southeast", "star", "story", "summit", "sun", "superior", "surprise", "taylor", "temple", "texas",
    "the", "time", "truck", "union", "valley", "van", "vernon", "vista", "weather", "west", "westside",
    "young",
})  # fmt: skip


@cache
def known_towns() -> frozenset[str]:
    """Plain names of towns of 15,000 people or more in the US, Canada and Mexico, of the gazetteer's own data.

    Read once a process, from a file: nothing is asked of the database while somebody speaks. The names of smaller
    towns are said for something else too often to be known by themselves.
    """
    names = {plain(name).replace(".", "") for name in read_names(15_000)}
    short = {name.replace("saint ", "st ") for name in names} | {
        name.replace("fort ", "ft ") for name in names
    }
    without_city = {name.removesuffix(" city") for name in ("new york city",)}
    return frozenset((names | short | without_city | {"kansas city"}) - _WORDS)


def is_town(name: str) -> bool:
    """Whether plain words are a larger town's name."""
    return name in ALIASES or name.replace(".", "") in known_towns()
