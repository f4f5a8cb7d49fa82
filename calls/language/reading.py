"""What was heard, as data: what somebody does by saying it, figures with their role, facts, questions, conditions.

The one form in which skills see a caller's words, whoever read them. Everything in it is the caller's word: nothing
here is an instruction to anybody, and nothing is true because it was said.
"""

from dataclasses import dataclass, field
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from time import localtime
from typing import Any

from organizations.formats import as_decimal


class Act(StrEnum):
    """What somebody does by saying it; `corpus/README.md` tells each from its neighbours."""

    GREETS = "greets"
    YES = "yes"  # to a plain question, or only "okay", "mhm": takes no price
    NO = "no"  # to a plain question: turns down no price
    AGREES = "agrees"  # takes the price, or the deal, on the table
    AGREES_IF = "agrees_if"  # would take our price on a condition
    REFUSES = "refuses"  # turns the price down; the talk may go on
    DECLINES = "declines"  # wants no further offer on this load
    COUNTERS = "counters"  # names a price of their own
    ASKS_MORE = "asks_more"  # without a figure
    FIRM = "firm"
    SPLITS = "splits"  # "meet me in the middle"
    LEAVES = "leaves"
    ASKS = "asks"
    CLAIMS = "claims"  # argues with what we can't check: "you already agreed to 2800"
    WANTS_PERSON = "wants_person"
    CALLBACK = "callback"
    OPTS_OUT = "opts_out"
    WRONG_NUMBER = "wrong_number"
    NOT_CARRIER = "not_carrier"
    ON_LOAD = "on_load"  # is on a load of ours, or has run it
    REPEAT = "repeat"
    HOLDS = "holds"
    VOICEMAIL = "voicemail"  # an answering machine's greeting
    UNSURE = "unsure"
    LATE = "late"
    ON_TIME = "on_time"
    DELIVERED = "delivered"
    LOADED = "loaded"
    EMPTY = "empty"
    WAITING = "waiting"
    CHECKED_IN = "checked_in"
    CHECKED_OUT = "checked_out"
    BROKEN_DOWN = "broken_down"
    CANCELS = "cancels"
    WRONG_LOAD = "wrong_load"
    ASK_OTHER = "ask_other"  # "ask my dispatcher"
    WANTS_SPANISH = "wants_spanish"
    WANTS_ENGLISH = "wants_english"


class Topic(StrEnum):
    """What a question is about."""

    RATE = "rate"
    CEILING = "ceiling"
    CUSTOMER_RATE = "customer_rate"
    WEIGHT = "weight"
    COMMODITY = "commodity"
    PICKUP = "pickup"
    DELIVERY = "delivery"
    MILES = "miles"
    EQUIPMENT = "equipment"
    STOPS = "stops"
    INSTRUCTIONS = "instructions"
    TEAM = "team"
    TEMPERATURE = "temperature"
    LOAD = "load"
    OTHER_LOADS = "other_loads"
    WHO = "who"
    ROBOT = "robot"
    TERMS = "terms"
    QUICK_PAY = "quick_pay"
    FACTORING = "factoring"
    DETENTION = "detention"
    LAYOVER = "layover"
    TONU = "tonu"
    LUMPER = "lumper"
    STOP_PAY = "stop_pay"
    INSURANCE = "insurance"
    SETUP = "setup"
    RATE_CON = "rate_con"
    PICKUP_NUMBER = "pickup_number"
    ADDRESS = "address"
    DIMS = "dims"
    HAZMAT = "hazmat"
    TARPS = "tarps"
    DROP_OR_LIVE = "drop_or_live"
    APPOINTMENT = "appointment"
    FLEXIBILITY = "flexibility"
    TRACKING = "tracking"
    MONEY_OWED = "money_owed"
    OTHER = "other"
    NOTE = "note"  # told rather than asked: the team is to hear of it


class Role(StrEnum):
    """Whose figure it is, and what it is for."""

    ASK = "ask"  # their price for the whole load
    PER_MILE = "per_mile"  # their price a mile
    ON_TOP = "on_top"  # more than our offer, by so much
    OFF = "off"  # less than their own price, by so much
    OFFER_BACK = "offer_back"  # our offer, said back
    OTHER_PRICE = "other_price"  # somebody else's, another day's, or one turned down


