"""Towns and states in what was said, as the gazetteer spells them or not at all: a lane's two ends, or where a truck is
(which of these, `manage.py train_ear` has learned from the corpus by the words around it).
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from calls.language.classifier import Mention, roles_of
from calls.language.number_words import languages_of, plain
from calls.language.reading import Expecting, Listening, Place
from calls.language.towns import (
    ALWAYS_WORDS,
    BEFORE_DE,
    CODES,
    COMMON,
    FILLERS,
    FROM_HERE,
    LEADS,
    MIN_ALONE,
    NO_TOWN,
    SPANISH_LEADS,
    SPANISH_WORDS,
    SPLIT,
    STATES,
    TOWNS_FIRST,
    WORDS_TOO,
    Town,
    key_of,
    known_towns,
    like,
    meant,
    spelled,
)

MAX_BEFORE = 40  # words before a town that are looked at
MAX_AFTER = 8  # and after it
MAX_FILLERS = 6  # between a word that leads to a town and the town
MAX_ANSWER = 2  # words of an answer that is a town, whatever else it means
MAX_WORDS = 4  # of a name, as it is heard
MIN_LED = 1_000  # people of a town without its state after "in" or "past"
MIN_NAMED = 300  # of one with a long name, or in several words
MIN_COMMON = 10_000  # of one whose name is another word as well
MIN_RARE = 9  # letters of a name that is no other word
MIN_LIKE = 30_000  # of one that is only like what was heard
MIN_PART = 3  # letters of the parts it is heard in, and more
MIN_LARGE = 100_000  # and where ordinary words would be part of its name
_TOKEN = re.compile(r"(?:[a-z]\.){2,}|(?:st|ft|mt)\.|[a-z]+(?:'[a-z]+)*|\d+|[^\w\s]")
ORIGIN, DESTINATION, PLACE = ROLES = ("origin", "destination", "place")


@dataclass(frozen=True, slots=True)
class Named:
    """A town or a state that was named, by tokens, and what the words before it make of it.

    `role` is "from", "to", "at", "left" (it was there before), "load" ("the Memphis load"), or "" for none.
    """

    place: Place
    first: int
    end: int
    role: str = ""
    lead: str = ""
    start: int = 0  # of the leading words


def in_state(place: Place, state: str) -> Place:
    """The town of that name in a state, where there is one; else as it was named."""
    towns = known_towns().by_key.get(key_of(place.city.lower().split()), [])
    return Place(place.city, state) if meant(towns, state) else place


# "Anything but Colorado", "lo que sea menos California".
_EXCEPT = re.compile(
    r"\b(?:(?:any|every|no)(?:thing|where)|all|except|excepting|other than)(?: \w+)? but$|"
    r"\b(?:except|excluding|other than|besides|not going|don't (?:do|run|go|want)|won't (?:do|run|go)|"
    r"menos|excepto|salvo|no (?:voy|corro|entro|quiero|jalo|subo))(?: (?:for|to|a|para|pa|into))?$"
)


class Reader:
    """Reads one utterance; `words` are plain, `heard` is the same as it was heard."""

    def __init__(self, words: str, heard: str, listening: Listening, language: str) -> None:
        tokens = [(found[0], *found.span()) for found in _TOKEN.finditer(words)]
        self.tokens = [token.removesuffix("'s") for token, *_ in tokens]
        self.spans = [(start, end) for _, start, end in tokens]
        self.words, self.heard = words, heard
        self.denied: list[Named] = []  # "Maine, not Oregon"
        self.language = language
        self._read: dict[tuple[int, bool, int], Named | None] = {}
        self.is_asked = listening.expecting in (Expecting.PLACE, Expecting.LOAD)
        # Capitals tell something only where not everything has them, or nothing.
        self.has_case = heard != heard.lower() and heard != heard.upper()

    def named(self) -> list[Named]:
        """All that is named, in order."""
        found: list[Named] = []
        index = 0
        while index < len(self.tokens):
            each = self._led_at(index) or self._bare_at(index)
            if each is None:
                index += 1
                continue
            if found and each.start < found[-1].end:
                each = replace(each, start=found[-1].end)
            (self.denied if self._is_denied(each) else found).append(self._as_load(each))
            index = each.end
        return found

    def _led_at(self, index: int) -> Named | None:
        for said, role in LEADS.get(self.tokens[index], ()):
            after = index + len(said)
            if self.tokens[index:after] == list(said) and (
                each := self._after_lead(said, role, index, after)
            ):
                return each
        token = self.tokens[index]
        if self.language == "es" and token in SPANISH_LEADS:
            return self._after_lead((token,), SPANISH_LEADS[token], index, index + 1)
        return None

    def _after_lead(self, said: tuple[str, ...], role: str, index: int, after: int) -> Named | None:
        lead = " ".join(said)
        before = self.tokens[index - 1] if index else ""
        if role == "from" and before in FROM_HERE:
            role = "at"
        if lead in ("de", "del") and before in ("carga", "cargas", "load") and not self._leads_on(index + 1):
            role = "load"
        if (
            lead in ("to", "for") and before in ("talk", "speak", "spoke", "talking", "ask", "asks", "asking")
        ) or (
            lead in SPANISH_LEADS
            and role == "from"
            and before not in BEFORE_DE
            and not self._leads_on(index + 1)
        ):
            return None
        for start in (after, self._skip(after)):
            if start < len(self.tokens) and (each := self.town_at(start, is_led=True)):
                return replace(each, role=role, lead=lead, start=index)
        return None

    def _skip(self, index: int) -> int:
        """The token after "uh", "the", "like", "what is it"."""
        end = min(index + MAX_FILLERS, len(self.tokens))
        while index < end and self.tokens[index] in FILLERS:
            index += 1
        return index

    def _bare_at(self, index: int) -> Named | None:
        if not self.tokens[index][0].isalpha():
            return None
        is_led = self.is_asked and (
            index == 0 or self.tokens[index - 1] in ".?!," or self._skip(0) == index or self._is_last(index)
        )
        each = self.town_at(index, is_led=False)
        if each is None and (is_led or self._is_of_load(index) or self._leads_on(index)):
            each = self.town_at(index, is_led=True)
            is_common = each is not None and self.between(index, each.end) in COMMON
            if is_common and not self._leads_on(index) and len(self.tokens) > MAX_ANSWER:
                return None
        return replace(each, start=index) if each else None

    def _is_of_load(self, index: int) -> bool:
        """Whether "load" comes after one or two words: "that Tucumcari load"."""
        if (
            index
            and self.tokens[index - 1] in ("the", "that")
            and self.tokens[index + 1 : index + 2] == ["one"]
        ):
            return True
        return any(token in ("load", "freight") for token in self.tokens[index + 1 : index + 3])

    def _is_last(self, index: int) -> bool:
        return len(self.tokens) - index <= 2

    def _leads_on(self, index: int) -> bool:
        """Whether "to" and a town come right after up to four words: then these are a town too."""
        for end in range(index + 1, min(index + MAX_WORDS, len(self.tokens) - 1) + 1):
            token = self.tokens[end] if end < len(self.tokens) else ""
            if token in ("to", "-", "into") or (self.language == "es" and token in ("a", "para", "pa")):
                after = self._skip(end + 1)
                town = self.town_at(after, is_led=True) if after < len(self.tokens) else None
                return town is not None and self.town_at(index, is_led=True, end=end) is not None
        return False

    def _is_denied(self, each: Named) -> bool:
        """ "Maine, not Oregon"; "not the Chicago one"."""
        led_by = self.tokens[max(0, each.start - 2) : each.start]
        if each.role == "at" and led_by[-1:] == ["no"] and led_by != ["no", "no"]:
            return True  # "no ando en Edison"; "no, no, estoy en Edison" tells where
        if _EXCEPT.search(self.before(each.start)):
            return True
        before = [*self.tokens[max(0, each.start - 2) : each.start], *each.lead.split()[:1]]
        return "isn't" in before or "not" in before[-2:] or ("not" in before and "the" in before)

    def _as_load(self, each: Named) -> Named:
        """ "The Memphis load": where it goes; "the potatoes out of Pasco load" is no such thing."""
        if (
            (not each.role or each.lead == "for")
            and each.end < len(self.tokens)
            and self.tokens[each.end] in ("load", "run", "one", "loads")
        ):
            return replace(each, role="load")
        return each

    def town_at(self, index: int, *, is_led: bool, end: int = 0) -> Named | None:
        """As `_town_at`; looked up once."""
        asked = (index, is_led, end)
        if asked not in self._read:
            self._read[asked] = self._town_at(index, is_led=is_led, end=end)
        return self._read[asked]

    def _town_at(self, index: int, *, is_led: bool, end: int = 0) -> Named | None:
        """The town or state that begins at a token. `is_led`: a word before it says that one may stand here."""
        lengths = range(MAX_WORDS, 0, -1) if not end else (end - index,)
        names = [words for length in lengths if len(words := self.tokens[index : index + length]) == length]
        names = [
            words
            for words in names
            if all(word[0].isalpha() or word == "-" for word in words) and "-" not in (words[0], words[-1])
        ]
        for words in names:
            if found := self._exact(words, index, is_led, MIN_ALONE):
                return found
        if found := self._state_alone(index, is_led):
            return found if not end or found.end == end else None
        tries = [(self._like, words) for words in names if 1 < len(words) < MAX_WORDS]
        tries += [(self._exact, words) for words in names if is_led]
        tries += [(self._like, words) for words in names if len(words) == 1]
        return next((found for read, words in tries if (found := read(words, index, is_led))), None)

    def _state_alone(self, index: int, is_led: bool) -> Named | None:
        """A state without a town; "ID" and "the Iowa 80" are none."""
        state, after = self.state_at(index)
        if not state or self.tokens[index] in (",", "."):
            return None
        word = self.tokens[index]
        if (
            after - index == 1
            and word in WORDS_TOO
            and not (is_led and word not in ALWAYS_WORDS and word != "oh")
        ):
            return None
        if after < len(self.tokens) and self.tokens[after].isdigit():
            return None
        before = self.tokens[index - 1] if index else ""
        if (word == "nevada" and before in ("la", "una")) or (word == "mississippi" and before == "the"):
            return None  # snow, and a river
        return Named(Place("", state), index, after)

    def _exact(self, words: list[str], index: int, is_led: bool, least: int = 0) -> Named | None:
        """A town of that very name: of at least so many people, or in the state that comes after it."""
        end = index + len(words)
        towns = known_towns()
        phrase, key = " ".join(words), key_of(words)
        is_la = phrase in ("la", "l a")
        if is_la and not self.heard[self.spans[index][0] :].startswith(("LA", "L A")):
            return None
        same = [town] if (town := towns.called.get(spelled(words))) else towns.by_key.get(key)
        if not same or (
            len(words) > 1
            and words[-1] in NO_TOWN
            and words[0] in towns.by_key
            and phrase != same[0].name.lower()
        ):
            return None  # "by Williams on the five" is no Williamson
        state, after = self.state_at(end)
        if state and not (phrase in STATES and state == STATES[phrase]):
            in_state = meant(same, state) or (
                next((each for each in towns.by_key.get(same[0].key, ()) if each.state == state), None)
            )
            if in_state and (phrase not in NO_TOWN or self.tokens[end] != ","):
                return Named(Place(in_state.name, state), index, after)
            if near := like(words, state):
                return Named(Place(near.name, state), index, after)
        if phrase in STATES and phrase not in TOWNS_FIRST:
            return None
        is_sure = is_la or (town is not None and phrase not in (NO_TOWN if is_led else NO_TOWN | COMMON))
        weight = same[0].weight
        if not is_sure and (
            (phrase in NO_TOWN or (len(words) > 1 and key in NO_TOWN))
            or weight < max(least, MIN_LED if len(key) < MIN_RARE and len(words) == 1 else MIN_NAMED)
            or (phrase in COMMON and (not is_led or weight < MIN_COMMON))
            or (len(phrase) < 4 and weight < MIN_ALONE)
            or (self._is_plain(words, is_led=is_led) and not self._is_large(words, same[0], is_led=is_led))
        ):
            return None
        if town:
            return Named(Place(town.name, town.state), index, end)
        best = meant(same, None)
        return Named(Place(best.name, best.state), index, end) if best else None

    @staticmethod
    def _is_large(words: list[str], town: Town, *, is_led: bool) -> bool:
        """Whether a town is large enough to be heard in plain words: "Little Rock", after "in" also "spring field"."""
        is_long = is_led and town.weight >= MIN_LARGE and min(map(len, words)) > MIN_PART
        is_name = is_led and min(map(len, words)) > MIN_PART  # "Lost Hills", where a town was asked for
        least = 0 if len(words) == 1 else MIN_LED if is_name else MIN_ALONE
        return is_long or (town.is_spaced(words) and town.weight >= least)

    @staticmethod
    def _is_plain(words: list[str], *, is_led: bool = False) -> bool:
        """Whether one of the words is said all the time, as "in"; where a word leads to them: whether all are."""
        plain = sum(word in NO_TOWN for word in words)
        return plain == len(words) if is_led else plain > 0

    def _like(self, words: list[str], index: int, is_led: bool) -> Named | None:
        """A town that is only like what was heard: before its state, or where words lead to one."""
        end = index + len(words)
        if (words[0] in NO_TOWN and words[0] not in ("el", "las", "los")) or (
            len(words) == 1 and words[0] in COMMON
        ):
            return None
        state, after = self.state_at(end)
        if state and not self._is_plain(words) and (town := like(words, state)):
            return Named(Place(town.name, state), index, after)
        if not is_led or (len(words) > 1 and all(word in NO_TOWN or word in COMMON for word in words)):
            return None
        town = like(words, None)
        least = MIN_LARGE if self._is_plain(words) else MIN_LIKE if len(words) > 1 or len(words[0]) < 8 else 0
        if (
            town is None
            or town.weight < least
            or any(word in NO_TOWN and word not in SPLIT for word in words[1:])
        ):
            return None
        return Named(Place(town.name, town.state), index, end)

    def state_at(self, index: int) -> tuple[str, int]:
        """A state's code and the token after it; "" where none is named there. A comma or dot may stand before."""
        start = index
        while start < len(self.tokens) and self.tokens[start] in (",", ".", "uh", "um"):
            start += 1
        for length in (3, 2, 1):
            name = " ".join(self.tokens[start : start + length])
            if name in STATES and len(self.tokens) >= start + length:
                return STATES[name], start + length
        if start < len(self.tokens) and (code := self.tokens[start]).upper() in CODES:
            begin, end = self.spans[start]
            is_capital = self.has_case and self.heard[begin:end].isupper()
            is_set_off = start > index and self._ends_at(start + 1)
            if is_capital or is_set_off or code not in WORDS_TOO:
                return code.upper(), start + 1
            is_word = code in (ALWAYS_WORDS if self.language == "es" else ALWAYS_WORDS - SPANISH_WORDS)
            if not is_word and index and self._ends_at(start + 1):
                return code.upper(), start + 1
        return "", index

    def _ends_at(self, index: int) -> bool:
        return index >= len(self.tokens) or self.tokens[index] in {".", ",", "?", "!", "to", "going"}

    def before(self, index: int) -> str:
        """The words before a token, so far as they tell of it."""
        return " ".join(self.tokens[max(0, index - MAX_BEFORE) : index])

    def after(self, index: int) -> str:
        """The words from a token on, so far as they tell of what is before it."""
        return " ".join(self.tokens[index : index + MAX_AFTER])

    def between(self, first: int, end: int) -> str:
        """The words between two tokens."""
        return " ".join(self.tokens[first:end])


