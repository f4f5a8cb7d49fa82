"""What carriers asked, how it was negotiated, what was booked; and what is kept beside that: how many of each day,
and which carriers run which lanes.
"""

from datetime import datetime, timedelta

from django.contrib.postgres.fields import ArrayField
from django.db import models

from bids.models.negotiation import PriceTalk
from bids.negotiation import Action
from bids.querysets import BidQuerySet
from bids.states import BID_LIFECYCLE, BidChannel, BidStatus, BookingEnd, BookingKind
from calls.models import Conversation
from carriers.models import Carrier
from loads.models import Load, RateField
from organizations.models import Owned, StatusChange
from organizations.projections import Projection, Tallied, Watched
from organizations.tenancy.scope import SameOrganization, ScopedManager

BIDS = Tallied(kind="bids", table="bids_bid", at="discussed_at")
TALLY = BIDS.projection()


def _done(table: str, counts: str, at: str) -> str:
    """What bids or bookings count for: by carrier, both ends of the load's lane, and equipment.

    What has no carrier or no lane counts for nothing.
    """
    ends = ", ".join(
        f"concat_ws(', ', nullif(load.{end}_city, ''), nullif(load.{end}_state, '')) AS {end}, load.{end}_place_id"
        for end in ("origin", "destination")
    )
    return f"""
        SELECT done.organization_id, done.carrier_id AS carrier, {ends}, load.equipment_type AS equipment, {counts},
            done.{at} AS last_at
        FROM {{{table}}} AS done JOIN {{loads_load}} AS load ON load.id = done.load_id
        WHERE done.carrier_id IS NOT NULL
            AND (load.origin_city <> '' OR load.origin_state <> '')
            AND (load.destination_city <> '' OR load.destination_state <> '')
    """  # noqa: S608 (names of our own)


# The one lock is that of the load whose lane is counted: else a bid could be counted on a lane that its load is just
# leaving. Whoever changes a load holds it anyhow.
_LOCK = """FROM loads_load WHERE id = ANY(ARRAY(SELECT load_id FROM {rows} AS done WHERE carrier_id IS NOT NULL))
    ORDER BY id FOR NO KEY UPDATE"""

LANES = Projection(
    name="carrier_lanes",
    table="carriers_carrierlane",
    key=[
        *("organization_id", "carrier"),
        *("origin", "origin_place_id", "destination", "destination_place_id", "equipment"),
    ],
    nullable=["origin_place_id", "destination_place_id"],
    sums=["bids", "amount_sum", "amount_count", "bookings", "delivered"],
    newest="last_at",
    sources=[
        _done(
            "bids_bid",
            "1 AS bids, coalesce(done.amount, 0) AS amount_sum, (done.amount IS NOT NULL)::int AS amount_count, "
            "0 AS bookings, 0 AS delivered",
            at="discussed_at",
        ),
        _done(
            "bids_booking",
            "0 AS bids, 0 AS amount_sum, 0 AS amount_count, 1 AS bookings, "
            "(load.status = 'DELIVERED')::int AS delivered",
            at="booked_at",
        ),
    ],
    watched={
        "bids_bid": Watched(
            columns=["organization_id", "load_id", "carrier_id", "amount", "discussed_at"],
            lock=_LOCK,
            is_by_statement=True,
        ),
        "bids_booking": Watched(
            columns=["organization_id", "load_id", "carrier_id", "booked_at"],
            lock=_LOCK,
            is_by_statement=True,
        ),
        "loads_load": Watched(
            columns=[
                *("organization_id", "status", "equipment_type"),
                *("origin_city", "origin_state", "origin_place_id"),
                *("destination_city", "destination_state", "destination_place_id"),
            ],
            events=("delete", "update"),
        ),
    },
)


UNDO_WITHIN = timedelta(seconds=10)


