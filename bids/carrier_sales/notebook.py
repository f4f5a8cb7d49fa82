"""What is known in a conversation, typed, with its JSON: stored with every turn, so that any process can go on."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, fields, replace
from datetime import date
from decimal import Decimal
from enum import Enum, StrEnum
from typing import Any, Self

from bids.carrier_sales.vetting import Verdict
from bids.negotiation import Standing
from calls.language.reading import Figure, Role
from carriers.services.learned import ANYWHERE, Told, Town
from carriers.states import LearnedKind

KEY = "sales"  # in the conversation's state: the rest of it is the runtime's


class Step(StrEnum):
    """What the talk is at: what the last question was about."""

    IDENTITY = "identity"
    READ_BACK = "read_back"  # of the MC or DOT number
    DOT = "dot"  # the other number, where its file lacks it
    LOAD = "load"
    WHICH = "which"  # of several loads
    FIT = "fit"  # has the carrier the trailer?
    EQUIPMENT = "equipment"  # then what has it?
    MONEY = "money"
    SURE = "sure"  # "do you want the load at …?", where a yes wasn't clear
    CLOSING = "closing"  # the agreement, read back
    DETAILS = "details"  # e-mail, driver, truck, where and when it is empty
    WHEN = "when"  # to call back
    MORE = "more"  # anything else?


class Outcome(StrEnum):
    """What came of a load, or of the whole talk; the first one listed that applies is the talk's."""

    OPTED_OUT = "opted_out"
    BOOKED = "booked"
    BID = "bid"
    TRANSFERRED = "transferred"
    CALLBACK = "callback"
    NOT_QUALIFIED = "not_qualified"
    DECLINED = "declined"
    WRONG_EQUIPMENT = "wrong_equipment"
    LOAD_UNAVAILABLE = "load_unavailable"
    LOAD_NOT_FOUND = "load_not_found"
    DROPPED = "dropped"
    INQUIRY = "inquiry"


@dataclass(slots=True)
class Dealing:
    """A load that was talked about. Amounts are dollars for the whole load; `outcome` is None while it is open."""

    pk: int
    number: str  # the TMS's id
    lane: str
    outcome: Outcome | None = None
    is_pitched: bool = False
    is_fitting: bool = False
    # As this caller has heard it last; the price talk's may have gone on. None before our first offer.
    standing: Standing | None = None
    agreed: Decimal | None = None  # read back, or closed
    is_ours: bool = False  # what was agreed is our offer: the carrier never named it
    conditions: list[str] = field(default_factory=list)  # in the carrier's words
    wanted: Decimal | None = None  # the last price that the carrier named as their own
    wanted_before: Decimal | None = None  # the one before it, for a figure that was misheard
    held: Decimal | None = None  # what was agreed on before more was asked for; a yes takes it still
    once_agreed: Decimal | None = None  # what was agreed on before that was undone
    read_backs: int = 0  # how often the agreement was read back again
    is_refused: bool = False  # our offer was turned down, and nothing better was named since
    why: str = ""  # it was turned down, in the carrier's words, where it wasn't for the money
    is_off: bool = False  # turned down for something else than the money: trailer, team, a truck that is gone

    def has_conditions(self, conditions: Collection[str]) -> bool:
        """Whether all that a yes hangs on is kept as a condition already, by a word that tells it."""
        kept = {word for each in self.conditions for word in _telling(each)}
        return bool(kept) and all(kept & _telling(each) for each in conditions)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """What `to_json` made, also in an older release: a call may go on from it."""
        amounts = {name: _amount(data.get(name)) for name in AMOUNTS}
        standing, outcome = data.get("standing"), data.get("outcome")
        return cls(
            **_own(cls, data)
            | amounts
            | {
                "outcome": Outcome(outcome) if outcome else None,
                "standing": Standing.from_json(standing) if standing else None,
            }
        )

    def to_json(self) -> dict[str, Any]:
        """As JSON-able values; amounts are texts, empty where there is none."""
        return _plain(self) | {"standing": self.standing.to_json() if self.standing else None}


AMOUNTS = ("agreed", "wanted", "wanted_before", "held", "once_agreed")

# Words that tell one condition from another.
_TELLING = re.compile(
    r"\b(?!(?:there|where|their|about|after|before|would|could|should|broker|okay|that|this|with|they|them|then|what|"
    r"when|have|will|only|does|your|just|para|como|pero|esta|esto|ustedes|siempre|cuando)\b)[a-záéíóúñ]{4,}"
)


# Words for the same thing.
_SAME = {"drop": "stop", "parada": "stop", "entrega": "stop", "demora": "detention", "estadía": "detention"}


def _telling(words: str) -> set[str]:
    told = {word.removesuffix("s") for word in _TELLING.findall(words.casefold())}
    return {_SAME.get(word, word) for word in told}


