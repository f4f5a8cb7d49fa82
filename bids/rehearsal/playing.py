"""A simulated carrier's call with an agent, and what came of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from bids.models import Booking, NegotiationStep
from bids.negotiation import Action
from bids.receipts import Row, row_of
from bids.rehearsal.judging import broken_rules
from bids.rehearsal.staging import Stage, stage
from calls.exchange.about import About
from calls.exchange.personas import PERSONAS, make_persona, persona_phone
from calls.exchange.rehearse import Heard, Rehearsal, rehearse
from calls.language.speech import Reply
from calls.language.understanding import Language
from calls.models import Agent, Call
from calls.states import AgentPurpose
from loads.models import Load

ANSWERING_MACHINE = "voicemail"


@dataclass(frozen=True, slots=True)
class Played:
    """One rehearsed call; `rate` are the dollars agreed on, `broken` the rules that the agent broke, in words."""

    persona: str
    seed: int
    outcome: str
    tags: tuple[str, ...]
    summary: str
    rate: Decimal | None
    is_booked: bool
    rounds: int
    rehearsal: Rehearsal
    broken: tuple[str, ...]
    answers: tuple[Row, ...]  # to each figure that was named, in order
    extracted: Mapping[str, Any]

    @property
    def lines(self) -> list[tuple[str, str]]:
        """Who said what: ("agent", …), ("carrier", …)."""
        return [(line.role, line.text) for line in self.rehearsal.lines]


def personas_for(agent: Agent) -> list[str]:
    """Those who might talk with an agent of this kind: carriers call, drivers and machines are called."""
    drivers = [name for name in PERSONAS if name.startswith("driver")]
    if agent.purpose == AgentPurpose.CARRIER_SALES:
        return [name for name in PERSONAS if name not in (*drivers, ANSWERING_MACHINE)]
    if agent.purpose == AgentPurpose.CHECK_CALL:
        return [*drivers, "opt_out", ANSWERING_MACHINE]
    return ["agreeable", "rambler", "bad_line", "opt_out", ANSWERING_MACHINE]


def play(
    agent: Agent, load: Load, persona: str, *, seed: int, at: datetime, language: Language | None = None
) -> Played:
    """Let a persona talk with the agent about the load; the same seed tells the same character.

    `language` is who understands and speaks, by default the organization's choice. Everything of it is rolled back. The
    carriers that personas belong to must be there, see `ensure_cast`.
    """
    character = make_persona(persona, seed=seed, about=_about(load))
    with stage():
        talk = Stage(agent, load, phone=persona_phone(character), at=at, language=language)
        heard = rehearse(
            character, opens=lambda: _said(talk.opens()), hears=lambda words: _said(_hear(talk, words))
        )
        call = talk.ends()
        return _played(persona, seed, call, load, heard)


def _hear(talk: Stage, heard: Heard) -> Reply:
    if heard.is_silence:
        return talk.hears_nothing()
    words = heard.text or heard.digits
    return talk.hears(words, tongue=heard.language, interrupted=heard.interrupted)


def _said(reply: Reply) -> tuple[str, bool]:
    """A transfer ends the talk for the agent, too."""
    return f"{reply.preface} {reply.text}".strip(), reply.is_last or reply.transfer is not None


def _about(load: Load) -> About:
    """What a carrier may know of a load from a load board: not what the brokerage would pay at most."""
    ends = [(load.origin_city, load.origin_state), (load.destination_city, load.destination_state)]
    lane = tuple(", ".join(part for part in end if part) for end in ends)
    return About(
        load=load.external_id,
        lane=(lane[0], lane[1]) if all(lane) else None,
        rate=round(load.start_rate) if load.start_rate else None,
        equipment=load.equipment,
    )


def _played(persona: str, seed: int, call: Call, load: Load, rehearsal: Rehearsal) -> Played:
    conversation = call.conversation
    extracted: dict[str, Any] = conversation.extracted_data
    steps = list(NegotiationStep.objects.filter(conversation=conversation).order_by("position"))
    booking = Booking.objects.filter(conversation=conversation).first()
    agreed = [step.amount for step in steps if step.action == Action.ACCEPT]
    tags = tuple(conversation.content_tags)
    return Played(
        persona=persona,
        seed=seed,
        outcome=extracted.get("outcome") or (tags[0] if tags else call.status.lower()),
        tags=tags,
        summary=conversation.summary,
        rate=booking.amount if booking else agreed[-1] if agreed else None,
        is_booked=booking is not None,
        rounds=max((step.round for step in steps), default=0),
        rehearsal=rehearsal,
        broken=tuple(broken_rules(conversation, load, rehearsal, steps)),
        answers=tuple(row_of(step) for step in steps),
        extracted=extracted,
    )
