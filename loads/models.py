"""What must be moved: loads as the TMS tells of them, their statuses and sets, their stops with local times, and every
event received.
"""

from datetime import UTC, datetime
from typing import Self
from zoneinfo import ZoneInfo

from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q
from django.db.models.functions import Now
from django.utils.dateparse import parse_datetime

from organizations.equipment import Equipment
from organizations.models import Owned, Place, User
from organizations.tenancy.scope import OwnedQuerySet, SameOrganization, ScopedManager


class LoadStatus(models.TextChoices):
    """Statuses that Loadline knows; the TMS is the system of record, so other words are kept too."""

    OPPORTUNITY = "OPPORTUNITY", "Quote"
    UNASSIGNED = "UNASSIGNED", "Unassigned"
    TENDERED = "TENDERED", "Tendered"
    COVERED = "COVERED", "Covered"
    IN_TRANSIT = "IN_TRANSIT", "In transit"
    DELIVERED = "DELIVERED", "Delivered"


OPEN_STATUSES = (LoadStatus.UNASSIGNED, LoadStatus.OPPORTUNITY)
UNCONFIRMED_STATUSES = ("", *OPEN_STATUSES)  # of a booked load: the TMS doesn't know of the booking
SETTLED_STATUSES = (LoadStatus.COVERED, LoadStatus.IN_TRANSIT, LoadStatus.DELIVERED)


class MessageFormat(models.TextChoices):
    """How a TMS's messages are written."""

    JSON = "json", "JSON"
    XML = "xml", "XML"
    X12 = "x12", "EDI X12"


class StopType(models.TextChoices):
    """What happens at a stop."""

    PICKUP = "pickup", "Pickup"
    DROPOFF = "dropoff", "Delivery"


class LoadQuerySet(OwnedQuerySet):
    """Loads."""

    def open(self) -> Self:
        """Open to offers: unassigned or an opportunity, neither locked nor on hold."""
        return self.filter(status__in=OPEN_STATUSES, is_locked=False, held_at=None)

    def complete(self) -> Self:
        """With all that the agent needs to offer them: places, pickup time, a status, a rate to open at."""
        return self.filter(
            Q(start_rate__isnull=False) | Q(book_now_rate__isnull=False), pickup_time__isnull=False
        ).exclude(Q(origin_city="") | Q(destination_city="") | Q(status=""))

    def locked(self) -> Self:
        """Locked by the TMS while they wait for a carrier."""
        return self.filter(status__in=OPEN_STATUSES, is_locked=True)

    def held(self) -> Self:
        """Put on hold by a broker."""
        return self.filter(held_at__isnull=False)


class WallClockField(models.DateTimeField):
    """A local date and time without a zone: `timestamp without time zone`, naive in Python."""

    description = "Local wall-clock date and time"

    def db_type(self, connection) -> str:
        """PostgreSQL's type that stores what it was given."""
        return "timestamp without time zone"

    def get_internal_type(self) -> str:
        """Not DateTimeField: Django would convert the time zone."""
        return "WallClockField"

    def to_python(self, value):
        """A naive datetime from a datetime or ISO text."""
        if value is None or isinstance(value, datetime):
            parsed = value
        else:
            parsed = parse_datetime(value)
            if parsed is None:
                raise ValidationError(
                    "%(value)s is no date and time.", code="invalid", params={"value": value}
                )
        if parsed is not None and parsed.tzinfo is not None:
            raise ValidationError("A local time bears no UTC offset.", code="invalid")
        return parsed

    def get_prep_value(self, value):
        """As it is: no zone to convert."""
        return self.to_python(value)

    def get_db_prep_value(self, value, connection, prepared=False):
        """A naive datetime, which psycopg sends as a timestamp without zone."""
        return value if prepared else self.get_prep_value(value)


def instant(wall_clock: datetime | None, timezone: str) -> datetime | None:
    """The UTC instant of a wall-clock time in an IANA zone; None where either is missing.

    A time that a DST change skips is shifted forward by the gap; one that occurs twice is taken the first
    time (PEP 495's fold=0 does both).
    """
    if wall_clock is None or not timezone:
        return None
    return wall_clock.replace(tzinfo=ZoneInfo(timezone), fold=0).astimezone(UTC)


# What the agent needs before it may offer a load, beside a start rate or a book-now rate: (attribute, name in the API).
NEEDED = (
    ("pickup_time", "pickupTime"),
    ("origin_city", "origin"),
    ("destination_city", "destination"),
    ("status", "status"),
)
# What pages show as missing besides; the agent offers the load without.
WANTED = (
    ("dropoff_time", "dropoffTime"),
    ("customer_rate", "customerRate"),
    ("max_rate", "maxRate"),
)


class RateField(models.DecimalField):
    """US dollars for the whole load."""

    def __init__(self, **kwargs) -> None:
        super().__init__(**({"max_digits": 11, "decimal_places": 2, "null": True, "blank": True} | kwargs))


