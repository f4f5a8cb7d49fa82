"""Calling carriers about a load, one after the other, until it is covered."""

from datetime import timedelta

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from bids.models.bids import Bid
from bids.states import (
    CANDIDATE_LIFECYCLE,
    OUTREACH_LIFECYCLE,
    CandidateOutcome,
    CandidateStatus,
    OutreachStatus,
    StopReason,
)
from calls.models import Conversation
from carriers.models import Carrier
from loads.models import Load, RateField
from organizations.models import Owned, StatusChange
from organizations.tenancy.scope import SameOrganization

MAX_AT_ONCE, MAX_CONTACTS, MAX_MILES, MAX_HOLD, MAX_HOURS = 20, 100, 500, 30, 72


def _within(least: int, most: int) -> list:
    return [MinValueValidator(least), MaxValueValidator(most)]


class OutreachRules(Owned):
    """How an organization's agents call carriers about a load; without a row the defaults hold."""

    is_automatic = models.BooleanField(
        default=False, help_text="Start automatically on every load with outbound on."
    )
    at_once = models.PositiveSmallIntegerField(
        default=3, validators=_within(1, MAX_AT_ONCE), help_text="Carriers called at once."
    )
    most_contacts = models.PositiveSmallIntegerField(
        default=20, validators=_within(1, MAX_CONTACTS), help_text="Maximum carriers called per load."
    )
    radius = models.PositiveSmallIntegerField(
        default=75,
        validators=_within(1, MAX_MILES),
        help_text="Miles around origin and destination that count as the same lane.",
    )
    hold_minutes = models.PositiveSmallIntegerField(
        default=5,
        validators=_within(0, MAX_HOLD),
        help_text="How long to hold an acceptable offer while other calls finish. 0 = book right away.",
    )
    pause_hours = models.PositiveSmallIntegerField(
        default=4,
        validators=_within(0, MAX_HOURS),
        help_text="Hours before the same carrier can be called again.",
    )
    least_hours = models.PositiveSmallIntegerField(
        default=1, validators=_within(0, MAX_HOURS), help_text="Stop calling this many hours before pickup."
    )

    class Meta:
        verbose_name_plural = "outreach rules"
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="outreach_rules_key"),
            models.UniqueConstraint(fields=["organization"], name="outreach_rules_one"),
            models.CheckConstraint(
                condition=models.Q(
                    at_once__range=(1, MAX_AT_ONCE),
                    most_contacts__range=(1, MAX_CONTACTS),
                    radius__range=(1, MAX_MILES),
                    hold_minutes__lte=MAX_HOLD,
                    pause_hours__lte=MAX_HOURS,
                    least_hours__lte=MAX_HOURS,
                ),
                name="outreach_rules_within",
            ),
        ]

    def __str__(self) -> str:
        return "outreach rules"

    @property
    def hold(self) -> timedelta:
        """How long an acceptable bid is held."""
        return timedelta(minutes=self.hold_minutes)

    @property
    def pause(self) -> timedelta:
        """How long a carrier is left alone after a call."""
        return timedelta(hours=self.pause_hours)


class Outreach(Owned):
    """A round of calls about a load; at most one that hasn't ended for each load."""

    lifecycle = OUTREACH_LIFECYCLE

    load = models.ForeignKey(Load, on_delete=models.CASCADE, related_name="outreaches", db_constraint=False)
    status = models.CharField(max_length=20, choices=OutreachStatus.choices, default=OUTREACH_LIFECYCLE.start)
    status_changed_at = models.DateTimeField()
    stop_reason = models.CharField(max_length=20, choices=StopReason.choices, blank=True)
    started_by = models.CharField(max_length=100, help_text="The actor.")
    started_at = models.DateTimeField()
    deadline = models.DateTimeField(help_text="Ends by this time at the latest.")
    hold_until = models.DateTimeField(null=True, help_text="The best acceptable offer is held until then.")
    ended_at = models.DateTimeField(null=True)

    class Meta:
        verbose_name_plural = "outreaches"
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="outreach_key"),
            models.UniqueConstraint(
                fields=["load"],
                name="outreach_one_of_load",
                condition=models.Q(status__in=OUTREACH_LIFECYCLE.unfinished),
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=OutreachStatus.values), name="outreach_status"
            ),
            SameOrganization("load", name="outreach_load_same_organization"),
        ]
        indexes = [
            models.Index(
                fields=["status", "id"],
                name="outreach_unfinished",
                condition=models.Q(status__in=OUTREACH_LIFECYCLE.unfinished),
            ),
        ]

    def __str__(self) -> str:
        return f"outreach {self.pk}"

    @property
    def live_names(self) -> tuple[str, ...]:
        """What of open pages is new with it."""
        return (f"outreach:{self.pk}", f"load:{self.load_id}")

    @property
    def is_finished(self) -> bool:
        """Whether nobody is called any more."""
        return self.status in self.lifecycle.final


