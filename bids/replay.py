"""Price talks played again under other settings: exact up to the first other answer, a band after it; and what they
come to for their loads. Pure.

docs/replay.md has the rule in words, with what it takes for granted.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from itertools import zip_longest

from bids.negotiation import Action, Rule, Standing, Step, begin
from bids.offer_limits import CENT, Clock, Labelled, Rules, Terms, most_taken, usable_share
from bids.price_talk_moves import Kind, Move, Played, Talk, play, play_on

# What is tried.


@dataclass(frozen=True, slots=True)
class Settings:
    """Rules that a talk wasn't held under; the load's target and max buy times a share, and a clock or none."""

    rules: Rules
    clock: Clock | None = None
    start_share: Decimal = Decimal(1)
    max_share: Decimal = Decimal(1)

    def applied_to(self, move: Move, offers: Callable[[datetime], int]) -> Move:
        """The move, to be answered by these; `offers` tells how many wait for a decision on the load at a moment.

        Raises ValueError where the rates that come of it are none.
        """
        if move.kind == Kind.MERGE:
            return replace(move, others=tuple(self.applied_to(each, offers) for each in move.others))
        if move.terms is None:
            return move
        rules = replace(self.rules, rounds=1) if move.is_contested else self.rules
        terms = self._terms(move, offers)
        standing = move.standing
        if standing is not None:
            # It began with what another talk had come to: only our part of that is ours to change.
            opening = begin(terms, rules)
            standing = replace(
                standing,
                opening=opening.opening,
                share=opening.share,
                final=opening.final,
                market=opening.market,
            )
        return replace(move, rules=rules, terms=terms, standing=standing)

    def _terms(self, move: Move, offers: Callable[[datetime], int]) -> Terms:
        terms = move.held_under[0]
        usable = Decimal(1)
        if self.clock and move.hours is not None and move.kind not in (Kind.YES, Kind.HELD):
            waiting = offers(move.at) if self.clock.enough_offers else 0
            usable = usable_share(self.clock, hours=move.hours, offers=waiting)
        return replace(
            terms,
            start=_times(terms.start, self.start_share),
            ceiling=None if terms.ceiling is None else _times(terms.ceiling, self.max_share),
            usable=usable,
        )


def _times(rate: Decimal, share: Decimal) -> Decimal:
    return rate if share == 1 else (rate * share).quantize(CENT, ROUND_HALF_UP)


# What came of it.


class Came(Labelled):
    """How a talk, or all talks about a load, would have ended."""

    COVERED = "covered", "Deal"
    OPEN = "open", "Can’t tell"
    NO_DEAL = "no_deal", "No deal"


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a talk would have ended: at `low` to `high` dollars where it does with a deal.

    `differs` is which move was the first with another answer, None where none was; `was` and `would_be` are the two
    answers, None where we opened with another offer. `standing` is ours after it.
    """

    talk: Talk
    came: Came
    low: Decimal | None = None
    high: Decimal | None = None
    differs: int | None = None
    was: Step | None = None
    would_be: Step | None = None
    standing: Standing | None = None

    @property
    def is_exact(self) -> bool:
        """Whether there is one figure, or surely none."""
        return self.came == Came.NO_DEAL or (self.came == Came.COVERED and self.low == self.high)


def replay(
    talk: Talk,
    settings: Settings,
    *,
    offers: Callable[[datetime], int] = lambda at: 0,
    alike: "Alike | None" = None,
) -> Outcome:
    """How the talk would have ended under these settings; ValueError where it couldn't have been held under them."""
    moves = [settings.applied_to(move, offers) for move in talk.moves]
    for position, (held, other) in enumerate(zip_longest(talk.held, play(moves))):
        if _is_heard_alike(held, other):
            continue
        step = other.step
        found = Outcome(
            talk, Came.OPEN, differs=position, was=held.step, would_be=step, standing=other.standing
        )
        if step is not None and step.action == Action.ACCEPT:
            return replace(found, came=Came.COVERED, low=step.amount, high=step.amount)
        return _banded(found, moves[position:], other.standing, _drawn(moves), settings, alike)
    came = Came.NO_DEAL if talk.agreed is None else Came.COVERED
    return Outcome(talk, came, talk.agreed, talk.agreed)


# Said in words of their own: the caller hears which it is.
APART = {Rule.NOT_A_RATE, Rule.FAR_ABOVE, Rule.RATES_CHANGED}


def _is_heard_alike(held: Played, other: Played) -> bool:
    """Whether the carrier hears the same; what we think by ourselves may differ."""
    if held.move.kind == Kind.MERGE:
        pairs = zip(play(held.move.others), play(other.move.others), strict=True)
        return all(_is_heard_alike(*pair) for pair in pairs)
    if held.step is None or other.step is None:
        return held.standing.offer == other.standing.offer
    return _heard(held.step) == _heard(other.step)


