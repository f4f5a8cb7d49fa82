"""Background work on analytics: answers are exact without it, and slower the more has changed."""

import structlog
from celery import shared_task

from analytics.models import Change
from analytics.rollup import roll_up
from organizations.models import Organization
from organizations.tenancy.queueing import OrganizationTask, SweepTask, prompt

log = structlog.get_logger(__name__)


@shared_task(base=OrganizationTask, time_limit=540)
def roll_up_organization(organization_id: int) -> None:
    """Roll up what has changed; where somebody else is at it, the next sweep finds what is left."""
    days = roll_up(Organization.objects.get(pk=organization_id), is_waiting=False)
    log.debug("rolled up", organization=organization_id, days=days)


@shared_task(base=SweepTask)
def roll_up_changes() -> None:
    """Have each organization rolled up in which something has changed, by itself: none waits for another."""
    marked = Change.unscoped.order_by("organization_id").values_list("organization_id", flat=True).distinct()
    for organization_id in marked:
        prompt("analytics.tasks.roll_up_organization", organization_id)
