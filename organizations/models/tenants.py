"""Tenants, and the base of everything that belongs to one."""

from zoneinfo import available_timezones

from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models.functions import Now

from organizations.querysets import OwnedQuerySet, ScopedManager


def validate_timezone(name: str) -> None:
    """Raise ValidationError unless `name` is an IANA time zone."""
    if name not in available_timezones():
        raise ValidationError("%(name)s is no IANA time zone.", code="invalid", params={"name": name})


def default_countries() -> list[str]:
    """Regions that may be called until the organization says otherwise."""
    return ["US", "CA"]


class Organization(models.Model):
    """A brokerage: the tenant that owns loads, calls, people and tokens."""

    name = models.CharField(max_length=200)
    slug = models.SlugField(max_length=63, unique=True)
    timezone = models.CharField(max_length=64, default="America/Chicago", validators=[validate_timezone])
    callable_countries = ArrayField(
        models.CharField(max_length=2),
        default=default_countries,
        help_text="Two-letter regions that the agent may call.",
    )
    requests_per_minute = models.PositiveIntegerField(
        default=600, validators=[MinValueValidator(1)], help_text="API requests a minute, per token."
    )
    requires_second_factor = models.BooleanField(
        "demand a second factor",
        default=False,
        help_text="Members go on only after signing in with an authenticator app’s code or a passkey.",
    )
    requires_single_sign_on = models.BooleanField(
        "demand single sign-on",
        default=False,
        help_text="Members go on only after signing in at the organization’s identity provider.",
    )
    suspended_at = models.DateTimeField(null=True, blank=True, editable=False)
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
