"""What a skill is: it knows what to talk about; the runtime does everything else."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Protocol

from calls.language.reading import Expecting, Listening, Reading
from calls.language.speech import Reply
from calls.models import Agent, Conversation
from calls.states import AgentPurpose
from organizations.registry import Registry


@dataclass(slots=True)
class Talk:
    """A conversation as a skill sees it for one turn.

    `state` is the skill's own notebook: JSON-able, stored with every turn, so that any process can go on from it.
    `language` is what is spoken at this moment: "en" or "es". `seen` keeps what was looked up until the step ends.
    """

    conversation: Conversation
    agent: Agent
    state: dict[str, Any]
    at: datetime
    language: str = "en"
    seen: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What remains of a conversation: for the broker a sentence or two, for the lists tags, for systems data."""

    summary: str
    tags: tuple[str, ...]
    extracted: dict[str, Any] = field(default_factory=dict)


class Skill(Protocol):
    """One kind of conversation; stateless itself, registered in SKILLS by an agent's purpose.

    What all conversations have in common (calls.runtime.manners) is answered before a skill is asked. One that
    knows better about a wrong number or about callers who want a person names those intents in `handles`. One whose
    subject may be gone before the phone rings has a `may_ring`, and one that goes on when the line is dead an `ended`:
    `may_ring` and `ended` below ask for them.
    """

    def open(self, talk: Talk) -> Reply:
        """The first words, once the other side has picked up."""

    def listening(self, talk: Talk, expecting: Expecting) -> Listening:
        """What the understanding may go by in what comes next."""

    def answer(self, talk: Talk, heard: Reading) -> Reply:
        """The reply to what was heard; may be called for a conversation that another process began."""

    def resume(self, talk: Talk) -> Reply:
        """What to say after the line to us was lost and found again."""

    def store(self, talk: Talk) -> None:
        """Write the rows that are the skill's own, when the conversation has ended; may run more than once."""

    def conclude(self, talk: Talk) -> Conclusion:
        """What came of it, however it ended; writes nothing, and may run more than once."""


SKILLS: Registry[type[Skill]] = Registry("skill")  # by an agent's purpose


def may_ring(conversation: Conversation) -> bool:
    """Whether there still is what a call that waited in the queue is about; its skill may lock that, until it rings."""
    ask = getattr(_skill_of(conversation), "may_ring", None)
    return ask is None or bool(ask(conversation))


def ended(conversation: Conversation) -> None:
    """Tell the skill that the call is over, however it ended; in the transaction that ends it."""
    tell = getattr(_skill_of(conversation), "ended", None)
    if tell is not None:
        tell(conversation)


def _skill_of(conversation: Conversation) -> Skill | None:
    return skill_for(conversation.agent.purpose) if conversation.agent else None


def skill_for(purpose: str) -> Skill | None:
    """The skill for an agent's purpose, or None where this installation has none."""
    skill = SKILLS.get(purpose)
    return skill() if skill else None


def fallback_skill() -> Skill:
    """What talks for an agent whose skill this installation doesn't have."""
    return SKILLS[AgentPurpose.CUSTOM]()
