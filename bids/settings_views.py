"""The settings about money: how the agents haggle."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from bids.models import NegotiationRules
from bids.services import rules_of
from bids.services.rules import change_negotiation_rules
from organizations.actors import user
from organizations.dashboard import DashboardRequest, posted
from organizations.roles import owners_change
from organizations.settings.grouped import Grouped


class NegotiationRulesForm(Grouped, forms.ModelForm):
    """Rounds, steps, and who may book."""

    class Meta:
        model = NegotiationRules
        fields = ("rounds", "step", "agent_may_book")
        labels = {"step": "Step, dollars", "agent_may_book": "The agent may book"}

    GROUPS = (("Haggling", ("rounds", "step")), ("Booking", ("agent_may_book",)))


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
    context = {"form": form, "is_owner": request.membership.is_owner}
    return render(request, "bids/negotiation_rules.html", context)