class OutreachStatusChange(StatusChange):
    """A move of an outreach."""

    outreach = models.ForeignKey(
        Outreach, on_delete=models.CASCADE, related_name="status_changes", db_constraint=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="outreach_status_change_key"),
            SameOrganization("outreach", name="outreach_status_change_outreach_same_organization"),
        ]

    def __str__(self) -> str:
        return f"{self.old} → {self.new}"


class OutreachCandidate(Owned):
    """A carrier's turn in an outreach: why it is asked, and what it said. Neither it nor its number has another."""

    lifecycle = CANDIDATE_LIFECYCLE

    outreach = models.ForeignKey(
        Outreach, on_delete=models.CASCADE, related_name="candidates", db_constraint=False
    )
    carrier = models.ForeignKey(
        Carrier, on_delete=models.CASCADE, related_name="outreach_turns", db_constraint=False
    )
    rank = models.PositiveSmallIntegerField(help_text="1 is called first.")
    reasons = models.JSONField(default=list, help_text="[{code, words}], why this carrier is called.")
    phone = models.CharField(max_length=16, help_text="E.164.")
    status = models.CharField(
        max_length=20, choices=CandidateStatus.choices, default=CANDIDATE_LIFECYCLE.start
    )
    status_changed_at = models.DateTimeField()
    not_before = models.DateTimeField(null=True, help_text="Don't call before.")
    outcome = models.CharField(max_length=20, choices=CandidateOutcome.choices, blank=True)
    detail = models.CharField(max_length=200, blank=True, help_text="Why it's waiting or wasn't called.")
    conversation = models.OneToOneField(
        Conversation,
        on_delete=models.SET_NULL,
        null=True,
        related_name="outreach_turn",
        db_constraint=False,
    )
    called_at = models.DateTimeField(null=True)
    ask = RateField(help_text="Its latest offer.")
    # Both sides said yes, and nothing is booked yet: the lowest of these is.
    bid = models.ForeignKey(
        Bid, on_delete=models.SET_NULL, null=True, related_name="outreach_turns", db_constraint=False
    )
    agreed_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="outreach_candidate_key"),
            models.UniqueConstraint(fields=["outreach", "carrier"], name="outreach_candidate_carrier"),
            models.UniqueConstraint(fields=["outreach", "phone"], name="outreach_candidate_phone"),
            models.UniqueConstraint(fields=["outreach", "rank"], name="outreach_candidate_rank"),
            models.CheckConstraint(
                condition=models.Q(status__in=CandidateStatus.values), name="outreach_candidate_status"
            ),
            SameOrganization("outreach", name="outreach_candidate_outreach_same_organization"),
            SameOrganization("carrier", name="outreach_candidate_carrier_same_organization"),
            SameOrganization("conversation", name="outreach_candidate_conversation_same_organization"),
            SameOrganization("bid", name="outreach_candidate_bid_same_organization"),
        ]
        indexes = [
            models.Index(
                fields=["organization", "phone", "called_at"],
                name="outreach_candidate_called",
                condition=models.Q(called_at__isnull=False),
            ),
            models.Index(
                fields=["status", "outreach"],
                name="outreach_candidate_on_line",
                condition=models.Q(status=CandidateStatus.CALLING),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.carrier}"

    @property
    def live_names(self) -> tuple[str, ...]:
        """What of open pages is new with it."""
        return (f"outreach:{self.outreach_id}",)


class CandidateStatusChange(StatusChange):
    """A move of a carrier in an outreach."""

    candidate = models.ForeignKey(
        OutreachCandidate, on_delete=models.CASCADE, related_name="status_changes", db_constraint=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="candidate_status_change_key"),
            SameOrganization("candidate", name="candidate_status_change_candidate_same_organization"),
        ]

    def __str__(self) -> str:
        return f"{self.old} → {self.new}"
