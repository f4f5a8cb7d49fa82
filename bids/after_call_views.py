"""Fragments of a call's page: how the talk about money stands, and what came of a broker's own call."""

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from bids import after_call as deeds
from bids import services
from calls import services as calls
from calls.models import Call
from organizations.actors import user
from organizations.dashboard import DashboardRequest, posted
from organizations.htmx import render_page_or_part
from organizations.roles import require_acting


@require_safe
def last_asks(request: DashboardRequest, call_pk: int) -> HttpResponse:
    """What the carrier asked last for each load of a call, and what may still be offered."""
    call = get_object_or_404(Call.objects.only("follows_id"), pk=call_pk)
    context = {"now": timezone.now(), "call": call, "standings": deeds.standings_of(call)}
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
    standings = deeds.standings_of(call)
    form = deeds.OutcomeForm(posted(request), loads=[each.load for each in standings])
    if form.is_valid():
        try:
            bid = deeds.note_outcome(call=call, by=user(request.user), at=timezone.now(), **form.cleaned_data)
        except (calls.NotEnded, services.BidClosed, services.InvalidAmount) as error:
            form.add_error(None, str(error))
        else:
            if bid is not None and form.cleaned_data["outcome"] == deeds.AGREED:
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
