"""Bids, bookings, receipts and outreaches, for an operator who looks into one, and their rules, to be set."""

from typing import ClassVar

from django.contrib import admin

from bids.models import (
    Bid,
    BidStatusChange,
    Booking,
    EndedBooking,
    NegotiationRules,
    NegotiationStep,
    Outreach,
    OutreachCandidate,
    OutreachRules,
    OutreachStatusChange,
    PriceTalk,
    PriceTalkStatusChange,
)
from organizations.owned_admin import OwnedAdmin, OwnedInline, ReadOnly


class HistoryInline(ReadOnly, OwnedInline):
    """The statuses that a row was in."""

    fields = ("at", "old", "new", "by", "reason")
    ordering = ("at", "pk")
    verbose_name_plural = "history"


class OfLoadAdmin(ReadOnly, OwnedAdmin):
    """Rows that are found by their load."""

    list_select_related: ClassVar[tuple[str, ...]] = ("organization", "load")
    search_fields = ("=load__external_id",)
    search_help_text = "Exact match: load ID."


class BidStatusChangeInline(HistoryInline):
    """The bid's history."""

    model = BidStatusChange


@admin.register(Bid)
class BidAdmin(ReadOnly, OwnedAdmin):
    """What carriers asked."""

    list_display = ("__str__", "organization", "load", "amount", "status", "channel", "discussed_at")
    list_filter = ("status", "channel", "organization")
    list_select_related = ("organization", "load")
    search_fields = ("=load__external_id", "=mc_number", "=phone")
    search_help_text = "Exact match: load ID, MC number (digits only) or phone number (+13125550123)."
    inlines = (BidStatusChangeInline,)
    fields = (
        "organization",
        "load",
        "conversation",
        "price_talk",
        "carrier",
        "channel",
        "status",
        "status_changed_at",
        "first_ask",
        "amount",
        "counter_amount",
        "agreed_at",
        "discussed_at",
        "created_at",
        "updated_at",
        "mc_number",
        "dot_number",
        "caller_name",
        "phone",
        "extension",
    )


class PriceTalkStatusChangeInline(HistoryInline):
    """The price talk's history."""

    model = PriceTalkStatusChange


@admin.register(PriceTalk)
class PriceTalkAdmin(ReadOnly, OwnedAdmin):
    """How we stand with carriers about the price of loads."""

    list_display = ("__str__", "organization", "load", "carrier", "phone", "status", "chapter", "updated_at")
    list_filter = ("status", "organization")
    list_select_related = ("organization", "load", "carrier")
    search_fields = ("=load__external_id", "=carrier__mc_number", "=phone")
    search_help_text = "Exact match: load ID, MC number (digits only) or phone number (+13125550123)."
    inlines = (PriceTalkStatusChangeInline,)
    fields = (
        *("organization", "load", "carrier", "phone", "conversation", "status", "status_changed_at"),
        *("standing", "standing_before", "has_forgotten", "agreed_amount", "agreed_at", "agreed_by"),
        *("chapter", "start_rate", "max_rate", "book_now_rate", "openings", "created_at", "updated_at"),
    )


@admin.register(Booking)
class BookingAdmin(OfLoadAdmin):
    """What was booked."""

    list_display = ("__str__", "organization", "load", "amount", "kind", "booked_at", "booked_by")
    list_filter = ("kind", "organization")
    fields = (
        "organization",
        "load",
        "bid",
        "conversation",
        "carrier",
        "kind",
        "amount",
        "booked_at",
        "booked_by",
    )


@admin.register(EndedBooking)
class EndedBookingAdmin(OfLoadAdmin):
    """What was booked and undone, or fell off."""

    list_display = ("__str__", "organization", "load", "amount", "how", "ended_at", "ended_by")
    list_filter = ("how", "organization")
    fields = (
        *("organization", "number", "load", "bid", "carrier", "kind", "amount", "booked_at", "booked_by"),
        *("how", "reason", "ended_at", "ended_by"),
    )


@admin.register(NegotiationRules)
class NegotiationRulesAdmin(OwnedAdmin):
    """How an organization's agents haggle, and whether they book."""

    list_display = (
        "organization",
        "strategy",
        "rounds",
        "step",
        "second_call",
        "opens_by_clock",
        "agent_may_book",
    )
    list_filter = ("strategy", "agent_may_book")


@admin.register(NegotiationStep)
class NegotiationStepAdmin(OfLoadAdmin):
    """Receipts of price talks."""

    list_display = ("__str__", "organization", "load", "conversation", "position", "ask", "rule", "at")
    list_filter = ("action", "organization")
    list_select_related = ("organization", "load", "conversation")
    fields = (
        "organization",
        "load",
        "conversation",
        "position",
        "price_talk",
        "chapter",
        "heard",
        "said_amount",
        "said_unit",
        "ask",
        "action",
        "amount",
        "rule",
        "flags",
        "round",
        "offer",
        "ceiling",
        "final_offer",
        "at",
    )


@admin.register(OutreachRules)
class OutreachRulesAdmin(OwnedAdmin):
    """How an organization's agents call carriers about a load."""

    list_display = ("organization", "is_automatic", "at_once", "most_contacts", "radius", "hold_minutes")
    list_filter = ("is_automatic",)


class OutreachStatusChangeInline(HistoryInline):
    """The outreach's history."""

    model = OutreachStatusChange


class OutreachCandidateInline(ReadOnly, OwnedInline):
    """The carriers, in the order in which they are called."""

    model = OutreachCandidate
    fields = ("rank", "carrier", "phone", "status", "outcome", "ask", "detail", "called_at", "finished_at")
    ordering = ("rank",)
    verbose_name_plural = "carriers"


@admin.register(Outreach)
class OutreachAdmin(OfLoadAdmin):
    """Rounds of calls about loads."""

    list_display = ("__str__", "organization", "load", "status", "stop_reason", "started_at", "ended_at")
    list_filter = ("status", "organization")
    inlines = (OutreachCandidateInline, OutreachStatusChangeInline)
    fields = (
        "organization",
        "load",
        "status",
        "status_changed_at",
        "stop_reason",
        "started_by",
        "started_at",
        "deadline",
        "hold_until",
        "ended_at",
    )
