"""What narrows the load board."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django import forms
from django.db.models import CharField, Q
from django_filters import CharFilter, ChoiceFilter

from loads.models import NEEDED, WANTED, Load
from loads.querysets import LoadQuerySet
from loads.selectors import FACTS
from loads.states import SETTLED_STATUSES
from organizations.dashboard.table_filters import (
    Day,
    FieldFilter,
    Number,
    Parameter,
    Search,
    TableFilters,
    Town,
    Words,
)
from organizations.equipment import Equipment
from organizations.places.gazetteer import find_place_of, places_within
from organizations.places.models import Place

OPEN, HELD, ALL = "open", "held", "all"
TODAY, TOMORROW = "today", "tomorrow"
COVERED, UNCOVERED, WITH_BIDS = "covered", "uncovered", "bids"
MISSING = (("yes", "Missing info"),)
DEFAULT_RADIUS, MAX_RADIUS = 75, 500  # miles
CUSTOMERS_OFFERED = 200
WORDS_SEARCHED = 6


class PickupDayField(forms.DateField):
    """A day as `today`, `tomorrow` or an ISO date; cleaned to the word or the date."""

    widget = Day
    input_formats = ("%Y-%m-%d",)

    def to_python(self, value: Any) -> Any:
        """Return the word as it stands, else the date."""
        return value if value in (TODAY, TOMORROW) else super().to_python(value)


class PlaceField(forms.CharField):
    """A town, cleaned to the gazetteer's place."""

    def clean(self, value: Any) -> Any:
        """Return the place, None where nothing was said; raise ValidationError for one that isn't known."""
        text = super().clean(value)
        if not text:
            return None
        place = find_place_of(text)
        if place is None:
            raise forms.ValidationError(f"We don’t recognize “{text}”. Enter a city and state: Dallas, TX.")
        return place


def customers_offered() -> list[str]:
    """Return the names of customers with open loads, in order, for the filter's suggestions."""
    names = Load.objects.open().exclude(customer_name="").order_by("customer_name")
    return list(names.values_list("customer_name", flat=True).distinct()[:CUSTOMERS_OFFERED])


class LoadFilters(TableFilters):
    """The load board's filters."""

    shown = ("q", "origin", "destination", "radius", "equipment", "customer", "pickup", "coverage")
    defaults = {"status": OPEN, "radius": DEFAULT_RADIUS}

    status = CharFilter(method="in_status", max_length=40)
    equipment = ChoiceFilter(
        label="Equipment", field_name="equipment_type", choices=Equipment.choices, empty_label="any"
    )
    customer = CharFilter(
        label="Customer",
        field_name="customer_name",
        lookup_expr="icontains",
        max_length=300,
        widget=Words("any", offer=customers_offered, list="customers"),
    )
    pickup = FieldFilter(PickupDayField, label="Pickup", method="picked_up")
    origin = FieldFilter(PlaceField, label="From", method="near", max_length=100, widget=Town("origin"))
    destination = FieldFilter(
        PlaceField, label="To", method="near", max_length=100, widget=Town("destination")
    )
    radius = Parameter(
        forms.IntegerField,
        label="Within",
        min_value=0,
        max_value=MAX_RADIUS,
        widget=Number("mi", placeholder=DEFAULT_RADIUS),
    )
    coverage = ChoiceFilter(
        label="Coverage",
        method="covered",
        choices=[(UNCOVERED, "Uncovered"), (WITH_BIDS, "Has offers"), (COVERED, "Covered")],
        empty_label="any",
    )
    missing = ChoiceFilter(method="lacking", choices=MISSING)
    q = CharFilter(
        label="Search",
        method="saying",
        max_length=200,
        widget=Search("ID, city, customer", "Find a load by ID, city or customer"),
    )

    def in_status(self, loads: LoadQuerySet, _name: str, status: str) -> LoadQuerySet:
        """Return the loads of a status, those that are open or on hold, or all."""
        if status == ALL:
            return loads
        if status == HELD:
            return loads.held()
        return loads.open() if status == OPEN else loads.filter(status=status)

    def picked_up(self, loads: LoadQuerySet, _name: str, day: date | str) -> LoadQuerySet:
        """Return the loads of a day, as the stop's wall clock has it; which one today is the organization's says."""
        if not isinstance(day, date):
            day = self.today + timedelta(days=day == TOMORROW)
        return loads.filter(
            pickup_time__range=(datetime.combine(day, time.min), datetime.combine(day, time.max))
        )

    def near(self, loads: LoadQuerySet, end: str, place: Place) -> LoadQuerySet:
        """Return the loads that begin or end within the radius of a place."""
        return loads.filter(**{f"{end}_place__in": places_within(place, self.values["radius"])})

    def covered(self, loads: LoadQuerySet, _name: str, coverage: str) -> LoadQuerySet:
        """Return the loads that have a carrier, have none, or have bids that wait."""
        if coverage == WITH_BIDS:
            return loads.filter(pk__in=FACTS["bids and calls"].loads_with_bids())
        is_settled = Q(status__in=SETTLED_STATUSES)
        return loads.filter(is_settled if coverage == COVERED else ~is_settled)

    def lacking(self, loads: LoadQuerySet, _name: str, _value: str) -> LoadQuerySet:
        """Return the loads of which something is missing, as `Load.missing` has it."""
        lacking = Q(start_rate=None, book_now_rate=None)
        for name, _ in NEEDED + WANTED:
            is_text = isinstance(Load._meta.get_field(name), CharField)
            lacking |= Q(**{name: ""}) if is_text else Q(**{name: None})
        return loads.filter(lacking)

    def saying(self, loads: LoadQuerySet, _name: str, text: str) -> LoadQuerySet:
        """Return the loads whose id, customer or place contains each word, or whose state or ZIP is the word."""
        for word in text.replace(",", " ").split()[:WORDS_SEARCHED]:
            found = Q()
            for name in ("external_id", "customer_name", "origin_city", "destination_city"):
                found |= Q(**{f"{name}__icontains": word})
            for name in ("origin_state", "destination_state", "origin_zip", "destination_zip"):
                found |= Q(**{f"{name}__iexact": word})
            loads = loads.filter(found)
        return loads
