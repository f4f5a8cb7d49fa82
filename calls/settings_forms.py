"""Forms of the settings about calls: numbers, hours and caps, the do-not-call list."""

import csv
import io
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile

from calls.models import Agent, CallingRules
from calls.numbers import plain_number
from organizations.settings.grouped import Grouped

MOST_BYTES = 1024 * 1024
MOST_LINES = 10_000
WITHOUT_REASON = "a colleague put it on the list"


class AssignForm(forms.Form):
    """Which agent answers a number; empty: nobody."""

    agent: "forms.ModelChoiceField[Agent]" = forms.ModelChoiceField(
        queryset=None, required=False, empty_label="Nobody"
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["agent"].queryset = Agent.objects.order_by("name", "pk")  # type: ignore[attr-defined]


class CallingRulesForm(Grouped, forms.ModelForm):
    """Hours, caps, recording and transfers; the language model is for operators."""

    transfer_number = forms.CharField(
        max_length=30,
        required=False,
        help_text="With + and country code; who takes over when somebody asks for a person and no broker can.",
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
    )

    class Meta:
        model = CallingRules
        fields = (
            "hours_start",
            "hours_end",
            "quiet_minutes",
            "requires_consent",
            "per_minute",
            "per_day",
            "per_number_hour",
            "most_live",
            "longest_minutes",
            "ring_seconds",
            "records_calls",
            "recording_announcement",
            "transfer_number",
            "transfer_hours_start",
            "transfer_hours_end",
        )
        labels = {
            "hours_start": "Calls from",
            "hours_end": "Calls until",
            "quiet_minutes": "Quiet after an answer, minutes",
            "requires_consent": "Consent needed",
            "per_minute": "Calls a minute",
            "per_day": "Calls in 24 hours",
            "per_number_hour": "Calls to one number an hour",
            "most_live": "Calls at the same time",
            "longest_minutes": "Longest call, minutes",
            "ring_seconds": "Rings for, seconds",
            "records_calls": "Calls are recorded",
            "recording_announcement": "Announcement",
            "transfer_hours_start": "Transfers from",
            "transfer_hours_end": "Transfers until",
        }

    GROUPS = (
        ("When", ("hours_start", "hours_end", "quiet_minutes", "requires_consent")),
        ("How many", ("per_minute", "per_day", "per_number_hour", "most_live")),
        ("How long", ("longest_minutes", "ring_seconds")),
        ("Recording", ("records_calls", "recording_announcement")),
        ("Transfers to a person", ("transfer_number", "transfer_hours_start", "transfer_hours_end")),
    )

    def clean_transfer_number(self) -> str:
        """A number that exists, in E.164 form."""
        return plain_number(self.cleaned_data["transfer_number"])


class NumberForm(forms.Form):
    """A number for the do-not-call list."""

    number = forms.CharField(
        max_length=30,
        label="Number",
        help_text="With + and country code, such as +13125550123.",
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
    )
    reason = forms.CharField(max_length=200, label="Why?", help_text="Who said so, and when.")

    def clean_number(self) -> str:
        """In E.164 form, without an extension."""
        return plain_number(self.cleaned_data["number"])


class SourceForm(forms.Form):
    """How it is known that a number's owner wants to be called again."""

    source = forms.CharField(max_length=200, label="How is that known?")


@dataclass
class Listed:
    """A list that was brought along: reasons by number, and what is wrong with which line."""

    reasons: dict[str, str] = field(default_factory=dict)
    wrong: list[tuple[int, str, str]] = field(default_factory=list)


class UploadForm(forms.Form):
    """A CSV file for the do-not-call list: a number a line, then a reason if there is one."""

    file = forms.FileField(label="CSV file", help_text="A number a line, and a reason behind a comma.")

    def clean_file(self) -> Listed:
        """The numbers in it, line by line; a first line without a digit is taken for the columns' names."""
        file: UploadedFile = self.cleaned_data["file"]
        if file.size is None or file.size > MOST_BYTES:
            raise ValidationError("The file has at most 1 MB.")
        try:
            text = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ValidationError("Save the file as UTF-8 text.") from None
        if "\0" in text:
            raise ValidationError("That is no text file.")
        try:
            return _read(text)
        except csv.Error:
            raise ValidationError("That is no CSV file.") from None


def _read(text: str) -> Listed:
    listed = Listed()
    lines = csv.reader(io.StringIO(text, newline=""))
    for cells in lines:
        given = cells[0].strip() if cells else ""
        if lines.line_num > MOST_LINES:
            raise ValidationError(f"At most {MOST_LINES:,} lines: bring them in several files.")
        is_head = lines.line_num == 1 and not any(each.isdigit() for each in given)
        if not any(cell.strip() for cell in cells) or is_head:
            continue
        try:
            number = plain_number(given)
        except ValidationError as error:
            listed.wrong.append((lines.line_num, given[:60], error.messages[0]))
            continue
        if not number:
            listed.wrong.append((lines.line_num, given, "There is no number in the first column."))
            continue
        reason = cells[1].strip() if len(cells) > 1 else ""
        listed.reasons[number] = reason or WITHOUT_REASON
    return listed
