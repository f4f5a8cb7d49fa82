"""Carriers and their vetting, for operators: facts that a person knows, rules, restrictions, routing guides."""

from collections.abc import Callable
from typing import Any

from django.contrib import admin, messages
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import QuerySet
from django.forms import CheckboxSelectMultiple, TypedMultipleChoiceField
from django.http import HttpRequest
from django.utils import timezone

from carriers.models import (
    Carrier,
    CarrierContact,
    CarrierFinding,
    ContactFinding,
    HaulRestriction,
    LearnedFact,
    RoutingGuideEntry,
    TruckCapacity,
    Vetting,
    VettingRules,
)
from carriers.registry.findings import FACTS
from carriers.services import facts, vetting
from carriers.states import Source, VettingTrigger
from organizations.equipment import Equipment
from organizations.owned_admin import EVERYWHERE, OwnedAdmin, OwnedInline, ReadOnly
from organizations.places.gazetteer import find_place
from organizations.tenancy import actors


class WithChoices:
    """Mixin: equipment and risks are ticked, not typed."""

    def formfield_for_dbfield(self, db_field: "models.Field[Any, Any]", request: Any, **kwargs: Any) -> Any:
        """A box for each choice of an array's."""
        if not isinstance(db_field, ArrayField):
            return super().formfield_for_dbfield(db_field, request, **kwargs)  # type: ignore[misc]
        choices = db_field.base_field.choices or Equipment.choices
        return TypedMultipleChoiceField(
            choices=choices,
            required=False,
            widget=CheckboxSelectMultiple,
            label=str(db_field.verbose_name).capitalize(),
            help_text=db_field.help_text,
        )


class ContactInline(OwnedInline):
    """How it is reached."""

    model = CarrierContact
    fields = ("name", "title", "phone", "email", "source", "is_registered")
    ordering = ("name", "pk")


class RoutingGuideInline(OwnedInline):
    """Where it is called first."""

    model = RoutingGuideEntry
    ordering = ("rank", "pk")


class FindingInline(ReadOnly, OwnedInline):
    """Who said what."""

    model = CarrierFinding
    fields = ("source", "found_at", "data")
    ordering = ("-found_at", "-pk")


class VettingInline(ReadOnly, OwnedInline):
    """What came of it, newest first."""

    model = Vetting
    fields = ("vetted_at", "assessment", "reasons", "trigger", "rules_version", "confirmed_at")
    ordering = ("-vetted_at", "-pk")


