"""Setting up a first load: the step, a CSV file, pasted JSON, a test load."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from django import forms
from django.contrib import messages
from django.db.models import Exists
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST
from rest_framework.exceptions import ValidationError

from loads import services
from loads.load_events import validate_event
from loads.mappings.rules import city_and_state, read_number, wall_clock
from loads.models import Load
from loads.selectors import FACTS
from organizations.api import problems
from organizations.api.imports import Refused
from organizations.api.parsers import parse_strict
from organizations.dashboard.requests import DashboardRequest, posted, require_acting
from organizations.dashboard.uploads import Taking, UploadForm, upload_page
from organizations.paths import Unreadable
from organizations.setup import Step
from organizations.tenancy.actors import user


def _loads_in_words(_organization: object) -> str:
    is_booked = FACTS["bids and calls"].is_booked()
    count = Load.objects.open().exclude(is_booked).count()
    return f"{count:,} open load{'' if count == 1 else 's'} on the board"


STEP = Step(
    key="load",
    position=50,
    icon="truck",
    title="Add a load",
    purpose="Send one from your TMS, upload a list, or start with a test load.",
    action="Add a load",
    url_name="loads:setup",
    is_done=lambda: Exists(Load.objects.all()),
    summary=_loads_in_words,
)


# A row of somebody's list of loads, as the event that a TMS would send of it. Pure.


# Field | its name in the list of choices | how headings call it, in small letters and digits alone
TABLE = """
id | Load number | id load loadid loadnumber loadno number ref reference shipmentid pro order
status | Status | status loadstatus
customerName | Customer | customer customername shipper client account
origin | Origin (city, ST) | origin from pickuplocation shipfrom pickup
origin.city | Origin city | origincity pickupcity fromcity shippercity pucity
origin.state | Origin state | originstate pickupstate fromstate shipperstate originst pustate
origin.zip | Origin ZIP | originzip pickupzip fromzip originpostalcode
destination | Destination (city, ST) | destination dest to deliverylocation shipto dropofflocation delivery consignee
destination.city | Destination city | destinationcity destcity deliverycity tocity consigneecity dropoffcity delcity
destination.state | Destination state | destinationstate deststate deliverystate tostate consigneestate dropoffstate destst delstate
destination.zip | Destination ZIP | destinationzip destzip deliveryzip tozip destinationpostalcode
pickupTime | Pickup date and time | pickuptime pickupdate pickupdatetime pickupstart shipdate pudate pickupappt earliestpickup
pickupEndTime | Pickup until | pickupendtime pickupend latestpickup pickupuntil
dropoffTime | Delivery date and time | dropofftime deliverytime deliverydate deliverydatetime dropoffdate deldate deliveryappt earliestdelivery
dropoffEndTime | Delivery until | dropoffendtime deliveryendtime deliveryend latestdelivery deliveryuntil
equipment | Equipment | equipment equipmenttype trailer trailertype mode equip
totalDistance | Miles | totaldistance distance miles totalmiles mileage
weight | Weight (lbs) | weight weightlbs lbs totalweight
commodity | Commodity | commodity commodities product description
customerRate | Customer rate | customerrate billrate revenue linehaul customercharge billedrate
startRate | Target (opening) rate | startrate targetrate target openingrate postedrate offerrate
bookNowRate | Book-it-now rate | booknowrate booknow bookitnow bookitnowrate
maxRate | Max buy | maxrate maxbuy maxpay maxbuyrate max
specialInstructions | Special instructions | specialinstructions instructions notes comments remarks
"""  # noqa: E501 (a row is a line)
COLUMNS = [[cell.strip() for cell in line.split("|")] for line in TABLE.strip().splitlines()]
FIELDS = {name: label for name, label, _ in COLUMNS}
NUMBERS = ("totalDistance", "weight", "customerRate", "startRate", "bookNowRate", "maxRate")
TIMES = ("pickupTime", "pickupEndTime", "dropoffTime", "dropoffEndTime")


def guess_columns(headings: Sequence[str]) -> dict[str, int]:
    """The column of each field that a heading names; of several spellings the one that stands first above."""
    keys = [re.sub(r"[^a-z0-9]", "", heading.casefold()) for heading in headings]
    found: dict[str, int] = {}
    for name, _, spellings in COLUMNS:
        place = next((keys.index(each) for each in spellings.split() if each in keys), None)
        if place is not None and place not in found.values():
            found[name] = place
    return found


def read_load(row: Mapping[str, str]) -> dict[str, Any]:
    """The load event of a row, JSON-able; raises Refused with all that is wrong with it."""
    event: dict[str, Any] = {"status": "UNASSIGNED"}
    wrong: list[str] = []
    for name, text in row.items():
        if not text:
            continue
        try:
            _put(event, name, text)
        except ValueError as error:
            wrong.append(f"{FIELDS[name]}: {error}")
    if "id" not in event:
        wrong.append("Load number: Every load needs one.")
    if not wrong:
        try:
            validate_event(event)
        except ValidationError as error:
            wrong = [
                f"{FIELDS.get(each['field'], each['field'])}: {each['detail']}"
                for each in problems.flatten(error.detail)
            ]
    if wrong:
        raise Refused(" ".join(wrong))
    return event


def _put(event: dict[str, Any], name: str, text: str) -> None:
    place, _, part = name.partition(".")
    if place in ("origin", "destination"):
        parts = {part: text} if part else city_and_state(text)
        event.setdefault(place, {}).update(parts)
    elif name in NUMBERS:
        event[name] = _amount(text)
    elif name in TIMES:
        event[name] = _moment(text)
    elif name == "status":
        event[name] = text.upper().replace(" ", "_")
    else:
        event[name] = text


def _amount(text: str) -> float:
    number = read_number(text)
    if number is None or number < 0:
        raise Unreadable(f"“{text[:40]}” isn’t a number.")
    return float(number)


def _moment(text: str) -> str:
    """The wall clock's time; of a day alone its beginning."""
    moment = wall_clock(text)
    if moment.tzinfo is not None:
        raise Unreadable("Give the time at the place, without an offset.")
    return moment.isoformat()


