"""How people come in: invitations, and the domains whose people sign in at an identity provider."""

from datetime import datetime

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

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


class SignInDomain(Owned):
    """That people with an e-mail address in `domain` sign in at the organization's identity provider, `app`.

    Whoever makes the row has verified that the domain is the organization's: it says whose word counts for whom.
    """

    domain = models.CharField(max_length=253, unique=True, help_text="What stands behind the @: acme.example")
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
