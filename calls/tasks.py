"""Background work on calls: each task takes ids, opens the organization's scope and calls one service."""

from celery import shared_task
from django.utils import timezone

from calls.services import dialing, recordings, sweep
from organizations.tenancy.actors import system
from organizations.tenancy.queueing import OrganizationTask, SweepTask


@shared_task(base=OrganizationTask)
def place_call(organization_id: int, call_id: int) -> None:
    """Dial a queued call."""
    dialing.place_call(call_id=call_id, by=system("worker"), at=timezone.now())


@shared_task(base=OrganizationTask)
def leave_voicemail(organization_id: int, call_id: int) -> None:
    """Leave the agent's message on a machine."""
    dialing.leave_voicemail(call_id=call_id, by=system("worker"), at=timezone.now())


@shared_task(base=OrganizationTask)
def carry_out_order(organization_id: int, call_id: int) -> None:
    """Hang up or hand over a live call, as somebody asked."""
    dialing.carry_out_order(call_id=call_id, at=timezone.now())


@shared_task(base=OrganizationTask, time_limit=300)
def fetch_recording(organization_id: int, call_id: int) -> None:
    """Bring a recording into our own storage."""
    recordings.fetch_recording(call_id=call_id, at=timezone.now())


@shared_task(base=SweepTask, time_limit=120)
def sweep_calls() -> None:
    """Look after calls that nothing has been heard of."""
    sweep.sweep(by=system("sweep"), at=timezone.now())
