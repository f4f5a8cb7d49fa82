"""Background work on bids: a task calls one service."""

from celery import shared_task
from django.utils import timezone

from bids.models import Outreach
from bids.services import bids, booking, outreach, outreach_calls, price_talks
from organizations.models import Organization
from organizations.tenancy.actors import system
from organizations.tenancy.queueing import OrganizationTask, SweepTask, prompt


@shared_task(base=SweepTask)
def expire_overdue_bids() -> None:
    """Expire a batch of bids that nobody decided on."""
    bids.expire_overdue_bids(by=system("sweep"), at=timezone.now())


@shared_task(base=SweepTask)
def close_overdue_price_talks() -> None:
    """Close a batch of price talks that nobody went on with."""
    price_talks.close_overdue_price_talks(by=system("sweep"), at=timezone.now())


@shared_task(base=OrganizationTask, time_limit=60)
def advance_outreach(organization_id: int, outreach_id: int) -> None:
    """Take an outreach on: something has happened to one of its calls."""
    outreach_calls.advance_outreach(outreach_id=outreach_id, by=system("outreach"), at=timezone.now())


@shared_task(base=OrganizationTask, time_limit=60)
def follow_load(organization_id: int, load_id: int) -> None:
    """Something has happened to a load: take its outreach on, or begin one where rules say so.

    A booking that may be undone is left alone until it may not be any more; if that message gets lost, the sweep of
    outreaches does it.
    """
    by, at = system("outreach"), timezone.now()
    if until := booking.untold_until(load_id, at=at):
        follow_load.apply_async((organization_id, load_id), eta=until)
        return
    unfinished = Outreach.objects.filter(load=load_id, status__in=Outreach.lifecycle.unfinished)
    for outreach_id in unfinished.values_list("pk", flat=True):
        outreach_calls.advance_outreach(outreach_id=outreach_id, by=by, at=at)
        return
    organization = Organization.objects.get(pk=organization_id)
    outreach.start_automatic_outreaches(organization=organization, load_id=load_id, by=by, at=at)


@shared_task(base=OrganizationTask, time_limit=120)
def start_outreaches(organization_id: int) -> None:
    """Begin outreaches by rule."""
    organization = Organization.objects.get(pk=organization_id)
    outreach.start_automatic_outreaches(organization=organization, by=system("outreach"), at=timezone.now())


@shared_task(base=SweepTask, time_limit=120)
def sweep_outreaches() -> None:
    """Take on every outreach that goes on, whatever message was lost, and begin those that rules ask for."""
    for organization_id, outreach_id in outreach_calls.outreaches_to_look_after():
        prompt("bids.tasks.advance_outreach", organization_id, outreach_id)
    for organization_id in outreach.organizations_with_rules():
        prompt("bids.tasks.start_outreaches", organization_id)
