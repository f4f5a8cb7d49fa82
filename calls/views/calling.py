"""What a broker has somebody called for: calling back, calling a carrier, a check call, a load offered by the agent."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django import forms
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from calls.calling_rules import NotAllowed
from calls.forms.calls import CarrierCallForm, CheckCallForm, OfferForm, PersonsCallForm
from calls.models import Call
from calls.selectors import today
from calls.services import dialing, requests
from calls.views.calls import for_brokers
from carriers.models import Carrier
from loads.models import OPEN_STATUSES, Load
from loads.selectors import FACTS
from organizations import services as organizations
from organizations.dashboard.requests import DashboardRequest, posted, render_page_or_part, require_acting
from organizations.tenancy.actors import user

may_show_form = require_http_methods(["GET", "HEAD", "POST"])


@may_show_form
@for_brokers
def call_back(request: DashboardRequest, call: Call) -> HttpResponse:
    """Ring the broker's own phone, then whoever a call was with; the card beside the form says what to know."""
    facts = today.call_back_of(call)
    form = PersonsCallForm(
        posted(request),
        initial={
            "phone": request.membership.phone,
            "number": request.GET.get("to") or ("" if facts.is_opted_out else facts.number),
        },
        organization=request.organization,
    )

    def make() -> Call:
        return _call_as_person(
            request,
            form,
            loads=list(call.conversation.loads.all()),
            carrier=call.conversation.carrier,
            follows=call.conversation,
            party=facts.name,
        )

    context = {"page": facts, **_numbers(facts.numbers, facts.opted_out)}
    return _asked(request, form, make, "calls/call_back.html", context)


@may_show_form
def call_carrier(request: DashboardRequest, carrier_pk: int) -> HttpResponse:
    """Ring the broker's own phone, then a carrier's, about a load or none; `?load=` and `?to=` fill the form."""
    carrier = get_object_or_404(Carrier.objects.all(), pk=carrier_pk)
    require_acting(request)
    known = today.numbers_of(carrier)
    numbers = _numbers(known, today.opted_out(number for number, _ in known))
    form = CarrierCallForm(
        posted(request),
        initial={
            "phone": request.membership.phone,
            "number": request.GET.get("to") or next((number for number, _ in numbers["numbers"]), ""),
            "load": request.GET.get("load", ""),
        },
        organization=request.organization,
    )

    def make() -> Call:
        load = form.cleaned_data["load"]
        return _call_as_person(
            request, form, loads=[load] if load else [], carrier=carrier, party=carrier.name
        )

    context = {"carrier": carrier, "open_loads": today.open_loads(), **numbers}
    return _asked(request, form, make, "calls/call_carrier.html", context)


@require_safe
def load_actions(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """Whom a broker may have called about a load, and what check calls told; alone where htmx asks."""
    is_booked = FACTS["bids and calls"].is_booked()
    load = get_object_or_404(
        Load.objects.defer("special_instructions").annotate(is_booked=is_booked), pk=load_pk
    )
    context = {
        "now": timezone.now(),
        "load": load,
        "reports": today.reports_of(load),
        # There is a truck to ask about, as far as anybody has said.
        "is_on_its_way": load.is_booked or load.status not in OPEN_STATUSES,  # type: ignore[attr-defined]
        "may_act": request.membership.may_act,
    }
    return render_page_or_part(request, "calls/load_actions.html", "actions", context)


@may_show_form
def check_call(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """Have the agent ask where a load is."""
    load = get_object_or_404(Load.objects.all(), pk=load_pk)
    require_acting(request)
    form = CheckCallForm(posted(request), initial={"callType": _next_stop(load)})

    def make() -> Call:
        given = {name: value for name, value in form.cleaned_data.items() if value not in ("", None)}
        destination = given.pop("number")
        asked = {"loadNumber": load.external_id, **given}
        as_text = {name: str(given[name]) for name in ("dispatchPhone", "reeferTemperature") if name in given}
        return requests.request_check_call(
            organization=request.organization,
            destination=destination,
            request=asked,
            input_data=asked | as_text,
            by=user(request.user),
            at=timezone.now(),
        )

    return _asked(request, form, make, "calls/check_call.html", {"load": load})


@may_show_form
def offer_load(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """Have the agent offer a load to a carrier."""
    load = get_object_or_404(Load.objects.all(), pk=load_pk)
    require_acting(request)
    carriers = today.carriers_of_lane(load)
    form = OfferForm(posted(request), carriers=carriers)

    def make() -> Call:
        given = form.cleaned_data
        body = {
            "loadId": load.external_id,
            "dotNumber": given["dotNumber"],
            "contactName": given["contactName"],
        }
        return requests.request_carrier_sales_call(
            organization=request.organization,
            destination=given["number"],
            request=body,
            input_data=body,
            by=user(request.user),
            at=timezone.now(),
        )

    return _asked(request, form, make, "calls/offer_load.html", {"load": load})


def _asked(
    request: DashboardRequest,
    form: forms.Form,
    make: Callable[[], Call],
    template: str,
    context: dict[str, Any],
) -> HttpResponse:
    """Show a form; once it is valid, make the call and go to its page. What it is refused for stands on the form."""
    if form.is_valid():
        try:
            return redirect("calls:page", make().pk)
        except NotAllowed as error:
            form.add_error(None, in_words(error, timezone.now()))
        except requests.NoStops:
            form.add_error(None, "This load has no stops yet. They fill in when your TMS sends them.")
        except (requests.LoadUnavailable, dialing.NotReady) as error:
            form.add_error(None, str(error))
    context |= {"form": form, "now": timezone.now()}
    return render(request, template, context, status=400 if form.is_bound else 200)


def _numbers(known: list[tuple[str, str]], opted_out: list[str]) -> dict[str, Any]:
    """The numbers that may be called, each with whose it is, and those on the do-not-call list."""
    return {"numbers": [pair for pair in known if pair[0] not in opted_out], "opted_out": opted_out}


def _call_as_person(request: DashboardRequest, form: PersonsCallForm, **about: Any) -> Call:
    """Make a person's call; the phone is kept for the next time."""
    by, at = user(request.user), timezone.now()
    phone = form.cleaned_data["phone"]
    organizations.change_phone(membership=request.membership, phone=phone, by=by, at=at)
    return dialing.request_persons_call(
        organization=request.organization,
        person=request.user,
        person_phone=phone,
        destination=form.destination,
        by=by,
        at=at,
        **about,
    )


def in_words(error: NotAllowed, at: datetime) -> str:
    """Why a call isn't placed, and when it may be."""
    again = error.reason.retry_at
    if again is None or again <= at:
        return str(error)
    minutes = max(1, round((again - at).total_seconds() / 60))
    wait = f"{minutes} min" if minutes < 120 else f"{round(minutes / 60)} hours"
    return f"{error} Try again in {wait}."


def _next_stop(load: Load) -> str:
    return "dropoff" if load.status == "IN_TRANSIT" else "pickup"
