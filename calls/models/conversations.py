"""A talk, by whatever channel: with whom, about which loads, what was said."""

from django.contrib.postgres.fields import ArrayField
from django.db import models

from calls.models.agents import Agent
from calls.projections import CALL_COUNTS, TALLY
from calls.querysets import ConversationQuerySet
from calls.states import Channel, Direction, Role
from carriers.models import Carrier
from carriers.states import ConnectionStatus, RulesAssessment
from loads.models import Load
from organizations.constraints import SameOrganization
from organizations.models import Owned
from organizations.querysets import ScopedManager


class Conversation(Owned):
    """A talk with a carrier or driver, by whatever channel; what is said of money refers to it."""

    channel = models.CharField(max_length=10, choices=Channel.choices)
    direction = models.CharField(max_length=10, choices=Direction.choices)
    agent = models.ForeignKey(
        Agent, on_delete=models.SET_NULL, null=True, related_name="+", db_constraint=False
    )
    agent_version = models.PositiveIntegerField(
        null=True, help_text="The agent's version when the conversation began or was asked for."
    )
    carrier = models.ForeignKey(
        Carrier, on_delete=models.SET_NULL, null=True, related_name="+", db_constraint=False
    )
    loads: "models.ManyToManyField" = models.ManyToManyField(
        Load, through="ConversationLoad", related_name="+"
    )
    created_at = models.DateTimeField()
    # Of the system it was imported from; with the channel, its key.
    external_id = models.CharField(max_length=200, blank=True, editable=False)
    import_trail = models.BinaryField(null=True, editable=False)  # organizations.history.trail

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
        triggers = [
            *TALLY.triggers("calls_conversation"),
            *CALL_COUNTS.triggers("calls_conversation"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="conversation_key"),
            models.UniqueConstraint(
                fields=["organization", "channel", "external_id"],
                name="conversation_external_id",
                condition=~models.Q(external_id=""),
            ),
            SameOrganization("agent", name="conversation_agent_same_organization"),
            SameOrganization("carrier", name="conversation_carrier_same_organization"),
        ]
        indexes = [
            models.Index(
                fields=["organization", "channel", "-created_at", "-id"], name="conversation_recent"
            ),
            models.Index(
                fields=["organization", "mc_number", "channel", "-created_at", "-id"],
                name="conversation_of_mc",
                condition=~models.Q(mc_number=""),
            ),
            models.Index(
                fields=["organization", "agent", "channel", "-created_at", "-id"],
                name="conversation_of_agent",
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
