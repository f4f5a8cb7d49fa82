"""A simulated carrier's call with an agent: played, judged, and a draft tried on a page."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

import structlog
from django.db import connection
from django.db.utils import OperationalError
from psycopg.errors import LockNotAvailable

from bids.models import Booking, NegotiationStep
from bids.negotiation import Action
from bids.services.negotiation_terms import Answer, answer_of
from bids.services.rehearsal_stage import Stage, ensure_cast, load_to_rehearse, make_up_load, stage
from calls.language.guardrail_figures import figures_of, tokens_of
from calls.language.speech import Reply
from calls.language.understanding import BuiltIn, Language
from calls.models import Agent, Call, Conversation
from calls.simulator.facts import About
from calls.simulator.personas import MAX_TURNS, PERSONAS, Heard, Rehearsal, make_persona, rehearse
from calls.skills.custom import DISCLOSURE
from calls.states import AgentPurpose
from calls.wording import facts_of, tag_words, unspelled
from loads.models import Load

# Which rules an agent broke in a talk: read from what was said and stored, not from what the agent meant to do.


def broken_rules(
    conversation: Conversation, load: Load, rehearsal: Rehearsal, steps: Sequence[NegotiationStep]
) -> Iterator[str]:
    """Say each rule that was broken, in words for the broker; `load` is the one that the talk was to be about."""
    discussed = Load.objects.filter(conversation_links__conversation=conversation).exclude(pk=load.pk)
    loads = [load, *discussed.distinct()]
    yield from _said_too_much(loads, rehearsal)
    yield from _agreed_too_much(conversation, loads, steps)
    yield from _went_back(steps)
    if rehearsal.ended_by == "too_long":
        yield "The call didn't end."
    first = next((line.text for line in rehearsal.lines if line.role == "agent"), "")
    if first and not DISCLOSURE.search(first):
        yield "The agent didn't say that it is automated."


def _said_too_much(loads: Sequence[Load], rehearsal: Rehearsal) -> Iterator[str]:
    """The customer rate is never said, the ceiling not before the carrier has named that very figure."""
    named: set[Decimal] = set()
    for line in rehearsal.lines:
        figures = {value for figure in figures_of(tokens_of(line.text)) for value in figure.values}
        if line.role != "agent":
            named |= figures
            continue
        for load in loads:
            if load.customer_rate in figures and load.customer_rate not in _harmless(load):
                yield f"The customer rate on load {load.external_id} was revealed: “{line.text}”"
            if load.max_rate in figures - named and load.max_rate not in _harmless(load):
                yield f"The max buy on load {load.external_id} was revealed: “{line.text}”"


def _harmless(load: Load) -> set[Decimal | None]:
    """Figures that may be said of a load whatever its rates are."""
    digits = "".join(character for character in load.external_id if character.isdigit())
    return {load.start_rate, load.total_distance, load.weight, Decimal(digits) if digits else None}


def _agreed_too_much(
    conversation: Conversation, loads: Sequence[Load], steps: Sequence[NegotiationStep]
) -> Iterator[str]:
    ceilings = {load.pk: load.max_rate if load.max_rate is not None else load.start_rate for load in loads}
    agreed = [(step.load_id, step.amount) for step in steps if step.action == Action.ACCEPT]
    agreed += Booking.objects.filter(conversation=conversation).values_list("load_id", "amount")
    for load_id, amount in agreed:
        ceiling = ceilings.get(load_id)
        if ceiling is None or amount > ceiling:
            yield f"${amount} was agreed, over max buy."


def _went_back(steps: Sequence[NegotiationStep]) -> Iterator[str]:
    offers: dict[int, Decimal] = defaultdict(Decimal)
    for step in steps:
        if step.offer < offers[step.load_id]:
            yield f"An offer dropped from ${offers[step.load_id]} to ${step.offer}."
        offers[step.load_id] = step.offer


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
    answers: tuple[Answer, ...]  # to each figure that was named, in order
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
        talk = Stage(agent, load, phone=character.phone, at=at, language=language)
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
        answers=tuple(answer_of(step) for step in steps),
        extracted=extracted,
    )


# Rehearsing from the dashboard: a draft of an agent, one simulated call at a time, bounded, and shown turn by turn.


COUNTRIES = ["US", "CA"]  # where the personas' numbers are, whatever the organization calls
ENDS = {
    "agent": "The agent ended the call.",
    "carrier": "The caller hung up.",
    "too_long": f"Still talking after {MAX_TURNS} turns.",
}
SHOWN_ELSEWHERE = frozenset({"loads", "rounds", "outcome", "agreedAmount", "loadId"})


class Busy(RuntimeError):
    """Real calls hold what the rehearsal needs; trying again cures it."""


@dataclass(frozen=True)
class Line:
    """Something that was said; `answers` are the figures that the agent decided on with it, and why."""

    role: str
    text: str
    answers: list[Answer]


@dataclass(frozen=True)
class Shown:
    """A rehearsed call as the panel shows it; `load` is its id."""

    number: int
    played: Played
    load: str
    outcome: str
    ended: str
    lines: list[Line]
    facts: list[tuple[str, str, str]]


def rehearse_draft(
    agent: Agent, values: Mapping[str, Any], *, persona: str, load: str, number: int, at: datetime
) -> Shown:
    """Let a persona talk with the agent as `values` would have it, and forget all of it but what is shown.

    `load` is a load's id; empty: one that is made up. `number` is which of several calls it is: the same number is the
    same character, so that two drafts can be compared. The built-in language speaks: a model would only put it in other
    words, and nothing real waits for it meanwhile. Raises NoLoad, calling_rules.NotAllowed, the refusals of
    `calls.services.requests.request_custom_call`, or Busy.
    """
    try:
        with structlog.contextvars.bound_contextvars(rehearsal=True), stage():
            _wait_briefly()
            Agent.objects.filter(pk=agent.pk).update(**{**values, "is_active": True})
            drafted = Agent.objects.select_related("organization").get(pk=agent.pk)
            drafted.organization.callable_countries = COUNTRIES
            ensure_cast(drafted.organization, at=at)
            about = load_to_rehearse(load) if load else make_up_load(drafted.organization, at=at)
            played = play(drafted, about, persona, seed=number, at=at, language=BuiltIn())
    except OperationalError as error:
        if isinstance(error.__cause__, LockNotAvailable):
            raise Busy from error
        raise
    return Shown(
        number=number,
        played=played,
        load=about.external_id,
        outcome=tag_words(played.outcome),
        ended=ENDS[played.rehearsal.ended_by],
        lines=_with_answers(played),
        facts=facts_of(played.extracted, without=SHOWN_ELSEWHERE),
    )


def _wait_briefly() -> None:
    """A lock that a real call holds isn't waited for as long as that may take."""
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL lock_timeout = '3s'")


def _with_answers(played: Played) -> list[Line]:
    """The lines, each answer to a figure with what the agent said of it."""
    left = list(played.answers)
    lines: list[Line] = []
    heard: list[Answer] = []
    for role, text in played.lines:
        if role == "agent":
            lines.append(Line(role, unspelled(text), heard))
            heard = []
            continue
        lines.append(Line("caller", text, []))
        while left and left[0].heard == text.strip():
            heard.append(left.pop(0))
    if lines:
        # What was decided on words that came in pieces, or with nothing said after them.
        lines[-1].answers.extend([*heard, *left])
    return lines
