"""Days that people ask for."""

from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

CENTURY = range(2000, 2101)


class DayField(forms.DateField):
    """A day of this century in an address, as 2026-03-02: its neighbours exist in every zone."""

    input_formats = ("%Y-%m-%d",)

    def clean(self, value: Any) -> date | None:
        """The day, or None where none is asked for."""
        day: date | None = super().clean(value)
        if day is not None and day.year not in CENTURY:
            raise ValidationError("Choose a day of this century.")
        return day


def window_of(day: date, zone: tzinfo) -> tuple[datetime, datetime]:
    """The instants at which a day begins and ends in a zone."""
    start, end = (datetime.combine(each, time.min, tzinfo=zone) for each in (day, day + timedelta(days=1)))
    return start, end
