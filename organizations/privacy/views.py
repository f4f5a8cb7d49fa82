"""Settings, Privacy: how long things are kept, and what is held of a person; for owners."""

from collections import Counter
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from organizations.dashboard.forms import Grouped
from organizations.dashboard.requests import DashboardRequest, owners_only, posted, refusals_as_messages
from organizations.models import PERIODS, Erasure, Retention
from organizations.privacy import erasing, retention
from organizations.privacy.holdings import PersonBusy
from organizations.privacy.people import NobodyNamed, Person, person_of
from organizations.tenancy.actors import user

MAX_ERASURES = 20  # that are shown
# What a broker calls the rows; other kinds go by their table's name.
WORDS = {
    "conversations": "Calls and emails",
    "turns": "Lines of transcripts",
    "bids": "Offers",
    "events": "Events for your other systems",
    "delivery attempts": "Events sent",
    "promises": "Callbacks",
    "contact findings": "Phone and email checks",
    "facts requests": "Phone and email checks",
    "learned facts": "What carriers told the agent",
    "negotiation steps": "Negotiation steps",
    "price talks": "Negotiations",
    "truck capacity": "Trucks offered",
    "outreach candidates": "Calls in outreach",
}


class RetentionForm(Grouped, forms.ModelForm):
    """For how many days things are kept."""

    GROUPS: ClassVar = (("How long to keep data", PERIODS),)

    class Meta:
        model = Retention
        fields = PERIODS
        labels: ClassVar = {
            "recordings_days": "Recordings (days)",
            "transcripts_days": "Transcripts (days)",
            "callers_days": "Caller details (days)",
            "load_events_days": "Raw TMS payloads (days)",
        }


class PersonForm(forms.Form):
    """Whose data is looked for."""

    person = forms.CharField(
        label="Phone number or email",
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off", "placeholder": "(312) 555-0123"}),
    )

    def clean_person(self) -> Person:
        """Whoever was named."""
        try:
            return person_of(self.cleaned_data["person"])
        except NobodyNamed as error:
            raise ValidationError(str(error)) from None


class EraseForm(PersonForm):
    """Whose data is erased: named once more, since there is no way back."""

    again = forms.CharField(
        label="Type the number or email again to erase it",
        max_length=254,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["person"].widget = forms.HiddenInput()

    def clean_again(self) -> str:
        """The same person."""
        again: str = self.cleaned_data["again"]
        try:
            is_same = person_of(again) == self.cleaned_data.get("person")
        except NobodyNamed:
            is_same = False
        if not is_same:
            raise ValidationError("This doesn’t match.")
        return again


@require_http_methods(["GET", "HEAD", "POST"])
@owners_only
def privacy(request: DashboardRequest) -> HttpResponse:
    """The periods; below them, looking for a person."""
    form = RetentionForm(posted(request), instance=retention.retention_of(request.organization))
    if form.is_valid():
        retention.change_retention(
            organization=request.organization,
            periods=form.cleaned_data,
            by=user(request.user),
            at=timezone.now(),
        )
        messages.info(request, "Saved.")
        return redirect("organizations:privacy")
    return _show(request, form=form)


# A number in an address would stand in logs: it is posted, also to look.


@sensitive_post_parameters()
@require_POST
@owners_only
def find_person(request: DashboardRequest) -> HttpResponse:
    """What is held of a person."""
    form = PersonForm(request.POST)
    if not form.is_valid():
        return _show(request, person_form=form)
    return _show(request, person_form=form, **_found(form.cleaned_data["person"]))


@sensitive_post_parameters()
@require_POST
@owners_only
def erase_person(request: DashboardRequest) -> HttpResponse:
    """Have a person erased."""
    form = EraseForm(request.POST)
    if not form.is_valid():
        person = form.cleaned_data.get("person")
        found = _found(person) if person else {}
        return _show(request, **found | {"erase_form": form})
    with refusals_as_messages(request, erasing.NotErased):
        erasing.request_erasure(
            organization=request.organization,
            person=form.cleaned_data["person"],
            by=user(request.user),
            at=timezone.now(),
        )
        messages.info(request, "We’re erasing this data. It takes a few minutes.")
    return redirect("organizations:privacy")


def _found(person: Person) -> dict[str, Any]:
    try:
        counts = erasing.find(person, in_all=False)
    except PersonBusy as error:
        return {"found": [], "refused": str(error)}
    shown: Counter[str] = Counter()
    for label, count in counts.items():
        shown[WORDS.get(label, label[:1].upper() + label[1:])] += count
    return {
        "found": [(label, count, "") for label, count in sorted(shown.items())],
        "erase_form": EraseForm(initial={"person": person.address}),
        "person": person,
        "others": erasing.find_others(person),
    }


def _show(request: DashboardRequest, **more: Any) -> HttpResponse:
    context = {
        "form": RetentionForm(instance=retention.retention_of(request.organization)),
        "person_form": PersonForm(),
        "erasures": Erasure.objects.order_by("-requested_at", "-pk")[:MAX_ERASURES],
        "is_owner": True,
        **more,
    }
    return render(request, "organizations/settings/privacy.html", context)
