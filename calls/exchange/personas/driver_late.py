"""A driver under a load who won't be in time."""

from collections.abc import Mapping
from random import Random

from ..about import About
from ..topics import Topic
from .base import Answer
from .driver_on_time import DriverOnTime

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
    purpose = "A driver who will be one to three hours late: tells place, ETA after the appointment, and why."

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
