"""A conversation by whatever channel: with whom, about which loads, what was said; answers that were approved or are
owed; and the sums that are kept beside calls.
"""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Now

from calls.models.settings import Agent
from calls.querysets import ConversationQuerySet, OpenQuestionQuerySet
from calls.states import CALL_LIFECYCLE, AnswerTopic, Channel, Direction, Role
from carriers.models import Carrier
from carriers.states import ConnectionStatus, RulesAssessment
from loads.models import Load
from organizations.equipment import Equipment
from organizations.models import Organization, Owned
from organizations.projections import Projection, Tallied, Watched
from organizations.tenancy.scope import SameOrganization, ScopedManager

CALLS = Tallied(kind="calls", table="calls_conversation", at="created_at", where={"channel": "phone"})
TALLY = CALLS.projection()

_ENDED = f"status IN ({', '.join(f"'{status}'" for status in CALL_LIFECYCLE.final)})"
CALL_COUNTS = Projection(
    name="call_counts",
    table="calls_callcount",
    key=["organization_id", "hour", "direction", "status", "tag"],
    sums=["count"],
    # A call counts once without a tag, and once for each that it has.
    sources=[
        f"""SELECT talk.organization_id, date_trunc('hour', talk.created_at, 'UTC') AS hour, talk.direction,
            call.status, tag, 1 AS count
        FROM {{calls_call}} AS call JOIN {{calls_conversation}} AS talk ON talk.id = call.conversation_id
        CROSS JOIN LATERAL (SELECT '' AS tag UNION SELECT unnest(talk.content_tags)) AS tags
        WHERE call.{_ENDED}"""  # noqa: S608 (statuses of our own)
    ],
    watched={
        "calls_call": Watched(columns=["conversation_id", "status"], where=f"{{row}}.{_ENDED}"),
        # Whoever changes a conversation's tags locks its call for the time being: else one transaction could end the
        # call while another one tags it, and neither would count what the other did. Call before conversation is the
        # order of locks everywhere.
        "calls_conversation": Watched(
            columns=["organization_id", "created_at", "direction", "content_tags"],
            where="{row}.channel = 'phone'",
            lock="FROM calls_call WHERE conversation_id = ANY(ARRAY(SELECT id FROM {rows} AS talk)) FOR SHARE",
            events=("delete", "update"),
        ),
    },
)