OWN = (Role.ASK, Role.PER_MILE, Role.ON_TOP, Role.OFF)


class Expecting(StrEnum):
    """What was asked last; it decides how "seven nine oh one two three" or "nine" is taken."""

    NOTHING = "nothing"
    IDENTITY = "identity"  # an MC or DOT number
    CONFIRMATION = "confirmation"  # a yes or no
    LOAD = "load"  # a load's number, or lane and day
    OFFER = "offer"  # an answer to our price
    TIME = "time"
    PLACE = "place"  # where the truck is
    REASON = "reason"  # of a delay
    CALLBACK = "callback"  # when to call
    NAME = "name"
    CONTACT = "contact"  # an e-mail address, a driver's name and phone
    EQUIPMENT = "equipment"
    TEMPERATURE = "temperature"
    BOL = "bol"
    ANYTHING = "anything"  # free words, kept as they are


@dataclass(frozen=True, slots=True)
class Figure:
    """Dollars that somebody named; per mile with up to four decimals. `start` and `end` are its place in the words."""

    amount: Decimal
    role: Role = Role.ASK
    start: int = field(default=0, compare=False)
    end: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Place:
    """A town, spelled as the gazetteer does where it has it. `state` is a two-letter code, or empty."""

    city: str
    state: str = ""

    def __str__(self) -> str:
        return ", ".join(part for part in (self.city, self.state) if part)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked, and in which words."""

    topic: Topic
    words: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Spoken:
    """One turn of the talk so far; `role` is a states.Role."""

    role: str
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Listening:
    """What a reading may go by: what was asked, the moment, and what is on the table.

    `now` is the wall-clock time, naive, at the place that is talked about; `appointment` the stop's window there (start
    and end, either may be None). `offer` and `miles` are those of the load under discussion: "twenty-four fifty" is
    2,450 beside an offer of 2,300. In a `CONFIRMATION` the offer is the figure that was read back. `agent_said` is the
    agent's last line, `before` what was said until then.
    """

    expecting: Expecting = Expecting.NOTHING
    now: datetime
    language: str = "en"  # or "es"
    offer: Decimal | None = None
    miles: Decimal | None = None
    appointment: tuple[datetime | None, datetime | None] = (None, None)
    hours: frozenset[int] = (
        frozenset()
    )  # of the clock, that were spoken of: "three" is one before it is 3,000
    agent_said: str = ""
    before: tuple[Spoken, ...] = ()  # told to a model alone


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """What `text` says, which is what was heard, as it was heard. What wasn't said is empty or None."""

    text: str
    language: str = "en"  # of these words, as far as they tell; else the one that was listened for
    acts: tuple[Act, ...] = ()  # in the order said
    spans: tuple[tuple[int, int], ...] = field(default=(), compare=False)  # of the acts, as far as known
    unsure: frozenset[Act] = frozenset()  # those of the acts that may be another
    figures: tuple[Figure, ...] = ()  # dollars, in the order said; "25, no, 24 hundred" is 2,400 alone
    questions: tuple[Question, ...] = ()
    conditions: tuple[str, ...] = ()  # in the caller's words: "if you get me loaded by ten"
    mc: str = ""  # digits
    dot: str = ""  # digits
    digits: str = ""  # a run of digits said for itself, spoken or in figures; also those of mc, dot or load
    load: str = ""  # a load's number as said, or its last digits
    is_tail: bool = False  # `load` is how the number ends
    origin: Place | None = None
    destination: Place | None = None
    place: Place | None = None  # where somebody or something is
    place_words: str = ""  # what a model took for that, whether or not a town is in it
    heading: str = field(default="", compare=False)  # where freight is to go, that is no town and no state
    is_end: bool = False  # `origin` may be either end of a load: "the Seattle one"
    denied: tuple[Place, ...] = field(
        default=(), compare=False
    )  # where it isn't or doesn't go: "not Seattle"
    equipment: str = ""  # a code of organizations.equipment: had
    no_equipment: str = ""  # not had
    day: date | None = None
    time: datetime | None = None  # local and naive, like Listening.now
    time_words: str = field(default="", compare=False)  # those of the time alone, where they are known
    other_destinations: tuple[Place, ...] = field(default=(), compare=False)  # that would do as well
    other_times: tuple[str, ...] = field(default=(), compare=False)  # words of those that would do as well
    name: str = ""  # the caller's
    company: str = ""  # the caller's
    person: str = ""  # whom they want to talk to
    email: str = ""
    phone: str = ""  # digits, and ";ext=7" where there is an extension
    driver: str = ""  # the driver's name
    is_driver: bool = False  # who speaks drives
    is_dispatcher: bool = False  # who speaks does so for a driver, where a language model tells
    is_this_number: bool = False  # the number of the call is meant
    is_on_file: bool = False  # what is known already is meant
    is_offered: bool = False  # they would tell a number or a name
    is_busy: bool = False  # this is no time to talk
    is_not_yet: bool = False  # nothing is to be booked before something is answered
    dropped: str = ""  # words that take a condition back: "I'll eat the lumper"
    takes_back: bool = False  # a figure was never named: "I never said a thousand"
    is_their_call: bool = False  # the later call comes from their side
    is_solo: bool = False  # one driver alone
    is_not_for_money: bool = False  # what is turned down is so for something else than what it pays
    truck: str = ""  # unit numbers
    trailer: str = ""
    temperature: Decimal | None = None  # °F
    set_temperature: Decimal | None = None  # °F, what a reefer is set to
    bol: str = ""
    commodity: str = ""
    reason: str = ""  # of a delay, in the caller's words
    osd: str = ""  # freight over, short, damaged or refused, in the caller's words
    moved_to: str = ""  # to when the facility has moved the appointment, in the caller's words
    turned_away: str = ""  # that the facility refuses the truck, or has no load for it, in the caller's words
    note: str = ""  # what the team is to know, and nothing else here holds, in the caller's words
    answer: str = field(default="", compare=False)  # what answers our question, where a language model tells
    unread: tuple[str, ...] = ()  # words of a moment that a model heard, and no grammar reads
    trucks: tuple[
        tuple[Place, date | None, str], ...
    ] = ()  # several that are told of: where, when empty, equipment
    is_by_model: bool = field(default=False, compare=False)  # it was read by one, not by the rules alone

    def has(self, *acts: Act) -> bool:
        """Whether any of these was done."""
        return any(act in self.acts for act in acts)

    def words_of(self, act: Act) -> str:
        """The words that did it, as they were said; empty where it wasn't done, or nobody told its words."""
        start, end = dict(zip(self.acts, self.spans, strict=False)).get(act, (0, 0))
        return self.text[start:end]

    def is_sure_of(self, act: Act) -> bool:
        """Whether it was done, and nothing speaks against it."""
        return act in self.acts and act not in self.unsure

    def asks(self, *topics: Topic) -> bool:
        """Whether a question is about any of these."""
        return any(question.topic in topics for question in self.questions)

    @property
    def own_figures(self) -> tuple[Figure, ...]:
        """The prices that the caller names as their own."""
        return tuple(figure for figure in self.figures if figure.role in OWN)

    @property
    def tells_fact(self) -> bool:
        """Whether a figure, a place, a time or another fact is in it."""
        facts = (
            *(self.figures, self.conditions, self.mc, self.dot, self.digits, self.load, self.origin),
            *(self.destination, self.place, self.equipment, self.no_equipment, self.commodity, self.day),
            *(
                self.time,
                self.temperature,
                self.set_temperature,
                self.osd,
                self.bol,
                self.name,
                self.person,
                self.email,
                self.phone,
            ),
            *(self.driver, self.truck, self.trailer, self.reason, self.moved_to, self.turned_away, self.note),
        )
        return any(fact not in (None, "", ()) for fact in facts)

    @property
    def agrees(self) -> bool:
        """A clean and sure agreement: no condition, no question, no other price, nothing that takes it back.

        "Send me the rate con" is no question here.
        """
        asks = any(question.topic != Topic.RATE_CON for question in self.questions)
        spoils = set(UNCLEAN) if asks or not self.questions else set(UNCLEAN) - {Act.ASKS}
        return self.is_sure_of(Act.AGREES) and not (
            self.conditions or asks or self.own_figures or self.has(*spoils)
        )

    @property
    def is_sure(self) -> bool:
        """Whether nothing in it is doubtful."""
        return not self.unsure


