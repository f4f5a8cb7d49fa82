"""Setting up carriers: the step, a CSV file with its columns matched, a look-up by number, sample carriers."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.db import DataError, IntegrityError, transaction
from django.db.models import Exists
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from carriers import file_columns
from carriers.file_reading import MAX_DOT_DIGITS, FileCarrier, read_census, read_own
from carriers.identity import Numbers, ensure_carriers
from carriers.imports import store_carriers
from carriers.models import Carrier
from carriers.registry.sources import carrier_sources
from carriers.services import facts
from carriers.states import Source
from organizations import audit
from organizations.api.imports import Outcome, Raced, Refused
from organizations.dashboard.requests import DashboardRequest, posted, require_acting
from organizations.dashboard.uploads import Taking, UploadForm, upload_page
from organizations.models import Organization
from organizations.setup import Step
from organizations.tenancy.actors import user


def _carriers_in_words(_organization: object) -> str:
    count = Carrier.objects.count()
    return f"{count:,} carrier{'' if count == 1 else 's'} on file"


STEP = Step(
    key="carriers",
    position=40,
    icon="map-pin",
    title="Add carriers",
    purpose="The agent talks rates with carriers that pass your rules. Bring your list, or use sample carriers.",
    action="Add carriers",
    url_name="carriers:setup",
    is_done=lambda: Exists(Carrier.objects.all()),
    summary=_carriers_in_words,
)


# A brokerage's first carriers: out of a file, looked up in the register, or made up.


MAX_CARRIERS = 5_000
MAX_TRIES = 3
# What a broker's own list mostly has, with the field's own words; the rest by its plain name.
WORDS = {
    "dot_number": "USDOT number",
    "mc_number": "MC number",
    "name": "Carrier name",
    "dba_name": "DBA name",
    "postal_code": "ZIP",
    "other_phone": "Second phone",
    "other_email": "Second email",
    "equipment_types": "Equipment",
    "fleet_size": "Trucks",
    "is_capacity_carrier": "Core carrier",
    "is_preferred": "Preferred",
    "is_blocked": "Do not use",
    "block_reason": "Do-not-use reason",
    "connection_status": "Setup status",
    "identity_assessment": "Vetting result",
    "liability_insurance": "Auto liability",
    "liability_expiry_date": "Auto liability until",
    "cargo_expiry_date": "Cargo insurance until",
    "authority_granted_date": "Authority since",
    "out_of_service_date": "Out of service since",
}
FIELDS = {name: WORDS.get(name, name.replace("_", " ").capitalize()) for name in file_columns.OWN}
CENSUS_FIELDS = {name: FIELDS.get(name, name.replace("_", " ").capitalize()) for name in file_columns.CENSUS}


class LookUpForm(forms.Form):
    """A carrier by its number."""

    kind = forms.ChoiceField(choices=[("dot", "USDOT number"), ("mc", "MC number")], label="By")
    number = forms.IntegerField(
        min_value=1,
        max_value=MAX_DOT_DIGITS,
        label="Number",
        localize=False,
        widget=forms.TextInput(attrs={"inputmode": "numeric"}),
    )


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: DashboardRequest) -> HttpResponse:
    """The ways to first carriers; by POST, one to look up in the register."""
    can_look_up = bool(carrier_sources())
    form = LookUpForm(posted(request))
    if request.method == "POST":
        require_acting(request)
        if can_look_up and form.is_valid():
            _look_up(request, form)
            return redirect("organizations:setup")
    context = {
        "form": form if can_look_up else None,
        "upload": UploadForm(most_rows=MAX_CARRIERS),
        "may_act": request.membership.may_act,
    }
    return render(request, "setup/carriers.html", context, status=400 if form.errors else 200)


@require_POST
def upload(request: DashboardRequest) -> HttpResponse:
    """Carriers out of a file of the broker's own, or of the census."""
    require_acting(request)
    return upload_page(request, CENSUS, OWN)


def _look_up(request: DashboardRequest, form: LookUpForm) -> None:
    number, at = form.cleaned_data["number"], timezone.now()
    numbers = Numbers(number, "") if form.cleaned_data["kind"] == "dot" else Numbers(None, str(number))
    with transaction.atomic():
        ensure_carriers(organization=request.organization, numbers=[numbers], at=at)
        facts.want_facts(organization=request.organization, numbers=numbers, at=at)
    messages.info(request, "Looking it up. It shows under Carriers in a moment.")


def _guess(spellings: Mapping[str, tuple[str, ...]], headings: Sequence[str]) -> Mapping[str, int]:
    return file_columns.find_columns(headings, spellings).places


def _read(reader: Callable[[Mapping[str, str]], FileCarrier], row: Mapping[str, str]) -> FileCarrier:
    """A row, whose mistakes are told by the names that people chose from."""
    try:
        return reader(row)
    except Refused as error:
        words = re.sub(r"\b([a-z_0-9]+): ", lambda found: f"{FIELDS.get(found[1], found[1])}: ", str(error))
        raise Refused(words) from None


def _store(source: Source, request: DashboardRequest, carriers: list[Any], _places: Mapping[str, int]) -> str:
    at = timezone.now()
    for attempt in range(MAX_TRIES):
        try:
            with transaction.atomic():
                # Two imports into one organization take turns; nobody else waits for this lock.
                Organization.objects.select_for_update(no_key=True).get(pk=request.organization.pk)
                outcomes = store_carriers(
                    organization=request.organization, source=source, carriers=carriers, found_at=at, at=at
                )
                new, updated = outcomes.count(Outcome.IMPORTED), outcomes.count(Outcome.UPDATED)
                audit.record(
                    organization=request.organization,
                    action="carriers.imported",
                    subject=request.organization,
                    by=user(request.user),
                    at=at,
                    imported=new,
                    updated=updated,
                )
        except Raced:
            if attempt == MAX_TRIES - 1:
                raise
        except (DataError, IntegrityError):
            return (
                "Nothing was imported: a row holds what can’t be stored. Upload the file in parts to find it."
            )
        else:
            return (
                f"{new:,} new carriers, {updated:,} updated, {len(outcomes) - new - updated:,} as they were."
            )
    raise AssertionError("unreachable")


OWN = Taking(
    title="Import carriers",
    noun="carrier",
    most_rows=MAX_CARRIERS,
    fields=FIELDS,
    guess=lambda headings: _guess(file_columns.OWN, headings),
    read=lambda row: _read(read_own, row),
    store=lambda *given: _store(Source.FILE, *given),
    back="carriers:setup",
)
CENSUS = Taking(
    title="Import carriers",
    noun="carrier",
    most_rows=MAX_CARRIERS,
    fields=CENSUS_FIELDS,
    guess=lambda headings: _guess(file_columns.CENSUS, headings),
    read=lambda row: _read(read_census, row),
    store=lambda *given: _store(Source.CENSUS, *given),
    back="carriers:setup",
    fits=file_columns.is_census,
)
