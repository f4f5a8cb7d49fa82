"""What the broker allows, how an organization haggles, and how far and how fast its agent goes up: pure arithmetic.

The measured strategy (*Match their moves* on pages) is that of docs/negotiation.md: nothing in it but the final offer
depends on the max buy.
"""

from dataclasses import dataclass
from datetime import datetime
from decimal import ROUND_FLOOR, Decimal
from enum import StrEnum
from typing import Self


class Labelled(StrEnum):
    """Members with words for the broker. The values are stored; the words may be put better at any time."""

    label: str

    def __new__(cls, value: str, label: str = "") -> Self:
        """Add `label` to a member."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label
        return member


class Strategy(Labelled):
    """How the agent comes to its offers."""

    MEASURED = "measured", "Match their moves"
    FIXED_STEPS = "fixed_steps", "Halfway to max buy"


class Pace(Labelled):
    """When the agent goes most of the way from its opening to its final offer."""

    HOLD_OUT = "hold_out", "Late"
    STEADY = "steady", "Steady"
    GIVE_EARLY = "give_early", "Early"

    @property
    def exponent(self) -> Decimal:
        """The 1/β of Faratin's time-dependent tactics: above one it concedes late."""
        return {"hold_out": Decimal(2), "steady": Decimal(1), "give_early": Decimal("0.5")}[self.value]


# How an organization haggles.


CENT = Decimal("0.01")
MAX_STEP = Decimal(100)  # a ceiling lies above it, so that there is a step below each
MAX_ROUNDS = 10
MIN_RANGE_SHARE, MAX_RANGE_SHARE = (
    Decimal("0.10"),
    Decimal("0.95"),
)  # of the rate range, that a final offer may lie at
MIN_FACTOR, MAX_FACTOR = Decimal("1.10"), Decimal(10)  # of the lane's rate: an ask beyond is far too high
MIN_RECIPROCITY, MAX_RECIPROCITY = Decimal("0.25"), Decimal(4)


@dataclass(frozen=True, slots=True)
class Rules:
    """How an organization haggles: the last of `rounds` makes the last offer, and offers are multiples of `step`.

    Of the measured strategy alone: `low_share` and `high_share` bound where in the rate range a final offer lies,
    `reciprocity` how far we move for each dollar that the carrier moves, `above_final` how far above the final offer,
    as a share of the way to it, an ask is taken; `far_factor` times the lane's rate is far too high.
    """

    rounds: int = 3
    step: Decimal = Decimal(25)
    strategy: Strategy = Strategy.MEASURED
    pace: Pace = Pace.STEADY
    reciprocity: Decimal = Decimal(1)
    low_share: Decimal = Decimal("0.54")
    high_share: Decimal = Decimal("0.90")
    above_final: Decimal = Decimal(0)
    far_factor: Decimal = Decimal("1.75")

    def __post_init__(self) -> None:
        if not (1 <= self.rounds <= MAX_ROUNDS and 1 <= self.step <= MAX_STEP):
            raise ValueError(f"1 to {MAX_ROUNDS} rounds, and a step of 1 to {MAX_STEP} dollars.")
        if not MIN_RANGE_SHARE <= self.low_share <= self.high_share <= MAX_RANGE_SHARE:
            raise ValueError("The final offer lies between two shares of the rate range, the low one first.")
        if not (self.above_final >= 0 and (1 + self.above_final) * self.high_share <= 1):
            raise ValueError("What is taken above the final offer must lie within the rate range.")
        if not (
            MIN_FACTOR <= self.far_factor <= MAX_FACTOR
            and MIN_RECIPROCITY <= self.reciprocity <= MAX_RECIPROCITY
        ):
            raise ValueError("The factors are beyond their bounds.")

    @property
    def hidden_share(self) -> Decimal:
        """The least part of the rate range that stays unknown to callers who know these rules and our final offer."""
        return 1 - self.low_share / self.high_share


# What is allowed for a load.


