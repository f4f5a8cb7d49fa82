"""How far places are from each other, as the crow flies."""

from math import asin, cos, degrees, radians, sin, sqrt
from typing import Protocol

from organizations.gazetteer.models import Place
from organizations.sql import fetch

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
