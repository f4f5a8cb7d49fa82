"""What was found out about a carrier, what it told of itself, the organization's rules, and what they make of it."""

from typing import Self

from django.contrib.postgres.fields import ArrayField
from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import Q

from carriers.models.carriers import Carrier, Dollars, LanePlace
from carriers.states import ConnectionStatus, Effect, LearnedKind, RulesAssessment, Source, VettingTrigger
from carriers.vetting import Rules
from organizations.models import Owned
from organizations.tenancy.scope import OwnedQuerySet, SameOrganization, ScopedManager

DEFAULTS = Rules()
MAX_DAYS = 3650


class CarrierFinding(Owned):
    """The newest word of a source about a carrier: `data` holds its facts, by `carriers.registry.findings.FACTS`.

    What persons say are rows of their own: each says some facts, at its time.
    """

    carrier = models.ForeignKey(
        Carrier, on_delete=models.CASCADE, related_name="findings", db_constraint=False
    )
    source = models.CharField(max_length=10, choices=Source.choices)
    found_at = models.DateTimeField()
    data = models.JSONField(default=dict)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="carrier_finding_key"),
            models.UniqueConstraint(
                fields=["carrier", "source"],
                name="carrier_finding_once",
                condition=~models.Q(source=Source.PERSON),
            ),
            SameOrganization("carrier", name="carrier_finding_carrier_same_organization"),
        ]

    def __str__(self) -> str:
        return f"{self.get_source_display()}, {self.found_at:%Y-%m-%d}"


class LearnedQuerySet(OwnedQuerySet):
    """What carriers told of themselves."""

    def standing(self) -> Self:
        """What they told, and nobody removed."""
        return self.filter(removed_at=None, times__gt=0)


