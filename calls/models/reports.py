"""What check calls found out."""

from django.db import models

from calls.models.conversations import Conversation
from loads.localtime import WallClockField
from loads.models import Load
from organizations.constraints import SameOrganization
from organizations.models import Owned


class Checked(models.TextChoices):
    """How a truck stands with the facility."""

    IN = "in", "Checked in"
    OUT = "out", "Checked out"
    NO = "no", "Not checked in"


class Loading(models.TextChoices):
    """What is in the trailer."""

    LOADED = "loaded", "Loaded"
    EMPTY = "empty", "Empty"


class CheckCallReport(Owned):
    """What a driver or dispatcher said of a load under way."""

    conversation = models.OneToOneField(
        Conversation, on_delete=models.CASCADE, related_name="check_call_report", db_constraint=False
    )
    load = models.ForeignKey(
        Load, on_delete=models.CASCADE, related_name="check_call_reports", db_constraint=False
    )
    about = models.CharField(max_length=10, help_text="pickup or dropoff.")
    location = models.CharField(
        max_length=300, blank=True, help_text="Where the truck is, in the caller's words."
    )
    eta_said = models.CharField(
        max_length=300, blank=True, help_text="When it will be there, in the caller's words."
    )
    eta = WallClockField(null=True, help_text="The same as a time at the stop, where it could be understood.")
    late_minutes = models.PositiveIntegerField(
        null=True, help_text="The ETA past the window's end; 0: within it; empty: one of the two isn't known."
    )
    is_waiting = models.BooleanField(
        default=False, help_text="At the facility: the ETA is when it will be done."
    )
    checked = models.CharField(max_length=3, choices=Checked.choices, blank=True)
    loading = models.CharField(max_length=10, choices=Loading.choices, blank=True)
    temperature = models.DecimalField(
        max_digits=5, decimal_places=1, null=True, help_text="Of the reefer, °F."
    )
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
