"""A person decides: accepts a bid, counters, rejects it, books without one.

Each has a page that says what it means, at an address of its own; what is done is posted from there, and only while all
is as that page said.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme, urlencode
from django.views.decorators.http import require_http_methods, require_safe

from bids.forms import AcceptForm, BookForm, CounterForm, DecisionForm, RejectForm
from bids.models import Bid, Booking
from bids.selectors import decision
from bids.selectors.decision import BidPage, bidders_of, counter_warnings
from bids.services import bids, booking
from carriers.identity import find_numbered
from loads.models import Load
from organizations.api.imports import Raced
from organizations.dashboard.requests import DashboardRequest, posted, require_acting
from organizations.tenancy.actors import Actor, user

# The page that a person came from to decide on something: `next` in the address, and where it leads.


NAMES = (("/bids/", "Offers"), ("/calls/", "Call"), ("/loads/", "Load"))


@dataclass(frozen=True)
class WayBack:
    """A link to where one came from; `query` carries it on to the next page."""

    url: str
    label: str
    query: str


def back_to(request: HttpRequest, load: Load) -> WayBack:
    """Return where the person came from, as far as that is a page of ours; else the load's page."""
    given = _given(request)
    if not given:
        return WayBack(reverse("loads:page", args=[load.pk]), f"Load {load.external_id}", "")
    label = next((name for start, name in NAMES if given.startswith(start)), "Back")
    return WayBack(given, label, urlencode({"next": given}))


def with_way_back(request: HttpRequest, name: str, *args: object) -> str:
    """Return a page's address that keeps where the person came from."""
    given, url = _given(request), reverse(name, args=args)
    return f"{url}?{urlencode({'next': given})}" if given else url


def _given(request: HttpRequest) -> str:
    """A path of ours, or nothing."""
    given = request.POST.get("next") or request.GET.get("next") or ""
    is_ours = url_has_allowed_host_and_scheme(given, allowed_hosts=None)
    return given if is_ours and given.startswith("/") else ""


# Why nothing was done after all: somebody else was faster.
REFUSED = (booking.Changed, bids.BidClosed, booking.BidChanged, booking.LoadBooked)
TITLES = {"accept": "Accept and book", "counter": "Counter", "reject": "Reject"}


@require_safe
def show_bid(request: DashboardRequest, pk: int) -> HttpResponse:
    """One bid: its status, who decided what, what comes next."""
    return _decision_shown(request, _page(pk))


@require_http_methods(["GET", "HEAD", "POST"])
def accept(request: DashboardRequest, pk: int) -> HttpResponse:
    """Say what accepting means, at which figure; then book the load."""
    page = _page_for_brokers(request, pk)
    if problem := _stale(request, page):
        return problem
    chosen = [str(figure) for figure, _ in page.figures]
    wanted = request.GET.get("amount", "")
    figure = wanted if wanted in chosen else next(iter(chosen), None)
    form = AcceptForm(
        posted(request),
        figures=page.figures,
        warnings=page.warnings,
        initial={"seen": page.stamp, "amount": figure},
    )
    if request.method == "POST" and not page.hindrance and form.is_valid():

        def do(bid: Bid, by: Actor, at: datetime) -> Booking:
            amount, is_rebooking = form.cleaned_data["amount"], form.cleaned_data["agreed"]
            return booking.accept_bid(bid=bid, amount=amount, is_rebooking=is_rebooking, by=by, at=at)

        return _done(request, page, form, do)
    amount = Decimal(figure) if figure else None
    return _decision_shown(request, page, "accept", form, amount=amount, margin=page.margin_at(amount))


@require_http_methods(["GET", "HEAD", "POST"])
def counter(request: DashboardRequest, pk: int) -> HttpResponse:
    """Ask for our offer; with an `amount`, say what it means; then note it."""
    page = _page_for_brokers(request, pk)
    if problem := _stale(request, page):
        return problem
    figures = {"ask": page.bid.amount, "offered": page.bid.counter_amount}
    given = posted(request) or (request.GET if "amount" in request.GET else None)
    form = CounterForm(given, **figures)
    if not form.is_valid():
        return _decision_shown(request, page, "counter", form)
    amount = form.cleaned_data["amount"]
    warnings = counter_warnings(page, amount)
    confirming = {"confirming": amount, "margin": page.margin_at(amount)}
    if request.method != "POST":
        initial = {"seen": page.stamp, "amount": amount}
        form = CounterForm(None, **figures, warnings=warnings, initial=initial)
        return _decision_shown(request, page, "counter", form, **confirming)
    form = CounterForm(request.POST, **figures, warnings=warnings)
    if not form.is_valid():
        return _decision_shown(request, page, "counter", form, **confirming)

    def do(bid: Bid, by: Actor, at: datetime) -> None:
        bids.counter_bid(bid=bid, amount=amount, by=by, at=at)

    return _done(request, page, form, do)


