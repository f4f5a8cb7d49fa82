"""Carriers, their contacts, what is to be asked about them; where they run, and trucks that will be empty."""

from datetime import date, timedelta
from typing import Any, Self

from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex, OpClass
from django.core.validators import MinValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower, Now

from carriers.states import (
    Authority,
    ConnectionStatus,
    PhoneRisk,
    RulesAssessment,
    SafetyRating,
    Source,
)
from organizations.equipment import Equipment
from organizations.models import E164, Organization, Owned
from organizations.places.models import Place
from organizations.tenancy.scope import OwnedQuerySet, SameOrganization, ScopedManager


class Dollars(models.DecimalField):
    """An amount of insurance, in dollars; not negative."""

    def __init__(self, **kwargs) -> None:
        kwargs |= {"max_digits": 12, "decimal_places": 2, "validators": [MinValueValidator(0)]}
        super().__init__(**kwargs)

    def deconstruct(self):
        """For migrations."""
        name, path, args, kwargs = super().deconstruct()
        for fixed in ("max_digits", "decimal_places", "validators"):
            del kwargs[fixed]
        return name, path, args, kwargs


_REFUSED = (
    Q(is_blocked=True)
    | Q(connection_status=ConnectionStatus.DO_NOT_DISPATCH)
    | Q(rules_assessment=RulesAssessment.FAIL)
)


class CarrierQuerySet(OwnedQuerySet):
    """Carriers."""

    def not_refused(self) -> Self:
        """With whom rates are talked: not those of `Carrier.is_refused`."""
        return self.exclude(_REFUSED)


