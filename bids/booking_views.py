"""Booking a load for a carrier that a person has agreed with by other ways."""

from datetime import datetime

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from bids import pages, services
from bids.forms import BookForm
from bids.pages.decision import bidders_of
from carriers.identity import Numbers, ensure_carriers
from carriers.models import Carrier
from loads.models import Load
from organizations.actors import Actor, user
from organizations.dashboard import DashboardRequest
from organizations.history.lines import Raced
from organizations.models import Organization
from organizations.roles import require_acting


@require_http_methods(["GET", "HEAD", "POST"])
def book(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """Ask for carrier and amount; with both, say what that means; then book the load."""
    load = get_object_or_404(Load.objects.all(), pk=load_pk)
    require_acting(request)
    is_posted = request.method == "POST"
    stamp = services.stamp_of(load)
    if is_posted and request.POST.get("seen") != stamp:
        return _shown(request, load, problem=str(services.Changed()), status=409)
    given = request.POST if is_posted else (request.GET if "carrier" in request.GET else None)
    form = BookForm(given, initial={"amount": request.GET.get("amount", "")})
    if not form.is_valid():
        return _shown(request, load, form=form, bidders=bidders_of(load))
    numbers, carrier = _known(*form.cleaned_data["carrier"])
    party = str(carrier) if carrier else _words(numbers)
    page = pages.booking_page(load, carrier, party, form.cleaned_data["amount"])
    if is_posted and not page.hindrance:
        form = BookForm(request.POST, warnings=page.warnings)
        if form.is_valid():
            by, at = user(request.user), timezone.now()
            try:
                _book(request.organization, load, numbers, form, by, at)
            except (services.Changed, services.LoadBooked) as error:
                load.refresh_from_db()
                return _shown(request, load, problem=str(error), status=409)
            except Raced:
                problem = "Somebody else has just entered this carrier. Try again."
                return _shown(request, load, problem=problem, status=409)
            return redirect("loads:page", load.pk)
    else:
        initial = {"seen": stamp, "amount": page.amount, "carrier": _words(numbers)}
        form = BookForm(None, warnings=page.warnings, initial=initial)
    return _shown(request, load, form=form, page=page)


def _book(
    organization: Organization, load: Load, numbers: Numbers, form: BookForm, by: Actor, at: datetime
) -> None:
    told = form.cleaned_data
    with services.load_as_seen(load, told["seen"]) as load:
        [pk] = ensure_carriers(
            organization=organization, numbers=[numbers], at=at, are_told=True, are_stubs=False
        ).values()
        services.book_load(
            load=load,
            carrier=Carrier.objects.get(pk=pk),
            amount=told["amount"],
            is_rebooking=told["agreed"],
            by=by,
            at=at,
        )


def _known(kind: str, number: int) -> tuple[Numbers, Carrier | None]:
    """The numbers meant, and the carrier that has them; a bare number is an MC number, or a known DOT number."""
    by_mc = Carrier.objects.filter(mc_number=str(number)).order_by("pk").first() if kind != "dot" else None
    by_dot = (
        Carrier.objects.filter(dot_number=number).first() if kind == "dot" or not (kind or by_mc) else None
    )
    carrier = by_mc or by_dot
    if carrier is not None:
        return Numbers(carrier.dot_number, carrier.mc_number), carrier
    return (Numbers(number, "") if kind == "dot" else Numbers(None, str(number))), None


def _words(numbers: Numbers) -> str:
    return f"MC {numbers.mc}" if numbers.mc else f"DOT {numbers.dot}"


def _shown(
    request: DashboardRequest, load: Load, *, form: BookForm | None = None, status: int = 0, **more: object
) -> HttpResponse:
    context = {"now": timezone.now(), "load": load, "form": form, **more}
    if not status:
        status = 400 if form is not None and form.errors else 200
    return render(request, "bids/book.html", context, status=status)
