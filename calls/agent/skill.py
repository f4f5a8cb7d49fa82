"""What a skill is: it knows what to talk about; the runtime does everything else."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from django.conf import settings
from django.utils.module_loading import import_string

from calls.models import Agent, Conversation


@dataclass(slots=True)
class Talk:
    """A conversation as a skill sees it for one turn.

    `state` is the skill's own notebook: JSON-able, stored with every turn, so that any process can go on from it.
    """

    conversation: Conversation
    agent: Agent
    state: dict[str, Any]
    at: datetime


@dataclass(frozen=True, slots=True)
class Reply:
    """What the agent says next, and whether it hangs up after that."""

    text: str
    is_last: bool = False


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What remains of a conversation: for the broker a sentence or two, for the lists tags, for systems data."""

    summary: str
    tags: tuple[str, ...]
    extracted: dict[str, Any] = field(default_factory=dict)


class Skill(Protocol):
    """One kind of conversation; stateless itself, named in settings.CONVERSATION_SKILLS by an agent's purpose."""

    def open(self, talk: Talk) -> Reply:
        """The first words, once the other side has picked up."""

    def answer(self, talk: Talk, heard: str) -> Reply:
        """The reply to what was heard; may be called for a conversation that another process began."""

    def resume(self, talk: Talk) -> Reply:
        """What to say after the line to us was lost and found again."""

    def store(self, talk: Talk) -> None:
        """Write the rows that are the skill's own, when the conversation has ended; may run more than once."""

    def conclude(self, talk: Talk) -> Conclusion:
        """What came of it, however it ended; writes nothing, and may run more than once."""


def skill_for(purpose: str) -> Skill | None:
    """The skill for an agent's purpose, or None where this installation has none."""
    name = settings.CONVERSATION_SKILLS.get(purpose)
    return import_string(name)() if name else None
