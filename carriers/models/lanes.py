"""Where carriers run, trucks that will be empty, and what carriers told of themselves."""

from typing import Any

from django.db import models
from django.db.models import Q
from django.db.models.functions import Lower

from carriers.models.carriers import Carrier
from carriers.querysets import CapacityQuerySet, LearnedQuerySet
from carriers.states import LearnedKind
from organizations.equipment import Equipment
from organizations.models import Organization, Owned
from organizations.places.models import Place
from organizations.tenancy.scope import SameOrganization, ScopedManager


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


# What carriers told on calls, and what a person took out of it again.


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
