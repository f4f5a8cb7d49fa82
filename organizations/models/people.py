"""People: their memberships and invitations, sign-in domains, and what they keep of tables."""

from datetime import datetime
from typing import Self

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Now

from organizations.models.tenants import Organization, Owned
from organizations.tenancy.scope import OwnedQuerySet, ScopedManager
from organizations.tenancy.states import Role

E164 = RegexValidator(r"^\+[1-9]\d{6,14}$", "A phone number in E.164 form: + and digits.")


class UserManager(BaseUserManager["User"]):
    """Makes people; e-mail addresses are kept in lower case."""

    def create_user(self, email: str, password: str | None = None, **fields) -> "User":
        """A person who signs in with this e-mail address; without a password they can't yet."""
        person = self.model(email=self.normalize_email(email), **fields)
        person.set_password(password)
        person.save(using=self._db)
        return person

    def create_superuser(self, email: str, password: str | None = None, **fields) -> "User":
        """An operator of the service: may use Django admin, sees every organization there."""
        return self.create_user(email, password, is_staff=True, is_superuser=True, **fields)

    @classmethod
    def normalize_email(cls, email: str | None) -> str:
        """The whole address in lower case: mailboxes that differ by case alone don't exist in practice."""
        return (email or "").strip().lower()

    def get_by_natural_key(self, username: str | None) -> "User":
        """Sign-in finds the address however it was typed."""
        return self.get(email=self.normalize_email(username))


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


class InvitationQuerySet(OwnedQuerySet):
    """Invitations."""

    def pending(self) -> Self:
        """Neither accepted nor taken back; they may have expired."""
        return self.filter(accepted_at=None, revoked_at=None)


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
