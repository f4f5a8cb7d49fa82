"""What a skill is (it knows what to talk about; the runtime does everything else), and prompts with variables."""

import re
from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, ClassVar, Self

from calls.language.reading import Act, Expecting, Listening, Reading
from calls.language.speech import Reply
from calls.models import Agent, Conversation
from calls.states import AgentPurpose
from organizations.registry import Registry


@dataclass(frozen=True, slots=True)
class SalesFacts:
    """What a call that offers a load to a carrier is about, as it was asked for.

    None means that the request didn't say; a call that came in has none of it.
    """

    load_id: str | None = None  # the TMS's
    contact_name: str = ""
    dot_number: int | None = None
    mc_number: str | None = None
    outreach_id: int | None = None  # of the round of calls that it belongs to

    @classmethod
    def from_state(cls, state: Mapping[str, Any]) -> Self:
        """From the conversation's state."""
        facts = state.get("facts") or {}
        return cls(
            load_id=facts.get("loadId"),
            contact_name=facts.get("contactName") or "",
            dot_number=facts.get("dotNumber"),
            mc_number=facts.get("mcNumber"),
            outreach_id=facts.get("outreach"),
        )

    def to_json(self) -> dict[str, Any]:
        """As JSON-able values: what belongs under `facts` in the conversation's state."""
        facts = {"loadId": self.load_id, "contactName": self.contact_name, "dotNumber": self.dot_number}
        further = {"mcNumber": self.mc_number, "outreach": self.outreach_id}
        return facts | {name: value for name, value in further.items() if value is not None}


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

    @property
    def agent_said(self) -> str:
        """The agent's last line; empty before there is one."""
        return str(self.state.get("line", {}).get("text", ""))

    @property
    def is_wrong_number(self) -> bool:
        """Whether the runtime has heard that it reached somebody else."""
        return bool(self.state.get("is_wrong_number"))

    @property
    def is_opted_out(self) -> bool:
        """Whether the runtime has heard that nobody is to call again."""
        return bool(self.state.get("is_opted_out"))


@dataclass(frozen=True, slots=True)
class Conclusion:
    """What remains of a conversation: for the broker a sentence or two, for the lists tags, for systems data."""

    summary: str
    tags: tuple[str, ...]
    extracted: dict[str, Any] = field(default_factory=dict)


class Skill(ABC):
    """One kind of conversation; stateless itself, registered in SKILLS by an agent's purpose.

    What all conversations have in common (calls.common_replies) is answered before a skill is asked, except for the
    intents that it `handles`: one may know better about a wrong number, or about callers who want a person.
    """

    handles: ClassVar[Collection[Act]] = frozenset()
    reopens: ClassVar[bool] = False  # says who calls once more, to somebody whom we were transferred to

    @abstractmethod
    def open(self, talk: Talk) -> Reply:
        """The first words, once the other side has picked up."""

    @abstractmethod
    def listening(self, talk: Talk, expecting: Expecting) -> Listening:
        """What the understanding may go by in what comes next."""

    def hear(self, talk: Talk, heard: Reading) -> Reading:
        """The reading as of an answer to the open question, before anybody replies to it."""
        return heard

    @abstractmethod
    def answer(self, talk: Talk, heard: Reading) -> Reply:
        """The reply to what was heard; may be called for a conversation that another process began."""

    @abstractmethod
    def resume(self, talk: Talk) -> Reply:
        """What to say after the line to us was lost and found again."""

    @abstractmethod
    def store(self, talk: Talk) -> None:
        """Write the rows that are the skill's own, when the conversation has ended; may run more than once."""

    @abstractmethod
    def conclude(self, talk: Talk) -> Conclusion:
        """What came of it, however it ended; writes nothing, and may run more than once."""

    def reopen(self, talk: Talk) -> Reply:
        """The first words once more; asked of a skill that `reopens`."""
        return self.open(talk)

    def may_ring(self, conversation: Conversation) -> bool:
        """Whether there still is what a call that waited in the queue is about; may lock that, until it rings.

        Raises NotYet where the call is to wait in the queue.
        """
        return True

    def ended(self, conversation: Conversation) -> None:  # noqa: B027 (most skills have nothing to do then)
        """Hear that the call is over, however it ended; in the transaction that ends it."""


class NotYet(RuntimeError):
    """Raised by a skill's `may_ring`: it will be known `at` whether the call may be placed."""

    def __init__(self, at: datetime) -> None:
        super().__init__(at.isoformat())
        self.at = at


SKILLS: Registry[type[Skill]] = Registry("skill")  # by an agent's purpose


def may_ring(conversation: Conversation) -> bool:
    """Ask the conversation's skill, as its `may_ring` says; true where no skill is installed."""
    skill = _skill_of(conversation)
    return skill is None or skill.may_ring(conversation)


def ended(conversation: Conversation) -> None:
    """Tell the conversation's skill that the call is over."""
    skill = _skill_of(conversation)
    if skill is not None:
        skill.ended(conversation)


def _skill_of(conversation: Conversation) -> Skill | None:
    return skill_for(conversation.agent.purpose) if conversation.agent else None


def skill_for(purpose: str) -> Skill | None:
    """The skill for an agent's purpose, or None where this installation has none."""
    skill = SKILLS.get(purpose)
    return skill() if skill else None


def fallback_skill() -> Skill:
    """What talks for an agent whose skill this installation doesn't have."""
    return SKILLS[AgentPurpose.CUSTOM]()


# Filling an agent's texts: `{{ name }}` becomes a value, as plain text and nothing more.


PLACEHOLDER = re.compile(r"\{\{\s*([A-Za-z_][A-Za-z0-9_.-]*)\s*\}\}")


class MissingVariables(ValueError):
    """Variables that the agent marks as required were not given; `names` lists them."""

    def __init__(self, names: list[str]) -> None:
        super().__init__(", ".join(names))
        self.names = names


def resolve_variables(declared: list[dict[str, Any]], given: Mapping[str, Any]) -> dict[str, str]:
    """The texts to fill in: what was given, else the agent's defaults.

    `declared` is `Agent.variables`. Raises MissingVariables where a required one is absent, null or empty and has no
    default. Values given beyond the declared ones are kept: a prompt may name them too.
    """
    values = {name: as_text(value) for name, value in given.items() if value is not None}
    missing = []
    for variable in declared:
        name = variable["name"]
        if values.get(name):
            continue
        default = as_text(variable.get("default"))
        if variable.get("required") and not default:
            missing.append(name)
        values[name] = default
    if missing:
        raise MissingVariables(missing)
    return values


def default_variables(declared: list[dict[str, Any]]) -> dict[str, str]:
    """The texts to fill in where nobody gave any: in calls that came in."""
    return {variable["name"]: as_text(variable.get("default")) for variable in declared}


def fill(text: str, values: Mapping[str, str]) -> str:
    """`text` with every `{{ name }}` replaced, once: what a value contains is never looked at again."""
    return PLACEHOLDER.sub(lambda found: values.get(found[1], ""), text)


def as_text(value: Any) -> str:
    """A JSON scalar as it is spoken: null is nothing, booleans are yes and no, 3.0 is 3."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)
