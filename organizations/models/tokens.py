"""Tokens of the API, and the keys that their requests bear."""

from datetime import datetime

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from organizations.constraints import SameOrganization
from organizations.models.tenants import Owned
from organizations.querysets import ApiTokenQuerySet, ScopedManager
from organizations.states import Scope


def all_scopes() -> list[str]:
    """What a token may do unless told otherwise: everything the API offers."""
    return list(Scope.values)


class ApiToken(Owned):
    """A bearer token of the API: only a SHA-256 of it is kept."""

    name = models.CharField(max_length=100)
    prefix = models.CharField(max_length=12, editable=False)
    digest = models.BinaryField(max_length=32, unique=True, editable=False)
    scopes = ArrayField(models.CharField(max_length=10, choices=Scope.choices), default=all_scopes)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    created_by = models.CharField(max_length=100, editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, editable=False)
    last_used_at = models.DateTimeField(null=True, editable=False)

    objects = ScopedManager.from_queryset(ApiTokenQuerySet)()
    unscoped = models.Manager.from_queryset(ApiTokenQuerySet)()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organization", "id"], name="api_token_key")]

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    def is_valid(self, at: datetime) -> bool:
        """Neither revoked nor expired at that moment."""
        return self.revoked_at is None and (self.expires_at is None or at < self.expires_at)


class IdempotencyKey(Owned):
    """An Idempotency-Key that a token has used, with the answer: the same request gets it again for 24 hours.

    A row exists only together with what its request did: both are of one transaction.
    """

    token = models.ForeignKey(ApiToken, on_delete=models.CASCADE, related_name="+", db_constraint=False)
    key = models.CharField(max_length=255)
    fingerprint = models.BinaryField(max_length=32, help_text="SHA-256 of the path and the body.")
    status = models.PositiveSmallIntegerField()
    answer = models.BinaryField(help_text="The body, byte for byte.")
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="idempotency_key_key"),
            models.UniqueConstraint(fields=["token", "key"], name="idempotency_key_once"),
            SameOrganization("token", name="idempotency_key_token_same_organization"),
        ]
        indexes = [models.Index(fields=["created_at"], name="idempotency_key_age")]

    def __str__(self) -> str:
        return self.key