def _heard(step: Step) -> tuple[Action, Decimal, Rule | None]:
    return step.action, step.amount, step.rule if step.rule in APART else None


def _drawn(moves: Sequence[Move]) -> Decimal | None:
    return next((each.terms.drawn for each in moves if each.terms and each.terms.drawn is not None), None)


def _banded(
    found: Outcome,
    left: Sequence[Move],
    standing: Standing,
    drawn: Decimal | None,
    settings: Settings,
    alike: "Alike | None",
) -> Outcome:
    """The least and the most that it could have ended at, from what the carrier did later and what we may do."""
    talk = found.talk
    # After our last word only other rates of the load move us again.
    is_over = standing.is_over and settings.clock is None
    reaches = [
        _most(
            standing if place == 0 else None,
            each.terms,
            each.rules,
            drawn,
            has_clock=settings.clock is not None,
        )
        for place, each in enumerate(left)
        if each.terms is not None and each.rules is not None and (each.kind == Kind.RATES or not is_over)
    ]
    most = max(reaches, default=standing.offer if is_over else standing.final or standing.offer)
    low, high = standing.offer, max(standing.offer, min([most, *standing.asks]))
    if alike is not None:
        low, high = alike.narrowed(talk, standing.asks, low, high)
    if talk.agreed is not None and not talk.is_agents:
        # What the carrier asked lies open for a person, who took it.
        return replace(found, came=Came.COVERED, low=min(low, talk.agreed), high=max(high, talk.agreed))
    if talk.turned_down is not None:
        if talk.turned_down >= most:
            return replace(found, came=Came.NO_DEAL)
        low, high = max(low, talk.turned_down), max(high, talk.turned_down)
    came = Came.COVERED if _would_agree(talk.lowest_ask, left[1:], standing) else Came.OPEN
    return replace(found, came=came, low=low, high=high)


def _would_agree(told: Decimal | None, left: Iterable[Move], standing: Standing) -> bool:
    """Whether what the carrier went on to say would have come to a deal, at no less than it said it would take.

    A yes to our offer is one to as much alone; less than that it turns down. What we answered last it may
    not have waited for.
    """
    if told is None:
        return False
    for move in left:
        if standing.offer >= told:
            return True
        if move.kind == Kind.YES:
            move = replace(move, kind=Kind.MORE)
        played = next(play_on(standing, [move]))
        if played.step is not None and played.step.action == Action.ACCEPT:
            return True
        standing = played.standing
    return False


def _most(
    standing: Standing | None, terms: Terms, rules: Rules, drawn: Decimal | None, *, has_clock: bool
) -> Decimal:
    """The most that the agent agrees to by itself; a clock may open all of the rate range yet."""
    opening = begin(replace(terms, drawn=drawn, usable=Decimal(1) if has_clock else terms.usable), rules)
    if opening.final is None or opening.opening is None:
        return terms.limit
    final = max(opening.final, standing.final or opening.final) if standing else opening.final
    told = terms.book_now if terms.book_now is not None and terms.book_now <= terms.limit else final
    return max(most_taken(opening.opening, final, rules), told)


# Carriers alike.


# Others, to tell anything by: one more of their kind ends between the lowest and the highest of n in (n - 1)/(n + 1).
MIN_ALIKE = 40
NEAR = Decimal("0.03")  # of the target, that the asks of two who have come as far may differ


class Alike:
    """At which share of the target others ended who had asked as often, and about as much for their load."""

    def __init__(self, talks: Iterable[Talk]) -> None:
        self._ends: Mapping[tuple[str, int], list[tuple[Decimal, Decimal, int]]] = defaultdict(list)
        for talk in talks:
            if not talk.is_agents or talk.agreed is None:
                continue
            for asks, ask in _asked(talk):
                for group in (*talk.groups, ""):
                    self._ends[group, asks].append((ask, talk.agreed / talk.target, talk.pk))

    def narrowed(
        self, talk: Talk, asks: Sequence[Decimal], low: Decimal, high: Decimal
    ) -> tuple[Decimal, Decimal]:
        """The band as far as any of the others ended in it, or near it; as it is where too few are known."""
        if not asks:
            return low, high
        ask = min(asks) / talk.target
        for group in (*talk.groups, ""):
            ends = [
                end
                for other, end, pk in self._ends.get((group, len(asks)), ())
                if pk != talk.pk and abs(other - ask) <= NEAR
            ]
            if len(ends) >= MIN_ALIKE:
                least = ((min(ends) - NEAR) * talk.target).quantize(CENT, ROUND_FLOOR)
                most = ((max(ends) + NEAR) * talk.target).quantize(CENT, ROUND_CEILING)
                if max(low, least) <= min(high, most):
                    return max(low, least), min(high, most)
        return low, high


