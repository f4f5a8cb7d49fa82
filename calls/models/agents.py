"""Who speaks for an organization: its agents, and the numbers they call from."""

from django.db import models
from django.db.models.functions import Now

from calls.querysets import AgentQuerySet
from calls.states import AgentPurpose
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
    note = models.CharField(max_length=200, blank=True, help_text="Reason for the change.")
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
