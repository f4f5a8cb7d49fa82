"""Places that somebody may have meant, typing errors and all."""

from organizations.gazetteer.finding import COLUMNS
from organizations.gazetteer.models import Place, PlaceName
from organizations.gazetteer.names import place_key
from organizations.gazetteer.reading import read_place
from organizations.gazetteer.regions import read_country, read_regions
from organizations.planned import fetch_planned

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
        "alike": key if len(key) >= FEWEST_LETTERS else "",
        "begins": f"{key}%",
        "country": country,
        "countries": [region.country for region in regions],
        "regions": [region.code for region in regions],
        "limit": limit,
    }
    return [Place.from_db("default", COLUMNS, row) for row in fetch_planned(_LIKE, values)]


_PLACE = ", ".join(f"place.{column}" for column in COLUMNS)
_LIKE = f"""
SELECT {_PLACE} FROM (
    SELECT place_id, max(
        similarity(key, %(key)s) + CASE WHEN key LIKE %(begins)s THEN 0.3 ELSE 0 END
    ) AS alike
    FROM {PlaceName._meta.db_table}
    WHERE NOT is_alternative AND (key %% %(alike)s OR key LIKE %(begins)s)
    AND (%(country)s = '' OR country = %(country)s)
    AND (%(regions)s::text[] = '{{}}' OR (country, region) IN (
        SELECT * FROM unnest(%(countries)s::text[], %(regions)s::text[])
    ))
    GROUP BY place_id
) AS name JOIN {Place._meta.db_table} place ON place.id = name.place_id
ORDER BY alike + ln(population + 100) / 30 DESC, population DESC, place.id LIMIT %(limit)s
"""  # noqa: S608
