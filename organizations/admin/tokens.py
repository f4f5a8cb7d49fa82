"""API tokens: made here and shown once, looked at, rotated, revoked; never edited or deleted."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin import ActionLocation
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from organizations import actors
from organizations import services as organizations
from organizations.admin.owned import OwnedAdmin, OwnedForm, adopt
from organizations.models import ApiToken
from organizations.services import NewToken
from organizations.states import Scope


class NewTokenForm(OwnedForm):
    """What a new token is for and may do."""

    scopes = forms.MultipleChoiceField(
        choices=Scope.choices, initial=Scope.values, widget=forms.CheckboxSelectMultiple
    )

    def clean_expires_at(self) -> Any:
        """Not in the past."""
        expires_at = self.cleaned_data["expires_at"]
        if expires_at is not None and expires_at <= timezone.now():
            raise ValidationError("That moment is past.")
        return expires_at


@admin.register(ApiToken)
class ApiTokenAdmin(OwnedAdmin):
    """Tokens of all organizations; of each only its beginning is known."""

    form = NewTokenForm
    list_display = (
        "name",
        "organization",
        "shown_prefix",
        "shown_scopes",
        "state",
        "last_used_at",
        "expires_at",
    )
    search_fields = ("name", "prefix", "organization__name")
    actions = ("revoke", "rotate")

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """What to say of a new token; what is known of an old one."""
        if obj is None:
            return ("organization", "name", "scopes", "expires_at")
        times = ("created_at", "expires_at", "revoked_at", "last_used_at")
        return ("organization", "name", "shown_prefix", "shown_scopes", "state", "created_by", *times)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """All of an old one."""
        return self.get_fields(request, obj) if obj else ()

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: rotate or revoke it instead."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: the audit names it."""
        return False

    def has_revoke_permission(self, request: HttpRequest) -> bool:
        """Who might change tokens if they could be changed."""
        return request.user.has_perm("organizations.change_apitoken")

    def save_model(self, request: HttpRequest, obj: ApiToken, form: Any, change: bool) -> None:
        """Make the token, and show it this once."""
        made = organizations.create_token(
            **form.cleaned_data, by=actors.user(request.user), at=timezone.now()
        )
        adopt(obj, made.token)
        _show_once(request, made)

    @admin.display(description="Token")
    def shown_prefix(self, token: ApiToken) -> str:
        """Its beginning."""
        return f"{token.prefix}…"

    @admin.display(description="Scopes")
    def shown_scopes(self, token: ApiToken) -> str:
        """What it may do."""
        return ", ".join(token.scopes)

    @admin.display(description="State")
    def state(self, token: ApiToken) -> str:
        """Whether it opens anything."""
        if token.revoked_at is not None:
            return "revoked"
        return "valid" if token.is_valid(timezone.now()) else "expired"

    @admin.action(
        description="Revoke",
        permissions=["revoke"],
        location=[ActionLocation.CHANGE_LIST, ActionLocation.CHANGE_FORM],
    )
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> None:
        """Make the tokens invalid at once."""
        for token in queryset.select_related("organization"):
            if organizations.revoke_token(token=token, by=actors.user(request.user), at=timezone.now()):
                messages.warning(request, f"{token} is revoked.")

    @admin.action(
        description="Rotate: a new one, the old one valid for another day",
        permissions=["revoke"],
        location=ActionLocation.CHANGE_FORM,
    )
    def rotate(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> None:
        """Make a successor and show it once."""
        for token in queryset:
            try:
                made = organizations.rotate_token(
                    token=token, by=actors.user(request.user), at=timezone.now()
                )
            except organizations.InvalidValue as error:
                messages.error(request, str(error))
            else:
                _show_once(request, made)


def _show_once(request: HttpRequest, made: NewToken) -> None:
    text: SafeString = format_html(
        "The token {}: <code>{}</code> Copy it now: it is shown this once and stored nowhere.",
        made.token.name,
        made.plain,
    )
    messages.success(request, text)
