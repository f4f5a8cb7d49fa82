"""The conversations: agents, phone numbers, calls with their turns and history, check-call reports."""

from datetime import datetime

from django.contrib.postgres.fields import ArrayField
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Now

from calls.querysets import AgentQuerySet, CallQuerySet, ConversationQuerySet
from calls.states import CALL_LIFECYCLE, AgentPurpose, CallStatus, Channel, Direction, Role
from carriers.models import Carrier
from carriers.states import ConnectionStatus, RulesAssessment
from loads.localtime import WallClockField
from loads.models import Load
from organizations.actors import Actor
from organizations.constraints import SameOrganization
from organizations.models import Owned, StatusChange
from organizations.querysets import ScopedManager

E164 = RegexValidator(r"^\+[1-9]\d{6,14}$", "A phone number in E.164 form: + and digits.")


def seconds_connected(answered_at: datetime | None, ended_at: datetime | None) -> int:
    """Whole seconds from answer to end; 0 when either is missing."""
    if answered_at is None or ended_at is None:
        return 0
    return max(0, round((ended_at - answered_at).total_seconds()))


class Agent(Owned):
    """An automated voice that an organization configured."""

    slug = models.SlugField(max_length=63, help_text="The agentId of the API.")
    name = models.CharField(max_length=200)
    purpose = models.CharField(max_length=20, choices=AgentPurpose.choices, default=AgentPurpose.CUSTOM)
    greeting = models.TextField(blank=True, help_text="The first thing it says; {{ name }} takes a variable.")
    prompt = models.TextField(
        blank=True, help_text="What it is to find out or tell; {{ name }} takes a variable."
    )
    variables = models.JSONField(
        default=list, blank=True, help_text='A list of {"name": …, "required": true or false, "default": …}.'
    )
    voicemail_message = models.TextField(
        blank=True, help_text="Left on an answering machine; empty: hang up."
    )
    language = models.CharField(max_length=10, default="en-US")
    voice = models.CharField(max_length=60, blank=True)
    is_active = models.BooleanField(default=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    objects = ScopedManager.from_queryset(AgentQuerySet)()
    unscoped = models.Manager.from_queryset(AgentQuerySet)()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="agent_key"),
            models.UniqueConstraint(fields=["organization", "slug"], name="agent_slug"),
        ]

    def __str__(self) -> str:
        return self.name


class PhoneNumber(Owned):
    """A number of the organization: calls to it are answered by its agent, the agent's calls come from it."""

    number = models.CharField(max_length=16, unique=True, validators=[E164], help_text="E.164.")
    agent = models.ForeignKey(
        Agent,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="phone_numbers",
        db_constraint=False,
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="phone_number_key"),
            SameOrganization("agent", name="phone_number_agent_same_organization"),
        ]

    def __str__(self) -> str:
        return self.number


class Conversation(Owned):
    """A talk with a carrier or driver, by whatever channel; what is said of money refers to it."""

    channel = models.CharField(max_length=10, choices=Channel.choices)
    direction = models.CharField(max_length=10, choices=Direction.choices)
    agent = models.ForeignKey(
        Agent, on_delete=models.SET_NULL, null=True, related_name="+", db_constraint=False
    )
    carrier = models.ForeignKey(
        Carrier, on_delete=models.SET_NULL, null=True, related_name="+", db_constraint=False
    )
    loads: "models.ManyToManyField" = models.ManyToManyField(
        Load, through="ConversationLoad", related_name="+"
    )
    created_at = models.DateTimeField()

    # What the other side said of itself, and what the vetting said then.
    mc_number = models.CharField(max_length=10, blank=True, help_text="Digits alone.")
    dot_number = models.PositiveBigIntegerField(null=True)
    connection_status = models.CharField(max_length=20, choices=ConnectionStatus.choices, blank=True)
    rules_assessment = models.CharField(max_length=20, choices=RulesAssessment.choices, blank=True)

    content_tags = ArrayField(
        models.CharField(max_length=40), default=list, help_text="The primary one first."
    )
    summary = models.TextField(blank=True)
    transferred_at = models.DateTimeField(null=True)
    input_data = models.JSONField(default=dict, help_text="The request that started it.")
    extracted_data = models.JSONField(default=dict)
    # Where the skill stands, turn by turn: any process can go on from here.
    skill_state = models.JSONField(default=dict)

    objects = ScopedManager.from_queryset(ConversationQuerySet)()
    unscoped = models.Manager.from_queryset(ConversationQuerySet)()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="conversation_key"),
            SameOrganization("agent", name="conversation_agent_same_organization"),
            SameOrganization("carrier", name="conversation_carrier_same_organization"),
        ]
        indexes = [
            models.Index(
                fields=["organization", "channel", "-created_at", "-id"], name="conversation_recent"
            ),
            models.Index(
                fields=["organization", "mc_number", "-created_at", "-id"],
                name="conversation_of_mc",
                condition=~models.Q(mc_number=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_direction_display()} {self.get_channel_display().lower()} {self.pk}"


class ConversationLoad(Owned):
    """That a load was discussed in a conversation."""

    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="load_links", db_constraint=False
    )
    load = models.ForeignKey(
        Load, on_delete=models.CASCADE, related_name="conversation_links", db_constraint=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="conversation_load_key"),
            models.UniqueConstraint(fields=["conversation", "load"], name="conversation_load_once"),
            SameOrganization("conversation", name="conversation_load_conversation_same_organization"),
            SameOrganization("load", name="conversation_load_load_same_organization"),
        ]

    def __str__(self) -> str:
        return f"load {self.load_id} in conversation {self.conversation_id}"


