"""What a language side is."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from calls.agent.meaning import Listening, Meaning
from calls.agent.skill import Reply


@dataclass(frozen=True, slots=True)
class Spoken:
    """One turn of the talk so far; `role` is a states.Role."""

    role: str
    text: str


class Language(Protocol):
    """Understands what is heard and puts in words what is to be said."""

    @property
    def is_instant(self) -> bool:
        """Whether both take no time to speak of: then they run while the conversation is locked."""

    def understand(self, heard: str, listening: Listening) -> Meaning:
        """What was meant. Never raises for anything that can be heard; nothing understood is an empty Meaning."""

    def phrase(self, reply: Reply, talk: Sequence[Spoken]) -> Iterator[str]:
        """The words of a reply, piece by piece as they come; together never empty where `reply.text` isn't."""
