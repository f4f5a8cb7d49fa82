"""Finding places: what a city, region and country mean, towns that begin with a few letters, distances."""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from math import asin, cos, degrees, radians, sin, sqrt
from typing import Protocol

from organizations.places.models import Place, PlaceName
from organizations.places.regions import COUNTRIES, place_key, read_country, read_regions
from organizations.sql import fetch

# A place in one line of text, taken apart: "St. Louis, Missouri", "Montréal, QC, Canada", "Laredo TX". Pure.


# At the end, or before the country: of the United States, Canada and (with its usual mark) Mexico.
_POSTAL = re.compile(
    r"(?:\b\d{5}-\d{4}|\b\d{5}|\b[A-Za-z]\d[A-Za-z][ -]?\d[A-Za-z]\d|\bC\.?P\.?\s*\d{5})\s*$", re.ASCII
)
_SEPARATORS = re.compile(r"\s*[,;()\n]\s*")
MAX_WORDS = 4  # of a region's or a country's name


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
    for length in range(min(MAX_WORDS, len(words) - 1), 0, -1):
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
    for length in range(min(MAX_WORDS, len(words) - 1), 0, -1):
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


# A town without a region is meant only if it is this many times as large as any other of that name.
DOMINANT = 10
MAX_REMEMBERED = 20_000  # spellings; a place takes less than a kilobyte
type Spelling = tuple[str, str, str]

_remembered: dict[Spelling, Place | None] = {}


def find_place(city: str, region: str = "", country: str = "") -> Place | None:
    """The place of that name; None where there is none, or where it could be several.

    `region` and `country` are codes or names. Without a country, a region's code that several have means the United
    States' first, then Canada's, then Mexico's that has such a town. In a region it is the most populous town of the
    name; without one, only a town that has ten times as many people as any other of the name.
    """
    spelling = (city, region, country)
    try:
        return _remembered[spelling]
    except KeyError:
        return find_places([spelling])[spelling]


def find_place_of(text: str | PlaceText) -> Place | None:
    """The place that one line of text means: `read_place`, then `find_place`."""
    place = read_place(text) if isinstance(text, str) else text
    return find_place(place.city, place.region, place.country)


def find_places(spellings: Iterable[Spelling]) -> dict[Spelling, Place | None]:
    """`find_place` of many, (city, region, country) each, in two statements at most."""
    wanted = set(spellings)
    found = {spelling: _remembered[spelling] for spelling in wanted if spelling in _remembered}
    unknown = sorted(wanted - found.keys())
    if unknown:
        fresh = _look_up(unknown)
        found |= fresh
        _remember(fresh)
    return found


def forget_places() -> None:
    """Look everything up again, as after other data was loaded."""
    _remembered.clear()
    _zones_of_regions.cache_clear()


def zone_of_region(region: str, country: str = "") -> str:
    """The IANA time zone that all towns of a region keep, by clocks; "" where there are several, or no such region."""
    known = _country(country)
    if known is None:
        return ""
    regions = read_regions(region, known)
    return _zones_of_regions().get((regions[0].country, regions[0].code), "") if regions else ""


def _remember(fresh: dict[Spelling, Place | None]) -> None:
    for spelling, place in fresh.items():
        while len(_remembered) >= MAX_REMEMBERED:
            _remembered.pop(next(iter(_remembered)), None)
        if max(map(len, spelling)) <= 200:  # nobody fills our memory with what is no name
            _remembered[spelling] = place


def _country(text: str) -> str | None:
    """A country's code, "" where none is named, None where it is none of ours."""
    return (read_country(text) or None) if text.strip() else ""


def _look_up(spellings: Collection[Spelling]) -> dict[Spelling, Place | None]:
    found: dict[Spelling, Place | None] = dict.fromkeys(spellings)
    located: list[tuple[Spelling, int, str, str, str]] = []
    anywhere: dict[Spelling, tuple[str, str]] = {}
    for spelling in spellings:
        city, region, country = spelling
        key, known = place_key(city), _country(country)
        if not key or known is None:
            continue
        if region.strip():
            for rank, one in enumerate(read_regions(region, known)):
                located.append((spelling, rank, key, one.country, one.code))
        else:
            anywhere[spelling] = key, known
    if located:
        found |= _in_regions(located)
    if anywhere:
        found |= _anywhere(anywhere)
    return found


