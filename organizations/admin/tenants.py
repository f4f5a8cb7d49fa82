"""Organizations and their members."""

from typing import Any

from django.contrib import admin, messages
from django.contrib.admin import ActionLocation
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from organizations import actors
from organizations import services as organizations
from organizations.admin.owned import adopt
from organizations.models import Membership, Organization

EVERYWHERE = [ActionLocation.CHANGE_LIST, ActionLocation.CHANGE_FORM]


@admin.register(Organization)
class OrganizationAdmin(admin.ModelAdmin):
    """Tenants: made, changed, suspended and resumed; never deleted, since history hangs on them."""

    list_display = ("name", "slug", "timezone", "requests_per_minute", "suspended_at", "created_at")
    search_fields = ("name", "slug")
    fields = (
        "name",
        "slug",
        "timezone",
        "callable_countries",
        "requests_per_minute",
        "requires_second_factor",
        "requires_single_sign_on",
        "suspended_at",
        "created_at",
    )
    readonly_fields = ("suspended_at", "created_at")
    ordering = ("name", "pk")
    actions = ("suspend", "resume")

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: suspend it instead."""
        return False

    def save_model(self, request: HttpRequest, obj: Organization, form: Any, change: bool) -> None:
        """Make or change the tenant."""
        by, at = actors.user(request.user), timezone.now()
        if change:
            changes = {name: form.cleaned_data[name] for name in form.changed_data}
            organizations.change_organization(organization=obj, changes=changes, by=by, at=at)
        else:
            adopt(obj, organizations.create_organization(**form.cleaned_data, by=by, at=at))

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
                messages.info(request, f"{organization} works again.")


@admin.register(Membership)
class MembershipAdmin(admin.ModelAdmin):
    """Who belongs where, and as what."""

    list_display = ("user", "organization", "role", "created_at")
    list_filter = ("role", "organization")
    list_select_related = ("user", "organization")
    search_fields = ("user__email", "user__name", "organization__name")
    fields = ("organization", "user", "role", "phone")
    autocomplete_fields = ("organization", "user")
    ordering = ("organization__name", "user__email", "pk")

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """A place isn't handed on: only the role and the phone change."""
        return ("organization", "user") if obj else ()

    def save_model(self, request: HttpRequest, obj: Membership, form: Any, change: bool) -> None:
        """Add the member, or change the role and the phone."""
        by, at = actors.user(request.user), timezone.now()
        phone = obj.phone
        if change:
            try:
                organizations.change_role(membership=obj, role=obj.role, by=by, at=at)
            except organizations.LastOwner as error:
                messages.error(request, str(error))
        else:
            place = {name: form.cleaned_data[name] for name in ("organization", "user", "role")}
            adopt(obj, organizations.add_member(**place, by=by, at=at))
        organizations.change_phone(membership=obj, phone=phone, by=by, at=at)

    def delete_model(self, request: HttpRequest, obj: Membership) -> None:
        """Remove the member."""
        try:
            organizations.remove_member(membership=obj, by=actors.user(request.user), at=timezone.now())
        except organizations.LastOwner as error:
            messages.error(request, str(error))

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Membership]) -> None:
        """Remove the members, one by one."""
        for membership in queryset:
            self.delete_model(request, membership)
