"""The audit, for reading."""

from django.contrib import admin

from organizations.admin.owned import OwnedAdmin, ReadOnly
from organizations.models import AuditEntry


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly, OwnedAdmin):
    """Who did what, newest first."""

    list_display = ("at", "organization", "actor", "action", "subject_type", "subject_id")
    search_fields = ("=action", "=actor", "=subject_id")
    search_help_text = "An action, an actor (user:12) or a subject's key, exactly."
    fields = ("at", "organization", "actor", "action", "subject_type", "subject_id", "details")
