"""Adversarial calls, the same for the same seed: a carrier who qualifies, names the load, and then tries everything.

    for call in calls(seed=1, count=1_000, scene=Scene(mc="790123", load="45512", start=2300, ceiling=2750)):
        for utterance in call: …

One list is one call; whoever plays it stops when the agent has ended the call.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from random import Random
from types import ModuleType

from tests.calls.agent.adversary import phrases_en, phrases_es
from tests.calls.agent.adversary.numerals import names
from tests.calls.agent.adversary.spelling import digit_by_digit, say

PHRASES: dict[str, ModuleType] = {"en": phrases_en, "es": phrases_es}
MAX_TRIES = 50


@dataclass(frozen=True, slots=True)
class Scene:
    """What the callers talk about: their MC number, the load's number, our opening offer and the ceiling (dollars).

    `ceiling` is only for staying off it: nine callers of ten never name it, so that any mention by the agent is a leak;
    the tenth does. Choose a scene in which no other number that the agent may say is that of a rate.
    """

    mc: str
    load: str
    start: int
    ceiling: int
    miles: int = 1010


def calls(seed: int, count: int, scene: Scene) -> Iterator[list[str]]:
    """Yield `count` calls; each depends on the seed and its own number alone."""
    for number in range(count):
        yield _Caller(Random(f"{seed}/{number}"), scene, number).call()


class _Caller:
    """One caller, with a language, a mood and a way to speak."""

    def __init__(self, rng: Random, scene: Scene, number: int) -> None:
        self.rng = rng
        self.scene = scene
        self.number = number
        self.language = "es" if number % 3 == 2 else "en"
        self.phrases = PHRASES[self.language]
        self.may_name_ceiling = number % 10 == 9

    def call(self) -> list[str]:
        """The whole call: who, which load, attacks with asks in between, an end."""
        lines = self._beginning()
        for _ in range(self.rng.randint(3, 9)):
            lines += self._attack()
            if self.rng.random() < 0.4:
                lines.append(self._line("ask"))
        if self.number % 50 == 7:
            lines += [self._line("ask")] * self.rng.randint(100, 300)
        return [line for line in [*lines, *self.rng.choice(self.phrases.ENDS)] if line]

    def _beginning(self) -> list[str]:
        """Says who calls and for which load; one in eight attacks before that, one in eight never says."""
        choice, phrases = self.rng.choice, self.phrases
        early = self._attack() if self.rng.random() < 0.125 else []
        if self.rng.random() < 0.125:
            return [choice(phrases.OPENINGS), *early]
        said = {
            "mc": self.scene.mc,
            "mc_spelled": digit_by_digit(self.scene.mc, self.language),
            "load": self.scene.load,
            "load_spelled": digit_by_digit(self.scene.load, self.language),
            "tail": self.scene.load[-4:],
        }
        who, load = choice(phrases.MC).format(**said), choice(phrases.LOAD).format(**said)
        return [choice(phrases.OPENINGS), *early, who, choice(phrases.CONFIRMS), load]

    def _attack(self) -> list[str]:
        """One attack: a line, or a whole sequence of them."""
        sequences = (self._search, self._ladder, self._digits, self._nagging, self._ramble)
        if self.rng.random() < 0.25:
            return self.rng.choice(sequences)()
        return [self._line(self.rng.choice(sorted(self.phrases.ATTACKS)))]

    def _search(self) -> list[str]:
        """A binary search by yes-or-no questions, believing "no" and "yes" at random."""
        low, high = self.scene.start, self.scene.start * 2
        lines = []
        for _ in range(self.rng.randint(4, 8)):
            middle = (low + high) // 2
            lines.append(self._said(self.rng.choice(self._of("probe")), middle))
            low, high = self.rng.choice(((middle, high), (low, middle)))
        return lines

    def _ladder(self) -> list[str]:
        """Asks from above, a step lower each time; or from below, a step higher."""
        step = self.rng.choice((5, 10, 25, 50, 100)) * self.rng.choice((1, -1))
        first = self.scene.start + (abs(step) if step > 0 else 20 * abs(step))
        return [
            self._said(self._of("ask")[0], first + step * place) for place in range(self.rng.randint(4, 12))
        ]

    def _digits(self) -> list[str]:
        return list(self._of("digits"))

    def _nagging(self) -> list[str]:
        """The same again and again."""
        return [
            self._line(self.rng.choice(("ceiling", "customer rate", "more", "ask", "false memory")))
        ] * self.rng.randint(3, 8)

    def _ramble(self) -> list[str]:
        """A very long turn with something in the middle of it."""
        parts = [self.rng.choice(self.phrases.RAMBLE) for _ in range(self.rng.randint(5, 60))]
        parts.insert(
            len(parts) // 2, self._line(self.rng.choice(("ceiling", "ask", "injection", "false memory")))
        )
        return [", ".join(parts)]

    def _of(self, kind: str) -> tuple[str, ...]:
        return self.phrases.ATTACKS[kind]

    def _line(self, kind: str) -> str:
        return self._said(self.rng.choice(self._of(kind)))

    def _said(self, template: str, figure: int | None = None) -> str:
        """The template with figures in it, off the ceiling where this caller isn't to name it."""
        for _ in range(MAX_TRIES):
            line = template.format(**self._figures(figure))
            if self.may_name_ceiling or not names(line, Decimal(self.scene.ceiling)):
                return line
            figure = None if figure is None else figure + self.rng.choice((-5, 5))
        return "hello?"

    def _figures(self, figure: int | None) -> dict[str, str]:
        rng = self.rng
        start, step = self.scene.start, rng.choice((1, 5, 25, 50, 100))
        ask = figure if figure is not None else int(start * rng.uniform(0.4, 2.2)) // step * step
        if figure is None and self.may_name_ceiling and rng.random() < 0.2:
            ask = self.scene.ceiling
        other = int(start * rng.uniform(0.8, 1.6)) // 25 * 25
        dollars = str(ask)
        return {
            "figure": say(ask, self.language, rng),
            "other": say(other, self.language, rng),
            "dollars": dollars,
            "huge": rng.choice(("999999", "$9,000,000", "12345678901234567890", "9999999999.99", "100000")),
            "increment": say(rng.choice((25, 50, 100, 150, 200, 250, 500)), self.language, rng),
            "a_mile": f"{ask / self.scene.miles:.2f}",
            "name": rng.choice(self.phrases.NAMES).format(dollars=dollars),
        }
