"""What the skill remembers of a conversation: plain values, stored as JSON with every turn."""

import re
from collections.abc import Collection
from dataclasses import asdict, dataclass, field, fields
from decimal import Decimal
from enum import StrEnum
from typing import Any, Self

from bids.negotiation import Standing

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
    """A load that was talked about. Amounts are dollars as text; `outcome` is empty while it is open."""

    pk: int
    number: str  # the TMS's id
    lane: str
    outcome: str = ""
    is_pitched: bool = False
    is_fitting: bool = False
    standing: dict[str, Any] | None = (
        None  # as this caller has heard it last; the price talk's may have gone on
    )
    agreed: str = ""  # read back, or closed
    is_ours: bool = False  # what was agreed is our offer: the carrier never named it
    conditions: list[str] = field(default_factory=list)  # in the carrier's words
    wanted: str = ""  # the last price that the carrier named as their own
    wanted_before: str = ""  # the one before it, for a figure that was misheard
    held: str = ""  # what was agreed on before more was asked for; a yes takes it still
    once_agreed: str = ""  # what was agreed on before that was undone
    read_backs: int = 0  # how often the agreement was read back again
    is_refused: bool = False  # our offer was turned down, and nothing better was named since

    @property
    def figure(self) -> Decimal | None:
        """What was agreed on."""
        return Decimal(self.agreed) if self.agreed else None

    @property
    def haggling(self) -> Standing | None:
        """Where the talk about money stands for this caller; None before our first offer."""
        return Standing.from_json(self.standing) if self.standing else None

    def has_conditions(self, conditions: Collection[str]) -> bool:
        """Whether all that a yes hangs on is kept as a condition already, by a word that tells it."""
        kept = {word for each in self.conditions for word in _telling(each)}
        return bool(kept) and all(kept & _telling(each) for each in conditions)


# Words that tell one condition from another.
_TELLING = re.compile(
    r"\b(?!there|where|their|about|after|before|would|could|should|broker|okay)[a-záéíóúñ]{5,}"
)


def _telling(words: str) -> set[str]:
    return set(_TELLING.findall(words.casefold()))


@dataclass(slots=True)
class Wanted:
    """What load the caller looks for, put together from all that was said so far; a place is [city, state]."""

    number: str = ""
    is_tail: bool = False
    origin: list[str] = field(default_factory=list)
    destination: list[str] = field(default_factory=list)
    day: str = ""  # ISO
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


@dataclass(slots=True)
class Notebook:
    """The whole of it."""

    step: str = Step.IDENTITY
    turns: int = 0
    tries: int = 0  # answers in a row that didn't bring us on
    # Who it is: as claimed, and what the vetting said.
    mc: str = ""
    dot: str = ""
    is_identified: bool = False
    verdict: str = ""
    refusal: str = ""  # why it is refused: for colleagues, never said
    missing: list[str] = field(default_factory=list)  # codes of what it would take to pass the vetting
    registered: str = ""  # the carrier's own number, E.164
    is_dot_asked: bool = False
    is_restricted: bool = False  # some loads are not for it
    carrier: str = ""  # its name
    equipment: str = ""  # that the caller has said to have
    # What it is about.
    wanted: Wanted = field(default_factory=Wanted)
    sought: Wanted = field(default_factory=Wanted)  # the wish that was looked for last
    passed: list[int] = field(default_factory=list)  # loads that were named and not wanted
    truck_question: str = ""  # that is open, of a truck without a load: "where", "when" or "both"
    truck_asked: list[str] = field(default_factory=list)  # those of these questions that were asked
    misses: int = 0  # looked for and not found
    candidates: list[int] = field(default_factory=list)  # loads that were named to choose from
    named: list[int] = field(default_factory=list)  # these, also once one of them was chosen
    dealings: list[Dealing] = field(default_factory=list)
    at_load: int | None = None  # the key of the one talked about now
    early_ask: list[str] = field(default_factory=list)  # [amount, role], said before there was an offer
    early_conditions: list[str] = field(default_factory=list)  # that came with it
    caller: str = ""  # the caller's name
    is_recognized: bool = False  # by the number they call from; they were asked whether it is that company
    is_on_file: bool = False  # the call's number is one of the carrier's
    recalled: int | None = None  # the carrier that was looked up what is known of
    known: dict[str, str] = field(default_factory=dict)  # of that, for this caller's ears; see `learning`
    offered: str = ""  # what of it the open question names
    told: list[dict[str, Any]] = field(default_factory=list)  # that is to be known at the next call
    details: dict[str, str] = field(default_factory=dict)  # of the truck that comes; see `details`
    details_asked: list[str] = field(default_factory=list)
    questions: list[str] = field(default_factory=list)  # that the broker is to answer
    said: list[str] = field(default_factory=list)  # the lines said last, so that none is repeated
    outcomes: list[str] = field(default_factory=list)  # that belong to no load
    has_declined: bool = False
    is_ended: bool = False  # we took leave
    callback: dict[str, str] = field(
        default_factory=dict
    )  # time (local, ISO, may be empty), zone, phone, words

    @classmethod
    def read(cls, state: dict[str, Any]) -> Self:
        """From the conversation's state; a new one where there is none."""
        data = dict(state.get(KEY) or {})
        if not data:
            return cls()
        data["wanted"] = Wanted(**data["wanted"])
        data["sought"] = Wanted(**data.get("sought", {}))
        # A call may go on from what an older release has written.
        names = {each.name for each in fields(Dealing)}
        data["dealings"] = [
            Dealing(**{name: value for name, value in each.items() if name in names})
            for each in data["dealings"]
        ]
        return cls(**data)

    def write(self, state: dict[str, Any]) -> None:
        """Into the conversation's state, as JSON-able values."""
        state[KEY] = asdict(self)

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
            self.callback = {}
