"""What the rehearsal panel asks for."""

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from bids.rehearsal import personas_for
from calls.agent_forms import LANGUAGES
from calls.exchange.personas import PERSONAS
from calls.models import Agent
from loads.models import Load

MOST_RUNS = 5


class RehearsalForm(forms.Form):
    """Who talks with the agent, about what, in which language, and how often; `run` counts the calls."""

    persona = forms.ChoiceField(label="Who is on the line")
    load = forms.CharField(
        max_length=64,
        required=False,
        label="About load",
        help_text="Empty: one that is made up.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    language = forms.ChoiceField(
        choices=[("", "The agent’s own"), *LANGUAGES],
        required=False,
        label="It begins in",
    )
    runs = forms.TypedChoiceField(
        choices=[(str(number), str(number)) for number in range(1, MOST_RUNS + 1)], coerce=int, label="Calls"
    )
    run = forms.IntegerField(min_value=1, max_value=MOST_RUNS, required=False, widget=forms.HiddenInput)

    def __init__(self, agent: Agent, data: QueryDict | None = None) -> None:
        super().__init__(data, prefix="rehearsal")
        names = personas_for(agent)
        self.fields["persona"].choices = [(name, _words(name)) for name in names]  # type: ignore[attr-defined]

    def clean_load(self) -> str:
        """A load of the organization's, or none."""
        load: str = self.cleaned_data["load"]
        if load and not Load.objects.filter(external_id=load).exists():
            raise ValidationError("There is no load with this id.")
        return load


def _words(persona: str) -> str:
    return f"{persona.replace('_', ' ').capitalize()}: {PERSONAS[persona].purpose}"
