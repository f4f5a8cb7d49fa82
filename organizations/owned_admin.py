"""Bases for models that belong to an organization: the admin stands outside any scope and says `unscoped`."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.admin import ActionLocation
from django.db import models
from django.db.models import ForeignKey, Model, QuerySet
from django.forms.models import BaseInlineFormSet
from django.http import HttpRequest
from django.utils import timezone

from organizations import audit
from organizations.models import Owned
from organizations.tenancy import actors
from organizations.tenancy.scope import scope

NO_ORGANIZATION = 0
# Where an action is offered.
EVERYWHERE = [ActionLocation.CHANGE_LIST, ActionLocation.CHANGE_FORM]


class OwnedForm(forms.ModelForm):
    """A form for an owned row: whatever it refers to must be of the same organization."""

    def clean(self) -> dict[str, Any] | None:
        """Refuse rows of another organization, field by field."""
        cleaned = super().clean() or self.cleaned_data
        organization = cleaned.get("organization")
        organization_id = organization.pk if organization else self.instance.organization_id
        for name, value in list(cleaned.items()):  # add_error() takes the name out
            if isinstance(value, Owned) and organization_id and value.organization_id != organization_id:
                self.add_error(name, "This belongs to another organization.")
        return cleaned

    # Unique checks go through the default manager, which asks for a scope.

    def validate_unique(self) -> None:
        """Check within the row's organization."""
        if self.instance.organization_id:
            with scope(self.instance.organization_id):
                super().validate_unique()

    def validate_constraints(self) -> None:
        """Check within the row's organization."""
        if self.instance.organization_id:
            with scope(self.instance.organization_id):
                super().validate_constraints()


class _Unscoped:
    """What ModelAdmin and inlines share: rows and choices of owned models, without a scope."""

    model: type[Model]
    form: Any = OwnedForm

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """The rows of all organizations."""
        queryset: QuerySet[Any] = self.model.unscoped.get_queryset()  # type: ignore[attr-defined]
        ordering = self.get_ordering(request)  # type: ignore[attr-defined]
        return queryset.order_by(*ordering) if ordering else queryset

    def formfield_for_foreignkey(self, db_field: ForeignKey, request: HttpRequest, **kwargs: Any) -> Any:
        """Offer rows of the edited row's organization; before it has one, of all of them."""
        field_of = super().formfield_for_foreignkey  # type: ignore[misc]
        if not issubclass(db_field.related_model, Owned):
            return field_of(db_field, request, **kwargs)
        choices = db_field.related_model.unscoped.select_related("organization")
        organization_id = getattr(request, "edited_organization_id", None)
        if organization_id is not None:
            choices = choices.filter(organization_id=organization_id)
        kwargs.setdefault("queryset", choices.order_by("organization__name", "pk"))
        kwargs.setdefault("form_class", _RowOfOrganization)
        with scope(NO_ORGANIZATION):  # Django asks the default manager first, then takes what it is given
            return field_of(db_field, request, **kwargs)


class _RowOfOrganization(forms.ModelChoiceField):
    """A choice that names its organization."""

    def label_from_instance(self, row: Any) -> str:
        """`53-foot agent · Acme Freight`."""
        return f"{row} · {row.organization}"


class OwnedFormSet(BaseInlineFormSet):
    """Rows of one parent: the keys that a form may send back are those of the parent's organization."""

    def add_fields(self, form: forms.ModelForm, index: int | None) -> None:
        """Add the hidden key, whose choices Django takes from the default manager."""
        with scope(self.instance.organization_id or NO_ORGANIZATION):
            super().add_fields(form, index)


class OwnedInline(_Unscoped, admin.TabularInline):
    """Rows of an owned model on their parent's page."""

    formset = OwnedFormSet
    extra = 0


class OwnedAdmin(_Unscoped, admin.ModelAdmin):
    """Admin of an owned model: across organizations, the organization fixed once the row is there, audited."""

    list_select_related: ClassVar[Any] = ("organization",)
    list_filter: ClassVar[Any] = ("organization",)
    ordering: ClassVar[Any] = ("-pk",)
    show_full_result_count = False

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """Remember the organization, for the choices of foreign keys."""
        request.edited_organization_id = obj.organization_id if obj else None  # type: ignore[attr-defined]
        return super().get_form(request, obj, change, **kwargs)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        """A row never moves to another organization."""
        fields = tuple(super().get_readonly_fields(request, obj))
        return (*fields, "organization") if obj else fields

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Save and audit; a subclass whose model has services calls those instead."""
        super().save_model(request, obj, form, change)
        self.record(request, obj, "changed" if change else "created", fields=form.changed_data)

    def delete_model(self, request: HttpRequest, obj: Any) -> None:
        """Audit and delete."""
        self.record(request, obj, "deleted")
        super().delete_model(request, obj)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> None:
        """Audit and delete, one by one."""
        for row in queryset:
            self.delete_model(request, row)

    def record(self, request: HttpRequest, obj: models.Model, verb: str, **details: Any) -> None:
        """Append an audit row for what this person did."""
        audit.record(
            organization=obj.organization,  # type: ignore[attr-defined]
            action=f"{self.opts.model_name}.{verb}",
            subject=obj,
            by=actors.user(request.user),
            at=timezone.now(),
            **details,
        )


class ReadOnly:
    """Mixin: rows are looked at, never made, changed or deleted here."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nobody."""
        return False


def adopt(obj: models.Model, made: models.Model) -> None:
    """Let the form's object be the row that a service made, so that the admin goes on with it."""
    obj.__dict__.update(made.__dict__)
