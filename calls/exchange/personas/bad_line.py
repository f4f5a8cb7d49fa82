"""A carrier on a bad line."""

from random import Random

from ..about import About
from ..talk import Act, HangUp, Say
from ..understanding import is_farewell
from .carrier import Carrier

MOST_TROUBLES = 4


class BadLine(Carrier):
    """Every sentence comes in pieces; some are cut off, some of the agent's aren't heard, some are cut into."""

    name = "bad_line"
    purpose = "Unfinished sentences, interruptions, words that have to be said again; takes the offer."

    def __init__(self, random: Random, about: About) -> None:
        super().__init__(random, about)
        self._troubles = 0
        self._cuts_in = False

    def barges_in(self) -> bool:
        """Now and then."""
        return self._cuts_in

    def reply(self, heard: str) -> tuple[Act, ...]:
        """As others, as far as the line lets it."""
        was_cutting, self._cuts_in = self._cuts_in, False
        if is_farewell(heard):
            return super().reply(heard)
        if was_cutting or self._trouble(0.15):
            self.turns += 1
            return (Say(self.say("say_again"), interrupt=was_cutting, partials=("Sorry",)),)
        acts = super().reply(heard)
        if acts and not isinstance(acts[-1], HangUp):
            self._cuts_in = self._trouble(0.2)
        return acts

    def uttered(self, say: Say) -> Say:
        """Recognised piece by piece, and sometimes not to its end."""
        words = super().uttered(say).text.split()
        if len(words) > 3 and not self.has_left and self._trouble(0.15):
            words = words[: self.random.randrange(2, len(words))]
        partials = tuple(" ".join(words[:count]) for count in range(1, len(words), 2))
        return Say(" ".join(words), partials=partials[-4:])

    def _trouble(self, share: float) -> bool:
        """Whether the line fails at this moment; not for ever."""
        is_bad = self._troubles < MOST_TROUBLES and self.random.random() < share
        self._troubles += is_bad
        return is_bad
