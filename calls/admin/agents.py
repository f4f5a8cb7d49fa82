"""Agents and phone numbers, managed by operators."""

import math
import re
from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.forms.fields import InvalidJSONInput
from django.http import HttpRequest

from calls.agent import extraction
from calls.agent.prompt import PLACEHOLDER
from calls.models import Agent, PhoneNumber
from calls.serializers import MOST_VARIABLES
from organizations.admin import OwnedAdmin, OwnedForm

# Whatever stands between double braces is meant as a variable, also where it isn't well formed.
BRACES = re.compile(r"\{\{(.*?)\}\}", re.S)
NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.-]{0,99}")
KEYS = {"name", "required", "default"}
TEXTS = ("greeting", "prompt", "voicemail_message")


def check_variables(variables: Any) -> list[str]:
    """Return the names that `Agent.variables` declares; raises ValidationError unless it has its shape."""
    if not isinstance(variables, list) or not all(isinstance(each, dict) for each in variables):
        raise ValidationError("Give a list of objects, each with a name: [{%(example)s}]", params=EXAMPLE)
    if len(variables) > MOST_VARIABLES:
        raise ValidationError(f"At most {MOST_VARIABLES} variables.")
    names: list[str] = []
    errors: list[str] = []
    for position, variable in enumerate(variables, 1):
        errors += [f"Variable {position}: {error}" for error in _wrong_with(variable, names)]
        names.append(str(variable.get("name")))
    if errors:
        raise ValidationError(errors)
    return names


EXAMPLE = {"example": '"name": "driver", "required": true, "default": "there"'}


def _wrong_with(variable: dict[str, Any], names: list[str]) -> list[str]:
    """What is wrong with one variable, after those of these names."""
    errors = []
    name, default = variable.get("name"), variable.get("default")
    if not isinstance(name, str) or not NAME.fullmatch(name):
        errors.append("its name begins with a letter or _, then letters, digits, _, . or -.")
    elif name in names:
        errors.append(f"{name} is declared twice.")
    if not isinstance(variable.get("required", False), bool):
        errors.append("required is true or false.")
    if isinstance(default, dict | list) or (isinstance(default, float) and not math.isfinite(default)):
        errors.append("default is a text, number, true, false or null.")
    if isinstance(default, str) and ("\0" in default or not default.isprintable()):
        errors.append("default is one line of text.")
    if unknown := sorted(set(variable) - KEYS):
        errors.append(f"only name, required and default are known, not {', '.join(map(repr, unknown))}.")
    return errors


def check_placeholders(text: str, names: list[str]) -> None:
    """Raise ValidationError unless every `{{ … }}` in the text names a declared variable."""
    wrong = []
    for found in BRACES.finditer(text):
        placeholder = PLACEHOLDER.fullmatch(found[0])
        if placeholder is None:
            wrong.append(f"{found[0][:60]} is no variable: write {{{{ name }}}}.")
        elif placeholder[1] not in names:
            wrong.append(f"{{{{ {placeholder[1]} }}}} isn’t among the variables.")
    if wrong:
        raise ValidationError(list(dict.fromkeys(wrong)))


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
        if "extraction" in cleaned:
            cleaned["extraction"] = cleaned["extraction"] or []
            if errors := extraction.wrong_with(cleaned["extraction"]):
                self.add_error("extraction", ValidationError(errors))
        if "variables" not in cleaned:
            return cleaned
        variables = cleaned["variables"] = cleaned["variables"] or []
        try:
            names = check_variables(variables)
        except ValidationError as error:
            self.add_error("variables", error)
            return cleaned
        texts = {field: cleaned.get(field) or "" for field in TEXTS} | {
            "extraction": " ".join(extraction.texts_of(cleaned.get("extraction") or []))
        }
        for field, text in texts.items():
            try:
                check_placeholders(text, names)
            except ValidationError as error:
                self.add_error(field, error)
        return cleaned


@admin.register(Agent)
class AgentAdmin(OwnedAdmin):
    """Agents: made, changed, switched off; never deleted, since calls name them."""

    form = AgentForm
    list_display = ("name", "slug", "organization", "purpose", "is_active", "created_at")
    list_filter = ("purpose", "is_active", "organization")
    search_fields = ("name", "slug")
    readonly_fields = ("created_at",)
    fieldsets = (
        (None, {"fields": ("organization", "name", "slug", "purpose", "is_active")}),
        ("What it says", {"fields": ("greeting", "prompt", "variables", "extraction", "voicemail_message")}),
        ("How it sounds", {"fields": ("language", "voice")}),
        ("Who takes over", {"fields": ("transfer_number",)}),
        (None, {"fields": ("created_at",)}),
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


@admin.register(PhoneNumber)
class PhoneNumberAdmin(OwnedAdmin):
    """Numbers, and the agents that answer them."""

    list_display = ("number", "organization", "agent", "created_at")
    list_select_related = ("organization", "agent")
    search_fields = ("number",)
    fields = ("organization", "number", "agent", "created_at")
    readonly_fields = ("created_at",)
