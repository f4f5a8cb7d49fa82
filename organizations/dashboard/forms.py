"""Forms that several settings pages share: the organization's own, days, and rules in cards."""

from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any, ClassVar

from django import forms
from django.core.exceptions import ValidationError
from django.forms import BoundField

from organizations.dashboard.requests import DashboardRequest
from organizations.formats import MISSING
from organizations.models import Organization, validate_timezone
from organizations.people import single_sign_on
from organizations.tenancy.states import Scope

LIFETIMES = (("", "Never"), ("30", "In 30 days"), ("90", "In 90 days"), ("365", "In a year"))


class TokenForm(forms.Form):
    """A new API token: what it is for, what it may do, and for how long."""

    name = forms.CharField(
        max_length=100,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "McLeod, Turvo, reports"}),
    )
    scopes = forms.MultipleChoiceField(
        label="Allowed to", choices=Scope.choices, initial=Scope.values, widget=forms.CheckboxSelectMultiple
    )
    days = forms.TypedChoiceField(
        label="Expires", choices=LIFETIMES, coerce=int, empty_value=None, required=False
    )

    def expires_at(self, at: datetime) -> datetime | None:
        """When it ends, of a valid form."""
        days = self.cleaned_data["days"]
        return at + timedelta(days=days) if days else None


class OrganizationForm(forms.ModelForm):
    """The organization's name and time zone, and what signing in takes."""

    timezone = forms.CharField(
        label="Time zone",
        max_length=64,
        help_text="Used for dates and times in Loadline. Pick from the list.",
        widget=forms.TextInput(attrs={"list": "zones", "autocomplete": "off"}),
        validators=[validate_timezone],
    )

    def __init__(self, *args: Any, request: DashboardRequest, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request = request
        if self.is_bound and "clock" not in self.data:
            del self.fields["clock"]  # left out, it stays as it is

    def clean(self) -> dict[str, Any]:
        """Demand nothing of the others, nor of oneself, that one hasn't shown to work."""
        cleaned = super().clean() or self.cleaned_data
        shown = {
            "requires_second_factor": lambda: single_sign_on.has_second_factor(self.request),
            "requires_single_sign_on": lambda: single_sign_on.vouches(self.request, self.instance.pk),
        }
        for name, is_shown in shown.items():
            if name in self.changed_data and cleaned.get(name) and not is_shown():
                self.add_error(name, "Sign in this way yourself before you require it.")
        return cleaned

    class Meta:
        model = Organization
        fields = ("name", "timezone", "clock", "requires_second_factor", "requires_single_sign_on")


# Days that people ask for.


CENTURY = range(2000, 2101)


class DayField(forms.DateField):
    """A day of this century in an address, as 2026-03-02: its neighbours exist in every zone."""

    input_formats = ("%Y-%m-%d",)

    def clean(self, value: Any) -> date | None:
        """The day, or None where none is asked for."""
        day: date | None = super().clean(value)
        if day is not None and day.year not in CENTURY:
            raise ValidationError("Choose a date in this century.")
        return day


def window_of(day: date, zone: tzinfo) -> tuple[datetime, datetime]:
    """The instants at which a day begins and ends in a zone."""
    start, end = (datetime.combine(each, time.min, tzinfo=zone) for each in (day, day + timedelta(days=1)))
    return start, end


# Forms of rules: their fields stand in cards, in the order and under the titles of a table.


class Grouped:
    """Mixin: `GROUPS` names the fields under each title; `organizations/settings/_rules.html` shows them."""

    GROUPS: ClassVar[tuple[tuple[str, tuple[str, ...]], ...]]

    def groups(self) -> list[tuple[str, list[BoundField]]]:
        """Titles with their fields."""
        return [(title, [self[name] for name in names]) for title, names in self.GROUPS]  # type: ignore[index]

    def facts(self) -> list[tuple[str, list[tuple[str, str, str]]]]:
        """Titles with what is set, as `_components/facts.html` takes it."""
        return [
            (title, [(str(field.label), _in_words(field), "") for field in fields])
            for title, fields in self.groups()
        ]


def _in_words(field: BoundField) -> str:
    value: Any = field.value()
    if isinstance(value, bool):
        return "Yes" if value else "No"
    offered: Any = getattr(field.field, "choices", None) or getattr(field.field.widget, "choices", ())
    choices = dict(offered)
    return str(choices.get(value, MISSING if value in (None, "") else value))
