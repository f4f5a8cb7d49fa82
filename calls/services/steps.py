"""One step of a conversation: call and conversation locked, notebook open, both lines written when it ends."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from decimal import Decimal
from functools import cache
from itertools import islice
from typing import Any, Self

from django.db.models import Max
from psycopg.types.json import Jsonb

from calls import events
from calls.language.reading import Expecting, Listening
from calls.language.speech import Phrasebook, Reply
from calls.models import Agent, Call, Conversation, Turn
from calls.skill import Skill, Talk, fallback_skill, skill_for
from calls.states import Direction, Role
from organizations.events.types import INSERT_GATHERED, gather, gathered
from organizations.models import Organization
from organizations.sql import Columns, fetch_planned, planned_cursor
from organizations.tenancy import live_updates
from organizations.tenancy.scope import current_organization_id


class Superseded(Exception):
    """Another socket has taken the conversation over: this one has nothing more to say."""


@dataclass(slots=True)
class Step:
    """What happens between two moments of a conversation; `enter` it and `leave` it in one transaction.

    Who only looks at it doesn't leave it.
    """

    call: Call
    talk: Talk
    skill: Skill
    spoken: str  # the language in which the other side was spoken to when the step began
    _said: list[tuple[int, Role, str]] = field(default_factory=list)  # positions, who, and what
    _caller: tuple[int | None, str] = (None, "")  # the carrier and its MC number, as known when it began

    @classmethod
    def enter(cls, call: Call, at: datetime, socket: str = "") -> Self:
        """`look`, and have what is recorded from here on written when the step is left."""
        step = cls.look(call, at, socket)
        gather(step.talk.conversation.organization)
        return step

    @classmethod
    def look(cls, call: Call, at: datetime, socket: str = "") -> Self:
        """Lock the call and its conversation (in this order, everywhere), and open the notebook; one query.

        Raises Superseded where a newer socket than `socket` holds the conversation.
        """
        found = _lock(call)
        conversation = found.conversation
        agent = conversation.agent or Agent(organization=conversation.organization, name="Agent")
        state = conversation.skill_state
        if socket and state.get("socket", socket) != socket:
            raise Superseded
        language = state.get("language") or ("es" if agent.language.lower().startswith("es") else "en")
        talk = Talk(conversation, agent, state, at, language)
        conversation.call = found
        caller = (conversation.carrier_id, conversation.mc_number)
        return cls(found, talk, skill_for(agent.purpose) or fallback_skill(), language, _caller=caller)

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
        return bool(self.state.get("is_handed_over"))

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
        self._said.append((position, role, text))
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
        if reply.transfer:
            events.acted(
                self.talk.conversation, "transfer_call", {"transferTo": reply.transfer.to}, at=self.talk.at
            )
        if reply.text and not is_aside:
            self.state["line"] = {"text": reply.text, "amounts": [str(amount) for amount in reply.amounts]}
        return reply

    def last_line(self) -> Reply:
        """What the agent said last, asides left out; may be empty."""
        line = self.state.get("line", {"text": "", "amounts": []})
        amounts = tuple(Decimal(amount) for amount in line["amounts"])
        return Reply(line["text"], expecting=self.expecting, amounts=amounts)

    def leave(self, reply: Reply) -> Reply:
        """Write turns, notebook and events, in one query; the reply, with the language to be switched to."""
        conversation = self.talk.conversation
        self._record_events()
        values: dict[str, Any] = {
            "organization": conversation.organization_id,
            "conversation": conversation.pk,
            "state": Jsonb(self.state),
            "positions": [position for position, _, _ in self._said],
            "roles": [str(role) for _, role, _ in self._said],
            "texts": [text for _, _, text in self._said],
            "at": self.talk.at,
        }
        told = gathered(conversation.organization)
        with planned_cursor() as cursor:
            cursor.execute(_WRITE_AND_TELL if told else _WRITE, values | told)
        live_updates.changed(conversation.organization_id, f"call:{conversation.pk}", "words")
        self._said = []
        return reply if self.spoken == self.talk.language else replace(reply, language=self.talk.language)

    def _record_events(self) -> None:
        """Have it told who called, where that was found out, and what was said."""
        conversation, at = self.talk.conversation, self.talk.at
        caller = (conversation.carrier_id, conversation.mc_number)
        if caller != self._caller:
            events.looked_up(conversation, at=at)
        if self._said:
            turns = [(role, text, at) for _, role, text in self._said]
            events.said(self.call, conversation, turns, at=at)

    def _stored(self) -> Any:
        return Turn.objects.filter(conversation=self.talk.conversation.pk)


# Two statements of each turn, which somebody on the telephone waits for: their text is made once a process.
_WRITE = f"""
WITH written AS (
    INSERT INTO {Turn._meta.db_table} (organization_id, conversation_id, position, role, text, at, is_interrupted)
    SELECT %(organization)s, %(conversation)s, position, role, text, %(at)s, false
    FROM unnest(%(positions)s::integer[], %(roles)s::text[], %(texts)s::text[]) AS said (position, role, text)
){{told}}
UPDATE {Conversation._meta.db_table} SET skill_state = %(state)s
WHERE organization_id = %(organization)s AND id = %(conversation)s
"""  # noqa: S608 (names of our own tables)
_WRITE_AND_TELL = _WRITE.format(told=f", told AS ({INSERT_GATHERED})")
_WRITE = _WRITE.format(told="")


_LOCK = f"""
SELECT {{columns}} FROM {Call._meta.db_table} AS call
JOIN {Conversation._meta.db_table} AS conversation ON conversation.id = call.conversation_id
JOIN {Organization._meta.db_table} AS organization ON organization.id = conversation.organization_id
LEFT JOIN {Agent._meta.db_table} AS agent ON agent.id = conversation.agent_id
WHERE call.organization_id = %(organization)s AND call.conversation_id = %(call)s
FOR NO KEY UPDATE OF call, conversation
"""  # noqa: S608 (names of our own tables)


@cache
def _columns() -> tuple[Columns[Call], Columns[Conversation], Columns[Organization], Columns[Agent]]:
    return (
        Columns(Call, alias="call", without=["transcript"]),
        Columns(Conversation, alias="conversation"),
        Columns(Organization, alias="organization"),
        Columns(Agent, alias="agent"),
    )


def _lock(call: Call) -> Call:
    """The call as it is now, its row and its conversation's locked, with the organization and the agent."""
    calls, conversations, organizations, agents = columns = _columns()
    statement = _LOCK.format(columns=", ".join(each.select for each in columns))
    rows = fetch_planned(statement, {"organization": current_organization_id(), "call": call.pk})
    if not rows:
        raise Call.DoesNotExist
    values = iter(rows[0])
    found = calls.instance(islice(values, calls.width))
    conversation = found.conversation = conversations.instance(islice(values, conversations.width))
    conversation.organization = organizations.instance(islice(values, organizations.width))
    agent = agents.instance(islice(values, agents.width))
    conversation.agent = agent if agent.pk else None
    return found