@dataclass(frozen=True, slots=True)
class Terms:
    """What the broker allows for a load; no ceiling: hold at `start`. `market` is what such loads go for, if known.

    `drawn` is a number from 0 to 1 that nobody outside can know; `usable` is the share of the rate range that is open
    by the clock.
    """

    start: Decimal
    book_now: Decimal | None = None
    ceiling: Decimal | None = None
    miles: Decimal | None = None
    market: Decimal | None = None
    drawn: Decimal | None = None
    usable: Decimal = Decimal(1)

    def __post_init__(self) -> None:
        for figure in (self.start, self.book_now, self.ceiling, self.miles, self.market):
            if figure is not None and not (figure.is_finite() and figure > 0):
                raise ValueError("Rates and miles are finite and more than nothing.")
        if self.ceiling is not None and self.ceiling <= MAX_STEP:
            raise ValueError(f"The max buy must be above {MAX_STEP} dollars.")
        if not (0 <= self.usable <= 1 and 0 <= (self.drawn or 0) <= 1):
            raise ValueError("Shares are from 0 to 1.")

    @property
    def limit(self) -> Decimal:
        """The most that may be agreed on."""
        return self.start if self.ceiling is None else self.ceiling


@dataclass(frozen=True, slots=True)
class Clock:
    """How the rate range opens as the pickup comes near.

    `early_share` of it is open at `early_hours` before and earlier, all of it at `late_hours`, and between them what
    lies on the straight line. While `enough_offers` wait for a decision, the early share is all there is until
    `late_hours`; 0: however many wait.
    """

    early_share: Decimal = Decimal("0.60")
    early_hours: int = 48
    late_hours: int = 6
    enough_offers: int = 3

    def __post_init__(self) -> None:
        if not (0 < self.early_share <= 1 and 0 <= self.late_hours < self.early_hours):
            raise ValueError("The rate range opens from an early hour to a late one.")


def hours_until(pickup_at: datetime | None, *, at: datetime) -> Decimal | None:
    """The hours to a pickup, to the second, less than nothing once it has passed; None without one."""
    return None if pickup_at is None else Decimal(int((pickup_at - at).total_seconds())) / 3600


def usable_share(clock: Clock, *, hours: Decimal, offers: int) -> Decimal:
    """The share of the rate range that is open `hours` before pickup, with so many offers waiting."""
    if hours <= clock.late_hours:
        return Decimal(1)
    if hours >= clock.early_hours or 0 < clock.enough_offers <= offers:
        return clock.early_share
    gone = (clock.early_hours - hours) / (clock.early_hours - clock.late_hours)
    return clock.early_share + (1 - clock.early_share) * gone


# How far, and how fast.


def drawn_share(drawn: Decimal | None, rules: Rules) -> Decimal:
    """Where in the rate range the final offer lies, as a share of it; at its lowest where nothing was drawn."""
    return rules.low_share + (rules.high_share - rules.low_share) * (drawn or 0)


def final_offer(opening: Decimal, *, ceiling: Decimal, share: Decimal, step: Decimal) -> Decimal:
    """The most that the agent offers by itself: this share of the way to the ceiling, in whole steps."""
    return max(opening, floor(opening + share * (ceiling - opening), step))


def most_taken(opening: Decimal, final: Decimal, rules: Rules) -> Decimal:
    """The most that the agent agrees to: a little above its final offer, by what callers can know as well."""
    return floor(final + rules.above_final * (final - opening), CENT)


def planned_offer(opening: Decimal, final: Decimal, *, round: int, rules: Rules) -> Decimal:
    """Where the offer is to be in this round, whatever the carrier does; in the first at the opening."""
    if rules.rounds == 1:
        return final
    passed = Decimal(round - 1) / (rules.rounds - 1)
    exponent = rules.pace.exponent
    gone = passed.sqrt() if exponent == Decimal("0.5") else passed**exponent
    return opening + (final - opening) * gone


def floor(figure: Decimal, step: Decimal) -> Decimal:
    """The highest multiple of the step that isn't more than the figure."""
    return (figure / step).to_integral_value(ROUND_FLOOR) * step