class Conversation(Owned):
    """A talk with a carrier or driver, by whatever channel; what is said of money refers to it."""

    channel = models.CharField(max_length=10, choices=Channel.choices)
    direction = models.CharField(max_length=10, choices=Direction.choices)
    agent = models.ForeignKey(
        Agent, on_delete=models.SET_NULL, null=True, related_name="+", db_constraint=False
    )
    agent_version = models.PositiveIntegerField(
        null=True, help_text="The agent's version when the conversation started or was requested."
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
    import_trail = models.BinaryField(null=True, editable=False)  # organizations.api.imports

    # What the other side said of itself, and what the vetting said then.
    mc_number = models.CharField(max_length=10, blank=True, help_text="Digits only.")
    dot_number = models.PositiveBigIntegerField(null=True)
    connection_status = models.CharField(max_length=20, choices=ConnectionStatus.choices, blank=True)
    rules_assessment = models.CharField(max_length=20, choices=RulesAssessment.choices, blank=True)

    content_tags = ArrayField(models.CharField(max_length=40), default=list, help_text="Primary tag first.")
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


# A conversation by e-mail, and its messages.


class EmailThread(Owned):
    """A conversation by e-mail: the mailbox's side of it. Its id is the conversation's."""

    conversation = models.OneToOneField(
        Conversation,
        on_delete=models.CASCADE,
        primary_key=True,
        related_name="email_thread",
        db_constraint=False,
    )
    subject = models.CharField(max_length=998, blank=True, help_text="Subject of the first message.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "conversation"], name="email_thread_key"),
            SameOrganization("conversation", name="email_thread_conversation_same_organization"),
        ]

    def __str__(self) -> str:
        return self.subject or f"email thread {self.pk}"


class EmailMessage(Owned):
    """One message of a thread, sent or received."""

    thread = models.ForeignKey(
        EmailThread, on_delete=models.CASCADE, related_name="messages", db_constraint=False
    )
    message_id = models.CharField(
        max_length=500, blank=True, help_text="From the header, with angle brackets."
    )
    sender = models.CharField(max_length=320)
    recipients = ArrayField(models.CharField(max_length=320), default=list)
    sent_at = models.DateTimeField()
    subject = models.CharField(max_length=998, blank=True)
    text = models.TextField(blank=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="email_message_key"),
            SameOrganization("thread", name="email_message_thread_same_organization"),
        ]
        indexes = [
            models.Index(fields=["thread", "sent_at", "id"], name="email_message_of_thread"),
            models.Index(
                fields=["organization", "message_id"],
                name="email_message_by_id",
                condition=~models.Q(message_id=""),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.sender}: {self.subject}"


# How many calls have ended.


class CallCount(Owned):
    """How many ended calls of an hour (UTC, of their creation) have a direction, a status and a tag.

    Each call counts once with an empty tag, and once for each of its own. Several rows may be about the same: always
    add them up. Written by triggers alone: see `calls.models.conversations`.
    """

    # PostgreSQL deletes them last: while an organization's rows are deleted, triggers still count.
    organization = models.ForeignKey(
        Organization, on_delete=models.DB_CASCADE, related_name="+", db_index=False
    )
    hour = models.DateTimeField()
    direction = models.CharField(max_length=10)
    status = models.CharField(max_length=20)
    tag = models.CharField(max_length=40)
    count = models.IntegerField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organization", "id"], name="call_count_key")]
        indexes = [
            # The order of the key suits the triggers; what a page asks for is a range of it.
            models.Index(
                fields=["organization", "tag", "hour", "direction", "status"],
                name="call_count_of_hour",
                include=["count"],
            ),
        ]

    def __str__(self) -> str:
        return f"{self.count} {self.direction} {self.status} {self.tag}".strip()


# What an organization lets its agents answer, and what callers asked that nobody had an answer for.


MAX_ANSWER = 300  # characters: said in about twenty seconds
MAX_QUESTION = 120  # with the rest of the key it must fit into a row of an index, 2.7 kB


class ApprovedAnswer(Owned):
    """What the agent says, word for word, when somebody asks about a topic.

    It holds where everything that it names fits: a load, a town of its stops, its customer, its equipment; naming
    nothing, on every load. `calls.answers.approved_answer` looks it up.
    """

    topic = models.CharField(max_length=20, choices=AnswerTopic.choices)
    question = models.CharField(
        max_length=MAX_QUESTION,
        blank=True,
        help_text="The question in a few keywords. For Other only.",
    )
    answer_en = models.CharField("English", max_length=MAX_ANSWER, blank=True)
    answer_es = models.CharField("Spanish", max_length=MAX_ANSWER, blank=True)

    load = models.CharField(max_length=64, blank=True, help_text="Load ID in your TMS.")
    facility = models.CharField(max_length=100, blank=True, help_text="A stop’s city and state: City, ST.")
    customer = models.CharField(max_length=300, blank=True, help_text="Customer name, as on the load.")
    equipment = models.CharField(max_length=20, choices=Equipment.choices, blank=True)

    created_at = models.DateTimeField(db_default=Now(), editable=False)
    updated_at = models.DateTimeField(db_default=Now(), editable=False)
    updated_by = models.CharField(max_length=100, blank=True, editable=False, help_text="The actor.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="approved_answer_key"),
            # Also the index by which an answer is looked up.
            models.UniqueConstraint(
                "organization",
                "topic",
                Lower("question"),
                "load",
                Lower("facility"),
                Lower("customer"),
                "equipment",
                name="approved_answer_once",
            ),
            models.CheckConstraint(
                condition=Q(topic=AnswerTopic.OTHER) & ~Q(question="")
                | ~Q(topic=AnswerTopic.OTHER) & Q(question=""),
                name="approved_answer_question",
                violation_error_message="Enter a question for Other, and only for Other.",
            ),
            models.CheckConstraint(
                condition=~Q(answer_en="", answer_es=""),
                name="approved_answer_said",
                violation_error_message="Enter the answer in English, Spanish or both.",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_topic_display()}: {self.answer_en or self.answer_es}"[:80]

    @property
    def where(self) -> list[str]:
        """Where it holds, in words; empty: on every load."""
        load = f"Load {self.load}" if self.load else ""
        named = (load, self.facility, self.customer, self.get_equipment_display() if self.equipment else "")
        return [words for words in named if words]


class OpenQuestion(Owned):
    """What a caller asked and the agent couldn't answer: it waits for a broker until it is answered."""

    # The constraint `open_question_once` finds a conversation's.
    conversation = models.ForeignKey(
        Conversation,
        on_delete=models.CASCADE,
        related_name="open_questions",
        db_constraint=False,
        db_index=False,
    )
    load = models.ForeignKey(
        Load,
        on_delete=models.SET_NULL,
        null=True,
        blank=True,
        related_name="open_questions",
        db_constraint=False,
    )
    topic = models.CharField(max_length=30, help_text="As calls.language.reading.Topic has it.")
    words = models.CharField(max_length=300, help_text="The caller’s own words.")
    language = models.CharField(max_length=10, default="en", help_text="Language of the question: en or es.")
    asked_at = models.DateTimeField()
    answered_at = models.DateTimeField(null=True, blank=True)
    answered_by = models.CharField(max_length=100, blank=True, help_text="The actor.")
    answer = models.CharField(max_length=MAX_ANSWER, blank=True)

    objects = ScopedManager.from_queryset(OpenQuestionQuerySet)()
    unscoped = models.Manager.from_queryset(OpenQuestionQuerySet)()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="open_question_key"),
            models.UniqueConstraint(fields=["conversation", "topic", "words"], name="open_question_once"),
            models.CheckConstraint(
                condition=Q(answered_at=None, answered_by="", answer="")
                | (Q(answered_at__isnull=False) & ~Q(answered_by="") & ~Q(answer="")),
                name="open_question_answered",
            ),
            SameOrganization("conversation", name="open_question_conversation_same_organization"),
            SameOrganization("load", name="open_question_load_same_organization"),
        ]

    def __str__(self) -> str:
        return self.words[:80]

    @property
    def is_open(self) -> bool:
        """Whether nobody has answered it yet."""
        return self.answered_at is None