class LearnedFact(Owned):
    """Something that a carrier told of itself: one row however often it was told, with the call that told it last.

    `carriers.services.learned` writes it, from calls alone whose number is known to be the carrier's. What bookings and
    check calls prove isn't stored; such a fact has a row only where a person removed it.
    """

    carrier = models.ForeignKey(
        Carrier, on_delete=models.CASCADE, related_name="learned", db_constraint=False
    )
    kind = models.CharField(max_length=20, choices=LearnedKind.choices)
    value = models.CharField(max_length=300, help_text="A name, a trailer’s code, a place, a lane, an email.")
    phone = models.CharField(max_length=20, blank=True, help_text="Of the person, E.164.")
    origin_place = LanePlace(help_text="Of a lane, or the place itself, in the gazetteer.")
    destination_place = LanePlace(help_text="Of a lane, in the gazetteer.")
    words = models.CharField(max_length=300, blank=True, help_text="As the carrier said it last.")
    # A plain number: conversations lie above carriers.
    conversation_id = models.BigIntegerField(null=True, blank=True, help_text="Call it was told in last.")
    learned_at = models.DateTimeField(help_text="First told.")
    confirmed_at = models.DateTimeField(help_text="Last told.")
    times = models.PositiveIntegerField(default=0, help_text="Calls that told it.")
    removed_at = models.DateTimeField(null=True, blank=True)
    removed_by = models.CharField(max_length=100, blank=True, help_text="The actor.")

    objects = ScopedManager.from_queryset(LearnedQuerySet)()
    unscoped = models.Manager.from_queryset(LearnedQuerySet)()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="learned_fact_key"),
            models.UniqueConstraint(fields=["carrier", "kind", "value", "phone"], name="learned_fact_once"),
            models.CheckConstraint(condition=Q(kind__in=LearnedKind.values), name="learned_fact_kind"),
            models.CheckConstraint(
                condition=Q(removed_at=None, removed_by="")
                | (Q(removed_at__isnull=False) & ~Q(removed_by="")),
                name="learned_fact_removed",
            ),
            SameOrganization("carrier", name="learned_fact_carrier_same_organization"),
        ]
        indexes = [
            # Which carriers fit a load.
            models.Index(
                fields=["organization", "origin_place"],
                name="learned_fact_by_place",
                condition=Q(origin_place__isnull=False, removed_at=None),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()}: {self.value}"


class VettingRules(Owned):
    """What an organization asks of carriers; without a row the defaults hold (`carriers.services.vetting.rules_of`)."""

    requires_active_authority = models.BooleanField(
        default=DEFAULTS.requires_active_authority,
        help_text="Common or contract authority. Broker authority alone never counts.",
    )
    least_authority_days = models.PositiveSmallIntegerField(
        default=DEFAULTS.least_authority_days,
        validators=[MaxValueValidator(MAX_DAYS)],
        help_text="Days since authority was granted. 0 = any.",
    )
    young_authority = models.CharField(
        max_length=12,
        choices=Effect.choices,
        default=DEFAULTS.young_authority,
        help_text="What to do with carriers whose authority is newer than that.",
    )
    least_liability = Dollars(
        default=DEFAULTS.least_liability, help_text="Coverage on file, in dollars. 0 = no minimum."
    )
    least_cargo = Dollars(
        default=DEFAULTS.least_cargo, help_text="Coverage on file, in dollars. 0 = no minimum."
    )
    low_cargo = models.CharField(
        max_length=12,
        choices=Effect.choices,
        default=DEFAULTS.low_cargo,
        help_text="What to do with carriers below the minimum.",
    )
    refuses_out_of_service = models.BooleanField(default=DEFAULTS.refuses_out_of_service)
    conditional_rating = models.CharField(
        max_length=12,
        choices=Effect.choices,
        default=DEFAULTS.conditional_rating,
        help_text="Carriers with an Unsatisfactory safety rating are never approved.",
    )
    unrated = models.CharField(max_length=12, choices=Effect.choices, default=DEFAULTS.unrated)
    requires_connection = models.BooleanField(
        default=DEFAULTS.requires_connection,
        help_text="Setup complete, per your carrier vetting service (such as Highway or RMIS) or your team.",
    )
    requires_phone = models.BooleanField(
        default=DEFAULTS.requires_phone, help_text="A verified phone number is on file."
    )
    most_days_old = models.PositiveSmallIntegerField(
        default=DEFAULTS.most_days_old,
        validators=[MaxValueValidator(MAX_DAYS)],
        help_text="After this many days, the carrier goes back to “Not checked”. 0 = never.",
    )
    transfers_incomplete = models.BooleanField(
        default=False,
        help_text="Transfer these carriers to a rep. If off, the agent says what’s missing.",
    )
    papers_email = models.EmailField(
        blank=True, help_text="The agent gives carriers this email address for missing paperwork."
    )
    version = models.PositiveIntegerField(default=1, editable=False)
    changed_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        verbose_name_plural = "vetting rules"
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="vetting_rules_key"),
            models.UniqueConstraint(fields=["organization"], name="vetting_rules_one"),
            models.CheckConstraint(
                condition=models.Q(
                    least_authority_days__lte=MAX_DAYS,
                    most_days_old__lte=MAX_DAYS,
                    least_liability__gte=0,
                    least_cargo__gte=0,
                ),
                name="vetting_rules_within",
            ),
        ]

    def __str__(self) -> str:
        return "vetting rules"

    @property
    def policy(self) -> Rules:
        """As `carriers.vetting` takes them."""
        return Rules(**{name: getattr(self, name) for name in Rules.__slots__})


