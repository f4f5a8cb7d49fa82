"""Maps as SVG: towns as a faint ground, places with the circles around them, ways as arcs. Pure, but for its towns.

Each map is a stereographic projection around its own middle, which leaves circles round; a picture's units are those
of its viewBox, WIDTH wide or SMALL.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from math import asin, atan2, cos, degrees, hypot, pi, radians, sin

from organizations.places.gazetteer import EARTH_RADIUS, Spot
from organizations.places.models import Place

WIDTH = 960
SMALL = 480  # to stand beside something: fewer names, the letters as large
SHAPES = (0.36, 0.6)  # the least and the most that the height is of the width
MARGIN = 0.08  # of the picture around what it shows
MIN_MILES = 150.0  # from edge to edge: a picture of less tells nothing of where it is
TOWNS, NAMED = 420, 14
LETTER = 7.6  # how wide one is, about, of a name on the map
LINE = 17
DOT = 6  # from its center to its edge, that of a place which bears its name
CORNERS = 48  # of a circle
STEPS = 40  # along a lane
CLEAR = 3  # so many lanes at most have no names on them: among more there would be none left

type Point = tuple[float, float]


@dataclass(slots=True)
class Degrees:
    """Where something is."""

    latitude: float
    longitude: float


@dataclass(frozen=True, slots=True)
class Way:
    """A lane, or a leg of one, to be drawn: its ends, and how much there is to it, which makes it thick."""

    origin: Spot
    destination: Spot
    count: int
    title: str


def way(places: Sequence[float], count: int, title: str) -> Way:
    """A lane of which the latitudes and longitudes of its ends are given, one after the other."""
    return Way(Degrees(*places[:2]), Degrees(*places[2:]), count, title)


@dataclass(frozen=True, slots=True)
class Circle:
    """A place that bears its name, with the miles searched around it; `end` is `origin`, `destination` or `stop`."""

    place: Place
    miles: float
    end: str


@dataclass(frozen=True, slots=True)
class Name:
    """A town's name, where there is room for it: after x, before it, or with x in its middle."""

    x: float
    y: float
    text: str
    kind: str  # origin, destination, stop or town
    side: str  # after, before or amid


@dataclass(frozen=True, slots=True)
class Arc:
    """A lane as drawn: a path, and a class of its weight from 1 to 3."""

    path: str
    weight: int
    title: str


@dataclass(frozen=True, slots=True)
class Ring:
    """A circle as drawn, with its center; the path is empty where there are no miles around it."""

    path: str
    x: float
    y: float
    end: str


@dataclass(frozen=True)
class Map:
    """A picture; `towns` is one path of dots, `description` says it to who doesn't see it."""

    height: int
    towns: str
    rings: list[Ring]
    arcs: list[Arc]
    ends: str
    names: list[Name]
    description: str
    width: int

    @property
    def is_small(self) -> bool:
        """Whether it was drawn to stand beside something."""
        return self.width < WIDTH


@dataclass(frozen=True, slots=True)
class Plane:
    """What touches the globe at a point: its coordinates are radii of the Earth, x to the east and y to the south."""

    latitude: float
    longitude: float

    @classmethod
    def amid(cls, spots: Sequence[Spot]) -> "Plane":
        """Around the middle of what is shown."""
        souths, wests = [spot.latitude for spot in spots], [spot.longitude for spot in spots]
        return cls((min(souths) + max(souths)) / 2, (min(wests) + max(wests)) / 2)

    def project(self, spot: Spot) -> Point:
        """From the globe to the plane."""
        here, there = radians(self.latitude), radians(spot.latitude)
        east = radians(spot.longitude - self.longitude)
        away = 2 / (1 + sin(here) * sin(there) + cos(here) * cos(there) * cos(east))
        x = away * cos(there) * sin(east)
        return x, -away * (cos(here) * sin(there) - sin(here) * cos(there) * cos(east))

    def unproject(self, point: Point) -> Degrees:
        """From the plane to the globe."""
        x, y = point[0], -point[1]
        far = hypot(x, y)
        if not far:
            return Degrees(self.latitude, self.longitude)
        here, angle = radians(self.latitude), 2 * atan2(far, 2)
        latitude = asin(cos(angle) * sin(here) + y * sin(angle) * cos(here) / far)
        east = atan2(x * sin(angle), far * cos(here) * cos(angle) - y * sin(here) * sin(angle))
        return Degrees(degrees(latitude), self.longitude + degrees(east))