@require_http_methods(["GET", "HEAD", "POST"])
def reject(request: DashboardRequest, pk: int) -> HttpResponse:
    """Ask why; then refuse the bid, or note that the carrier took it back."""
    page = _page_for_brokers(request, pk)
    if problem := _stale(request, page):
        return problem
    form = RejectForm(posted(request), initial={"seen": page.stamp})
    if request.method == "POST" and form.is_valid():

        def do(bid: Bid, by: Actor, at: datetime) -> None:
            decide = bids.withdraw_bid if form.is_withdrawn else bids.reject_bid
            decide(bid=bid, reason=form.full_reason, by=by, at=at)

        return _done(request, page, form, do)
    return _decision_shown(request, page, "reject", form)


def _page(pk: int) -> BidPage:
    bid = decision.find_bid(pk)
    if bid is None:
        raise Http404
    return decision.bid_page(bid, at=timezone.now())


def _page_for_brokers(request: DashboardRequest, pk: int) -> BidPage:
    """The bid's page, for those who may act: 404 where there is none, 403 for whoever only reads."""
    page = _page(pk)
    require_acting(request)
    return page


def _stale(request: DashboardRequest, page: BidPage) -> HttpResponse | None:
    """Say that the bid is decided on already, or isn't what the form that is posted was about."""
    if not page.row.is_undecided:
        return _decision_shown(request, page, problem=str(bids.BidClosed(page.bid)), status=409)
    if request.method == "POST" and request.POST.get("seen") != page.stamp:
        return _decision_shown(request, page, problem=str(booking.Changed()), status=409)
    return None


def _done(
    request: DashboardRequest,
    page: BidPage,
    form: DecisionForm,
    do: Callable[[Bid, Actor, datetime], Booking | None],
) -> HttpResponse:
    """Do it while all is as it was seen; else say so, and show how it stands now. What is booked may be undone."""
    try:
        with booking.bid_as_seen(page.bid, form.cleaned_data["seen"]) as bid:
            booked = do(bid, user(request.user), timezone.now())
    except REFUSED as error:
        return _decision_shown(request, _page(page.bid.pk), problem=str(error), status=409)
    if booked is not None:
        words = f"Load {page.load.external_id} booked with {page.row.party}."
        # The address that undoes it: the toast has a button to it.
        messages.success(request, words, extra_tags=with_way_back(request, "bids:undo", booked.pk))
    return redirect(with_way_back(request, "bids:page", page.bid.pk))


def _decision_shown(
    request: DashboardRequest,
    page: BidPage,
    action: str = "",
    form: DecisionForm | None = None,
    *,
    status: int = 0,
    **more: Any,
) -> HttpResponse:
    """The bid's page, with the form of an action."""
    context = {
        "now": timezone.now(),
        "page": page,
        "action": action,
        "title": TITLES.get(action, "Offer"),
        "form": form,
        "may_act": request.membership.may_act,
        "back": back_to(request, page.load),
        **more,
    }
    if not status:
        status = 400 if form is not None and form.errors else 200
    return render(request, "bids/page.html", context, status=status)


# Booking a load for a carrier that a person has agreed with by other ways.


@require_http_methods(["GET", "HEAD", "POST"])
def book(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """Ask for carrier and amount; with both, say what that means; then book the load."""
    load = get_object_or_404(Load.objects.all(), pk=load_pk)
    require_acting(request)
    is_posted = request.method == "POST"
    stamp = booking.stamp_of(load)
    if is_posted and request.POST.get("seen") != stamp:
        return _booking_shown(request, load, problem=str(booking.Changed()), status=409)
    given = request.POST if is_posted else (request.GET if "carrier" in request.GET else None)
    form = BookForm(given, initial={"amount": request.GET.get("amount", "")})
    if not form.is_valid():
        return _booking_shown(request, load, form=form, bidders=bidders_of(load))
    numbers, carrier = find_numbered(*form.cleaned_data["carrier"])
    party = str(carrier or numbers.words)
    page = decision.booking_page(load, carrier, party, form.cleaned_data["amount"])
    if is_posted and not page.hindrance:
        form = BookForm(request.POST, warnings=page.warnings)
        if form.is_valid():
            told, by, at = form.cleaned_data, user(request.user), timezone.now()
            try:
                booking.book_load(
                    load=load,
                    seen=told["seen"],
                    carrier=numbers,
                    amount=told["amount"],
                    is_rebooking=told["agreed"],
                    by=by,
                    at=at,
                )
            except (booking.Changed, booking.LoadBooked) as error:
                load.refresh_from_db()
                return _booking_shown(request, load, problem=str(error), status=409)
            except Raced:
                problem = "Someone else just added this carrier. Try again."
                return _booking_shown(request, load, problem=problem, status=409)
            return redirect("loads:page", load.pk)
    else:
        initial = {"seen": stamp, "amount": page.amount, "carrier": numbers.words}
        form = BookForm(None, warnings=page.warnings, initial=initial)
    return _booking_shown(request, load, form=form, page=page)


def _booking_shown(
    request: DashboardRequest, load: Load, *, form: BookForm | None = None, status: int = 0, **more: object
) -> HttpResponse:
    context = {
        "now": timezone.now(),
        "load": load,
        "is_booked": Booking.objects.filter(load=load).exists(),
        "form": form,
        **more,
    }
    if not status:
        status = 400 if form is not None and form.errors else 200
    return render(request, "bids/book.html", context, status=status)
