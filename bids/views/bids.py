"""The bid list, the bids of a load, a call, a carrier and of Today, the receipt, and outreach on a load's page."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bids.forms import FellOffForm, OutcomeForm
from bids.models import Booking, EndedBooking, Outreach
from bids.selectors import bids, decision
from bids.selectors.bids import bids_of_carrier, booked_of
from bids.selectors.known import known_of_carrier
from bids.selectors.negotiation_receipts import receipts_of, standings_of
from bids.selectors.outreach import outreach_page
from bids.selectors.today import new_offers, unconfirmed_bookings, uncovered_loads, undecided_bids
from bids.services import bids as services_bids
from bids.services.booking import BookingOver, TooLateToUndo, record_fall_off, undo_acceptance
from bids.services.outreach import NotPossible, start_outreach, stop_outreach
from bids.services.price_talk_calls import AGREED, note_outcome
from bids.tables import BidTable
from bids.views.decisions import back_to, with_way_back
from calls.models import Call, Conversation
from calls.services import outcomes
from carriers.models import Carrier
from loads.models import Load
from organizations.dashboard.navigation import MAX_COUNTED
from organizations.dashboard.requests import (
    DashboardRequest,
    posted,
    redirect_whole,
    refusals_as_messages,
    render_page_or_part,
    require_acting,
)
from organizations.dashboard.table_views import show_table
from organizations.tenancy.actors import user

MAX_DIGITS = 18  # of a key
STOP_ASKING = 286  # to htmx: a 200 after which it polls no more


@require_safe
def list_bids(request: DashboardRequest) -> HttpResponse:
    """The bids by load, those that wait first."""
    return show_table(request, BidTable)


@require_safe
def list_bids_of_load(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """A load's bids best first, and what was booked; alone where htmx asks, for the load's page."""
    load = get_object_or_404(Load.objects.all(), pk=load_pk)
    now = timezone.now()
    context = {
        "now": now,
        "load": load,
        "bids": bids.bids_of_load(load, at=now),
        "may_act": request.membership.may_act,
        "way_back": reverse("loads:page", args=[load.pk]),
    }
    return render_page_or_part(request, "bids/of_load.html", "bids", context)


@require_safe
def compare_bids(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """The carriers that bid for a load, side by side."""
    load = get_object_or_404(Load.objects.all(), pk=load_pk)
    now = timezone.now()
    context = {
        "now": now,
        "load": load,
        "columns": decision.compared(load, at=now),
        "may_act": request.membership.may_act,
        "way_back": request.get_full_path(),
    }
    return render(request, "bids/compare.html", context)


@require_safe
def list_bids_of_call(request: DashboardRequest, conversation_pk: int) -> HttpResponse:
    """What was asked in a conversation, to decide on; alone where htmx asks, for the call's page."""
    conversation = get_object_or_404(Conversation.objects.only("pk"), pk=conversation_pk)
    call = Call.objects.filter(conversation=conversation).only("pk").first()
    now = timezone.now()
    context = {
        "now": now,
        "call": call,
        "rows": bids.bids_of_call(conversation, at=now),
        "may_act": request.membership.may_act,
        "way_back": reverse("calls:page", args=[call.pk]) if call else "",
    }
    return render_page_or_part(request, "bids/of_call.html", "bids", context)


@require_safe
def show_negotiation(request: DashboardRequest, conversation_pk: int) -> HttpResponse:
    """What was asked and answered in a conversation, and by which rules; alone where htmx asks, for the call's page."""
    conversation = get_object_or_404(Conversation.objects.only("import_trail"), pk=conversation_pk)
    call = Call.objects.filter(conversation=conversation).only("status").first()
    context = {
        "now": timezone.now(),
        "conversation": conversation,
        "call": call,
        "receipts": receipts_of(conversation),
        "is_imported": conversation.import_trail is not None,
    }
    is_over = call is None or call.is_finished
    status = STOP_ASKING if request.htmx and is_over else 200
    return render_page_or_part(request, "bids/negotiation.html", "receipts", context, status=status)