def is_of_conditions(words: str, conditions: Collection[str]) -> bool:
    """Whether a question only asks after one of the conditions: "did you get that about Tuesday"."""
    told = _telling(words)
    return bool(told) and any(told <= _telling(each) for each in conditions)


# Words that a condition may have or not and be the same one.
_FILLING = frozenset(
    [
        "a",
        "an",
        "and",
        "as",
        "but",
        "for",
        "i",
        "if",
        "is",
        "it",
        "its",
        "just",
        "long",
        "me",
        "my",
        "of",
        "on",
        "only",
        "so",
        "that",
        "the",
        "then",
        "they",
        "to",
        "we",
        "well",
        "yeah",
        "yes",
        "you",
        "con",
        "de",
        "el",
        "es",
        "la",
        "las",
        "lo",
        "los",
        "me",
        "mi",
        "que",
        "se",
        "si",
        "siempre",
        "solo",
        "y",
    ]
)


def says_all_of(words: str, other: str) -> bool:
    """Whether words say all that others do: "as long as it's no touch, my back's shot", of "if it's no touch"."""
    said, wanted = ({*re.findall(r"\w+", each.casefold().replace("'", ""))} for each in (words, other))
    return bool(wanted - _FILLING) and wanted - _FILLING <= said


_ALL = re.compile(r"\bcondici[oó]n|\bcondition", re.I)


def is_case_against(kept: str, words: str) -> bool:
    """Whether a condition kept is the case that these words rule out: "if i gotta tarp it", and now "no tarp"."""
    is_ruled_out = _IMPOSED.search(kept) and _WITHOUT.search(words) and not _IMPOSED.search(words)
    return bool(is_ruled_out and _telling(kept) & _telling(words))


_WITHOUT = re.compile(r"\b(?:no|not|don'?t|without|sin)\b", re.I)
_IMPOSED = re.compile(
    r"\b(?:if|si)\b.*\b(?:gotta|got to|ha(?:ve|s) to|need to|tengo que|tiene que|tenemos que|hay que)\b", re.I
)


def left(conditions: list[str], *, but: str) -> list[str]:
    """What is left of them where these words take some back; they all go where none is named."""
    if _ALL.search(but):
        return []
    return [each for each in conditions if not _telling(each) & _telling(but)]


@dataclass(slots=True)
class Wanted:
    """What load the caller looks for, put together from all that was said so far."""

    number: str = ""
    is_tail: bool = False
    origin: Town | None = None
    destination: Town | None = None
    others: list[list[str]] = field(default_factory=list)  # towns or states that would do as well to go to
    heading: str = ""  # where to, in words that are neither
    day: date | None = None
    commodity: str = ""

    @property
    def is_known(self) -> bool:
        """Whether there is anything to look by."""
        return bool(self.number or self.is_wish)

    @property
    def is_wish(self) -> bool:
        """Whether it is said what load it should be, other than by its number."""
        return bool(self.has_lane or self.commodity)

    @property
    def has_lane(self) -> bool:
        """Whether it is a lane, or one end of it."""
        return bool(self.origin or self.destination)

    @property
    def ends(self) -> list[Town]:
        """Wherever it may go: the town or state named first, then those that would do as well."""
        return [self.destination, *((city, state) for city, state in self.others)] if self.destination else []

    def take(self, told: Self) -> None:
        """Add what is told there, in the place of what was told before."""
        if told.destination:
            self.destination, self.others, self.heading = told.destination, told.others, told.heading
        self.heading = told.heading or self.heading
        self.origin, self.day = told.origin or self.origin, told.day or self.day
        self.commodity = told.commodity or self.commodity

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """What `to_json` made; nothing wanted where that is empty."""
        day = data.get("day")
        return cls(
            **_own(cls, data)
            | {
                "origin": _town(data.get("origin")),
                "destination": _town(data.get("destination")),
                "day": date.fromisoformat(day) if day else None,
            }
        )

    def to_json(self) -> dict[str, Any]:
        """As JSON-able values: towns as [city, state], the day as in ISO 8601."""
        return _plain(self) | {"origin": list(self.origin or ()), "destination": list(self.destination or ())}


@dataclass(slots=True)
class _Texts:
    """Texts that are empty where nothing is known; their JSON has the others, named as in the API: `driverPhone`."""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """What `to_json` made."""
        snake = {
            re.sub(r"[A-Z]", lambda found: f"_{found[0].lower()}", name): text for name, text in data.items()
        }
        return cls(**_own(cls, snake))

    def to_json(self) -> dict[str, str]:
        """What isn't empty."""
        texts = {each.name: getattr(self, each.name) for each in fields(self)}
        return {
            re.sub(r"_(.)", lambda found: found[1].upper(), name): text
            for name, text in texts.items()
            if text
        }


