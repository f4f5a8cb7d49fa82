"""What carriers told on calls, and what a person took out of it again."""

from django.db import models
from django.db.models import Q

from carriers.models.carriers import Carrier
from carriers.models.lanes import LanePlace
from carriers.querysets import LearnedQuerySet
from carriers.states import LearnedKind
from organizations.models import Owned
from organizations.tenancy.scope import SameOrganization, ScopedManager


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
