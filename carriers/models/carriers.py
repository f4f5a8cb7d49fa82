"""Who could move it."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models.functions import Now

from carriers.states import ConnectionStatus, RulesAssessment
from organizations.models import Owned


class Carrier(Owned):
    """A motor carrier, known by its MC and DOT numbers."""

    mc_number = models.CharField(max_length=10, blank=True, help_text="Digits alone.")
    dot_number = models.PositiveBigIntegerField(null=True, blank=True)
    name = models.CharField(max_length=300, blank=True)
    address = models.CharField(max_length=500, blank=True, help_text="One line.")
    fleet_size = models.PositiveIntegerField(null=True, blank=True, help_text="Power units.")
    phone = models.CharField(max_length=20, blank=True, help_text="E.164.")
    email = models.EmailField(blank=True)
    equipment_types = ArrayField(models.CharField(max_length=20), default=list, blank=True)
    connection_status = models.CharField(max_length=20, choices=ConnectionStatus.choices, blank=True)
    rules_assessment = models.CharField(max_length=20, choices=RulesAssessment.choices, blank=True)
    is_capacity_carrier = models.BooleanField(default=False)
    import_trail = models.BinaryField(null=True, editable=False)  # organizations.history.trail
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    updated_at = models.DateTimeField(db_default=Now(), editable=False)

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
        ]

    def __str__(self) -> str:
        return self.name or (f"MC {self.mc_number}" if self.mc_number else f"DOT {self.dot_number}")
