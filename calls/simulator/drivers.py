"""Drivers under a load (on time, late, at the dock), and a voicemail box."""

import re
from collections.abc import Mapping
from random import Random

from calls.simulator.facts import TOWNS, About, states_in
from calls.simulator.persona import Act, Answer, HangUp, Persona, Say
from calls.simulator.phrases import Topic
from calls.simulator.speech import clock_times_of, spoken_time


class DriverOnTime(Persona):
    """On the road, half an hour to the good, and short of words."""

    name = "driver_on_time"
    purpose = "Gives location, an ETA ahead of the appointment, and whether they're loaded."

    # Said while no time was named: the appointment is known to him alone.
    without_appointment: Answer = (
        "I should be there in about an hour, well ahead of the appointment.",
        "I'll be there in about an hour, well ahead of the appointment.",
    )

    def __init__(self, random: Random, about: About) -> None:
        super().__init__(random, about)
        self._place: str | None = None
        self._arrival: str | None = None
        self._bol = str(random.randrange(1_000_000, 10_000_000))

    def answers(self) -> Mapping[Topic, Answer]:
        """What a driver knows; money and papers of the company are his dispatcher's."""
        facts = self.facts
        return {
            Topic.HOW_ARE_YOU: ("Doing alright.", "Good, good."),
            Topic.GOOD_TIME: ("Yeah, go ahead, I'm hands-free.", "Yeah, what's up?"),
            Topic.WHO: (f"This is {facts.driver}.", f"{facts.driver}, I'm the driver."),
            Topic.RIGHT_PERSON: (f"Yeah, this is {facts.driver}, the driver.", "Yep, that's me."),
            Topic.COMPANY: (f"I drive for {facts.company}.",),
            Topic.MC: ("You'd have to ask dispatch for that, I just drive.",),
            Topic.DRIVER: (f"I'm the driver, {facts.driver}.",),
            Topic.TRUCK: (f"Truck {facts.truck}.",),
            Topic.CALL_BACK: ("This number is good.",),
            Topic.EMAIL: ("Better send that to dispatch.",),
            Topic.LOCATION: self._location,
            Topic.ETA: self._eta,
            Topic.CHECKED_IN: ("No, not yet, I'm still on the road.", "Not there yet, still rolling."),
            Topic.LOADED: self._loaded,
            Topic.TEMPERATURE: self._temperature,
            Topic.PAPERS: self._papers,
            Topic.DELAY: ("No delays, running right on time.", "Nope, no problems so far, I'm on time."),
            Topic.OFFER: ("You'd have to talk to dispatch about rates.",),
            Topic.ASK_RATE: ("You'd have to talk to dispatch about rates.",),
            Topic.EQUIPMENT: (f"I'm pulling a {facts.equipment}.",),
            Topic.AVAILABILITY: ("You'd have to ask dispatch about that.",),
            Topic.CONFIRM: ("Yep, that's right.", "Yeah, that's it."),
            Topic.ANYTHING_ELSE: ("No, that's it.", "Nope, all good here."),
            Topic.ARE_YOU_THERE: ("Yeah, I'm here.",),
        }

    def asked(self, heard: str) -> list[Topic]:
        """As others do; "when will you be loaded?" doesn't ask whether he is, nor the reefer's set point for it."""
        topics = super().asked(heard)
        if Topic.TEMPERATURE in topics:
            topics = [topic for topic in topics if topic != Topic.EQUIPMENT]
        return [topic for topic in topics if not (topic == Topic.LOADED and _asks_when_done(heard))]

    def unsure(self, heard: str) -> str:
        """Sends people to his dispatcher."""
        return self.word(
            ("You'd have to check with dispatch on that.", "Not sure, dispatch would know."), heard
        )

    def acknowledge(self) -> str:
        """Few words."""
        return self.word(("Okay.", "Alright.", "Copy that.", "Ten-four."), "")

    def farewell(self) -> str:
        """Fewer."""
        return self.word(("Alright, bye.", "You too, bye.", "Thanks, bye."), "")

    def _location(self, heard: str) -> str:
        """A town in the state of his next stop, as far as the agent named it; the same one ever after."""
        if self._place is None:
            named = states_in(" ".join(self.heard))
            state = named[-1] if named else self.facts.state
            self._place = f"{self.random.choice(TOWNS[state])}, {state}"
        return self.word(
            (
                f"I'm in {self._place} right now.",
                f"Just passing {self._place}.",
                f"About ten miles out of {self._place}.",
                f"Coming up on {self._place}.",
            ),
            heard,
        )

    def _eta(self, heard: str) -> str:
        """Half an hour before the earliest time the agent named; the same ever after."""
        if _asks_when_done(heard):
            return "They're working on it, should be done in about an hour."
        if self._arrival is None:
            times = clock_times_of(" ".join(self.heard))
            if not times:
                return self.word(self.without_appointment, heard)
            day = "tomorrow " if re.search(r"\btomorrow\b", " ".join(self.heard), re.IGNORECASE) else ""
            self._arrival = f"{day}around {spoken_time(self.arrival(times))}"
        return self.word((f"I should be there {self._arrival}.", f"I'll be there {self._arrival}."), heard)

    def arrival(self, times: list[int]) -> int:
        """When he will be there, given the times named, all in minutes after midnight: half an hour early."""
        # A time before 00:30 would turn into the evening before.
        return max(min(times) - 30, 0)

    def is_going_to_load(self) -> bool:
        """Whether the next stop is a pickup, by what the agent said."""
        return re.search(r"\b(pick(ing)?[- ]?up|shipper)\b", " ".join(self.heard), re.IGNORECASE) is not None

    def _loaded(self, heard: str) -> str:
        """Empty on the way to a pickup, loaded otherwise."""
        if self.is_going_to_load():
            return self.word(("I'm empty, heading to the shipper.", "Empty, ready to load."), heard)
        return self.word(("I'm loaded and rolling.", "Yeah, I'm loaded."), heard)

    def _temperature(self, heard: str) -> str:
        """The set point that the agent named, or a cooler's usual one."""
        named = re.search(r"(-?\d{1,2})\s*(?:degrees|°|F\b)", " ".join(self.heard))
        return f"It's set at {named[1] if named else '34'} and holding steady."

    def _papers(self, heard: str) -> str:
        """The bill of lading is in the cab once he is loaded."""
        if self.is_going_to_load():
            return "I'll get the BOL when they load me, don't have it yet."
        return self.word((f"BOL number is {self._bol}.", f"Yeah, the BOL's {self._bol}."), heard)


