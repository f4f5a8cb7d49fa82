"""When a round of calls is over, and what is done then."""

from datetime import datetime

import structlog

from bids.models import Outreach, OutreachCandidate
from bids.states import CandidateOutcome, CandidateStatus, OutreachStatus, StopReason
from loads.models import Load
from loads.states import SETTLED_STATUSES, LoadStatus
from organizations.actors import Actor
from organizations.lifecycle import move

log = structlog.get_logger(__name__)


def why_over(load: Load) -> StopReason | None:
    """Why nobody is called about a load any more, by what stands in its own row; None where carriers may be."""
    if load.is_locked:
        return StopReason.LOAD_LOCKED
    if load.is_held:
        return StopReason.LOAD_HELD
    if load.status in SETTLED_STATUSES:
        return StopReason.LOAD_COVERED
    if load.status != LoadStatus.UNASSIGNED or not load.is_outbound_sales_enabled or not load.is_complete:
        return StopReason.LOAD_WITHDRAWN
    return None


def end_outreach(
    outreach: Outreach,
    status: OutreachStatus,
    *,
    reason: StopReason | None = None,
    by: Actor,
    at: datetime,
) -> None:
    """End a locked one; whoever waited isn't called, and bids that were held are bids like others."""
    moved = move(
        outreach,
        status,
        by=by,
        at=at,
        reason=reason or "",
        stop_reason=reason or "",
        hold_until=None,
        ended_at=at,
    )
    assert moved, "the row is locked"
    for turn in OutreachCandidate.objects.filter(outreach=outreach, status=CandidateStatus.WAITING):
        skip(turn, CandidateOutcome.NOT_NEEDED, "The calls ended before its turn.", by=by, at=at)
    held = OutreachCandidate.objects.filter(outreach=outreach, outcome=CandidateOutcome.AGREED)
    held.update(outcome=CandidateOutcome.BID)
    log.info("outreach ended", outreach=outreach.pk, status=status, reason=reason or "")


def skip(turn: OutreachCandidate, outcome: CandidateOutcome, detail: str, *, by: Actor, at: datetime) -> None:
    """Pass a carrier over, for good."""
    moved = move(
        turn,
        CandidateStatus.SKIPPED,
        by=by,
        at=at,
        reason=detail[:200],
        outcome=outcome,
        detail=detail[:200],
        finished_at=at,
    )
    assert moved, "the outreach is locked"
