"""A carrier's side of a talk about a load: who we are, which load, what it pays, and good-bye."""

import re
from collections.abc import Mapping
from random import Random
from typing import Any, ClassVar

from calls.simulator.facts import About
from calls.simulator.persona import MONEY, OCCASIONS, Act, Answer, HangUp, Persona, Press, Say, to_answer
from calls.simulator.phrases import Topic
from calls.simulator.speech import (
    any_characters,
    is_calling_out,
    is_farewell,
    is_question,
    loads_of,
    plain_money,
    rates_of,
    read_back_of,
    topics_of,
    trailer_of,
)
from calls.simulator.words import IN_ENGLISH, Voice

# How a carrier speaks: occasions have several wordings in its language, filled in with facts and figures.


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


# What a caller says first when it is asked for its number: mostly that.
BEGINNINGS = ("number",) * 6 + ("both",) * 3 + ("load",)


class Carrier(Speaker):
    """Answers what a broker asks, names its load, and takes what is offered. Subclasses are less easy."""

    # How often it presses its MC number when the agent offers that.
    keys_share = 0.35
    # Whether it may name its load by the last digits.
    names_tails = True

    def __init__(self, random: Random, about: About) -> None:
        super().__init__(random, about)
        self.offer: int | None = None  # the agent's last
        self.first_offer: int | None = None
        self.ask: int | None = None  # our last
        self.agreed: int | None = None
        self.asks_by_mile = False
        self.has_asked = False
        self.is_called = False
        # How it begins when it is the one who calls.
        self._beginning = random.choice(BEGINNINGS)

    def answers(self) -> Mapping[Topic, Answer]:
        """Facts for facts; the load and the money have methods of their own."""
        return OCCASIONS | {
            Topic.MC: self.identity,
            Topic.PURPOSE: self.name_load,
            Topic.WHICH: self.choose,
            Topic.NOT_FOUND: self.not_found,
            Topic.UNAVAILABLE: self.unavailable,
            Topic.REFUSED: self.refused,
            Topic.REPEAT: self.repeat,
            Topic.OFFER: self.money,
            Topic.CONFIRM: self.confirm,
            Topic.EQUIPMENT: self.equipment,
        }

    def reply(self, heard: str) -> tuple[Act, ...]:
        """As everybody; sometimes by the keys, and after parting words no more."""
        topics = topics_of(heard)
        if self.turns == 0:
            self.is_called = is_calling_out(heard)
        if self.has_left and not is_farewell(heard):
            return (Say(self.farewell(), language=self.voice.language), HangUp())
        if Topic.KEYS in topics and self.random.random() < self.keys_share:
            self.turns += 1
            self.heard.append(heard)
            return (Press(self.facts.mc + self.random.choice(("", "#"))),)
        return tuple(self.uttered(act) if isinstance(act, Say) else act for act in super().reply(heard))

    def asked(self, heard: str) -> list[Topic]:
        """What wants an answer."""
        return to_answer(heard, papers=(self.facts.mc, self.facts.dot))

    def identity(self, heard: str) -> str:
        """Says the MC number, or the DOT number where only that is asked for, or checks what is read back."""
        facts, read = self.facts, read_back_of(heard)
        if read and (facts.mc in read or facts.dot in read):
            return self.say("mc_right") if is_question(heard) else ""
        if read:
            return self.say("mc_wrong", plain=True)
        if not is_question(heard) and not {Topic.REPEAT, Topic.KEYS}.intersection(topics_of(heard)):
            return ""
        is_dot = re.search(r"\bD\.?O\.?T\b", heard) and not re.search(r"\bM\.?C\b", heard)
        if self.turns == 1 and not self.is_called and (self.about.load or self.about.lane):
            if self._beginning == "load":
                return self.name_load(heard)
            if self._beginning == "both":
                return f"{self.name_load(heard)} {self.say('mc_too')}"
        times = self.count("identity")
        return self.say("dot" if is_dot else "mc", plain=times > 1)

    def confirm(self, heard: str) -> str:
        """Yes to what was read back, if that is us."""
        read = read_back_of(heard)
        if read and len(read) > 5 and self.facts.mc not in read and self.facts.dot not in read:
            return self.say("mc_wrong", plain=True)
        return self.say("confirm")

    def equipment(self, heard: str) -> str:
        """The trailer that the load needs is the one it has."""
        return self.say("equipment", equipment=trailer_of(heard) or self.facts.equipment)

    def name_load(self, heard: str) -> str:
        """Says which load it calls about; in other words when asked again."""
        about, times = self.about, self.count("load")
        if self.is_called and times == 1 and not about.load:
            return self.say("hear_it")
        ways = ["load_number"] * 3 if about.load else []
        ways += ["load_tail"] if self.names_tails and len(about.load) > 4 and about.load.isdigit() else []
        ways += ["load_lane"] * 2 if about.lane else []
        ways += ["load_both"] if about.lane and about.load else []
        if not ways:
            return self.say("looking")
        return self.say(self.random.choice(ways) if times == 1 else ways[-1], plain=times > 1)

    def not_found(self, heard: str) -> str:
        """Says it in other words, asks for something else, then gives up."""
        times = self.count("not found")
        if times > 2:
            return self.leave("never_mind")
        if times == 1 or not self.about.lane:
            return self.name_load(heard)
        return self.say("what_else")

    def unavailable(self, heard: str) -> str:
        """Asks for something else, once."""
        return (
            self.say("what_else") if self.about.lane and self.count("gone") == 1 else self.leave("never_mind")
        )

    def choose(self, heard: str) -> str:
        """One of several: its own if that is among them."""
        loads = loads_of(heard)
        load = self.about.load if self.about.load in loads else next(iter(loads), "")
        return self.say("choose", load=load) if load else self.say("any_one")

    def refused(self, heard: str) -> str:
        """Takes it as it is."""
        return self.leave("understand")

    def repeat(self, heard: str) -> str:
        """Says the last thing again."""
        return self.said or self.say("okay")

    def money(self, heard: str) -> str:
        """Hears the figures: ours taken, theirs offered, or what was agreed read back."""
        topics = topics_of(heard)
        figures = rates_of(heard)
        if self.agreed is not None:
            return self._read_back(figures, heard)
        if not figures and Topic.OFFER in topics and not MONEY.intersection(topics) - {Topic.OFFER}:
            return ""
        others = [figure for figure in figures if not self.is_ours(figure)]
        is_no = Topic.TOO_HIGH in topics or Topic.CLOSER in topics
        if self.ask and not others and not is_no and (figures or Topic.ACCEPTED in topics):
            self.agreed = figures[-1] if figures else self.ask
            return self.say("deal_yes")
        if others:
            self.offer = others[-1]
            self.first_offer = self.first_offer or self.offer
        if self.has_asked and (Topic.REPEAT in topics or (Topic.ASK_RATE in topics and not figures)):
            # It wasn't understood.
            return self.say("ask", money=self.ask, plain=True)
        if self.offer is None:
            return self.name_price(heard)
        return self.react(heard)

    def react(self, heard: str) -> str:
        """What it makes of the agent's offer: takes it."""
        return self.take()

    def take(self) -> str:
        """Agrees to the agent's last offer."""
        self.agreed = self.offer
        return self.say("take")

    def make_ask(self, amount: int) -> str:
        """Asks for a figure."""
        self.ask, self.has_asked = amount, True
        return " ".join(filter(None, (self.say("ask", money=amount), self.say("grumble"))))

    def name_price(self, heard: str) -> str:
        """Leaves the figure to the agent at first, names its price when pressed."""
        if self.count("price") == 1:
            return self.say("what_rate")
        return self.make_ask(self.price())

    def price(self) -> int:
        """What it would like to have while it has heard no offer."""
        return self.facts.price

    def is_ours(self, figure: int) -> bool:
        """Whether a figure is the one that we asked for, give or take a mile's rounding."""
        return self.ask is not None and abs(figure - self.ask) <= max(1, self.ask * 0.004 * self.asks_by_mile)

    def _read_back(self, figures: list[int], heard: str) -> str:
        """Holds the agent to what was agreed; more is welcome."""
        if figures and max(figures) < (self.agreed or 0) - 1:
            return self.say("we_said", money=self.agreed)
        self.agreed = figures[-1] if figures else self.agreed
        return self.say("deal_yes") if Topic.CONFIRM in topics_of(heard) else ""

    def next_thing(self) -> str:
        """What is on its mind when the agent asks nothing that it understands."""
        if self.has_come_up("load") or self.is_called or self.offer or self.has_left:
            return ""
        return self.name_load("")

    def unsure(self, heard: str) -> str:
        """Its own matter first; else yes to what can be answered so, a shrug to the rest."""
        if words := self.next_thing():
            return words
        is_open = re.search(
            r"\b(what|which|who|where|when|why|how|qu[eé]|cu[aá]l|d[oó]nde)\b", heard, re.IGNORECASE
        )
        return self.say("unsure") if is_open else self.say("confirm")

    def acknowledge(self) -> str:
        """Its own matter first."""
        return self.next_thing() or self.say("okay")
