"""Trucks that carriers have told of, and that there was no load for."""

from django.db import models

from carriers.models.carriers import Carrier
from carriers.models.lanes import LanePlace
from carriers.querysets import CapacityQuerySet
from organizations.constraints import SameOrganization
from organizations.equipment import Equipment
from organizations.models import Owned
from organizations.querysets import ScopedManager


class TruckCapacity(Owned):
    """Where and when a truck will be empty, as a caller said it; `carriers.services.note_capacity` writes it.

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
    mc_number = models.CharField(max_length=10, blank=True, help_text="Digits alone.")
    phone = models.CharField(max_length=20, blank=True, help_text="E.164.")
    city = models.CharField(max_length=120, blank=True, help_text="Empty: somewhere in the state.")
    state = models.CharField(max_length=40, blank=True)
    place = LanePlace(help_text="Where the gazetteer has it.")
    day = models.DateField(help_text="From when on it is empty.")
    equipment = models.CharField(max_length=20, choices=Equipment.choices, blank=True)
    rate_asked = models.DecimalField(
        max_digits=11, decimal_places=2, null=True, blank=True, help_text="US dollars for the whole load."
    )
    wanted_destination = models.CharField(max_length=200, blank=True)
    noted_at = models.DateTimeField()
    # A plain number: conversations lie above carriers.
    conversation_id = models.BigIntegerField(
        null=True, blank=True, help_text="The key of the conversation it was told in."
    )
    expires_on = models.DateField(help_text="The last day that it counts.")

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
