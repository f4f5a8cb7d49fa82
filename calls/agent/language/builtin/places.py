"""Towns in what was said: a lane's two ends, or where a truck is. As they were said; "St. Louis" stays so."""

import re
from dataclasses import dataclass

from calls.agent.language.builtin.place_words import DESTINATION, NO_TOWN, ORIGIN, PLACE, WEAK
from calls.agent.language.builtin.towns import ALIASES, CODES, MEXICAN, STATES, WORDS_TOO, is_town
from calls.agent.meaning import Expecting, Place

_TOKEN = re.compile(r"(?:st|ft|mt|l\.a)\.|[a-z]+(?:['-][a-z]+)*|\d+|[^\w\s]")
MOST_WORDS = 4
# By their first word, the longer ones first.
_LEADS: dict[str, list[tuple[list[str], str]]] = {}
for _role, _table in (("origin", ORIGIN), ("destination", DESTINATION), ("place", PLACE)):
    for _said in sorted(_table, key=lambda said: -len(said.split())):
        _LEADS.setdefault(_said.split()[0], []).append((_said.split(), _role))
for _leads in _LEADS.values():
    _leads.sort(key=lambda lead: -len(lead[0]))


@dataclass(frozen=True, slots=True)
class Lane:
    """A lane's ends and where something is; None for what wasn't named."""

    origin: Place | None = None
    destination: Place | None = None
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class _Town:
    place: Place
    first: int  # tokens
    end: int


class _Reader:
    """Reads one utterance; `words` are plain, `heard` is the same as it was heard."""

    def __init__(self, words: str, heard: str) -> None:
        tokens = list(_TOKEN.finditer(words))
        self.tokens = [token[0] for token in tokens]
        self.spans = [token.span() for token in tokens]
        self.heard = heard
        # Capitals tell something only where not everything has them, or nothing.
        self.has_case = heard != heard.lower() and heard != heard.upper()

    def is_capital(self, index: int) -> bool:
        """Whether a word was written with a capital, other than for its place in the sentence."""
        return (
            self.has_case
            and index > 0
            and self.heard[self.spans[index][0]].isupper()
            and self.tokens[index - 1] not in ".?!"
        )

    def state_at(self, index: int) -> tuple[str, int]:
        """A state's code and the token after it; "" where none is named there. A comma may stand before."""
        after_comma = index < len(self.tokens) and self.tokens[index] == ","
        start = index + 1 if after_comma else index
        for length in (3, 2, 1):
            name = " ".join(self.tokens[start : start + length])
            if name in STATES:
                return STATES[name], start + length
        if start < len(self.tokens) and (code := self.tokens[start]).upper() in CODES:
            begin, end = self.spans[start]
            in_capitals = self.heard[begin:end].isupper() and self.has_case
            if code not in WORDS_TOO or in_capitals or (after_comma and self._ends_at(start + 1)):
                return code.upper(), start + 1
        return "", index

    def is_sure(self, town: "_Town") -> bool:
        """Whether a town is in a list, or has its state."""
        return bool(town.place.state) or is_town(" ".join(self.tokens[town.first : town.end]))

    def _ends_at(self, index: int) -> bool:
        return index >= len(self.tokens) or self.tokens[index] in {".", ",", "?", "!", "to", "going", "a"}

    def town_at(self, index: int, *, is_open: bool) -> _Town | None:
        """The town that begins at a token. `is_open`: one may stand here that no list has."""
        for length in range(MOST_WORDS, 0, -1):
            words = self.tokens[index : index + length]
            if len(words) == length and is_town(" ".join(words)):
                return self._town(index, index + length)
        state, end = self.state_at(index)
        if state and self.tokens[index] != ",":
            return _Town(Place("", state), index, end)
        return self._unlisted_at(index, is_open=is_open)

    def _unlisted_at(self, index: int, *, is_open: bool) -> _Town | None:
        """Up to three words that a state follows; else those with capitals; else one word where a town is expected."""
        end = index
        while end < len(self.tokens) and end - index < MOST_WORDS - 1 and self._may_name(end):
            end += 1
            state, after = self.state_at(end)
            if state and (self.tokens[end] == "," or end - index >= 1):
                return _Town(Place(self._name(index, end), "" if state in MEXICAN else state), index, after)
        capitals = index
        while capitals < end and self.is_capital(capitals):
            capitals += 1
        if capitals > index:
            return _Town(Place(self._name(index, capitals)), index, capitals)
        if is_open and end > index and not (self.has_case and self.heard[self.spans[index][0]].islower()):
            return _Town(Place(self._name(index, end)), index, end)
        return None

    def _may_name(self, index: int) -> bool:
        token = self.tokens[index]
        return token not in NO_TOWN and (token[0].isalpha())

    def _town(self, index: int, end: int) -> _Town:
        words = " ".join(self.tokens[index:end])
        state, after = self.state_at(end)
        if words in ALIASES:
            city, own_state = ALIASES[words]
            return _Town(Place(city, state or own_state), index, after if state else end)
        return _Town(
            Place(self._name(index, end), "" if state in MEXICAN else state), index, after if state else end
        )

    def _name(self, index: int, end: int) -> str:
        """The name as it was heard, with capitals."""
        name = self.heard[self.spans[index][0] : self.spans[end - 1][1]]
        return name if self.has_case and name != name.lower() else name.title().replace("'S", "'s")

    def lead_at(self, index: int) -> tuple[str, str, int] | None:
        """A word that leads to a town: its role, the words and the token after them."""
        for words, role in _LEADS.get(self.tokens[index], ()):
            if self.tokens[index : index + len(words)] == words:
                return role, " ".join(words), index + len(words)
        return None


