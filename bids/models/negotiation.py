"""How an organization's agents haggle."""

from decimal import Decimal
from typing import Any

from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import F, Q

from bids.offer_limits import (
    MAX_FACTOR,
    MAX_RANGE_SHARE,
    MAX_RECIPROCITY,
    MAX_ROUNDS,
    MAX_STEP,
    MIN_FACTOR,
    MIN_RANGE_SHARE,
    MIN_RECIPROCITY,
    Clock,
    Pace,
    Rules,
    Strategy,
)
from bids.states import PRICE_TALK_LIFECYCLE, PriceTalkStatus, SecondCall
from calls.models import Conversation
from carriers.models import Carrier
from loads.models import Load, RateField
from organizations.models import Owned, StatusChange
from organizations.tenancy.scope import SameOrganization

MIN_STEP = Decimal(1)
MAX_HOURS = 240
MAX_OFFERS = 50
MAX_ABOVE_FINAL = 50  # percent
DEFAULTS, CLOCK = Rules(), Clock()


def percent(share: Decimal) -> int:
    """A share as people set it."""
    return int(share * 100)


MIN_PERCENT, MAX_PERCENT = percent(MIN_RANGE_SHARE), percent(MAX_RANGE_SHARE)
FAR = (percent(MIN_FACTOR), percent(MAX_FACTOR))


def _within(least: int | Decimal, most: int | Decimal) -> list[MinValueValidator | MaxValueValidator]:
    return [MinValueValidator(least), MaxValueValidator(most)]