class Vetting(Owned):
    """What the rules made of a carrier's facts; a new row whenever that is another, else `confirmed_at` moves on."""

    carrier = models.ForeignKey(
        Carrier, on_delete=models.CASCADE, related_name="vettings", db_constraint=False, db_index=False
    )
    assessment = models.CharField(max_length=20, choices=RulesAssessment.choices)
    reasons = models.JSONField(default=list, help_text="[{code, severity, words}], most serious first.")
    connection_status = models.CharField(max_length=20, choices=ConnectionStatus.choices, blank=True)
    facts = models.JSONField(default=dict, help_text="{fact: {value, source, foundAt}}, as they were.")
    rules_version = models.PositiveIntegerField(
        help_text="0: the defaults, of an organization without rules."
    )
    trigger = models.CharField(max_length=10, choices=VettingTrigger.choices)
    vetted_at = models.DateTimeField()
    confirmed_at = models.DateTimeField(help_text="Last time the result was the same.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="vetting_key"),
            SameOrganization("carrier", name="vetting_carrier_same_organization"),
        ]
        indexes = [models.Index(fields=["carrier", "-vetted_at", "-id"], name="vetting_latest")]

    def __str__(self) -> str:
        return f"{self.get_assessment_display()} on {self.vetted_at:%Y-%m-%d}"


class HaulRestriction(Owned):
    """Loads that a carrier, or every carrier, may not haul, or not without a person's word; what is empty is any."""

    carrier = models.ForeignKey(
        Carrier,
        on_delete=models.CASCADE,
        related_name="restrictions",
        null=True,
        blank=True,
        db_constraint=False,
        help_text="Blank means every carrier.",
    )
    only_partial = models.BooleanField(
        default=False, help_text="Only for carriers that aren’t fully approved."
    )
    equipment_types = ArrayField(models.CharField(max_length=20), default=list, blank=True)
    origin_country = models.CharField(max_length=2, blank=True, help_text="US, CA or MX.")
    origin_state = models.CharField(max_length=3, blank=True)
    destination_country = models.CharField(max_length=2, blank=True, help_text="US, CA or MX.")
    destination_state = models.CharField(max_length=3, blank=True)
    effect = models.CharField(
        max_length=12,
        choices=[(effect.value, effect.label) for effect in (Effect.PARTIAL_PASS, Effect.FAIL)],
        default=Effect.FAIL,
    )
    reason = models.CharField(
        max_length=200, blank=True, help_text="For your team only. Never shared with a carrier."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="haul_restriction_key"),
            models.CheckConstraint(
                condition=models.Q(effect__in=[Effect.PARTIAL_PASS, Effect.FAIL]),
                name="haul_restriction_effect",
            ),
            SameOrganization("carrier", name="haul_restriction_carrier_same_organization"),
        ]

    def __str__(self) -> str:
        return self.reason or "restriction"


class RoutingGuideEntry(Owned):
    """A carrier's place among those that the organization calls first on a lane."""

    carrier = models.ForeignKey(
        Carrier, on_delete=models.CASCADE, related_name="routing_guide", db_constraint=False
    )
    origin_city = models.CharField(max_length=100, blank=True, help_text="Blank means the whole state.")
    origin_state = models.CharField(max_length=3, blank=True)
    destination_city = models.CharField(max_length=100, blank=True, help_text="Blank means the whole state.")
    destination_state = models.CharField(max_length=3, blank=True)
    equipment_type = models.CharField(max_length=20, blank=True, help_text="Empty: any.")
    rank = models.PositiveSmallIntegerField(help_text="1 is called first.")

    class Meta:
        verbose_name = "routing guide entry"
        verbose_name_plural = "routing guide"
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="routing_guide_entry_key"),
            models.UniqueConstraint(
                fields=[
                    "carrier",
                    "origin_city",
                    "origin_state",
                    "destination_city",
                    "destination_state",
                    "equipment_type",
                ],
                name="routing_guide_entry_once",
            ),
            models.CheckConstraint(condition=models.Q(rank__gte=1), name="routing_guide_entry_rank"),
            SameOrganization("carrier", name="routing_guide_entry_carrier_same_organization"),
        ]
        indexes = [
            models.Index(
                fields=["organization", "origin_state", "destination_state", "rank"],
                name="routing_guide_lane",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rank}. {self.carrier}"