@dataclass(frozen=True, slots=True)
class Lane:
    """A lane's ends and where something is; None for what wasn't named."""

    origin: Place | None = None
    destination: Place | None = None
    place: Place | None = None
    is_end: bool = False  # the origin may be either end: "the Seattle load"
    denied: tuple[Place, ...] = ()  # what it isn't, or won't do: "not Seattle", "Denver don't work"


_THERE = re.compile(
    r"\b(?<!miles )(?<!hours )(?:from|out of|outta|outa|of) (?:there|their|here)\b|\bthere now\b|"
    r"\bde (?:ahi|aqui)\b"
)


# A town that won't do; "Denver don't work at that" is about the money.
_WONT_DO = re.compile(
    r"(?:(?:load|one|run) )?(?:(?:just |really |ain't |isn't |is |still )*(?:don't|doesn't|dont|doesnt|won't|wont|not|"
    r"ain't|no)(?: gonna| going to| really| gon)? "
    r"(?:work|do it|fit|happen|good|suit)\w*\b|is (?:out|a no)\b|(?:is )?(?:too|way too|so) far\b|"
    r"no (?:me|nos|le) (?:sirve|conviene|queda|funciona|late)\b|(?:esta |queda )?(?:muy|bien|demasiado) lejos\b)"
    r"(?! (?:for|at|por|a) (?:that|this|the|less|under|ese|esa|eso|menos|\$?\d|\w+ (?:hundred|thousand|mil)))"
)