class Bid(Owned):
    """What a carrier wants for moving a load: one row a carrier's talk about a load, its figures the latest."""

    lifecycle = BID_LIFECYCLE

    load = models.ForeignKey(Load, on_delete=models.CASCADE, related_name="bids", db_constraint=False)
    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, null=True, related_name="bids", db_constraint=False
    )
    carrier = models.ForeignKey(
        Carrier, on_delete=models.SET_NULL, null=True, related_name="bids", db_constraint=False
    )
    # Null where nobody talked about the price with us: entered by hand, or imported.
    price_talk = models.ForeignKey(
        PriceTalk, on_delete=models.SET_NULL, null=True, related_name="bids", db_constraint=False
    )
    # Which of the conversation's bids it is; with `external_id` the key of an imported one.
    position = models.PositiveIntegerField(default=0)
    external_id = models.CharField(max_length=200, blank=True)

    channel = models.CharField(max_length=10, choices=BidChannel.choices)
    status = models.CharField(max_length=20, choices=BidStatus.choices, default=BID_LIFECYCLE.start)
    status_changed_at = models.DateTimeField()
    first_ask = RateField(help_text="The carrier's opening ask.")
    amount = RateField(help_text="The carrier's latest offer.")
    counter_amount = RateField(help_text="The broker's counter.")
    agreed_at = models.DateTimeField(null=True, help_text="When both sides agreed on the rate.")
    notes = models.TextField(blank=True)
    details = models.JSONField(
        default=dict,
        blank=True,
        db_default=models.Value({}, models.JSONField()),
        help_text="Details for the rate con: email, driver, truck and trailer, empty location; and conditions.",
    )
    decided_by = models.CharField(
        max_length=100,
        blank=True,
        default="",
        db_default="",
        help_text="Who made the last counter or decision.",
    )

    # When the conversation began, or the bid was entered by hand: the time that windows are about.
    discussed_at = models.DateTimeField()
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    # Of the other side, as known then; kept here so that a list of bids needs no conversation.
    mc_number = models.CharField(max_length=10, blank=True, help_text="Digits only.")
    dot_number = models.PositiveBigIntegerField(null=True)
    caller_name = models.CharField(max_length=200, blank=True)
    phone = models.CharField(max_length=16, blank=True, help_text="E.164.")
    extension = models.CharField(max_length=10, blank=True)

    objects = ScopedManager.from_queryset(BidQuerySet)()
    unscoped = models.Manager.from_queryset(BidQuerySet)()

    class Meta:
        triggers = [*TALLY.triggers("bids_bid"), *LANES.triggers("bids_bid")]
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="bid_key"),
            models.UniqueConstraint(
                fields=["conversation", "position"],
                name="bid_of_conversation",
                condition=models.Q(conversation__isnull=False, external_id=""),
            ),
            models.UniqueConstraint(
                fields=["organization", "external_id"],
                name="bid_external_id",
                condition=~models.Q(external_id=""),
            ),
            models.CheckConstraint(condition=models.Q(status__in=BidStatus.values), name="bid_status"),
            SameOrganization("load", name="bid_load_same_organization"),
            SameOrganization("conversation", name="bid_conversation_same_organization"),
            SameOrganization("carrier", name="bid_carrier_same_organization"),
            SameOrganization("price_talk", name="bid_price_talk_same_organization"),
        ]
        indexes = [
            models.Index(fields=["organization", "-discussed_at", "-id"], name="bid_recent"),
            models.Index(
                fields=["organization", "agreed_at"],
                name="bid_agreed",
                condition=models.Q(agreed_at__isnull=False),
            ),
            models.Index(
                fields=["organization", "mc_number", "-discussed_at", "-id"],
                name="bid_of_mc",
                condition=~models.Q(mc_number=""),
            ),
            models.Index(
                fields=["status", "status_changed_at"],
                name="bid_unfinished",
                condition=models.Q(status__in=BID_LIFECYCLE.unfinished),
            ),
            # The bid list: what waits, by load, and the history of each status.
            models.Index(
                fields=["organization", "load", "amount"],
                name="bid_waiting",
                condition=models.Q(status__in=BID_LIFECYCLE.unfinished),
            ),
            models.Index(
                fields=["organization", "status", "-discussed_at", "-id"],
                name="bid_by_status",
                include=["channel"],
            ),
        ]

    @property
    def live_names(self) -> tuple[str, ...]:
        """What of open pages is new with it."""
        return ("bids", f"load:{self.load_id}")

    def __str__(self) -> str:
        return f"bid {self.pk}"