# What every agent says alike, whatever its skill, in both languages.


LINES = Phrasebook(
    {
        "recording": {
            "en": ["This call is recorded."],
            "es": ["Esta llamada se graba."],
        },
        "opted_out": {
            "en": ["Understood. We won't call you again. Goodbye."],
            "es": ["Entendido. No le volveremos a llamar. Adiós."],
        },
        "wrong_number": {
            "en": ["I'm sorry, I have the wrong number. Goodbye."],
            "es": ["Disculpe, me he equivocado de número. Adiós."],
        },
        "sure_opts_out": {
            "en": ["Do you want us to stop calling this number?"],
            "es": ["¿Quiere que dejemos de llamar a este número?"],
        },
        "sure_wrong_number": {
            "en": ["Sorry, do I have the wrong number?"],
            "es": ["Disculpe, ¿me equivoqué de número?"],
        },
        "all_right": {"en": ["All right."], "es": ["Muy bien."]},
        "reached": {
            "en": [
                "You've reached {company}, the automated assistant. What are you calling about?",
                "This is {company}. Is there a load I can help you with?",
            ],
            "es": [
                "Se comunicó a {company}, con el asistente automatizado. ¿Sobre qué llama?",
                "Aquí es {company}. ¿Le puedo ayudar con alguna carga?",
            ],
        },
        "source": {
            "en": [
                "Your number comes from {company}'s carrier list, which goes by the public FMCSA records."
            ],
            "es": [
                "Su número viene de la lista de transportistas de {company}, según los registros públicos de la FMCSA."
            ],
        },
        "hold": {
            "en": ["Sure, take your time."],
            "es": ["Claro, tómese su tiempo."],
        },
        "put_through": {
            "en": ["Thank you, I'll hold."],
            "es": ["Gracias, aquí espero."],
        },
        "yes_please": {
            "en": ["Yes, please. I'll hold."],
            "es": ["Sí, por favor. Aquí espero."],
        },
        "silent": {
            "en": ["Are you still there?", "Hello? Can you hear me?"],
            "es": ["¿Sigue ahí?", "¿Hola? ¿Me escucha?"],
        },
        "hung_up_on": {
            "en": ["I can't hear you, so I'll hang up now. Goodbye."],
            "es": ["No le escucho, así que voy a colgar. Adiós."],
        },
        "time_up": {
            "en": ["I'm sorry, I have to end the call here. Someone will get back to you. Goodbye."],
            "es": ["Disculpe, tengo que terminar la llamada aquí. Alguien se comunicará con usted. Adiós."],
        },
        "transferring": {
            "en": ["One moment, I'll transfer you."],
            "es": ["Un momento, le comunico."],
        },
        "nobody_there": {
            "en": [
                "I'm sorry, no one can take the call right now, but someone can call you back. When is a good time?"
            ],
            "es": [
                "Disculpe, nadie puede tomar la llamada en este momento, pero alguien le puede llamar. "
                "¿A qué hora le conviene?"
            ],
        },
        "nobody_picked_up": {
            "en": ["I'm sorry, no one picked up, but someone can call you back. When is a good time?"],
            "es": ["Disculpe, nadie contestó, pero alguien le puede llamar. ¿A qué hora le conviene?"],
        },
        "call_back": {
            "en": ["Thank you. Someone will call you back. Goodbye."],
            "es": ["Gracias. Alguien le llamará. Adiós."],
        },
        "no_call_back": {
            "en": ["All right. Thank you, goodbye."],
            "es": ["Muy bien. Gracias, adiós."],
        },
        "lost": {
            "en": ["I'm sorry, we're having trouble with the line. Someone will get back to you. Goodbye."],
            "es": ["Disculpe, tenemos problemas con la línea. Alguien se comunicará con usted. Adiós."],
        },
    }
)
