"""Why a load wasn't covered by the agent: one reason for each, by a rule over what its talks came to. Pure.

The talk that came nearest to a booking decides: what stopped it is what lost the load. docs/lost-loads.md has the rule
in words.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from enum import IntEnum

from django.db import models


class Reason(models.TextChoices):
    """What lost the load, the nearest to a booking first."""

    DECISION = "decision", "Handed off to your team"
    RATE = "rate", "Rate too high"
    AGENT = "agent", "Call dropped"
    VETTING = "vetting", "Carrier not approved"
    EQUIPMENT = "equipment", "Wrong equipment"
    TIMING = "timing", "Timing or location"
    COVERED_FIRST = "covered_first", "Already covered"
    NOT_REACHED = "not_reached", "Couldn’t reach anyone"
    NO_CARRIERS = "no_carriers", "No carriers called"


class End(models.TextChoices):
    """How a load ended; booked by the agent, or without it, it isn't lost."""

    BOOKED = "booked", "Booked by AI agent"
    UNTOUCHED = "untouched", "Booked by your team, no AI agent calls"
    ELSEWHERE = "elsewhere", "Covered outside Loadline"
    BY_TEAM = "by_team", "Booked by your team"
    NEVER = "never", "Never covered"


class Reached(IntEnum):
    """How near a talk came to a booking, and so what stopped it; the greatest decides."""

    FAILED = 1  # the call itself
    NOBODY = 2
    TOO_LATE = 3  # the load was covered by then
    NOT_INTERESTED = 4  # before any price
    NO_TRAILER = 5
    NOT_QUALIFIED = 6
    BROKE_OFF = 7
    CALLBACK_OWED = 8
    RATE_REFUSED = 9  # without naming another
    WITH_A_PERSON = 10  # transferred before the carrier named a rate
    TOO_HIGH = 11
    WITHIN_LIMIT = 12  # an ask at or under max buy that waited for a person
    AGREED = 13


REASONS = {
    Reached.FAILED: Reason.AGENT,
    Reached.NOBODY: Reason.NOT_REACHED,
    Reached.TOO_LATE: Reason.COVERED_FIRST,
    Reached.NOT_QUALIFIED: Reason.VETTING,
    Reached.NO_TRAILER: Reason.EQUIPMENT,
    Reached.NOT_INTERESTED: Reason.TIMING,
    Reached.BROKE_OFF: Reason.AGENT,
    Reached.CALLBACK_OWED: Reason.DECISION,
    Reached.RATE_REFUSED: Reason.RATE,
    Reached.TOO_HIGH: Reason.RATE,
    Reached.WITH_A_PERSON: Reason.DECISION,
    Reached.WITHIN_LIMIT: Reason.DECISION,
    Reached.AGREED: Reason.DECISION,
}


@dataclass(frozen=True, slots=True)
class TalkAbout:
    """A talk about the load, as stored: `tags` and `outcome` (of this load, where the agent noted one) are codes.

    `call_status` is empty for e-mail; `ask` the carrier's last figure in dollars, `is_agreed` that both sides said yes.
    """

    pk: int
    at: datetime
    tags: frozenset[str] = frozenset()
    outcome: str = ""
    call_status: str = ""
    ask: Decimal | None = None
    is_agreed: bool = False
    was_transferred: bool = False


@dataclass(frozen=True, slots=True)
class Lost:
    """The one reason; `gap` is by how much the lowest ask was above the limit, where the rate was it."""

    reason: Reason
    gap: Decimal | None = None
    talk: int | None = None  # the conversation that proves it


NOT_REACHED_TAGS = {"no_answer", "busy", "voicemail", "wrong_number"}
TALKED = {"", "COMPLETED", "FAILED"}
UNANSWERED_TAGS = {"quote_sent", "follow_up"}  # of an email that nothing else is known of


def reached(talk: TalkAbout, *, limit: Decimal | None, ended_at: datetime) -> Reached:
    """How near the talk came; `limit` is the most that the agent might have agreed to, None where there was no rate."""
    is_over = limit is None or (talk.ask is not None and talk.ask > limit)
    steps = (
        (Reached.TOO_LATE, talk.at >= ended_at),
        (Reached.AGREED, talk.is_agreed),
        (Reached.WITHIN_LIMIT, talk.ask is not None and not is_over),
        (Reached.TOO_HIGH, talk.ask is not None),
        (Reached.WITH_A_PERSON, talk.was_transferred),
        (Reached.TOO_LATE, talk.outcome == "load_unavailable"),
        (Reached.NO_TRAILER, talk.outcome == "wrong_equipment"),
        (Reached.RATE_REFUSED, "rate_rejected" in talk.tags),
        (Reached.CALLBACK_OWED, "callback_requested" in talk.tags),
        (Reached.BROKE_OFF, "dropped" in talk.tags),
        (Reached.NOT_QUALIFIED, "carrier_not_qualified" in talk.tags),
        (Reached.TOO_LATE, "load_unavailable" in talk.tags),
        (Reached.NOBODY, bool(talk.tags & NOT_REACHED_TAGS) or talk.call_status not in TALKED),
        (Reached.NOBODY, not talk.call_status and bool(talk.tags) and talk.tags <= UNANSWERED_TAGS),
        (Reached.FAILED, talk.call_status == "FAILED"),
    )
    return next((step for step, applies in steps if applies), Reached.NOT_INTERESTED)


def judge(
    talks: Iterable[TalkAbout],
    *,
    end: End,
    ended_at: datetime,
    limit: Decimal | None,
    booked_for: Decimal | None = None,
    booked_in: int | None = None,
    was_calling: bool = False,
) -> Lost:
    """The reason of a load that the agent didn't book; the same for the talks in any order.

    `booked_for` and `booked_in` are what the team closed it for, and the talk whose offer that was. `was_calling` says
    that carriers were still to be called when it was covered elsewhere.
    """
    talks = list(talks)
    if end == End.BY_TEAM and booked_in is not None and booked_for is not None:
        if limit is not None and booked_for > limit:
            return Lost(Reason.RATE, booked_for - limit, booked_in)
        return Lost(Reason.DECISION, None, booked_in)
    if not talks:
        return Lost(Reason.COVERED_FIRST if was_calling and end != End.NEVER else Reason.NO_CARRIERS)
    # Of those that came as near: the lowest ask, then the last talk.
    how_near, _, _, talk = max(
        (reached(each, limit=limit, ended_at=ended_at), -(each.ask or 0), (each.at, each.pk), each)
        for each in talks
    )
    gap = talk.ask - limit if how_near == Reached.TOO_HIGH and talk.ask and limit is not None else None
    return Lost(REASONS[how_near], gap, talk.pk)
