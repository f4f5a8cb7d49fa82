"""Tenants and their tokens, the base of everything that belongs to a tenant, what is kept about its rows, and what it
keeps of persons.
"""

from datetime import datetime
from typing import Any, Self
from zoneinfo import available_timezones

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Now

from organizations.tenancy.scope import OwnedQuerySet, SameOrganization, ScopedManager
from organizations.tenancy.states import Scope

# Tenants, and the base of everything that belongs to one.


def validate_timezone(name: str) -> None:
    """Raise ValidationError unless `name` is an IANA time zone."""
    if name not in available_timezones():
        raise ValidationError("%(name)s is not a time zone.", code="invalid", params={"name": name})


def default_countries() -> list[str]:
    """Regions that may be called until the organization says otherwise."""
    return ["US", "CA"]


class Clock(models.TextChoices):
    """How times of day are written."""

    TWELVE = "12h", "12-hour (5:00 PM)"
    TWENTY_FOUR = "24h", "24-hour (17:00)"


class Organization(models.Model):
    """A brokerage: the tenant that owns loads, calls, people and tokens."""

    name = models.CharField(max_length=200)
    slug = models.SlugField(max_length=63, unique=True)
    timezone = models.CharField(max_length=64, default="America/Chicago", validators=[validate_timezone])
    clock = models.CharField(
        max_length=3,
        choices=Clock,
        default=Clock.TWELVE,
        db_default=Clock.TWELVE,
        help_text="How times are shown in Loadline.",
    )
    callable_countries = ArrayField(
        models.CharField(max_length=2),
        default=default_countries,
        help_text="Two-letter country codes the agent may call.",
    )
    requests_per_minute = models.PositiveIntegerField(
        default=600, validators=[MinValueValidator(1)], help_text="API requests per minute, per token."
    )
    requires_second_factor = models.BooleanField(
        "require two-factor sign-in",
        default=False,
        help_text="Users must sign in with an authenticator app code or a passkey.",
    )
    requires_single_sign_on = models.BooleanField(
        "require single sign-on",
        default=False,
        help_text="Users must sign in with your identity provider.",
    )
    event_types = ArrayField(
        models.CharField(max_length=40),
        default=list,
        db_default=[],
        editable=False,
        help_text="The types of events that its endpoints ask for; * is all of them.",
    )
    # Of this object alone, no column: events that wait for a statement, see `organizations.events.types.gather`.
    gathered_events: tuple[list[dict[str, Any]], int] | None = None
    suspended_at = models.DateTimeField(null=True, blank=True, editable=False)
    # Whoever works at the deletion moves it on for the time being.
    deletion_due_at = models.DateTimeField(
        null=True, editable=False, help_text="It is being deleted; who does, looks again at this time."
    )
    confirmed_at = models.DateTimeField(
        null=True, editable=False, help_text="When a member confirmed its name and time zone."
    )
    setup_closed_at = models.DateTimeField(
        null=True, editable=False, help_text="When an owner put the set-up checklist away."
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    def __str__(self) -> str:
        return self.name

    @property
    def is_suspended(self) -> bool:
        """Whether its API and its calls stand still."""
        return self.suspended_at is not None


class Owned(models.Model):
    """Base of every row that belongs to one organization.

    `objects` sees the organization in scope and raises outside one; `unscoped` is the visible way around it.
    A subclass names its relations to other owned rows in `Meta.constraints` as `SameOrganization`.
    """

    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="+")

    objects = ScopedManager.from_queryset(OwnedQuerySet)()
    unscoped = models.Manager.from_queryset(OwnedQuerySet)()

    class Meta:
        abstract = True


class StatusChange(Owned):
    """Base of a lifecycle's history: one row a move, never changed."""

    old = models.CharField(max_length=20)
    new = models.CharField(max_length=20)
    at = models.DateTimeField()
    by = models.CharField(max_length=100)
    reason = models.CharField(max_length=200, blank=True)

    class Meta:
        abstract = True


def all_scopes() -> list[str]:
    """What a token may do unless told otherwise: everything the API offers."""
    return list(Scope.values)


class ApiTokenQuerySet(OwnedQuerySet):
    """API tokens."""

    def valid(self, at: datetime) -> Self:
        """Neither revoked nor expired at that moment."""
        return self.filter(models.Q(expires_at=None) | models.Q(expires_at__gt=at), revoked_at=None)


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
    answer = models.BinaryField(help_text="The response body, byte for byte.")
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


# What is kept about rows: who did what to them, and how many there are.


