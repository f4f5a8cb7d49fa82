"""Places that somebody may have meant, typing errors and all."""

from organizations.gazetteer.finding import COLUMNS
from organizations.gazetteer.models import Place, PlaceName
from organizations.gazetteer.names import place_key
from organizations.gazetteer.reading import read_place
from organizations.gazetteer.regions import read_country, read_regions
from organizations.sql import fetch

FEWEST_LETTERS = 4  # of less, nothing is like anything: only what begins so


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
    statement = _BEGINNING if len(key) < FEWEST_LETTERS else _ALIKE
    return [Place.from_db("default", COLUMNS, row) for row in fetch(statement, values)]


_PLACE = ", ".join(f"place.{column}" for column in COLUMNS)
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
