"""How the agents haggle: settings, a preview, and what earlier talks would have cost under others; rehearsals."""

from datetime import timedelta
from decimal import Decimal
from time import monotonic
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bids.forms import RehearsalForm
from bids.models import NegotiationRules
from bids.replay import Settings
from bids.selectors.negotiation_receipts import preview_of
from bids.selectors.replays import replayed
from bids.services.negotiation_terms import change_negotiation_rules, rules_of
from bids.services.rehearsal_stage import NoLoad
from bids.services.rehearsing import Busy, Shown, rehearse_draft
from calls.calling_rules import NotAllowed
from calls.forms.agents import AgentEditor
from calls.models import Agent
from calls.services import dialing, permission, requests
from organizations.dashboard.forms import Grouped
from organizations.dashboard.requests import (
    DashboardRequest,
    owners_change,
    posted,
    render_page_or_part,
    require_acting,
)
from organizations.tenancy.actors import user

FINAL_OFFER = ("reciprocity", "final_low", "final_high", "above_final", "far_ask")
CLOCK = ("opens_by_clock", "early_share", "early_hours", "late_hours", "enough_offers")


class NegotiationRulesForm(Grouped, forms.ModelForm):
    """The strategy, its pace and steps, and who may book; the rest has defaults that suit most."""

    class Meta:
        model = NegotiationRules
        fields: tuple[str, ...] = (
            *("strategy", "pace", "rounds", "step", "second_call", "agent_may_book"),
            *FINAL_OFFER,
            *CLOCK,
        )
        labels = {
            "pace": "When to come up",
            "step": "Round our counteroffers to the nearest ($)",
            "second_call": "Two calls from one carrier",
            "agent_may_book": "Agent can book",
            "reciprocity": "How much to come up per $1 they come down",
            "final_low": "Final offer, minimum (%)",
            "final_high": "Final offer, maximum (%)",
            "above_final": "Take a little over the final offer (% of range)",
            "far_ask": "Ignore asks above (%)",
            "opens_by_clock": "Pay more as pickup gets close",
            "early_share": "Early on, use up to (% of range)",
            "early_hours": "Early period ends (hours before pickup)",
            "late_hours": "Full range within (hours)",
            "enough_offers": "Stop coming up once you have this many offers",
        }

    GROUPS: ClassVar[tuple[tuple[str, tuple[str, ...]], ...]] = (
        ("Negotiation", ("strategy", "pace", "rounds", "step", "second_call")),
        ("Booking", ("agent_may_book",)),
        ("Final offer", FINAL_OFFER),
        ("Time to pickup", CLOCK),
    )
    ADVANCED = 2  # of the groups, from the last

    def clean(self) -> dict[str, Any]:
        """As the fields and the model have it: what the database holds as well isn't asked of it for a preview."""
        return self.cleaned_data

    def plain(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The groups that everybody looks at."""
        return self.groups()[: -self.ADVANCED]

    def advanced(self) -> list[tuple[str, list[forms.BoundField]]]:
        """Those that are folded away, unless something in them is wrong."""
        return self.groups()[-self.ADVANCED :]

    def is_wrong_in_advanced(self) -> bool:
        """Whether one of their fields has an error."""
        return any(field.errors for _, fields in self.advanced() for field in fields)


@require_http_methods(["GET", "HEAD", "POST"])
@owners_change
def negotiation_rules(request: DashboardRequest) -> HttpResponse:
    """Rounds, steps, who may book: everybody reads them, owners change them."""
    form = NegotiationRulesForm(posted(request), instance=rules_of(request.organization))
    if form.is_valid():
        change_negotiation_rules(
            organization=request.organization,
            values=form.cleaned_data,
            by=user(request.user),
            at=timezone.now(),
        )
        messages.info(request, "Saved.")
        return redirect("bids:negotiation_rules")
    context = {
        "form": form,
        "is_owner": request.membership.is_owner,
        "preview": None if form.is_bound else preview_of(form.instance),
    }
    return render(request, "bids/negotiation_rules.html", context)


@require_safe
def preview_negotiation(request: DashboardRequest) -> HttpResponse:
    """What the agent would answer on an example load by the rules in the address, which nobody has saved."""
    form = NegotiationRulesForm(request.GET, instance=NegotiationRules(organization=request.organization))
    context = {"preview": preview_of(form.instance) if form.is_valid() else None}
    return render_page_or_part(request, "bids/negotiation_preview.html", "preview", context)


# What earlier talks would have come to under others.


PERIODS = {"7": "7 days", "30": "30 days", "90": "90 days"}
LEAST_SHARE, MOST_SHARE = 50, 150  # percent of a load's rate


class ReplayForm(NegotiationRulesForm):
    """Which settings to try, and on the price talks of which days."""

    period = forms.ChoiceField(
        choices=list(PERIODS.items()),
        initial="30",
        label="Negotiations from the last",
        help_text="By the date of the first call.",
    )
    start_share = forms.IntegerField(
        min_value=LEAST_SHARE,
        max_value=MOST_SHARE,
        initial=100,
        label="Target (% of each load’s target)",
        help_text="100 keeps each load’s target.",
    )
    max_share = forms.IntegerField(
        min_value=LEAST_SHARE,
        max_value=MOST_SHARE,
        initial=100,
        label="Max buy (% of each load’s max buy)",
        help_text="100 keeps each load’s max buy.",
    )

    class Meta(NegotiationRulesForm.Meta):
        fields = ("strategy", "pace", "rounds", "step", *FINAL_OFFER, *CLOCK)

    GROUPS = (
        ("Try these settings", ("strategy", "pace", "rounds", "step")),
        ("On these negotiations", ("period", "start_share", "max_share")),
        ("Final offer", FINAL_OFFER),
        ("Time to pickup", CLOCK),
    )

    @property
    def settings(self) -> Settings:
        """What is to be tried, of a valid form."""
        shares = [Decimal(self.cleaned_data[name]) / 100 for name in ("start_share", "max_share")]
        return Settings(self.instance.policy, self.instance.clock, *shares)


@require_safe
def replay_talks(request: DashboardRequest) -> HttpResponse:
    """What the price talks of some days would have come to under the settings in the address, or those of today."""
    now = timezone.now()
    rules = rules_of(request.organization)
    form = ReplayForm(request.GET if "strategy" in request.GET else None, instance=rules)
    found, days = None, "30"
    if form.is_valid():
        days = form.cleaned_data["period"]
        found = replayed(now - timedelta(days=int(days)), now, form.settings)
    elif not form.is_bound:
        found = replayed(now - timedelta(days=int(days)), now, Settings(rules.policy, rules.clock))
    context = {
        "now": now,
        "form": form,
        "found": found,
        "period": PERIODS[days],
        "is_current": not form.is_bound,
    }
    return render(request, "bids/replay.html", context)


# Rehearsing an agent in the dashboard: the panel, and its simulated calls one after the other.


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
    has_model = permission.rules_of(agent.organization).language_model_enabled
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
        except (NoLoad, NotAllowed, dialing.NotReady) as error:
            return {"shown": shown, "refusal": str(error)}
        except requests.NoStops:
            return {"shown": shown, "refusal": "This load has no stops to ask about. Choose another one."}
    return {"shown": shown, "refusal": ""}
