"""Forms of the settings about calls: numbers, hours and caps, the do-not-call list, approved answers."""

import csv
import io
from dataclasses import dataclass, field
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.http import QueryDict

from calls.forms.calls import PhoneField, plain_number
from calls.models import Agent, ApprovedAnswer, CallingRules, OpenQuestion
from calls.models.conversations import MAX_ANSWER
from calls.services.approved_answers import names_hidden_rate
from calls.states import AnswerTopic
from loads.models import Load
from organizations.dashboard.forms import Grouped
from organizations.equipment import Equipment
from organizations.formats import hour_of_day, phone
from organizations.places.gazetteer import find_place_of

MAX_BYTES = 1024 * 1024
MAX_LINES = 10_000
WITHOUT_REASON = "added by a teammate"


class AssignForm(forms.Form):
    """Which agent answers a number; empty: nobody."""

    agent: "forms.ModelChoiceField[Agent]" = forms.ModelChoiceField(
        queryset=None, required=False, empty_label="No agent"
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["agent"].queryset = Agent.objects.order_by("name", "pk")  # type: ignore[attr-defined]


class CallingRulesForm(Grouped, forms.ModelForm):
    """Hours, caps, recording and transfers; the language model is for operators."""

    transfer_number = PhoneField(
        max_length=30,
        required=False,
        help_text=(
            "Where to transfer callers who ask for a person when the load’s owner can’t take the call."
        ),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("hours_start", "transfer_hours_start"):
            self.fields[name].widget = forms.Select(choices=[(hour, hour_of_day(hour)) for hour in range(24)])
        for name in ("hours_end", "transfer_hours_end"):
            self.fields[name].widget = forms.Select(
                choices=[(hour, hour_of_day(hour)) for hour in range(1, 25)]
            )
        self.fields["hours_start"].help_text = ""
        if self.initial.get("transfer_number"):
            self.initial["transfer_number"] = phone(self.initial["transfer_number"])
        self.fields["hours_end"].help_text = "Local time of the number called. 12 AM to 12 AM means anytime."

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
            "hours_start": "Calling window opens",
            "hours_end": "Calling window closes",
            "quiet_minutes": "Wait between check calls (minutes)",
            "requires_consent": "Require consent",
            "per_minute": "Calls per minute",
            "per_day": "Calls per 24 hours",
            "per_number_hour": "Calls per hour to one number",
            "most_live": "Simultaneous calls",
            "longest_minutes": "Max. call length (minutes)",
            "ring_seconds": "Ring time (seconds)",
            "records_calls": "Record calls",
            "recording_announcement": "Recording announcement",
            "transfer_hours_start": "Transfers start",
            "transfer_hours_end": "Transfers end",
        }

    GROUPS = (
        ("Calling window", ("hours_start", "hours_end", "quiet_minutes", "requires_consent")),
        ("Limits", ("per_minute", "per_day", "per_number_hour", "most_live")),
        ("Call length", ("longest_minutes", "ring_seconds")),
        ("Recording", ("records_calls", "recording_announcement")),
        ("Transfers to a person", ("transfer_number", "transfer_hours_start", "transfer_hours_end")),
    )


class NumberForm(forms.Form):
    """A number for the do-not-call list."""

    number = PhoneField(max_length=30, label="Number", help_text="Example: (312) 555-0142.")
    reason = forms.CharField(max_length=200, label="Reason", help_text="Who asked, and when.")


class SourceForm(forms.Form):
    """How it is known that a number's owner wants to be called again."""

    source = forms.CharField(max_length=200, label="Reason")


@dataclass
class Listed:
    """A list that was brought along: reasons by number, and what is wrong with which line."""

    reasons: dict[str, str] = field(default_factory=dict)
    wrong: list[tuple[int, str, str]] = field(default_factory=list)


class UploadForm(forms.Form):
    """A CSV file for the do-not-call list: a number a line, then a reason if there is one."""

    file = forms.FileField(label="CSV file", help_text="One number per line, then a comma and a reason.")

    def clean_file(self) -> Listed:
        """The numbers in it, line by line; a first line without a digit is taken for the columns' names."""
        file: UploadedFile = self.cleaned_data["file"]
        if file.size is None or file.size > MAX_BYTES:
            raise ValidationError("The file can be up to 1 MB.")
        try:
            text = file.read().decode("utf-8-sig")
        except UnicodeDecodeError:
            raise ValidationError("Save the file as CSV UTF-8.") from None
        if "\0" in text:
            raise ValidationError("That isn’t a text file.")
        try:
            return _read(text)
        except csv.Error:
            raise ValidationError("That isn’t a CSV file.") from None


def _read(text: str) -> Listed:
    listed = Listed()
    lines = csv.reader(io.StringIO(text, newline=""))
    for cells in lines:
        given = cells[0].strip() if cells else ""
        if lines.line_num > MAX_LINES:
            raise ValidationError(f"Up to {MAX_LINES:,} lines per file. Split it into several files.")
        is_head = lines.line_num == 1 and not any(each.isdigit() for each in given)
        if not any(cell.strip() for cell in cells) or is_head:
            continue
        try:
            number = plain_number(given)
        except ValidationError as error:
            listed.wrong.append((lines.line_num, given[:60], error.messages[0]))
            continue
        if not number:
            listed.wrong.append((lines.line_num, given, "No phone number in the first column."))
            continue
        reason = cells[1].strip() if len(cells) > 1 else ""
        listed.reasons[number] = reason or WITHOUT_REASON
    return listed


# What is typed of answers: one that the agent may give, and a broker's to a caller's question.


HIDDEN = "That’s the customer rate or the max buy of this load. The agent never gives out either."


def _one_line(text: str) -> str:
    return " ".join(text.split())


class AnswerForm(forms.ModelForm):
    """An approved answer: what it is about, what the agent says, where it holds."""

    class Meta:
        model = ApprovedAnswer
        fields = (
            *("topic", "question", "answer_en", "answer_es"),
            *("load", "facility", "customer", "equipment"),
        )
        labels = {
            "question": "What is the question?",
            "answer_en": "In English",
            "answer_es": "In Spanish",
            "load": "Load ID",
            "facility": "Facility (city)",
            "customer": "Customer",
            "equipment": "Equipment",
        }
        help_texts = {
            "question": "Only for Other. Use the words carriers use: overnight parking, pallet exchange.",
            "answer_en": "The agent gives this word for word to English-speaking callers.",
            "answer_es": "If blank, questions in Spanish go to your team.",
            "load": "Same as in your TMS.",
            "facility": "City and state of a stop, such as Dallas, TX.",
            "customer": "Same as on the load.",
            "equipment": "",
        }
        widgets = {
            "answer_en": forms.Textarea(attrs={"rows": 3, "maxlength": MAX_ANSWER}),
            "answer_es": forms.Textarea(attrs={"rows": 3, "maxlength": MAX_ANSWER, "lang": "es"}),
        }

    ABOUT = ("topic", "question")
    SAID = ("answer_en", "answer_es")
    WHERE = ("load", "facility", "customer", "equipment")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["equipment"].choices = [("", "Any equipment"), *Equipment.choices]  # type: ignore[attr-defined]

    def groups(self) -> list[tuple[str, str, list[forms.BoundField]]]:
        """Titles, what is to be known of them, and their fields."""
        where = "Leave blank for all loads. If you fill in more than one, all must match."
        named = (
            ("Topic", "", self.ABOUT),
            ("Answer", "", self.SAID),
            ("Where it applies", where, self.WHERE),
        )
        return [(title, hint, [self[name] for name in names]) for title, hint, names in named]

    def clean_question(self) -> str:
        """Nothing for topics that say by themselves what they are about."""
        question = _one_line(self.cleaned_data["question"])
        if self.cleaned_data.get("topic") != AnswerTopic.OTHER:
            return ""
        if not question:
            raise forms.ValidationError("Enter the question in a few words.")
        return question

    def clean_answer_en(self) -> str:
        """On one line."""
        return _one_line(self.cleaned_data["answer_en"])

    def clean_answer_es(self) -> str:
        """On one line."""
        return _one_line(self.cleaned_data["answer_es"])

    def clean_facility(self) -> str:
        """Spelled as the gazetteer has it; a town that it doesn't know, as it was typed."""
        facility = _one_line(self.cleaned_data["facility"])
        if not facility:
            return ""
        place = find_place_of(facility)
        if place is None and "," not in facility:
            raise forms.ValidationError("Enter the city and state, such as Dallas, TX.")
        return str(place or facility)

    def clean_customer(self) -> str:
        """On one line, as names are compared."""
        return _one_line(self.cleaned_data["customer"])

    def clean(self) -> dict[str, Any]:
        """In one language at least, and without the rates of the load that it is for."""
        cleaned = super().clean() or self.cleaned_data
        said = [name for name in self.SAID if cleaned.get(name)]
        if not said and not any(name in self.errors for name in self.SAID):
            self.add_error("answer_en", "Enter the answer in English, Spanish or both.")
        load = Load.objects.filter(external_id=cleaned["load"]).first() if cleaned.get("load") else None
        for name in said:
            if load is not None and names_hidden_rate(cleaned[name], load):
                self.add_error(name, HIDDEN)
        return cleaned


class QuestionForm(forms.Form):
    """A broker's answer to what a caller asked."""

    answer = forms.CharField(
        label="Your answer",
        max_length=MAX_ANSWER,
        widget=forms.Textarea(attrs={"rows": 2, "maxlength": MAX_ANSWER}),
    )
    keep = forms.BooleanField(label="Save as approved answer", required=False)

    def __init__(self, given: QueryDict | None = None, *, question: OpenQuestion) -> None:
        super().__init__(given, auto_id=f"question-{question.pk}-%s")
        self._question = question

    @property
    def language(self) -> str:
        """In which a saved answer would be said."""
        return "Spanish" if self._question.language.lower().startswith("es") else "English"

    def clean(self) -> dict[str, Any]:
        """What the agent is to say names no rate that it mustn't."""
        cleaned = super().clean() or self.cleaned_data
        load = self._question.load
        if cleaned.get("keep") and load and names_hidden_rate(cleaned.get("answer", ""), load):
            self.add_error("answer", HIDDEN)
        return cleaned
