"""Carriers with their own idea of the money."""

from math import ceil
from random import Random

from ..about import About
from ..topics import Topic
from ..understanding import miles_of, topics_of
from .carrier import Carrier
from .speaking import per_mile

STEP = 25  # dollars: nobody asks for less than that


def rounded(amount: float) -> int:
    """An amount as one would say it: a multiple of the step, never less than the amount."""
    return ceil(amount / STEP) * STEP


class Haggler(Carrier):
    """Asks for an eighth to a fifth more than offered, and comes down in four asks to what it will go for."""

    name = "haggler"
    purpose = "Asks 12 to 20 % more than the offer, comes down over four asks, settles within its reserve."
    asks = 4

    def __init__(self, random: Random, about: About) -> None:
        super().__init__(random, about)
        self._margin = random.uniform(1.12, 1.20)
        self._reserve_margin = random.uniform(1.02, 1.07)
        self._made = 0
        # Its manners: asks for more before it names a figure; wants to split the difference at last.
        self._is_coy = random.random() < 0.25
        self._splits = random.random() < 0.2
        self._by_mile = random.random() < 0.15

    def limits(self) -> tuple[int, int]:
        """Its first ask and its reserve, made from the first offer it heard."""
        offer, rate = self.first_offer or self.facts.price, self.about.rate or 0
        reserve = rate if rate > offer else offer * self._reserve_margin
        first = max(offer, reserve / self._reserve_margin) * self._margin
        return rounded(first), min(rounded(reserve), rounded(first))

    def react(self, heard: str) -> str:
        """Takes what is as good as its next ask; otherwise names that, and at the end takes its reserve or leaves."""
        offer = self.offer or 0
        first, reserve = self.limits()
        is_over = Topic.NO_DEAL in topics_of(heard) or self._made >= self.asks
        if is_over:
            return self.take() if offer >= reserve else self.leave("pass")
        if self._is_coy and not self._made:
            self._is_coy = False
            return self.say("do_better")
        following = rounded(first - (first - reserve) * self._made / (self.asks - 1))
        following = min(following, self.ask or following)
        if offer >= following:
            return self.take()
        self._made += 1
        if self._splits and self._made == self.asks - 1:
            return self.say("split")
        miles = miles_of(" ".join(self.heard))
        if self._by_mile and self._made == 1 and miles:
            return self._ask_by_mile(following, miles)
        self.asks_by_mile = False
        return self.make_ask(following)

    def _ask_by_mile(self, amount: int, miles: int) -> str:
        """Asks for so much a mile, in whole cents."""
        cents = round(100 * amount / miles)
        self.ask, self.has_asked, self.asks_by_mile = round(cents * miles / 100), True, True
        return self.say("ask", money=per_mile(self.random, cents))

    def price(self) -> int:
        """A figure to begin with."""
        return rounded(self.facts.price * self._margin)


class Stubborn(Carrier):
    """Has a figure in mind that no load pays, and never moves off it."""

    name = "stubborn"
    purpose = "Asks more than twice the offer and never moves."

    def __init__(self, random: Random, about: About) -> None:
        super().__init__(random, about)
        self._factor = random.uniform(2.0, 2.4)
        self._figure = 0
        self._made = 0

    def price(self) -> int:
        """Its figure: made once, from what it knows by then."""
        known = max(self.offer or 0, self.about.rate or 0) or self.facts.price
        self._figure = self._figure or rounded(known * self._factor)
        return self._figure

    def react(self, heard: str) -> str:
        """The same figure again, four times at most; takes it if it should really be offered."""
        if (self.offer or 0) >= self.price():
            return self.take()
        self._made += 1
        if self._made > 4 or Topic.NO_DEAL in topics_of(heard):
            return self.leave("pass")
        if self._made == 1:
            return self.make_ask(self.price())
        return self.say("firm", money=self.price())


class Lowballer(Carrier):
    """Doesn't know the market: asks for less than it is offered."""

    name = "lowballer"
    purpose = "Asks less than the start rate."

    def __init__(self, random: Random, about: About) -> None:
        super().__init__(random, about)
        self._factor = random.uniform(0.84, 0.95)

    def price(self) -> int:
        """Little."""
        return rounded(self.facts.price * 0.6)

    def react(self, heard: str) -> str:
        """Asks for less than it is offered, once; then takes what there is."""
        if self.ask is None:
            low = rounded((self.offer or 0) * self._factor)
            return self.make_ask(min(low, (self.offer or 0) - STEP))
        return self.take()
