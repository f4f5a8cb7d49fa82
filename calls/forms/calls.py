"""Forms of a call: tags, outcome, take-over, starting one, phone numbers as people type them."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from calls.calling_rules import Destination, NotDialable, judge_destination, read_destination
from calls.models.reports import TrackingApp
from calls.states import Tag
from calls.wording import tag_words
from carriers.models import Carrier
from loads.models import Load, StopType
from organizations.models import Organization

# Phone numbers as people type them into forms.


MARKS = re.compile(r"[ ().\-\u00a0]")  # between digits
EXTENSION = re.compile(r"(?:;ext=|,? *(?:extension|ext\.?|x|#)) *([0-9]{1,10})", re.IGNORECASE | re.ASCII)


def destination_of(typed: str) -> Destination:
    """The number as people write it, `(312) 555-0142 ext. 42`; raises ValidationError. It may be one never called.

    Ten digits alone, or eleven that begin with a 1, are North American.
    """
    typed = typed.strip()
    found = EXTENSION.search(typed)
    has_extension = found is not None and found.end() == len(typed)
    number = MARKS.sub("", typed[: found.start()] if found and has_extension else typed)
    if re.fullmatch(r"1?[2-9][0-9]{9}", number, re.ASCII):
        number = f"+1{number[-10:]}"
    try:
        return read_destination(f"{number};ext={found[1]}" if found and has_extension else number)
    except NotDialable:
        raise ValidationError(
            "Enter a valid phone number, such as (312) 555-0142 or (312) 555-0142 ext. 42. "
            "Outside the US and Canada, start with + and the country code."
        ) from None


def plain_number(typed: str) -> str:
    """The number in E.164 form, without an extension; raises ValidationError. Nothing stays nothing."""
    if not typed.strip():
        return ""
    found = destination_of(typed)
    if found.extension:
        raise ValidationError("Enter a number without an extension.")
    return found.number


class PhoneField(forms.CharField):
    """A number without an extension, as people write it; becomes E.164. Nothing stays nothing."""

    widget = forms.TextInput(attrs={"type": "tel", "autocomplete": "off"})  # type: ignore[assignment]

    def clean(self, value: Any) -> str:
        """The number in E.164 form."""
        return plain_number(super().clean(value))


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

    phone = forms.CharField(max_length=30, label="Your phone", help_text="Example: (312) 555-0142.")

    def __init__(self, *args: Any, organization: Organization, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._organization = organization

    def clean_phone(self) -> str:
        """The number in E.164 form."""
        destination = destination_of(self.cleaned_data["phone"])
        reason = judge_destination(destination, countries=self._organization.callable_countries)
        if reason or destination.extension:
            raise ValidationError(reason.detail if reason else "Enter a number without an extension.")
        return destination.number


# What a broker fills in to start a call.


MAX_DOT = 99_999_999  # eight digits


class NumberField(forms.CharField):
    """A number to call, as people write it; becomes a calling_rules.Destination."""

    def __init__(self, **kwargs: Any) -> None:
        help_text = "Example: (312) 555-0142, or (312) 555-0142 ext. 42."
        super().__init__(max_length=40, help_text=help_text, **kwargs)
        self.widget.attrs |= {"inputmode": "tel", "autocomplete": "off"}

    def clean(self, value: Any) -> Any:
        """The destination; None for nothing where that is allowed. Whether it may be called is the service's to say."""
        typed = super().clean(value)
        return destination_of(typed) if typed else None


class PersonsCallForm(TakeOverForm):
    """Whom a broker calls, and on which phone of their own."""

    number = NumberField(label="Their number")

    field_order: tuple[str, ...] = ("number", "phone")

    @property
    def destination(self) -> Destination:
        """Whom to call, of a valid form."""
        found: Destination = self.cleaned_data["number"]
        return found


class CarrierCallForm(PersonsCallForm):
    """A broker's call to a carrier, about an open load where one is named."""

    load = forms.CharField(
        max_length=64,
        required=False,
        label="Load",
        help_text="Load ID in your TMS. Leave blank if the call isn’t about one load.",
        widget=forms.TextInput(attrs={"list": "open-loads", "autocomplete": "off", "spellcheck": "false"}),
    )

    field_order = ("number", "load", "phone")

    def clean_load(self) -> Load | None:
        """The load; None where none is named."""
        given = self.cleaned_data["load"].strip()
        if not given:
            return None
        load = Load.objects.filter(external_id=given).first()
        if load is None:
            raise ValidationError("No load with this ID.")
        return load


class CheckCallForm(forms.Form):
    """Whom the agent asks where a load is, and about which stop."""

    number = NumberField(label="Driver or dispatcher phone")
    callType = forms.ChoiceField(choices=StopType.choices, label="Stop")
    driverName = forms.CharField(max_length=200, required=False, label="Ask for")
    dispatchPhone = NumberField(required=False, label="Dispatcher’s phone, if the driver doesn’t answer")
    trackingApp = forms.ChoiceField(
        choices=[("", "None"), *TrackingApp.choices], required=False, label="Tracking app to ask about"
    )
    reeferTemperature = forms.DecimalField(
        min_value=-100,
        max_value=200,
        max_digits=4,
        decimal_places=1,
        required=False,
        localize=False,
        label="Reefer set point, °F",
    )


class OfferForm(forms.Form):
    """Which carrier the agent offers a load to: one that is known, or any by its number and papers."""

    carrier: forms.ModelChoiceField = forms.ModelChoiceField(
        queryset=None, required=False, empty_label="Different carrier or number"
    )
    number = NumberField(required=False, label="Phone for a different carrier")
    dotNumber = forms.IntegerField(
        min_value=1, max_value=MAX_DOT, required=False, label="USDOT number", localize=False
    )
    contactName = forms.CharField(max_length=200, required=False, label="Ask for")

    def __init__(self, *args: Any, carriers: list[Carrier], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        chosen = Carrier.objects.filter(pk__in=[carrier.pk for carrier in carriers]).order_by("name", "pk")
        self.fields["carrier"].queryset = chosen  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Fill in number and DOT number of a known carrier."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        carrier = given.get("carrier")
        if carrier is not None:
            given["number"] = given.get("number") or _number_of(carrier)
            given["dotNumber"] = given.get("dotNumber") or carrier.dot_number
        if not given.get("number") and "number" not in self.errors:
            self.add_error("number", "Choose a carrier with a phone number, or enter one.")
        if not given.get("dotNumber") and "dotNumber" not in self.errors:
            self.add_error("dotNumber", "Choose a carrier, or enter a USDOT number.")
        return given


def _number_of(carrier: Carrier) -> Destination | None:
    try:
        return read_destination(carrier.phone)
    except NotDialable:
        return None
