"""Carriers with whom something is wrong."""

import re
from random import Random

from ..about import About
from ..cast import FAILING, IMPOSTOR_PHONE
from ..topics import Topic
from ..understanding import topics_of, trailer_of
from .carrier import Carrier
from .facts import TRAILERS


class WrongEquipment(Carrier):
    """Has another trailer than the load takes, and says so."""

    name = "wrong_equipment"
    purpose = "Has a flatbed for a van's load, or a van for any other."

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
    purpose = "A company that fails vetting; argues once."
    companies = FAILING

    def refused(self, heard: str) -> str:
        """Argues, then gives in."""
        return self.say("argue") if self.count("refused") == 1 else self.leave("understand")


class Impostor(NoAuthority):
    """Uses a good company's MC number, from a phone that isn't theirs."""

    name = "impostor"
    purpose = "A good company's MC number from another phone than the company's."
    companies = Carrier.companies

    @property
    def phone(self) -> str:
        """Nobody's."""
        return IMPOSTOR_PHONE


class UnknownLoad(Carrier):
    """Asks for a load that there isn't, and wants no other."""

    name = "unknown_load"
    purpose = "Asks for a load number that nobody has, and wants no other."
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
