"""Django admin of organizations, API tokens and the audit; of retention periods and erasures; of event endpoints and
deliveries, which owners alone make.
"""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin import ActionLocation
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from organizations import services as organizations
from organizations.events import services
from organizations.models import (
    PERIODS,
    ApiToken,
    AuditEntry,
    Delivery,
    DeliveryAttempt,
    Erasure,
    Event,
    EventEndpoint,
    Organization,
    Retention,
)
from organizations.owned_admin import EVERYWHERE, OwnedAdmin, OwnedForm, OwnedInline, ReadOnly, adopt
from organizations.people import admin as people_admin  # noqa: F401 (registers)
from organizations.people import invitations
from organizations.privacy import deleting, retention
from organizations.services import NewToken
from organizations.tenancy import actors
from organizations.tenancy.scope import scope
from organizations.tenancy.states import Role, Scope


class DeletionForm(forms.Form):
    """The slug of the organization to delete, typed."""

    slug = forms.CharField(label="Type the organization’s slug to delete it")

    def __init__(self, *args: Any, organization: Organization, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.organization = organization

    def clean_slug(self) -> str:
        """The very slug."""
        slug: str = self.cleaned_data["slug"]
        if slug != self.organization.slug:
            raise ValidationError("This doesn’t match.")
        return slug


@admin.action(description="Delete with everything…", permissions=["change"], location=EVERYWHERE)
def delete_everything(
    modeladmin: admin.ModelAdmin, request: HttpRequest, queryset: QuerySet[Organization]
) -> HttpResponse | None:
    """Ask back for the slug, and have one organization deleted; an action for superusers."""
    if not request.user.is_superuser:
        raise PermissionDenied
    if queryset.count() != 1:
        messages.error(request, "Choose one organization.")
        return None
    organization = queryset.get()
    form = DeletionForm(request.POST if "slug" in request.POST else None, organization=organization)
    if form.is_valid():
        deleting.request_deletion(organization=organization, by=actors.user(request.user), at=timezone.now())
        messages.warning(request, f"{organization} is suspended and being deleted.")
        return None
    context = {
        **modeladmin.admin_site.each_context(request),
        "title": f"Delete {organization}",
        "opts": Organization._meta,
        "organization": organization,
        "form": form,
        "action": request.POST.get("action", "delete_everything"),
    }
    return TemplateResponse(request, "admin/delete_organization.html", context)


class OrganizationForm(forms.ModelForm):
    """A tenant; a new one may get its owner along with it."""

    owner_email = forms.EmailField(
        label="Owner’s email", max_length=254, required=False, help_text="Gets an invitation by mail."
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk:
            del self.fields["owner_email"]  # members invite the others themselves


@admin.register(Organization)
class OrganizationAdmin(admin.ModelAdmin):
    """Tenants: made, changed, suspended and resumed; deleted with all that they have, by superusers alone."""

    list_display = ("name", "slug", "timezone", "requests_per_minute", "suspended_at", "created_at")
    search_fields = ("name", "slug")
    form = OrganizationForm
    fields = (
        "name",
        "slug",
        "timezone",
        "owner_email",
        "callable_countries",
        "requests_per_minute",
        "requires_second_factor",
        "requires_single_sign_on",
        "suspended_at",
        "created_at",
    )
    readonly_fields = ("suspended_at", "created_at")
    ordering = ("name", "pk")
    actions = ("suspend", "resume", delete_everything)

    def get_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """The owner only of a new one."""
        return [name for name in self.fields if name != "owner_email" or obj is None]

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: suspend it, or delete it with all that it has by the action."""
        return False

    def save_model(self, request: HttpRequest, obj: Organization, form: Any, change: bool) -> None:
        """Make or change the tenant."""
        operator: Any = request.user
        by, at = actors.user(operator), timezone.now()
        if change:
            changes = {name: form.cleaned_data[name] for name in form.changed_data}
            organizations.change_organization(organization=obj, changes=changes, by=by, at=at)
            return
        told = dict(form.cleaned_data)
        owner = told.pop("owner_email")
        adopt(obj, organizations.create_organization(**told, by=by, at=at))
        if owner:
            invitation = invitations.invite(
                organization=obj, email=owner, role=Role.OWNER, inviter=operator, by=by, at=at
            )
            messages.info(request, f"{owner} is invited: {invitations.url_of(invitation)}")

    @admin.action(description="Suspend", permissions=["change"], location=EVERYWHERE)
    def suspend(self, request: HttpRequest, queryset: QuerySet[Organization]) -> None:
        """Let API, pages and calls of the organizations stand still."""
        for organization in queryset:
            if organizations.suspend_organization(
                organization=organization, by=actors.user(request.user), at=timezone.now()
            ):
                messages.warning(request, f"{organization} is suspended.")

    @admin.action(description="Resume", permissions=["change"], location=EVERYWHERE)
    def resume(self, request: HttpRequest, queryset: QuerySet[Organization]) -> None:
        """End the suspension of the organizations."""
        for organization in queryset:
            if organizations.resume_organization(
                organization=organization, by=actors.user(request.user), at=timezone.now()
            ):
                messages.info(request, f"{organization} is active again.")


# Retention periods and erasures.


@admin.register(Retention)
class RetentionAdmin(OwnedAdmin):
    """For how long organizations keep things."""

    list_display = ("organization", *PERIODS, "done_at")
    fields = ("organization", *PERIODS, "done_at")
    readonly_fields = ("done_at",)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: empty its periods instead."""
        return False

    def save_model(self, request: HttpRequest, obj: Retention, form: Any, change: bool) -> None:
        """Change the periods."""
        with scope(obj.organization_id):
            retention.change_retention(
                organization=obj.organization,
                periods={name: form.cleaned_data[name] for name in PERIODS},
                by=actors.user(request.user),
                at=timezone.now(),
            )
            obj.pk = Retention.objects.get().pk


@admin.register(Erasure)
class ErasureAdmin(ReadOnly, OwnedAdmin):
    """That somebody was erased; not whom."""

    list_display = ("requested_at", "organization", "requested_by", "done_at", "is_never_called")
    fields = ("requested_at", "organization", "requested_by", "done_at", "is_never_called", "counts")


# The audit, for reading.


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly, OwnedAdmin):
    """Who did what, newest first."""

    list_display = ("at", "organization", "actor", "action", "subject_type", "subject_id")
    search_fields = ("=action", "=actor", "=subject_id")
    search_help_text = "Exact match: an action, an actor (user:12) or a subject's key."
    fields = ("at", "organization", "actor", "action", "subject_type", "subject_id", "details")


# API tokens: made here and shown once, looked at, rotated, revoked; never edited or deleted.


class NewTokenForm(OwnedForm):
    """What a new token is for and may do."""

    scopes = forms.MultipleChoiceField(
        choices=Scope.choices, initial=Scope.values, widget=forms.CheckboxSelectMultiple
    )

    def clean_expires_at(self) -> Any:
        """Not in the past."""
        expires_at = self.cleaned_data["expires_at"]
        if expires_at is not None and expires_at <= timezone.now():
            raise ValidationError("Choose a time in the future.")
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
        location=EVERYWHERE,
    )
    def revoke(self, request: HttpRequest, queryset: QuerySet[ApiToken]) -> None:
        """Make the tokens invalid at once."""
        for token in queryset.select_related("organization"):
            if organizations.revoke_token(token=token, by=actors.user(request.user), at=timezone.now()):
                messages.warning(request, f"{token} is revoked.")

    @admin.action(
        description="Rotate (the old token works for one more day)",
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
        "Token {}: <code>{}</code> Copy it now. It won’t be shown again.",
        made.token.name,
        made.plain,
    )
    messages.success(request, text)


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
                services.turn_off(endpoint=endpoint, by=actors.user(request.user), at=timezone.now())
            messages.warning(request, f"{endpoint} is off.")

    @admin.action(description="Turn on", permissions=["turn"], location=EVERYWHERE)
    def turn_on(self, request: HttpRequest, queryset: QuerySet[EventEndpoint]) -> None:
        """Send events to the endpoints again."""
        for endpoint in queryset:
            with scope(endpoint.organization_id):
                services.turn_on(endpoint=endpoint, by=actors.user(request.user), at=timezone.now())
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
                        endpoint=row.endpoint,
                        event=row.event,
                        by=actors.user(request.user),
                        at=timezone.now(),
                    )
            except services.EndpointError as error:
                messages.error(request, str(error))
            else:
                messages.info(request, f"{row.event} is on its way.")