# Said without telling anything.
NOISE = frozenset({Act.GREETS, Act.REPEAT, Act.HOLDS, Act.WANTS_ENGLISH, Act.WANTS_SPANISH})
# Beside one of these "I'll take it" is no clean agreement.
UNCLEAN = (
    *(Act.AGREES_IF, Act.REFUSES, Act.DECLINES, Act.COUNTERS, Act.ASKS_MORE, Act.SPLITS, Act.CLAIMS, Act.NO),
    *(Act.ASKS, Act.HOLDS, Act.UNSURE, Act.CALLBACK, Act.REPEAT, Act.OPTS_OUT, Act.WANTS_PERSON),
)
# What can't be taken back: done only where nothing speaks against it.
IRREVERSIBLE = (Act.AGREES, Act.CANCELS, Act.DECLINES, Act.LEAVES, Act.OPTS_OUT, Act.WRONG_NUMBER)


def described(reading: Reading, listening: Listening) -> dict[str, Any]:
    """What was read, as plain values; empty or null where it wasn't said. Dollars are for the whole load."""
    ask = whole_load(reading, listening)
    return {
        "acts": [str(act) for act in reading.acts],
        "ask": None if ask is None else _number(ask),
        "mc": reading.mc or None,
        "dot": reading.dot or None,
        "load": reading.load or None,
        "origin": str(reading.origin) if reading.origin else None,
        "destination": str(reading.destination) if reading.destination else None,
        "day": reading.day.isoformat() if reading.day else None,
        "equipment": reading.equipment or None,
        "noEquipment": reading.no_equipment or None,
        "place": str(reading.place) if reading.place else None,
        "time": reading.time.isoformat(timespec="minutes") if reading.time else None,
        "reason": reading.reason or None,
        "bol": reading.bol or None,
        "temperature": None if reading.temperature is None else _number(reading.temperature),
        "commodity": reading.commodity or None,
        "questions": list(dict.fromkeys(str(question.topic) for question in reading.questions)),
        "conditions": list(reading.conditions),
        "agrees": reading.agrees,
        "sure": reading.is_sure,
    }


