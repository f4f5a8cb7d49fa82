"""A place in one line of text, taken apart: "St. Louis, Missouri", "Montréal, QC, Canada", "Laredo TX". Pure."""

import re
from dataclasses import dataclass

from organizations.gazetteer.regions import read_country, read_regions

# At the end, or before the country: of the United States, Canada and (with its usual mark) Mexico.
_POSTAL = re.compile(
    r"(?:\b\d{5}-\d{4}|\b\d{5}|\b[A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d|\bC\.?P\.?\s*\d{5})\s*$", re.ASCII
)
_SEPARATORS = re.compile(r"\s*[,;()\n]\s*")
MOST_WORDS = 4  # of a region's or a country's name


@dataclass(frozen=True, slots=True)
class PlaceText:
    """A place as it was written: region and country as codes where that is sure, "" where they don't stand there."""

    city: str
    region: str = ""
    country: str = ""

    def __str__(self) -> str:
        return ", ".join(part for part in (self.city, self.region, self.country) if part)


def read_place(text: str) -> PlaceText:
    """Take a place apart; postal codes are left out. Never fails: what can't be told apart is the city.

    Without commas, the words at the end are a region or country where they name one and a city is left before them:
    "New York" is a city, "New York NY" has its region.
    """
    parts = [part for part in (_without_postal(part) for part in _SEPARATORS.split(text)) if part]
    if not parts:
        return PlaceText("")
    if len(parts) == 1:
        return _read_words(parts[0])
    *parts, last = parts
    country = ""
    # After a city and a comma "Georgia" or "MX" could be either: a region is more likely, but not with one before it.
    if read_country(last) and (len(parts) > 1 or not _is_region(last)):
        country = read_country(last)
        if len(parts) == 1:
            return _within(_read_words(parts[0]), country)
        *parts, last = parts
    if len(parts) == 1 or _is_region(last):
        if not country and not _is_region(last):
            last, country = _country_after(last)
        return PlaceText(parts[0], _code(last, country), country)
    return PlaceText(parts[0], last, country)


def _without_postal(part: str) -> str:
    return " ".join(_POSTAL.sub("", part.strip(" .")).split()).strip(" .")


def _is_region(text: str) -> bool:
    """Whether it names a region, and isn't Mexico: the state of that name is called so by nobody who means it alone."""
    return bool(read_regions(text)) and read_country(text) != "MX"


def _country_after(text: str) -> tuple[str, str]:
    """ "TX USA": a region and its country."""
    words = text.split()
    for length in range(min(MOST_WORDS, len(words) - 1), 0, -1):
        country = read_country(" ".join(words[-length:]))
        region = " ".join(words[:-length])
        if country and read_regions(region, country):
            return region, country
    return text, ""


def _read_words(text: str) -> PlaceText:
    """A place without commas."""
    words = text.split()
    if read_regions(text):
        return PlaceText(text)
    for length in range(min(MOST_WORDS, len(words) - 1), 0, -1):
        last, city = " ".join(words[-length:]), " ".join(words[:-length])
        if _is_region(last):
            return PlaceText(city, _code(last, ""))
        if country := read_country(last):
            return _within(_read_words(city), country)
    return PlaceText(text)


def _within(place: PlaceText, country: str) -> PlaceText:
    """What was read before a country's name."""
    region = _code(place.region, country) if read_regions(place.region, country) else place.region
    return PlaceText(place.city, region, country)


def _code(region: str, country: str) -> str:
    """The region's code, where it is sure which one is meant; else as it was written."""
    found = read_regions(region, country)
    return found[0].code if len(found) == 1 else region.upper() if found else region
