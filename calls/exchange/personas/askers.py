"""Carriers who want something else than a rate, or something more."""

from random import Random

from ..about import About
from ..talk import Act, HangUp, Say
from ..topics import Topic
from ..understanding import is_farewell, loads_of, topics_of
from .carrier import Carrier


class AsksDetails(Carrier):
    """Wants to know all about the load before it talks about money, and takes the offer then."""

    name = "asks_details"
    purpose = "Asks for weight, commodity, appointments and the like, then takes the offer."

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
    purpose = "Asks for a person until it gets one, or is told that nobody is there."

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
    purpose = "Hears the offer and wants to be called back at a certain time."

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
    purpose = "Takes one load, then asks for more out of the same place, and passes on the second."

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
    purpose = "Wants to be taken off the list and never be called again."

    def reply(self, heard: str) -> tuple[Act, ...]:
        """Says so, again where it has to, and hangs up."""
        self.turns += 1
        language = self.voice.language
        if is_farewell(heard) and self.turns > 1:
            return (Say(self.say("bye"), language=language), HangUp())
        if self.turns > 3:
            return (HangUp(),)
        return (Say(self.say("stop_calling"), language=language),)
