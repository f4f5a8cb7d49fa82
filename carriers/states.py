"""What a vetting says of a carrier."""

from django.db import models


class ConnectionStatus(models.TextChoices):
    """Where the carrier stands with the brokerage's identity service."""

    ONBOARDED = "onboarded", "Onboarded"
    NEEDS_TO_ONBOARD = "needs_to_onboard", "Needs to onboard"
    DO_NOT_DISPATCH = "do_not_dispatch", "Do not dispatch"


class RulesAssessment(models.TextChoices):
    """How the carrier fares by the organization's rules."""

    PASS = "pass", "Pass"
    PARTIAL_PASS = "partial_pass", "Partial pass"
    INCOMPLETE = "incomplete", "Incomplete"
    FAIL = "fail", "Fail"
