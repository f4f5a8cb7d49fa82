"""Where carriers run."""

from typing import Any

from django.db import models
from django.db.models.functions import Lower

from organizations.gazetteer import Place
from organizations.models import Organization, Owned


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
    bookings and loads, in the transactions that change those (`bids.projections.LANES`).
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
    delivered = models.IntegerField(help_text="Bookings whose load was delivered.")
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
