"""Tasks of people and of the API: mails, and what expires."""

from datetime import timedelta

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from organizations.api import idempotency
from organizations.models import Invitation
from organizations.people import invitations, sessions
from organizations.tenancy.queueing import OrganizationTask, prompt


@shared_task
def forget_idempotency_keys() -> None:
    """Delete the answers whose 24 hours are over."""
    idempotency.forget(at=timezone.now())


@shared_task
def forget_sessions() -> None:
    """Delete the sessions that have expired."""
    SessionStore.clear_expired()
    sessions.forget()


@shared_task
def send_password_reset(email: str) -> None:
    """Send the link to a new password, if the address is somebody's."""
    invitations.send_password_reset(email=email)


@shared_task(base=OrganizationTask)
def send_invitation(organization_id: int, invitation_pk: int) -> None:
    """Send an invitation's link."""
    invitation = Invitation.objects.select_related("organization", "created_by").get(pk=invitation_pk)
    if invitation.sent_at is None:
        invitations.send_invitation(invitation=invitation, at=timezone.now())


@shared_task
def sweep_invitations() -> None:
    """Send the invitations whose message was lost, or whose mail server was away."""
    now = timezone.now()
    waiting = Invitation.unscoped.pending().filter(
        sent_at=None, expires_at__gt=now, created_at__lt=now - timedelta(minutes=1)
    )
    for organization_id, pk in waiting.order_by("pk").values_list("organization_id", "pk")[:100]:
        prompt("organizations.tasks.send_invitation", organization_id, pk)
