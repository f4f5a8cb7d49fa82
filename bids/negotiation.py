"""The answer to what a carrier asks: take it, counter, hold, or turn it down. Pure; `offer_limits` says how high."""

from dataclasses import dataclass, fields, replace
from decimal import ROUND_CEILING, ROUND_HALF_UP, Decimal
from typing import Any, Self

from bids.offer_limits import (
    CENT,
    Labelled,
    Rules,
    Strategy,
    Terms,
    drawn_share,
    final_offer,
    floor,
    most_taken,
    planned_offer,
)

# Where a talk stands, and what an answer is made of.


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
    WITHIN_FINAL = "within_final", "At or below our final offer: accepted at the carrier's ask."
    NEAR_FINAL = "near_final", "Just above our final offer, and the carrier came down to it: accepted."
    OFFER_TAKEN = "offer_taken", "Accepted our offer."
    ROUND_ONE = "round_one", "Round 1: hold at the opening offer and ask the carrier to come down."
    HALF_WAY = "half_way", "Halfway to max buy, rounded down."
    PLANNED = "planned", "Countered as planned for this round, on the way to our final offer."
    MATCHED = "matched", "Smaller counter than planned: came up only as much as the carrier came down."
    NO_ROOM = "no_room", "No room left to counter this round; holding."
    NO_CEILING = "no_ceiling", "No max buy: agent stays at target."
    LAST_ROUND = (
        "last_round",
        "Last counter: stays under max buy and under what they asked.",
    )
    REPEATED = "repeated", "Carrier didn't move; holding."
    PRESSED = "pressed", "Carrier wants more but didn't give a rate; holding."
    FAR_ABOVE = "far_above", "Way over what the lane pays. The agent holds, and it doesn’t count as a round."
    FAR_TOO_OFTEN = "far_too_often", "Far above what the lane pays, again: left it at our offer."
    OUT_OF_PATIENCE = (
        "out_of_patience",
        "Third time without movement: final offer.",
    )
    NOT_A_RATE = "not_a_rate", "Unlikely rate for this load: asked to repeat it. It counts if repeated."
    AFTER_LAST_OFFER = "after_last_offer", "Above max buy after our final offer: no deal."
    LEFT_TO_BROKER = (
        "left_to_broker",
        "Over our final offer, so your team decides. The agent doesn’t tell the carrier whether it’s within max buy.",
    )
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
    # Of the measured strategy, drawn and fixed when the talk begins; None in talks that go by another.
    opening: Decimal | None = None  # our first offer
    share: Decimal | None = None  # where in the rate range the final offer lies
    final: Decimal | None = None  # the most that we offer by ourselves: it only rises
    market: Decimal | None = None  # what such loads go for, if known
    far: int = 0  # asks far above it

    def to_json(self) -> dict[str, Any]:
        """As JSON-able values; amounts are texts."""
        return {each.name: _plain(getattr(self, each.name)) for each in fields(self)}

    @property
    def named(self) -> tuple[Decimal, ...]:
        """The asks as they were named: without the cent more as which `hear_ask` counts some; nobody asks for one."""
        return tuple(each - CENT if each % 1 == CENT else each for each in self.asks)

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Self:
        """What `to_json` made, also before there were as many fields."""
        figures = {
            name: Decimal(data[name])
            for name in ("offer", "doubted", "opening", "share", "final", "market")
            if data.get(name) is not None
        }
        return cls(**data | figures | {"asks": tuple(Decimal(ask) for ask in data["asks"])})


def _plain(value: object) -> object:
    if isinstance(value, tuple):
        return [str(each) for each in value]
    return str(value) if isinstance(value, Decimal) else value


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


SPOKEN = Decimal(5)  # nobody says "fifteen hundred and three dollars" on the phone
LIMIT = Decimal(10) ** 9
PATIENCE = 3  # asks that bring nothing new: the last round comes with this one
# Of the opening offer: what lies outside was more likely misheard ("nineteen" for "nineteen hundred") than meant.
MIN_SHARE, MAX_SHARE = Decimal("0.25"), Decimal(10)


def begin(terms: Terms, rules: Rules) -> Standing:
    """The opening: `start` in whole five dollars, or the highest step below the ceiling where it isn't below it."""
    if terms.ceiling is not None and terms.start >= terms.ceiling:
        return Standing(_below(terms.ceiling, rules.step), market=terms.market)
    opening = floor(terms.start, SPOKEN) if terms.start > SPOKEN else terms.start
    return _up_to_date(Standing(opening, market=terms.market), terms, rules)


