"""What check calls found out."""

from django.db import models

from calls.models.conversations import Conversation
from loads.localtime import WallClockField
from loads.models import Load
from organizations.constraints import SameOrganization
from organizations.models import Owned


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
    reported_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="check_call_report_key"),
            SameOrganization("conversation", name="check_call_report_conversation_same_organization"),
            SameOrganization("load", name="check_call_report_load_same_organization"),
        ]

    def __str__(self) -> str:
        return f"{self.load_id}: {self.location}, ETA {self.eta_said}"
