"""Price talks between the rule and carriers whose cost and manners are known, kept as the skill keeps them."""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from decimal import ROUND_CEILING, Decimal
from random import Random

from bids.negotiation import Action, begin
from bids.offer_limits import Rules, Terms
from bids.price_talk_moves import Kind, Move, Talk, answer
from tests.benchmarks.hagglers import freight
from tests.factories import NOW

STEP = Decimal(5)  # carriers name whole fives


@dataclass(frozen=True)
class Carrier:
    """What one would haul for at least, and how it gets there.

    It opens at `opening` times its cost, comes down by `pull` of what is left in each move, wants more without a figure
    in some, and takes an offer that pays as soon as it is quick, meets its next ask, or is our last. After `patience`
    moves it goes.
    """

    cost: Decimal
    opening: float
    pull: float
    patience: int
    presses: frozenset[int]  # which moves name no figure
    is_quick: bool = False

    @classmethod
    def of(cls, random: Random, cost: int) -> "Carrier":
        """One of the manners there are."""
        manner = random.choice(["firm", "hagglers", "hagglers", "hagglers", "quick"])
        return cls(
            cost=Decimal(cost),
            opening=random.uniform(1.0, 1.08) if manner == "firm" else random.uniform(1.04, 1.35),
            pull=0.0 if manner == "firm" else random.uniform(0.25, 0.7),
            patience=random.randint(3, 7),
            presses=frozenset(move for move in range(7) if random.random() < 0.1),
            is_quick=manner == "quick",
        )

    def ask(self, number: int) -> Decimal:
        """Its figure in this move."""
        over = (self.opening - 1) * (1 - self.pull) ** number
        figure = self.cost * Decimal(1 + over)
        return max((figure / STEP).to_integral_value(ROUND_CEILING) * STEP, self.cost)


def hold(
    terms: Terms,
    rules: Rules,
    carrier: Carrier,
    *,
    pk: int = 0,
    groups: tuple[str, ...] = (),
    at: datetime = NOW,
) -> Talk:
    """Have the carrier call about a load: the talk, as it is kept."""
    opening = Move(kind=Kind.BEGIN, at=at, terms=terms, rules=rules)
    standing, moves, agreed = begin(terms, rules), [opening], None
    by_now = replace(terms, drawn=None, market=None)  # fixed when it began
    is_last = False
    for number in range(carrier.patience):
        kind, amount = Kind.ASK, carrier.ask(number)
        pays = standing.offer >= carrier.cost
        if pays and (
            carrier.is_quick or is_last or standing.offer >= amount or number == carrier.patience - 1
        ):
            kind, amount = Kind.YES, None
        elif number in carrier.presses:
            kind, amount = Kind.MORE, None
        move = Move(
            kind=kind, at=at + timedelta(seconds=9 * (number + 1)), terms=by_now, rules=rules, amount=amount
        )
        step = answer(standing, move)
        moves.append(move)
        standing, is_last = step.standing, step.action in (Action.LAST_OFFER, Action.REFUSE)
        if step.action == Action.ACCEPT:
            agreed = step.amount
            break
    return Talk(pk=pk, load=pk, moves=tuple(moves), agreed=agreed, groups=groups)


def calls(seed: int, count: int) -> list[tuple[Terms, Carrier]]:
    """Loads with the carrier that calls about each."""
    random = Random(seed)
    loads = [freight(random) for _ in range(count)]
    return [(each.terms, Carrier.of(random, each.cost)) for each in loads]
