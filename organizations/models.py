"""The ground: tenants, people, tokens, and the base of everything that belongs to a tenant."""

from datetime import datetime

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Now

from organizations.places.models import Place as Place
from organizations.places.models import PlaceName as PlaceName
from organizations.tenancy.actors import UserManager
from organizations.tenancy.scope import (
    ApiTokenQuerySet,
    InvitationQuerySet,
    OwnedQuerySet,
    SameOrganization,
    ScopedManager,
)
from organizations.tenancy.states import (
    E164,
    Clock,
    Role,
    Scope,
    all_scopes,
    default_countries,
    validate_timezone,
)

# Tenants, and the base of everything that belongs to one.


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
        help_text="Members must sign in with an authenticator app code or a passkey.",
    )
    requires_single_sign_on = models.BooleanField(
        "require single sign-on",
        default=False,
        help_text="Members must sign in with your identity provider.",
    )
    suspended_at = models.DateTimeField(null=True, blank=True, editable=False)
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
    """What somebody did to a row; appended by `organizations.tenancy.audit.record`, never changed."""

    action = models.CharField(max_length=60)
    subject_type = models.CharField(max_length=60)
    subject_id = models.CharField(max_length=40)
    actor = models.CharField(max_length=100)
    at = models.DateTimeField()
    details = models.JSONField(default=dict)

    class Meta:
        verbose_name_plural = "audit entries"
        constraints = [models.UniqueConstraint(fields=["organization", "id"], name="audit_entry_key")]
        indexes = [models.Index(fields=["organization", "-at", "-id"], name="audit_entry_recent")]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.actor} {self.action}"


class Tally(Owned):
    """How many rows of a kind fall on a UTC day, or a part of them: a day's number is the sum of its tallies.

    Written by triggers of the counted tables alone: see `organizations.records.projections`.
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


# People, their memberships and invitations, sign-in domains, and what they keep of tables.


class User(AbstractBaseUser, PermissionsMixin):
    """A person: a broker, or an operator of the service (`is_staff`)."""

    email = models.EmailField(unique=True)
    name = models.CharField(max_length=200, blank=True)
    is_staff = models.BooleanField(default=False, help_text="Can use the admin site.")
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"

    class Meta:
        constraints = [
            models.CheckConstraint(condition=models.Q(email=Lower("email")), name="user_email_lower"),
        ]

    def __str__(self) -> str:
        return self.name or self.email

    @property
    def initials(self) -> str:
        """One or two letters for the avatar."""
        words = (self.name or self.email.partition("@")[0]).replace(".", " ").split()
        return "".join(word[0] for word in words[:2]).upper()


class Membership(models.Model):
    """A person's place in an organization."""

    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices, default=Role.BROKER)
    phone = models.CharField(
        max_length=16, blank=True, validators=[E164], help_text="E.164; calls are transferred to it."
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "user"], name="membership_once"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="membership_role"),
        ]

    def __str__(self) -> str:
        return f"{self.user} at {self.organization} ({self.get_role_display()})"

    @property
    def may_act(self) -> bool:
        """Whether the person may do things, not only read."""
        return self.role != Role.VIEWER

    @property
    def is_owner(self) -> bool:
        """Whether the person manages the organization."""
        return self.role == Role.OWNER


# How people come in: invitations, and the domains whose people sign in at an identity provider.


class Invitation(Owned):
    """That somebody may become a member; the link in the mail is made from the row, and stored nowhere.

    `version` counts the links: sending it again makes the one before worthless.
    """

    email = models.EmailField()
    role = models.CharField(max_length=10, choices=Role.choices)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(
        User, on_delete=models.PROTECT, null=True, related_name="+", help_text="Empty: a command of ours."
    )
    expires_at = models.DateTimeField()
    sent_at = models.DateTimeField(null=True)
    accepted_at = models.DateTimeField(null=True)
    revoked_at = models.DateTimeField(null=True)

    objects = ScopedManager.from_queryset(InvitationQuerySet)()
    unscoped = models.Manager.from_queryset(InvitationQuerySet)()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="invitation_key"),
            models.UniqueConstraint(
                fields=["organization", "email"],
                condition=Q(accepted_at=None, revoked_at=None),
                name="invitation_once",
            ),
            models.CheckConstraint(condition=Q(email=Lower("email")), name="invitation_email_lower"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="invitation_role"),
        ]
        indexes = [
            models.Index(
                fields=["created_at"],
                condition=Q(sent_at=None, accepted_at=None, revoked_at=None),
                name="invitation_unsent",
            )
        ]

    def __str__(self) -> str:
        return f"{self.email} as {self.get_role_display()}"

    def is_open(self, at: datetime) -> bool:
        """Whether its link still leads in at that moment."""
        return self.accepted_at is None and self.revoked_at is None and at < self.expires_at


class SignInDomain(Owned):
    """That people with an e-mail address in `domain` sign in at the organization's identity provider, `app`.

    Whoever makes the row has verified that the domain is the organization's: it says whose word counts for whom.
    """

    domain = models.CharField(max_length=253, unique=True, help_text="The part after the @: acme.example")
    app = models.ForeignKey(
        "socialaccount.SocialApp", on_delete=models.CASCADE, related_name="domains", verbose_name="connection"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="sign_in_domain_key"),
            models.CheckConstraint(condition=Q(domain=Lower("domain")), name="sign_in_domain_lower"),
        ]

    def __str__(self) -> str:
        return self.domain


# How a person likes to see the lists: their views and their columns.


NAME_LENGTH, QUERY_LENGTH = 80, 2000


class SavedView(Owned):
    """A person's name for filters, sort and columns of a list; `query` is what stands in its address after `?`."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    list = models.CharField(max_length=30, help_text="A name of a registered table.")
    name = models.CharField(max_length=NAME_LENGTH)
    query = models.CharField(max_length=QUERY_LENGTH)
    created_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="saved_view_key"),
            models.UniqueConstraint("organization", "user", "list", Lower("name"), name="saved_view_name"),
        ]

    def __str__(self) -> str:
        return self.name


class ChosenColumns(Owned):
    """The columns that a person chose last for a list."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    list = models.CharField(max_length=30, help_text="A name of a registered table.")
    columns = ArrayField(models.CharField(max_length=30))

    class Meta:
        verbose_name_plural = "chosen columns"
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="chosen_columns_key"),
            models.UniqueConstraint(fields=["organization", "user", "list"], name="chosen_columns_once"),
        ]

    def __str__(self) -> str:
        return f"{self.list}: {', '.join(self.columns)}"