@require_safe
def list_bids_of_carrier(request: DashboardRequest, carrier_pk: int) -> HttpResponse:
    """The newest bids of a carrier; alone where htmx asks, for the carrier's page."""
    carrier = get_object_or_404(Carrier.objects.only("name", "mc_number", "dot_number"), pk=carrier_pk)
    context = {"now": timezone.now(), "carrier": carrier, "bids": bids_of_carrier(carrier)}
    return render_page_or_part(request, "bids/of_carrier.html", "bids", context)


@require_safe
def show_known(request: DashboardRequest, carrier_pk: int) -> HttpResponse:
    """What calls and loads told of a carrier; alone where htmx asks, for the carrier's page."""
    carrier = get_object_or_404(Carrier.objects.only("name", "mc_number", "dot_number"), pk=carrier_pk)
    now = timezone.now()
    context = {
        "now": now,
        "carrier": carrier,
        "page": known_of_carrier(carrier, at=now),
        "may_act": request.membership.may_act,
    }
    return render_page_or_part(request, "bids/known.html", "known", context)


# What the page of today shows of loads and bids: what is picked up soonest, and what waits for a decision.


@require_safe
def uncovered(request: DashboardRequest) -> HttpResponse:
    """The uncovered loads picked up soonest, and those booked beside the TMS; alone where htmx asks, for Today."""
    now = timezone.now()
    context = {"now": now, "rows": uncovered_loads(at=now), "booked": unconfirmed_bookings(at=now)}
    return render_page_or_part(request, "bids/uncovered.html", "uncovered", context)


@require_safe
def undecided(request: DashboardRequest) -> HttpResponse:
    """The newest bids that wait for a decision; alone where htmx asks, for the page of today."""
    now = timezone.now()
    context = {"now": now, "bids": undecided_bids(at=now), "may_act": request.membership.may_act}
    return render_page_or_part(request, "bids/undecided.html", "undecided", context)


@require_safe
def announce_new_offers(request: DashboardRequest) -> HttpResponse:
    """The message about new bids, those of `bid`; empty where none of them is to be reviewed, or news to the person."""
    given = request.GET.getlist("bid")[:MAX_COUNTED]
    keys = {int(key) for key in given if key.isascii() and key.isdigit() and len(key) <= MAX_DIGITS}
    rows = new_offers(keys, to=request.user, at=timezone.now())
    return render(request, "bids/new_offers.html", {"rows": rows})


# Fragments of a call's page: how the talk about money stands, and what came of a broker's own call.


@require_safe
def last_asks(request: DashboardRequest, call_pk: int) -> HttpResponse:
    """What the carrier asked last for each load of a call, and what may still be offered."""
    call = get_object_or_404(Call.objects.only("follows_id"), pk=call_pk)
    context = {"now": timezone.now(), "call": call, "standings": standings_of(call)}
    return render_page_or_part(request, "bids/last_asks.html", "asks", context)


@require_http_methods(["GET", "HEAD", "POST"])
def after_call(request: DashboardRequest, call_pk: int) -> HttpResponse:
    """Show what came of a call that a broker made; ask for it where nobody has told. Posted, it is kept."""
    found = Call.objects.select_related("conversation__carrier", "conversation__organization")
    call = get_object_or_404(found, pk=call_pk)
    if request.method == "POST":
        require_acting(request)
        if not call.is_by_person:
            raise Http404
    standings = standings_of(call)
    form = OutcomeForm(posted(request), loads=[each.load for each in standings])
    if form.is_valid():
        try:
            bid = note_outcome(call=call, by=user(request.user), at=timezone.now(), **form.cleaned_data)
        except (outcomes.NotEnded, services_bids.BidClosed, services_bids.InvalidAmount) as error:
            form.add_error(None, str(error))
        else:
            if bid is not None and form.cleaned_data["outcome"] == AGREED:
                return redirect("bids:accept", bid.pk)
            return redirect("calls:page", call.pk)
    context = {
        "now": timezone.now(),
        "call": call,
        "form": form,
        "is_told": "outcome" in call.conversation.extracted_data,
        "may_tell": request.membership.may_act and call.is_by_person and call.is_finished,
    }
    status = 400 if form.is_bound else 200
    return render_page_or_part(request, "bids/after_call.html", "outcome", context, status=status)


