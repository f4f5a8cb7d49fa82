"""Agents and phone numbers, managed by operators."""

from typing import Any

from django import forms
from django.contrib import admin
from django.forms.fields import InvalidJSONInput
from django.http import HttpRequest
from django.utils import timezone

from calls import services
from calls.agent.variables import wrong_with
from calls.models import VERSIONED, Agent, PhoneNumber
from organizations import actors
from organizations.admin import OwnedAdmin, OwnedForm
from organizations.admin.owned import adopt
from organizations.scope import scope


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
        for name, error in wrong_with(cleaned).items():
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
        ("What it says", {"fields": ("greeting", "prompt", "variables", "extraction", "voicemail_message")}),
        ("How it sounds", {"fields": ("language", "voice")}),
        ("Who takes over", {"fields": ("transfer_number",)}),
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
                saved = services.change_agent(agent_id=obj.pk, values=values, by=by, at=at)
            else:
                saved = services.create_agent(
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
