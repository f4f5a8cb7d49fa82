"""Forms of deciding on a bid, booking without one, and rehearsing an agent."""

import re
from collections.abc import Sequence
from decimal import Decimal, InvalidOperation
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from bids.services.bids import InvalidAmount, read_amount
from bids.services.price_talk_calls import AGREED, OUTCOMES
from bids.services.rehearsing import personas_for
from bids.states import COVERED_BY_ANOTHER
from calls.forms.agents import LANGUAGES
from calls.models import Agent
from calls.simulator.personas import PERSONAS
from loads.models import Load
from organizations.formats import money

NUMBERED = re.compile(r"(mc|dot|usdot)?[\s#.:-]*([0-9]{1,10})", re.ASCII | re.IGNORECASE)
WITHDRAWN = "withdrawn"


class AmountField(forms.CharField):
    """Dollars as people write them: `$1,725`, `1725.50`."""

    def __init__(self, **kwargs: Any) -> None:
        given: dict[str, Any] = {"max_length": 20, "widget": forms.TextInput(attrs={"inputmode": "decimal"})}
        super().__init__(**(given | kwargs))

    def clean(self, value: Any) -> Any:
        """A Decimal that may stand as an amount."""
        text = super().clean(value).replace("$", "").replace(",", "").replace(" ", "")
        if not text:
            return None
        try:
            return read_amount(Decimal(text))
        except InvalidOperation:
            raise ValidationError("Enter a dollar amount, such as 1725 or 1,725.50.") from None
        except InvalidAmount as error:
            raise ValidationError(str(error)) from None


