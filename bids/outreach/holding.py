"""What a talk on the phone needs to know of the round of calls that it belongs to."""

from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from django.db.models import Q

from bids.models import Bid, OutreachCandidate
from bids.outreach.rules import rules_of
from bids.states import CandidateStatus
from calls.models import Conversation
from organizations import live
from organizations.tasks import prompt

FACT = "outreach"  # in the facts of a call: the key of its outreach


@dataclass(frozen=True, slots=True)
class Turn:
    """A call's place in an outreach that goes on; `is_contested`: another carrier has agreed to a figure already."""

    pk: int
    outreach_id: int
    is_contested: bool
    lowest: Decimal | None  # that another one has agreed to
    has_company: bool  # others are called, who haven't agreed to anything yet


def turn_of(conversation: Conversation) -> Turn | None:
    """Return the place of the conversation's call; None where it has none, or the outreach has ended."""
    facts = conversation.skill_state.get("facts") or {}
    if FACT not in facts:
        return None
    own = OutreachCandidate.objects.select_related("outreach").filter(conversation=conversation).first()
    if own is None or own.outreach.is_finished:
        return None
    others = OutreachCandidate.objects.filter(
        Q(status=CandidateStatus.CALLING) | Q(agreed_at__isnull=False), outreach=own.outreach_id
    ).exclude(pk=own.pk)
    rows = list(others.values_list("agreed_at", "ask"))
    asks = [ask for agreed_at, ask in rows if agreed_at is not None]
    return Turn(own.pk, own.outreach_id, bool(asks), min(asks, default=None), len(asks) < len(rows))


def hold_bid(turn: Turn, *, bid: Bid, amount: Decimal, at: datetime) -> int:
    """Keep a bid that both sides agree on until the others have answered; within how many minutes that is.

    0: it isn't held but to be booked, since the organization's rules want that, or nobody is left who could do better.
    """
    minutes = rules_of(bid.organization_id).hold_minutes
    is_lowest = turn.lowest is None or amount < turn.lowest
    if not minutes or (is_lowest and not turn.has_company):
        return 0
    OutreachCandidate.objects.filter(pk=turn.pk).update(bid=bid, ask=amount, agreed_at=at)
    live.changed(bid.organization_id, f"outreach:{turn.outreach_id}")
    prompt("bids.tasks.advance_outreach", bid.organization_id, turn.outreach_id)
    return minutes
