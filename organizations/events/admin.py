"""Django admin of event endpoints and deliveries: looked at, turned off and on, sent again; made by owners alone."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin import ActionLocation
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from organizations.events import services
from organizations.models import Delivery, DeliveryAttempt, Event, EventEndpoint
from organizations.tenancy.actors import user
from organizations.tenancy.admin import OwnedAdmin, OwnedInline, ReadOnly
from organizations.tenancy.scope import scope

EVERYWHERE = [ActionLocation.CHANGE_LIST, ActionLocation.CHANGE_FORM]


@admin.register(EventEndpoint)
class EventEndpointAdmin(ReadOnly, OwnedAdmin):
    """Where organizations are told; secrets and headers stay hidden."""

    list_display = ("url", "organization", "kind", "switched_off_at", "switched_off_for", "failing_since")
    search_fields = ("url", "description")
    fields = (
        "organization",
        "kind",
        "url",
        "description",
        "types",
        "created_at",
        "created_by",
        "switched_off_at",
        "switched_off_for",
        "failing_since",
        "owners_told_at",
    )
    actions = ("turn_off", "turn_on")

    def has_turn_permission(self, request: HttpRequest) -> bool:
        """Who might change endpoints if they could be changed here."""
        return request.user.has_perm("organizations.change_eventendpoint")

    @admin.action(description="Turn off", permissions=["turn"], location=EVERYWHERE)
    def turn_off(self, request: HttpRequest, queryset: QuerySet[EventEndpoint]) -> None:
        """Send nothing more to the endpoints."""
        for endpoint in queryset:
            with scope(endpoint.organization_id):
                services.turn_off(endpoint=endpoint, by=user(request.user), at=timezone.now())
            messages.warning(request, f"{endpoint} is off.")

    @admin.action(description="Turn on", permissions=["turn"], location=EVERYWHERE)
    def turn_on(self, request: HttpRequest, queryset: QuerySet[EventEndpoint]) -> None:
        """Send events to the endpoints again."""
        for endpoint in queryset:
            with scope(endpoint.organization_id):
                services.turn_on(endpoint=endpoint, by=user(request.user), at=timezone.now())
            messages.info(request, f"{endpoint} is on.")


@admin.register(Event)
class EventAdmin(ReadOnly, OwnedAdmin):
    """What happened, newest first."""

    list_display = ("uid", "type", "organization", "conversation", "sequence", "occurred_at")
    list_filter = ("type", "organization")
    search_fields = ("=uid", "=conversation")
    fields = ("organization", "uid", "type", "conversation", "sequence", "occurred_at", "payload")


class AttemptInline(ReadOnly, OwnedInline):
    """What was asked and answered."""

    model = DeliveryAttempt
    fields = ("started_at", "milliseconds", "status", "error", "request", "answer")
    ordering = ("-id",)
    max_num = 0


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly, OwnedAdmin):
    """How far events are on their way, newest first."""

    list_display = ("event", "endpoint", "organization", "status", "result", "tries", "due_at")
    list_filter = ("status", "organization")
    list_select_related = ("organization", "event", "endpoint")
    search_fields = ("=event__uid", "=conversation")
    fields = (
        "organization",
        "event",
        "endpoint",
        "conversation",
        "sequence",
        "status",
        "status_changed_at",
        "due_at",
        "tries",
        "result",
    )
    inlines = (AttemptInline,)
    actions = ("send_again",)

    def has_send_permission(self, request: HttpRequest) -> bool:
        """Who might change deliveries if they could be changed here."""
        return request.user.has_perm("organizations.change_delivery")

    @admin.action(description="Send again", permissions=["send"], location=EVERYWHERE)
    def send_again(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Send the events once more."""
        for row in queryset.select_related("endpoint", "event"):
            try:
                with scope(row.organization_id):
                    services.send_again(
                        endpoint=row.endpoint, event=row.event, by=user(request.user), at=timezone.now()
                    )
            except services.EndpointError as error:
                messages.error(request, str(error))
            else:
                messages.info(request, f"{row.event} is on its way.")
