"""Calling one carrier about the load, through the same door as a client's request."""

from datetime import datetime, timedelta

from django.db.models import Q

from bids.models import Outreach, OutreachCandidate
from bids.outreach.ending import skip
from bids.outreach.holding import FACT
from bids.states import CandidateOutcome, CandidateStatus
from calls.policy import NotAllowed, NotDialable, read_destination
from calls.services import (
    AgentInactive,
    LoadUnavailable,
    LoadUnknown,
    NoNumber,
    request_carrier_sales_call,
)
from loads.models import Load
from organizations.actors import Actor
from organizations.lifecycle import move

LIMITS = ("call_limit_reached",)  # of the organization, mostly: whoever is next would be refused too
OUTCOMES = {"do_not_call": CandidateOutcome.OPTED_OUT}


class LoadGone(RuntimeError):
    """Nobody may be called about the load any more."""


class Unable(RuntimeError):
    """The organization has no agent or number to call with."""


class Wait(RuntimeError):
    """Not now: `again` is when, if anybody can tell; `is_for_all`: nobody else could be called either."""

    def __init__(self, detail: str, again: datetime | None, *, is_for_all: bool) -> None:
        super().__init__(detail)
        self.again = again
        self.is_for_all = is_for_all


def call_carrier(
    turn: OutreachCandidate, *, outreach: Outreach, load: Load, pause: timedelta, by: Actor, at: datetime
) -> bool:
    """Queue the call of a waiting turn, or pass it over; whether it is called.

    The caller has locked the organization's requests, the outreach and the load. Raises Wait, LoadGone or Unable.
    """
    if turn.carrier.is_refused:
        skip(turn, CandidateOutcome.NOT_QUALIFIED, "The carrier doesn’t pass vetting.", by=by, at=at)
        return False
    if other := _called_lately(turn, pause, at):
        words = f"Called about load {other.outreach.load.external_id} shortly before."
        skip(turn, CandidateOutcome.CALLED_LATELY, words, by=by, at=at)
        return False
    request = {
        "loadId": load.external_id,
        "dotNumber": turn.carrier.dot_number,
        "toPhone": turn.phone,
        "metadata": {"outreachId": outreach.pk},
    }
    try:
        call = request_carrier_sales_call(
            organization=outreach.organization,
            destination=read_destination(turn.phone),
            request=request,
            input_data=request,
            facts={FACT: outreach.pk, "mcNumber": turn.carrier.mc_number},
            by=by,
            at=at,
        )
    except NotAllowed as error:
        reason = error.reason
        if reason.code in LIMITS or reason.retry_at is not None:
            raise Wait(str(error), reason.retry_at, is_for_all=reason.code in LIMITS) from None
        skip(turn, OUTCOMES.get(reason.code, CandidateOutcome.NOT_ALLOWED), str(error), by=by, at=at)
        return False
    except NotDialable as error:
        skip(turn, CandidateOutcome.NOT_ALLOWED, str(error), by=by, at=at)
        return False
    except (LoadUnavailable, LoadUnknown) as error:
        raise LoadGone(str(error)) from None
    except (AgentInactive, NoNumber) as error:
        raise Unable(str(error)) from None
    moved = move(
        turn,
        CandidateStatus.CALLING,
        by=by,
        at=at,
        conversation=call.conversation,
        called_at=at,
        not_before=None,
        detail="",
    )
    assert moved, "the outreach is locked"
    return True


def _called_lately(turn: OutreachCandidate, pause: timedelta, at: datetime) -> OutreachCandidate | None:
    """The carrier's turn in another outreach, by name or number, that goes on or was within the pause."""
    others = OutreachCandidate.objects.filter(
        Q(carrier=turn.carrier_id) | Q(phone=turn.phone),
        Q(called_at__gt=at - pause) | Q(status=CandidateStatus.CALLING),
    )
    return others.exclude(outreach=turn.outreach_id).select_related("outreach__load").order_by("pk").first()