def _in_regions(wanted: list[tuple[Spelling, int, str, str, str]]) -> dict[Spelling, Place | None]:
    spellings = list(dict.fromkeys(spelling for spelling, *_ in wanted))
    numbers = {spelling: number for number, spelling in enumerate(spellings)}
    _, ranks, keys, countries, codes = (list(column) for column in zip(*wanted, strict=True))
    rows = fetch(_IN_REGIONS, [[numbers[spelling] for spelling, *_ in wanted], ranks, keys, countries, codes])
    return {spellings[number]: _place(columns) for number, *columns in rows}


def _anywhere(wanted: dict[Spelling, tuple[str, str]]) -> dict[Spelling, Place | None]:
    keys = {key for key, _ in wanted.values()}
    names = PlaceName.objects.filter(key__in=keys).select_related("place")
    known = list(names.order_by("is_alternative", "-place__population", "place_id"))
    return {
        spelling: _dominant(
            (name.is_alternative, name.place)
            for name in known
            if name.key == key and country in ("", name.place.country)
        )
        for spelling, (key, country) in wanted.items()
    }


def _dominant(found: Iterator[tuple[bool, Place]]) -> Place | None:
    """The one that is meant without saying where it is; they come by rank and size."""
    places = list(found)
    if not places:
        return None
    is_alternative, first = places[0]
    second = next((place for other, place in places[1:] if other == is_alternative), None)
    return first if second is None or first.population >= DOMINANT * second.population else None


def _place(columns: Collection[object]) -> Place:
    return Place.from_db("default", COLUMNS, columns)


@cache
def _zones_of_regions() -> dict[tuple[str, str], str]:
    return {(country, region): zone for country, region, zone in fetch(_ZONES, [])}


COLUMNS = [field.attname for field in Place._meta.concrete_fields]
_PLACE = ", ".join(f"place.{column}" for column in COLUMNS)
_NAMED = f"JOIN {PlaceName._meta.db_table} name"
_IT = f"JOIN {Place._meta.db_table} place ON place.id = name.place_id"
_IN_REGIONS = f"""
SELECT DISTINCT ON (wanted.number) wanted.number, {_PLACE}
FROM unnest(%s::int[], %s::int[], %s::text[], %s::text[], %s::text[]) AS wanted(number, rank, key, country, region)
{_NAMED} USING (key, country, region) {_IT}
ORDER BY wanted.number, wanted.rank, name.is_alternative, place.population DESC, place.id
"""  # noqa: S608
# Zones are alike whose clocks were so in January and July of the last two years. Alabama's law knows one time, though
# towns at Georgia's border keep the other.
_ZONES = f"""
SELECT country, region, (array_agg(timezone ORDER BY towns DESC, timezone))[1] FROM (
    SELECT country, region, timezone, count(*) AS towns, (
        SELECT array_agg(clock AT TIME ZONE timezone) FROM unnest(
            ARRAY['2025-01-15', '2025-07-15', '2026-01-15', '2026-07-15']::timestamptz[]) AS clock
    ) AS clocks FROM {Place._meta.db_table} GROUP BY country, region, timezone
) AS zone GROUP BY country, region HAVING count(DISTINCT clocks) = 1 OR region = 'AL'
"""  # noqa: S608
assert set(COUNTRIES) == {"US", "CA", "MX"}  # the order that ranks


# Places that somebody may have meant, typing errors and all.


MIN_LETTERS = 4  # of less, nothing is like anything: only what begins so


def suggest_places(text: str, limit: int = 5) -> list[Place]:
    """The places whose own names are like the text or begin with it, the likeliest first; in its region, if it has one.

    Likelier is the more alike name, and of two equally alike ones the larger town.
    """
    place = read_place(text)
    key = place_key(place.city)[:60]
    if not key:
        return []
    regions = read_regions(place.region, read_country(place.country)) if place.region else ()
    country = read_country(place.country)
    values = {
        "key": key,
        "begins": f"{key}%",
        "country": country,
        "countries": [region.country for region in regions],
        "regions": [region.code for region in regions],
        "limit": limit,
    }
    statement = _BEGINNING if len(key) < MIN_LETTERS else _ALIKE
    return [_place(row) for row in fetch(statement, values)]