class NegotiationRules(Owned):
    """How an organization's agents haggle; without a row the defaults hold (`negotiation_terms.rules_of`).

    Shares are kept in percent. What they mean, and why callers can't work out the max buy: docs/negotiation.md.
    """

    strategy = models.CharField(
        max_length=20,
        choices=[(each.value, each.label) for each in Strategy],
        default=DEFAULTS.strategy.value,
        help_text=(
            "Match their moves: comes up as the carrier comes down and stops at a final offer below your max buy, "
            "so callers can’t figure it out. Halfway to max buy: counters halfway to your max buy. Callers who keep "
            "asking can figure out your max buy."
        ),
    )
    rounds = models.PositiveSmallIntegerField(
        default=DEFAULTS.rounds,
        validators=_within(1, MAX_ROUNDS),
        help_text="Rounds before the final offer. In round 1, the agent holds at its opening offer.",
    )
    step = models.DecimalField(
        max_digits=5,
        decimal_places=2,
        default=DEFAULTS.step,
        validators=_within(MIN_STEP, MAX_STEP),
        help_text="For example, 25 keeps counters at $1,500, $1,525, $1,550.",
    )
    pace = models.CharField(
        max_length=20,
        choices=[(each.value, each.label) for each in Pace],
        default=DEFAULTS.pace.value,
        help_text="Early keeps calls short. Late saves the most on carriers who settle early.",
    )
    reciprocity = models.DecimalField(
        max_digits=3,
        decimal_places=2,
        default=DEFAULTS.reciprocity,
        validators=_within(MIN_RECIPROCITY, MAX_RECIPROCITY),
        help_text="Before its final offer, the most the agent moves for each dollar the carrier comes down.",
    )
    final_low = models.PositiveSmallIntegerField(
        default=percent(DEFAULTS.low_share),
        validators=_within(MIN_PERCENT, MAX_PERCENT),
        help_text="Lowest final offer, as a percentage of the range from target to max buy.",
    )
    final_high = models.PositiveSmallIntegerField(
        default=percent(DEFAULTS.high_share),
        validators=_within(MIN_PERCENT, MAX_PERCENT),
        help_text=(
            "Highest final offer, as a percentage of that range. The exact point differs by lane and can’t be guessed."
        ),
    )
    above_final = models.PositiveSmallIntegerField(
        default=percent(DEFAULTS.above_final),
        validators=_within(0, MAX_ABOVE_FINAL),
        help_text=(
            "How far over its final offer the agent will still book, if the carrier came down to get there. "
            "As a percentage of the range from target to max buy."
        ),
    )
    far_ask = models.PositiveSmallIntegerField(
        default=percent(DEFAULTS.far_factor),
        validators=_within(*FAR),
        help_text=(
            "The agent doesn’t come up on asks above this percentage of the lane rate (or of your target, if the lane "
            "rate isn’t known)."
        ),
    )
    opens_by_clock = models.BooleanField(
        default=False,
        help_text=(
            "Use less of the range from target to max buy while pickup is far off, and all of it once it’s close."
        ),
    )
    early_share = models.PositiveSmallIntegerField(
        default=percent(CLOCK.early_share),
        validators=_within(MIN_PERCENT, 100),
        help_text="How much of the range from target to max buy the agent uses early on.",
    )
    early_hours = models.PositiveSmallIntegerField(
        default=CLOCK.early_hours,
        validators=_within(1, MAX_HOURS),
        help_text="Hours before pickup. From then on, the agent can pay more.",
    )
    late_hours = models.PositiveSmallIntegerField(
        default=CLOCK.late_hours,
        validators=_within(0, MAX_HOURS - 1),
        help_text="Hours before pickup. From then on, the agent can use the full range.",
    )
    enough_offers = models.PositiveSmallIntegerField(
        default=CLOCK.enough_offers,
        validators=_within(0, MAX_OFFERS),
        help_text="With this many open offers, the agent doesn’t pay more as pickup gets close. 0 = off.",
    )
    agent_may_book = models.BooleanField(
        default=True, help_text="If off, the agent records offers and your team decides on each one."
    )
    second_call = models.CharField(
        max_length=10,
        choices=SecondCall.choices,
        default=SecondCall.CONTINUE,
        db_default=SecondCall.CONTINUE,
        help_text=(
            "What to do when a carrier calls about a load and a coworker from the same company is already on the line "
            "about it."
        ),
    )

    class Meta:
        verbose_name_plural = "negotiation rules"
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="negotiation_rules_key"),
            models.UniqueConstraint(fields=["organization"], name="negotiation_rules_one"),
            models.CheckConstraint(
                condition=Q(rounds__range=(1, MAX_ROUNDS), step__range=(MIN_STEP, MAX_STEP)),
                name="negotiation_rules_within",
            ),
            models.CheckConstraint(
                condition=Q(
                    strategy__in=[each.value for each in Strategy],
                    pace__in=[each.value for each in Pace],
                    reciprocity__range=(MIN_RECIPROCITY, MAX_RECIPROCITY),
                    far_ask__range=FAR,
                ),
                name="negotiation_rules_strategy",
            ),
            models.CheckConstraint(
                condition=Q(
                    final_low__gte=MIN_PERCENT,
                    final_high__gte=F("final_low"),
                    final_high__lte=MAX_PERCENT,
                    # Whatever is drawn, an ask that is taken above the final offer lies within the range.
                    above_final__lte=(10_000 - 100 * F("final_high")) / F("final_high"),
                ),
                name="negotiation_rules_shares",
            ),
            models.CheckConstraint(
                condition=Q(early_share__range=(MIN_PERCENT, 100), late_hours__lt=F("early_hours")),
                name="negotiation_rules_clock",
            ),
        ]

    def __str__(self) -> str:
        return "negotiation rules"

    def clean(self) -> None:
        """What one field allows another."""
        errors = {}
        if self.final_high and self.final_low and self.final_high < self.final_low:
            errors["final_high"] = "Must be at least the lower end."
        elif self.final_high and self.above_final and self.final_high * (100 + self.above_final) > 10_000:
            errors["above_final"] = f"At most {(10_000 - 100 * self.final_high) // self.final_high}% here."
        if None not in (self.late_hours, self.early_hours) and self.late_hours >= self.early_hours:
            errors["late_hours"] = "Must be closer to pickup than the early hours."
        if errors:
            raise ValidationError(errors)

    @property
    def policy(self) -> Rules:
        """As `bids.negotiation` takes them."""
        return Rules(
            rounds=self.rounds,
            step=self.step,
            strategy=Strategy(self.strategy),
            pace=Pace(self.pace),
            reciprocity=self.reciprocity,
            low_share=_share(self.final_low),
            high_share=_share(self.final_high),
            above_final=_share(self.above_final),
            far_factor=_share(self.far_ask),
        )

    @property
    def clock(self) -> Clock | None:
        """By which the rate range opens; None where all of it is open at any time."""
        if not self.opens_by_clock:
            return None
        return Clock(_share(self.early_share), self.early_hours, self.late_hours, self.enough_offers)


def _share(percents: int) -> Decimal:
    return Decimal(percents) / 100


# The price talk: how a carrier and we stand about the price of a load, over all its calls.


