"""The place that a city, region and country mean, remembered by each process."""

from collections.abc import Collection, Iterable, Iterator
from functools import cache

from organizations.gazetteer.models import Place, PlaceName
from organizations.gazetteer.names import place_key
from organizations.gazetteer.reading import PlaceText, read_place
from organizations.gazetteer.regions import COUNTRIES, read_country, read_regions
from organizations.sql import fetch

# A town without a region is meant only if it is this many times as large as any other of that name.
DOMINANT = 10
MOST_REMEMBERED = 20_000  # spellings; a place takes less than a kilobyte
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
        while len(_remembered) >= MOST_REMEMBERED:
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
