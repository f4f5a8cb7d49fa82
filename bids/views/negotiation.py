"""How the agents haggle: the settings, a preview of them, and what earlier talks would have cost under others."""

from datetime import timedelta
from decimal import Decimal
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from bids.models import NegotiationRules
from bids.replay import Settings
from bids.selectors.negotiation_receipts import preview_of
from bids.selectors.replays import replayed
from bids.services.negotiating import change_negotiation_rules, rules_of
from organizations.dashboard.forms import Grouped
from organizations.dashboard.requests import DashboardRequest, owners_change, posted, render_page_or_part
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
            "pace": "Concessions",
            "step": "Rounding ($)",
            "second_call": "Two calls from one carrier",
            "agent_may_book": "Agent can book",
            "reciprocity": "Matching ($ per $)",
            "final_low": "Final offer, at least (%)",
            "final_high": "Final offer, at most (%)",
            "above_final": "Above the final offer (%)",
            "far_ask": "Too-high asks (%)",
            "opens_by_clock": "Pay more as pickup gets close",
            "early_share": "Share used early (%)",
            "early_hours": "Early means more than (hours)",
            "late_hours": "Full range within (hours)",
            "enough_offers": "Hold at this many offers",
        }

    GROUPS: ClassVar[tuple[tuple[str, tuple[str, ...]], ...]] = (
        ("Negotiation", ("strategy", "pace", "rounds", "step", "second_call")),
        ("Booking", ("agent_may_book",)),
        ("Final offer", FINAL_OFFER),
        ("Clock", CLOCK),
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
        label="Price talks from the last",
        help_text="Counted from the first call.",
    )
    start_share = forms.IntegerField(
        min_value=LEAST_SHARE,
        max_value=MOST_SHARE,
        initial=100,
        label="Target (% of the load’s)",
        help_text="100 keeps each load’s target.",
    )
    max_share = forms.IntegerField(
        min_value=LEAST_SHARE,
        max_value=MOST_SHARE,
        initial=100,
        label="Max buy (% of the load’s)",
        help_text="100 keeps each load’s max buy.",
    )

    class Meta(NegotiationRulesForm.Meta):
        fields = ("strategy", "pace", "rounds", "step", *FINAL_OFFER, *CLOCK)

    GROUPS = (
        ("Try these settings", ("strategy", "pace", "rounds", "step")),
        ("On these talks", ("period", "start_share", "max_share")),
        ("Final offer", FINAL_OFFER),
        ("Clock", CLOCK),
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
