"""Background work on carriers: each task takes ids, opens the organization's scope and calls services."""

from celery import shared_task
from django.utils import timezone

from carriers.services import facts, vetting
from organizations.models import Organization
from organizations.tenancy.queueing import OrganizationTask, SweepTask, prompt

MAX_BATCHES = 20  # then another task goes on, so that none runs for long


@shared_task(base=OrganizationTask, time_limit=300)
def vet_carriers(organization_id: int) -> None:
    """Vet the organization's carriers whose turn it is."""
    organization = Organization.objects.get(pk=organization_id)
    for _ in range(MAX_BATCHES):
        if not vetting.vet_due_carriers(organization=organization, at=timezone.now()):
            return
    prompt("carriers.tasks.vet_carriers", organization_id)


@shared_task(base=SweepTask, time_limit=120)
def sweep_vetting() -> None:
    """Find carriers that nobody was told of: whose message was lost, or for whom a date has passed."""
    for organization_id in vetting.organizations_due(at=timezone.now()):
        prompt("carriers.tasks.vet_carriers", organization_id)


@shared_task(base=OrganizationTask, time_limit=100)
def ask_sources(organization_id: int) -> None:
    """Ask registries about the organization's carriers and their contacts."""
    organization = Organization.objects.get(pk=organization_id)
    if facts.ask_sources(organization=organization, at=timezone.now()):
        prompt("carriers.tasks.ask_sources", organization_id)


@shared_task(base=SweepTask, time_limit=60)
def sweep_asking() -> None:
    """Find questions to registries whose message was lost, or that are to be asked again."""
    for organization_id in facts.organizations_wanting(at=timezone.now()):
        prompt("carriers.tasks.ask_sources", organization_id)
