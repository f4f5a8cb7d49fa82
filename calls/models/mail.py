"""A conversation by e-mail, and its messages."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from calls.models.conversations import Conversation
from organizations.constraints import SameOrganization
from organizations.models import Owned


class EmailThread(Owned):
    """A conversation by e-mail: the mailbox's side of it. Its id is the conversation's."""

    conversation = models.OneToOneField(
        Conversation,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="email_thread",
        db_constraint=False,
    )
    subject = models.CharField(max_length=998, blank=True, help_text="Of the first message.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "conversation"], name="email_thread_key"),
            SameOrganization("conversation", name="email_thread_conversation_same_organization"),
        ]

    def __str__(self) -> str:
        return self.subject or f"e-mail thread {self.pk}"


class EmailMessage(Owned):
    """One message of a thread, sent or received."""

    thread = models.ForeignKey(
        EmailThread, on_delete=models.CASCADE, related_name="messages", db_constraint=False
    )
    message_id = models.CharField(
        max_length=500, blank=True, help_text="Of the header, with its angle brackets."
    )
    sender = models.CharField(max_length=320)
    recipients = ArrayField(models.CharField(max_length=320), default=list)
    sent_at = models.DateTimeField()
    subject = models.CharField(max_length=998, blank=True)
    text = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="email_message_key"),
            SameOrganization("thread", name="email_message_thread_same_organization"),
        ]
        indexes = [
            models.Index(fields=["thread", "sent_at", "id"], name="email_message_of_thread"),
            models.Index(
                fields=["organization", "message_id"],
                name="email_message_by_id",
                condition=~models.Q(message_id=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sender}: {self.subject}"