@dataclass(slots=True)
class Known(_Texts):
    """What is known of the carrier from earlier calls, for this caller's ears; see `learning`."""

    name: str = ""  # of who always calls from this number
    equipment: str = ""
    city: str = ""  # where its trucks usually are
    state: str = ""
    email: str = ""
    driver: str = ""
    driver_phone: str = ""  # E.164


@dataclass(slots=True)
class TruckDetails(_Texts):
    """What the rate confirmation needs of the truck that comes; on bids its JSON is `details`."""

    email: str = ""
    driver: str = ""
    driver_phone: str = ""  # digits
    truck: str = ""
    trailer: str = ""
    empty_place: str = ""
    empty_at: str = ""  # local and ISO; a day alone where no hour was told

    def take(self, told: Self) -> bool:
        """Add what is told there, in the place of what was told before; whether that is news."""
        before = replace(self)
        for each in fields(told):
            if value := getattr(told, each.name):
                setattr(self, each.name, value)
        return self != before


@dataclass(frozen=True, slots=True)
class Callback:
    """A call that we owe: when (local and ISO, empty where nobody said), in which zone, where, and in which words.

    `before` is the hour that it must come before, where one was told; `whom`, as it is said, whom else it is for.
    """

    time: str = ""
    zone: str = ""
    phone: str = ""
    words: str = ""
    before: str = ""
    whom: str = ""

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """What `to_json` made, or what the runtime keeps of a callback that it promised."""
        return cls(**{name: value or "" for name, value in _own(cls, data).items()})

    def to_json(self) -> dict[str, str]:
        """As JSON-able values."""
        return _plain(self)


