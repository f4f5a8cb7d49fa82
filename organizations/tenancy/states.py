"""Roles of people, scopes of tokens; kinds of event endpoints, and how far an event is on its way to one."""

from datetime import timedelta

from django.db import models

from organizations.tenancy.lifecycle import Lifecycle


class Role(models.TextChoices):
    """What a member may do: an owner manages, a broker acts, a viewer reads."""

    OWNER = "owner", "Owner"
    BROKER = "broker", "Broker"
    VIEWER = "viewer", "Viewer"


class Scope(models.TextChoices):
    """What an API token may do."""

    READ = "read", "Read calls, offers, carriers and analytics"
    INGEST = "ingest", "Send loads to Loadline"
    CALL = "call", "Start calls"


class EndpointKind(models.TextChoices):
    """Who listens at an endpoint, and so in what form it is told."""

    STANDARD = "standard", "Standard (signed JSON)"
    SLACK = "slack", "Slack message"
    TEAMS = "teams", "Teams message"
    X12 = "x12", "EDI X12 (990, 214)"

    @property
    def is_signed(self) -> bool:
        """Whether a program listens, which can tell a signature."""
        return self in (EndpointKind.STANDARD, EndpointKind.X12)


class SwitchedOff(models.TextChoices):
    """Why an endpoint isn't told of events any more."""

    BY_HAND = "by_hand", "Turned off"
    FAILING = "failing", "Failed for three days"
    GONE = "gone", "Answered 410 Gone"


class DeliveryStatus(models.TextChoices):
    """How far an event is on its way to an endpoint."""

    WAITING = "WAITING", "Waiting"  # behind an earlier one of its conversation
    PENDING = "PENDING", "Pending"
    SENDING = "SENDING", "Sending"
    DELIVERED = "DELIVERED", "Delivered"
    FAILED = "FAILED", "Failed"
    CANCELED = "CANCELED", "Not sent"  # the endpoint was switched off


D = DeliveryStatus

TRIED_FOR = timedelta(days=3)
LEASE = timedelta(seconds=5)  # unless renewed: then whoever began an attempt is taken for lost

DELIVERY_LIFECYCLE = Lifecycle(
    DeliveryStatus,
    start=D.WAITING,
    moves={
        D.WAITING: (D.PENDING, D.CANCELED),
        D.PENDING: (D.SENDING, D.CANCELED),
        D.SENDING: (D.PENDING, D.DELIVERED, D.FAILED, D.CANCELED),
        D.DELIVERED: (),
        D.FAILED: (),
        D.CANCELED: (),
    },
    deadlines={D.WAITING: timedelta(minutes=10), D.PENDING: TRIED_FOR, D.SENDING: LEASE},
    # Sent again, as somebody asked.
    reopenings={
        D.DELIVERED: (D.PENDING,),
        D.FAILED: (D.PENDING, D.WAITING),
        D.CANCELED: (D.PENDING, D.WAITING),
    },
)
