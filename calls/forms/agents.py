"""The agents' editor: one form, and a row each for the variables and the fields to find out."""

from collections.abc import Callable, Mapping
from copy import copy
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.formsets import BaseFormSet, formset_factory
from django.http import QueryDict

from calls.forms.calls import PhoneField
from calls.models import VERSIONED, Agent
from calls.skill import as_text
from calls.skills.custom_fields import TYPES, names_in, wrong_with_variables
from organizations.formats import phone

MAX_ROWS = 100
SPARE_ROWS = 2
LANGUAGES = [("en-US", "English"), ("es-US", "Spanish")]
TYPE_LABELS = {
    "text": "Free text",
    "number": "Number",
    "boolean": "Yes or no",
    "date": "Date",
    "time": "Time of day",
    "choice": "Multiple choice",
}


class AgentForm(forms.ModelForm):
    """An agent but for its rows; `version` is the one that the person has read, `note` is for the next one."""

    language = forms.ChoiceField(help_text="Callers can switch to the other language at any time.")
    transfer_number = PhoneField(
        max_length=30,
        required=False,
        label="Transfer to",
        help_text="Example: (312) 555-0142. Leave blank to use the load’s owner, then your company’s transfer number.",
    )
    note = forms.CharField(
        max_length=200,
        required=False,
        label="What changed? (optional)",
        help_text="Saved with this version for your team.",
    )
    version = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0)

    class Meta:
        model = Agent
        fields = (
            "name",
            "purpose",
            "is_active",
            "greeting",
            "prompt",
            "voicemail_message",
            "language",
            "voice",
            "transfer_number",
        )
        labels = {
            "is_active": "Active",
            "prompt": "Instructions",
            "voicemail_message": "Voicemail",
        }
        help_texts = {
            "is_active": "If off, the agent makes no calls and doesn’t answer its numbers.",
            "greeting": (
                "For custom agents: the first thing it says. Type {{ contactName }} where the person’s name goes."
            ),
            "prompt": "The agent asks each question you write. Type {{ contactName }} where the person’s name goes.",
            "voicemail_message": "Leave blank to hang up without a message.",
            "voice": "Leave blank for the standard voice. For another, enter the name that support gave you.",
        }
        widgets = {
            "greeting": forms.Textarea(attrs={"rows": 3}),
            "prompt": forms.Textarea(attrs={"rows": 10}),
            "voicemail_message": forms.Textarea(attrs={"rows": 3}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        present = self.instance.language
        others = [] if present in dict(LANGUAGES) else [(present, present)]
        if self.initial.get("transfer_number"):
            self.initial["transfer_number"] = phone(self.initial["transfer_number"])
        self.fields["language"].choices = [*LANGUAGES, *others]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Line breaks as everywhere else: browsers send two characters for one."""
        cleaned = super().clean() or self.cleaned_data
        return {
            name: value.replace("\r\n", "\n") if isinstance(value, str) else value
            for name, value in cleaned.items()
        }


class NewAgentForm(AgentForm):
    """An agent that isn't there yet; its slug stands for good."""

    slug = forms.SlugField(
        max_length=63,
        label="Agent ID",
        help_text="Letters, digits, - and _. For IT: part of the API address, so it can’t be changed later.",
    )

    field_order = ("name", "slug")

    def clean_slug(self) -> str:
        """One that no other agent of the organization has."""
        slug: str = self.cleaned_data["slug"]
        if Agent.objects.filter(slug=slug).exists():
            raise ValidationError("Another agent already has this ID.")
        return slug


class VariableForm(forms.Form):
    """A variable; the row without a name is none."""

    name = forms.CharField(max_length=100, required=False)
    default = forms.CharField(max_length=1000, required=False, label="Default")
    required = forms.BooleanField(required=False, label="Required")


class FieldForm(forms.Form):
    """A field to find out; the row without a name, question and description is none."""

    name = forms.CharField(max_length=60, required=False)
    type = forms.ChoiceField(choices=[(name, TYPE_LABELS[name]) for name in TYPES], initial="text")
    question = forms.CharField(max_length=300, required=False, label="Question")
    description = forms.CharField(
        max_length=300,
        required=False,
        label="Or describe it",
        help_text="What to ask for, such as “the gate code”.",
    )
    choices = forms.CharField(
        max_length=1000, required=False, help_text="For multiple choice only. Separate with commas."
    )


class AgentEditor:
    """The form and its rows as one: `values` are what `calls.services.agents.change_agent` takes, once it is valid.

    Rows are told apart by their prefixes, `variables-0-name` and `fields-0-name`. `data` with `more` in it asks for
    more empty rows and for nothing else.
    """

    def __init__(self, agent: Agent, data: QueryDict | None = None) -> None:
        self.agent = agent
        self.wants_rows = data is not None and "more" in data
        form = AgentForm if agent.pk else NewAgentForm
        # A copy: what was typed must not show as the agent's own.
        self.form: AgentForm = form(data, instance=copy(agent), initial={"version": agent.version})
        self.variables = _rows(
            VariableForm, "variables", data, [_variable_row(each) for each in agent.variables]
        )
        self.fields = _rows(FieldForm, "fields", data, [_field_row(each) for each in agent.extraction])
        self.values: dict[str, Any] = {}
        self.row_errors: dict[str, list[str]] = {"variables": [], "extraction": []}

    def is_valid(self) -> bool:
        """Whether all of it may be saved; the errors are where they belong, and variables named by no row get one."""
        parts = [self.form.is_valid(), self.variables.is_valid(), self.fields.is_valid()]
        self.values = {name: value for name, value in self.form.cleaned_data.items() if name in VERSIONED}
        if self.variables.is_valid():
            rows = _filled(self.variables, "name", "default")
            self.values["variables"] = _as_stored(rows, self.agent.variables, _variable_row, _variable)
        if self.fields.is_valid():
            rows = _filled(self.fields, "name", "question", "description", "choices")
            self.values["extraction"] = _as_stored(rows, self.agent.extraction, _field_row, _field)
        errors = wrong_with_variables(self.values)
        for name, error in errors.items():
            if name in self.row_errors:
                self.row_errors[name] = error.messages
            else:
                self.form.add_error(name, error)
        return all(parts) and not errors

    def mistakes(self) -> list[str]:
        """What is wrong with it, each with the field's name; call `is_valid` first."""
        told = [
            f"{self.form[name].label if name in self.form.fields else 'The agent'}: {' '.join(map(str, errors))}"
            for name, errors in self.form.errors.items()
        ]
        rows = [row for formset in (self.variables, self.fields) for row in formset]
        told += [
            f"{name}: {' '.join(map(str, errors))}" for row in rows for name, errors in row.errors.items()
        ]
        told += [*self.variables.non_form_errors(), *self.fields.non_form_errors()]
        return [*told, *self.row_errors["variables"], *self.row_errors["extraction"]]

    def on_top_of(self, agent: Agent) -> "AgentEditor":
        """The same as it was typed, now that the person is shown the agent's newest version."""
        data = self._typed()
        data["version"] = str(agent.version)
        return AgentEditor(agent, data)

    @property
    def stray(self) -> list[str]:
        """Variables that the texts name and no row declares."""
        declared = {each.get("name") for each in self.values.get("variables", [])}
        texts = [
            self.form["greeting"].value(),
            self.form["prompt"].value(),
            self.form["voicemail_message"].value(),
        ]
        return [name for name in names_in(" ".join(text or "" for text in texts)) if name not in declared]

    def _typed(self) -> QueryDict:
        """What the browser sent, to be changed."""
        assert isinstance(self.form.data, QueryDict), "bound"
        return self.form.data.copy()

    def with_more_rows(self) -> "AgentEditor":
        """The same as it was typed, with a row for each variable that the texts name, and empty ones to fill."""
        data = self._typed()
        self.is_valid()
        count = _count(data, "variables")
        for position, name in enumerate(self.stray, count):
            data[f"variables-{position}-name"] = name
        data["variables-TOTAL_FORMS"] = str(count + len(self.stray) + SPARE_ROWS)
        data["fields-TOTAL_FORMS"] = str(_count(data, "fields") + SPARE_ROWS)
        return AgentEditor(self.agent, data)


def _rows(
    form: type[forms.Form], prefix: str, data: QueryDict | None, initial: list[dict[str, Any]]
) -> "BaseFormSet[Any]":
    formset = formset_factory(form, extra=SPARE_ROWS, max_num=MAX_ROWS, absolute_max=MAX_ROWS)
    return formset(data, prefix=prefix, initial=initial)


def _filled(formset: "BaseFormSet[Any]", *columns: str) -> list[dict[str, Any]]:
    rows = [form.cleaned_data for form in formset]
    return [row for row in rows if any(row.get(column) for column in columns)]


def _count(data: QueryDict, prefix: str) -> int:
    told = data.get(f"{prefix}-TOTAL_FORMS", "")
    return min(int(told), MAX_ROWS) if told.isascii() and told.isdecimal() and len(told) < 5 else 0


def _as_stored(
    rows: list[dict[str, Any]],
    before: list[dict[str, Any]],
    as_row: Callable[[Mapping[str, Any]], dict[str, Any]],
    make: Callable[[Mapping[str, Any]], dict[str, Any]],
) -> list[dict[str, Any]]:
    """The rows as the agent keeps them; one that reads as it did stays what it was, such as a default of 3."""
    known = {each["name"]: each for each in before}
    return [
        known[row["name"]] if row["name"] in known and as_row(known[row["name"]]) == row else make(row)
        for row in rows
    ]


def _variable_row(variable: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": variable["name"],
        "default": as_text(variable.get("default")),
        "required": bool(variable.get("required")),
    }


def _variable(row: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": row["name"], "required": row["required"], "default": row["default"]}


def _field_row(field: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "name": field["name"],
        "type": field.get("type", "text"),
        "question": field.get("question", ""),
        "description": field.get("description", ""),
        "choices": ", ".join(field.get("choices", [])),
    }


def _field(row: Mapping[str, Any]) -> dict[str, Any]:
    """Without what says nothing."""
    field = {"name": row["name"], "type": row["type"]}
    field |= {key: row[key] for key in ("question", "description") if row[key]}
    choices = [choice.strip() for choice in row["choices"].split(",") if choice.strip()]
    return field | ({"choices": choices} if choices else {})
