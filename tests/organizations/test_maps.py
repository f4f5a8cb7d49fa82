"""Maps: the projection, the circles, what is drawn within the picture."""

import re

import pytest

from organizations.places import maps
from organizations.places.gazetteer import find_place_of, miles_between

pytestmark = pytest.mark.django_db


def test_map_projects_there_and_back():
    plane = maps.Plane(38.0, -96.0)
    for latitude, longitude in ((25.7, -80.2), (61.2, -149.9), (19.4, -99.1), (38.0, -96.0)):
        again = plane.unproject(plane.project(maps.Degrees(latitude, longitude)))
        assert (again.latitude, again.longitude) == pytest.approx((latitude, longitude), abs=1e-9)


@pytest.mark.parametrize("town", ["Dallas, TX", "Nome, AK"])
@pytest.mark.parametrize("miles", [1, 75, 500])
def test_circle_is_as_wide_as_its_miles_and_round(town, miles):
    place = find_place_of(town)
    circle = maps.Circle(place, miles, "origin")
    for corner in maps._around(circle):
        assert miles_between(place, corner) == pytest.approx(miles, rel=1e-6)
    ring = maps.draw([], [circle], description="").rings[0]
    drawn = [(float(x), float(y)) for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", ring.path)]
    wide, high = (max(side) - min(side) for side in zip(*drawn, strict=True))
    assert wide == pytest.approx(high, rel=0.01)


@pytest.mark.parametrize("width", [maps.WIDTH, maps.SMALL])
def test_map_holds_all_that_it_draws(width):
    ends = [find_place_of(text) for text in ("Anchorage, AK", "Mérida, YUC", "Halifax, NS", "Dallas, TX")]
    ways = [maps.Way(a, b, 3, f"{a} to {b}") for a in ends for b in ends]
    circles = [maps.Circle(ends[0], 500, "origin"), maps.Circle(ends[1], 500, "destination")]
    picture = maps.draw(ways, circles, description="x", width=width)
    drawn = picture.ends + "".join(ring.path for ring in picture.rings)
    for x, y in re.findall(r"(-?[\d.]+) (-?[\d.]+)", drawn):
        assert 0 <= float(x) <= picture.width
        assert 0 <= float(y) <= picture.height
    assert picture.width == width
    assert {name.kind for name in picture.names} == {"origin", "destination", "town"}


def test_map_of_one_place_and_of_none():
    place = find_place_of("Dallas, TX")
    assert maps.draw([maps.Way(place, place, 1, "")], description="").height > 0
    assert maps.draw([], [maps.Circle(place, 0, "origin")], description="").rings[0].path == ""
    assert maps.draw([], description="") is None


@pytest.mark.parametrize(
    ("origin", "destination"), [("Dallas, TX", "Atlanta, GA"), ("Atlanta, GA", "Dallas, TX")]
)
def test_names_of_a_lane_stand_beside_it(origin, destination):
    ends = find_place_of(origin), find_place_of(destination)
    circles = [maps.Circle(ends[0], 75, "origin"), maps.Circle(ends[1], 75, "destination")]
    picture = maps.draw([maps.Way(*ends, 1, "")], circles, description="x")
    x, y, bend_x, bend_y, to_x, to_y = map(float, re.findall(r"-?[\d.]+", picture.arcs[0].path))
    assert {name.text for name in picture.names} >= {origin, destination}
    for name in picture.names:
        wide = len(name.text) * maps.LETTER
        left = {"after": name.x, "before": name.x - wide, "amid": name.x - wide / 2}[name.side]
        for part in (step / 100 for step in range(101)):
            at_x, at_y = (
                (1 - part) ** 2 * a + 2 * part * (1 - part) * b + part**2 * c
                for a, b, c in ((x, bend_x, to_x), (y, bend_y, to_y))
            )
            assert not (left < at_x < left + wide and name.y - 12 < at_y < name.y + 3), name
