"""The scoping managers, and the querysets of the tenant's own tables."""

from datetime import datetime
from typing import Self

from django.db import models
from django.db.models import Q

from organizations.scope import current_organization_id


class OwnedQuerySet(models.QuerySet):
    """Rows that belong to an organization."""

    def of(self, organization) -> Self:
        """Rows of one organization, for code that stands outside any scope."""
        return self.filter(organization=organization)


class ScopedManager(models.Manager):
    """The default manager of owned models: sees the organization in scope, raises ScopeMissing outside.

    Related managers (`load.stops`) are made from it, so they ask for the scope too.
    """

    def get_queryset(self):
        """All rows of the organization in scope."""
        return super().get_queryset().filter(organization_id=current_organization_id())


class InvitationQuerySet(OwnedQuerySet):
    """Invitations."""

    def pending(self) -> Self:
        """Neither accepted nor taken back; they may have expired."""
        return self.filter(accepted_at=None, revoked_at=None)


class ApiTokenQuerySet(OwnedQuerySet):
    """API tokens."""

    def valid(self, at: datetime) -> Self:
        """Neither revoked nor expired at that moment."""
        return self.filter(Q(expires_at=None) | Q(expires_at__gt=at), revoked_at=None)