class BidStatusChange(StatusChange):
    """A move of a bid."""

    bid = models.ForeignKey(Bid, on_delete=models.CASCADE, related_name="status_changes", db_constraint=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="bid_status_change_key"),
            SameOrganization("bid", name="bid_status_change_bid_same_organization"),
        ]

    def __str__(self) -> str:
        return f"{self.old} → {self.new}"


class Booking(Owned):
    """A load given to a carrier for an amount: a row as long as it stands, `EndedBooking` afterwards."""

    load = models.ForeignKey(Load, on_delete=models.CASCADE, related_name="bookings", db_constraint=False)
    bid = models.OneToOneField(
        Bid, on_delete=models.SET_NULL, null=True, related_name="booking", db_constraint=False
    )
    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, null=True, related_name="bookings", db_constraint=False
    )
    carrier = models.ForeignKey(
        Carrier, on_delete=models.SET_NULL, null=True, related_name="bookings", db_constraint=False
    )
    position = models.PositiveIntegerField(default=0, help_text="Position among the conversation's bookings.")
    kind = models.CharField(max_length=10, choices=BookingKind.choices)
    amount = RateField(help_text="What the carrier is paid.")
    booked_at = models.DateTimeField()
    booked_by = models.CharField(max_length=100, help_text="The actor.")
    bid_before = models.JSONField(
        default=dict,
        blank=True,
        db_default=models.Value({}, models.JSONField()),
        help_text="The bid as it was before a person accepted it, for undoing that.",
    )

    class Meta:
        triggers = LANES.triggers("bids_booking")
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="booking_key"),
            models.UniqueConstraint(
                fields=["conversation", "position"],
                name="booking_of_conversation",
                condition=models.Q(conversation__isnull=False),
            ),
            models.CheckConstraint(condition=models.Q(kind__in=BookingKind.values), name="booking_kind"),
            SameOrganization("load", name="booking_load_same_organization"),
            SameOrganization("bid", name="booking_bid_same_organization"),
            SameOrganization("conversation", name="booking_conversation_same_organization"),
            SameOrganization("carrier", name="booking_carrier_same_organization"),
        ]
        indexes = [models.Index(fields=["organization", "-booked_at", "-id"], name="booking_recent")]

    def __str__(self) -> str:
        return f"load {self.load_id} for {self.amount}"

    @property
    def undo_until(self) -> datetime | None:
        """Until when whoever accepted the bid may undo it, and nobody else is told; None where nobody may."""
        return self.booked_at + UNDO_WITHIN if self.bid_before else None


