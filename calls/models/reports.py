"""What check calls found out."""

from django.db import models

from calls.models.conversations import Conversation
from calls.querysets import LoadAlarmQuerySet
from calls.states import AlarmKind
from loads.models import Load, WallClockField
from organizations.models import Owned
from organizations.tenancy.scope import SameOrganization, ScopedManager


class Checked(models.TextChoices):
    """How a truck stands with the facility."""

    IN = "in", "Checked in"
    OUT = "out", "Checked out"
    NO = "no", "Not checked in"


class Loading(models.TextChoices):
    """What is in the trailer."""

    LOADED = "loaded", "Loaded"
    EMPTY = "empty", "Empty"


class Outcome(models.TextChoices):
    """How it stands with the load, in a word."""

    ON_THE_WAY = "on_the_way", "On the way"
    AT_FACILITY = "at_facility", "At the facility"
    LOADED = "loaded", "Loaded"
    DELIVERED = "delivered", "Delivered"
    BROKEN_DOWN = "broken_down", "Broken down"
    CANCELLED = "cancelled", "Carrier canceled"
    WRONG_LOAD = "wrong_load", "Not on this load"
    ASK_OTHER = "ask_other", "Referred to someone else"


class TrackingApp(models.TextChoices):
    """What a truck is tracked by."""

    MACROPOINT = "macropoint", "MacroPoint"
    FOURKITES = "fourkites", "FourKites"


class CheckCallReport(Owned):
    """What a driver or dispatcher said of a load under way."""

    conversation = models.OneToOneField(
        Conversation, on_delete=models.CASCADE, related_name="check_call_report", db_constraint=False
    )
    load = models.ForeignKey(
        Load, on_delete=models.CASCADE, related_name="check_call_reports", db_constraint=False
    )
    about = models.CharField(max_length=10, help_text="pickup or dropoff.")
    outcome = models.CharField(
        max_length=20,
        choices=Outcome.choices,
        blank=True,
        default="",
        db_default="",
        help_text="Blank if unknown.",
    )
    location = models.CharField(
        max_length=300, blank=True, help_text="Truck location: a city, or at the facility."
    )
    eta_said = models.CharField(max_length=300, blank=True, help_text="ETA in the caller's words.")
    eta = WallClockField(null=True, help_text="The ETA as local time at the stop, if understood.")
    late_minutes = models.PositiveIntegerField(
        null=True, help_text="Minutes past the end of the window. 0 = on time. Blank if unknown."
    )
    is_waiting = models.BooleanField(
        default=False, help_text="At the facility: the ETA is when loading or unloading will be done."
    )
    waiting_since = WallClockField(null=True, help_text="Arrival or check-in time, as said.")
    delivered_date = models.DateField(null=True, help_text="Local to the stop, as said.")
    delivered_time = models.TimeField(null=True, help_text="Local to the stop, as said.")
    checked = models.CharField(max_length=3, choices=Checked.choices, blank=True)
    loading = models.CharField(max_length=10, choices=Loading.choices, blank=True)
    temperature = models.DecimalField(
        max_digits=5, decimal_places=1, null=True, help_text="Reefer temperature, °F."
    )
    set_temperature = models.DecimalField(
        max_digits=11, decimal_places=1, null=True, help_text="What the load calls for, °F."
    )
    tracking_app = models.CharField(
        max_length=20, choices=TrackingApp.choices, blank=True, default="", db_default=""
    )
    is_tracking = models.BooleanField(null=True, help_text="Whether the app is on, as it was said.")
    bol_number = models.CharField(max_length=60, blank=True)
    delay_reason = models.CharField(max_length=300, blank=True, help_text="In the caller's words.")
    reported_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="check_call_report_key"),
            SameOrganization("conversation", name="check_call_report_conversation_same_organization"),
            SameOrganization("load", name="check_call_report_load_same_organization"),
        ]

    def __str__(self) -> str:
        return f"{self.load_id}: {self.location}, ETA {self.eta_said}"

    @property
    def is_late(self) -> bool:
        """Whether the truck comes after its window, as far as is known."""
        return bool(self.late_minutes)


class LoadAlarm(Owned):
    """Something on a load that its broker must know at once: the truck is late or broken down, the carrier is off."""

    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="alarms", db_constraint=False
    )
    load = models.ForeignKey(
        Load, on_delete=models.CASCADE, null=True, related_name="alarms", db_constraint=False
    )
    kind = models.CharField(max_length=20, choices=AlarmKind.choices)
    words = models.CharField(max_length=300, blank=True, help_text="What the caller said.")
    raised_at = models.DateTimeField()
    seen_at = models.DateTimeField(null=True)
    seen_by = models.CharField(max_length=100, blank=True, help_text="The actor.")

    objects = ScopedManager.from_queryset(LoadAlarmQuerySet)()
    unscoped = models.Manager.from_queryset(LoadAlarmQuerySet)()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="load_alarm_key"),
            models.UniqueConstraint(fields=["conversation", "kind"], name="load_alarm_once"),
            models.CheckConstraint(condition=models.Q(kind__in=AlarmKind.values), name="load_alarm_kind"),
            models.CheckConstraint(
                condition=models.Q(seen_at=None, seen_by="")
                | (models.Q(seen_at__isnull=False) & ~models.Q(seen_by="")),
                name="load_alarm_seen_by",
            ),
            SameOrganization("conversation", name="load_alarm_conversation_same_organization"),
            SameOrganization("load", name="load_alarm_load_same_organization"),
        ]
        indexes = [
            models.Index(
                fields=["organization", "-raised_at", "-id"],
                name="load_alarm_unseen",
                condition=models.Q(seen_at=None),
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: load {self.load_id}"
