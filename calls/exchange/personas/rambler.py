"""A carrier who can't say anything without a story around it."""

from random import Random

from ..about import About
from ..talk import Say
from .carrier import Carrier

BEFORE = (
    "Well, let me tell you, it's been raining here since five this morning and my dog won't go out, but anyway,",
    "Oh man, I just sat nine hours at a warehouse up in Ohio, nine hours, can you believe that, so,",
    "You know my brother-in-law drove for thirty-two years and he had a saying for everything, so,",
    "So I was telling my wife at breakfast, two eggs and toast, that's all I get these days, and uh,",
    "Hang on, let me turn the radio down, it's that old song from 1987, okay, so,",
    "I tell you what, back on I-40 at mile marker 212 there's a diner, best pie in three states, but yeah,",
)
AFTER = (
    "And that's the truth, my granddad would have said the same.",
    "Like I said, the knees aren't what they used to be.",
    "But what do I know, I only went to school till I was sixteen.",
    "Anyhow, that's how it is out here.",
    "My cousin has twins now, you know.",
)


class Rambler(Carrier):
    """Answers everything, somewhere in the middle."""

    name = "rambler"
    purpose = "Answers everything, with a story before and after; takes the offer."

    def __init__(self, random: Random, about: About) -> None:
        super().__init__(random, about)
        self._before = random.sample(BEFORE, len(BEFORE))
        self._after = random.sample(AFTER, len(AFTER))

    def uttered(self, say: Say) -> Say:
        """With a story, as long as there are any left and nobody says good-bye."""
        plain = super().uttered(say)
        if self.has_left or self.farewells:
            return plain
        text = (
            plain.text
            if plain.text.startswith(("I ", "I'", "MC", "DOT"))
            else plain.text[:1].lower() + plain.text[1:]
        )
        before = self._before.pop() if self._before else "Well,"
        after = self._after.pop() if self._after and self.random.random() < 0.6 else ""
        return Say(" ".join(filter(None, (before, text, after))), language=plain.language)