def hear_ask(
    standing: Standing, ask: Decimal, *, terms: Terms, rules: Rules, is_worked_out: bool = False
) -> Step:
    """Answer a figure that the carrier named for the load, in dollars; it is rounded half up to the cent.

    In this order: a figure that can hardly be meant is asked for again; one that may be taken is taken at what was
    asked; after the last offer any other is refused; one far above the market moves nothing; one that isn't lower than
    before is no new round; else it is one. `is_worked_out`: we made it from other figures (a rate a mile, a split).
    Where it meets the ceiling to the cent it counts as a cent more, for we would be the first to name that figure; the
    carrier may name it then.
    """
    standing = _up_to_date(standing, terms, rules)
    if not (ask.is_finite() and CENT <= ask <= LIMIT - CENT):
        return _doubt(standing, None, terms, rules)
    ask = ask.quantize(CENT, ROUND_HALF_UP)
    if _is_doubtful(standing, ask, terms, rules):
        return _doubt(standing, ask, terms, rules)
    # Whether a figure is the ceiling shows in no measured answer: there it is the book-now rate that may be the same.
    guarded = terms.book_now if _is_measured(terms, rules) else terms.ceiling
    counted = ask + CENT if is_worked_out and ask == guarded else ask
    heard = replace(standing, asks=(*standing.asks, counted))
    rule = _reason_to_take(standing, counted, terms, rules, is_worked_out=is_worked_out)
    if rule is not None:
        step = Step(Action.ACCEPT, ask, rule, heard)
    elif standing.is_final or standing.is_over or _is_stale(standing, terms):
        step = _refuse(heard, terms, rules)
    elif _is_far(standing, counted, terms, rules):
        step = _hold_far(standing)
    elif standing.asks and counted >= min(standing.asks):
        step = _idle(heard, Rule.REPEATED, terms, rules, ask=counted)
    else:
        step = _next_round(heard, terms, rules, ask=counted)
    return replace(step, ask=ask, flags=_flags(ask, standing, terms, rules))


def press(standing: Standing, *, terms: Terms, rules: Rules) -> Step:
    """Answer a carrier who wants more without naming a figure: nothing to take, and a round only of fixed steps."""
    standing = _up_to_date(standing, terms, rules)
    if standing.is_final or standing.is_over or _is_stale(standing, terms):
        return _refuse(standing, terms, rules)
    if _is_measured(terms, rules) and rules.rounds > 1:
        return _idle(standing, Rule.PRESSED, terms, rules, ask=None)
    return _next_round(standing, terms, rules)


def accept_offer(standing: Standing, *, terms: Terms, rules: Rules) -> Step:
    """The carrier takes our standing offer, at any time, if the load's rates still allow it."""
    if standing.offer > terms.limit:
        return _refuse(standing, terms, rules)
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


def _reason_to_take(
    standing: Standing, ask: Decimal, terms: Terms, rules: Rules, *, is_worked_out: bool
) -> Rule | None:
    """Why this ask is taken whatever the round; None when it isn't."""
    if ask > terms.limit:
        return None
    if ask <= standing.offer:
        return Rule.UNDER_OFFER
    if standing.is_over:
        return None
    is_measured = _is_measured(terms, rules)
    # A book-now rate above the ceiling would tell who tries figures where that lies.
    is_told = terms.book_now is not None and not (is_measured and terms.book_now > terms.limit)
    if is_told and terms.book_now is not None and ask <= terms.book_now:
        return Rule.BOOK_NOW
    if not standing.is_final:
        return None
    if not is_measured or standing.final is None or standing.opening is None:
        return Rule.WITHIN_CEILING
    if ask <= standing.final:
        return Rule.WITHIN_FINAL
    came_down = not is_worked_out and any(earlier > ask for earlier in standing.asks)
    is_near = ask <= most_taken(standing.opening, standing.final, rules)
    return Rule.NEAR_FINAL if came_down and is_near else None


def _next_round(standing: Standing, terms: Terms, rules: Rules, *, ask: Decimal | None = None) -> Step:
    """Go on by a round: hold in the first, move up in those between, the last offer in the last."""
    standing = replace(standing, round=standing.round + 1)
    if standing.round >= rules.rounds:
        return _last_round(standing, Rule.LAST_ROUND, terms, rules, ask)
    if standing.round == 1:
        return Step(Action.HOLD, standing.offer, Rule.ROUND_ONE, standing)
    if terms.ceiling is None:
        return Step(Action.HOLD, standing.offer, Rule.NO_CEILING, standing)
    target, rule = _target(standing, terms.ceiling, terms, rules)
    target = floor(target, rules.step)
    if ask is not None and ask <= target:
        return Step(Action.ACCEPT, ask, Rule.UNDER_NEXT_OFFER, standing)
    offer = _offer_up_to(target, standing, rules)
    if offer == standing.offer:
        return Step(Action.HOLD, offer, Rule.NO_ROOM, standing)
    return Step(Action.COUNTER, offer, rule, replace(standing, offer=offer))


def _target(standing: Standing, ceiling: Decimal, terms: Terms, rules: Rules) -> tuple[Decimal, Rule]:
    """How far to go in a round between: as planned, but no further than the carrier has come since its last ask."""
    if not _is_measured(terms, rules) or standing.final is None or standing.opening is None:
        return (standing.offer + ceiling) / 2, Rule.HALF_WAY
    planned = planned_offer(standing.opening, standing.final, round=standing.round, rules=rules)
    *before, ask = standing.asks
    came = min(before) - ask if before else Decimal(0)
    matched = standing.offer + came * rules.reciprocity
    return (planned, Rule.PLANNED) if planned <= matched else (matched, Rule.MATCHED)


