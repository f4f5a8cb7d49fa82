"""Background work on analytics: answers are exact without it, and slower the more has changed."""

import structlog
from celery import shared_task
from django.db import OperationalError

from analytics.models import Change
from analytics.rollup import roll_up
from organizations.models import Organization

log = structlog.get_logger(__name__)


@shared_task(time_limit=540)
def roll_up_changes() -> None:
    """Roll up every organization in which something has changed; one that fails holds up no other."""
    marked = Change.unscoped.values("organization_id")
    for organization in Organization.objects.filter(pk__in=marked).order_by("pk"):
        try:
            days = roll_up(organization)
        except OperationalError as error:
            log.warning("not rolled up, the next sweep will", organization=organization.pk, error=str(error))
        else:
            log.debug("rolled up", organization=organization.pk, days=days)
