"""Alarms about loads, for an operator to look into; brokers mark them seen."""

from django.contrib import admin

from calls.models import LoadAlarm
from organizations.admin import OwnedAdmin
from organizations.admin.owned import ReadOnly


@admin.register(LoadAlarm)
class LoadAlarmAdmin(ReadOnly, OwnedAdmin):
    """What happened to loads."""

    list_display = ("kind", "organization", "load", "words", "raised_at", "seen_at", "seen_by")
    list_filter = ("kind", "organization")
    list_select_related = ("organization", "conversation", "load")
    search_fields = ("words",)
    search_help_text = "A word of what was said."
