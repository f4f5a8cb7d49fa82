"""What a carrier on the line can do, and what stands behind it: a script or a persona."""

from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True, slots=True)
class Say:
    """Speak. With `interrupt`, into the agent's words; `partials` are sent before as unfinished sentences."""

    text: str
    interrupt: bool = False
    partials: tuple[str, ...] = ()
    # Of the speech recognition, e.g. "es-US"; the session's own when empty.
    language: str = ""


@dataclass(frozen=True, slots=True)
class Press:
    """Press keys."""

    digits: str


@dataclass(frozen=True, slots=True)
class Wait:
    """Be silent for that many seconds, real ones at every pace."""

    seconds: float


@dataclass(frozen=True, slots=True)
class HangUp:
    """Put the phone down."""


Act = Say | Press | Wait | HangUp


class Talker(Protocol):
    """The person (or machine) at the other end of a call; one per call, kept across its sessions."""

    # True for an answering machine: what machine detection finds.
    is_machine: bool
    # It hangs up after that many seconds on the line; None: never by the clock.
    seconds_on_line: float | None

    def opening(self) -> tuple[Act, ...]:
        """What it does when the line opens, before the agent says anything."""

    def barges_in(self) -> bool:
        """Whether it will cut into the agent's next words instead of letting them end."""

    def reply(self, heard: str) -> tuple[Act, ...]:
        """What it does after the agent said something; nothing means that it goes on listening."""

    def silence(self, times: int) -> tuple[Act, ...]:
        """What it does when the agent stays silent, the n-th time in a row."""
