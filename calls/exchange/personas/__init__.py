"""The simulated carriers, by name. A new one is a file beside these and a line in the table."""

import random

from .agreeable import Agreeable
from .base import Persona
from .driver_on_time import DriverOnTime
from .voicemail import Voicemail

PERSONAS: dict[str, type[Persona]] = {
    persona.name: persona
    for persona in (
        Agreeable,
        DriverOnTime,
        Voicemail,
    )
}


def make_persona(name: str, *, seed: int | str) -> Persona:
    """A persona with its own facts and choice of words; the same seed makes the same one."""
    return PERSONAS[name](random.Random(seed))  # noqa: S311 (a character, not a secret)


__all__ = ["PERSONAS", "Persona", "make_persona"]