_INSTEAD = re.compile(
    r"(?:[,.] )?(?:(?:oh|uh|um|no|nope|wait|sorry|actually|i mean|i meant|scratch that|make that|rather|digo|perdon|"
    r"mejor dicho|espere|quise decir)(?: [,.])? ?)+"
    r"(?:(?:it's|he's|i'm|we're|that's|es|esta|estoy|ando)(?: (?:in|en|at|by))?)? ?"
)


_HERE = re.compile(r"(?:here|aqui) (?:in|en)\b")


def read_places(words: str, heard: str, listening: Listening, languages: Sequence[str]) -> Lane:
    """The towns of an utterance, the first of each role."""
    reader = Reader(words, heard, listening, "es" if "es" in languages else languages[0])
    named = reader.named()
    turned_down = [each for each in named if _WONT_DO.match(reader.after(each.end))]
    if not named:
        return Lane(denied=tuple(each.place for each in reader.denied))
    roles = list(roles_of("places", reader.tokens, mentions_of(named), listening))
    for at, (each, after) in enumerate(pairwise(named)):
        if _INSTEAD.fullmatch(reader.between(each.end, after.start)):
            turned_down.append(each)  # "Topeka, no, Salina"
            roles[at + 1] = roles[at] or roles[at + 1]
    # "Here in Houston", whatever town they head home to next; "the truck is in Omaha", whatever lane is asked about.
    roles = [
        PLACE if _HERE.match(each.lead) or _is_trucks(reader, each) else role
        for each, role in zip(named, roles, strict=True)
    ]
    denied = tuple(each.place for each in (*reader.denied, *turned_down))
    found = _ends_of_load(named)
    for each, role in zip(named, roles, strict=True):
        if role and each not in turned_down:
            found.setdefault(role, each)
    if _THERE.search(words) and PLACE in found:
        found.setdefault(ORIGIN, found[PLACE])  # "I'm empty in Joliet, what's going out of there"
    for before, each in pairwise(named):
        role = next((role for role, first in found.items() if first == before), "")
        is_there = each.place.city and each.place.state in ("", before.place.state) and each.role != "to"
        if role and is_there and not before.place.city:
            found[role] = each  # "North Carolina, in Fayetteville"
    is_end = ORIGIN in found and DESTINATION not in found and found[ORIGIN].role == "load"
    places = {role: _with_state(each, named) for role, each in found.items()}
    return Lane(places.get(ORIGIN), places.get(DESTINATION), places.get(PLACE), is_end, denied)