@dataclass
class _Frame:
    """From degrees to the picture, so that all of what it shows fits."""

    plane: Plane
    width: int
    height: int
    scale: float
    left: float
    top: float
    taken: list[tuple[float, float, float, float]] = field(default_factory=list)
    on_lanes: list[tuple[float, float, float, float]] = field(default_factory=list)

    @classmethod
    def around(cls, spots: Sequence[Spot], width: int) -> "_Frame":
        plane = Plane.amid(spots)
        flat = [plane.project(spot) for spot in spots]
        xs, ys = [x for x, _ in flat], [y for _, y in flat]
        least = MIN_MILES / EARTH_RADIUS
        across, down = max(max(xs) - min(xs), least), max(max(ys) - min(ys), least / 2)
        height = round(width * min(max(down / across, SHAPES[0]), SHAPES[1]))
        room = 1 - 2 * MARGIN
        scale = min(width * room / across, height * room / down)
        return cls(
            plane,
            width,
            height,
            scale,
            (min(xs) + max(xs)) / 2 - width / 2 / scale,
            (min(ys) + max(ys)) / 2 - height / 2 / scale,
        )

    def place(self, spot: Spot) -> Point:
        x, y = self.plane.project(spot)
        return (x - self.left) * self.scale, (y - self.top) * self.scale

    def holds(self, point: Point) -> bool:
        return 0 <= point[0] <= self.width and 0 <= point[1] <= self.height

    def box(self) -> tuple[float, float, float, float]:
        """Degrees south, north, west and east of all that it shows: by points along its edges."""
        spots = [
            self.plane.unproject(
                (self.left + self.width * a / 12 / self.scale, self.top + self.height * b / 12 / self.scale)
            )
            for a in range(13)
            for b in range(13)
        ]
        souths, wests = [spot.latitude for spot in spots], [spot.longitude for spot in spots]
        return min(souths), max(souths), min(wests), max(wests)

    def keep_free(self, point: Point) -> None:
        """No name shall cover this dot."""
        self.taken.append((point[0] - DOT, point[1] - DOT, point[0] + DOT, point[1] + DOT))

    def keep_clear(self, way: Way) -> None:
        """Names stand beside this lane, not on it."""
        (x, y), (bend_x, bend_y), (to_x, to_y) = self.curve(way)
        for step in range(1, STEPS):
            part = step / STEPS
            early, amid, late = (1 - part) ** 2, 2 * part * (1 - part), part**2
            at_x, at_y = early * x + amid * bend_x + late * to_x, early * y + amid * bend_y + late * to_y
            self.on_lanes.append((at_x - DOT, at_y - DOT, at_x + DOT, at_y + DOT))

    def curve(self, way: Way) -> tuple[Point, Point, Point]:
        """A lane's start, what it bends to, and its end: a little to its left, so that there and back are two."""
        (x, y), (to_x, to_y) = self.place(way.origin), self.place(way.destination)
        return (x, y), ((x + to_x) / 2 + (to_y - y) * 0.12, (y + to_y) / 2 - (to_x - x) * 0.12), (to_x, to_y)

    def name(self, point: Point, text: str, kind: str) -> Name | None:
        """The name at its dot, where it covers nothing and stands inside; None where there is no such place."""
        x, y = point
        wide = len(text) * LETTER
        before = Name(x - 8, y + 4, text, kind, "before"), (x - 8 - wide, y)
        after = Name(x + 8, y + 4, text, kind, "after"), (x + 8, y)
        amid = min(max(x, wide / 2 + 2), self.width - wide / 2 - 2)
        above = Name(amid, y - 10, text, kind, "amid"), (amid - wide / 2, y - 14)
        below = Name(amid, y + LINE + 4, text, kind, "amid"), (amid - wide / 2, y + LINE)
        sides = (before, after) if x > self.width / 2 else (after, before)
        is_town = kind == "town"
        places = [
            (name, (left - 1, middle - LINE + DOT + 1, left + wide + 1, middle + 7))
            for name, (left, middle) in (sides if is_town else (*sides, above, below))
        ]
        # The ends of a lane are named even where there is no room but on it.
        for lanes in [self.on_lanes] if is_town else [self.on_lanes, []]:
            for name, box in places:
                if self._is_free(box) and not any(_overlap(box, other) for other in lanes):
                    self.taken.append(box)
                    return replace(name, x=round(name.x, 1), y=round(name.y, 1))
        return None

    def _is_free(self, box: tuple[float, float, float, float]) -> bool:
        is_inside = box[0] >= 0 and box[1] >= 0 and box[2] <= self.width and box[3] <= self.height
        return is_inside and not any(_overlap(box, other) for other in self.taken)


