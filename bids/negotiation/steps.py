"""Where a talk stands, and what an answer is made of."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, Self


class Labelled(StrEnum):
    """Members with words for the broker. The values are stored; the words may be put better at any time."""

    label: str

    def __new__(cls, value: str, label: str = "") -> Self:
        """Add `label` to a member."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member


class Action(Labelled):
    """What the agent does."""

    ACCEPT = "accept", "Agreed"  # to the amount
    HOLD = "hold", "Held"  # our offer stays; the carrier is asked to come closer, or to say the figure again
    COUNTER = "counter", "Offered"  # a new offer
    LAST_OFFER = "last_offer", "Last offer"
    REFUSE = "refuse", "Refused"  # no deal: there is nothing more to offer


class Flag(Labelled):
    """What a broker should look at before trusting the figure."""

    UNDER_HALF_OF_MARKET = "under_half_of_market", "Under half of the market"
    HARDLY_A_RATE = "hardly_a_rate", "Hardly a rate"


class Rule(Labelled):
    """Why it does that."""

    UNDER_OFFER = "under_offer", "At or under our standing offer: taken at what was asked."
    BOOK_NOW = "book_now", "At or under the book-now rate: taken at what was asked."
    UNDER_NEXT_OFFER = "under_next_offer", "At or under what we would offer next: taken at what was asked."
    WITHIN_CEILING = "within_ceiling", "Last round: at or under the ceiling, taken at what was asked."
    OFFER_TAKEN = "offer_taken", "The carrier took our standing offer."
    ROUND_ONE = "round_one", "Round 1: hold at the opening offer and ask the carrier to come closer."
    HALF_WAY = "half_way", "Half-way from our offer to the ceiling, down to a whole step."
    NO_ROOM = "no_room", "No whole step left to offer in this round: our offer stays."
    NO_CEILING = "no_ceiling", "The load has no ceiling: hold at the opening offer."
    LAST_ROUND = (
        "last_round",
        "Last round: the last offer, a whole step below the ceiling and below every ask.",
    )
    REPEATED = "repeated", "Not lower than the carrier asked before: no new round, our offer stays."
    OUT_OF_PATIENCE = (
        "out_of_patience",
        "Nothing new for the third time: the last offer, without more rounds.",
    )
    NOT_A_RATE = "not_a_rate", "Hardly a rate for this load: ask to say it again; said twice, it counts."
    AFTER_LAST_OFFER = "after_last_offer", "Above the ceiling, or more wanted, after the last offer: no deal."
    WAS_REFUSED = "was_refused", "Refused before: nothing but our standing offer is open any more."
    RATES_CHANGED = "rates_changed", "The load's rates were lowered during the talk: our offer can't be kept."

    @property
    def sentence(self) -> str:
        """For the broker alone: it may name the ceiling."""
        return self.label


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a talk stands: kept from one turn to the next."""

    offer: Decimal  # ours
    round: int = 0  # rounds that the carrier has had
    asks: tuple[Decimal, ...] = ()  # in the order named; those that hardly were rates aren't in it
    is_final: bool = False  # our last offer was made
    is_over: bool = False  # refused: our offer alone is open
    idle: int = 0  # asks that brought nothing new
    doubted: Decimal | None = None  # the figure that we asked to be said again

    def to_json(self) -> dict[str, Any]:
        """As JSON-able values; amounts are texts."""
        return {
            "offer": str(self.offer),
            "round": self.round,
            "asks": [str(ask) for ask in self.asks],
            "is_final": self.is_final,
            "is_over": self.is_over,
            "idle": self.idle,
            "doubted": None if self.doubted is None else str(self.doubted),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """What `to_json` made."""
        return cls(
            **data
            | {
                "offer": Decimal(data["offer"]),
                "asks": tuple(Decimal(ask) for ask in data["asks"]),
                "doubted": None if data["doubted"] is None else Decimal(data["doubted"]),
            }
        )


@dataclass(frozen=True, slots=True)
class Step:
    """One answer. `amount` is what is agreed on with ACCEPT, else our offer as it stands then.

    `ask` is the figure that was answered, to the cent; None where none was named, or one that can't be a rate.
    """

    action: Action
    amount: Decimal
    rule: Rule
    standing: Standing
    ask: Decimal | None = None
    flags: frozenset[Flag] = frozenset()
