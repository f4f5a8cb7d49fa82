"""The load board, a load's page, and the messages a load came from."""

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from loads import board, selectors
from loads.forms import BoardForm
from loads.messages import message_of, readable
from loads.models import Load, LoadEvent
from organizations.dashboard import DashboardRequest
from organizations.display import zone_of

MESSAGES_SHOWN = 25


@require_safe
def load_list(request: DashboardRequest) -> HttpResponse:
    """The load board: a whole page, or its rows alone where htmx asks for them."""
    now = timezone.now()
    today = now.astimezone(zone_of(request.organization.timezone)).date()
    form = BoardForm(request.GET)
    filters = form.filters(today)
    found = selectors.board(filters, request.GET.get("page"))
    context = {
        "now": now,
        "form": form,
        "board": found,
        "page": found.page,
        "is_filtered": board.is_filtered(filters),
        "status_chips": board.status_chips(request.GET, filters["status"], found.counts),
        "day_chips": board.day_chips(request.GET, form["pickup"].value()),
        "columns": board.columns(request.GET, filters["sort"]),
    }
    is_fragment = request.htmx.target == "board"
    if not is_fragment:
        context["customers"] = selectors.customers_offered()
    return render(request, "loads/list.html#board" if is_fragment else "loads/list.html", context)


@require_safe
def load_page(request: DashboardRequest, pk: int) -> HttpResponse:
    """One load: its itinerary, rates, instructions, what is missing, and the messages it came from."""
    load = get_object_or_404(Load.objects.all(), pk=pk)
    context = {
        "now": timezone.now(),
        "load": load,
        "stops": selectors.stops_shown(load, is_whole=request.GET.get("stops") == "all"),
        "messages_shown": selectors.messages_of(load, MESSAGES_SHOWN),
    }
    return render(request, "loads/page.html", context)


@require_safe
def load_message(request: DashboardRequest, pk: int, message_pk: int) -> HttpResponse:
    """One message of the TMS as it came, a whole page or the text alone."""
    event = get_object_or_404(LoadEvent.objects.select_related("load"), pk=message_pk, load=pk)
    context = {
        "now": timezone.now(),
        "message": message_of(event),
        "load": event.load,
        "raw": readable(bytes(event.raw)),
    }
    is_fragment = bool(request.htmx) and not request.htmx.history_restore_request
    return render(request, "loads/message.html#raw" if is_fragment else "loads/message.html", context)
