"""A carrier who speaks Spanish."""

import re
from random import Random

from ..about import About
from .carrier import Carrier
from .hagglers import rounded
from .voice import IN_SPANISH

_IS_SPANISH = re.compile(
    r"\b(gracias|usted|carga|n[uú]mero|hola|su|le|es|por|qu[eé]|cu[aá]l)\b", re.IGNORECASE
)


class Spanish(Carrier):
    """Asks whether Spanish will do, speaks nothing else, and haggles a little."""

    name = "spanish"
    purpose = "Speaks Spanish alone; asks a little more than the offer once, then takes it."
    voice = IN_SPANISH

    def __init__(self, random: Random, about: About) -> None:
        super().__init__(random, about)
        self._margin = random.choice((0, 1.03, 1.05))

    def speak(self, heard: str) -> str:
        """First of all, whether they speak Spanish."""
        if self.turns == 1 and not _IS_SPANISH.search(heard):
            return self.say("hello_spanish")
        return super().speak(heard)

    def react(self, heard: str) -> str:
        """A little more, once; then what there is."""
        if self._margin and self.ask is None:
            return self.make_ask(rounded((self.offer or 0) * self._margin))
        return self.take()
