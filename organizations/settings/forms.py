"""Forms of the organization's own settings."""

from django import forms

from organizations.models import Organization
from organizations.models.tenants import validate_timezone

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
    """The organization's name and time zone."""

    timezone = forms.CharField(
        label="Time zone",
        max_length=64,
        help_text="An IANA name, such as America/Chicago. Days of the pages and call hours follow it.",
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
        validators=[validate_timezone],
    )

    class Meta:
        model = Organization
        fields = ("name", "timezone")
