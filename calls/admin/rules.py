"""Rules of calling, the do-not-call list and the record of consent."""

from typing import Any

from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone

from calls.models import CallingRules, ConsentRecord, DoNotCall
from calls.policy import NotDialable, read_destination
from calls.services import do_not_call
from organizations import actors
from organizations.admin import OwnedAdmin, OwnedForm
from organizations.admin.owned import adopt
from organizations.scope import scope


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
        ("When", {"fields": (("hours_start", "hours_end"), "quiet_minutes", "requires_consent")}),
        ("How many", {"fields": ("per_minute", "per_day", "per_number_hour", "most_live")}),
        ("How long", {"fields": ("longest_minutes", "ring_seconds")}),
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
    search_help_text = "The number (+13125550123), exactly."

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
            do_not_call.opt_out(
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
            do_not_call.allow_again(
                entry=obj,
                source="an operator took the number off the do-not-call list",
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
            made = do_not_call.record_consent(
                organization=obj.organization,
                number=obj.number,
                kind=obj.kind,
                source=obj.source,
                by=actors.user(request.user),
                at=timezone.now(),
            )
        adopt(obj, made)