# Own names of the region or country: both parts ask the same, and each has an index of its own.
_NAMES = f"""
FROM {PlaceName._meta.db_table} WHERE NOT is_alternative
AND (%(country)s = '' OR country = %(country)s)
AND (cardinality(%(regions)s::text[]) = 0 OR (country, region) IN (
    SELECT * FROM unnest(%(countries)s::text[], %(regions)s::text[])
))
"""  # noqa: S608
_BEGINS = f"""
SELECT place_id, 0.5 + 0.5 * char_length(%(key)s) / char_length(key) AS alike {_NAMES} AND key LIKE %(begins)s
"""
_IS_LIKE = f"SELECT place_id, similarity(key, %(key)s) AS alike {_NAMES} AND key %% %(key)s"
_SUGGEST = f"""
SELECT {_PLACE}
FROM (SELECT place_id, max(alike) AS alike FROM ({{found}}) AS found GROUP BY place_id) AS name
JOIN {Place._meta.db_table} place ON place.id = name.place_id
ORDER BY alike + ln(population + 100) / 30 DESC, population DESC, place.id LIMIT %(limit)s
"""  # noqa: S608
_BEGINNING = _SUGGEST.format(found=_BEGINS)
_ALIKE = _SUGGEST.format(found=f"{_IS_LIKE} UNION ALL {_BEGINS}")


# How far places are from each other, in a straight line.


EARTH_RADIUS = 3958.8  # miles, the mean


class Spot(Protocol):
    """What has a place on the map, in degrees."""

    latitude: float
    longitude: float


def miles_between(a: Spot, b: Spot) -> float:
    """The great circle's length in miles, by the haversine formula."""
    north, south = radians(a.latitude), radians(b.latitude)
    half = (
        sin((south - north) / 2) ** 2
        + cos(north) * cos(south) * sin(radians(b.longitude - a.longitude) / 2) ** 2
    )
    return 2 * EARTH_RADIUS * asin(sqrt(min(1.0, half)))


def places_within(place: Spot, miles: float) -> list[int]:
    """The ids of all places within that many miles, those at the edge included, in the order of their ids."""
    statement, values = circle("of", place, miles)
    return [found for (found,) in fetch(f"{statement} ORDER BY id", values)]


def circle(name: str, place: Spot, miles: float) -> tuple[str, dict[str, float]]:
    """`places_within` as SQL, for statements that go on with it: a SELECT of ids, and the values of its placeholders.

    The placeholders are called after `name`. First come those in the box around the circle, which an index finds; then
    the ones of them that are near enough.
    """
    south, north, west, east = box(place, miles)
    values = {
        "latitude": place.latitude,
        "longitude": place.longitude,
        "miles": miles,
        "south": south,
        "north": north,
        "west": west,
        "east": east,
    }
    return _WITHIN.format(name=name), {f"{name}_{key}": value for key, value in values.items()}


def box(place: Spot, miles: float) -> tuple[float, float, float, float]:
    """The degrees south, north, west and east that all within that many miles lie between; some others do too.

    Our countries lie within one range of longitudes: nothing wraps around.
    """
    angle = miles / EARTH_RADIUS
    reach = degrees(angle) + 1e-9
    latitude = radians(place.latitude)
    # Near a pole, or so far that one is inside the circle, all longitudes count.
    narrow = sin(angle) / cos(latitude) if abs(latitude) + angle < radians(90) else 1.0
    aside = degrees(asin(narrow)) + 1e-9 if narrow < 1 else 360.0
    return place.latitude - reach, place.latitude + reach, place.longitude - aside, place.longitude + aside


_WITHIN = f"""
SELECT id FROM {Place._meta.db_table} WHERE 2 * {EARTH_RADIUS} * asin(sqrt(least(1,
    sin(radians(latitude - %({{name}}_latitude)s::float8) / 2) ^ 2
    + cos(radians(%({{name}}_latitude)s::float8)) * cos(radians(latitude))
    * sin(radians(longitude - %({{name}}_longitude)s::float8) / 2) ^ 2
))) <= %({{name}}_miles)s::float8
AND latitude BETWEEN %({{name}}_south)s::float8 AND %({{name}}_north)s::float8
AND longitude BETWEEN %({{name}}_west)s::float8 AND %({{name}}_east)s::float8
"""  # noqa: S608
