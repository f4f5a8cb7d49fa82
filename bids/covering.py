"""What replayed price talks come to for their loads: covered earlier, later or lost, and at what cost. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from bids.concessions import Labelled
from bids.negotiation import Action
from bids.replay import Came, Outcome


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
