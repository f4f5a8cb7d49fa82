"""What an organization sets for its calls: agents, their numbers, the rules they call by, whom they never call."""

from datetime import timedelta

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models.functions import Now

from calls.querysets import AgentQuerySet
from calls.states import MAX_CALL_DURATION, AgentPurpose
from organizations.models import E164, Owned
from organizations.tenancy.scope import SameOrganization, ScopedManager

# What a version keeps of an agent: all of it but the slug, which stands in the addresses that API clients call.
VERSIONED = (
    "name",
    "purpose",
    "is_active",
    "greeting",
    "prompt",
    "variables",
    "extraction",
    "voicemail_message",
    "transfer_number",
    "language",
    "voice",
)
MAX_MINUTES = int(MAX_CALL_DURATION.total_seconds()) // 60
MAX = 32_767  # what the column holds


class Agent(Owned):
    """An automated voice that an organization configured."""

    slug = models.SlugField(max_length=63, help_text="The agentId of the API.")
    name = models.CharField(max_length=200)
    purpose = models.CharField(max_length=20, choices=AgentPurpose.choices, default=AgentPurpose.CUSTOM)
    greeting = models.TextField(
        blank=True, help_text="The first thing it says. Use {{ name }} for a variable."
    )
    prompt = models.TextField(blank=True, help_text="What to ask and say. Use {{ name }} for a variable.")
    variables = models.JSONField(
        default=list, blank=True, help_text='A list of {"name": …, "required": true or false, "default": …}.'
    )
    extraction = models.JSONField(
        default=list,
        blank=True,
        help_text='Data to collect: a list of {"name": …, "type": …, "question" or "description": …}.',
    )
    voicemail_message = models.TextField(blank=True, help_text="Left on voicemail. Blank means hang up.")
    transfer_number = models.CharField(
        max_length=16,
        blank=True,
        validators=[E164],
        help_text="E.164. First choice for transfers when a caller asks for a person.",
    )
    language = models.CharField(max_length=10, default="en-US")
    voice = models.CharField(max_length=60, blank=True)
    is_active = models.BooleanField(default=True)
    version = models.PositiveIntegerField(
        default=1, editable=False, help_text="Version number, starting at 1."
    )
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


class AgentVersion(Owned):
    """An agent as somebody left it; appended by `calls.services.agents.change_agent`, never changed."""

    agent = models.ForeignKey(Agent, on_delete=models.CASCADE, related_name="versions", db_constraint=False)
    number = models.PositiveIntegerField(help_text="Starts at 1, without gaps.")
    values = models.JSONField(help_text="The values of VERSIONED in this version.")
    note = models.CharField(max_length=200, blank=True, help_text="What changed.")
    by = models.CharField(max_length=100)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="agent_version_key"),
            models.UniqueConstraint(fields=["agent", "number"], name="agent_version_number"),
            SameOrganization("agent", name="agent_version_agent_same_organization"),
        ]

    def __str__(self) -> str:
        return f"version {self.number}"


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


class Count(models.PositiveSmallIntegerField):
    """A whole number within bounds that forms and the database alike hold to."""

    def __init__(self, *, least: int = 1, most: int = MAX, **kwargs) -> None:
        self.least, self.most = least, most
        kwargs["validators"] = [MinValueValidator(least), MaxValueValidator(most)]
        super().__init__(**kwargs)

    def deconstruct(self):
        """For migrations."""
        name, path, args, kwargs = super().deconstruct()
        del kwargs["validators"]
        return name, path, args, kwargs | {"least": self.least, "most": self.most}