# Words before "in" and a town: that is where the truck is.
_OF_TRUCK = re.compile(
    r"\b(?:empty|(?:trucks?|camion|troque|troca)(?:'s| is| are|s| down as| esta| anda)?|sitting|sittin|parked|"
    r"vaci[oa]|parad[oa]s?)(?: (?:out|over|up|down|now|right|as|in|at|en|near|by))*$"
)


def _is_trucks(reader: Reader, each: Named) -> bool:
    """Whether a town is told as where a truck is: "the truck is in Omaha", "one sitting in Fresno"."""
    before = f"{reader.before(each.start)} {each.lead}".strip()
    return each.role in ("at", "") and bool(_OF_TRUCK.search(before))


def _ends_of_load(named: Sequence[Named]) -> dict[str, Named]:
    """The ends of a load that two towns in a row name: "that Omaha Newark one"."""
    for each, after in pairwise(named):
        if each.end == after.start and not each.role and after.role == "load":
            return {ORIGIN: each, DESTINATION: after}
    return {}


def towns_in(heard: str, listening: Listening) -> list[Place]:
    """All the towns and states that words name, in order, whatever they are: "oklahoma, kansas or nebraska"."""
    words = plain(heard)
    reader = Reader(words, heard, listening, languages_of(words, listening.language)[0])
    return list(dict.fromkeys(each.place for each in reader.named()))


def _with_state(each: Named, named: Sequence[Named]) -> Place:
    """The town; where it has no state, in that of one named before it: "past Wichita Falls, by Seymour"."""
    before = [other.place.state for other in named if other.first < each.first and other.place.state]
    return in_state(each.place, before[-1]) if before and not each.place.state else each.place


def mentions_of(named: Sequence[Named]) -> list[Mention]:
    """The towns as what was named, told by the words that lead to them."""
    return [
        Mention(
            each.first,
            each.end,
            form=each.role if each.place.city else f"{each.role} state",
            lead=each.lead,
            what=str(each.place),
        )
        for each in named
    ]
