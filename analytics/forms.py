"""What the analytics page is about, as its address bears it; and which rows stand behind a figure."""

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from django import forms
from django.core.exceptions import ValidationError

from analytics.losses import Reason
from analytics.time_spans import Granularity
from bids.states import BookingKind
from calls.states import Channel, Direction
from organizations.api.fields import time_zone_names
from organizations.dashboard.forms import CENTURY, DayField

PRESETS = {"today": 1, "7": 7, "30": 30, "90": 90}
DEFAULT_PRESET = "30"
MAX_DAYS = 3_660
MAX_DAYS_BY_HOUR = 31
DAY = timedelta(days=1)


@dataclass(frozen=True)
class Choice:
    """A period of local days, both inclusive; `preset` is empty where the days were chosen by hand."""

    from_date: date
    to_date: date
    granularity: Granularity
    zone: str
    preset: str

    @property
    def days(self) -> int:
        """How many days it has."""
        return (self.to_date - self.from_date).days + 1

    @property
    def is_hourly(self) -> bool:
        """Whether its labels are hours."""
        return self.granularity == Granularity.HOUR


class PeriodForm(forms.Form):
    """Period, granularity and zone. What isn't valid is told, and as good as left out."""

    period = forms.ChoiceField(choices=[(name, name) for name in PRESETS], required=False)
    since = DayField(required=False)
    until = DayField(required=False)
    by = forms.ChoiceField(choices=[(each.value, each.value) for each in Granularity], required=False)
    zone = forms.CharField(max_length=64, required=False)

    def clean_zone(self) -> str:
        """The name of an IANA zone."""
        given: str = self.cleaned_data["zone"].strip()
        if given and given not in time_zone_names():
            raise ValidationError("Choose a time zone from the list, such as America/Chicago.")
        return given

    def clean(self) -> dict[str, Any]:
        """A period from its beginning to its end, not too long."""
        found: dict[str, Any] = super().clean() or {}
        since, until = found.get("since"), found.get("until")
        if since and until:
            if until < since:
                self.add_error("until", "The end date is before the start date.")
            elif (until - since).days >= MAX_DAYS:
                self.add_error("until", f"Choose up to {MAX_DAYS:,} days.")
        return found

    def choice(self, *, zone: str, now: datetime) -> Choice:
        """Return the valid choice with its defaults: the 30 days that end today, by the organization's `zone`.

        Of a beginning alone the end is today, of an end alone the beginning 30 days before. One or two days are
        shown by the hour; many can't be.
        """
        self.is_valid()
        found = self.cleaned_data
        zone = found.get("zone") or zone
        today = now.astimezone(ZoneInfo(zone)).date()
        preset = found.get("period") or DEFAULT_PRESET
        first, last = today - (PRESETS[preset] - 1) * DAY, today
        since, until = found.get("since"), found.get("until")
        if "since" not in self.errors and "until" not in self.errors and (since or until):
            last = until or max(today, since or today)
            first = since or last - (PRESETS[DEFAULT_PRESET] - 1) * DAY
            preset = ""
        days = (last - first).days + 1
        wanted = found.get("by") or (Granularity.HOUR if days <= 2 else Granularity.DAY)
        if wanted == Granularity.HOUR and days > MAX_DAYS_BY_HOUR:
            wanted = Granularity.DAY
        return Choice(first, last, Granularity(wanted), zone, preset)


class LostLoadsForm(PeriodForm):
    """Which lost loads to show: of a period, by lane, customer or week, of a reason and of one of these groups."""

    group = forms.ChoiceField(choices=[(name, name) for name in ("lane", "customer", "week")], required=False)
    reason = forms.ChoiceField(choices=Reason.choices, required=False)
    only = forms.CharField(max_length=400, required=False)
    all = forms.BooleanField(required=False)


class InstantField(forms.CharField):
    """An instant as `2026-03-02T06:00:00Z`."""

    def clean(self, value: Any) -> datetime | None:
        """The aware datetime, or None where none was given."""
        text = super().clean(value)
        if not text:
            return None
        try:
            instant = datetime.fromisoformat(text.replace(" ", "+"))
        except ValueError:
            raise ValidationError("Give an instant such as 2026-03-02T06:00:00Z.") from None
        if instant.tzinfo is None or instant.year not in CENTURY:
            raise ValidationError("Give an instant of this century, with its offset.")
        return instant


class RowsForm(forms.Form):
    """Which rows to show: of what, from an instant to before another one, narrowed as figures are."""

    KINDS = (("conversations", "Calls and emails"), ("loads", "Loads discussed"))
    MONEY = (("bookings", "Bookings"), ("agreements", "Agreed rates"))

    of = forms.ChoiceField(choices=[*KINDS, *MONEY])
    start = InstantField(max_length=40)
    end = InstantField(max_length=40)
    zone = forms.CharField(max_length=64, required=False)
    channel = forms.ChoiceField(choices=Channel.choices, required=False)
    direction = forms.ChoiceField(choices=Direction.choices, required=False)
    tag = forms.CharField(max_length=40, required=False)
    kind = forms.ChoiceField(choices=BookingKind.choices, required=False)
    weekday = forms.IntegerField(min_value=1, max_value=7, required=False)
    hour = forms.IntegerField(min_value=0, max_value=23, required=False)
    bid = forms.BooleanField(required=False)
    transferred = forms.BooleanField(required=False)
    capacity = forms.BooleanField(required=False)

    def clean_zone(self) -> str:
        """The name of an IANA zone, or nothing."""
        given: str = self.cleaned_data["zone"]
        return given if given in time_zone_names() else ""
