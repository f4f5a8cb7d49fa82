"""What an organization lets its agents answer, and what callers asked that nobody had an answer for."""

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Now

from calls.models.conversations import Conversation
from calls.querysets import OpenQuestionQuerySet
from calls.states import AnswerTopic
from loads.models import Load
from organizations.constraints import SameOrganization
from organizations.equipment import Equipment
from organizations.models import Owned
from organizations.querysets import ScopedManager

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
        help_text="What it is about, with a few keywords; for Other alone.",
    )
    answer_en = models.CharField("English", max_length=MAX_ANSWER, blank=True)
    answer_es = models.CharField("Spanish", max_length=MAX_ANSWER, blank=True)

    load = models.CharField(max_length=64, blank=True, help_text="The load’s id in the TMS.")
    facility = models.CharField(max_length=100, blank=True, help_text="A town of its stops: City, ST.")
    customer = models.CharField(max_length=300, blank=True, help_text="The customer’s name, as on the load.")
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
                violation_error_message="Other answers, and they alone, say what they are about.",
            ),
            models.CheckConstraint(
                condition=~Q(answer_en="", answer_es=""),
                name="approved_answer_said",
                violation_error_message="Give the answer in English, in Spanish, or in both.",
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
    words = models.CharField(max_length=300, help_text="The caller’s own.")
    language = models.CharField(max_length=10, default="en", help_text="Of the words: en or es.")
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