def draw(
    ways: Sequence[Way], circles: Sequence[Circle] = (), *, description: str, width: int = WIDTH
) -> Map | None:
    """Return the map of ways and circles, None where there is nothing to draw. One query, for the towns around."""
    shown: list[Spot] = [spot for way in ways for spot in (way.origin, way.destination)]
    shown += [spot for circle in circles for spot in _around(circle)]
    if not shown:
        return None
    frame = _Frame.around(shown, width)
    rings = [_ring(frame, circle) for circle in circles]
    arcs = _arcs(frame, ways)
    towns = [(town, frame.place(Degrees(latitude, longitude))) for town, latitude, longitude in _towns(frame)]
    inside = [(town, point) for town, point in towns if frame.holds(point)]
    for circle in circles:
        frame.keep_free(frame.place(circle.place))
    if len(ways) <= CLEAR:
        for way in ways:
            frame.keep_clear(way)
    names = [frame.name(frame.place(circle.place), str(circle.place), circle.end) for circle in circles]
    for town, point in inside:
        if len([name for name in names if name]) >= NAMED * width / WIDTH:
            break
        # Nor a part of another town: New South Memphis beside Memphis.
        is_part = any(town.endswith(f" {other}") for other, _ in inside)
        if not is_part and not any(circle.place.name == town for circle in circles):
            names.append(frame.name(point, town, "town"))
    return Map(
        height=frame.height,
        towns=_dots(point for _, point in inside),
        rings=rings,
        arcs=arcs,
        ends=_dots({frame.place(spot) for way in ways for spot in (way.origin, way.destination)}),
        names=[name for name in names if name],
        description=description,
        width=width,
    )


def _around(circle: Circle) -> list[Spot]:
    """Points of the circle; of none its center alone."""
    if not circle.miles:
        return [circle.place]
    reach, north, east = (
        circle.miles / EARTH_RADIUS,
        radians(circle.place.latitude),
        radians(circle.place.longitude),
    )
    spots: list[Spot] = []
    for corner in range(CORNERS):
        way = 2 * pi * corner / CORNERS
        latitude = asin(sin(north) * cos(reach) + cos(north) * sin(reach) * cos(way))
        aside = atan2(sin(way) * sin(reach) * cos(north), cos(reach) - sin(north) * sin(latitude))
        spots.append(Degrees(degrees(latitude), degrees(east + aside)))
    return spots


def _ring(frame: _Frame, circle: Circle) -> Ring:
    corners = " ".join(f"{x:.1f} {y:.1f}" for x, y in map(frame.place, _around(circle)))
    x, y = frame.place(circle.place)
    return Ring(f"M{corners}Z" if circle.miles else "", round(x, 1), round(y, 1), circle.end)


def _arcs(frame: _Frame, ways: Sequence[Way]) -> list[Arc]:
    """The few with much to them above the many with little."""
    most = max((way.count for way in ways), default=1)
    arcs = []
    for way in sorted(ways, key=lambda each: each.count):
        (x, y), (bend_x, bend_y), (to_x, to_y) = frame.curve(way)
        share = way.count / most
        weight = 3 if share > 0.5 else 2 if share > 0.15 else 1
        arcs.append(
            Arc(f"M{x:.1f} {y:.1f}Q{bend_x:.1f} {bend_y:.1f} {to_x:.1f} {to_y:.1f}", weight, way.title)
        )
    return arcs


def _dots(points: Iterable[Point]) -> str:
    """A path whose round line ends are dots."""
    return "".join(f"M{x:.0f} {y:.0f}h0" for x, y in points)


def _overlap(a: tuple[float, float, float, float], b: tuple[float, float, float, float]) -> bool:
    return a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]


def _towns(frame: _Frame) -> list[tuple[str, float, float]]:
    """The largest towns around, the largest first."""
    south, north, west, east = frame.box()
    within = Place.objects.filter(latitude__range=(south, north), longitude__range=(west, east))
    return list(within.order_by("-population", "id").values_list("name", "latitude", "longitude")[:TOWNS])