class AuditEntry(Owned):
    """What somebody did to a row; appended by `organizations.audit.record`, never changed."""

    action = models.CharField(max_length=60)
    subject_type = models.CharField(max_length=60)
    subject_id = models.CharField(max_length=40)
    actor = models.CharField(max_length=100)
    at = models.DateTimeField()
    details = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "audit entries"
        indexes = [models.Index(fields=["organization", "-at", "-id"], name="audit_entry_recent")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor} {self.action}"


class Tally(Owned):
    """How many rows of a kind fall on a UTC day, or a part of them: a day's number is the sum of its tallies.

    Written by triggers of the counted tables alone: see `organizations.projections`.
    """

    # PostgreSQL deletes them last: while an organization's rows are deleted, triggers still count.
    organization = models.ForeignKey(
        Organization, on_delete=models.DB_CASCADE, related_name="+", db_index=False
    )
    kind = models.CharField(max_length=20)
    day = models.DateField()
    count = models.BigIntegerField()

    class Meta:
        verbose_name_plural = "tallies"
        constraints = [models.UniqueConstraint(fields=["organization", "id"], name="tally_key")]
        indexes = [models.Index(fields=["organization", "kind", "day"], name="tally_of_day")]

    def __str__(self) -> str:
        return f"{self.count} {self.kind} on {self.day}"


# What an organization keeps of persons: for how long, and whom it has erased.

MAX_DAYS = 3650
PERIODS = ("recordings_days", "transcripts_days", "callers_days", "load_events_days")


class Days(models.PositiveSmallIntegerField):
    """For how many days something is kept; empty: as long as the organization is here."""

    def __init__(self, **kwargs) -> None:
        kwargs |= {"null": True, "blank": True}
        kwargs["validators"] = [MinValueValidator(1), MaxValueValidator(MAX_DAYS)]
        super().__init__(**kwargs)

    def formfield(self, **kwargs):
        """A field that takes no 0 either."""
        return super().formfield(**{"min_value": 1, **kwargs})

    def deconstruct(self):
        """For migrations."""
        name, path, args, kwargs = super().deconstruct()
        for fixed in ("null", "blank", "validators"):
            del kwargs[fixed]
        return name, path, args, kwargs


class Retention(Owned):
    """How long an organization keeps what figures don't need; without a row it keeps everything.

    `claimed_until` is the claim of the nightly task, which whoever works moves on while it works.
    """

    recordings_days = Days(help_text="Audio files of calls. Blank = keep.")
    transcripts_days = Days(help_text="What was said, call summaries and email text. Blank = keep.")
    callers_days = Days(
        help_text="Names, phone numbers and email addresses in calls and offers. Blank = keep."
    )
    load_events_days = Days(help_text="Raw payloads from your TMS. Loads themselves stay. Blank = keep.")
    claimed_until = models.DateTimeField(null=True, editable=False)
    done_at = models.DateTimeField(null=True, editable=False, help_text="When nothing too old was left.")

    class Meta:
        verbose_name_plural = "retention periods"
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="retention_key"),
            models.UniqueConstraint(fields=["organization"], name="retention_one"),
        ]

    def __str__(self) -> str:
        return "retention"


class Erasure(Owned):
    """That a person was erased, or is to be: by number or e-mail address, of which a keyed hash alone stays.

    `sealed` is the address, encrypted, until it is done. The hash serves two ends: a number that must never be called
    stays so, and what an older backup brings back is erased again.
    """

    digest = models.BinaryField(max_length=32, editable=False)
    sealed = models.TextField(blank=True, editable=False)
    is_never_called = models.BooleanField(default=False, help_text="The number was on the do-not-call list.")
    requested_at = models.DateTimeField()
    requested_by = models.CharField(max_length=100, help_text="The actor.")
    claimed_until = models.DateTimeField(null=True)
    done_at = models.DateTimeField(null=True)
    counts = models.JSONField(default=dict, help_text="How many rows of each kind were changed or deleted.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="erasure_key"),
            models.CheckConstraint(
                condition=models.Q(done_at=None) & ~models.Q(sealed="")
                | models.Q(done_at__isnull=False, sealed=""),
                name="erasure_sealed",
            ),
        ]
        indexes = [
            models.Index(fields=["organization", "digest"], name="erasure_by_digest"),
            models.Index(fields=["requested_at"], name="erasure_due", condition=models.Q(done_at=None)),
        ]

    def __str__(self) -> str:
        return f"erasure {self.pk}"
