"""Beginning an outreach, by a person's click or by rule, and ending it by hand."""

from datetime import datetime, timedelta

import structlog
from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from bids.models import (
    Booking,
    CandidateStatusChange,
    Outreach,
    OutreachCandidate,
    OutreachRules,
)
from bids.outreach.candidates import ranked_candidates
from bids.outreach.ending import end_outreach, why_over
from bids.outreach.rules import rules_of
from bids.states import LONGEST_OUTREACH, CandidateStatus, OutreachStatus, StopReason
from loads.models import Load
from loads.states import LoadStatus
from organizations import audit
from organizations.actors import Actor
from organizations.lifecycle import start
from organizations.models import Organization
from organizations.tasks import prompt

log = structlog.get_logger(__name__)

MOST_STARTED = 20  # by rule, in one sweep of an organization


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
    withdrawn, and is open again.
    """
    rules = rules_of(organization)
    if not rules.is_automatic or organization.is_suspended:
        return 0
    outreaches = Outreach.objects.filter(load=OuterRef("pk"))
    paused = Q(stop_reason__in=(StopReason.LOAD_LOCKED, StopReason.LOAD_HELD, StopReason.LOAD_WITHDRAWN))
    waiting = Load.objects.filter(
        ~Exists(outreaches.exclude(paused)),
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
    for load in waiting[:MOST_STARTED]:
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
        return "Carriers are being called about this load already."
    if Booking.objects.filter(load=load).exists():
        return "This load is booked."
    if not load.is_outbound_sales_enabled:
        return "Your TMS doesn’t allow the agent to call carriers about this load."
    if reason := why_over(load):
        return str(reason.label)
    if load.pickup_at is not None and _deadline(load, rules, at) <= at:
        return "It is too late: the pickup is too near."
    return ""


def _deadline(load: Load, rules: OutreachRules, at: datetime) -> datetime:
    latest = at + LONGEST_OUTREACH
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
