"""What the broker allows, and how an organization haggles."""

from dataclasses import dataclass
from decimal import Decimal

MOST_STEP = Decimal(100)  # a ceiling lies above it, so that there is a step below each
MOST_ROUNDS = 10


@dataclass(frozen=True, slots=True)
class Terms:
    """What the broker allows for a load; no ceiling: hold at `start`. `market` is what such loads go for, if known."""

    start: Decimal
    book_now: Decimal | None = None
    ceiling: Decimal | None = None
    miles: Decimal | None = None
    market: Decimal | None = None

    def __post_init__(self) -> None:
        for figure in (self.start, self.book_now, self.ceiling, self.miles, self.market):
            if figure is not None and not (figure.is_finite() and figure > 0):
                raise ValueError("Rates and miles are finite and more than nothing.")
        if self.ceiling is not None and self.ceiling <= MOST_STEP:
            raise ValueError(f"A ceiling lies above {MOST_STEP} dollars.")

    @property
    def limit(self) -> Decimal:
        """The most that may be agreed on."""
        return self.start if self.ceiling is None else self.ceiling


@dataclass(frozen=True, slots=True)
class Rules:
    """How an organization haggles: the last of `rounds` makes the last offer, and offers are multiples of `step`."""

    rounds: int = 3
    step: Decimal = Decimal(25)

    def __post_init__(self) -> None:
        if not (1 <= self.rounds <= MOST_ROUNDS and 1 <= self.step <= MOST_STEP):
            raise ValueError(f"1 to {MOST_ROUNDS} rounds, and a step of 1 to {MOST_STEP} dollars.")
