"""Rehearsing from the dashboard: a draft of an agent, one simulated call at a time, bounded, and shown turn by turn."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from django.db import connection
from django.db.utils import OperationalError
from psycopg.errors import LockNotAvailable

from bids.receipts import Row
from bids.rehearsal.books import ensure_cast, make_up_load
from bids.rehearsal.playing import Played, play
from bids.rehearsal.staging import load_to_rehearse, stage
from calls.exchange.rehearse import MOST_TURNS
from calls.language.understanding import BuiltIn
from calls.models import Agent
from calls.wording import facts_of, tag_words

COUNTRIES = ["US", "CA"]  # where the personas' numbers are, whatever the organization calls
ENDS = {
    "agent": "The agent ended the call.",
    "carrier": "The other side hung up.",
    "too_long": f"Neither had hung up after {MOST_TURNS} turns.",
}
SHOWN_ELSEWHERE = frozenset({"loads", "rounds", "outcome", "agreedAmount", "loadId"})


class Busy(RuntimeError):
    """Real calls hold what the rehearsal needs; trying again cures it."""


@dataclass(frozen=True)
class Line:
    """Something that was said; `answers` are the figures that the agent decided on with it, and why."""

    role: str
    text: str
    answers: list[Row]


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
    words, and nothing real waits for it meanwhile. Raises NoLoad, policy.NotAllowed, the refusals of
    `calls.services.request_custom_call`, or Busy.
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
    heard: list[Row] = []
    for role, text in played.lines:
        if role == "agent":
            lines.append(Line(role, text, heard))
            heard = []
            continue
        lines.append(Line("caller", text, []))
        while left and left[0].heard == text.strip():
            heard.append(left.pop(0))
    if lines:
        # What was decided on words that came in pieces, or with nothing said after them.
        lines[-1].answers.extend([*heard, *left])
    return lines