def _asked(talk: Talk) -> Iterable[tuple[int, Decimal]]:
    """After how many asks, as long as nothing was agreed on, which was the lowest, as a share of the target."""
    seen = set()
    for each in talk.held:
        asks = each.standing.asks
        is_settled = each.step is not None and each.step.action == Action.ACCEPT
        if asks and not is_settled and len(asks) not in seen:
            seen.add(len(asks))
            yield len(asks), min(asks) / talk.target


# What it comes to for a load.


class Change(Labelled):
    """What it would change about covering a load."""

    SAME = "same", "Still covered"
    EARLIER = "earlier", "Covered earlier"
    LATER = "later", "Covered later"
    GAINED = "gained", "Covered, wasn’t before"
    LOST = "lost", "Lost"
    OPEN = "open", "Can’t tell"
    NOT_COVERED = "not_covered", "Uncovered either way"


@dataclass(frozen=True, slots=True)
class LoadOutcome:
    """What would have come of a load, at `low` to `high` dollars where it would be covered; `was` is what it cost.

    `decides` is the talk that tells.
    """

    load: int
    change: Change
    decides: Outcome
    was: Decimal | None = None
    low: Decimal | None = None
    high: Decimal | None = None

    @property
    def is_exact(self) -> bool:
        """Whether there is nothing to guess."""
        return self.change != Change.OPEN and self.low == self.high


def of_load(outcomes: Sequence[Outcome]) -> LoadOutcome:
    """What the talks about one load add up to: the first that ends with a deal covers it.

    One that could go either way before that may have covered it instead, and widens the band.
    """
    outcomes = sorted(outcomes, key=lambda each: (each.talk.at, each.talk.pk))
    actual = next((each for each in outcomes if each.talk.agreed is not None), None)
    was = None if actual is None else actual.talk.agreed
    place = next((n for n, each in enumerate(outcomes) if each.came == Came.COVERED), None)
    sure = None if place is None else outcomes[place]
    maybe = [each for each in outcomes[:place] if each.came == Came.OPEN]
    may_cover = [*maybe, *([sure] if sure else [])]
    low = min((each.low for each in may_cover if each.low is not None), default=None)
    high = max((each.high for each in may_cover if each.high is not None), default=None)
    load = outcomes[0].talk.load
    if sure is not None:
        change = (
            Change.GAINED
            if actual is None
            else _moved(outcomes.index(actual), actual, outcomes.index(sure), sure)
        )
        return LoadOutcome(load, change, sure, was, low, high)
    if maybe:
        decides = actual if actual in maybe else maybe[0]
        return LoadOutcome(load, Change.OPEN, decides, was, low, high)
    if actual is not None:
        return LoadOutcome(load, Change.LOST, actual, was)
    decides = next((each for each in outcomes if each.differs is not None), outcomes[-1])
    return LoadOutcome(load, Change.NOT_COVERED, decides)


def _moved(actual_place: int, actual: Outcome, place: int, sure: Outcome) -> Change:
    """Whether it would be covered sooner: in an earlier talk, or by saying yes where we hadn't yet."""
    if place != actual_place:
        return Change.EARLIER if place < actual_place else Change.LATER
    if sure.would_be is not None and sure.would_be.action == Action.ACCEPT:
        return Change.EARLIER
    if actual.was is not None and actual.was.action == Action.ACCEPT:
        return Change.LATER
    return Change.SAME


@dataclass(frozen=True, slots=True)
class Sum:
    """All loads together: how many are covered and what that costs, then and under the other settings.

    Costs are of the loads that are covered either way; `open` may be covered or not.
    """

    loads: int
    covered: int
    least_covered: int
    most_covered: int
    cost: Decimal
    least_cost: Decimal
    most_cost: Decimal
    by_change: Mapping[Change, int]

    @property
    def lost(self) -> int:
        """How many were covered and wouldn't be."""
        return self.by_change[Change.LOST]

    @property
    def open(self) -> int:
        """How many may be covered or not."""
        return self.by_change[Change.OPEN]


def sum_of(loads: Sequence[LoadOutcome]) -> Sum:
    """What they add up to."""
    surely = [each for each in loads if each.change in (Change.SAME, Change.EARLIER, Change.LATER)]
    gained = sum(each.change == Change.GAINED for each in loads)
    is_open = sum(each.change == Change.OPEN for each in loads)
    zero = Decimal(0)
    return Sum(
        loads=len(loads),
        covered=sum(each.was is not None for each in loads),
        least_covered=len(surely) + gained,
        most_covered=len(surely) + gained + is_open,
        cost=sum((each.was or zero for each in surely), zero),
        least_cost=sum((each.low or zero for each in surely), zero),
        most_cost=sum((each.high or zero for each in surely), zero),
        by_change={change: sum(each.change == change for each in loads) for change in Change},
    )