class CallingRules(Owned):
    """An organization's rules of calling; without a row the defaults hold (`calls.services.permission.rules_of`).

    Hours are whole hours of the clock; `hours_*` at the called place, `transfer_hours_*` at the organization's.
    """

    hours_start = Count(least=0, most=23, default=8, help_text="Hour of day, 0 to 23.")
    hours_end = Count(most=24, default=21, help_text="Hour of day, 1 to 24. Local time of the number called.")

    per_minute = Count(default=30, help_text="Maximum outbound calls in any minute.")
    per_day = Count(default=500, help_text="Maximum outbound calls in any 24 hours.")
    per_number_hour = Count(default=3, help_text="Maximum calls to the same number in any hour.")
    most_live = Count(default=20, help_text="Maximum simultaneous outbound calls, including queued calls.")
    quiet_minutes = Count(
        least=0,
        default=30,
        help_text=(
            "Minutes to wait after a check call gets an answer before calling on the same load again. 0 = no wait."
        ),
    )
    requires_consent = models.BooleanField(default=False, help_text="Only call numbers with consent on file.")
    longest_minutes = Count(
        most=MAX_MINUTES, default=MAX_MINUTES, help_text="Calls end after this many minutes."
    )
    ring_seconds = Count(
        least=5, most=120, default=30, help_text="Give up after this many seconds without an answer."
    )

    records_calls = models.BooleanField(default=False)
    recording_announcement = models.CharField(
        max_length=300,
        blank=True,
        default="This call is recorded.",
        help_text="Played before recording starts.",
    )

    transfer_number = models.CharField(
        max_length=16,
        blank=True,
        validators=[E164],
        help_text="E.164. Where to transfer callers who ask for a person.",
    )
    transfer_hours_start = Count(least=0, most=23, default=8)
    transfer_hours_end = Count(most=24, default=18)

    language_model_enabled = models.BooleanField(
        default=False, help_text="If off, the built-in wording is used."
    )
    language_model_url = models.URLField(blank=True, help_text="Base URL of an OpenAI-compatible chat API.")
    language_model_name = models.CharField(max_length=100, blank=True, help_text="Model name.")
    language_model_key_name = models.CharField(
        max_length=100, blank=True, help_text="Name of the environment variable with the API key."
    )

    class Meta:
        verbose_name_plural = "calling rules"
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="calling_rules_key"),
            models.UniqueConstraint(fields=["organization"], name="calling_rules_one"),
            models.CheckConstraint(
                condition=models.Q(hours_start__lt=models.F("hours_end"), hours_end__lte=24),
                name="calling_rules_hours",
                violation_error_message="The start must be before the end.",
            ),
            models.CheckConstraint(
                condition=models.Q(
                    transfer_hours_start__lt=models.F("transfer_hours_end"), transfer_hours_end__lte=24
                ),
                name="calling_rules_transfer_hours",
                violation_error_message="The transfer start must be before the end.",
            ),
            # The sweep goes by the table of statuses: a call that may last longer would be ended under way.
            models.CheckConstraint(
                condition=models.Q(longest_minutes__gte=1, longest_minutes__lte=MAX_MINUTES),
                name="calling_rules_longest",
            ),
        ]

    def __str__(self) -> str:
        return "calling rules"

    @property
    def longest(self) -> timedelta:
        """How long a call may last."""
        return timedelta(minutes=self.longest_minutes)

    @property
    def quiet(self) -> timedelta:
        """How long an answer about a load stays fresh."""
        return timedelta(minutes=self.quiet_minutes)


class DoNotCall(Owned):
    """A number that is never called, since its owner said so; with the conversation where that was."""

    number = models.CharField(max_length=16, validators=[E164], help_text="E.164.")
    reason = models.CharField(max_length=200, blank=True, help_text="Reason.")
    conversation = models.ForeignKey(
        "calls.Conversation",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_constraint=False,
    )
    by = models.CharField(max_length=100, editable=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        verbose_name = "do-not-call number"
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="do_not_call_key"),
            models.UniqueConstraint(fields=["organization", "number"], name="do_not_call_number"),
            SameOrganization("conversation", name="do_not_call_conversation_same_organization"),
        ]

    def __str__(self) -> str:
        return self.number


class ConsentRecord(Owned):
    """That a number's owner agreed to be called, or took that back; append-only, the newest one holds."""

    class Kind(models.TextChoices):
        """What was said."""

        GRANTED = "granted", "Granted"
        REVOKED = "revoked", "Revoked"

    number = models.CharField(max_length=16, validators=[E164], help_text="E.164.")
    kind = models.CharField(max_length=10, choices=Kind.choices)
    source = models.CharField(max_length=200, help_text="Source of the consent.")
    conversation = models.ForeignKey(
        "calls.Conversation",
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="+",
        db_constraint=False,
    )
    by = models.CharField(max_length=100, editable=False)
    at = models.DateTimeField(editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="consent_record_key"),
            models.CheckConstraint(
                condition=models.Q(kind__in=["granted", "revoked"]), name="consent_record_kind"
            ),
            SameOrganization("conversation", name="consent_record_conversation_same_organization"),
        ]
        indexes = [
            models.Index(fields=["organization", "number", "-at", "-id"], name="consent_of_number"),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.get_kind_display().lower()}"
