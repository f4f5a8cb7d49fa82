"""How a carrier speaks: occasions have several wordings in its language, filled in with facts and figures."""

import re
from random import Random
from typing import Any, ClassVar

from ..about import About
from ..talk import Act, HangUp, Say
from .base import Answer, Persona
from .speaking import any_characters, plain_money
from .voice import IN_ENGLISH, Voice


class Speaker(Persona):
    """Says things by occasion, and knows how often it has said them."""

    voice: ClassVar[Voice] = IN_ENGLISH

    def __init__(self, random: Random, about: About) -> None:
        super().__init__(random, about)
        self.has_left = False
        self.said = ""
        # Whether the recogniser writes what it says without capitals and stops.
        self._is_written_plainly = random.random() < 0.2
        self._times: dict[str, int] = {}

    def count(self, what: str) -> int:
        """How often this has come up, this time included."""
        self._times[what] = self._times.get(what, 0) + 1
        return self._times[what]

    def has_come_up(self, what: str) -> bool:
        """Whether this was counted before."""
        return what in self._times

    def say(self, occasion: str, **values: Any) -> str:
        """A wording for the occasion, filled in with facts; `plain=True`: digits and amounts as figures."""
        template = self.word(self.voice.words[occasion], "")
        return template.format(**self._values(**values)).strip() if "{" in template else template

    def leave(self, occasion: str) -> str:
        """Parting words: whatever comes next, it hangs up."""
        self.has_left = True
        return self.say(occasion)

    def word(self, answer: Answer, heard: str) -> str:
        """As everybody; a text names an occasion."""
        if isinstance(answer, str):
            return self.say(answer)
        return super().word(answer, heard)

    def uttered(self, say: Say) -> Say:
        """An utterance as the recogniser has it."""
        self.said = say.text
        text = as_plain_text(say.text) if self._is_written_plainly else say.text[:1].upper() + say.text[1:]
        return Say(text, language=self.voice.language)

    def farewell(self) -> str:
        """Its good-bye."""
        return self.say("bye")

    def silence(self, times: int) -> tuple[Act, ...]:
        """Asks whether somebody is there, twice; after a good-bye just hangs up."""
        if self.farewells or self.has_left or times > 2:
            return (HangUp(),)
        return (Say(self.voice.words["hello"][times - 1], language=self.voice.language),)

    def _values(
        self, *, plain: bool = False, load: str | None = None, money: int | str | None = None, **others: str
    ) -> dict[str, str]:
        """The facts for a wording: numbers as they are read out, or plainly; an amount in words stays as it is."""
        facts, random = self.facts, self.random
        origin, destination = self.about.lane or (f"{facts.town}, {facts.state}", "anywhere")
        load = self.about.load if load is None else load
        if isinstance(money, int):
            money = plain_money(money) if plain else self.voice.money(random, money)

        def read_out(digits: str) -> str:
            return digits if plain else self.voice.digits(random, digits)

        return {
            "name": facts.name,
            "company": facts.company,
            "mc": read_out(facts.mc),
            "dot": read_out(facts.dot),
            "driver": facts.driver,
            "driver_phone": facts.driver_phone,
            "truck": facts.truck,
            "domain": re.sub("[^a-z]", "", facts.company.lower()),
            "equipment": facts.equipment,
            "town": facts.town,
            "state": facts.state,
            "origin": origin,
            "destination": destination,
            "origin_city": origin.partition(",")[0],
            "destination_city": destination.partition(",")[0],
            "load": load if plain else any_characters(random, load, self.voice.digits),
            "tail": read_out(load[-3:]),
            "money": money or "",
        } | others


def as_plain_text(text: str) -> str:
    """A text without capitals and stops, as some recognisers have it; figures stay as they are."""
    return re.sub(r"(?<!\d)[.,]|[.,](?!\d)|[?!¿¡]", "", text).lower()
