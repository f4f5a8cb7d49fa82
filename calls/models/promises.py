"""What was promised to the other side of a conversation."""

from django.db import models

from calls.models.conversations import Conversation
from calls.querysets import PromiseQuerySet
from organizations.constraints import SameOrganization
from organizations.models import Owned
from organizations.querysets import ScopedManager


class Promise(Owned):
    """That somebody calls back, as a conversation ended with; at most one a conversation."""

    conversation = models.OneToOneField(
        Conversation, on_delete=models.CASCADE, related_name="promise", db_constraint=False
    )
    made_at = models.DateTimeField()
    due_at = models.DateTimeField()
    is_timed = models.BooleanField(help_text="A time was named; without one it is due at once.")
    timezone = models.CharField(max_length=64, help_text="In which the time was meant.")
    phone = models.CharField(max_length=20, blank=True, help_text="E.164, or digits as they were said.")
    kept_at = models.DateTimeField(null=True)
    kept_by = models.CharField(max_length=100, blank=True, help_text="The actor who ticked it off.")

    objects = ScopedManager.from_queryset(PromiseQuerySet)()
    unscoped = models.Manager.from_queryset(PromiseQuerySet)()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="promise_key"),
            SameOrganization("conversation", name="promise_conversation_same_organization"),
        ]
        indexes = [
            models.Index(
                fields=["organization", "due_at", "id"],
                name="promise_open",
                condition=models.Q(kept_at__isnull=True),
            ),
        ]

    def __str__(self) -> str:
        return f"call back by {self.due_at:%Y-%m-%d %H:%M}"
