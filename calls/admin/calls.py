"""Calls, for an operator to look into."""

from django.contrib import admin

from calls.models import Call, CallStatusChange
from organizations.admin import OwnedAdmin, OwnedInline
from organizations.admin.owned import ReadOnly


class CallStatusChangeInline(ReadOnly, OwnedInline):
    """The line's history."""

    model = CallStatusChange
    fields = ("at", "old", "new", "by", "reason")
    ordering = ("at", "pk")
    verbose_name_plural = "history"


@admin.register(Call)
class CallAdmin(ReadOnly, OwnedAdmin):
    """The line's side of calls, for an operator who looks into one; what was said is the organization's."""

    list_display = (
        "pk",
        "organization",
        "status",
        "direction",
        "from_phone",
        "to_phone",
        "status_changed_at",
    )
    list_filter = ("status", "organization")
    list_select_related = ("organization", "conversation")
    search_fields = ("=from_phone", "=to_phone", "=provider_sid", "=reference")
    search_help_text = "A number (+13125550123), the provider’s id or our reference, exactly."
    ordering = ("-pk",)
    inlines = (CallStatusChangeInline,)
    fields = (
        "organization",
        "direction",
        "agent",
        "status",
        "status_changed_at",
        "failure_reason",
        "from_phone",
        "to_phone",
        "to_extension",
        "caller_name",
        "provider_sid",
        "dial_attempts",
        "not_before",
        "answered_by",
        "placed_at",
        "ringing_at",
        "answered_at",
        "ended_at",
    )

    @admin.display(description="direction")
    def direction(self, call: Call) -> str:
        """Who began."""
        return call.conversation.get_direction_display()

    @admin.display(description="agent")
    def agent(self, call: Call) -> str:
        """Who spoke for the organization."""
        return str(call.conversation.agent or "–")