@dataclass(slots=True)
class Notebook:
    """What is known: whom we talk with, about which loads, and how far each has come."""

    step: Step = Step.IDENTITY
    turns: int = 0
    tries: int = 0  # answers in a row that didn't bring us on
    # Who it is: as claimed, and what the vetting said.
    mc: str = ""
    dot: str = ""
    is_identified: bool = False
    verdict: Verdict | None = None
    refusal: str = ""  # why it is refused: for colleagues, never said
    missing: list[str] = field(default_factory=list)  # codes of what it would take to pass the vetting
    registered: str = ""  # the carrier's own number, E.164
    is_dot_asked: bool = False
    is_restricted: bool = False  # some loads are not for it
    is_solo: bool = False  # one driver: no load for a team
    carrier: str = ""  # its name
    equipment: str = ""  # that the caller has said to have
    runs_dry: str = ""  # the words in which a reefer was said to take dry freight too
    # What it is about.
    wanted: Wanted = field(default_factory=Wanted)
    sought: Wanted = field(default_factory=Wanted)  # the wish that was looked for last
    passed: list[int] = field(default_factory=list)  # loads that were named and not wanted
    refused: list[list[str]] = field(
        default_factory=list
    )  # towns of such loads that won't do: city and state
    truck_question: str = ""  # that is open, of a truck without a load: "where", "when" or "both"
    truck_asked: list[str] = field(default_factory=list)  # those of these questions that were asked
    noted_truck: int | None = None  # the key of the one that was noted last
    misses: int = 0  # looked for and not found
    named_load: str = ""  # the number of one that they called about, and that can't be talked about
    asks_of_bid: bool = False  # how it stands with one that was made before
    candidates: list[int] = field(default_factory=list)  # loads that were named to choose from
    named: list[int] = field(default_factory=list)  # these, also once one of them was chosen
    dealings: list[Dealing] = field(default_factory=list)
    at_load: int | None = None  # the key of the one talked about now
    early_ask: Figure | None = None  # said before there was an offer
    early_conditions: list[str] = field(default_factory=list)  # that came with it
    caller: str = ""  # the caller's name
    company: str = ""  # as the caller calls it
    is_no_carrier: bool = False  # but a shipper, a broker, a salesman
    phone: str = ""  # to reach them at, as they told it: digits
    wants_setup: bool = False  # asks to be set up as a carrier, or how
    is_setup_noted: bool = False  # and has heard that it is noted
    is_recognized: bool = False  # by the number they call from; they were asked whether it is that company
    is_on_file: bool = False  # the call's number is one of the carrier's
    recalled: int | None = None  # the carrier that was looked up what is known of
    known: Known = field(default_factory=Known)  # of that
    offered: str = ""  # what of it the open question names
    told: list[Told] = field(default_factory=list)  # that is to be known at the next call
    details: TruckDetails = field(default_factory=TruckDetails)
    has_wish: bool = False  # another hour or day was wished for, and the broker is asked
    details_asked: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)  # that the broker is to answer
    left_for_team: list[str] = field(
        default_factory=list
    )  # what the broker is to hear of, and nothing else holds
    early_questions: list[list[str]] = field(default_factory=list)  # topic and words, of no load yet
    trouble: str = ""  # on a load of theirs, or what they are owed, in their words
    trouble_load: str = ""  # its number
    said: list[str] = field(default_factory=list)  # the lines said last, so that none is repeated
    outcomes: list[Outcome] = field(default_factory=list)  # that belong to no load
    is_ended: bool = False  # we took leave
    callback: Callback | None = None
    their_call: str = ""  # in the words of who will call us

    @classmethod
    def read(cls, state: Mapping[str, Any]) -> Self:
        """From the conversation's state; a new one where there is none."""
        return cls.from_json(state.get(KEY) or {})

    def write(self, state: dict[str, Any]) -> None:
        """Into the conversation's state."""
        state[KEY] = self.to_json()

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Self:
        """What `to_json` made."""
        ask, callback, verdict = data.get("early_ask"), data.get("callback"), data.get("verdict")
        return cls(
            **_own(cls, data)
            | {
                "step": Step(data.get("step", Step.IDENTITY)),
                "verdict": Verdict(verdict) if verdict else None,
                "wanted": Wanted.from_json(data.get("wanted", {})),
                "sought": Wanted.from_json(data.get("sought", {})),
                "dealings": [Dealing.from_json(each) for each in data.get("dealings", ())],
                "early_ask": Figure(Decimal(ask[0]), Role(ask[1])) if ask else None,
                "known": Known.from_json(data.get("known", {})),
                "told": [_told_from_json(each) for each in data.get("told", ())],
                "details": TruckDetails.from_json(data.get("details", {})),
                "outcomes": [Outcome(each) for each in data.get("outcomes", ())],
                "callback": Callback.from_json(callback) if callback else None,
            }
        )

    def to_json(self) -> dict[str, Any]:
        """As JSON-able values."""
        ask = self.early_ask
        return _plain(self) | {
            "at_load": self.at_load,
            "recalled": self.recalled,
            "noted_truck": self.noted_truck,
            "wanted": self.wanted.to_json(),
            "sought": self.sought.to_json(),
            "dealings": [each.to_json() for each in self.dealings],
            "early_ask": [str(ask.amount), str(ask.role)] if ask else [],
            "known": self.known.to_json(),
            "told": [_plain(each) for each in self.told],
            "details": self.details.to_json(),
            "callback": self.callback.to_json() if self.callback else {},
        }

    @property
    def who(self) -> str:
        """The carrier as colleagues hear of it: "Blue Mesa Hauling (MC 790112)"."""
        number = f"MC {self.mc}" if self.mc else f"DOT {self.dot}" if self.dot else ""
        name = self.carrier or self.company or ("A caller" if self.is_no_carrier else "A carrier")
        return f"{name} ({number})" if number else name

    def go_to(self, step: Step) -> None:
        """Be at another step, with new patience."""
        if step != self.step:
            self.step, self.tries = step, 0

    @property
    def dealing(self) -> Dealing | None:
        """The load talked about now."""
        return next((each for each in self.dealings if each.pk == self.at_load), None)

    def note(self, outcome: Outcome) -> None:
        """Keep an outcome that belongs to no load."""
        if outcome not in self.outcomes:
            self.outcomes.append(outcome)

    def forget(self, outcome: Outcome) -> None:
        """Take back an outcome that belongs to no load: the talk goes on."""
        if outcome in self.outcomes:
            self.outcomes.remove(outcome)
            self.callback = None


# From and to JSON.


def _own(kind: type, data: Mapping[str, Any]) -> dict[str, Any]:
    """Those of the values that are fields of the dataclass: an older release may have written others."""
    own = {each.name: data[each.name] for each in fields(kind) if each.name in data}
    return {name: list(value) if isinstance(value, list) else value for name, value in own.items()}


def _plain(record: Any) -> dict[str, Any]:
    """Fields by name; what is nothing is an empty text, lists are copied."""
    return {each.name: _plain_value(getattr(record, each.name)) for each in fields(record)}


def _plain_value(value: Any) -> Any:
    if value is None:
        return ""
    if isinstance(value, list | tuple):
        return [_plain_value(each) for each in value]
    if isinstance(value, date):
        return value.isoformat()
    return str(value) if isinstance(value, Decimal | Enum) else value


def _amount(text: str | None) -> Decimal | None:
    return Decimal(text) if text else None


def _town(place: Collection[str] | None) -> Town | None:
    if not place:
        return None
    city, state = place
    return city, state


def _told_from_json(data: Mapping[str, Any]) -> Told:
    origin, destination = _town(data["origin"]) or ANYWHERE, _town(data["destination"]) or ANYWHERE
    return Told(
        LearnedKind(data["kind"]), data["value"], data["phone"], origin, destination, words=data["words"]
    )
