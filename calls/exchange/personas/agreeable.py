"""A friendly dispatcher who answers whatever is asked and takes the rate that is offered."""

import re
from collections.abc import Mapping
from random import Random

from ..topics import Topic
from ..understanding import amounts_of, digits_of, is_question
from .base import Answer, Persona
from .facts import spoken_digits


class Agreeable(Persona):
    """Helpful to a fault: has the papers at hand, a truck near by, and no quarrel with the money."""

    name = "agreeable"
    purpose = "A friendly dispatcher: answers every question, accepts the rate offered."

    def __init__(self, random: Random) -> None:
        super().__init__(random)
        self._times_asked = 0

    def answers(self) -> Mapping[Topic, Answer]:
        """Facts for facts, yes for the rest."""
        facts = self.facts
        return {
            Topic.HOW_ARE_YOU: ("Doing good, thanks, how about you?", "Can't complain, thanks for asking."),
            Topic.GOOD_TIME: ("Yeah, I've got a minute.", "Sure, go ahead.", "Yeah, now's fine."),
            Topic.WHO: (f"This is {facts.name}.", f"{facts.name}, in dispatch."),
            Topic.RIGHT_PERSON: (f"Yes, this is {facts.name} in dispatch.", "Yeah, you got the right place."),
            Topic.COMPANY: (f"We're {facts.company}.", f"It's {facts.company}."),
            Topic.MC: self._mc,
            Topic.DRIVER: (f"The driver is {facts.driver}, his number is {facts.driver_phone}.",),
            Topic.TRUCK: (f"Truck number {facts.truck}.",),
            Topic.CALL_BACK: ("This number is the best one.", "Just call me back on this number."),
            Topic.EMAIL: (f"It's dispatch at {re.sub('[^a-z]', '', facts.company.lower())} dot example.",),
            Topic.LOCATION: (
                f"The truck is in {facts.town}, {facts.state} right now.",
                f"He's near {facts.town}, {facts.state}.",
            ),
            Topic.ETA: ("He should be there around 2 PM, no problem.", "About 2 PM, with time to spare."),
            Topic.CHECKED_IN: ("Not yet, he's still on the road.",),
            Topic.LOADED: ("He's empty and ready to go.",),
            Topic.TEMPERATURE: ("Reefer's set where you want it, no worries.",),
            Topic.PAPERS: ("We'll have the paperwork over to you today.",),
            Topic.DELAY: ("No delays, everything's on schedule.", "Nope, all good so far."),
            Topic.OFFER: self._offer,
            Topic.ASK_RATE: self._rate,
            Topic.EQUIPMENT: (f"It's a {facts.equipment}.",),
            Topic.AVAILABILITY: ("Yeah, we can do that one.", "Yes, I've got a truck for that."),
            Topic.CONFIRM: ("Yep, that's right.", "Yes, that works.", "Yeah, sounds good to me."),
            Topic.ANYTHING_ELSE: ("No, that's everything. Thank you.", "Nope, I'm all set, thanks."),
            Topic.ARE_YOU_THERE: ("Yeah, I'm here.", "Yep, still here."),
        }

    def unsure(self, heard: str) -> str:
        """Yes to what can be answered so, a shrug to the rest."""
        if re.match(r".*\b(what|which|who|where|when|why|how)\b", heard, re.IGNORECASE | re.DOTALL):
            return self.word(
                ("I'd have to get back to you on that one.", "Let me find out and I'll let you know."), heard
            )
        return self.word(("Yes, sure.", "Yeah, that's fine.", "Yep, no problem."), heard)

    def acknowledge(self) -> str:
        """Pleased with anything."""
        return self.word(("Okay, great.", "Sounds good, thank you.", "Alright, got it.", "Perfect."), "")

    def _mc(self, heard: str) -> str:
        """Says the MC number, or checks the one that was read back."""
        read_back = digits_of(heard)
        if len(read_back) < 4 and not is_question(heard):
            return ""
        if self.facts.mc in read_back or self.facts.dot in read_back:
            return "Yes, that's us."
        if len(read_back) >= 4 and re.search(r"\b(right|correct|have|got|that's)\b", heard, re.IGNORECASE):
            return f"No, it's MC {spoken_digits(self.facts.mc)}."
        if re.search(r"\bD\.?O\.?T\b", heard, re.IGNORECASE) and not re.search(
            r"\bM\.?C\b", heard, re.IGNORECASE
        ):
            return f"Our DOT is {self.facts.dot}."
        return self.word((f"It's MC {self.facts.mc}.", f"Sure, our MC is {self.facts.mc}."), heard)

    def _offer(self, heard: str) -> str:
        """Takes whatever figure was named."""
        if not amounts_of(heard):
            return ""
        return self.word(
            ("Yeah, that works for me.", "Sure, we can do it for that.", "Yeah, I'll take that."), heard
        )

    def _rate(self, heard: str) -> str:
        """Leaves the figure to the agent at first, names a price when pressed."""
        if amounts_of(heard):
            return ""
        self._times_asked += 1
        if self._times_asked == 1:
            return "What do you have in it? I'm flexible."
        return f"I could do it for {self.facts.price} dollars."
