"""Calls that a person asks an agent for: what each kind of agent needs to know, and why one can't be made now."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import QueryDict

from calls import services
from calls.agent.prompt import MissingVariables, as_text
from calls.models import Agent, Call
from calls.numbers import destination_of
from calls.policy import Destination, NotAllowed
from calls.serializers import LARGEST_DOT
from calls.states import AgentPurpose
from loads.models import Load
from loads.states import StopType
from organizations import audit
from organizations.actors import Actor


@dataclass(frozen=True)
class Refusal:
    """Why the call isn't made, in words; `retry_at` is when it may be, where time cures it."""

    words: str
    retry_at: datetime | None = None


class CallForm(forms.Form):
    """Whom to call."""

    phone = forms.CharField(
        max_length=40,
        label="Number",
        help_text="With + and country code, such as +13125550123; an extension as ;ext=42.",
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
    )

    def clean_phone(self) -> Destination:
        """The destination; whether it may be called is for the rules of calling to say."""
        return destination_of(self.cleaned_data["phone"])


class AboutLoadForm(CallForm):
    """Whom to call about which load."""

    load = forms.CharField(max_length=64, label="Load", help_text="By its id in your system.")

    def clean_load(self) -> str:
        """A load that there is."""
        load: str = self.cleaned_data["load"]
        if not Load.objects.filter(external_id=load).exists():
            raise ValidationError("There is no load with this id.")
        return load


class CheckCallForm(AboutLoadForm):
    """A check call."""

    stop = forms.ChoiceField(choices=StopType.choices, label="Which stop")
    name = forms.CharField(max_length=200, required=False, label="Driver’s name")


class CarrierSalesForm(AboutLoadForm):
    """A call that offers a load."""

    dot_number = forms.IntegerField(min_value=1, max_value=LARGEST_DOT, label="The carrier’s DOT number")
    name = forms.CharField(max_length=200, required=False, label="Whom to ask for")


class CustomCallForm(CallForm):
    """A call by a custom agent, with a field for each of its variables."""

    def __init__(self, agent: Agent, data: QueryDict | None = None) -> None:
        super().__init__(data)
        self._names = {}
        for position, variable in enumerate(agent.variables):
            default = as_text(variable.get("default"))
            self._names[f"variable_{position}"] = variable["name"]
            self.fields[f"variable_{position}"] = forms.CharField(
                label=variable["name"],
                max_length=1000,
                required=bool(variable.get("required")) and not default,
                help_text=f"Empty: “{default}”" if default else "",
            )

    def variables(self) -> dict[str, str]:
        """What was given, by the variables' names."""
        given = {name: self.cleaned_data.get(field, "") for field, name in self._names.items()}
        return {name: value for name, value in given.items() if value}


def call_form(agent: Agent, data: QueryDict | None = None) -> CallForm:
    """The form for a call by this agent."""
    match agent.purpose:
        case AgentPurpose.CHECK_CALL:
            return CheckCallForm(data)
        case AgentPurpose.CARRIER_SALES:
            return CarrierSalesForm(data)
    return CustomCallForm(agent, data)


def start_call(
    agent: Agent, form: CallForm, *, is_sure: bool, by: Actor, at: datetime
) -> Call | Refusal | None:
    """Ask for the call of a valid form, as API clients do; the call, or why there is none.

    Unless the person `is_sure` it is only tried, and None says that it would be made.
    """
    try:
        with transaction.atomic():
            call = _request(agent, form, by=by, at=at)
            if not is_sure:
                transaction.set_rollback(True)
                return None
            audit.record(
                organization=agent.organization,
                action="call.requested",
                subject=call,
                by=by,
                at=at,
                agent=agent.slug,
            )
    except NotAllowed as error:
        return Refusal(error.reason.detail, error.reason.retry_at)
    except MissingVariables as error:
        return Refusal(f"The agent needs {', '.join(error.names)}.")
    except services.NoStops:
        return Refusal("The load has no stops to ask about.")
    except (services.AgentInactive, services.NoNumber, services.LoadUnavailable) as error:
        return Refusal(str(error))
    return call


def _request(agent: Agent, form: CallForm, *, by: Actor, at: datetime) -> Call:
    asked: Mapping[str, Any] = form.cleaned_data
    common: dict[str, Any] = {
        "organization": agent.organization,
        "destination": asked["phone"],
        "by": by,
        "at": at,
    }
    if isinstance(form, CustomCallForm):
        return services.request_custom_call(
            agent_slug=agent.slug, dynamic_variables=form.variables(), **common
        )
    if isinstance(form, CheckCallForm):
        request = {"loadNumber": asked["load"], "callType": asked["stop"], "driverName": asked["name"]}
        return services.request_check_call(agent=agent, request=request, input_data=request, **common)
    request = {"loadId": asked["load"], "dotNumber": asked["dot_number"], "contactName": asked["name"]}
    return services.request_carrier_sales_call(agent=agent, request=request, input_data=request, **common)
