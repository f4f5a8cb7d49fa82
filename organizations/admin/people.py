"""People: made, changed, disabled; never deleted, since history names them."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin import ActionLocation
from django.contrib.auth import admin as auth_admin
from django.contrib.auth.forms import AdminUserCreationForm, UserChangeForm
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils import timezone

from organizations import actors
from organizations import services as organizations
from organizations.models import User


class _LowerCaseEmail(forms.Form):
    def clean_email(self) -> str:
        """The address as it is kept."""
        return User.objects.normalize_email(self.cleaned_data["email"])


class NewUserForm(_LowerCaseEmail, AdminUserCreationForm):
    """A new person, with a password or without one yet."""

    class Meta:
        model = User
        fields = ("email", "name")


class UserForm(_LowerCaseEmail, UserChangeForm):
    """A person."""

    class Meta:
        model = User
        fields = "__all__"


@admin.register(User)
class UserAdmin(auth_admin.UserAdmin):
    """Brokers and operators."""

    form = UserForm
    add_form = NewUserForm
    list_display = ("email", "name", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff", "is_superuser", "memberships__organization")
    search_fields = ("email", "name")
    ordering = ("email",)
    readonly_fields = ("last_login", "created_at")
    fieldsets = (
        (None, {"fields": ("email", "name", "password")}),
        (
            "What they may do",
            {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")},
        ),
        ("Times", {"fields": ("last_login", "created_at")}),
    )
    actions = ("remove_second_factor",)
    add_fieldsets = ((None, {"fields": ("email", "name", "usable_password", "password1", "password2")}),)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody: disable them instead."""
        return False

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save; disabling and enabling leave audit rows in the person's organizations."""
        super().save_model(request, obj, form, change)
        if change and "is_active" in form.changed_data:
            by, at = actors.user(request.user), timezone.now()
            organizations.note_user_access(user=obj, by=by, at=at)

    @admin.action(
        description="Remove the second factor: the password alone signs in",
        permissions=["change"],
        location=[ActionLocation.CHANGE_LIST, ActionLocation.CHANGE_FORM],
    )
    def remove_second_factor(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """For people who have lost their app, their passkeys and their recovery codes."""
        for person in queryset:
            if organizations.remove_second_factor(
                user=person, by=actors.user(request.user), at=timezone.now()
            ):
                messages.warning(request, f"{person} signs in with the password alone.")
