"""Loads and their events, for operators to look at; a kept event can be taken in once more."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.html import format_html_join

from loads import services
from loads.models import Load, LoadEvent, LoadMapping, Stop
from loads.selectors import readable
from organizations.api import problems
from organizations.owned_admin import OwnedAdmin, ReadOnly
from organizations.tenancy import actors


@admin.register(Load)
class LoadAdmin(ReadOnly, OwnedAdmin):
    """Loads as their TMS told of them."""

    list_display = ("external_id", "organization", "status", "customer_name", "lane", "updated_at")
    list_filter = ("organization", "is_locked", "equipment_type")
    search_fields = ("=external_id", "customer_name")
    search_help_text = "An exact load ID, or part of a customer name."
    readonly_fields = ("stops_as_given",)

    @admin.display(description="lane")
    def lane(self, load: Load) -> str:
        """Origin and destination."""
        return f"{load.origin_city}, {load.origin_state} → {load.destination_city}, {load.destination_state}"

    @admin.display(description="stops")
    def stops_as_given(self, load: Load) -> str:
        """The stops as the TMS gave them, in order."""
        stops = Stop.unscoped.filter(load=load).order_by("position")
        lines = [
            (f"{stop.type} {stop.street} {stop.city}, {stop.state}", stop.window_start) for stop in stops
        ]
        return format_html_join("", "{} from {}<br>", lines) or "–"


@admin.register(LoadMapping)
class LoadMappingAdmin(ReadOnly, OwnedAdmin):
    """How a TMS's own messages become loads; owners make them on the integrations' page."""

    list_display = ("name", "organization", "slug", "format", "is_on", "updated_at")
    list_filter = ("organization", "format", "is_on")
    search_fields = ("name", "=slug")


@admin.register(LoadEvent)
class LoadEventAdmin(ReadOnly, OwnedAdmin):
    """Every body that reached the webhook, also the refused ones, newest first."""

    list_display = ("received_at", "organization", "load", "source", "is_accepted", "status", "wrong")
    list_filter = ("organization", "is_accepted")
    list_select_related = ("organization", "load")
    search_fields = ("=load__external_id", "=source")
    search_help_text = "An exact load ID or source (token:12)."
    ordering = ("-received_at", "-pk")
    fields = (
        "received_at",
        "organization",
        "load",
        "mapping",
        "source",
        "is_accepted",
        "status",
        "changes",
        "errors",
        "body",
    )
    readonly_fields = ("body",)
    actions = ("replay",)

    @admin.display(description="invalid fields")
    def wrong(self, event: LoadEvent) -> str:
        """The fields that it was refused for."""
        return ", ".join(error["field"] or "body" for error in event.errors[:5])

    @admin.display(description="body")
    def body(self, event: LoadEvent) -> str:
        """The body as text."""
        return readable(bytes(event.raw))

    @admin.action(description="Replay selected events, oldest first")
    def replay(self, request: HttpRequest, queryset: QuerySet[LoadEvent]) -> None:
        """Take each in as if it came now; the events themselves stay as they are."""
        refused = []
        events = list(queryset.select_related("organization", "mapping").order_by("received_at", "pk"))
        for event in events:
            try:
                services.replay_load_event(event=event, by=actors.user(request.user), at=timezone.now())
            except problems.Invalid:
                refused.append(event)
        if taken := len(events) - len(refused):
            self.message_user(request, f"{taken} replayed.")
        if refused:
            words = f"{len(refused)} still invalid: {', '.join(str(event) for event in refused[:5])}."
            self.message_user(request, words, messages.WARNING)
