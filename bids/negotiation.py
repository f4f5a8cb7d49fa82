"""From what the carrier says to what is answered."""

from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from enum import StrEnum
from typing import Any, Self

# Where a talk stands, and what an answer is made of.


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
    HOLD = (
        "hold",
        "Held firm",
    )  # our offer stays; the carrier is asked to come closer, or to say the figure again
    COUNTER = "counter", "Countered"  # a new offer
    LAST_OFFER = "last_offer", "Final offer"
    REFUSE = "refuse", "Declined"  # no deal: there is nothing more to offer


class Flag(Labelled):
    """What a broker should look at before trusting the figure."""

    UNDER_HALF_OF_MARKET = "under_half_of_market", "Under half of market"
    HARDLY_A_RATE = "hardly_a_rate", "Unlikely rate"


class Rule(Labelled):
    """Why it does that."""

    UNDER_OFFER = "under_offer", "At or below our offer: accepted at the carrier's ask."
    BOOK_NOW = "book_now", "At or below book-it-now: accepted at the carrier's ask."
    UNDER_NEXT_OFFER = "under_next_offer", "At or below our next counter: accepted at the carrier's ask."
    WITHIN_CEILING = "within_ceiling", "Final round: within max buy, accepted at the carrier's ask."
    OFFER_TAKEN = "offer_taken", "Accepted our offer."
    ROUND_ONE = "round_one", "Round 1: hold at the opening offer and ask the carrier to come down."
    HALF_WAY = "half_way", "Split the difference, rounded down."
    NO_ROOM = "no_room", "No room left to counter this round; holding."
    NO_CEILING = "no_ceiling", "No max buy: agent stays at target."
    LAST_ROUND = (
        "last_round",
        "Last counter: stays under max buy and under what they asked.",
    )
    REPEATED = "repeated", "Carrier didn't move; holding."
    OUT_OF_PATIENCE = (
        "out_of_patience",
        "Third time without movement: final offer.",
    )
    NOT_A_RATE = "not_a_rate", "Unlikely rate for this load: asked to repeat it. It counts if repeated."
    AFTER_LAST_OFFER = "after_last_offer", "Above max buy after our final offer: no deal."
    WAS_REFUSED = "was_refused", "Already declined: only our last offer still stands."
    RATES_CHANGED = (
        "rates_changed",
        "The load's rates dropped during the call, so our offer no longer stands.",
    )

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


# What the broker allows, and how an organization haggles.


MAX_STEP = Decimal(100)  # a ceiling lies above it, so that there is a step below each
MAX_ROUNDS = 10


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
        if self.ceiling is not None and self.ceiling <= MAX_STEP:
            raise ValueError(f"The max buy must be above {MAX_STEP} dollars.")

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
        if not (1 <= self.rounds <= MAX_ROUNDS and 1 <= self.step <= MAX_STEP):
            raise ValueError(f"1 to {MAX_ROUNDS} rounds, and a step of 1 to {MAX_STEP} dollars.")


CENT = Decimal("0.01")
SPOKEN = Decimal(5)  # nobody says "fifteen hundred and three dollars" on the phone
LIMIT = Decimal(10) ** 9
PATIENCE = 3  # asks that bring nothing new: the last round comes with this one
# Of the opening offer: what lies outside was more likely misheard ("nineteen" for "nineteen hundred") than meant.
MIN_SHARE, MAX_SHARE = Decimal("0.25"), Decimal(10)


