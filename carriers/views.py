"""The carriers with the search for a lane, a carrier's page, and the vetting rules."""

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from carriers.models import Carrier, VettingRules
from carriers.selectors import carrier as selectors_carrier
from carriers.selectors.carriers import available_trucks
from carriers.services import learned, vetting
from carriers.states import LearnedKind
from carriers.tables import CarrierTable
from organizations.dashboard.forms import Grouped
from organizations.dashboard.requests import DashboardRequest, owners_change, posted, require_acting
from organizations.dashboard.table_views import show_table
from organizations.places.gazetteer import suggest_places
from organizations.tenancy.actors import user

# What a broker may say of a carrier.


class BlockForm(forms.Form):
    """Why nobody shall talk rates with a carrier."""

    reason = forms.CharField(
        max_length=300, label="Reason", help_text="For your team only. Never shared with the carrier."
    )


class NoteForm(forms.Form):
    """What colleagues should know of a carrier."""

    notes = forms.CharField(
        max_length=5000,
        required=False,
        label="Notes",
        widget=forms.Textarea(attrs={"rows": 4}),
        help_text="For your team only. Never shared with the carrier.",
    )


class FactForm(forms.Form):
    """Which of the facts that are known of a carrier is meant."""

    kind = forms.ChoiceField(choices=LearnedKind.choices)
    value = forms.CharField(max_length=300)
    phone = forms.CharField(max_length=20, required=False)


SUGGESTED = 8


@require_safe
def list_carriers(request: DashboardRequest) -> HttpResponse:
    """All carriers below the trucks that have no load, or those of a lane with its map."""
    trucks = available_trucks(request.organization, at=timezone.now())
    return show_table(request, CarrierTable, "carriers/list.html", {"trucks": trucks})


@require_safe
def suggest(request: DashboardRequest) -> HttpResponse:
    """Places like what is being typed as an origin or a destination, as options of a field's list."""
    text = (request.GET.get("origin") or request.GET.get("destination") or "")[:100]
    places = suggest_places(text, SUGGESTED) if text.strip() else []
    return render(request, "carriers/places.html", {"places": places})


@require_safe
def show_carrier(request: DashboardRequest, pk: int) -> HttpResponse:
    """One carrier: how it stands and why, its lanes, how it is reached; its bids and calls are fetched by the page."""
    carrier = get_object_or_404(Carrier.objects.all(), pk=pk)
    context = {
        "now": timezone.now(),
        "page": selectors_carrier.carrier_page(carrier),
        "may_act": request.membership.may_act,
        "block_form": BlockForm(),
        "note_form": NoteForm(initial={"notes": carrier.notes}),
    }
    return render(request, "carriers/page.html", context)


@require_POST
def block(request: DashboardRequest, pk: int) -> HttpResponse:
    """Talk rates with a carrier no more, for a reason. 403 for who only reads, 404 for a carrier of others."""
    carrier = _carrier_to_judge(request, pk)
    form = BlockForm(request.POST)
    if form.is_valid():
        vetting.block_carrier(
            carrier=carrier, reason=form.cleaned_data["reason"], by=user(request.user), at=timezone.now()
        )
    else:
        messages.error(request, "Enter a reason of up to 300 characters.")
    return redirect("carriers:page", carrier.pk)


@require_POST
def unblock(request: DashboardRequest, pk: int) -> HttpResponse:
    """Let a carrier's papers decide again."""
    carrier = _carrier_to_judge(request, pk)
    vetting.unblock_carrier(carrier=carrier, by=user(request.user), at=timezone.now())
    return redirect("carriers:page", carrier.pk)


@require_POST
def prefer(request: DashboardRequest, pk: int) -> HttpResponse:
    """Prefer a carrier to others, or with an empty `on` take it as any other."""
    carrier = _carrier_to_judge(request, pk)
    change = vetting.prefer_carrier if request.POST.get("on") else vetting.unprefer_carrier
    change(carrier=carrier, by=user(request.user), at=timezone.now())
    return redirect("carriers:page", carrier.pk)


@require_POST
def note(request: DashboardRequest, pk: int) -> HttpResponse:
    """Write down what colleagues should know of a carrier, in the place of what stood there."""
    carrier = _carrier_to_judge(request, pk)
    form = NoteForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Notes can have up to 5,000 characters.")
        context = {"now": timezone.now(), "page": selectors_carrier.carrier_page(carrier), "may_act": True}
        context |= {"block_form": BlockForm(), "note_form": form}
        return render(request, "carriers/page.html", context, status=400)
    vetting.note_carrier(
        carrier=carrier, notes=form.cleaned_data["notes"], by=user(request.user), at=timezone.now()
    )
    return redirect("carriers:page", carrier.pk)


@require_POST
def correct(request: DashboardRequest, pk: int) -> HttpResponse:
    """Take a wrong fact out of what is known of a carrier, or with `do=restore` put it back."""
    carrier = _carrier_to_judge(request, pk)
    form = FactForm(request.POST)
    if form.is_valid():
        change = learned.restore_fact if request.POST.get("do") == "restore" else learned.remove_fact
        change(carrier=carrier, **form.cleaned_data, by=user(request.user), at=timezone.now())
    return redirect(f"{reverse('carriers:page', args=[carrier.pk])}#known")


def _carrier_to_judge(request: DashboardRequest, pk: int) -> Carrier:
    """The carrier, for somebody who may act."""
    carrier = get_object_or_404(Carrier.objects.all(), pk=pk)
    require_acting(request)
    return carrier


# The settings about carriers: what the organization asks of them.


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
            "requires_active_authority": "Require active authority",
            "least_authority_days": "Min. age of authority (days)",
            "young_authority": "If authority is newer",
            "least_liability": "Min. auto liability",
            "least_cargo": "Min. cargo insurance",
            "low_cargo": "If cargo is below the minimum",
            "refuses_out_of_service": "Not approved if out of service",
            "conditional_rating": "If safety rating is Conditional",
            "unrated": "If not rated",
            "requires_connection": "Require completed setup",
            "requires_phone": "Require a verified phone",
            "most_days_old": "Re-verify carriers after (days)",
            "transfers_incomplete": "Transfer to a rep",
            "papers_email": "Carriers send paperwork to",
        }

    GROUPS = (
        ("Authority", ("requires_active_authority", "least_authority_days", "young_authority")),
        ("Insurance", ("least_liability", "least_cargo", "low_cargo")),
        ("Safety", ("refuses_out_of_service", "conditional_rating", "unrated")),
        ("Identity", ("requires_connection", "requires_phone", "most_days_old")),
        ("Setup incomplete", ("transfers_incomplete", "papers_email")),
    )


@require_http_methods(["GET", "HEAD", "POST"])
@owners_change
def vetting_rules(request: DashboardRequest) -> HttpResponse:
    """What is asked of carriers: everybody reads it, owners change it, and every carrier is vetted anew."""
    form = VettingRulesForm(posted(request), instance=vetting.rules_of(request.organization))
    if form.is_valid():
        if form.changed_data:
            vetting.change_rules(
                rules=form.instance, fields=form.changed_data, by=user(request.user), at=timezone.now()
            )
            messages.info(request, "Saved. Re-checking all carriers now. This may take a few minutes.")
        return redirect("carriers:vetting_rules")
    context = {"form": form, "is_owner": request.membership.is_owner}
    return render(request, "carriers/vetting_rules.html", context)
