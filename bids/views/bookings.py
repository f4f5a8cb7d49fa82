"""A booking ends: a person undoes an acceptance, or says that the carrier fell off."""

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from bids.forms import FellOffForm
from bids.models import Booking, EndedBooking
from bids.selectors.bids import booked_of
from bids.services.unbooking import BookingOver, TooLateToUndo, record_fall_off, undo_acceptance
from bids.views.decisions import back_to, with_way_back
from organizations.dashboard.requests import DashboardRequest, posted, refusals_as_messages, require_acting
from organizations.tenancy.actors import user


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
            load = record_fall_off(number=number, reason=form.told, by=user(request.user), at=timezone.now())
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
