"""Price talks played again under other settings: exact up to the first other answer, a band after it. Pure.

docs/replay.md has the rule in words, with what it takes for granted.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from itertools import zip_longest

from bids.concessions import CENT, Clock, Labelled, Rules, Terms, most_taken, usable_share
from bids.moves import Kind, Move, Played, play, play_on
from bids.negotiation import Action, Flag, Rule, Standing, Step, begin

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


# What there is to play.


@dataclass(frozen=True, slots=True)
class Talk:
    """A price talk as it was held. `agreed` is what stands as agreed on, by whomever; `groups` whom it is like.

    The nearest group comes first: others on the lane, others of the equipment.
    """

    pk: int
    load: int
    moves: tuple[Move, ...]
    agreed: Decimal | None = None
    groups: tuple[str, ...] = ()
    held: tuple[Played, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "held", tuple(play(self.moves)))

    @property
    def at(self) -> datetime:
        """When the last happened in it."""
        return self.moves[-1].at

    @property
    def target(self) -> Decimal:
        """The load's target when it began."""
        return self.moves[0].held_under[0].start

    @property
    def is_agents(self) -> bool:
        """Whether what is agreed on is what the agent said yes to; else a person settled it."""
        return self.agreed is not None and self.agreed == self._last_yes

    @property
    def _last_yes(self) -> Decimal | None:
        steps = [each.step for each in self.held if each.step is not None]
        return steps[-1].amount if steps and steps[-1].action == Action.ACCEPT else None

    @property
    def told(self) -> Decimal | None:
        """The least that the carrier said it would take: what it asked, and ours where it took that."""
        figures: list[Decimal] = []
        for each in self.held:
            if each.move.kind == Kind.FORGET and figures:
                figures.pop()
            if each.move.kind == Kind.UNSAID and figures and figures[-1] == each.move.amount:
                figures.pop()
            if each.step is None:
                continue
            ask = each.step.ask
            if ask is not None and Flag.HARDLY_A_RATE not in each.step.flags:
                figures.append(ask)
            elif each.step.action == Action.ACCEPT and self.agreed is not None:
                figures.append(each.step.amount)
        return min(figures, default=None)

    @property
    def turned_down(self) -> Decimal | None:
        """What we had offered when the carrier said its last word, where that was no and no deal came of it."""
        if self.agreed is not None or self._last_yes is not None:
            return None
        return next((each.before.offer for each in reversed(self.held) if each.step is not None), None)


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
    came = Came.COVERED if _would_agree(talk.told, left[1:], standing) else Came.OPEN
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
