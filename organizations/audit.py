"""The append-only record of who did what."""

from datetime import datetime
from typing import Any

from django.db import models

from organizations.models import AuditEntry, Membership, Organization, User
from organizations.tenancy.actors import Actor
from organizations.tenancy.scope import scope


def record(
    *, organization: Organization, action: str, subject: models.Model, by: Actor, at: datetime, **details: Any
) -> None:
    """Append an audit row: `action` is noun.verb ("api_token.revoked"), `subject` the row it was done to.

    `details` must be JSON-able and free of secrets. Call it in the transaction of the change itself.
    """
    with scope(organization.pk):
        AuditEntry.objects.create(
            organization=organization,
            action=action,
            subject_type=subject._meta.label_lower,
            subject_id=str(subject.pk),
            actor=str(by),
            at=at,
            details=details,
        )


def record_of_person(*, user: User, action: str, by: Actor, at: datetime, **details: Any) -> None:
    """Append an audit row about a person in each of their organizations."""
    for membership in Membership.objects.filter(user=user).select_related("organization").order_by("pk"):
        record(organization=membership.organization, action=action, subject=user, by=by, at=at, **details)