class Load(Owned):
    """A shipment to cover. Empty text and null: the TMS hasn't told. Times are local to their place."""

    external_id = models.CharField(max_length=64)
    status = models.CharField(max_length=40, blank=True)
    customer_name = models.CharField(max_length=300, blank=True)

    pickup_time = WallClockField(null=True, blank=True)
    pickup_end_time = WallClockField(null=True, blank=True)
    dropoff_time = WallClockField(null=True, blank=True)
    dropoff_end_time = WallClockField(null=True, blank=True)
    # The instants of the two starts: kept by loads.services for sorting, null where the zone is unknown.
    pickup_at = models.DateTimeField(null=True, blank=True, editable=False)
    dropoff_at = models.DateTimeField(null=True, blank=True, editable=False)

    origin_city = models.CharField(max_length=120, blank=True)
    origin_state = models.CharField(max_length=40, blank=True)
    origin_zip = models.CharField(max_length=20, blank=True)
    origin_country = models.CharField(max_length=40, blank=True)
    origin_timezone = models.CharField(max_length=64, blank=True)
    destination_city = models.CharField(max_length=120, blank=True)
    destination_state = models.CharField(max_length=40, blank=True)
    destination_zip = models.CharField(max_length=20, blank=True)
    destination_country = models.CharField(max_length=40, blank=True)
    destination_timezone = models.CharField(max_length=64, blank=True)
    # Kept by loads.load_events; null where the gazetteer knows no such place. It never deletes one.
    origin_place = models.ForeignKey(
        Place,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )
    destination_place = models.ForeignKey(
        Place,
        on_delete=models.SET_NULL,
        null=True,
        editable=False,
        related_name="+",
        db_constraint=False,
        db_index=False,
    )

    equipment = models.CharField(max_length=200, blank=True, help_text="As the TMS wrote it.")
    equipment_type = models.CharField(max_length=20, choices=Equipment.choices, blank=True)
    total_distance = models.DecimalField(
        max_digits=12, decimal_places=3, null=True, blank=True, help_text="Miles."
    )
    weight = models.DecimalField(max_digits=12, decimal_places=3, null=True, blank=True, help_text="Pounds.")
    commodity = models.CharField(max_length=300, blank=True)
    special_instructions = models.TextField(blank=True)

    customer_rate = RateField(help_text="What the customer pays. Never shared with a carrier.")
    start_rate = RateField(help_text="Target: the opening offer.")
    max_rate = RateField(help_text="Max buy: never exceeded, never shared.")
    book_now_rate = RateField(help_text="Book-it-now: can be offered and accepted right away.")

    is_team_required = models.BooleanField(default=False)
    is_outbound_sales_enabled = models.BooleanField(default=False)
    is_routing_guide_enabled = models.BooleanField(default=False)
    is_visible_to_external_carriers = models.BooleanField(default=False)
    is_locked = models.BooleanField(default=False, help_text="The agent won't discuss it.")

    owner = models.ForeignKey(
        User,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        help_text="The broker who owns the load.",
    )
    # A broker's hold, which the TMS knows nothing of; written by loads.services alone.
    held_at = models.DateTimeField(
        null=True, blank=True, editable=False, help_text="On hold since then: the agent won't offer it."
    )
    held_by = models.ForeignKey(
        User,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        editable=False,
        related_name="+",
        db_index=False,
    )
    hold_reason = models.CharField(max_length=200, blank=True, default="", db_default="", editable=False)
    import_trail = models.BinaryField(null=True, editable=False)  # organizations.api.imports
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    updated_at = models.DateTimeField(db_default=Now(), editable=False)

    objects = ScopedManager.from_queryset(LoadQuerySet)()
    unscoped = models.Manager.from_queryset(LoadQuerySet)()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="load_key"),
            models.UniqueConstraint(fields=["organization", "external_id"], name="load_external_id"),
        ]
        indexes = [
            models.Index(fields=["organization", "status", "pickup_at", "id"], name="load_board"),
            models.Index(
                fields=["organization", "held_at"],
                name="load_held",
                condition=models.Q(held_at__isnull=False),
            ),
            models.Index(fields=["organization", "pickup_at", "id"], name="load_by_pickup"),
        ]

    def __str__(self) -> str:
        return self.external_id

    @property
    def lacking(self) -> list[str]:
        """Names (as in the API) of what must still come before the agent may offer the load."""
        names = [name for attribute, name in NEEDED if getattr(self, attribute) in (None, "")]
        if self.start_rate is None and self.book_now_rate is None:
            names.append("startRate")
        return names

    @property
    def is_complete(self) -> bool:
        """Whether the agent may offer it, as `LoadQuerySet.complete()` has it."""
        return not self.lacking

    @property
    def missing(self) -> list[str]:
        """Names (as in the API) of all that pages show as missing; only `lacking` keeps the agent from offering."""
        return self.lacking + [name for attribute, name in WANTED if getattr(self, attribute) is None]

    @property
    def is_open(self) -> bool:
        """Open to offers, as `LoadQuerySet.open()` has it."""
        return self.status in OPEN_STATUSES and not self.is_locked and not self.is_held

    @property
    def is_released(self) -> bool:
        """Whether the agent may call one carrier after another about it, as far as the TMS's facts go."""
        return self.status == LoadStatus.UNASSIGNED and self.is_outbound_sales_enabled and self.is_complete

    @property
    def is_quote(self) -> bool:
        """Whether the customer hasn't awarded it yet."""
        return self.status == LoadStatus.OPPORTUNITY

    @property
    def is_held(self) -> bool:
        """Whether a broker has put it on hold."""
        return self.held_at is not None

    @property
    def is_settled(self) -> bool:
        """Covered or further on its way: nobody needs to be offered it any more."""
        return self.status in SETTLED_STATUSES

    @property
    def is_delivered(self) -> bool:
        """Whether there is nothing left to haul."""
        return self.status == LoadStatus.DELIVERED

    @property
    def has_crossed_rates(self) -> bool:
        """Whether the opening offer lies above the ceiling: stored as told, and flagged."""
        return self.start_rate is not None and self.max_rate is not None and self.start_rate > self.max_rate


