"""Rehearsing an agent in the dashboard: the panel, and its simulated calls one after the other."""

from time import monotonic
from typing import Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_POST, require_safe

from bids.forms import RehearsalForm
from bids.services.rehearsing import Busy, Shown, rehearse_draft
from bids.services.staging import NoLoad
from calls.forms.agents import AgentEditor
from calls.models import Agent
from calls.policy import NotAllowed
from calls.services import queueing, requests
from calls.services.calling_rules import rules_of
from organizations.dashboard.requests import DashboardRequest, render_page_or_part, require_acting

# A page without scripts waits for all of its calls at once: it begins no further one after so many seconds.
PATIENCE = 8.0
DRAFT = "variables-TOTAL_FORMS"  # a field that only the editor's form has
BUSY = "Your last test is still starting. Try again."


@require_safe
def show_rehearsal(request: DashboardRequest, agent_pk: int) -> HttpResponse:
    """The panel; alone where htmx asks, for the agent's page and its editor, whose `draft` is sent along."""
    agent = _agent_to_rehearse(request, agent_pk)
    context = _context(agent, RehearsalForm(agent)) | {"has_draft": "draft" in request.GET}
    return render_page_or_part(request, "bids/rehearsal.html", "panel", context)


@require_POST
def rehearse(request: DashboardRequest, agent_pk: int) -> HttpResponse:
    """One call of the rehearsal and a request for the next one; without htmx all of them.

    What the editor's form sends along is the draft that speaks; without it the agent as it is saved.
    """
    agent = _agent_to_rehearse(request, agent_pk)
    form = RehearsalForm(agent, request.POST)
    context = _context(agent, form) | {"has_draft": DRAFT in request.POST}
    values, context["mistakes"] = _draft(request, agent)
    if form.is_valid() and not context["mistakes"]:
        asked = form.cleaned_data
        if asked["language"]:
            values["language"] = asked["language"]
        first = asked["run"] or 1
        last = first if request.htmx else asked["runs"]
        context |= _play(agent, values, asked, first, last)
        if request.htmx and not context["refusal"] and first < asked["runs"]:
            context |= {"next_run": first + 1, "runs": asked["runs"]}
    template = "bids/rehearsal.html#results" if request.htmx else "bids/rehearsal.html"
    return render(request, template, context)


def _agent_to_rehearse(request: DashboardRequest, pk: int) -> Agent:
    agent = get_object_or_404(Agent.objects.select_related("organization"), pk=pk)
    require_acting(request)
    return agent


def _context(agent: Agent, form: RehearsalForm) -> dict[str, Any]:
    has_model = rules_of(agent.organization).language_model_enabled
    return {"agent": agent, "form": form, "has_model": has_model, "shown": [], "mistakes": [], "refusal": ""}


def _draft(request: DashboardRequest, agent: Agent) -> tuple[dict[str, Any], list[str]]:
    """What the agent is to be, and what is wrong with that."""
    if DRAFT not in request.POST:
        return {}, []
    editor = AgentEditor(agent, request.POST)
    return ({}, editor.mistakes()) if not editor.is_valid() else (editor.values, [])


def _play(
    agent: Agent, values: dict[str, Any], asked: dict[str, Any], first: int, last: int
) -> dict[str, Any]:
    shown: list[Shown] = []
    until = monotonic() + PATIENCE
    for number in range(first, last + 1):
        if shown and monotonic() > until:
            return {
                "shown": shown,
                "refusal": f"Timed out: {len(shown)} of {last} test calls finished.",
            }
        try:
            shown.append(
                rehearse_draft(
                    agent,
                    values,
                    persona=asked["persona"],
                    load=asked["load"],
                    number=number,
                    at=timezone.now(),
                )
            )
        except Busy:
            return {"shown": shown, "refusal": BUSY}
        except (NoLoad, NotAllowed, queueing.AgentInactive, queueing.NoNumber) as error:
            return {"shown": shown, "refusal": str(error)}
        except requests.NoStops:
            return {"shown": shown, "refusal": "This load has no stops to ask about. Choose another one."}
    return {"shown": shown, "refusal": ""}