# A booking ends: a person undoes an acceptance, or says that the carrier fell off.


@require_POST
def undo(request: DashboardRequest, number: int) -> HttpResponse:
    """Undo the acceptance; back to the offer, which says how it stands."""
    booking = _found(number)
    require_acting(request)
    with refusals_as_messages(request, BookingOver, TooLateToUndo):
        undo_acceptance(number=number, by=user(request.user), at=timezone.now())
        messages.info(request, f"Undone. Load {booking.load.external_id} isn’t booked. No one was notified.")
    if booking.bid_id is None:
        return redirect("loads:page", booking.load_id)
    return redirect(with_way_back(request, "bids:page", booking.bid_id))


@require_http_methods(["GET", "HEAD", "POST"])
def fell_off(request: DashboardRequest, number: int) -> HttpResponse:
    """Ask why; then end the booking and reopen the load."""
    booking = _found(number)
    require_acting(request)
    form = FellOffForm(posted(request))
    if isinstance(booking, EndedBooking):
        messages.info(request, "This booking has already ended.")
        return redirect("loads:page", booking.load_id)
    if form.is_valid():
        with refusals_as_messages(request, BookingOver):
            load = record_fall_off(
                number=number, reason=form.full_reason, by=user(request.user), at=timezone.now()
            )
            messages.info(request, f"Carrier fell off. Load {load.external_id} is open again.")
        return redirect("loads:page", booking.load_id)
    context = {
        "now": timezone.now(),
        "load": booking.load,
        "booked": booked_of(booking),
        "form": form,
        "back": back_to(request, booking.load),
    }
    return render(request, "bids/fell_off.html", context, status=400 if form.errors else 200)


def _found(number: int) -> Booking | EndedBooking:
    """The booking of this number, or what is left of it."""
    standing = Booking.objects.select_related("load", "carrier", "bid").filter(pk=number).first()
    found = standing or EndedBooking.objects.select_related("load").filter(number=number).first()
    if found is None:
        raise Http404
    return found


# Calling carriers about a load, on its page: what goes on, and a broker's two buttons.


@require_safe
def show_outreach(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """The carriers that fit the load, or the calls to them; alone where htmx asks, for the load's page."""
    loads = Load.objects.select_related("organization", "origin_place", "destination_place")
    load = get_object_or_404(loads, pk=load_pk)
    now = timezone.now()
    context = {
        "now": now,
        "page": outreach_page(load, at=now),
        "load": load,
        "may_act": request.membership.may_act,
    }
    return render_page_or_part(request, "bids/outreach.html", "round", context)


@require_POST
def begin_outreach(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """Call carriers about the load; back to its page. 403 for who only reads."""
    load = _load_for_brokers(request, load_pk)
    with refusals_as_messages(request, NotPossible):
        start_outreach(load=load, by=user(request.user), at=timezone.now())
    return redirect_whole(request, "loads:page", load.pk)


@require_POST
def end_outreach(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """Call nobody else; back to the load's page. 403 for who only reads."""
    load = _load_for_brokers(request, load_pk)
    going_on = Outreach.objects.filter(load=load, status__in=Outreach.lifecycle.unfinished).first()
    if going_on is not None:
        stop_outreach(outreach_id=going_on.pk, by=user(request.user), at=timezone.now())
    return redirect_whole(request, "loads:page", load.pk)


def _load_for_brokers(request: DashboardRequest, load_pk: int) -> Load:
    load = get_object_or_404(Load.objects.only("pk"), pk=load_pk)
    require_acting(request)
    return load
