"""The price talk: how a carrier and we stand about the price of a load, over all its calls."""

from typing import Any

from django.db import models

from bids.states import PRICE_TALK_LIFECYCLE, PriceTalkStatus
from calls.models import Conversation
from carriers.models import Carrier
from loads.models import Load, RateField
from organizations.models import Owned, StatusChange
from organizations.tenancy.scope import SameOrganization


class PriceTalk(Owned):
    """One row a carrier and load; as long as the carrier isn't known, one a phone number and load.

    Without either it belongs to its conversation alone: callers who hide their number, and practice.
    """

    lifecycle = PRICE_TALK_LIFECYCLE

    load = models.ForeignKey(Load, on_delete=models.CASCADE, related_name="price_talks", db_constraint=False)
    carrier = models.ForeignKey(
        Carrier, on_delete=models.CASCADE, null=True, related_name="price_talks", db_constraint=False
    )
    phone = models.CharField(max_length=16, blank=True, help_text="E.164; empty once the carrier is known.")
    conversation = models.ForeignKey(
        Conversation,
        on_delete=models.SET_NULL,
        null=True,
        related_name="price_talks",
        db_constraint=False,
        help_text="The conversation that speaks for it now.",
    )

    status = models.CharField(
        max_length=10, choices=PriceTalkStatus.choices, default=PRICE_TALK_LIFECYCLE.start
    )
    status_changed_at = models.DateTimeField()
    standing = models.JSONField(help_text="A bids.negotiation.Standing: offers, asks, rounds.")
    standing_before = models.JSONField(
        null=True, help_text="Before the figure that was read back last, in case it was misheard."
    )
    has_forgotten = models.BooleanField(
        default=False, help_text="A misheard figure was forgotten in this chapter; another one counts."
    )

    agreed_amount = RateField(
        help_text="The rate that was read back to the carrier; agreed on once agreed_at is set."
    )
    agreed_at = models.DateTimeField(null=True)
    agreed_by = models.CharField(max_length=100, blank=True, help_text="The actor who agreed for us.")

    # A chapter begins with the load's rates as they are then. Our offer never falls within one.
    chapter = models.PositiveSmallIntegerField(default=1)
    start_rate = RateField(help_text="The load's target when the chapter began.")
    max_rate = RateField(help_text="The load's max buy when the chapter began.")
    book_now_rate = RateField(help_text="The load's book-it-now rate when the chapter began.")
    openings = models.JSONField(
        default=list, help_text="What began each chapter after the first: number, at, by, changes."
    )

    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="price_talk_key"),
            models.UniqueConstraint(
                fields=["load", "carrier"],
                name="price_talk_of_carrier",
                condition=models.Q(carrier__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["load", "phone"],
                name="price_talk_of_phone",
                condition=models.Q(carrier=None) & ~models.Q(phone=""),
            ),
            models.UniqueConstraint(
                fields=["load", "conversation"],
                name="price_talk_of_conversation",
                condition=models.Q(carrier=None, phone=""),
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=PriceTalkStatus.values), name="price_talk_status"
            ),
            models.CheckConstraint(
                condition=models.Q(carrier=None) | models.Q(phone=""), name="price_talk_of_one"
            ),
            models.CheckConstraint(
                condition=~models.Q(status__in=(PriceTalkStatus.AGREED, PriceTalkStatus.BOOKED))
                | models.Q(agreed_amount__isnull=False, agreed_at__isnull=False),
                name="price_talk_agreed",
            ),
            SameOrganization("load", name="price_talk_load_same_organization"),
            SameOrganization("carrier", name="price_talk_carrier_same_organization"),
            SameOrganization("conversation", name="price_talk_conversation_same_organization"),
        ]
        indexes = [
            models.Index(
                fields=["updated_at"],
                name="price_talk_unfinished",
                condition=models.Q(status__in=PRICE_TALK_LIFECYCLE.unfinished),
            )
        ]

    def __str__(self) -> str:
        return f"price talk {self.pk}"

    @property
    def live_names(self) -> tuple[str, ...]:
        """What of open pages is new with it."""
        return ("bids", f"load:{self.load_id}")

    @property
    def is_agreed(self) -> bool:
        """Whether both sides have said yes, clearly."""
        return self.status in (PriceTalkStatus.AGREED, PriceTalkStatus.BOOKED)

    @property
    def rates(self) -> dict[str, Any]:
        """The load's rates of the chapter, by the load's own names."""
        return {name: getattr(self, name) for name in RATES}


# The rates of a load whose change begins another chapter.
RATES = ("start_rate", "max_rate", "book_now_rate")


class PriceTalkStatusChange(StatusChange):
    """A move of a price talk."""

    price_talk = models.ForeignKey(
        PriceTalk, on_delete=models.CASCADE, related_name="status_changes", db_constraint=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="price_talk_status_change_key"),
            SameOrganization("price_talk", name="price_talk_status_change_same_organization"),
        ]

    def __str__(self) -> str:
        return f"{self.old} → {self.new}"
