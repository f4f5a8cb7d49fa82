"""The simulated carriers and drivers by name, those who want something else than a rate, and a talk without a line."""

import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from random import Random
from typing import Any, Literal

from calls.simulator.carrier import Carrier
from calls.simulator.drivers import DriverAtDock, DriverLate, DriverOnTime, Voicemail
from calls.simulator.facts import FAILING, IMPOSTOR_PHONE, TRAILERS, About, read_about
from calls.simulator.hagglers import (
    Agreeable,
    BadLine,
    Haggler,
    Injector,
    Lowballer,
    Rambler,
    Spanish,
    Stubborn,
)
from calls.simulator.persona import Act, HangUp, Persona, Press, Say, Talker, Wait
from calls.simulator.phrases import Topic
from calls.simulator.speech import is_farewell, loads_of, topics_of, trailer_of

# Carriers who want something else than a rate, or something more.


class AsksDetails(Carrier):
    """Wants to know all about the load before it talks about money, and takes the offer then."""

    name = "asks_details"
    purpose = "Asks about weight, commodity and appointments, then accepts."

    def __init__(self, random: Random, about: About) -> None:
        super().__init__(random, about)
        occasions = ["ask_weight", "ask_commodity", "ask_pickup", "ask_delivery", "ask_miles", "ask_extras"]
        self._questions = random.sample(occasions, random.randrange(3, 6))

    def react(self, heard: str) -> str:
        """One or two questions in place of an answer to the offer, as long as it has any."""
        if not self._questions:
            return self.take()
        asked, self._questions = self._questions[:2], self._questions[2:]
        if self.random.random() < 0.5 and len(asked) == 2:
            self._questions.insert(0, asked.pop())
        return " ".join(self.say(occasion) for occasion in asked)

    def acknowledge(self) -> str:
        """Goes on about the load once it has heard an offer."""
        if self.offer and self.agreed is None:
            return self.react("")
        return super().acknowledge()


class WantsHuman(Carrier):
    """Doesn't talk to machines."""

    name = "wants_human"
    purpose = "Keeps asking for a live person."

    def speak(self, heard: str) -> str:
        """For a person, whatever was said; three times at most."""
        topics = topics_of(heard)
        if Topic.TRANSFER in topics:
            return self.say("on_hold")
        if {Topic.CALL_BACK_TIME, Topic.CALL_BACK}.intersection(topics):
            return super().speak(heard)
        if Topic.MC in topics and self.count("answered") == 2:
            # Gives way for once: the number may be what it takes.
            return f"{self.identity(heard)} {self.say('person')}"
        if self.count("insisted") > 4:
            return self.leave("never_mind")
        return self.say("person")


class Undecided(Carrier):
    """Likes the load, but wants to be called back."""

    name = "undecided"
    purpose = "Hears the rate and asks for a callback at a set time."

    def __init__(self, random: Random, about: About) -> None:
        super().__init__(random, about)
        self.time = random.choice(self.voice.words["times"])

    def react(self, heard: str) -> str:
        """Later, whatever is offered."""
        if self.count("later") > 3:
            return self.leave("never_mind")
        return self.say("call_back_at", time=self.time)

    def answers(self):
        """As others; knows when it wants to be called."""
        return {**super().answers(), Topic.CALL_BACK_TIME: lambda heard: self.say("time", time=self.time)}


class SeveralLoads(Carrier):
    """Takes its load, then asks what else there is, and passes on that."""

    name = "several_loads"
    purpose = "Takes one load, asks for another from the same area, then passes on it."

    def __init__(self, random: Random, about: About) -> None:
        super().__init__(random, about)
        self._is_done = False

    def answers(self):
        """As others; there is something else."""
        return {**super().answers(), Topic.ANYTHING_ELSE: self._more, Topic.NOT_FOUND: self._none}

    def _more(self, heard: str) -> str:
        """Asks for more, once it has the first."""
        if self.agreed is None or self._is_done:
            return self.say("nothing_else")
        self._is_done = True
        return self.say("more_loads")

    def _none(self, heard: str) -> str:
        """There is no second one."""
        return self.say("nothing_else") if self._is_done else self.not_found(heard)

    def money(self, heard: str) -> str:
        """The first load's money as others; passes on the second's."""
        named = loads_of(heard)
        is_second = self._is_done and Topic.ACCEPTED not in topics_of(heard) and self.about.load not in named
        return self.say("just_the_one") if is_second else super().money(heard)


class OptOut(Carrier):
    """Never wants to hear from us again."""

    name = "opt_out"
    purpose = "Asks to be put on the do-not-call list."

    def reply(self, heard: str) -> tuple[Act, ...]:
        """Says so, again where it has to, and hangs up."""
        self.turns += 1
        language = self.voice.language
        if is_farewell(heard) and self.turns > 1:
            return (Say(self.say("bye"), language=language), HangUp())
        if self.turns > 3:
            return (HangUp(),)
        return (Say(self.say("stop_calling"), language=language),)


