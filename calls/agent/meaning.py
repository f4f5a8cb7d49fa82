"""What somebody meant: the one form in which skills see what was heard, whoever understood it.

Everything in a `Meaning` is the caller's word, so it is data: nothing here is an instruction to anybody.
"""

from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum


class Intent(StrEnum):
    """What somebody wants of us, or does by saying it."""

    GREETING = "greeting"
    GOODBYE = "goodbye"
    YES = "yes"  # to what was asked last; also "that's right", "sounds good"
    NO = "no"  # to what was asked or offered last; also "too low", "I can't do that"
    DEAL = "deal"  # "book it", "I'll take it", "you've got a deal": agrees to what was offered
    DECLINE = "decline"  # "I'll pass", "not interested", "no thanks, I'm good": wants no further offer
    FIRM = "firm"  # "that's my bottom line", "can't go lower"
    ASKS_MORE = "asks_more"  # "can you do better?", without a figure
    SPLIT = "split"  # "meet me in the middle", "split the difference"
    ASKS_RATE = "asks_rate"  # "what does it pay?"
    ASKS_CEILING = "asks_ceiling"  # "what's the most you can pay?", in whatever words or language
    ASKS_CUSTOMER_RATE = "asks_customer_rate"  # "what's the customer paying you?"
    ASKS_LOADS = "asks_loads"  # "what else have you got?", "anything out of Dallas?"
    WANTS_PERSON = "wants_person"  # a human, a representative, the broker, the boss
    CALL_BACK = "call_back"  # "call me back at two", "I'll call you back", "let me think about it"
    OPT_OUT = "opt_out"  # "stop calling me", "take me off your list"
    WRONG_NUMBER = "wrong_number"
    REPEAT = "repeat"  # "come again?", "I didn't catch that"
    HOLD = "hold"  # "hang on a second"
    VOICEMAIL = "voicemail"  # an answering machine's greeting
    SPANISH = "spanish"  # wants Spanish: "¿habla español?"
    ENGLISH = "english"
    UNKNOWN = "unknown"  # "I don't know", "not sure", "I don't have it"
    LOADED = "loaded"
    EMPTY = "empty"  # unloaded
    CHECKED_IN = "checked_in"
    CHECKED_OUT = "checked_out"
    ON_TIME = "on_time"  # no delays, everything's fine
    DELAYED = "delayed"


class Topic(StrEnum):
    """What a question is about."""

    WEIGHT = "weight"
    COMMODITY = "commodity"
    PICKUP = "pickup"  # when or where
    DELIVERY = "delivery"
    MILES = "miles"
    EQUIPMENT = "equipment"
    STOPS = "stops"
    INSTRUCTIONS = "instructions"
    TEAM = "team"
    TEMPERATURE = "temperature"
    LOAD = "load"  # "which load is that?", "tell me about it", "what's the lane?"
    WHO = "who"  # "who is this?"
    ROBOT = "robot"  # "are you a real person?"
    PAYMENT = "payment"  # terms, quick pay, factoring, detention


class Unit(StrEnum):
    """What an amount of money is for."""

    TOTAL = "total"
    MILE = "mile"
    MORE = "more"  # on top of our offer: "two hundred more"


class Expecting(StrEnum):
    """What was asked last; it decides how "seven nine oh one two three" or "nine" is taken."""

    NOTHING = "nothing"
    IDENTITY = "identity"  # an MC or DOT number
    CONFIRMATION = "confirmation"  # a yes or no
    LOAD = "load"  # a load's number, or lane and day
    AMOUNT = "amount"
    TIME = "time"
    PLACE = "place"  # where the truck is
    NAME = "name"
    EQUIPMENT = "equipment"
    TEMPERATURE = "temperature"
    PAPERS = "papers"  # a BOL number
    ANYTHING = "anything"  # free words, kept as they are


@dataclass(frozen=True, slots=True)
class Money:
    """A figure in US dollars that somebody named; a per-mile one has up to four decimals."""

    amount: Decimal
    unit: Unit = Unit.TOTAL


@dataclass(frozen=True, slots=True)
class Place:
    """A town as it was said: no gazetteer has looked at it. `state` is a two-letter code, or empty."""

    city: str
    state: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listening:
    """What the understanding may go by: what was asked, the moment, and the figure on the table.

    `now` is the wall-clock time, naive, at the place that is talked about. `offer` and `miles` are those of the load
    under discussion: "twenty-four fifty" is 2,450 beside an offer of 2,300.
    """

    expecting: Expecting = Expecting.NOTHING
    now: datetime
    language: str = "en"  # or "es"
    offer: Decimal | None = None
    miles: Decimal | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Meaning:
    """What was meant by `text`, which is what was heard, as it was heard. What wasn't said is empty or None."""

    text: str
    language: str = "en"  # of these words, as far as they tell; else the one that was listened for
    intents: frozenset[Intent] = frozenset()
    topics: frozenset[Topic] = frozenset()
    money: tuple[
        Money, ...
    ] = ()  # in the order said, corrections applied: "25, no, 24 hundred" is 2,400 alone
    mc: str = ""  # digits
    dot: str = ""  # digits
    digits: str = ""  # a run of digits said for itself, spoken or in figures; also those of mc, dot or load
    load: str = ""  # a load's number as said, or its last digits
    is_tail: bool = False  # `load` is how the number ends
    origin: Place | None = None
    destination: Place | None = None
    place: Place | None = None  # where somebody or something is
    equipment: str = ""  # a code of organizations.equipment
    day: date | None = None
    time: datetime | None = None  # local and naive, like Listening.now
    name: str = ""  # the caller's
    temperature: Decimal | None = None  # °F
    bol: str = ""
    reason: str = ""  # of a delay, in the caller's words

    def has(self, *intents: Intent) -> bool:
        """Whether any of these was meant."""
        return not self.intents.isdisjoint(intents)

    def asks(self, *topics: Topic) -> bool:
        """Whether a question is about any of these."""
        return not self.topics.isdisjoint(topics)
