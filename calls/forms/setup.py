"""What is asked while a brokerage is set up: which number it calls from, and whom the agent may practise on."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from calls.forms.calls import TakeOverForm, bare, plain_number
from carriers.models import Carrier
from carriers.states import RulesAssessment
from loads.models import Load
from organizations.models import Organization

MAX_CHOICES = 50


class AreaForm(forms.Form):
    """Where a new number is to be from."""

    area = forms.CharField(
        max_length=3,
        required=False,
        label="Area code",
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )

    def clean_area(self) -> str:
        """Three digits, or nothing for anywhere."""
        area: str = self.cleaned_data["area"].strip()
        if area and not re.fullmatch(r"[2-9][0-9]{2}", area, re.ASCII):
            raise ValidationError("An area code has three digits, such as 312.")
        return area


class OwnNumberForm(forms.Form):
    """A number to call from: picked from a list or typed."""

    number = forms.CharField(
        max_length=40,
        label="Your number",
        help_text="Ten digits, such as (312) 555-0100.",
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
    )

    def clean_number(self) -> str:
        """The number in E.164 form; ten digits alone are North American."""
        given = bare(self.cleaned_data["number"])
        return plain_number(f"+1{given}" if re.fullmatch(r"[2-9][0-9]{9}", given, re.ASCII) else given)


class OwnPhoneForm(TakeOverForm):
    """Which phone the agent is to ring, as if it were that of a certain carrier, and what about."""

    load: "forms.ModelChoiceField[Load]" = forms.ModelChoiceField(
        queryset=None, empty_label=None, label="About load"
    )
    carrier: "forms.ModelChoiceField[Carrier]" = forms.ModelChoiceField(
        queryset=None, empty_label=None, label="You’re calling as"
    )
    field_order = ("phone", "load", "carrier")

    def __init__(self, *args: Any, organization: Organization, **kwargs: Any) -> None:
        super().__init__(*args, organization=organization, **kwargs)
        self.fields["phone"].widget.attrs |= {"type": "tel", "autocomplete": "tel"}
        self.fields["phone"].help_text = "Ten digits, such as (312) 555-0142."
        self.fields["load"].queryset = callable_loads()  # type: ignore[attr-defined]
        self.fields["load"].label_from_instance = _load_words  # type: ignore[attr-defined]
        self.fields["carrier"].queryset = playable_carriers()  # type: ignore[attr-defined]
        self.fields["carrier"].label_from_instance = _carrier_words  # type: ignore[attr-defined]

    def clean_phone(self) -> str:
        """The number in E.164 form; ten digits alone are North American."""
        given = bare(self.cleaned_data["phone"])
        if re.fullmatch(r"[2-9][0-9]{9}", given, re.ASCII):
            self.cleaned_data["phone"] = f"+1{given}"
        return super().clean_phone()


def callable_loads() -> Any:
    """Loads that can be offered, the newest first."""
    return _first(Load.objects.open().complete().order_by("-pk"))


def playable_carriers() -> Any:
    """Carriers that the agent talks rates with, made-up ones first."""
    known = Carrier.objects.not_refused().filter(
        rules_assessment=RulesAssessment.PASS, dot_number__isnull=False
    )
    return _first(known.order_by("-is_sample", "pk"))


def _first(rows: Any) -> Any:
    """The first few, as a queryset that can still be filtered."""
    keys = list(rows.values_list("pk", flat=True)[:MAX_CHOICES])
    return rows.filter(pk__in=keys)


def _load_words(load: Load) -> str:
    ends = (load.origin_city, load.origin_state, load.destination_city, load.destination_state)
    return "{}: {}, {} to {}, {}".format(load.external_id, *ends)


def _carrier_words(carrier: Carrier) -> str:
    return f"{carrier} (MC {carrier.mc_number})" if carrier.mc_number else str(carrier)