def _asks_when_done(heard: str) -> bool:
    """Whether the question is when the truck will be loaded or unloaded."""
    asks = r"\b(when|how (long|soon)|what time)\b[^.?!]*\b(loaded|unloaded|done|finished|out of there)\b"
    return re.search(asks, heard, re.IGNORECASE) is not None


# A driver under a load who won't be in time.


REASONS = (
    "I blew a tire outside of town",
    "there's an accident ahead and we're not moving",
    "the last receiver took five hours to unload me",
    "I had to wait out the snow this morning",
    "I ran out of hours and had to take my ten",
)


class DriverLate(DriverOnTime):
    """On the road, an hour to three behind, and knows why."""

    name = "driver_late"
    purpose = "Driver running one to three hours late: gives location, ETA and the reason."

    def __init__(self, random: Random, about: About) -> None:
        super().__init__(random, about)
        self.hours = random.randrange(1, 4)
        self._reason = random.choice(REASONS)
        late = f"about {('an hour', 'two hours', 'three hours')[self.hours - 1]}"
        self.without_appointment = (
            f"I'm running {late} late.",
            f"I'll be {late} behind the appointment.",
        )
        self._late = late

    def arrival(self, times: list[int]) -> int:
        """Some hours after the latest time named, before midnight."""
        return min(max(times) + 60 * self.hours, 23 * 60 + 45)

    def answers(self) -> Mapping[Topic, Answer]:
        """As others; there is a delay."""
        return {
            **super().answers(),
            Topic.DELAY: self._delay,
            Topic.GOOD_TIME: ("Yeah, I was about to call you.",),
        }

    def _delay(self, heard: str) -> str:
        """How late, and why."""
        return self.word(
            (
                f"Yeah, I'm running {self._late} late, {self._reason}.",
                f"I'm {self._late} behind, {self._reason}.",
            ),
            heard,
        )


# A driver who stands at the facility.


class DriverAtDock(DriverOnTime):
    """Has checked in and waits; knows when he will be done."""

    name = "driver_at_dock"
    purpose = "Driver waiting at the dock: checked in, gives the time they expect to be done."

    def __init__(self, random: Random, about: About) -> None:
        super().__init__(random, about)
        self._checked_in = random.choice(
            ("about 45 minutes ago", "an hour ago", "at 7:45", "half an hour ago")
        )
        self._done = random.choice(("about an hour", "maybe two hours", "another half hour"))
        self._door = random.randrange(2, 60)

    def answers(self) -> Mapping[Topic, Answer]:
        """As others, from the dock."""
        work = "loaded" if self.is_going_to_load() else "unloaded"
        place = "shipper" if work == "loaded" else "receiver"
        return {
            **super().answers(),
            Topic.LOCATION: (f"I'm at the {place} now.", f"At the {place}, backed into door {self._door}."),
            Topic.ETA: (
                f"I'm here already, should be done in {self._done}.",
                f"I'm at the dock, they said {self._done}.",
            ),
            Topic.CHECKED_IN: (
                f"Yeah, checked in {self._checked_in}.",
                f"I checked in {self._checked_in}, I'm in door {self._door}.",
            ),
            Topic.LOADED: (f"Not yet, they're getting me {work} now.", f"Still getting {work}."),
            Topic.DELAY: ("No, just waiting on them here.", "They're slow today, but no problems."),
        }


# An answering machine.


class Voicemail(Persona):
    """Says its greeting, then listens until the caller hangs up, falls silent, or the tape is full."""

    name = "voicemail"
    purpose = "Greeting, beep, then up to 60 seconds of silence."
    is_machine = True
    seconds_on_line = 60.0

    def __init__(self, random: Random, about: About) -> None:
        super().__init__(random, about)
        self.greeting = self.word(
            (
                f"You've reached {self.facts.company}. We can't take your call right now."
                " Please leave a message after the tone.",
                f"Hi, this is {self.facts.name}. I can't come to the phone right now."
                " Leave your name and number after the beep and I'll call you back.",
            ),
            "",
        )

    def opening(self) -> tuple[Act, ...]:
        """The greeting; it waits for nobody."""
        return (Say(self.greeting),)

    def reply(self, heard: str) -> tuple[Act, ...]:
        """Nothing: it records."""
        return ()

    def silence(self, times: int) -> tuple[Act, ...]:
        """Hangs up."""
        return (HangUp(),)