def _last_round(standing: Standing, rule: Rule, terms: Terms, rules: Rules, ask: Decimal | None) -> Step:
    """Take what may be taken now, an ask up to the last offer or the ceiling, or make the last offer."""
    is_measured = _is_measured(terms, rules) and standing.final is not None
    most = standing.final if is_measured and standing.final is not None else terms.limit
    if ask is not None and ask <= min(most, terms.limit):
        taken = Rule.WITHIN_FINAL if is_measured else Rule.WITHIN_CEILING
        return Step(Action.ACCEPT, ask, taken, standing)
    offer = standing.offer
    if is_measured:
        offer = _offer_up_to(most, standing, rules)
    elif terms.ceiling is not None:
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
        return _refuse(standing, terms, rules)
    return _last_round(standing, Rule.OUT_OF_PATIENCE, terms, rules, ask)


def _is_doubtful(standing: Standing, ask: Decimal, terms: Terms, rules: Rules) -> bool:
    """Whether the figure was more likely misheard than meant; not when it is said again, nor for ever."""
    opening = begin(terms, rules).offer
    is_odd = ask < MIN_SHARE * opening or ask > MAX_SHARE * opening
    return is_odd and ask != standing.doubted and standing.idle + 1 < PATIENCE


def _doubt(standing: Standing, ask: Decimal | None, terms: Terms, rules: Rules) -> Step:
    """Ask to say the figure again; None is one that can't be a rate at all, however often it is said."""
    step = _idle(replace(standing, doubted=ask), Rule.NOT_A_RATE, terms, rules, ask=None)
    flags = frozenset() if ask is None else _flags(ask, standing, terms, rules)
    return replace(step, ask=ask, flags=flags | {Flag.HARDLY_A_RATE})


def _is_stale(standing: Standing, terms: Terms) -> bool:
    """Whether the rates were lowered during the talk, so that our offer can be named no more."""
    return standing.offer >= terms.limit if terms.ceiling is not None else standing.offer > terms.limit


def _refuse(standing: Standing, terms: Terms, rules: Rules) -> Step:
    rule = Rule.LEFT_TO_BROKER if _is_measured(terms, rules) else Rule.AFTER_LAST_OFFER
    if standing.is_over:
        rule = Rule.WAS_REFUSED
    if _is_stale(standing, terms):
        rule = Rule.RATES_CHANGED
    return Step(Action.REFUSE, standing.offer, rule, replace(standing, is_final=True, is_over=True))


def _flags(ask: Decimal, standing: Standing, terms: Terms, rules: Rules) -> frozenset[Flag]:
    """Where nobody knows the market the opening offer stands for it, which is rarely above it."""
    market = standing.market or begin(terms, rules).offer
    return frozenset({Flag.UNDER_HALF_OF_MARKET}) if ask * 2 < market else frozenset()


# The measured strategy: what is fixed when the talk begins, and asks that are far too high.


def _is_measured(terms: Terms, rules: Rules) -> bool:
    """Whether there is a rate range to measure out, and the organization does so."""
    is_range = terms.ceiling is not None and terms.start < terms.ceiling
    return is_range and rules.strategy == Strategy.MEASURED


def _up_to_date(standing: Standing, terms: Terms, rules: Rules) -> Standing:
    """With its final offer by the clock and the rates of this moment; what was drawn once stays, and nothing falls.

    One that has risen may be told: a last offer below it was the last only until now.
    """
    if terms.ceiling is None or not _is_measured(terms, rules):
        return standing
    opening = standing.opening if standing.opening is not None else standing.offer
    share = standing.share if standing.share is not None else drawn_share(terms.drawn, rules)
    final = final_offer(opening, ceiling=terms.ceiling, share=share * terms.usable, step=rules.step)
    final = max(final, standing.offer)
    if standing.final is not None and standing.final < terms.ceiling:
        final = max(final, standing.final)
    if standing.is_final and standing.final is not None and final > standing.final:
        standing = replace(standing, round=rules.rounds - 1, is_final=False, is_over=False)
    return replace(standing, opening=opening, share=share, final=final)


def _is_far(standing: Standing, ask: Decimal, terms: Terms, rules: Rules) -> bool:
    """Whether the ask is far above what the lane pays, or where that isn't known our opening offer, and ours too."""
    if not _is_measured(terms, rules) or standing.final is None or standing.opening is None:
        return False
    known = max(standing.market or Decimal(0), standing.opening)
    return ask > max(known * rules.far_factor, most_taken(standing.opening, standing.final, rules))


def _hold_far(standing: Standing) -> Step:
    """It moves nothing, uses up no round, and is no figure to come down from; said again and again it ends the talk."""
    standing = replace(standing, far=standing.far + 1)
    if standing.far < PATIENCE:
        return Step(Action.HOLD, standing.offer, Rule.FAR_ABOVE, standing)
    return Step(Action.REFUSE, standing.offer, Rule.FAR_TOO_OFTEN, standing)
