"""A driver who stands at the facility."""

from collections.abc import Mapping
from random import Random

from ..about import About
from ..topics import Topic
from .base import Answer
from .driver_on_time import DriverOnTime


class DriverAtDock(DriverOnTime):
    """Has checked in and waits; knows when he will be done."""

    name = "driver_at_dock"
    purpose = "A driver at the facility: checked in, waiting at the dock, tells when he will be done."

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
