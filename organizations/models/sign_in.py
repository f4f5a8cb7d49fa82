"""How people come in: invitations, the second factor, where they are signed in."""

from datetime import datetime

from django.contrib.sessions.models import Session
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Now

from organizations.models.people import User
from organizations.models.tenants import Owned
from organizations.querysets import InvitationQuerySet, ScopedManager
from organizations.states import Role


class Invitation(Owned):
    """That somebody may become a member; the link in the mail is made from the row, and stored nowhere.

    `version` counts the links: sending it again makes the one before worthless.
    """

    email = models.EmailField()
    role = models.CharField(max_length=10, choices=Role.choices)
    version = models.PositiveIntegerField(default=1)
    created_at = models.DateTimeField()
    created_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
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


class SecondFactor(models.Model):
    """A person's authenticator app (TOTP, RFC 6238).

    The secret isn't kept: it is made of `seed` and the setting SECRET_KEY (`organizations.people.second_factor`).
    """

    user = models.OneToOneField(
        User, on_delete=models.CASCADE, primary_key=True, related_name="second_factor"
    )
    seed = models.BinaryField(max_length=32)
    last_step = models.BigIntegerField(default=0, help_text="Time step of the last code that was taken.")
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"Second factor of {self.user_id}"


class RecoveryCode(models.Model):
    """A code that takes the place of the authenticator app once; only a digest is kept, and goes with its use."""

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="recovery_codes")
    digest = models.BinaryField(max_length=32)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["user", "digest"], name="recovery_code_once")]

    def __str__(self) -> str:
        return f"Recovery code of {self.user_id}"


class SignedIn(models.Model):
    """Where a person is signed in: what is known of a session beside what Django keeps; it goes with the session."""

    session = models.OneToOneField(Session, on_delete=models.DB_CASCADE, primary_key=True, related_name="+")
    user = models.ForeignKey(User, on_delete=models.DB_CASCADE, related_name="+")
    address = models.GenericIPAddressField(null=True)
    user_agent = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    seen_at = models.DateTimeField()

    class Meta:
        verbose_name_plural = "signed in"

    def __str__(self) -> str:
        return f"{self.user_id} since {self.created_at:%Y-%m-%d %H:%M}"
