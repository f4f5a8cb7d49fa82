"""Tasks of people, of the API and of events: mails, what is sent to endpoints, and what expires."""

from datetime import timedelta

from celery import shared_task
from django.contrib.sessions.backends.db import SessionStore
from django.utils import timezone

from organizations import partitions
from organizations.api import idempotency
from organizations.events import delivery
from organizations.models import EventEndpoint, Invitation
from organizations.people import invitations, sessions
from organizations.privacy import deleting, erasing, retention
from organizations.tenancy.queueing import OrganizationTask, SweepTask, prompt

MAX_PRIVACY = 540  # seconds: less than `background` is given to end, and than the broker waits


@shared_task(base=SweepTask)
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


@shared_task(base=SweepTask)
def sweep_invitations() -> None:
    """Send the invitations whose message was lost, or whose mail server was away."""
    now = timezone.now()
    waiting = Invitation.unscoped.pending().filter(
        sent_at=None, expires_at__gt=now, created_at__lt=now - timedelta(minutes=1)
    )
    for organization_id, pk in waiting.order_by("pk").values_list("organization_id", "pk")[:100]:
        prompt("organizations.tasks.send_invitation", organization_id, pk)


@shared_task(base=OrganizationTask)
def dispatch_events(organization_id: int) -> None:
    """Number the organization's new events, and set them on their way to its endpoints."""
    delivery.dispatch(organization_id=organization_id, at=timezone.now())


@shared_task(base=OrganizationTask)
def deliver_events(organization_id: int, endpoint_pk: int) -> None:
    """Send what is due at an endpoint."""
    delivery.deliver_due(endpoint_id=endpoint_pk)


@shared_task(base=SweepTask)
def sweep_events() -> None:
    """Prompt what no message told of: new events, and deliveries whose time has come."""
    delivery.sweep(at=timezone.now())


@shared_task(base=OrganizationTask)
def send_endpoint_notice(organization_id: int, endpoint_pk: int) -> None:
    """Mail the owners that an endpoint was switched off."""
    endpoint = EventEndpoint.objects.select_related("organization").filter(pk=endpoint_pk).first()
    if endpoint is not None:
        delivery.send_notice(endpoint=endpoint, at=timezone.now())


@shared_task(base=SweepTask)
def forget_events() -> None:
    """Delete the events that are kept no longer."""
    delivery.forget(at=timezone.now())


@shared_task(base=OrganizationTask, time_limit=MAX_PRIVACY)
def erase_person(organization_id: int, erasure_pk: int) -> None:
    """Erase whom a row names."""
    erasing.carry_out(erasure_id=erasure_pk, at=timezone.now())


@shared_task(base=SweepTask, time_limit=MAX_PRIVACY)
def delete_organization(organization_id: int) -> None:
    """Go on deleting an organization."""
    deleting.carry_out(organization_id=organization_id, at=timezone.now())


@shared_task(base=SweepTask)
def sweep_erasures() -> None:
    """Ask again for erasures and deletions whose message was lost, or that broke off."""
    at = timezone.now()
    for organization_id, pk in erasing.due(at=at):
        prompt("organizations.tasks.erase_person", organization_id, pk)
    for organization_id in deleting.due(at=at):
        prompt("organizations.tasks.delete_organization", organization_id)


@shared_task(base=SweepTask)
def forget_old() -> None:
    """Have everything deleted that organizations keep no longer."""
    retention.start_forgetting()


@shared_task(base=OrganizationTask, time_limit=MAX_PRIVACY)
def forget_old_of(organization_id: int) -> None:
    """Delete what the organization keeps no longer; what there is no time for is asked for again."""
    if not retention.forget_old(at=timezone.now()):
        prompt("organizations.tasks.forget_old_of", organization_id)


@shared_task(time_limit=540)
def keep_partitions() -> None:
    """Make the months that come, and drop those of which nothing is kept; or tell that the owner hasn't."""
    partitions.keep_partitions(at=timezone.now())