def read_places(words: str, heard: str, expecting: Expecting, language: str) -> Lane:
    """The towns of an utterance, each in the first role that a word gives it."""
    reader = _Reader(words, heard)
    found: dict[str, Place] = {}
    _read_pairs(reader, found, language)
    index = 0
    while index < len(reader.tokens):
        lead = reader.lead_at(index)
        if lead is None and language == "es" and reader.tokens[index] in ("de", "a"):
            lead = (
                "origin" if reader.tokens[index] == "de" else "destination",
                reader.tokens[index],
                index + 1,
            )
        if lead is None:
            index += 1
            continue
        role, said, after = lead
        if expecting == Expecting.PLACE and role == "origin":
            role = "place"
        is_open = (
            said not in WEAK
            and expecting in (Expecting.PLACE, Expecting.LOAD)
            and role in ("place", "origin", "destination")
        )
        after = _after_article(reader, after)
        town = reader.town_at(after, is_open=is_open) if after < len(reader.tokens) else None
        if town is None or (said in ("de", "a") and not reader.is_sure(town)):
            index += 1
            continue
        if role not in found:
            found[role] = town.place
        index = town.end
    if not found and expecting in (Expecting.PLACE, Expecting.LOAD) and (town := _lone(reader, expecting)):
        found["place" if expecting == Expecting.PLACE else "origin"] = town.place
    if expecting == Expecting.LOAD and "origin" not in found and "place" in found:
        found["origin"] = found["place"]
    return Lane(found.get("origin"), found.get("destination"), found.get("place"))


def _after_article(reader: _Reader, index: int) -> int:
    while index < len(reader.tokens) and reader.tokens[index] in {
        "the",
        "like",
        "uh",
        "um",
        "about",
        ",",
        "of",
        "town",
        "city",
    }:
        index += 1
    return index


def _read_pairs(reader: _Reader, found: dict[str, Place], language: str) -> None:
    """ "Dallas to Atlanta": two towns with a word between them that makes a lane of them."""
    links = {"to", "-", "into"} | ({"a", "para", "hacia", "hasta"} if language == "es" else set())
    for index, token in enumerate(reader.tokens):
        if token not in links or index == 0:
            continue
        destination = reader.town_at(index + 1, is_open=False) if index + 1 < len(reader.tokens) else None
        if destination is None and _starts_with_lane(reader, index):
            destination = reader.town_at(index + 1, is_open=True) if index + 1 < len(reader.tokens) else None
        if destination is None:
            continue
        for start in range(max(0, index - 6), index):
            origin = reader.town_at(start, is_open=_starts_with_lane(reader, index) and start == 0)
            if origin and origin.end == index:
                found.setdefault("origin", origin.place)
                found.setdefault("destination", destination.place)
                return


def _starts_with_lane(reader: _Reader, index: int) -> bool:
    """Whether an utterance is a lane and nothing before it: "Fresno to Portland"."""
    return index <= 3 and all(token not in NO_TOWN and token[0].isalpha() for token in reader.tokens[:index])


def _lone(reader: _Reader, expecting: Expecting) -> _Town | None:
    """A town said without any word before it, where one was asked for."""
    for index in range(min(len(reader.tokens), 60)):
        town = reader.town_at(index, is_open=False)
        if town and (town.place.state or is_town(" ".join(reader.tokens[town.first : town.end]))):
            return town
    if (
        expecting == Expecting.PLACE
        and reader.tokens
        and reader.tokens[0] not in NO_TOWN
        and len(reader.tokens) <= 4
    ):
        return reader.town_at(0, is_open=True)
    return None
