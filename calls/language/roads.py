"""Roads and distances, told instead of a town: "on the ten by the four oh five", "twenty miles out". Pure."""

import re

from calls.language.number_words import figures, languages_of, plain
from calls.language.reading import Place

_OUT = re.compile(
    r"\b(?P<far>\d{1,3}|an?|half an?) (?P<unit>miles?|minutes?|mins?|hours?|hrs?|millas?|minutos?|horas?) "
    r"(?:out|away|off|(?:from|de) (?:the|there|here|them|y'?all|you|la|el|ahi|alla|llegar)\b)|"
    r"\b(?:como |unas? )?a (?:como |unas? )?(?P<lejos>\d{1,3}) (?P<que>millas?)\b"
)
_UNITS = {
    **dict.fromkeys(("milla", "millas"), "miles"),
    **dict.fromkeys(("minuto", "minutos", "min", "mins"), "minutes"),
    **dict.fromkeys(("hora", "horas", "hr", "hrs"), "hours"),
}
_ROAD = re.compile(
    r"\b(?:(?P<kind>i|interstate|highway|hwy|us|route|state road)[ -])?(?P<road>\d{1,3})"
    r"(?: (?P<way>north|south|east|west)(?:bound)?)?(?: (?:at|by|near|around|right|about|just|past|the|in|on))* "
    r"(?P<mark>mile ?marker|mile ?post|exit|milla) (?P<at>\d{1,3}(?: \d\d)?)\b"
)
# A road among other words: "the 10", "i 10", "5 north"; "the one ten" is the 110.
_NAMED = re.compile(
    r"\b(?:(?P<i>i|interstate)[ -]|(?P<the>the|el|la) |(?P<kind>highway|hwy|us|route|state road)[ -])?"
    r"(?P<number>\d{1,3})\b(?! ?(?:miles?|min\w*|hours?|hrs?|millas?|horas?)\b)"
    r"(?(i)|(?(the)|(?(kind)|(?= (?:north|south|east|west)(?:bound)?\b))))"
)
_PARTED = re.compile(r"\b(\d|it) (\d\d)\b")
_ABOUT = re.compile(r"^(?:(?:i'?m|he'?s|she'?s|right|still|estoy|ando|aqui|on|en|at) )+")
_BY = re.compile(r"\b(?:by|cerca del?)\b")


def distance_out(heard: str) -> str:
    """How far it still is, where that is told instead of a town: "20 miles out"; empty where it isn't."""
    found = _OUT.search(_in_figures(heard))
    if found is None:
        return ""
    if found["lejos"]:
        return f"{found['lejos']} miles out"
    unit = _UNITS.get(found["unit"], found["unit"])
    return f"{found['far']} {unit} out"


_FROM_TOWN = re.compile(
    r"\b(?P<far>\d{1,3}|an?|half an?|una?|media) (?P<unit>miles?|minutes?|mins?|hours?|hrs?|millas?|minutos?|horas?)"
    r"(?: to the| al)? (?P<way>north|south|east|west|norte|sur|este|oeste|past|before|outside|pasando|antes)"
    r"(?: of| from| outside| del?)? (?P<town>\w+)"
)
_WAYS = {
    "norte": "north",
    "sur": "south",
    "este": "east",
    "oeste": "west",
    "pasando": "past",
    "antes": "before",
}
_NO_OF = ("past", "before", "outside")
_HALF = {"un": "a", "una": "an", "media": "half an"}


def from_town(heard: str, place: Place) -> str:
    """How far from a town, where that is told with it: "40 miles west of", "an hour past"; empty where it isn't."""
    found = _FROM_TOWN.search(re.sub(r"\bsaint\b", "st", _in_figures(heard)))
    if found is None or not plain(place.city).startswith(found["town"]):
        return ""
    far, unit = _HALF.get(found["far"], found["far"]), _UNITS.get(found["unit"], found["unit"])
    if far in ("1", "an", "a", "half an", "half a"):
        unit = unit.rstrip("s")
    way = _WAYS.get(found["way"], found["way"])
    return f"{far} {unit} {way}{'' if way in _NO_OF else ' of'}"


MILES_AN_HOUR = 50


def hours_out(heard: str) -> float | None:
    """How many hours it still is, by the distance that is told: "fifty miles out" is one; None without one."""
    far, _, unit = distance_out(heard).removesuffix(" out").rpartition(" ")
    number = float(far) if far.isdigit() else 0.5 if far.startswith("half") else 1.0
    return number / {"miles": MILES_AN_HOUR, "minutes": 60}.get(f"{unit.rstrip('s')}s", 1) if far else None


def road_spot(heard: str) -> str:
    """A place on a highway, told instead of a town: "I-15 southbound, mile marker 112"; empty where none is."""
    found = _ROAD.search(_in_figures(heard))
    if found is None:
        return ""
    kind = f"{found['kind']} " if found["kind"] else ""
    road = f"{kind}{found['road']}"
    if found["kind"] in ("i", "interstate") or (not kind and _is_interstate(found["road"])):
        road = f"I-{found['road']}"
    way = f" {found['way']}bound" if found["way"] else ""
    mark = "exit" if found["mark"] == "exit" else "mile marker"
    return f"{road}{way}, {mark} {found['at'].replace(' ', '')}"


def with_roads(told: str) -> str:
    """What is told to be the place, its roads by their names: "I-10 near I-405"; empty where it names none."""
    words = _PARTED.sub(lambda found: found[0].replace("it", "1").replace(" ", ""), _in_figures(told))
    named = _NAMED.sub(_name_of, words)
    return _BY.sub("near", _ABOUT.sub("", named)) if _NAMED.search(words) else ""


_ON = re.compile(
    r"\b(?:on|down|up|por|en) (?:the|la|el) (\d{1,3})\b(?! ?(?:miles?|min\w*|hours?|millas?|horas?)\b)"
)


def road_taken(heard: str) -> str:
    """The Interstate that somebody is on, by its number alone: "vengo por la cinco"; empty where none is told."""
    found = _ON.search(_PARTED.sub(r"\1\2", _in_figures(heard)))
    return f"I-{found[1]}" if found and _is_interstate(found[1]) else ""


def _name_of(found: re.Match[str]) -> str:
    if found["i"] or (not found["kind"] and _is_interstate(found["number"])):
        return f"I-{found['number']}"
    return found[0] if found["the"] or found["kind"] else f"highway {found[0]}"


def _is_interstate(road: str) -> bool:
    """Whether a number alone is mostly said of an Interstate: 5, 10, 80, 405; 60 and 99 are others."""
    last = int(road) % 100
    return last % 5 == 0 and last not in (0, 50, 60)


def _in_figures(heard: str) -> str:
    words = plain(heard)
    return figures(words, languages_of(words, "en")[0])
