"""Background work on bids: a task calls one service."""

from celery import shared_task
from django.utils import timezone

from bids import services
from organizations.actors import system


@shared_task
def expire_overdue_bids() -> None:
    """Expire a batch of bids that nobody decided on."""
    services.expire_overdue_bids(by=system("sweep"), at=timezone.now())
