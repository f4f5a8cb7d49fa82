"""How an organization haggles, and the receipt of every price talk."""

from decimal import Decimal

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from bids.negotiation import MOST_ROUNDS, MOST_STEP, Action, Rules
from calls.models import Conversation
from loads.models import Load
from organizations.constraints import SameOrganization
from organizations.models import Owned

LEAST_STEP = Decimal(1)
DEFAULTS = Rules()


class NegotiationRules(Owned):
    """How an organization's agents haggle; without a row the defaults hold (`bids.services.rules_of`)."""

    rounds = models.PositiveSmallIntegerField(
        default=DEFAULTS.rounds,
        validators=[MinValueValidator(1), MaxValueValidator(MOST_ROUNDS)],
        help_text="The first holds, the last makes the last offer, those between go half-way to the ceiling.",
    )
    step = models.DecimalField(
        max_digits=5,
        decimal_places=2,
        default=DEFAULTS.step,
        validators=[MinValueValidator(LEAST_STEP), MaxValueValidator(MOST_STEP)],
        help_text="Dollars: the agent's offers are multiples of it.",
    )
    agent_may_book = models.BooleanField(
        default=True, help_text="Off: the agent takes bids down, and a person decides on each."
    )

    class Meta:
        verbose_name_plural = "negotiation rules"
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="negotiation_rules_key"),
            models.UniqueConstraint(fields=["organization"], name="negotiation_rules_one"),
            models.CheckConstraint(
                condition=models.Q(rounds__range=(1, MOST_ROUNDS), step__range=(LEAST_STEP, MOST_STEP)),
                name="negotiation_rules_within",
            ),
        ]

    def __str__(self) -> str:
        return "negotiation rules"

    @property
    def policy(self) -> Rules:
        """As `bids.negotiation` takes them."""
        return Rules(rounds=self.rounds, step=self.step)


class NegotiationStep(Owned):
    """The receipt: one answer to something a carrier said about the price, with the rule behind it; append-only."""

    conversation = models.ForeignKey(
        Conversation, on_delete=models.CASCADE, related_name="negotiation_steps", db_constraint=False
    )
    load = models.ForeignKey(
        Load, on_delete=models.CASCADE, related_name="negotiation_steps", db_constraint=False
    )
    position = models.PositiveIntegerField(help_text="Which of the conversation's steps it is.")

    heard = models.TextField(help_text="What the carrier said, as it was heard.")
    said_amount = models.DecimalField(
        max_digits=13, decimal_places=4, null=True, help_text="The figure as it was named."
    )
    said_unit = models.CharField(max_length=10, blank=True, help_text="total, mile or more.")
    ask = models.DecimalField(
        max_digits=11, decimal_places=2, null=True, help_text="The figure for the whole load."
    )

    action = models.CharField(max_length=20, help_text="A bids.negotiation.Action.")
    amount = models.DecimalField(
        max_digits=11, decimal_places=2, help_text="What was agreed on, or our offer."
    )
    # No choices: words may be put better without a migration.
    rule = models.CharField(max_length=30, help_text="A bids.negotiation.Rule.")
    flags = ArrayField(models.CharField(max_length=30), default=list, help_text="Of bids.negotiation.Flag.")
    # As they were then: the load's rates may change.
    round = models.PositiveSmallIntegerField()
    offer = models.DecimalField(max_digits=11, decimal_places=2, help_text="Our standing offer after it.")
    ceiling = models.DecimalField(
        max_digits=11, decimal_places=2, null=True, help_text="The load's ceiling then."
    )
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="negotiation_step_key"),
            models.UniqueConstraint(fields=["conversation", "position"], name="negotiation_step_position"),
            models.CheckConstraint(
                condition=models.Q(action__in=[action.value for action in Action]),
                name="negotiation_step_action",
            ),
            models.CheckConstraint(
                condition=~models.Q(action=Action.ACCEPT.value)
                | models.Q(ceiling=None)
                | models.Q(amount__lte=models.F("ceiling")),
                name="negotiation_step_within_ceiling",
            ),
            SameOrganization("conversation", name="negotiation_step_conversation_same_organization"),
            SameOrganization("load", name="negotiation_step_load_same_organization"),
        ]

    def __str__(self) -> str:
        return f"{self.action} {self.amount}"
