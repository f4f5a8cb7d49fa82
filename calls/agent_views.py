"""The organization's agents: the list, one agent, its editor, its versions, and calls that a person asks it for."""

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from calls import services
from calls.agent_calls import call_form
from calls.agent_calls import start_call as ask_for_call
from calls.agent_forms import AgentEditor
from calls.models import Agent, AgentVersion, Call
from calls.pages import agents as pages
from organizations.actors import user
from organizations.dashboard import DashboardRequest, posted
from organizations.roles import require_acting


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
        agent = services.create_agent(
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
        saved = services.change_agent(
            agent_id=agent.pk,
            values=editor.values,
            note=editor.form.cleaned_data["note"],
            expected=read or 0,
            by=user(request.user),
            at=timezone.now(),
        )
    except services.ChangedMeanwhile as error:
        overtaken = pages.changes_since(error.agent, read or 0)
        return _show_editor(request, editor.on_top_of(error.agent), overtaken=overtaken)
    messages.info(
        request,
        f"Saved as version {saved.version}." if saved.version != agent.version else "Nothing changed.",
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
        saved = services.restore_version(
            agent_id=agent.pk, number=number, by=user(request.user), at=timezone.now()
        )
    except AgentVersion.DoesNotExist:
        raise Http404 from None
    messages.info(request, f"The agent is as in version {number}: that is version {saved.version}.")
    return redirect("agents:page", agent.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def start_call(request: DashboardRequest, pk: int) -> HttpResponse:
    """Ask the agent for a call: first what for, then whether that is meant. 403 for who only reads."""
    agent = _find_to_change(request, pk)
    form = call_form(agent, posted(request))
    context = {"now": timezone.now(), "agent": agent, "form": form}
    if form.is_valid() and "back" not in request.POST:
        is_sure = "sure" in request.POST
        result = ask_for_call(agent, form, is_sure=is_sure, by=user(request.user), at=timezone.now())
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
