"""Loads with their rates and carriers' costs, and callers: an honest one, and others who know the rule."""

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import Any

from bids.negotiation import Action, Rule, Standing, Step, begin, hear_ask, press, split
from bids.offer_limits import CENT, Rules, Strategy, Terms, most_taken

SEED = 20261123
CALLS = 10
CARRIERS = 5
DAYS = 20
TEXTS = {Rule.FAR_ABOVE, Rule.NOT_A_RATE, Rule.LEFT_TO_BROKER}  # said in words of their own


# The loads, and what moving each would cost the carrier that calls.


@dataclass(frozen=True)
class Freight:
    """A load as the broker rates it, what its lane pays, and a carrier's cost, in dollars."""

    terms: Terms
    lane: int
    cost: int
    seed: int

    @property
    def opening(self) -> Decimal:
        """What the agent opens at, by either strategy."""
        return begin(self.terms, Rules()).offer

    @property
    def room(self) -> Decimal:
        """From there to the max buy."""
        assert self.terms.ceiling is not None
        return self.terms.ceiling - self.opening


def freight(random: Random) -> Freight:
    """Rates as brokers set them: open below the lane, stop a little above it; carriers' costs lie on both sides."""
    miles = random.randint(150, 1_800)
    lane = miles * random.uniform(1.8, 3.2) + 250
    start, ceiling = (
        Decimal(round(lane * random.uniform(0.84, 0.95) / 25) * 25),
        Decimal(round(lane * random.uniform(1.0, 1.12))),
    )
    book_now = Decimal(round(float(start + (ceiling - start) * Decimal(random.uniform(0.1, 0.4))) / 25) * 25)
    return Freight(
        Terms(
            start=start,
            book_now=book_now if start < book_now < ceiling and random.random() < 0.5 else None,
            ceiling=ceiling,
            market=Decimal(round(lane)) if random.random() < 0.5 else None,
            drawn=Decimal(random.random()),
        ),
        lane=round(lane),
        cost=round(lane * random.uniform(0.82, 1.18)),
        seed=random.randrange(2**32),
    )


# The line: what a caller can do, and all that it hears.


