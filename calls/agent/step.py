"""One step of a conversation: call and conversation locked, the notebook open, what is said written when it ends."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from typing import Any, Self

from django.db.models import Max

from calls.agent.custom import CustomPromptSkill
from calls.agent.meaning import Expecting, Listening
from calls.agent.skill import Reply, Skill, Talk, skill_for
from calls.models import Agent, Call, Conversation, Turn
from calls.states import Direction, Role


class Superseded(Exception):
    """Another socket has taken the conversation over: this one has nothing more to say."""


@dataclass(slots=True)
class Step:
    """What happens between two moments of a conversation; `enter` it and `leave` it in one transaction."""

    call: Call
    talk: Talk
    skill: Skill
    spoken: str  # the language in which the other side was spoken to when the step began
    _turns: list[Turn] = field(default_factory=list)

    @classmethod
    def enter(cls, call: Call, at: datetime, socket: str = "") -> Self:
        """Lock the call and its conversation (in this order, everywhere), and open the notebook; one query.

        Raises Superseded where a newer socket than `socket` holds the conversation.
        """
        found = (
            Call.objects.select_for_update(of=("self", "conversation"), no_key=True)
            .select_related("conversation__organization", "conversation__agent")
            .defer("transcript")
            .get(pk=call.pk)
        )
        conversation = found.conversation
        agent = conversation.agent or Agent(organization=conversation.organization, name="Agent")
        state = conversation.skill_state
        if socket and state.get("socket", socket) != socket:
            raise Superseded
        language = state.get("language") or ("es" if agent.language.lower().startswith("es") else "en")
        talk = Talk(conversation, agent, state, at, language)
        return cls(found, talk, skill_for(agent.purpose) or CustomPromptSkill(), language)

    @property
    def state(self) -> dict[str, Any]:
        """The conversation's notebook."""
        return self.talk.state

    @property
    def expecting(self) -> Expecting:
        """What was asked last."""
        return Expecting(self.state.get("expecting", Expecting.NOTHING))

    @property
    def is_outbound(self) -> bool:
        """Whether we have called."""
        return self.talk.conversation.direction == Direction.OUTBOUND

    @property
    def is_handed_over(self) -> bool:
        """Whether the line is a person's now, or on its way to one."""
        return self.state.get("transfer", {}).get("status") in ("asked", "dialing", "connected")

    @property
    def position(self) -> int:
        """How many turns there are."""
        known = self.state.get("turns")
        if known is None:
            last = self._stored().aggregate(last=Max("position"))["last"]
            known = self.state["turns"] = 0 if last is None else last + 1
        return int(known)

    def listening(self) -> Listening:
        """What the understanding may go by."""
        return self.skill.listening(self.talk, self.expecting)

    def append(self, role: Role, text: str) -> None:
        """Note a turn; it is written when the step ends."""
        position = self.position
        self._turns.append(
            Turn(
                organization_id=self.talk.conversation.organization_id,
                conversation=self.talk.conversation,
                position=position,
                role=role,
                text=text,
                at=self.talk.at,
            )
        )
        self.state["turns"] = position + 1

    def switch(self, language: str) -> None:
        """Speak another language from now on."""
        self.talk.language = self.state["language"] = language

    def speak(self, reply: Reply, *, is_aside: bool = False) -> Reply:
        """Note what the agent says, and what it waits for then; an aside leaves the last line to be repeated."""
        if reply.language and reply.language != self.talk.language:
            self.switch(reply.language)
        self.state.update({"is_begun": True, "is_over": reply.is_last, "expecting": reply.expecting})
        if reply.text:
            self.append(Role.AGENT, f"{reply.preface} {reply.text}".strip())
        if reply.text and not is_aside:
            self.state["line"] = {"text": reply.text, "amounts": [str(amount) for amount in reply.amounts]}
        return reply

    def last_line(self) -> Reply:
        """What the agent said last, asides left out; may be empty."""
        line = self.state.get("line", {"text": "", "amounts": []})
        amounts = tuple(Decimal(amount) for amount in line["amounts"])
        return Reply(line["text"], expecting=self.expecting, amounts=amounts)

    def leave(self, reply: Reply) -> Reply:
        """Write turns and notebook, in two queries; the reply, with the language to be switched to."""
        if self._turns:
            Turn.objects.bulk_create(self._turns)
            self._turns = []
        Conversation.objects.filter(pk=self.talk.conversation.pk).update(skill_state=self.state)
        return reply if self.spoken == self.talk.language else replace(reply, language=self.talk.language)

    def _stored(self) -> Any:
        return Turn.objects.filter(conversation=self.talk.conversation.pk)