@admin.register(Carrier)
class CarrierAdmin(WithChoices, OwnedAdmin):
    """Who they are, and what is known of them; never deleted, since history hangs on them: block one instead."""

    list_display = (
        "__str__",
        "organization",
        "mc_number",
        "dot_number",
        "rules_assessment",
        "connection_status",
        "is_blocked",
        "is_preferred",
        "vetted_at",
    )
    list_filter = ("rules_assessment", "connection_status", "is_blocked", "is_preferred", "organization")
    search_fields = ("=mc_number", "=dot_number", "=phone")
    search_help_text = "Exact match: MC or DOT number (digits only) or a phone number (+13125550123)."
    inlines = (ContactInline, RoutingGuideInline, FindingInline, VettingInline)
    actions = ("vet", "block", "unblock", "prefer", "unprefer")
    readonly_fields = (
        "is_blocked",
        "is_preferred",
        "identity_assessment",
        "rules_assessment",
        "vetted_at",
        "vetting_due_at",
    )
    fieldsets = (
        (None, {"fields": ("organization", ("mc_number", "dot_number"), "name", "legal_name", "dba_name")}),
        ("Contact", {"fields": ("address", ("phone", "email"))}),
        ("Fleet", {"fields": (("fleet_size", "drivers"), "equipment_types", "is_capacity_carrier")}),
        (
            "Authority",
            {
                "fields": (
                    "is_allowed_to_operate",
                    ("common_authority", "contract_authority", "broker_authority"),
                    "authority_granted_date",
                )
            },
        ),
        (
            "Insurance",
            {
                "fields": (
                    ("liability_insurance", "liability_expiry_date"),
                    ("cargo_insurance", "cargo_expiry_date"),
                )
            },
        ),
        (
            "Safety",
            {
                "fields": (
                    ("is_out_of_service", "out_of_service_date"),
                    ("safety_rating", "safety_rating_date"),
                )
            },
        ),
        (
            "Vetting",
            {
                "fields": (
                    "connection_status",
                    "identity_assessment",
                    "rules_assessment",
                    ("vetted_at", "vetting_due_at"),
                )
            },
        ),
        ("Our records", {"fields": (("is_blocked", "is_preferred"), "block_reason", "notes")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: block it instead."""
        return False

    def save_model(self, request: HttpRequest, obj: Carrier, form: Any, change: bool) -> None:
        """Save; the facts that the person changed are their word, which stands until somebody's newer one."""
        super().save_model(request, obj, form, change)
        told = {name: getattr(obj, name) for name in form.changed_data if name in FACTS}
        if told:
            at = timezone.now()
            found = facts.Found(obj.pk, at, told)
            facts.store_findings(organization=obj.organization, source=Source.PERSON, found=[found], at=at)

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Save contacts and ranks, then vet at once: the person looks at the result."""
        super().save_related(request, form, formsets, change)
        self._vet(form.instance)

    @admin.action(description="Re-check now", permissions=["change"], location=EVERYWHERE)
    def vet(self, request: HttpRequest, queryset: QuerySet[Carrier]) -> None:
        """Vet the carriers of which facts are known."""
        for carrier in queryset.select_related("organization"):
            self._vet(carrier)
            messages.info(request, f"{carrier}: {carrier.get_rules_assessment_display() or 'no data yet'}.")

    @admin.action(description="Mark “Do not use”", permissions=["change"], location=EVERYWHERE)
    def block(self, request: HttpRequest, queryset: QuerySet[Carrier]) -> None:
        """Nobody talks rates with them any more."""
        self._each(
            request,
            queryset,
            lambda carrier, **who: vetting.block_carrier(carrier=carrier, reason=carrier.block_reason, **who),
        )

    @admin.action(description="Remove “Do not use”", permissions=["change"], location=EVERYWHERE)
    def unblock(self, request: HttpRequest, queryset: QuerySet[Carrier]) -> None:
        """Their papers decide again."""
        self._each(request, queryset, vetting.unblock_carrier)

    @admin.action(description="Mark preferred", permissions=["change"], location=EVERYWHERE)
    def prefer(self, request: HttpRequest, queryset: QuerySet[Carrier]) -> None:
        """Prefer them to others."""
        self._each(request, queryset, vetting.prefer_carrier)

    @admin.action(description="Remove preferred", permissions=["change"], location=EVERYWHERE)
    def unprefer(self, request: HttpRequest, queryset: QuerySet[Carrier]) -> None:
        """Take them as any others."""
        self._each(request, queryset, vetting.unprefer_carrier)

    def _vet(self, carrier: Carrier) -> None:
        vetting.vet_carriers(
            organization=carrier.organization,
            carrier_ids=[carrier.pk],
            trigger=VettingTrigger.PERSON,
            at=timezone.now(),
        )
        stored = Carrier.unscoped.get(pk=carrier.pk)
        carrier.rules_assessment = stored.rules_assessment

    def _each(self, request: HttpRequest, queryset: QuerySet[Carrier], change: Callable[..., bool]) -> None:
        for carrier in queryset:
            change(carrier=carrier, by=actors.user(request.user), at=timezone.now())


@admin.register(VettingRules)
class VettingRulesAdmin(OwnedAdmin):
    """One row an organization; one without has the defaults, which a new row shows."""

    list_display = ("organization", "version", "changed_at", "least_liability", "requires_connection")
    readonly_fields = ("version", "changed_at")
    fieldsets = (
        (None, {"fields": ("organization", ("version", "changed_at"))}),
        (
            "Authority",
            {"fields": ("requires_active_authority", ("least_authority_days", "young_authority"))},
        ),
        ("Insurance", {"fields": ("least_liability", ("least_cargo", "low_cargo"))}),
        ("Safety", {"fields": ("refuses_out_of_service", ("conditional_rating", "unrated"))}),
        ("Identity", {"fields": ("requires_connection", "requires_phone", "most_days_old")}),
        ("Setup incomplete", {"fields": ("transfers_incomplete", "papers_email")}),
    )

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: versions count on."""
        return False

    def save_model(self, request: HttpRequest, obj: VettingRules, form: Any, change: bool) -> None:
        """Store them as another version."""
        vetting.change_rules(
            rules=obj, fields=form.changed_data, by=actors.user(request.user), at=timezone.now()
        )


@admin.register(ContactFinding)
class ContactFindingAdmin(WithChoices, OwnedAdmin):
    """Phone numbers and e-mail addresses of good and ill repute."""

    list_display = ("address", "organization", "source", "risks", "found_at")
    list_filter = ("source", "organization")
    search_fields = ("=address",)
    search_help_text = "Exact match: a phone number (+13125550123) or an email address."
    fields = ("organization", "address", "source", "risks", "found_at", "data")


@admin.register(HaulRestriction)
class HaulRestrictionAdmin(WithChoices, OwnedAdmin):
    """Loads that carriers may not haul."""

    list_display = ("__str__", "organization", "carrier", "effect", "only_partial")
    list_filter = ("effect", "organization")
    list_select_related = ("organization", "carrier")
    autocomplete_fields = ("carrier",)


@admin.register(RoutingGuideEntry)
class RoutingGuideEntryAdmin(OwnedAdmin):
    """Who is called first on which lane."""

    list_display = (
        "carrier",
        "organization",
        "origin_city",
        "origin_state",
        "destination_city",
        "destination_state",
        "equipment_type",
        "rank",
    )
    list_select_related = ("organization", "carrier")
    autocomplete_fields = ("carrier",)


@admin.register(TruckCapacity)
class TruckCapacityAdmin(OwnedAdmin):
    """Trucks that callers told of."""

    list_display = ("__str__", "organization", "carrier", "mc_number", "equipment", "noted_at", "expires_on")
    list_filter = ("equipment", "organization")
    list_select_related = ("organization", "carrier")
    autocomplete_fields = ("carrier",)
    exclude = ("place",)

    def save_model(self, request: HttpRequest, obj: TruckCapacity, form: Any, change: bool) -> None:
        """Find the town anew."""
        place = find_place(obj.city, obj.state) if obj.city else None
        obj.place_id = place.pk if place else None
        super().save_model(request, obj, form, change)


@admin.register(LearnedFact)
class LearnedFactAdmin(ReadOnly, OwnedAdmin):
    """What carriers told of themselves; brokers remove what is wrong on the carrier's page."""

    list_display = ("__str__", "organization", "carrier", "phone", "times", "confirmed_at", "removed_at")
    list_filter = ("kind", "organization")
    list_select_related = ("organization", "carrier")
