"""Django admin of calls, agents, numbers, rules, answers and alarms, for operators."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.forms.fields import InvalidJSONInput
from django.http import HttpRequest
from django.utils import timezone

from calls.calling_rules import NotDialable, read_destination
from calls.models import (
    VERSIONED,
    Agent,
    ApprovedAnswer,
    Call,
    CallingRules,
    CallStatusChange,
    ConsentRecord,
    DoNotCall,
    LoadAlarm,
    OpenQuestion,
    PhoneNumber,
    Transfer,
)
from calls.services import agents, permission
from calls.skills.custom_fields import wrong_with_variables
from organizations.owned_admin import OwnedAdmin, OwnedForm, OwnedInline, ReadOnly, adopt
from organizations.tenancy import actors
from organizations.tenancy.scope import scope


class CallStatusChangeInline(ReadOnly, OwnedInline):
    """The line's history."""

    model = CallStatusChange
    fields = ("at", "old", "new", "by", "reason")
    ordering = ("at", "pk")
    verbose_name_plural = "history"


class TransferInline(ReadOnly, OwnedInline):
    """To whom the line was handed."""

    model = Transfer
    fields = ("requested_at", "to_phone", "status", "requested_by", "ringing_at", "connected_at", "ended_at")
    ordering = ("pk",)


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
    search_help_text = "Exact match: a number (+13125550123), the provider’s ID or our reference."
    ordering = ("-pk",)
    inlines = (CallStatusChangeInline, TransferInline)
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


# Agents and phone numbers, managed by operators.


class VariablesField(forms.JSONField):
    """JSON, shown again as it was typed where it isn't accepted."""

    def bound_data(self, data: Any, initial: Any) -> Any:
        """The text itself: writing it anew may fail, as for a lone surrogate."""
        return InvalidJSONInput(data or "")


class AgentForm(OwnedForm):
    """An agent, whose texts name declared variables alone."""

    class Meta:
        model = Agent
        fields = "__all__"
        field_classes = {"variables": VariablesField, "extraction": VariablesField}
        widgets = {
            name: forms.Textarea(attrs={"rows": 6, "cols": 80, "spellcheck": "false"})
            for name in ("variables", "extraction")
        }

    def clean(self) -> dict[str, Any] | None:
        """Check the fields to find out and the variables, then the texts that take variables."""
        cleaned = super().clean() or self.cleaned_data
        for name in ("variables", "extraction"):
            if name in cleaned:
                cleaned[name] = cleaned[name] or []
        for name, error in wrong_with_variables(cleaned).items():
            self.add_error(name, error)
        return cleaned


@admin.register(Agent)
class AgentAdmin(OwnedAdmin):
    """Agents: made, changed, switched off; never deleted, since calls name them."""

    form = AgentForm
    list_display = ("name", "slug", "organization", "purpose", "is_active", "created_at")
    list_filter = ("purpose", "is_active", "organization")
    search_fields = ("name", "slug")
    readonly_fields = ("version", "created_at")
    fieldsets = (
        (None, {"fields": ("organization", "name", "slug", "purpose", "is_active")}),
        ("Script", {"fields": ("greeting", "prompt", "variables", "extraction", "voicemail_message")}),
        ("Voice", {"fields": ("language", "voice")}),
        ("Transfer", {"fields": ("transfer_number",)}),
        (None, {"fields": ("version", "created_at")}),
    )

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """The slug stands in the addresses that API clients call."""
        fields = super().get_readonly_fields(request, obj)
        return (*fields, "slug") if obj else fields

    def get_prepopulated_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """A new agent's slug comes from its name."""
        return {} if obj else {"slug": ("name",)}

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: switch it off instead."""
        return False

    def save_model(self, request: HttpRequest, obj: Agent, form: Any, change: bool) -> None:
        """Make it, or change it and keep that as a version."""
        values = {name: getattr(obj, name) for name in VERSIONED}
        by, at = actors.user(request.user), timezone.now()
        with scope(obj.organization_id):
            if change:
                saved = agents.change_agent(agent_id=obj.pk, values=values, by=by, at=at)
            else:
                saved = agents.create_agent(
                    organization=obj.organization, slug=obj.slug, values=values, by=by, at=at
                )
        adopt(obj, saved)


@admin.register(PhoneNumber)
class PhoneNumberAdmin(OwnedAdmin):
    """Numbers, and the agents that answer them."""

    list_display = ("number", "organization", "agent", "created_at")
    list_select_related = ("organization", "agent")
    search_fields = ("number",)
    fields = ("organization", "number", "agent", "created_at")
    readonly_fields = ("created_at",)


# Alarms about loads, for an operator to look into; brokers mark them seen.


@admin.register(LoadAlarm)
class LoadAlarmAdmin(ReadOnly, OwnedAdmin):
    """What happened to loads."""

    list_display = ("kind", "organization", "load", "words", "raised_at", "seen_at", "seen_by")
    list_filter = ("kind", "organization")
    list_select_related = ("organization", "conversation", "load")
    search_fields = ("words",)
    search_help_text = "A word from the call."


# Approved answers and open questions, for an operator to look into; owners and brokers write them.


@admin.register(ApprovedAnswer)
class ApprovedAnswerAdmin(ReadOnly, OwnedAdmin):
    """What agents may say; an operator may take one away that does harm."""

    list_display = ("topic", "organization", "question", "answer_en", "answer_es", "updated_at")
    list_filter = ("topic", "organization")
    search_fields = ("answer_en", "answer_es", "question")
    search_help_text = "A word from the answer or the question."

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Whoever Django lets."""
        return admin.ModelAdmin.has_delete_permission(self, request, obj)