# Carriers with whom something is wrong.


class WrongEquipment(Carrier):
    """Has another trailer than the load takes, and says so."""

    name = "wrong_equipment"
    purpose = "Offers a flatbed for a van load, or a van for anything else."

    def __init__(self, random: Random, about: About) -> None:
        super().__init__(random, about)
        self._trailer = self._other_than(self.facts.equipment)

    @staticmethod
    def _other_than(needed: str) -> str:
        """A trailer that won't do."""
        return TRAILERS["van" if re.search(r"flat|step|plataforma", needed, re.IGNORECASE) else "flatbed"]

    def equipment(self, heard: str) -> str:
        """The wrong one, whatever the load takes."""
        if self.count("trailer") == 1:
            self._trailer = self._other_than(trailer_of(heard) or self.facts.equipment)
            return self.say("wrong_trailer", equipment=self._trailer)
        return self.say("equipment", equipment=self._trailer)

    def money(self, heard: str) -> str:
        """No money before the trailer is clear."""
        return super().money(heard) if self.has_come_up("trailer") else self.equipment(heard)

    def not_found(self, heard: str) -> str:
        """Leaves it, once it is clear what it has."""
        return self.leave("never_mind") if self.has_come_up("trailer") else super().not_found(heard)

    def react(self, heard: str) -> str:
        """Takes nothing: it couldn't carry it."""
        return self.leave("never_mind")

    def answers(self):
        """As others; takes no other load either."""
        no_other = dict.fromkeys((Topic.HEAR_IT, Topic.WHICH, Topic.AVAILABILITY), "no_thanks")
        return {**super().answers(), **no_other} if self.has_come_up("trailer") else super().answers()


class NoAuthority(Carrier):
    """Isn't allowed to haul freight any more."""

    name = "no_authority"
    purpose = "Carrier that isn't approved; pushes back once."
    companies = FAILING

    def refused(self, heard: str) -> str:
        """Argues, then gives in."""
        return self.say("argue") if self.count("refused") == 1 else self.leave("understand")


class Impostor(NoAuthority):
    """Uses a good company's MC number, from a phone that isn't theirs."""

    name = "impostor"
    purpose = "Uses a real carrier's MC number from a phone that isn't theirs."
    companies = Carrier.companies

    @property
    def phone(self) -> str:
        """Nobody's."""
        return IMPOSTOR_PHONE


class UnknownLoad(Carrier):
    """Asks for a load that there isn't, and wants no other."""

    name = "unknown_load"
    purpose = "Asks for a load number that doesn't exist and won't take another load."
    names_tails = False  # somebody's load might end in these

    def __init__(self, random: Random, about: About) -> None:
        wrong = f"9{random.randrange(10**6, 10**7)}"
        super().__init__(random, About(load=wrong, equipment=about.equipment))

    def not_found(self, heard: str) -> str:
        """Says the number again, then leaves it."""
        if self.count("not found") > 2:
            return self.leave("never_mind")
        return self.say("sure_of_load", plain=True)

    def asked(self, heard: str) -> list[Topic]:
        """As others; that it isn't found matters more than what is offered instead."""
        return [Topic.NOT_FOUND] if Topic.NOT_FOUND in topics_of(heard) else super().asked(heard)

    def choose(self, heard: str) -> str:
        """None of them."""
        return self.leave("never_mind")

    def react(self, heard: str) -> str:
        """No other load."""
        return self.leave("never_mind")


PERSONAS: dict[str, type[Persona]] = {
    persona.name: persona
    for persona in (
        Agreeable,
        Haggler,
        Stubborn,
        Lowballer,
        WrongEquipment,
        NoAuthority,
        Impostor,
        WantsHuman,
        AsksDetails,
        Undecided,
        SeveralLoads,
        UnknownLoad,
        Injector,
        Rambler,
        BadLine,
        Spanish,
        OptOut,
        DriverOnTime,
        DriverLate,
        DriverAtDock,
        Voicemail,
    )
}


def make_persona(name: str, *, seed: int | str, about: About | Mapping[str, Any] | None = None) -> Persona:
    """A persona with its own facts and choice of words; the same seed makes the same one.

    `about` is the load that it has in mind, also as JSON has it: `{"load": "48213", "lane": ["Dallas, TX",
    "Atlanta, GA"], "rate": 2400, "equipment": "reefer"}`, all of it optional. Then drive it: `opening()` is what it
    does when the line opens, `reply(heard)` after the agent's words, `silence(times)` when none come; each answers
    with acts of `calls.simulator.persona`. Raises KeyError for a name that isn't in PERSONAS, ValueError for an `about`
    that can't be.
    """
    # A character's dice, not a secret; each character throws its own.
    return PERSONAS[name](random.Random(f"{name} {seed}"), read_about(about or {}))  # noqa: S311


