"""The load board's filters, as its address bears them, and what a broker may say of a load."""

from datetime import date, timedelta
from typing import cast

from django import forms

from organizations.equipment import Equipment
from organizations.gazetteer import find_place_of
from organizations.models import Organization, User
from organizations.states import Role

OPEN, HELD, ALL = "open", "held", "all"
TODAY, TOMORROW = "today", "tomorrow"
DEFAULT_SORT = "pickup"
SORTS = ("pickup", "rate", "start", "book", "max", "id")
COVERED, UNCOVERED, WITH_BIDS = "covered", "uncovered", "bids"
MISSING = (("yes", "Data missing"),)
DEFAULT_RADIUS, MOST_RADIUS = 75, 500  # miles


class FirstSaid(forms.DateInput):
    """Reads the first value that isn't empty: the date picked before the day that a chip had set."""

    def value_from_datadict(self, data, files, name):
        """Return it, or None."""
        return next((value for value in data.getlist(name) if value), None)


class PickupDayField(forms.DateField):
    """A day as `today`, `tomorrow` or an ISO date; cleaned to the word or the date."""

    widget = FirstSaid
    input_formats = ("%Y-%m-%d",)

    def to_python(self, value):
        """Return the word as it stands, else the date."""
        return value if value in (TODAY, TOMORROW) else super().to_python(value)


class PlaceField(forms.CharField):
    """A town, cleaned to the gazetteer's place."""

    def clean(self, value):
        """Return the place, None where nothing was said; raise ValidationError for one that isn't known."""
        text = super().clean(value)
        if not text:
            return None
        place = find_place_of(text)
        if place is None:
            raise forms.ValidationError(f"No place “{text}” is known. Give a town and its state: Dallas, TX.")
        return place


class BoardForm(forms.Form):
    """Filters and order of the load board. What isn't valid is told, and as good as left out."""

    status = forms.CharField(max_length=40, required=False)
    equipment = forms.ChoiceField(choices=[("", "any"), *Equipment.choices], required=False)
    customer = forms.CharField(max_length=300, required=False)
    pickup = PickupDayField(required=False)
    origin = PlaceField(max_length=100, required=False)
    destination = PlaceField(max_length=100, required=False)
    radius = forms.IntegerField(min_value=0, max_value=MOST_RADIUS, required=False)
    coverage = forms.ChoiceField(
        choices=[("", "any"), (UNCOVERED, "not covered"), (WITH_BIDS, "with bids"), (COVERED, "covered")],
        required=False,
    )
    missing = forms.ChoiceField(choices=MISSING, required=False)
    q = forms.CharField(max_length=200, required=False)
    sort = forms.ChoiceField(
        choices=[(f"{sign}{name}", name) for name in SORTS for sign in ("", "-")], required=False
    )

    def filters(self, today: date) -> dict:
        """Return the valid filters with their defaults; `pickup` is a date, seen from `today`."""
        self.is_valid()
        found = {name: value for name, value in self.cleaned_data.items() if value not in ("", None)}
        days = {TODAY: today, TOMORROW: today + timedelta(days=1)}
        if found.get("pickup") in days:
            found["pickup"] = days[found["pickup"]]
        return {"status": OPEN, "sort": DEFAULT_SORT, "radius": DEFAULT_RADIUS} | found


class HoldForm(forms.Form):
    """Why a load is put on hold."""

    reason = forms.CharField(
        max_length=200,
        required=False,
        label="Why?",
        help_text="Shown to your colleagues. The customer changes the date, say.",
    )


class OwnerForm(forms.Form):
    """Whose load it is: one of the organization's people who act, or nobody."""

    owner = forms.ModelChoiceField(
        queryset=User.objects.none(), required=False, empty_label="Nobody", label="Whose load is it?"
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
