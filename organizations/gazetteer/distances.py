"""How far places are from each other, as the crow flies."""

from math import asin, cos, degrees, radians, sin, sqrt
from typing import Protocol

from organizations.gazetteer.models import Place
from organizations.planned import fetch_planned

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
    """The ids of all places within that many miles, those at the edge included, in the order of their ids.

    First those in the box around the circle, which an index finds; then the ones of them that are near enough.
    """
    south, north, west, east = _box(place, miles)
    values = [place.latitude, place.latitude, place.longitude, miles, south, north, west, east]
    return [found for (found,) in fetch_planned(_WITHIN, values)]


def _box(place: Spot, miles: float) -> tuple[float, float, float, float]:
    """Degrees south, north, west and east. Our countries lie within one range of longitudes: nothing wraps around."""
    angle = miles / EARTH_RADIUS
    reach = degrees(angle) + 1e-9
    latitude = radians(place.latitude)
    # Near a pole, or so far that one is inside the circle, all longitudes count.
    narrow = sin(angle) / cos(latitude) if abs(latitude) + angle < radians(90) else 1.0
    aside = degrees(asin(narrow)) + 1e-9 if narrow < 1 else 360.0
    return place.latitude - reach, place.latitude + reach, place.longitude - aside, place.longitude + aside


_WITHIN = f"""
SELECT id FROM {Place._meta.db_table} WHERE 2 * {EARTH_RADIUS} * asin(sqrt(least(1,
    sin(radians(latitude - %s::float8) / 2) ^ 2
    + cos(radians(%s::float8)) * cos(radians(latitude)) * sin(radians(longitude - %s::float8) / 2) ^ 2
))) <= %s::float8
AND latitude BETWEEN %s::float8 AND %s::float8 AND longitude BETWEEN %s::float8 AND %s::float8
ORDER BY id
"""  # noqa: S608
