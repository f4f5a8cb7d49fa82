"""What a broker may say of a load."""

from typing import cast

from django import forms

from organizations.models import Organization, User
from organizations.tenancy.states import Role


class HoldForm(forms.Form):
    """Why a load is put on hold."""

    reason = forms.CharField(
        max_length=200,
        required=False,
        label="Reason",
        help_text="Your team sees this. Example: customer is changing the pickup date.",
    )


class OwnerForm(forms.Form):
    """The load's owner: one of the organization's people who act, or nobody."""

    owner = forms.ModelChoiceField(
        queryset=User.objects.none(), required=False, empty_label="Unassigned", label="Owner"
    )

    def __init__(self, *args, organization: Organization, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        people = User.objects.filter(
            memberships__organization=organization,
            memberships__role__in=(Role.OWNER, Role.BROKER),
            is_active=True,
        )
        field = cast(forms.ModelChoiceField, self.fields["owner"])
        field.queryset = people.order_by("name", "email")