class Carrier(Owned):
    """A motor carrier, known by its MC and DOT numbers.

    Its facts (authority, insurance, safety) are what `CarrierFinding` rows say, newest first; `carriers.services`
    writes them. Empty means unknown.
    """

    mc_number = models.CharField(max_length=10, blank=True, help_text="Digits only.")
    dot_number = models.PositiveBigIntegerField(null=True, blank=True)
    name = models.CharField(max_length=300, blank=True)
    legal_name = models.CharField(max_length=300, blank=True)
    dba_name = models.CharField("DBA name", max_length=300, blank=True)
    address = models.CharField(max_length=500, blank=True, help_text="One line.")
    phone = models.CharField(max_length=20, blank=True, help_text="E.164.")
    email = models.EmailField(blank=True)

    fleet_size = models.PositiveIntegerField(null=True, blank=True, help_text="Power units.")
    drivers = models.PositiveIntegerField(null=True, blank=True)
    equipment_types = ArrayField(models.CharField(max_length=20), default=list, blank=True)

    is_allowed_to_operate = models.BooleanField(null=True, blank=True)
    common_authority = models.CharField(max_length=10, choices=Authority.choices, blank=True)
    contract_authority = models.CharField(max_length=10, choices=Authority.choices, blank=True)
    broker_authority = models.CharField(
        max_length=10,
        choices=Authority.choices,
        blank=True,
        help_text="Not enough on its own to identify a carrier.",
    )
    authority_granted_date = models.DateField(null=True, blank=True)
    liability_insurance = Dollars(null=True, blank=True, help_text="BIPD on file, dollars.")
    liability_expiry_date = models.DateField(null=True, blank=True)
    cargo_insurance = Dollars(null=True, blank=True, help_text="On file, dollars.")
    cargo_expiry_date = models.DateField(null=True, blank=True)
    is_out_of_service = models.BooleanField(null=True, blank=True)
    out_of_service_date = models.DateField(null=True, blank=True)
    safety_rating = models.CharField(max_length=20, choices=SafetyRating.choices, blank=True)
    safety_rating_date = models.DateField(null=True, blank=True)
    identity_assessment = models.CharField(
        max_length=20,
        choices=RulesAssessment.choices,
        blank=True,
        help_text="Per the carrier vetting service.",
    )

    connection_status = models.CharField(max_length=20, choices=ConnectionStatus.choices, blank=True)
    rules_assessment = models.CharField(
        max_length=20, choices=RulesAssessment.choices, blank=True, help_text="From the latest check."
    )
    vetted_at = models.DateTimeField(null=True, editable=False)  # null: never, the assessment was imported
    vetting_version = models.PositiveIntegerField(default=0, editable=False)  # of the rules that vetted it
    vetting_due_at = models.DateTimeField(null=True, editable=False)

    notes = models.TextField(blank=True)
    is_blocked = models.BooleanField(
        default=False, help_text="Do not use: no rates are discussed, whatever its paperwork."
    )
    block_reason = models.CharField(max_length=300, blank=True)
    is_preferred = models.BooleanField(default=False)
    is_capacity_carrier = models.BooleanField(default=False)
    is_sample = models.BooleanField(
        default=False, db_default=False, editable=False
    )  # made up, to try things with
    import_trail = models.BinaryField(null=True, editable=False)  # organizations.api.imports
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    updated_at = models.DateTimeField(db_default=Now(), editable=False)

    objects = ScopedManager.from_queryset(CarrierQuerySet)()
    unscoped = models.Manager.from_queryset(CarrierQuerySet)()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="carrier_key"),
            models.UniqueConstraint(
                fields=["organization", "dot_number"],
                name="carrier_dot",
                condition=models.Q(dot_number__isnull=False),
            ),
            models.UniqueConstraint(
                fields=["organization", "mc_number"],
                name="carrier_mc_without_dot",
                condition=models.Q(dot_number=None) & ~models.Q(mc_number=""),
            ),
        ]
        indexes = [
            models.Index(fields=["organization", "mc_number"], name="carrier_by_mc"),
            models.Index(fields=["organization", "phone"], name="carrier_by_phone"),
            # A part of a name, or one that is spelled like it.
            GinIndex(
                "organization",
                *(OpClass(name, name="gin_trgm_ops") for name in ("name", "dba_name", "legal_name")),
                name="carrier_name_like",
            ),
            models.Index(
                fields=["organization", "vetting_due_at", "id"],
                name="carrier_vetting_due",
                condition=models.Q(vetting_due_at__isnull=False),
            ),
            models.Index(
                fields=["organization", "vetting_version", "id"],
                name="carrier_vetted_by",
                condition=models.Q(vetted_at__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return self.name or (f"MC {self.mc_number}" if self.mc_number else f"DOT {self.dot_number}")

    @property
    def is_refused(self) -> bool:
        """Whether nobody talks rates with it: blocked, not to be dispatched, or failing the rules."""
        return (
            self.is_blocked
            or self.connection_status == ConnectionStatus.DO_NOT_DISPATCH
            or self.rules_assessment == RulesAssessment.FAIL
        )


# How a carrier is reached, and what is known of a number or an address.


class CarrierContact(Owned):
    """A person or a desk of a carrier, beside the carrier's own phone and e-mail."""

    carrier = models.ForeignKey(
        Carrier, on_delete=models.CASCADE, related_name="contacts", db_constraint=False
    )
    name = models.CharField(max_length=200, blank=True)
    title = models.CharField(max_length=100, blank=True, help_text="Dispatcher, owner, after hours …")
    phone = models.CharField(max_length=16, blank=True, validators=[E164], help_text="E.164.")
    email = models.EmailField(blank=True)
    source = models.CharField(max_length=10, choices=Source.choices, default=Source.PERSON)
    is_registered = models.BooleanField(
        default=True, help_text="Verified by a trusted source: callers from it are accepted as this carrier."
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="carrier_contact_key"),
            models.UniqueConstraint(fields=["carrier", "phone", "email"], name="carrier_contact_once"),
            models.CheckConstraint(
                condition=~models.Q(phone="", email=""),
                name="carrier_contact_reachable",
                violation_error_message="Enter a phone number or an email address.",
            ),
            SameOrganization("carrier", name="carrier_contact_carrier_same_organization"),
        ]
        indexes = [
            models.Index(
                fields=["organization", "phone"],
                name="carrier_contact_by_phone",
                condition=~models.Q(phone=""),
            ),
        ]

    def __str__(self) -> str:
        return self.name or self.phone or self.email


class ContactFindingQuerySet(OwnedQuerySet):
    """Words about phone numbers and e-mail addresses."""

    def risky(self) -> Self:
        """That end the talk about rates."""
        return self.filter(risks__len__gt=0)


class ContactFinding(Owned):
    """What a source says of a phone number or an e-mail address, whoever's it is; the newest word of each source."""

    address = models.CharField(max_length=254, help_text="E.164, or a lowercase email address.")
    source = models.CharField(max_length=10, choices=Source.choices, default=Source.PERSON)
    risks = ArrayField(
        models.CharField(max_length=20, choices=PhoneRisk.choices),
        default=list,
        blank=True,
        help_text="Any of these ends the rate discussion.",
    )
    found_at = models.DateTimeField()
    data = models.JSONField(default=dict, blank=True, help_text="As the source reported it.")

    objects = ScopedManager.from_queryset(ContactFindingQuerySet)()
    unscoped = models.Manager.from_queryset(ContactFindingQuerySet)()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="contact_finding_key"),
            models.UniqueConstraint(
                fields=["organization", "address", "source"], name="contact_finding_once"
            ),
        ]

    def __str__(self) -> str:
        return self.address


