"""What an organization's endpoints are told: events as they happened, their way to each endpoint, every attempt."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from organizations.models.tenants import Owned
from organizations.tenancy.scope import SameOrganization
from organizations.tenancy.states import DELIVERY_LIFECYCLE, DeliveryStatus, EndpointKind, SwitchedOff


class EventEndpoint(Owned):
    """An address that an organization has its events sent to.

    Secrets and headers are encrypted (`organizations.tokens.encrypt`). `secrets` are {"sealed", "until"}, the
    one in use first, which has no end; those before it sign along until theirs.
    """

    kind = models.CharField(max_length=10, choices=EndpointKind.choices, default=EndpointKind.STANDARD)
    url = models.CharField(max_length=2000)
    description = models.CharField(max_length=200, blank=True)
    types = ArrayField(
        models.CharField(max_length=40), default=list, blank=True, help_text="Empty: all of them."
    )
    secrets = models.JSONField(default=list, editable=False)
    sealed_headers = models.TextField(blank=True, editable=False)
    format = models.JSONField(
        default=dict,
        db_default=models.Value({}, models.JSONField()),
        blank=True,
        help_text="By type of event, the JMESPath expression that makes its body; of X12 sender, receiver and scac.",
    )
    created_at = models.DateTimeField(editable=False)
    created_by = models.CharField(max_length=100, editable=False, help_text="The actor.")
    switched_off_at = models.DateTimeField(null=True, editable=False)
    switched_off_for = models.CharField(
        max_length=10, choices=SwitchedOff.choices, blank=True, editable=False
    )
    failing_since = models.DateTimeField(
        null=True, editable=False, help_text="First failure since anything last succeeded."
    )
    owners_told_at = models.DateTimeField(
        null=True, editable=False, help_text="When the mail about its end went out."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="event_endpoint_key"),
            models.CheckConstraint(
                condition=models.Q(switched_off_at=None, switched_off_for="")
                | models.Q(switched_off_at__isnull=False) & ~models.Q(switched_off_for=""),
                name="event_endpoint_switched_off",
            ),
        ]
        indexes = [
            models.Index(
                fields=["switched_off_at"],
                name="event_endpoint_untold",
                condition=models.Q(owners_told_at=None, switched_off_at__isnull=False)
                & ~models.Q(switched_off_for=SwitchedOff.BY_HAND),
            )
        ]

    def __str__(self) -> str:
        return self.description or self.url

    @property
    def is_on(self) -> bool:
        """Whether it is told of events."""
        return self.switched_off_at is None

    @property
    def live_name(self) -> str:
        """What of open pages is new with it."""
        return f"endpoint:{self.pk}"


class Event(Owned):
    """Something that happened, written in the transaction in which it did; its number follows before it is sent.

    `conversation` is what it happened in ("call:12", "load:7"): within that, events are numbered by `sequence`, and
    arrive in this order. `payload` is flat JSON, without what all events have (see `organizations.events.types`).
    """

    uid = models.CharField(max_length=40, unique=True)
    type = models.CharField(max_length=40)
    conversation = models.CharField(max_length=100)
    sequence = models.PositiveBigIntegerField(null=True)
    payload = models.JSONField()
    occurred_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="event_key"),
            models.UniqueConstraint(
                fields=["organization", "conversation", "sequence"], name="event_in_conversation"
            ),
        ]
        indexes = [
            models.Index(
                fields=["organization", "id"], name="event_unnumbered", condition=models.Q(sequence=None)
            ),
            models.Index(fields=["occurred_at"], name="event_age"),
        ]

    def __str__(self) -> str:
        return f"{self.type} {self.uid}"


class Delivery(Owned):
    """An event's way to an endpoint. Its attempts are its history.

    Of a conversation's deliveries to an endpoint one at a time is due, the others wait behind it. `due_at` is the next
    attempt; of one that is being sent, when that is taken for lost. `conversation` and `sequence` are the event's.
    """

    lifecycle = DELIVERY_LIFECYCLE

    endpoint = models.ForeignKey(
        EventEndpoint,
        on_delete=models.CASCADE,
        related_name="deliveries",
        db_constraint=False,
        db_index=False,
    )
    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="deliveries", db_constraint=False)
    conversation = models.CharField(max_length=100)
    sequence = models.PositiveBigIntegerField()
    status = models.CharField(max_length=10, choices=DeliveryStatus.choices)
    status_changed_at = models.DateTimeField()
    due_at = models.DateTimeField(null=True)
    tries = models.PositiveSmallIntegerField(
        default=0, help_text="Attempts since it was sent, or sent again."
    )
    first_tried_at = models.DateTimeField(null=True, help_text="First of these attempts.")
    result = models.CharField(max_length=200, blank=True, help_text="How the last attempt ended.")

    class Meta:
        verbose_name_plural = "deliveries"
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="delivery_key"),
            models.UniqueConstraint(fields=["endpoint", "event"], name="delivery_once"),
            SameOrganization("endpoint", name="delivery_endpoint_same_organization"),
            SameOrganization("event", name="delivery_event_same_organization"),
        ]
        indexes = [
            models.Index(fields=["endpoint", "-id"], name="delivery_recent"),
            models.Index(
                fields=["endpoint", "due_at", "id"],
                name="delivery_due",
                condition=models.Q(status__in=[DeliveryStatus.PENDING, DeliveryStatus.SENDING]),
            ),
            models.Index(
                fields=["endpoint", "conversation", "sequence"],
                name="delivery_unfinished",
                condition=models.Q(status__in=DELIVERY_LIFECYCLE.unfinished),
            ),
            models.Index(
                fields=["endpoint", "-id"],
                name="delivery_missed",
                condition=models.Q(status__in=[DeliveryStatus.FAILED, DeliveryStatus.CANCELED]),
            ),
        ]

    def __str__(self) -> str:
        return f"delivery {self.pk}"

    @property
    def live_names(self) -> tuple[str, ...]:
        """What of open pages is new with it."""
        return (f"endpoint:{self.endpoint_id}",)


class DeliveryAttempt(Owned):
    """One request to an endpoint and what it answered, each cut at 64 KiB; secrets are hidden in it."""

    delivery = models.ForeignKey(
        Delivery, on_delete=models.CASCADE, related_name="attempts", db_constraint=False
    )
    started_at = models.DateTimeField()
    milliseconds = models.PositiveIntegerField()
    url = models.CharField(max_length=2000)
    request_headers = models.JSONField(default=dict)
    request = models.TextField()
    status = models.PositiveSmallIntegerField(null=True, help_text="Of the answer, where one came.")
    answer_headers = models.JSONField(default=dict)
    answer = models.TextField(blank=True)
    error = models.CharField(max_length=200, blank=True, help_text="Why no answer came.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="delivery_attempt_key"),
            SameOrganization("delivery", name="delivery_attempt_delivery_same_organization"),
        ]

    def __str__(self) -> str:
        return f"{self.started_at:%Y-%m-%d %H:%M:%S} {self.status or self.error}"
