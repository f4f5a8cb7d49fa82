"""The call list's filters, as its address bears them."""

from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from calls.models import Call
from calls.numbers import destination_of
from calls.policy import judge_destination
from calls.states import CallStatus, Direction, Tag
from calls.wording import tag_words
from organizations.days import DayField
from organizations.models import Organization

LIVE = "live"
NEWEST, OLDEST = "-created", "created"


class CallFilterForm(forms.Form):
    """Filters of the call list. What isn't valid is told, and as good as left out."""

    direction = forms.ChoiceField(choices=Direction.choices, required=False)
    status = forms.ChoiceField(
        choices=[(LIVE, "Live"), *((end, CallStatus(end).label) for end in Call.lifecycle.final)],
        required=False,
    )
    tag = forms.CharField(max_length=40, required=False)
    load = forms.CharField(max_length=64, required=False)
    mc = forms.CharField(max_length=20, required=False)
    carrier = forms.IntegerField(min_value=1, max_value=2**63 - 1, required=False)
    day = DayField(required=False)
    sort = forms.ChoiceField(choices=[(NEWEST, "newest first"), (OLDEST, "oldest first")], required=False)

    def clean_mc(self) -> str:
        """The digits alone: `MC-790123` is 790123."""
        given = self.cleaned_data["mc"]
        digits = "".join(each for each in given if each in "0123456789")
        if given and not digits:
            raise ValidationError("An MC number has digits.")
        return digits

    def filters(self) -> dict[str, Any]:
        """Return the valid filters that are set."""
        self.is_valid()
        return {name: value for name, value in self.cleaned_data.items() if value}

    def tag_choices(self) -> list[tuple[str, str]]:
        """Return Loadline's own tags, and the one chosen where it is another."""
        known = list(Tag.values)
        chosen = self["tag"].value()
        return [
            (tag, tag_words(tag)) for tag in (known if not chosen or chosen in known else [*known, chosen])
        ]


def window_of(day: date, zone: tzinfo) -> tuple[datetime, datetime]:
    """The instants at which a day begins and ends in a zone."""
    start, end = (datetime.combine(each, time.min, tzinfo=zone) for each in (day, day + timedelta(days=1)))
    return start, end


class TagsForm(forms.Form):
    """A call's tags, out of Loadline's own and those that it has."""

    tags = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)

    def __init__(self, *args: Any, has: list[str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._has = has
        known = list(dict.fromkeys([*has, *Tag.values]))
        self.fields["tags"].choices = [(tag, tag_words(tag)) for tag in known]  # type: ignore[attr-defined]
        self.initial = {"tags": has}

    def clean_tags(self) -> list[str]:
        """Those that it had first, in their order."""
        chosen: list[str] = self.cleaned_data["tags"]
        return sorted(chosen, key=lambda tag: self._has.index(tag) if tag in self._has else len(self._has))


class TakeOverForm(forms.Form):
    """Which phone rings when a broker takes a call over: one that the organization may call."""

    phone = forms.CharField(
        max_length=30, label="Your phone", help_text="With + and country code, such as +13125550123."
    )

    def __init__(self, *args: Any, organization: Organization, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._organization = organization

    def clean_phone(self) -> str:
        """The number in E.164 form."""
        destination = destination_of(self.cleaned_data["phone"])
        reason = judge_destination(destination, countries=self._organization.callable_countries)
        if reason or destination.extension:
            raise ValidationError(reason.detail if reason else "Give a number without an extension.")
        return destination.number