def whole_load(reading: Reading, listening: Listening) -> Decimal | None:
    """The caller's own price in dollars for the load: the last they named; None where the miles aren't known."""
    for figure in reversed(reading.own_figures):
        if figure.role == Role.OFF:
            continue
        if figure.role == Role.ASK:
            return figure.amount
        if figure.role == Role.ON_TOP and listening.offer is not None:
            return listening.offer + figure.amount
        if figure.role == Role.PER_MILE and listening.miles:
            return figure.amount * listening.miles
    return None


def listening_of(told: dict[str, Any]) -> Listening:
    """What a line of JSON says was asked, and what was on the table; raises ValueError, telling which key is wrong."""
    language = told.get("language") or "en"
    if language not in ("en", "es"):
        raise ValueError(f"language is en or es, not {language!r}")
    window = told.get("appointment") or (None, None)
    if not isinstance(window, list | tuple) or len(window) != 2:
        raise ValueError("appointment is [start, end], local times; either may be null")
    try:
        expecting = Expecting(told.get("asked") or Expecting.NOTHING)
    except ValueError:
        raise ValueError(f"asked is none of {', '.join(Expecting)}") from None
    return Listening(
        expecting=expecting,
        now=_moment(told.get("now"), "now") or datetime(*localtime()[:5]),  # noqa: DTZ001 (naive, like all local times)
        language=language,
        offer=_dollars(told.get("offer"), "offer"),
        miles=_dollars(told.get("miles"), "miles"),
        appointment=(_moment(window[0], "appointment"), _moment(window[1], "appointment")),
    )


def _moment(text: object, name: str) -> datetime | None:
    if text in (None, ""):
        return None
    try:
        return datetime.fromisoformat(str(text)).replace(tzinfo=None)
    except ValueError:
        raise ValueError(f"{name} is a local time such as 2026-03-03T14:00, not {text!r}") from None


def _dollars(value: object, name: str) -> Decimal | None:
    if value in (None, ""):
        return None
    number = as_decimal(str(value))
    if number is None or not number.is_finite() or number <= 0 or isinstance(value, bool):
        raise ValueError(f"{name} is a number above 0, not {value!r}")
    return number


def _number(value: Decimal) -> int | float:
    return int(value) if value == value.to_integral_value() else float(value)