@admin.register(OpenQuestion)
class OpenQuestionAdmin(ReadOnly, OwnedAdmin):
    """What callers asked and the agent couldn't answer."""

    list_display = ("words", "organization", "topic", "asked_at", "answered_at", "answered_by")
    list_filter = ("topic", "organization")
    list_select_related = ("organization", "conversation", "load")
    search_fields = ("words",)
    search_help_text = "A word from the question."


# Rules of calling, the do-not-call list and the record of consent.


@admin.register(CallingRules)
class CallingRulesAdmin(OwnedAdmin):
    """One row an organization; an organization without one has the defaults, which a new row shows."""

    list_display = (
        "organization",
        "hours_start",
        "hours_end",
        "per_minute",
        "per_day",
        "most_live",
        "records_calls",
    )
    list_filter = ("records_calls", "language_model_enabled")
    search_fields = ("organization__name",)
    fieldsets = (
        (None, {"fields": ("organization",)}),
        ("Calling window", {"fields": (("hours_start", "hours_end"), "quiet_minutes", "requires_consent")}),
        ("Limits", {"fields": ("per_minute", "per_day", "per_number_hour", "most_live")}),
        ("Call length", {"fields": ("longest_minutes", "ring_seconds")}),
        ("Recording", {"fields": ("records_calls", "recording_announcement")}),
        ("Transfers", {"fields": ("transfer_number", ("transfer_hours_start", "transfer_hours_end"))}),
        (
            "Language model",
            {
                "fields": (
                    "language_model_enabled",
                    "language_model_url",
                    "language_model_name",
                    "language_model_key_name",
                )
            },
        ),
    )


class NumberForm(OwnedForm):
    """A form with a `number` that must be one which can be called."""

    def clean_number(self) -> str:
        """A whole number in E.164 form, without an extension."""
        number: str = self.cleaned_data["number"]
        try:
            return read_destination(number).number
        except NotDialable as error:
            raise ValidationError(str(error)) from None


class Listed(OwnedAdmin):
    """Rows about a number that are added, never changed."""

    form = NumberForm
    search_fields = ("=number",)
    search_help_text = "Exact match: the number (+13125550123)."

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: it says what was said then."""
        return False


@admin.register(DoNotCall)
class DoNotCallAdmin(Listed):
    """Numbers that are never called; taken off the list when their owners ask to be called again."""

    list_display = ("number", "organization", "reason", "by", "created_at")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """What to say of a new one; what is known of an old one."""
        fields = ("organization", "number", "reason")
        return (*fields, "conversation", "by", "created_at") if obj else fields

    def save_model(self, request: HttpRequest, obj: DoNotCall, form: Any, change: bool) -> None:
        """Put the number on the list, and cancel the calls to it that wait."""
        with scope(obj.organization_id):
            permission.opt_out(
                organization=obj.organization,
                number=obj.number,
                reason=obj.reason,
                by=actors.user(request.user),
                at=timezone.now(),
            )
            adopt(obj, DoNotCall.objects.get(number=obj.number))

    def delete_model(self, request: HttpRequest, obj: DoNotCall) -> None:
        """Take the number off the list; the record of consent says so."""
        with scope(obj.organization_id):
            permission.allow_again(
                entry=obj,
                source="removed from the do-not-call list by an operator",
                by=actors.user(request.user),
                at=timezone.now(),
            )


@admin.register(ConsentRecord)
class ConsentRecordAdmin(Listed):
    """What owners of numbers said about being called; append-only."""

    list_display = ("number", "organization", "kind", "source", "by", "at")
    list_filter = ("kind", "organization")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """What to say of a new one; what is known of an old one."""
        fields = ("organization", "number", "kind", "source")
        return (*fields, "conversation", "by", "at") if obj else fields

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: the newest record holds, the others tell how it came to that."""
        return False

    def save_model(self, request: HttpRequest, obj: ConsentRecord, form: Any, change: bool) -> None:
        """Append the record."""
        with scope(obj.organization_id):
            made = permission.record_consent(
                organization=obj.organization,
                number=obj.number,
                kind=obj.kind,
                source=obj.source,
                by=actors.user(request.user),
                at=timezone.now(),
            )
        adopt(obj, made)