# A talk between a carrier and an agent in one process: no sockets, no clock, the same manners as in `conversation`. A
# carrier may cut into the agent's words, press keys, fall silent, or hang up.


# No talk has more of the agent's turns than this, whatever the two are like.
MAX_TURNS = 100


@dataclass(frozen=True, slots=True)
class Heard:
    """What reaches the agent after its turn: words, keys, or neither, which is silence for some seconds.

    `partials` came before as unfinished sentences. `interrupted` is what the agent got to say before the carrier cut
    in; None: it was heard out. `language` is the recognition's, such as "es-US"; empty: the session's own.
    """

    text: str = ""
    digits: str = ""
    partials: tuple[str, ...] = ()
    interrupted: str | None = None
    language: str = ""

    @property
    def is_silence(self) -> bool:
        """Whether nothing came."""
        return not self.text and not self.digits


@dataclass(frozen=True, slots=True)
class Utterance:
    """One line of the talk; keys are shown as the carrier's words, in brackets."""

    role: Literal["agent", "carrier"]
    text: str


@dataclass(slots=True)
class Rehearsal:
    """What came of it; `too_long`: the bound did."""

    lines: list[Utterance] = field(default_factory=list)
    ended_by: Literal["agent", "carrier", "too_long"] = "too_long"

    @property
    def turns(self) -> int:
        """How often the agent spoke."""
        return sum(line.role == "agent" for line in self.lines)


# What the agent says, and whether it ends the call with that (a transfer ends it, too).
Said = tuple[str, bool]


def rehearse(talker: Talker, *, opens: Callable[[], Said], hears: Callable[[Heard], Said]) -> Rehearsal:
    """Run a talk to its end.

        talk = rehearse(make_persona("haggler", seed=1, about={"load": "48213"}), opens=agent_opens, hears=agent_hears)
        print(talk.lines, talk.ended_by)

    `opens` gives the agent's first words, `hears` its reply to what it heard, both with whether it ends the call by
    them; empty words are silence. Exceptions of theirs come through.
    """
    talk = _Talk(talker, hears)
    try:
        talk.agent_says(*opens())
        talk.perform(talker.opening())
        for _ in range(MAX_TURNS):
            talk.perform(talk.carrier_acts())
    except _Over as over:
        talk.rehearsal.ended_by = over.by
    return talk.rehearsal


class _Over(Exception):
    """The call is over."""

    def __init__(self, by: Literal["agent", "carrier"]) -> None:
        super().__init__(by)
        self.by = by


class _Talk:
    def __init__(self, talker: Talker, hears: Callable[[Heard], Said]) -> None:
        self.rehearsal = Rehearsal()
        self._talker = talker
        self._hears = hears
        # What the agent has said since the carrier last did something about it.
        self._pending = ""
        self._interrupted: str | None = None
        self._silences = 0

    def agent_says(self, text: str, is_last: bool) -> None:
        """The agent's words, as far as the carrier lets it speak. Raises _Over."""
        if text.strip():
            if not is_last and self._talker.barges_in():
                words = text.split()
                text = " ".join(words[: max(1, len(words) // 2)])
                self._interrupted = text
                self.rehearsal.lines.append(Utterance("agent", f"{text}—"))
            else:
                self.rehearsal.lines.append(Utterance("agent", text.strip()))
            self._pending = f"{self._pending} {text.strip()}".strip()
        if is_last:
            raise _Over("agent")

    def carrier_acts(self) -> tuple[Act, ...]:
        """What the carrier does about what it heard, or about the agent's silence; nothing, if it goes on listening."""
        heard, self._pending = self._pending, ""
        if not heard:
            self._silences += 1
            return self._talker.silence(self._silences)
        self._silences = 0
        return self._talker.reply(heard) or (Wait(0),)

    def perform(self, acts: tuple[Act, ...]) -> None:
        """The carrier's side of a turn, each act heard by the agent. Raises _Over."""
        for number, act in enumerate(acts):
            match act:
                case HangUp():
                    raise _Over("carrier")
                case Wait():
                    heard = Heard()
                case Press(digits):
                    self.rehearsal.lines.append(Utterance("carrier", f"[{digits}]"))
                    heard = Heard(digits=digits)
                case Say():
                    self.rehearsal.lines.append(Utterance("carrier", act.text))
                    interrupted, self._interrupted = self._interrupted, None
                    heard = Heard(act.text, "", act.partials, interrupted, act.language)
            answer = self._hears(heard)
            if HangUp() not in acts[number + 1 :]:
                self.agent_says(*answer)
