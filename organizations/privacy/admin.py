"""Django admin of retention periods and erasures, and the page that asks back before an organization is deleted."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin import ActionLocation
from django.core.exceptions import PermissionDenied, ValidationError
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils import timezone

from organizations.models import PERIODS, Erasure, Organization, Retention
from organizations.owned_admin import OwnedAdmin, ReadOnly
from organizations.privacy import deleting, retention
from organizations.tenancy.actors import user
from organizations.tenancy.scope import scope

EVERYWHERE = [ActionLocation.CHANGE_LIST, ActionLocation.CHANGE_FORM]


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
        deleting.request_deletion(organization=organization, by=user(request.user), at=timezone.now())
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
                by=user(request.user),
                at=timezone.now(),
            )
            obj.pk = Retention.objects.get().pk


@admin.register(Erasure)
class ErasureAdmin(ReadOnly, OwnedAdmin):
    """That somebody was erased; not whom."""

    list_display = ("requested_at", "organization", "requested_by", "done_at", "is_never_called")
    fields = ("requested_at", "organization", "requested_by", "done_at", "is_never_called", "counts")