class DecisionForm(forms.Form):
    """What every decision bears: how things stood when it was opened, and that its warnings were read.

    `warnings` are those that must be agreed to.
    """

    seen = forms.CharField(max_length=16, required=False, widget=forms.HiddenInput)
    agreed = forms.BooleanField(required=False, label="Book anyway")

    def __init__(self, *args: Any, warnings: Sequence[str] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.warnings = list(warnings)

    def clean_agreed(self) -> bool:
        """Ticked where there is something to agree to."""
        agreed = bool(self.cleaned_data["agreed"])
        if self.warnings and not agreed:
            raise ValidationError("Check this box to continue despite the warning above.")
        return agreed


class AcceptForm(DecisionForm):
    """At which of the figures on the table the load is booked."""

    amount = forms.TypedChoiceField(coerce=Decimal, widget=forms.RadioSelect, label="Book at")

    def __init__(self, *args: Any, figures: Sequence[tuple[Decimal, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["amount"].choices = [(str(figure), label) for figure, label in figures]  # type: ignore[attr-defined]


class CounterForm(DecisionForm):
    """What is offered in return."""

    amount = AmountField(label="Our counter", help_text="All-in rate in dollars.")
    agreed = forms.BooleanField(required=False, label="Counter anyway")

    def __init__(self, *args: Any, ask: Decimal | None, offered: Decimal | None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._ask, self._offered = ask, offered

    def clean_amount(self) -> Decimal:
        """Less than what is asked, and not what was offered already."""
        amount: Decimal = self.cleaned_data["amount"]
        if self._ask is not None and amount >= self._ask:
            raise ValidationError(f"The carrier’s ask is {money(self._ask)}. Accept it or counter lower.")
        if amount == self._offered:
            raise ValidationError(f"{money(amount)} is already our counter.")
        return amount


class RejectForm(DecisionForm):
    """Why it doesn't become a deal; the carrier may have taken its bid back itself."""

    reason = forms.ChoiceField(
        label="Reason",
        choices=[
            ("Rate too high", "Rate too high"),
            (COVERED_BY_ANOTHER, COVERED_BY_ANOTHER),
            ("Carrier not a fit", "Carrier not a fit"),
            (WITHDRAWN, "Carrier backed out"),
            ("", "Other"),
        ],
        required=False,
    )
    words = forms.CharField(max_length=150, required=False, label="Note")

    @property
    def is_withdrawn(self) -> bool:
        """Whether it was the carrier who took it back."""
        return bool(self.cleaned_data["reason"] == WITHDRAWN)

    @property
    def full_reason(self) -> str:
        """The reason as it is kept."""
        chosen = "" if self.is_withdrawn else self.cleaned_data["reason"]
        return ": ".join(part for part in (chosen, self.cleaned_data["words"]) if part)


class FellOffForm(forms.Form):
    """Why the carrier doesn't run the load after all."""

    reason = forms.ChoiceField(
        label="Reason",
        choices=[
            (words, words)
            for words in (
                "Truck broke down",
                "Found a better load",
                "Driver out of hours",
                "No-show",
                "Other",
            )
        ],
    )
    words = forms.CharField(max_length=150, required=False, label="Note")

    @property
    def full_reason(self) -> str:
        """The reason as it is kept."""
        return ": ".join(part for part in (self.cleaned_data["reason"], self.cleaned_data["words"]) if part)


class BookForm(DecisionForm):
    """Whom the load goes to, and for how much, as agreed on outside."""

    carrier = forms.CharField(
        max_length=40,
        label="Carrier",
        help_text="MC number. For a DOT number, type DOT first: DOT 2790112.",
        widget=forms.TextInput(attrs={"list": "bidders", "autocomplete": "off"}),
    )
    amount = AmountField(label="Rate", help_text="All-in rate in dollars.")

    def clean_carrier(self) -> tuple[str, int]:
        """`mc` or `dot`, or nothing where it wasn't said, and the number."""
        given = NUMBERED.fullmatch(self.cleaned_data["carrier"].strip())
        if given is None or int(given[2]) == 0:
            raise ValidationError("Enter a number, such as MC 790123 or DOT 2790123.")
        kind = (given[1] or "").lower().removeprefix("us")
        return kind, int(given[2])


# What the rehearsal panel asks for.


MAX_RUNS = 5
# Test callers whose own names say too little.
NAMES = {
    "injector": "Rule bender",
    "opt_out": "Do not call",
    "no_authority": "Not approved",
    "wants_human": "Wants a live person",
    "rambler": "Chatty",
    "asks_details": "Asks for details",
    "lowballer": "Comes in low",
    "bad_line": "Bad connection",
}


class RehearsalForm(forms.Form):
    """Who talks with the agent, about what, in which language, and how often; `run` counts the calls."""

    persona = forms.ChoiceField(label="Test caller")
    load = forms.CharField(
        max_length=64,
        required=False,
        label="Load",
        help_text="Leave blank to use a sample load.",
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )
    language = forms.ChoiceField(
        choices=[("", "Agent’s language"), *LANGUAGES],
        required=False,
        label="Language",
    )
    runs = forms.TypedChoiceField(
        choices=[(str(number), str(number)) for number in range(1, MAX_RUNS + 1)], coerce=int, label="Calls"
    )
    run = forms.IntegerField(min_value=1, max_value=MAX_RUNS, required=False, widget=forms.HiddenInput)

    def __init__(self, agent: Agent, data: QueryDict | None = None) -> None:
        super().__init__(data, prefix="rehearsal")
        names = personas_for(agent)
        self.fields["persona"].choices = [(name, _words(name)) for name in names]  # type: ignore[attr-defined]

    def clean_load(self) -> str:
        """A load of the organization's, or none."""
        load: str = self.cleaned_data["load"]
        if load and not Load.objects.filter(external_id=load).exists():
            raise ValidationError("No load with this ID.")
        return load


def _words(persona: str) -> str:
    name = NAMES.get(persona) or persona.replace("_", " ").capitalize()
    return f"{name}: {PERSONAS[persona].purpose}"


class OutcomeForm(forms.Form):
    """What came of a call that a broker made."""

    outcome = forms.ChoiceField(choices=OUTCOMES, label="Outcome")
    load = forms.ChoiceField(required=False, label="Load")
    amount = forms.DecimalField(
        required=False,
        min_value=Decimal("0.01"),
        max_digits=11,
        decimal_places=2,
        label="Rate ($)",
        help_text="The agreed rate. If there’s no deal, the carrier’s last ask, if any.",
        widget=forms.NumberInput(attrs={"inputmode": "decimal"}),
    )

    def __init__(self, *args: Any, loads: list[Load], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._loads = {str(load.pk): load for load in loads}
        field: Any = self.fields["load"]
        field.choices = [(key, load.external_id) for key, load in self._loads.items()]

    def clean(self) -> dict[str, Any]:
        """A rate is one for a load; an agreement needs both."""
        given: dict[str, Any] = super().clean() or self.cleaned_data
        given["load"] = self._loads.get(given.get("load") or "")
        if given.get("outcome") == AGREED and given.get("amount") is None and "amount" not in self.errors:
            self.add_error("amount", "Enter the agreed rate.")
        if given.get("amount") is not None and given["load"] is None and "load" not in self.errors:
            self.add_error("load", "Choose a load.")
        return given
