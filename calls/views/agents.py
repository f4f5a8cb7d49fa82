"""Agents: the list, one agent, its editor and versions, and calls that a person starts with it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import Http404, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from calls.calling_rules import Destination, NotAllowed
from calls.forms.agents import AgentEditor
from calls.forms.calls import destination_of
from calls.models import Agent, AgentVersion, Call
from calls.selectors import agents as pages
from calls.serializers import MAX_DOT
from calls.services import agents, dialing, requests
from calls.skill import MissingVariables, as_text
from calls.states import AgentPurpose
from loads.models import Load, StopType
from organizations import audit
from organizations.dashboard.requests import DashboardRequest, posted, require_acting
from organizations.tenancy.actors import Actor, user

# Calls that a person asks an agent for: what each kind of agent needs to know, and why one can't be made now.


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
        help_text="Example: (312) 555-0142, or (312) 555-0142 ext. 42.",
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "off"}),
    )

    def clean_phone(self) -> Destination:
        """The destination; whether it may be called is for the rules of calling to say."""
        return destination_of(self.cleaned_data["phone"])


class AboutLoadForm(CallForm):
    """Whom to call about which load."""

    load = forms.CharField(max_length=64, label="Load", help_text="Load ID in your TMS.")

    def clean_load(self) -> str:
        """A load that there is."""
        load: str = self.cleaned_data["load"]
        if not Load.objects.filter(external_id=load).exists():
            raise ValidationError("No load with this ID.")
        return load


class CheckCallForm(AboutLoadForm):
    """A check call."""

    stop = forms.ChoiceField(choices=StopType.choices, label="Stop")
    name = forms.CharField(max_length=200, required=False, label="Driver’s name")


class CarrierSalesForm(AboutLoadForm):
    """A call that offers a load."""

    dot_number = forms.IntegerField(min_value=1, max_value=MAX_DOT, label="The carrier’s DOT number")
    name = forms.CharField(max_length=200, required=False, label="Ask for")


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
                help_text=f"Default: “{default}”" if default else "",
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


def request_call(
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
    except requests.NoStops:
        return Refusal("This load has no stops to ask about.")
    except (dialing.NotReady, requests.LoadUnavailable) as error:
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
        return requests.request_custom_call(
            agent_slug=agent.slug, dynamic_variables=form.variables(), **common
        )
    if isinstance(form, CheckCallForm):
        request = {"loadNumber": asked["load"], "callType": asked["stop"], "driverName": asked["name"]}
        return requests.request_check_call(agent=agent, request=request, input_data=request, **common)
    request = {"loadId": asked["load"], "dotNumber": asked["dot_number"], "contactName": asked["name"]}
    return requests.request_carrier_sales_call(agent=agent, request=request, input_data=request, **common)


@require_safe
def list_agents(request: DashboardRequest) -> HttpResponse:
    """The agents, with what each is for and how busy it was."""
    now = timezone.now()
    page, rows = pages.agent_list(request.GET.get("page"), at=now)
    context = {"now": now, "page": page, "rows": rows, "may_act": request.membership.may_act}
    return render(request, "agents/list.html", context)


@require_safe
def show_agent(request: DashboardRequest, pk: int) -> HttpResponse:
    """One agent: what it says and finds out, how it is reached, its newest calls and versions."""
    agent = _find(pk)
    now = timezone.now()
    context = {
        "now": now,
        "page": pages.agent_page(agent, at=now),
        "may_act": request.membership.may_act,
    }
    return render(request, "agents/page.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def new_agent(request: DashboardRequest) -> HttpResponse:
    """Make an agent. 403 for who only reads."""
    require_acting(request)
    editor = AgentEditor(Agent(version=0), posted(request))
    if editor.wants_rows:
        editor = editor.with_more_rows()
    elif editor.form.is_bound and editor.is_valid():
        agent = agents.create_agent(
            organization=request.organization,
            slug=editor.form.cleaned_data["slug"],
            values=editor.values,
            note=editor.form.cleaned_data["note"],
            by=user(request.user),
            at=timezone.now(),
        )
        return redirect("agents:page", agent.pk)
    return _show_editor(request, editor)


@require_http_methods(["GET", "HEAD", "POST"])
def edit_agent(request: DashboardRequest, pk: int) -> HttpResponse:
    """Change an agent. Where a colleague was quicker nothing is saved: both versions are shown first."""
    agent = _find_to_change(request, pk)
    editor = AgentEditor(agent, posted(request))
    if editor.wants_rows:
        return _show_editor(request, editor.with_more_rows())
    if not (editor.form.is_bound and editor.is_valid()):
        return _show_editor(request, editor)
    read = editor.form.cleaned_data["version"]
    try:
        saved = agents.change_agent(
            agent_id=agent.pk,
            values=editor.values,
            note=editor.form.cleaned_data["note"],
            expected=read or 0,
            by=user(request.user),
            at=timezone.now(),
        )
    except agents.ChangedMeanwhile as error:
        overtaken = pages.changes_since(error.agent, read or 0)
        return _show_editor(request, editor.on_top_of(error.agent), overtaken=overtaken)
    messages.info(
        request,
        f"Saved as version {saved.version}." if saved.version != agent.version else "No changes.",
    )
    return redirect("agents:page", agent.pk)


@require_safe
def list_versions(request: DashboardRequest, pk: int) -> HttpResponse:
    """What became of an agent, change by change."""
    agent = _find(pk)
    page, rows = pages.version_list(agent, request.GET.get("page"))
    context = {
        "now": timezone.now(),
        "agent": agent,
        "page": page,
        "rows": rows,
        "may_act": request.membership.may_act,
    }
    return render(request, "agents/versions.html", context)


@require_POST
def restore_version(request: DashboardRequest, pk: int, number: int) -> HttpResponse:
    """Make an agent again what it was; 403 for who only reads."""
    agent = _find_to_change(request, pk)
    try:
        saved = agents.restore_version(
            agent_id=agent.pk, number=number, by=user(request.user), at=timezone.now()
        )
    except AgentVersion.DoesNotExist:
        raise Http404 from None
    messages.info(request, f"Version {number} restored as version {saved.version}.")
    return redirect("agents:page", agent.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def start_call(request: DashboardRequest, pk: int) -> HttpResponse:
    """Ask the agent for a call: first what for, then whether that is meant. 403 for who only reads."""
    agent = _find_to_change(request, pk)
    form = call_form(agent, posted(request))
    context = {"now": timezone.now(), "agent": agent, "form": form}
    if form.is_valid() and "back" not in request.POST:
        is_sure = "sure" in request.POST
        result = request_call(agent, form, is_sure=is_sure, by=user(request.user), at=timezone.now())
        if isinstance(result, Call):
            return redirect("calls:page", result.pk)
        context |= {"refusal": result, "is_asked_back": result is None}
    return render(request, "agents/call.html", context)


def _find(pk: int) -> Agent:
    return get_object_or_404(Agent.objects.select_related("organization"), pk=pk)


def _find_to_change(request: DashboardRequest, pk: int) -> Agent:
    agent = _find(pk)
    require_acting(request)
    return agent


def _show_editor(request: DashboardRequest, editor: AgentEditor, **more: Any) -> HttpResponse:
    context = {"now": timezone.now(), "editor": editor, "form": editor.form, "agent": editor.agent, **more}
    return render(request, "agents/edit.html", context)
