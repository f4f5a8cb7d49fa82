"""An answering machine."""

from random import Random

from ..about import About
from ..talk import Act, HangUp, Say
from .base import Persona


class Voicemail(Persona):
    """Says its greeting, then listens until the caller hangs up, falls silent, or the tape is full."""

    name = "voicemail"
    purpose = "An answering machine: its greeting, a beep, then silence for up to 60 s."
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
