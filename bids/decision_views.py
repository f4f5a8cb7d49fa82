"""A person decides on a bid: accepts it, offers another figure, refuses it.

Each has a page that says what it means, at an address of its own; what is done is posted from there, and only while all
is as that page said.
"""

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from bids import pages, services
from bids.forms import AcceptForm, CounterForm, DecisionForm, RejectForm
from bids.models import Bid
from bids.pages import BidPage
from bids.pages.decision import counter_warnings
from bids.ways_back import back_to, with_way_back
from organizations.actors import Actor, user
from organizations.dashboard import DashboardRequest, posted
from organizations.roles import require_acting

# Why nothing was done after all: somebody else was faster.
REFUSED = (services.Changed, services.BidClosed, services.BidChanged, services.LoadBooked)
TITLES = {"accept": "Accept and book", "counter": "Offer another rate", "reject": "Reject"}


@require_safe
def show_bid(request: DashboardRequest, pk: int) -> HttpResponse:
    """One bid: where it stands, who decided what, what comes next."""
    return _shown(request, _page(pk))


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

        def do(bid: Bid, by: Actor, at: datetime) -> None:
            amount, is_rebooking = form.cleaned_data["amount"], form.cleaned_data["agreed"]
            services.accept_bid(bid=bid, amount=amount, is_rebooking=is_rebooking, by=by, at=at)

        return _done(request, page, form, do)
    amount = Decimal(figure) if figure else None
    return _shown(request, page, "accept", form, amount=amount, margin=page.margin_at(amount))


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
        return _shown(request, page, "counter", form)
    amount = form.cleaned_data["amount"]
    warnings = counter_warnings(page, amount)
    confirming = {"confirming": amount, "margin": page.margin_at(amount)}
    if request.method != "POST":
        initial = {"seen": page.stamp, "amount": amount}
        form = CounterForm(None, **figures, warnings=warnings, initial=initial)
        return _shown(request, page, "counter", form, **confirming)
    form = CounterForm(request.POST, **figures, warnings=warnings)
    if not form.is_valid():
        return _shown(request, page, "counter", form, **confirming)

    def do(bid: Bid, by: Actor, at: datetime) -> None:
        services.counter_bid(bid=bid, amount=amount, by=by, at=at)

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
            decide = services.withdraw_bid if form.is_withdrawn else services.reject_bid
            decide(bid=bid, reason=form.told, by=by, at=at)

        return _done(request, page, form, do)
    return _shown(request, page, "reject", form)


def _page(pk: int) -> BidPage:
    bid = pages.find_bid(pk)
    if bid is None:
        raise Http404
    return pages.bid_page(bid, at=timezone.now())


def _page_for_brokers(request: DashboardRequest, pk: int) -> BidPage:
    """The bid's page, for those who may act: 404 where there is none, 403 for whoever only reads."""
    page = _page(pk)
    require_acting(request)
    return page


def _stale(request: DashboardRequest, page: BidPage) -> HttpResponse | None:
    """Say that the bid is decided on already, or isn't what the form that is posted was about."""
    if not page.row.is_undecided:
        return _shown(request, page, problem=str(services.BidClosed(page.bid)), status=409)
    if request.method == "POST" and request.POST.get("seen") != page.stamp:
        return _shown(request, page, problem=str(services.Changed()), status=409)
    return None


def _done(
    request: DashboardRequest, page: BidPage, form: DecisionForm, do: Callable[[Bid, Actor, datetime], None]
) -> HttpResponse:
    """Do it while all is as it was seen; else say so, and show how it stands now."""
    try:
        with services.bid_as_seen(page.bid, form.cleaned_data["seen"]) as bid:
            do(bid, user(request.user), timezone.now())
    except REFUSED as error:
        return _shown(request, _page(page.bid.pk), problem=str(error), status=409)
    return redirect(with_way_back(request, "bids:page", page.bid.pk))


def _shown(
    request: DashboardRequest,
    page: BidPage,
    deed: str = "",
    form: DecisionForm | None = None,
    *,
    status: int = 0,
    **more: Any,
) -> HttpResponse:
    """The bid's page, with the form of a deed."""
    context = {
        "now": timezone.now(),
        "page": page,
        "deed": deed,
        "title": TITLES.get(deed, "Bid"),
        "form": form,
        "may_act": request.membership.may_act,
        "back": back_to(request, page.load),
        **more,
    }
    if not status:
        status = 400 if form is not None and form.errors else 200
    return render(request, "bids/page.html", context, status=status)
