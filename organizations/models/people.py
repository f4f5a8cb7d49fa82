"""People, and their places in organizations."""

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Lower, Now

from organizations.models.tenants import Organization
from organizations.states import Role

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
    is_staff = models.BooleanField(default=False, help_text="May use Django admin.")
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
        max_length=16, blank=True, validators=[E164], help_text="E.164; calls are put through to it."
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