class PriceTalk(Owned):
    """One row a carrier and load; as long as the carrier isn't known, or only claimed, one a phone number and load.

    Without either it belongs to its conversation alone: callers who hide their number, and practice.
    """

    lifecycle = PRICE_TALK_LIFECYCLE

    load = models.ForeignKey(Load, on_delete=models.CASCADE, related_name="price_talks", db_constraint=False)
    carrier = models.ForeignKey(
        Carrier, on_delete=models.CASCADE, null=True, related_name="price_talks", db_constraint=False
    )
    phone = models.CharField(max_length=16, blank=True, help_text="E.164; empty once the carrier is known.")
    conversation = models.ForeignKey(
        Conversation,
        on_delete=models.SET_NULL,
        null=True,
        related_name="price_talks",
        db_constraint=False,
        help_text="The conversation that speaks for it now.",
    )

    status = models.CharField(
        max_length=10, choices=PriceTalkStatus.choices, default=PRICE_TALK_LIFECYCLE.start
    )
    status_changed_at = models.DateTimeField()
    standing = models.JSONField(help_text="A bids.negotiation.Standing: offers, asks, rounds.")
    standing_before = models.JSONField(
        null=True, help_text="Before the figure that was read back last, in case it was misheard."
    )
    has_forgotten = models.BooleanField(
        default=False, help_text="A misheard figure was forgotten in this chapter; another one counts."
    )

    agreed_amount = RateField(
        help_text="The rate that was read back to the carrier; agreed on once agreed_at is set."
    )
    agreed_at = models.DateTimeField(null=True)
    agreed_by = models.CharField(max_length=100, blank=True, help_text="The actor who agreed for us.")

    # A chapter begins with the load's rates as they are then. Our offer never falls within one.
    chapter = models.PositiveSmallIntegerField(default=1)
    start_rate = RateField(help_text="The load's target when the chapter began.")
    max_rate = RateField(help_text="The load's max buy when the chapter began.")
    book_now_rate = RateField(help_text="The load's book-it-now rate when the chapter began.")
    openings = models.JSONField(
        default=list, help_text="What began each chapter after the first: number, at, by, changes."
    )
    moves = models.JSONField(
        null=True,
        help_text="All that happened in it, to be played again; null where it began before that was kept.",
    )

    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="price_talk_key"),
            models.UniqueConstraint(
                fields=["load", "carrier"],
                name="price_talk_of_carrier",
                condition=models.Q(carrier__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["load", "phone"],
                name="price_talk_of_phone",
                condition=models.Q(carrier=None) & ~models.Q(phone=""),
            ),
            models.UniqueConstraint(
                fields=["load", "conversation"],
                name="price_talk_of_conversation",
                condition=models.Q(carrier=None, phone=""),
            ),
            models.CheckConstraint(
                condition=models.Q(status__in=PriceTalkStatus.values), name="price_talk_status"
            ),
            models.CheckConstraint(
                condition=models.Q(carrier=None) | models.Q(phone=""), name="price_talk_of_one"
            ),
            models.CheckConstraint(
                condition=~models.Q(status__in=(PriceTalkStatus.AGREED, PriceTalkStatus.BOOKED))
                | models.Q(agreed_amount__isnull=False, agreed_at__isnull=False),
                name="price_talk_agreed",
            ),
            SameOrganization("load", name="price_talk_load_same_organization"),
            SameOrganization("carrier", name="price_talk_carrier_same_organization"),
            SameOrganization("conversation", name="price_talk_conversation_same_organization"),
        ]
        indexes = [
            models.Index(
                fields=["updated_at"],
                name="price_talk_unfinished",
                condition=models.Q(status__in=PRICE_TALK_LIFECYCLE.unfinished),
            )
        ]

    def __str__(self) -> str:
        return f"price talk {self.pk}"

    @property
    def live_names(self) -> tuple[str, ...]:
        """What of open pages is new with it."""
        return ("bids", f"load:{self.load_id}")

    @property
    def is_agreed(self) -> bool:
        """Whether both sides have said yes, clearly."""
        return self.status in (PriceTalkStatus.AGREED, PriceTalkStatus.BOOKED)

    @property
    def rates(self) -> dict[str, Any]:
        """The load's rates of the chapter, by the load's own names."""
        return {name: getattr(self, name) for name in RATES}


# The rates of a load whose change begins another chapter.
RATES = ("start_rate", "max_rate", "book_now_rate")


class PriceTalkStatusChange(StatusChange):
    """A move of a price talk."""

    price_talk = models.ForeignKey(
        PriceTalk, on_delete=models.CASCADE, related_name="status_changes", db_constraint=False
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="price_talk_status_change_key"),
            SameOrganization("price_talk", name="price_talk_status_change_same_organization"),
        ]

    def __str__(self) -> str:
        return f"{self.old} → {self.new}"