class Call(Owned):
    """A conversation by phone: the line's side of it. Its id is the conversation's."""

    lifecycle = CALL_LIFECYCLE

    conversation = models.OneToOneField(
        Conversation, on_delete=models.CASCADE, primary_key=True, related_name="call", db_constraint=False
    )
    status = models.CharField(max_length=20, choices=CallStatus.choices, default=CALL_LIFECYCLE.start)
    status_changed_at = models.DateTimeField()
    failure_reason = models.CharField(max_length=60, blank=True)

    from_phone = models.CharField(max_length=16, blank=True, help_text="E.164.")
    to_phone = models.CharField(max_length=16, blank=True, help_text="E.164.")
    to_extension = models.CharField(max_length=10, blank=True, help_text="Dialed after the call is answered.")
    # The other side, whoever called whom.
    caller_name = models.CharField(max_length=200, blank=True)
    caller_extension = models.CharField(max_length=10, blank=True)

    # Ours, random, in every URL given to the provider: finds the call even when its sid was never stored.
    reference = models.CharField(max_length=32, unique=True)
    provider_sid = models.CharField(max_length=40, blank=True)
    callback_rank = models.PositiveSmallIntegerField(
        default=0, help_text="Of the newest status callback obeyed."
    )
    dial_attempts = models.PositiveSmallIntegerField(default=0)
    not_before = models.DateTimeField(null=True, help_text="The provider asked us to wait until then.")
    answered_by = models.CharField(max_length=30, blank=True, help_text="As machine detection said.")

    placed_at = models.DateTimeField(null=True)
    ringing_at = models.DateTimeField(null=True)
    answered_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    updated_at = models.DateTimeField()

    recording_url = models.CharField(max_length=500, blank=True)
    transcript = models.TextField(blank=True, help_text="The turns as text, written when the call ends.")

    objects = ScopedManager.from_queryset(CallQuerySet)()
    unscoped = models.Manager.from_queryset(CallQuerySet)()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "conversation"], name="call_key"),
            models.UniqueConstraint(
                fields=["provider_sid"], name="call_provider_sid", condition=~models.Q(provider_sid="")
            ),
            models.CheckConstraint(condition=models.Q(status__in=CallStatus.values), name="call_status"),
            SameOrganization("conversation", name="call_conversation_same_organization"),
        ]
        indexes = [
            # The queue and the sweep: few rows, whatever the history.
            models.Index(
                fields=["status", "status_changed_at"],
                name="call_unfinished",
                condition=models.Q(status__in=CALL_LIFECYCLE.unfinished),
            ),
        ]

    def __str__(self) -> str:
        return f"call {self.pk}"

    @property
    def is_finished(self) -> bool:
        """Whether nothing more can happen to it."""
        return self.status in self.lifecycle.final

    @property
    def has_reached_machine(self) -> bool:
        """Whether an answering machine or a fax has picked up, as far as is known by now."""
        return self.answered_by.startswith(("machine", "fax"))

    @property
    def seconds_connected(self) -> int:
        """Whole seconds from answer to end; 0 when either is missing."""
        return seconds_connected(self.answered_at, self.ended_at)

    def record_move(self, *, old: str, new: str, by: Actor, at: datetime, reason: str) -> None:
        """Append to the history; called by `organizations.lifecycle.move` alone."""
        CallStatusChange.unscoped.create(
            organization_id=self.organization_id,
            call=self,
            old=old,
            new=new,
            by=str(by),
            at=at,
            reason=reason,
        )


class CallStatusChange(StatusChange):
    """A move of a call."""

    call = models.ForeignKey(
        Call, on_delete=models.CASCADE, related_name="status_changes", db_constraint=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="call_status_change_key"),
            SameOrganization("call", name="call_status_change_call_same_organization"),
        ]

    def __str__(self) -> str:
        return f"{self.old} → {self.new}"


class Turn(Owned):
    """What one side said, in order."""

    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="turns", db_constraint=False
    )
    position = models.PositiveIntegerField()
    role = models.CharField(max_length=10, choices=Role.choices)
    text = models.TextField()
    at = models.DateTimeField()
    is_interrupted = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="turn_key"),
            models.UniqueConstraint(fields=["conversation", "position"], name="turn_position"),
            SameOrganization("conversation", name="turn_conversation_same_organization"),
        ]

    def __str__(self) -> str:
        return f"{self.role}: {self.text[:40]}"


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