class EndedBooking(Owned):
    """A booking that stands no more: it counts for nothing, and is kept as history."""

    number = models.BigIntegerField(help_text="The booking's key while it stood.")
    load = models.ForeignKey(
        Load, on_delete=models.CASCADE, related_name="ended_bookings", db_constraint=False
    )
    bid = models.ForeignKey(
        Bid, on_delete=models.SET_NULL, null=True, related_name="ended_bookings", db_constraint=False
    )
    carrier = models.ForeignKey(
        Carrier, on_delete=models.SET_NULL, null=True, related_name="ended_bookings", db_constraint=False
    )
    kind = models.CharField(max_length=10, choices=BookingKind.choices)
    amount = RateField(help_text="What the carrier was to be paid.")
    booked_at = models.DateTimeField()
    booked_by = models.CharField(max_length=100, help_text="The actor.")
    how = models.CharField(max_length=10, choices=BookingEnd.choices)
    reason = models.CharField(max_length=200, blank=True)
    ended_at = models.DateTimeField()
    ended_by = models.CharField(max_length=100, help_text="The actor.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="ended_booking_key"),
            models.UniqueConstraint(fields=["number"], name="ended_booking_once"),
            models.CheckConstraint(condition=models.Q(how__in=BookingEnd.values), name="ended_booking_how"),
            SameOrganization("load", name="ended_booking_load_same_organization"),
            SameOrganization("bid", name="ended_booking_bid_same_organization"),
            SameOrganization("carrier", name="ended_booking_carrier_same_organization"),
        ]

    def __str__(self) -> str:
        return f"load {self.load_id} for {self.amount}, {self.get_how_display()}"


# What of loads counts on the lanes of carriers.


class LaneLoad(Load):
    """A load, whose changes take its bids and bookings along to another lane."""

    class Meta:
        proxy = True
        default_permissions = ()
        triggers = LANES.triggers("loads_load")


# The receipt of every price talk.


class NegotiationStep(Owned):
    """The receipt: one answer to something a carrier said about the price, with the rule behind it; append-only."""

    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="negotiation_steps", db_constraint=False
    )
    load = models.ForeignKey(
        Load, on_delete=models.CASCADE, related_name="negotiation_steps", db_constraint=False
    )
    position = models.PositiveIntegerField(help_text="Position in the conversation.")
    price_talk = models.ForeignKey(
        PriceTalk, on_delete=models.SET_NULL, null=True, related_name="steps", db_constraint=False
    )
    chapter = models.PositiveSmallIntegerField(default=1, db_default=1, help_text="Of the price talk.")

    heard = models.TextField(help_text="What the carrier said, as heard.")
    said_amount = models.DecimalField(
        max_digits=13, decimal_places=4, null=True, help_text="The figure as stated."
    )
    said_unit = models.CharField(max_length=10, blank=True, help_text="total, mile or more.")
    ask = models.DecimalField(
        max_digits=11, decimal_places=2, null=True, help_text="The figure as an all-in rate."
    )

    action = models.CharField(max_length=20, help_text="A bids.negotiation.Action.")
    amount = models.DecimalField(
        max_digits=11, decimal_places=2, help_text="The agreed rate, or our counter."
    )
    # No choices: words may be put better without a migration.
    rule = models.CharField(max_length=30, help_text="A bids.negotiation.Rule.")
    flags = ArrayField(models.CharField(max_length=30), default=list, help_text="Of bids.negotiation.Flag.")
    # As they were then: the load's rates may change.
    round = models.PositiveSmallIntegerField()
    offer = models.DecimalField(max_digits=11, decimal_places=2, help_text="Our offer after this step.")
    ceiling = models.DecimalField(
        max_digits=11, decimal_places=2, null=True, help_text="The load's max buy at that time."
    )
    final_offer = models.DecimalField(
        max_digits=11,
        decimal_places=2,
        null=True,
        help_text="The most the agent offers by itself on this load.",
    )
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="negotiation_step_key"),
            models.UniqueConstraint(fields=["conversation", "position"], name="negotiation_step_position"),
            models.CheckConstraint(
                condition=models.Q(action__in=[action.value for action in Action]),
                name="negotiation_step_action",
            ),
            models.CheckConstraint(
                condition=~models.Q(action=Action.ACCEPT.value)
                | models.Q(ceiling=None)
                | models.Q(amount__lte=models.F("ceiling")),
                name="negotiation_step_within_ceiling",
            ),
            SameOrganization("conversation", name="negotiation_step_conversation_same_organization"),
            SameOrganization("load", name="negotiation_step_load_same_organization"),
            SameOrganization("price_talk", name="negotiation_step_price_talk_same_organization"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.amount}"
