"""The simulated carriers, by name. A new one is a file beside these and a line in the table."""

import random
from collections.abc import Mapping
from typing import Any

from calls.simulator.askers import (
    AsksDetails,
    Impostor,
    NoAuthority,
    OptOut,
    SeveralLoads,
    Undecided,
    UnknownLoad,
    WantsHuman,
    WrongEquipment,
)
from calls.simulator.drivers import DriverAtDock, DriverLate, DriverOnTime, Voicemail
from calls.simulator.facts import About, read_about
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
from calls.simulator.persona import Persona

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
    with acts of `calls.simulator.script`. Raises KeyError for a name that isn't in PERSONAS, ValueError for an `about`
    that can't be.
    """
    # A character's dice, not a secret; each character throws its own.
    return PERSONAS[name](random.Random(f"{name} {seed}"), read_about(about or {}))  # noqa: S311


def persona_phone(persona: Persona) -> str:
    """The number, in E.164, that this caller calls from."""
    return persona.phone