# What the sources are to be asked, and when they were asked last.


class FactsRequest(Owned):
    """A source's answer about somebody, as far as asking goes: wanted since when, had when, tried again when.

    What was answered lies in `CarrierFinding` and `ContactFinding`.
    """

    subject = models.CharField(
        max_length=254, help_text="DOT 1234567, MC 123456, a phone in E.164, an email."
    )
    source = models.CharField(max_length=10, choices=Source.choices)
    wanted_at = models.DateTimeField(help_text="Last time it was needed.")
    answered_at = models.DateTimeField(null=True, help_text="Last time the source had an answer.")
    next_try_at = models.DateTimeField(null=True, help_text="Empty: nothing is to be asked.")
    tries = models.PositiveSmallIntegerField(default=0, help_text="Without an answer, since it was wanted.")
    problem = models.CharField(max_length=200, blank=True, help_text="Why there was no answer.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="facts_request_key"),
            models.UniqueConstraint(fields=["organization", "subject", "source"], name="facts_request_once"),
        ]
        indexes = [
            models.Index(
                fields=["next_try_at", "id"],
                name="facts_request_due",
                condition=models.Q(next_try_at__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.subject}, {self.get_source_display()}"


class LanePlace(models.ForeignKey):
    """Where the gazetteer has an end of the lane; null where it doesn't know the town."""

    def __init__(self, **kwargs) -> None:
        given: dict[str, Any] = {
            "to": Place,
            "on_delete": models.DO_NOTHING,
            "null": True,
            "related_name": "+",
        }
        super().__init__(**(given | {"db_constraint": False, "db_index": False} | kwargs))


class CarrierLane(Owned):
    """What a carrier did on a lane with one kind of trailer, counted.

    Several rows may be about the same, some of them below zero: always add them up. Written alone by triggers of bids,
    bookings and loads, in the transactions that change those (`bids.models.bids.LANES`).
    """

    # PostgreSQL deletes them last: while an organization's rows are deleted, triggers still count.
    organization = models.ForeignKey(
        Organization, on_delete=models.DB_CASCADE, related_name="+", db_index=False
    )
    # No foreign key: what carriers are merged or deleted for is told by their bids and bookings.
    carrier = models.BigIntegerField(help_text="Its key.")
    origin = models.CharField(max_length=170, help_text="City and state, as loads have them.")
    origin_place = LanePlace()
    destination = models.CharField(max_length=170, help_text="City and state, as loads have them.")
    destination_place = LanePlace()
    equipment = models.CharField(
        max_length=20, blank=True, help_text="An organizations.equipment.Equipment; empty where not known."
    )
    bids = models.IntegerField()
    amount_sum = models.DecimalField(max_digits=20, decimal_places=2, help_text="US dollars, of those bids.")
    amount_count = models.IntegerField(help_text="Bids that have an amount.")
    bookings = models.IntegerField()
    delivered = models.IntegerField(help_text="Bookings with a delivered load.")
    last_at = models.DateTimeField(
        null=True,
        help_text="The newest bid or booking there ever was on it; taking one back changes nothing.",
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["organization", "id"], name="carrier_lane_key")]
        indexes = [
            models.Index(
                fields=["organization", "origin_place", "destination_place"], name="carrier_lane_by_place"
            ),
            models.Index("organization", Lower("origin"), Lower("destination"), name="carrier_lane_by_text"),
            models.Index(
                fields=["organization", "carrier", "origin", "destination"], name="carrier_lane_of_carrier"
            ),
            models.Index(fields=["organization", "-last_at", "carrier"], name="carrier_lane_recent"),
            models.Index(fields=["organization", "equipment", "carrier"], name="carrier_lane_by_equipment"),
        ]

    def __str__(self) -> str:
        return f"{self.origin} → {self.destination}"


# Trucks that carriers have told of, and that there was no load for.


class CapacityQuerySet(OwnedQuerySet):
    """Trucks that were told of."""

    def available(self, today: date) -> Self:
        """Those that still count."""
        return self.filter(expires_on__gte=today)

    def around(self, day: date, days: int) -> Self:
        """Empty on the day, or at most that many before or after it."""
        return self.filter(day__range=(day - timedelta(days=days), day + timedelta(days=days)))


class TruckCapacity(Owned):
    """Where and when a truck will be empty, as a caller said it; `carriers.services.learned.note_capacity` writes it.

    A caller who isn't among the organization's carriers has its MC number and phone alone.
    """

    carrier = models.ForeignKey(
        Carrier,
        on_delete=models.CASCADE,
        related_name="capacity",
        null=True,
        blank=True,
        db_constraint=False,
    )
    mc_number = models.CharField(max_length=10, blank=True, help_text="Digits only.")
    phone = models.CharField(max_length=20, blank=True, help_text="E.164.")
    city = models.CharField(max_length=120, blank=True, help_text="Blank means anywhere in the state.")
    state = models.CharField(max_length=40, blank=True)
    place = LanePlace(help_text="Matching place in the gazetteer.")
    day = models.DateField(help_text="When it's empty.")
    equipment = models.CharField(max_length=20, choices=Equipment.choices, blank=True)
    rate_asked = models.DecimalField(
        max_digits=11, decimal_places=2, null=True, blank=True, help_text="US dollars, all-in."
    )
    wanted_destination = models.CharField(max_length=200, blank=True)
    noted_at = models.DateTimeField()
    # A plain number: conversations lie above carriers.
    conversation_id = models.BigIntegerField(null=True, blank=True, help_text="Conversation it came from.")
    expires_on = models.DateField(help_text="Last day it's good for.")

    objects = ScopedManager.from_queryset(CapacityQuerySet)()
    unscoped = models.Manager.from_queryset(CapacityQuerySet)()

    class Meta:
        verbose_name_plural = "truck capacity"
        constraints = [
            models.UniqueConstraint(fields=["organization", "id"], name="truck_capacity_key"),
            models.UniqueConstraint(
                fields=["organization", "conversation_id", "city", "state", "day"], name="truck_capacity_once"
            ),
            models.CheckConstraint(condition=~models.Q(city="", state=""), name="truck_capacity_has_place"),
            models.CheckConstraint(
                condition=models.Q(expires_on__gte=models.F("day")), name="truck_capacity_lasts"
            ),
            SameOrganization("carrier", name="truck_capacity_carrier_same_organization"),
        ]
        indexes = [
            models.Index(fields=["organization", "expires_on", "-noted_at"], name="truck_capacity_current"),
        ]

    def __str__(self) -> str:
        return f"{self.whereabouts}, {self.day:%b} {self.day.day}"

    @property
    def whereabouts(self) -> str:
        """Dallas, TX, or what there is of it."""
        return ", ".join(part for part in (self.city, self.state) if part)
