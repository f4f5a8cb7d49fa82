"""Outreach about a load: begun by a click or by rule, held for a talk, ended."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from bids import events
from bids.candidates import ranked_candidates
from bids.models import (
    Bid,
    Booking,
    CandidateStatusChange,
    EndedBooking,
    Outreach,
    OutreachCandidate,
    OutreachRules,
)
from bids.states import (
    MAX_OUTREACH_DURATION,
    BookingEnd,
    CandidateOutcome,
    CandidateStatus,
    OutreachStatus,
    StopReason,
)
from calls.calling_rules import NotAllowed, NotDialable, read_destination
from calls.models import Conversation
from calls.services.dialing import NotReady
from calls.services.requests import LoadUnavailable, LoadUnknown, request_carrier_sales_call
from calls.skill import SalesFacts
from loads.models import SETTLED_STATUSES, Load, LoadStatus
from loads.rates import lacking_words
from organizations import audit
from organizations.models import Organization
from organizations.tenancy import live_updates
from organizations.tenancy.actors import Actor
from organizations.tenancy.lifecycle import move, start
from organizations.tenancy.queueing import prompt

# When a round of calls is over, and what is done then.

log = structlog.get_logger(__name__)


def why_over(load: Load) -> StopReason | None:
    """Why nobody is called about a load any more, by what stands in its own row; None where carriers may be."""
    if load.is_locked:
        return StopReason.LOAD_LOCKED
    if load.is_held:
        return StopReason.LOAD_HELD
    if load.status in SETTLED_STATUSES:
        return StopReason.LOAD_COVERED
    if not load.is_released:
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
        skip(turn, CandidateOutcome.NOT_NEEDED, "Calling ended before its turn.", by=by, at=at)
    held = OutreachCandidate.objects.filter(outreach=outreach, outcome=CandidateOutcome.AGREED)
    held.update(outcome=CandidateOutcome.BID)
    events.outreach_ended(outreach, at=at)
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


# What an organization's outreach goes by.


def rules_of(organization: Organization | int) -> OutreachRules:
    """Return the rules of the organization (or of that id): its own row, or the defaults, unsaved, without one."""
    pk = organization if isinstance(organization, int) else organization.pk
    found = OutreachRules.unscoped.filter(organization=pk).first()
    return found or OutreachRules(organization_id=pk)


MAX_STARTED = 20  # by rule, in one sweep of an organization


class NotPossible(RuntimeError):
    """Nobody may be called about this load as it stands: `str()` says why, in words for a broker."""


def start_outreach(*, load: Load, by: Actor, at: datetime) -> Outreach:
    """Begin to call carriers about the load; the first calls are placed by a task once that is committed.

    Steps: locks the load and holds it against what an outreach needs; ranks the carriers that fit; writes the round
    with all of them. Where nobody fits it ends at once, as exhausted. Raises NotPossible; of two at once one begins.
    """
    with transaction.atomic():
        locked = Load.objects.select_for_update(no_key=True, of=("self",))
        load = locked.select_related("organization", "origin_place", "destination_place").get(pk=load.pk)
        rules = rules_of(load.organization_id)
        if words := words_against(load, rules, at=at):
            raise NotPossible(words)
        outreach = Outreach(
            organization=load.organization,
            load=load,
            started_by=str(by),
            started_at=at,
            deadline=_deadline(load, rules, at),
        )
        start(outreach, by=by, at=at)
        _write_candidates(outreach, rules, by=by, at=at)
        audit.record(
            organization=load.organization,
            action="outreach.started",
            subject=outreach,
            by=by,
            at=at,
            load=load.external_id,
        )
        prompt("bids.tasks.advance_outreach", load.organization_id, outreach.pk)
    log.info("outreach started", outreach=outreach.pk, load=load.pk)
    return outreach


def stop_outreach(*, outreach_id: int, by: Actor, at: datetime) -> None:
    """End it: nobody else is called, phones that ring are hung up, talks go on. Does nothing where it has ended."""
    with transaction.atomic():
        outreach = Outreach.objects.select_for_update(no_key=True).get(pk=outreach_id)
        if outreach.is_finished:
            return
        end_outreach(outreach, OutreachStatus.STOPPED, reason=StopReason.BY_USER, by=by, at=at)
        audit.record(
            organization=outreach.organization, action="outreach.stopped", subject=outreach, by=by, at=at
        )
        prompt("bids.tasks.advance_outreach", outreach.organization_id, outreach.pk)


def start_automatic_outreaches(
    *, organization: Organization, load_id: int | None = None, by: Actor, at: datetime
) -> int:
    """Begin one for each load that is waiting for it (or this one alone), where rules say so; how many it were.

    A load has one by rule; another one only where the last was stopped since the load was locked, put on hold or
    withdrawn, or had ended before the load's carrier fell off, and the load is open again.
    """
    rules = rules_of(organization)
    if not rules.is_automatic or organization.is_suspended:
        return 0
    outreaches = Outreach.objects.filter(load=OuterRef("pk"))
    paused = Q(stop_reason__in=(StopReason.LOAD_LOCKED, StopReason.LOAD_HELD, StopReason.LOAD_WITHDRAWN))
    fallen = EndedBooking.objects.filter(
        load=OuterRef("load"), how=BookingEnd.FELL_OFF, ended_at__gte=OuterRef("ended_at")
    )
    waiting = Load.objects.filter(
        ~Exists(outreaches.exclude(paused).exclude(Exists(fallen))),
        ~Exists(Booking.objects.filter(load=OuterRef("pk"))),
        status=LoadStatus.UNASSIGNED,
        is_locked=False,
        held_at=None,
        is_outbound_sales_enabled=True,
        pickup_at__gt=at + timedelta(hours=rules.least_hours),
    )
    # Those that lack something would stand before all others, for ever.
    waiting = waiting.complete().order_by("pickup_at", "pk")
    if load_id is not None:
        waiting = waiting.filter(pk=load_id)
    started = 0
    for load in waiting[:MAX_STARTED]:
        try:
            start_outreach(load=load, by=by, at=at)
            started += 1
        except NotPossible as error:  # it changed meanwhile, or lacks something
            log.info("no outreach", load=load.pk, reason=str(error))
    return started


def organizations_with_rules() -> list[int]:
    """Return the organizations whose outreaches begin by rule."""
    rules = OutreachRules.unscoped.filter(is_automatic=True, organization__suspended_at=None)
    return list(rules.order_by("organization_id").values_list("organization_id", flat=True))


def words_against(load: Load, rules: OutreachRules, *, at: datetime) -> str:
    """Why no outreach may begin for the load now, in words; empty where one may."""
    if Outreach.objects.filter(load=load, status__in=Outreach.lifecycle.unfinished).exists():
        return "Carriers are already being called on this load."
    if Booking.objects.filter(load=load).exists():
        return "This load is booked."
    if not load.is_outbound_sales_enabled:
        return "Your TMS hasn’t turned on outbound for this load."
    reason = why_over(load)
    if reason == StopReason.LOAD_WITHDRAWN and load.is_quote:
        return "This load is still a quote. You can call these carriers once it’s awarded."
    if reason == StopReason.LOAD_WITHDRAWN and load.lacking:
        return f"Missing info: {', '.join(lacking_words(load))}."
    if reason:
        is_withdrawn = reason == StopReason.LOAD_WITHDRAWN
        return "This load isn’t available to carriers right now." if is_withdrawn else str(reason.label)
    if load.pickup_at is not None and _deadline(load, rules, at) <= at:
        return "Too close to pickup to start calling."
    return ""


def _deadline(load: Load, rules: OutreachRules, at: datetime) -> datetime:
    latest = at + MAX_OUTREACH_DURATION
    if load.pickup_at is None:
        return latest
    return min(latest, load.pickup_at - timedelta(hours=rules.least_hours))


def _write_candidates(outreach: Outreach, rules: OutreachRules, *, by: Actor, at: datetime) -> None:
    ranked = ranked_candidates(outreach.load, rules, at=at)
    turns = OutreachCandidate.objects.bulk_create(
        OutreachCandidate(
            organization_id=outreach.organization_id,
            outreach=outreach,
            carrier_id=each.facts.pk,
            rank=place,
            reasons=[{"code": code, "words": words} for code, words in each.reasons],
            phone=each.facts.phone,
            status_changed_at=at,
        )
        for place, each in enumerate(ranked, start=1)
    )
    CandidateStatusChange.objects.bulk_create(
        CandidateStatusChange(
            organization_id=outreach.organization_id,
            candidate=turn,
            old="",
            new=CandidateStatus.WAITING,
            by=str(by),
            at=at,
        )
        for turn in turns
    )


# What a talk on the phone needs to know of the round of calls that it belongs to.


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
    if SalesFacts.from_state(conversation.skill_state).outreach_id is None:
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
    live_updates.changed(bid.organization_id, f"outreach:{turn.outreach_id}")
    prompt("bids.tasks.advance_outreach", bid.organization_id, turn.outreach_id)
    return minutes


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
        skip(turn, CandidateOutcome.NOT_QUALIFIED, "Carrier isn’t approved.", by=by, at=at)
        return False
    if other := _called_lately(turn, pause, at):
        words = f"Called about load {other.outreach.load.external_id} just now."
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
            mc_number=turn.carrier.mc_number,
            outreach_id=outreach.pk,
            by=by,
            at=at,
        )
    except NotAllowed as error:
        reason = error.reason
        # A limit of the organization, mostly: whoever is next would be refused too.
        is_for_all = reason.code == "call_limit_reached"
        if is_for_all or reason.retry_at is not None:
            raise Wait(str(error), reason.retry_at, is_for_all=is_for_all) from None
        is_opted_out = reason.code == "do_not_call"
        outcome = CandidateOutcome.OPTED_OUT if is_opted_out else CandidateOutcome.NOT_ALLOWED
        skip(turn, outcome, str(error), by=by, at=at)
        return False
    except NotDialable as error:
        skip(turn, CandidateOutcome.NOT_ALLOWED, str(error), by=by, at=at)
        return False
    except (LoadUnavailable, LoadUnknown) as error:
        raise LoadGone(str(error)) from None
    except NotReady as error:
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