def begin(terms: Terms, rules: Rules) -> Standing:
    """The opening: `start` in whole five dollars, or the highest step below the ceiling where it isn't below it."""
    if terms.ceiling is not None and terms.start >= terms.ceiling:
        return Standing(_below(terms.ceiling, rules.step))
    return Standing(terms.start // SPOKEN * SPOKEN if terms.start > SPOKEN else terms.start)


def hear_ask(
    standing: Standing, ask: Decimal, *, terms: Terms, rules: Rules, is_worked_out: bool = False
) -> Step:
    """Answer a figure that the carrier named for the load, in dollars; it is rounded half up to the cent.

    In this order: a figure that can hardly be meant is asked for again; one that may be taken is taken at what was
    asked; after the last offer any other is refused; one that isn't lower than before is no new round; else it is one.
    `is_worked_out`: we made it from other figures (a rate a mile, a split). Where it meets the ceiling to the cent it
    counts as a cent more, for we would be the first to name that figure; the carrier may name it then.
    """
    if not (ask.is_finite() and CENT <= ask <= LIMIT - CENT):
        return _doubt(standing, None, terms, rules)
    ask = ask.quantize(CENT, ROUND_HALF_UP)
    if _is_doubtful(standing, ask, terms, rules):
        return _doubt(standing, ask, terms, rules)
    counted = ask + CENT if is_worked_out and ask == terms.ceiling else ask
    heard = replace(standing, asks=(*standing.asks, counted))
    rule = _reason_to_take(standing, counted, terms)
    if rule is not None:
        step = Step(Action.ACCEPT, ask, rule, heard)
    elif standing.is_final or standing.is_over or _is_stale(standing, terms):
        step = _refuse(heard, terms)
    elif standing.asks and counted >= min(standing.asks):
        step = _idle(heard, Rule.REPEATED, terms, rules, ask=counted)
    else:
        step = _next_round(heard, terms, rules, ask=counted)
    return replace(step, ask=ask, flags=_flags(ask, terms, rules))


def press(standing: Standing, *, terms: Terms, rules: Rules) -> Step:
    """Answer a carrier who wants more without naming a figure: a round like any other, but nothing to take."""
    if standing.is_final or standing.is_over or _is_stale(standing, terms):
        return _refuse(standing, terms)
    return _next_round(standing, terms, rules)


def accept_offer(standing: Standing, *, terms: Terms, rules: Rules) -> Step:
    """The carrier takes our standing offer, at any time, if the load's rates still allow it."""
    if standing.offer > terms.limit:
        return _refuse(standing, terms)
    return Step(Action.ACCEPT, standing.offer, Rule.OFFER_TAKEN, standing)


def total_of(per_mile: Decimal, miles: Decimal) -> Decimal:
    """Dollars for the load, rounded half up to the cent; what is beyond all rates is left as it is."""
    total = per_mile * miles
    return total.quantize(CENT, ROUND_HALF_UP) if total.is_finite() and abs(total) < LIMIT else total


def split(standing: Standing) -> Decimal | None:
    """The middle between our offer and the carrier's lowest ask, to be heard as an ask; None when it named none."""
    if not standing.asks:
        return None
    return ((standing.offer + min(standing.asks)) / 2).quantize(CENT, ROUND_HALF_UP)


def _below(figure: Decimal, step: Decimal) -> Decimal:
    """The highest multiple of the step that is less than the figure."""
    return (figure / step).to_integral_value(ROUND_CEILING) * step - step


def _reason_to_take(standing: Standing, ask: Decimal, terms: Terms) -> Rule | None:
    """Why this ask is taken whatever the round; None when it isn't."""
    if ask > terms.limit:
        return None
    if ask <= standing.offer:
        return Rule.UNDER_OFFER
    if standing.is_over:
        return None
    if terms.book_now is not None and ask <= terms.book_now:
        return Rule.BOOK_NOW
    return Rule.WITHIN_CEILING if standing.is_final else None


def _next_round(standing: Standing, terms: Terms, rules: Rules, *, ask: Decimal | None = None) -> Step:
    """Go on by a round: hold in the first, half-way to the ceiling in those between, the last offer in the last."""
    standing = replace(standing, round=standing.round + 1)
    if standing.round >= rules.rounds:
        return _last_round(standing, Rule.LAST_ROUND, terms, rules, ask)
    if standing.round == 1:
        return Step(Action.HOLD, standing.offer, Rule.ROUND_ONE, standing)
    if terms.ceiling is None:
        return Step(Action.HOLD, standing.offer, Rule.NO_CEILING, standing)
    middle = (standing.offer + terms.ceiling) / 2
    target = (middle / rules.step).to_integral_value(ROUND_FLOOR) * rules.step
    if ask is not None and ask <= target:
        return Step(Action.ACCEPT, ask, Rule.UNDER_NEXT_OFFER, standing)
    offer = _offer_up_to(target, standing, rules)
    if offer == standing.offer:
        return Step(Action.HOLD, offer, Rule.NO_ROOM, standing)
    return Step(Action.COUNTER, offer, Rule.HALF_WAY, replace(standing, offer=offer))


def _last_round(standing: Standing, rule: Rule, terms: Terms, rules: Rules, ask: Decimal | None) -> Step:
    """Take any ask at or under the ceiling, or make the last offer."""
    if ask is not None and ask <= terms.limit:
        return Step(Action.ACCEPT, ask, Rule.WITHIN_CEILING, standing)
    offer = standing.offer
    if terms.ceiling is not None:
        offer = _offer_up_to(_below(terms.ceiling, rules.step), standing, rules)
    standing = replace(standing, offer=offer, round=rules.rounds, is_final=True)
    return Step(Action.LAST_OFFER, offer, rule, standing)


def _offer_up_to(target: Decimal, standing: Standing, rules: Rules) -> Decimal:
    """The target, but less than the carrier ever asked, and not less than we offered."""
    if standing.asks:
        target = min(target, _below(min(standing.asks), rules.step))
    return max(target, standing.offer)


def _idle(standing: Standing, rule: Rule, terms: Terms, rules: Rules, *, ask: Decimal | None) -> Step:
    """Nothing new was said: our offer stays, until patience ends with the last round."""
    standing = replace(standing, idle=standing.idle + 1)
    if standing.idle < PATIENCE:
        return Step(Action.HOLD, standing.offer, rule, standing)
    if standing.is_final or standing.is_over or _is_stale(standing, terms):
        return _refuse(standing, terms)
    return _last_round(standing, Rule.OUT_OF_PATIENCE, terms, rules, ask)


def _is_doubtful(standing: Standing, ask: Decimal, terms: Terms, rules: Rules) -> bool:
    """Whether the figure was more likely misheard than meant; not when it is said again, nor for ever."""
    opening = begin(terms, rules).offer
    is_odd = ask < MIN_SHARE * opening or ask > MAX_SHARE * opening
    return is_odd and ask != standing.doubted and standing.idle + 1 < PATIENCE


def _doubt(standing: Standing, ask: Decimal | None, terms: Terms, rules: Rules) -> Step:
    """Ask to say the figure again; None is one that can't be a rate at all, however often it is said."""
    step = _idle(replace(standing, doubted=ask), Rule.NOT_A_RATE, terms, rules, ask=None)
    flags = frozenset() if ask is None else _flags(ask, terms, rules)
    return replace(step, ask=ask, flags=flags | {Flag.HARDLY_A_RATE})


def _is_stale(standing: Standing, terms: Terms) -> bool:
    """Whether the rates were lowered during the talk, so that our offer can be named no more."""
    return standing.offer >= terms.limit if terms.ceiling is not None else standing.offer > terms.limit


def _refuse(standing: Standing, terms: Terms) -> Step:
    rule = Rule.WAS_REFUSED if standing.is_over else Rule.AFTER_LAST_OFFER
    if _is_stale(standing, terms):
        rule = Rule.RATES_CHANGED
    return Step(Action.REFUSE, standing.offer, rule, replace(standing, is_final=True, is_over=True))


def _flags(ask: Decimal, terms: Terms, rules: Rules) -> frozenset[Flag]:
    """Where nobody knows the market the opening offer stands for it, which is rarely above it."""
    market = terms.market if terms.market is not None else begin(terms, rules).offer
    return frozenset({Flag.UNDER_HALF_OF_MARKET}) if ask * 2 < market else frozenset()