class Stop(Owned):
    """A stop of a load, in the order the TMS gave."""

    load = models.ForeignKey(Load, on_delete=models.CASCADE, related_name="stops", db_constraint=False)
    position = models.PositiveIntegerField()
    type = models.CharField(max_length=10, choices=StopType.choices, blank=True)
    street = models.CharField(max_length=300, blank=True)
    city = models.CharField(max_length=120, blank=True)
    state = models.CharField(max_length=40, blank=True)
    country = models.CharField(max_length=40, blank=True)
    zip = models.CharField(max_length=20, blank=True)
    timezone = models.CharField(max_length=64, blank=True)
    window_start = WallClockField(null=True, blank=True)
    window_end = WallClockField(null=True, blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="stop_key"),
            models.UniqueConstraint(
                fields=["load", "position"], name="stop_position", deferrable=models.Deferrable.DEFERRED
            ),
            SameOrganization("load", name="stop_load_same_organization"),
        ]

    def __str__(self) -> str:
        return f"{self.get_type_display()} {self.city}, {self.state}"


class LoadMapping(Owned):
    """How a TMS's own messages become load events: where they come in, how they are written, and the rules."""

    name = models.CharField(max_length=100)
    slug = models.SlugField(max_length=60, help_text="The last part of its webhook address.")
    format = models.CharField(max_length=4, choices=MessageFormat.choices)
    rules = models.JSONField(default=dict, help_text="As loads.mappings.rules has them.")
    is_on = models.BooleanField(default=False, help_text="Off: messages are kept, and make no load.")
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    updated_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="load_mapping_key"),
            models.UniqueConstraint(fields=["organization", "slug"], name="load_mapping_slug"),
        ]

    def __str__(self) -> str:
        return self.name


class LoadEvent(Owned):
    """A message of the TMS exactly as it came, also a refused one; append-only."""

    load = models.ForeignKey(
        Load, on_delete=models.SET_NULL, null=True, blank=True, related_name="events", db_constraint=False
    )
    mapping = models.ForeignKey(
        LoadMapping,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="events",
        db_constraint=False,
        db_index=False,
        help_text="What read it, where it isn't in Loadline's own form.",
    )
    received_at = models.DateTimeField()
    source = models.CharField(max_length=100, help_text="Who sent it.")
    raw = models.BinaryField(help_text="The request body, byte for byte.")
    is_accepted = models.BooleanField()
    status = models.PositiveSmallIntegerField(null=True, help_text="Of the answer, where it was refused.")
    # Accepted: what it changed, {"startRate": ["1500.00", "1600.00"], …}; with {"id": [null, "L-1"]} it made
    # the load.
    # Refused: why, [{"field", "code", "detail"}, …].
    changes = models.JSONField(default=dict)
    errors = models.JSONField(default=list)

    class Meta:
        constraints = [
            SameOrganization("load", name="load_event_load_same_organization"),
            SameOrganization("mapping", name="load_event_mapping_same_organization"),
        ]
        indexes = [
            models.Index(fields=["load", "-received_at", "-id"], name="load_event_of_load"),
            models.Index(fields=["organization", "-received_at", "-id"], name="load_event_recent"),
            models.Index(
                fields=["organization", "-received_at", "-id"],
                name="load_event_refused",
                condition=models.Q(is_accepted=False),
            ),
        ]

    def __str__(self) -> str:
        return f"event of {self.received_at:%Y-%m-%d %H:%M:%S}"
