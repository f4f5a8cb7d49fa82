"""Forms of the organization's own settings."""

from typing import Any

from django import forms

from organizations.dashboard import DashboardRequest
from organizations.models import Organization
from organizations.models.tenants import validate_timezone
from organizations.people import proofs, single_sign_on

# Offered while one types; any other IANA zone is taken as well.
ZONES = (
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Phoenix",
    "America/Los_Angeles",
    "America/Anchorage",
    "Pacific/Honolulu",
    "America/Toronto",
    "America/Winnipeg",
    "America/Edmonton",
    "America/Vancouver",
    "America/Halifax",
    "America/St_Johns",
    "America/Mexico_City",
    "America/Monterrey",
    "America/Tijuana",
)


class OrganizationForm(forms.ModelForm):
    """The organization's name and time zone, and what signing in takes."""

    timezone = forms.CharField(
        label="Time zone",
        max_length=64,
        help_text="An IANA name, such as America/Chicago. Days of the pages and call hours follow it.",
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
        validators=[validate_timezone],
    )

    def __init__(self, *args: Any, request: DashboardRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request

    def clean(self) -> dict[str, Any]:
        """Demand nothing of the others, nor of oneself, that one hasn't shown to work."""
        cleaned = super().clean() or self.cleaned_data
        shown = {
            "requires_second_factor": lambda: proofs.has_second_factor(self.request),
            "requires_single_sign_on": lambda: single_sign_on.vouches(self.request, self.instance.pk),
        }
        for name, is_shown in shown.items():
            if name in self.changed_data and cleaned.get(name) and not is_shown():
                self.add_error(name, "Sign in this way yourself first.")
        return cleaned

    class Meta:
        model = Organization
        fields = ("name", "timezone", "requires_second_factor", "requires_single_sign_on")