@dataclass
class Line:
    """A carrier's calls about one load. `heard` is the transcript: what was said, and what came back."""

    terms: Terms
    rules: Rules
    persists: bool  # whether the next call goes on where this one ended
    heard: list[tuple[tuple[Any, ...], tuple[Any, ...]]] = field(default_factory=list)
    before: Standing | None = None  # as long as an agreed figure is read back: where it stood without
    was_undone: bool = False

    def __post_init__(self) -> None:
        self.standing = begin(self.terms, self.rules)
        self.opening = self.standing.offer

    @property
    def offer(self) -> Decimal:
        """What a yes would be to."""
        return self.standing.offer

    def ask(self, amount: Decimal | int, *, is_worked_out: bool = False) -> Action:
        """Name a figure."""
        return self._do(("ask", Decimal(amount).quantize(CENT), is_worked_out))

    def press(self) -> Action:
        """Want more without one."""
        return self._do(("press",))

    def split(self) -> Action:
        """Meet in the middle."""
        return self._do(("split",))

    def take_back(self) -> None:
        """What was agreed on isn't confirmed: forgotten once, as the agent does."""
        self._do(("take back",))

    def claim(self, amount: Decimal | int) -> None:
        """Say what somebody else would pay: that moves nothing."""
        self._do(("claim", Decimal(amount).quantize(CENT)))

    def call_again(self) -> None:
        """Hang up and call."""
        self._do(("call",))

    def _do(self, said: tuple[Any, ...]) -> Action:
        if self.before is not None and said[0] != "take back":
            self.take_back()  # whoever goes on hasn't confirmed what was read back
        seen = self.perform(said)
        self.heard.append((said, seen))
        return Action(seen[0])

    def perform(self, said: tuple[Any, ...]) -> tuple[Any, ...]:
        """Do it; what the other side hears."""
        kind = said[0]
        if kind == "call":
            if not self.persists:
                self.standing, self.was_undone = begin(self.terms, self.rules), False
            return (Action.HOLD, self.standing.offer)
        if kind == "take back":
            if self.before is not None and not self.was_undone:
                self.standing, self.was_undone = self.before, True
            self.before = None
            return (Action.HOLD, self.standing.offer)
        if kind == "claim":
            return (Action.HOLD, self.standing.offer)
        step = self._step(said)
        self.before = self.standing if step.action is Action.ACCEPT else None
        self.standing = step.standing
        return (step.action, step.amount, step.rule if step.rule in TEXTS else "")

    def _step(self, said: tuple[Any, ...]) -> Step:
        terms, rules = self.terms, self.rules
        if said[0] == "ask":
            return hear_ask(self.standing, said[1], terms=terms, rules=rules, is_worked_out=said[2])
        middle = split(self.standing) if said[0] == "split" else None
        if middle is not None:
            return hear_ask(self.standing, middle // 5 * 5, terms=terms, rules=rules, is_worked_out=True)
        return press(self.standing, terms=terms, rules=rules)


@dataclass
class Attempt:
    """What a caller ended with: a price or none, and the lines on which it and its friends learned something."""

    price: Decimal | None
    lines: list[Line]

    def is_left_to_a_person(self, ceiling: Decimal) -> bool:
        """Whether a bid within the max buy lies open, of a caller whom the agent agreed nothing with."""
        asks = [ask for line in self.lines for ask in line.standing.asks]
        return self.price is None and bool(asks) and min(asks) <= ceiling


Caller = Callable[[Freight, Callable[[], Line]], Attempt]


def closing(line: Line, cost: int) -> Decimal | None:
    """Press for the last offer; take a little more where the rule gives it, else our offer, if it pays."""
    while not (line.standing.is_final or line.standing.is_over):
        line.press()
    if line.standing.is_final and not line.standing.is_over:
        known = most_taken(line.opening, line.offer, line.rules)
        if line.rules.strategy == Strategy.FIXED_STEPS:
            known = line.offer + line.rules.step  # the last offer is less than a step below the max buy
            for amount in range(int(known), int(line.offer), -1):
                if line.ask(amount) is Action.ACCEPT:
                    return Decimal(amount) if amount >= cost else None
                if line.standing.is_over:
                    break
        elif known >= cost and known > line.offer and line.ask(known) is Action.ACCEPT:
            return known
    return line.offer if line.offer >= cost else None


def honest(freight: Freight, dial: Callable[[], Line]) -> Attempt:
    """Opens above the lane, comes down in real steps, takes the last offer if it pays, asks its cost at the end."""
    random, line = Random(freight.seed), dial()
    least = max(freight.cost, freight.lane)
    first, asks = round(least * random.uniform(1.10, 1.22)), random.choice((3, 4))
    return _haggle(line, freight, first, least, asks)


def eager(freight: Freight, dial: Callable[[], Line]) -> Attempt:
    """As the honest one, but comes down to its cost while it is at it: it doesn't know what the lane pays."""
    random, line = Random(freight.seed), dial()
    return _haggle(line, freight, round(freight.cost * random.uniform(1.10, 1.22)), freight.cost, 4)


def _haggle(line: Line, freight: Freight, first: int, least: int, asks: int) -> Attempt:
    for number in range(asks):
        amount = round(first - (first - least) * number / max(asks - 1, 1))
        if line.offer >= amount:
            return Attempt(line.offer, [line])
        if line.ask(amount) is Action.ACCEPT:
            return Attempt(Decimal(amount), [line])
        if line.standing.is_final:
            break
    while not line.standing.is_final:
        if line.ask(least) is Action.ACCEPT:
            return Attempt(Decimal(least), [line])
    if line.offer >= freight.cost:
        return Attempt(line.offer, [line])
    taken = not line.standing.is_over and line.ask(freight.cost) is Action.ACCEPT
    return Attempt(Decimal(freight.cost) if taken else None, [line])


def bisection(freight: Freight, dial: Callable[[], Line]) -> Attempt:
    """Halves what the max buy may be with every ask, takes back what is agreed on, and calls again."""
    line = dial()
    least, most = line.opening, line.opening * Decimal("1.5")
    for _ in range(CALLS):
        while line.standing.round < line.rules.rounds - 1 and not line.standing.is_final:
            line.press()  # in the last round asks are taken
        middle = Decimal(round((least + most) / 2))
        if line.ask(middle) is Action.ACCEPT:
            least = middle
            line.take_back()
        else:
            most, least = middle, max(least, line.offer)
        most = max(most, least + 1)
        line.call_again()
    while line.standing.round < line.rules.rounds - 1 and not line.standing.is_final:
        line.press()
    if line.ask(least) is Action.ACCEPT and least >= freight.cost:
        return Attempt(least, [line])
    return Attempt(closing(line, freight.cost), [line])


def absurd(freight: Freight, dial: Callable[[], Line]) -> Attempt:
    """Asks for three times as much, then for as much as isn't far too much, coming down by a dollar."""
    line = dial()
    for number in range(CALLS):
        for _ in range(2):
            line.ask(line.opening * 3 - number)
        line.ask(line.opening * line.rules.far_factor - number)
        line.call_again()
    return Attempt(closing(line, freight.cost), [line])


def patient(freight: Freight, dial: Callable[[], Line]) -> Attempt:
    """Says the same over ten calls, and asks for better."""
    line = dial()
    for _ in range(CALLS - 1):
        line.ask(line.opening * Decimal("1.3"))
        if not line.standing.is_final:
            line.press()
        line.call_again()
        if line.standing.is_final and line.persists:
            break
    return Attempt(closing(line, freight.cost), [line])


def together(freight: Freight, dial: Callable[[], Line]) -> Attempt:
    """Five carriers of the same cost hear their final offers; the one with the best asks for a little more."""
    lines = [dial() for _ in range(CARRIERS)]
    for line in lines:
        line.ask(line.opening * Decimal("1.3"))
        while not line.standing.is_final:
            line.press()
    best = max(lines, key=lambda line: line.offer)
    return Attempt(closing(best, freight.cost), lines)


def phantom(freight: Freight, dial: Callable[[], Line]) -> Attempt:
    """Opens as high as isn't too high, and comes down in steps as large as if they were real."""
    line = dial()
    for factor in ("1.45", "1.35", "1.25"):
        amount = round(line.opening * Decimal(factor))
        if line.ask(amount) is Action.ACCEPT:
            return Attempt(Decimal(amount), [line])
    return Attempt(closing(line, freight.cost), [line])


def taking_back(freight: Freight, dial: Callable[[], Line]) -> Attempt:
    """Agrees to whatever is offered, doesn't confirm it, and asks for ten dollars more."""
    line = dial()
    reached = line.opening
    line.ask(line.opening * Decimal("1.3"))
    for _ in range(CALLS):
        for _ in range(5):
            if line.ask(reached + 10) is Action.ACCEPT:
                reached += 10
            line.take_back()
            reached = max(reached, line.offer)
        line.call_again()
    while line.standing.round < line.rules.rounds - 1 and not line.standing.is_final:
        line.press()
    if line.ask(reached) is Action.ACCEPT and reached >= freight.cost:
        return Attempt(reached, [line])
    return Attempt(closing(line, freight.cost), [line])


def splitting(freight: Freight, dial: Callable[[], Line]) -> Attempt:
    """Opens high, then wants to meet in the middle, again and again."""
    line = dial()
    for _ in range(CALLS):
        line.ask(line.opening * Decimal("1.4"))
        for _ in range(3):
            if line.split() is Action.ACCEPT:
                line.take_back()
        line.call_again()
    return Attempt(closing(line, freight.cost), [line])


def name_dropping(freight: Freight, dial: Callable[[], Line]) -> Attempt:
    """Another broker pays more, it says, and names that as its own ask, a little lower in each call."""
    line = dial()
    for number in range(CALLS):
        line.ask(round(freight.lane * (1.25 - number / 50)))
        line.claim(round(freight.lane * 1.3))  # somebody else's price moves nothing, asking for more may
        line.press()
        line.call_again()
    return Attempt(closing(line, freight.cost), [line])


def recurring(freight: Freight, dial: Callable[[], Line]) -> Attempt:
    """The same freight on twenty days, at the same rates: hears the final offer on each."""
    lines = [dial() for _ in range(DAYS)]
    for line in lines:
        while not line.standing.is_final:
            line.press()
    return Attempt(closing(max(lines, key=lambda line: line.offer), freight.cost), lines)


HONEST = "honest haggler"
CALLERS: dict[str, Caller] = {
    HONEST: honest,
    "tells its cost": eager,
    "bisection": bisection,
    "absurd asks": absurd,
    "patience over ten calls": patient,
    "five working together": together,
    "taking back": taking_back,
    "splitting": splitting,
    "steps that are none": phantom,
    "naming others' offers": name_dropping,
    "same freight on twenty days": recurring,
}