# The pages.


MAX_LOADS = 1_000
MAX_LENGTH = 200_000  # characters of an event


class EventForm(forms.Form):
    """A load as a TMS sends it."""

    body = forms.CharField(
        label="Paste a load from your TMS",
        max_length=MAX_LENGTH,
        widget=forms.Textarea(attrs={"rows": 10, "spellcheck": "false", "class": "mono"}),
        help_text="For IT: the JSON your TMS sends. Only id is required.",
    )

    def clean_body(self) -> tuple[bytes, dict[str, Any]]:
        """The body with what it says; everything that is wrong is told at once."""
        raw = self.cleaned_data["body"].encode()
        try:
            return raw, validate_event(parse_strict(raw))
        except ValidationError as error:
            found = problems.flatten(error.detail)
        except problems.Invalid as error:
            found = error.errors
        raise forms.ValidationError(
            [f"{each['field']}: {each['detail']}" if each["field"] else each["detail"] for each in found[:20]]
        )


@require_http_methods(["GET", "HEAD", "POST"])
def page(request: DashboardRequest) -> HttpResponse:
    """The ways to a first load; by POST, one that was pasted."""
    form = EventForm(posted(request))
    if request.method == "POST":
        require_acting(request)
        if form.is_valid():
            raw, event = form.cleaned_data["body"]
            load = services.ingest_load_event(
                organization=request.organization,
                raw=raw,
                event=event,
                by=user(request.user),
                at=timezone.now(),
            )
            _announce(request, load)
            return redirect("organizations:setup")
    context = {
        "form": form,
        "upload": UploadForm(most_rows=MAX_LOADS),
        "may_act": request.membership.may_act,
    }
    return render(request, "setup/load.html", context, status=400 if form.errors else 200)


@require_POST
def upload(request: DashboardRequest) -> HttpResponse:
    """Loads out of a file."""
    require_acting(request)
    return upload_page(request, TAKING)


def _announce(request: DashboardRequest, load: Load) -> None:
    messages.info(request, f"Load {load.external_id} is on the board.")
    if load.lacking:
        messages.warning(request, f"The agent can offer it once it has: {', '.join(load.lacking)}.")


def _store(request: DashboardRequest, events: list[Any], _places: Mapping[str, int]) -> str:
    by, at = user(request.user), timezone.now()
    for event in events:
        services.ingest_load_event(
            organization=request.organization,
            raw=orjson.dumps(event),
            event=validate_event(event),
            by=by,
            at=at,
        )
    return f"{len(events):,} load{'' if len(events) == 1 else 's'} imported."


TAKING = Taking(
    title="Import loads",
    noun="load",
    most_rows=MAX_LOADS,
    fields=FIELDS,
    guess=guess_columns,
    read=read_load,
    store=_store,
    back="loads:setup",
)
