"""The settings about carriers: what the organization asks of them."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from carriers import services
from carriers.models import VettingRules
from organizations.actors import user
from organizations.dashboard import DashboardRequest, posted
from organizations.roles import owners_change
from organizations.settings.grouped import Grouped


class VettingRulesForm(Grouped, forms.ModelForm):
    """What is asked of a carrier, and what becomes of one that doesn't have it."""

    class Meta:
        model = VettingRules
        fields = (
            "requires_active_authority",
            "least_authority_days",
            "young_authority",
            "least_liability",
            "least_cargo",
            "low_cargo",
            "refuses_out_of_service",
            "conditional_rating",
            "unrated",
            "requires_connection",
            "requires_phone",
            "most_days_old",
            "transfers_incomplete",
            "papers_email",
        )
        labels = {
            "requires_active_authority": "Authority must be active",
            "least_authority_days": "Least age of the authority, days",
            "young_authority": "A younger authority",
            "least_liability": "Least liability insurance",
            "least_cargo": "Least cargo insurance",
            "low_cargo": "Less cargo insurance",
            "refuses_out_of_service": "Refused while out of service",
            "conditional_rating": "A conditional safety rating",
            "unrated": "No safety rating",
            "requires_connection": "Must be onboarded",
            "requires_phone": "Must have a registered phone",
            "most_days_old": "Good news counts for, days",
            "transfers_incomplete": "Put through to a person",
            "papers_email": "Papers go to",
        }

    GROUPS = (
        ("Authority", ("requires_active_authority", "least_authority_days", "young_authority")),
        ("Insurance", ("least_liability", "least_cargo", "low_cargo")),
        ("Safety", ("refuses_out_of_service", "conditional_rating", "unrated")),
        ("Identity", ("requires_connection", "requires_phone", "most_days_old")),
        ("Carriers whose papers are incomplete", ("transfers_incomplete", "papers_email")),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@owners_change
def vetting_rules(request: DashboardRequest) -> HttpResponse:
    """What is asked of carriers: everybody reads it, owners change it, and every carrier is vetted anew."""
    form = VettingRulesForm(posted(request), instance=services.rules_of(request.organization))
    if form.is_valid():
        if form.changed_data:
            services.change_rules(
                rules=form.instance, fields=form.changed_data, by=user(request.user), at=timezone.now()
            )
            messages.info(request, "Saved. Every carrier is vetted anew; that may take some minutes.")
        return redirect("carriers:vetting_rules")
    context = {"form": form, "is_owner": request.membership.is_owner}
    return render(request, "carriers/vetting_rules.html", context)
