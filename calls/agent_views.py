"""The organization's agents: the list, one agent, its editor, its versions, and calls that a person asks it for."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from calls.models import Agent
from calls.pages import agents as pages
from organizations.dashboard import DashboardRequest


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
    agent = get_object_or_404(Agent.objects.select_related("organization"), pk=pk)
    now = timezone.now()
    context = {
        "now": now,
        "page": pages.agent_page(agent, at=now),
        "may_act": request.membership.may_act,
    }
    return render(request, "agents/page.html", context)
