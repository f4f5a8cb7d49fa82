"""The call list; a call's page, its line, tags and recording; calls of a load, of a carrier and on Today; alarms."""

import re
from collections.abc import Callable, Iterator
from functools import wraps
from typing import IO
from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.core.files.storage import default_storage
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from calls.forms.calls import TagsForm, TakeOverForm
from calls.models import Call, LoadAlarm, Promise
from calls.selectors import call as one_call
from calls.selectors import calls
from calls.selectors.today import alarms_of_load, calls_now, numbers_of, open_alarms, opted_out, promises_due
from calls.services import dialing, outcomes, transfers
from calls.services.outcomes import mark_alarm_seen
from calls.services.progress import keep_promise
from calls.tables import CallTable
from carriers.models import Carrier
from loads.models import Load
from organizations import services as organizations
from organizations.api import problems
from organizations.api.authentication import TokenAuthentication
from organizations.dashboard.requests import (
    DashboardRequest,
    posted,
    redirect_whole,
    refusals_as_messages,
    render_page_or_part,
    render_page_or_target,
    require_acting,
)
from organizations.dashboard.table_views import show_table
from organizations.people import sessions
from organizations.tenancy.actors import user
from organizations.tenancy.scope import scope
from organizations.tenancy.states import Scope
from organizations.unavailable import StoreAway, note


@require_safe
def list_calls(request: DashboardRequest) -> HttpResponse:
    """The calls, live ones on top."""
    return show_table(request, CallTable)


@require_safe
def show_call(request: DashboardRequest, pk: int) -> HttpResponse:
    """One call. While it is live its page asks again every two seconds, naming what it has `seen`.

    Where nothing is new the answer is 204, which htmx leaves the page alone for.
    """
    call = one_call.find_call(pk)
    if call is None:
        raise Http404
    stamp = one_call.stamp_of(call)
    if request.htmx.target == "call" and request.GET.get("seen") == stamp:
        return HttpResponse(status=204)
    now = timezone.now()
    context = {
        "now": now,
        "page": one_call.call_page(call, stamp=stamp, at=now),
        "may_act": request.membership.may_act,
        "tags_form": TagsForm(has=call.conversation.content_tags),
    }
    return render_page_or_target(request, "calls/page.html", "call", context)


@require_safe
def list_calls_of_load(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """The newest calls of a load, for the load's page; without htmx, the list with that filter."""
    load = get_object_or_404(Load.objects.only("external_id"), pk=load_pk)
    everything = f"{reverse('calls:list')}?{urlencode({'load': load.external_id})}"
    if not request.htmx:
        return redirect(everything)
    now = timezone.now()
    context = {"now": now, "rows": calls.calls_of_load(load, at=now), "everything": everything}
    return render(request, "calls/of_load.html", context)


@require_safe
def list_calls_of_carrier(request: DashboardRequest, carrier_pk: int) -> HttpResponse:
    """The newest calls with a carrier; alone where htmx asks, for the carrier's page."""
    known = Carrier.objects.only("name", "mc_number", "dot_number", "phone")
    carrier = get_object_or_404(known, pk=carrier_pk)
    now = timezone.now()
    context = {
        "now": now,
        "carrier": carrier,
        "rows": calls.calls_of_carrier(carrier, at=now),
        "opted_out": opted_out(number for number, _ in numbers_of(carrier)),
    }
    return render_page_or_part(request, "calls/of_carrier.html", "calls", context)


# What the page of today shows of calls: those under way, and callbacks that were promised.


MAX_ON_ITS_PAGE = 100


@require_safe
def live_now(request: DashboardRequest) -> HttpResponse:
    """The calls under way, with their last words; alone where htmx asks, for the page of today."""
    now = timezone.now()
    context = {"now": now, "calls": calls_now(at=now)}
    return render_page_or_part(request, "calls/live_now.html", "now", context)


@require_safe
def promises(request: DashboardRequest) -> HttpResponse:
    """The callbacks that are promised until tomorrow; alone where htmx asks, for the page of today."""
    now = timezone.now()
    most = {} if request.htmx else {"most": MAX_ON_ITS_PAGE}
    context = {
        "now": now,
        "promises": promises_due(at=now, **most),
        "may_act": request.membership.may_act,
    }
    return render_page_or_part(request, "calls/promises.html", "promises", context)


@require_POST
def keep(request: DashboardRequest, pk: int) -> HttpResponse:
    """Tick a callback off; the list as it is then. 403 for who only reads, 404 for one of others."""
    promise = get_object_or_404(Promise.objects.select_related("organization"), pk=pk)
    require_acting(request)
    keep_promise(promise=promise, by=user(request.user), at=timezone.now())
    if request.htmx:
        now = timezone.now()
        context = {"now": now, "promises": promises_due(at=now), "may_act": True}
        return render(request, "calls/promises.html#promises", context)
    return redirect("calls:promises")


# What a load's broker must know at once: on the page of today, on the load's, and that somebody takes care of it.


@require_safe
def list_alarms(request: DashboardRequest) -> HttpResponse:
    """What nobody has seen yet; alone where htmx asks, for the page of today."""
    most = {} if request.htmx else {"most": MAX_ON_ITS_PAGE}
    context = {
        "now": timezone.now(),
        "alarms": open_alarms(**most),
        "may_act": request.membership.may_act,
    }
    return render_page_or_part(request, "calls/alarms.html", "alarms", context)


@require_safe
def list_alarms_of_load(request: DashboardRequest, load_pk: int) -> HttpResponse:
    """What happened to a load; alone where htmx asks, for the load's page."""
    load = get_object_or_404(Load.objects.only("external_id"), pk=load_pk)
    return render_page_or_part(request, "calls/alarms_of_load.html", "alarms", _of_load(request, load))


@require_POST
def mark_seen(request: DashboardRequest, pk: int) -> HttpResponse:
    """Somebody takes care of it; the list as it is then. 403 for who only reads, 404 for one of others."""
    alarms = LoadAlarm.objects.select_related("organization", "load")
    alarm = get_object_or_404(alarms.defer("load__special_instructions"), pk=pk)
    require_acting(request)
    mark_alarm_seen(alarm=alarm, by=user(request.user), at=timezone.now())
    if request.htmx and request.POST.get("on") == "load" and alarm.load is not None:
        return render(request, "calls/alarms_of_load.html#alarms", _of_load(request, alarm.load))
    if request.htmx:
        context = {"now": timezone.now(), "alarms": open_alarms(), "may_act": True}
        return render(request, "calls/alarms.html#alarms", context)
    return redirect("calls:alarms")


def _of_load(request: DashboardRequest, load: Load) -> dict[str, object]:
    return {
        "now": timezone.now(),
        "load": load,
        "rows": alarms_of_load(load),
        "may_act": request.membership.may_act,
    }


# Files given out in parts, as players ask for them (RFC 9110, one range of bytes).


RANGE = re.compile(r"bytes=(\d{0,15})-(\d{0,15})", re.ASCII)
PIECE = 1 << 16


def ranged_response(file: IO[bytes], *, size: int, wanted: str, content_type: str) -> HttpResponseBase:
    """Answer with the file, or with the part that the Range header `wanted` names: 200, 206 or 416.

    A header that names several ranges, or none that makes sense, is ignored, as the RFC allows.
    """
    found = RANGE.fullmatch(wanted.strip())
    first, last = 0, size - 1
    if found and any(found.groups()):
        if not found[1]:
            first = max(0, size - int(found[2]))
        else:
            first, last = int(found[1]), min(int(found[2] or last), last)
        if first > last:
            file.close()
            return HttpResponse(status=416, headers={"Content-Range": f"bytes */{size}"})
    response = StreamingHttpResponse(Part(file, first, last), content_type=content_type)
    response["Content-Length"] = str(last - first + 1)
    response["Accept-Ranges"] = "bytes"
    if found and any(found.groups()):
        response.status_code = 206
        response["Content-Range"] = f"bytes {first}-{last}/{size}"
    return response


class Part:
    """The bytes from `first` to `last` of a file, in pieces; closing it closes the file."""

    def __init__(self, file: IO[bytes], first: int, last: int) -> None:
        self.close = file.close
        self._file, self._first, self._last = file, first, last

    def __iter__(self) -> Iterator[bytes]:
        """The pieces."""
        self._file.seek(self._first)
        left = self._last - self._first + 1
        while left > 0 and (piece := self._file.read(min(PIECE, left))):
            left -= len(piece)
            yield piece


def for_brokers(view: Callable[[DashboardRequest, Call], HttpResponse]) -> Callable[..., HttpResponse]:
    """Find the call, for those who may act: 404 where there is none, 403 for whoever only reads."""

    @wraps(view)
    def checked(request: DashboardRequest, pk: int) -> HttpResponse:
        call = one_call.find_call(pk)
        if call is None:
            raise Http404
        require_acting(request)
        return view(request, call)

    return checked


@require_POST
@for_brokers
def hang_up(request: DashboardRequest, call: Call) -> HttpResponse:
    """End the call."""
    with refusals_as_messages(request, transfers.NotLive):
        dialing.hang_up_call(call_id=call.pk, by=user(request.user), at=timezone.now())
    return redirect_whole(request, "calls:page", call.pk)


@require_http_methods(["GET", "HEAD", "POST"])
@for_brokers
def take_over(request: DashboardRequest, call: Call) -> HttpResponse:
    """Ask for the phone to ring, then put the call through to it; the phone is kept for the next time."""
    membership, by, at = request.membership, user(request.user), timezone.now()
    form = TakeOverForm(
        posted(request),
        initial={"phone": membership.phone},
        organization=request.organization,
    )
    if not form.is_valid():
        context = {"call": call, "form": form}
        return render(request, "calls/take_over.html", context, status=400 if form.is_bound else 200)
    phone = form.cleaned_data["phone"]
    organizations.change_phone(membership=membership, phone=phone, by=by, at=at)
    with refusals_as_messages(request, transfers.NotLive):
        transfers.take_over_call(call_id=call.pk, to=phone, by=by, at=at)
    return redirect_whole(request, "calls:page", call.pk)


@require_POST
@for_brokers
def change_tags(request: DashboardRequest, call: Call) -> HttpResponse:
    """Correct the tags of a call that has ended."""
    form = TagsForm(request.POST, has=call.conversation.content_tags)
    if not form.is_valid():
        messages.error(request, "Choose from the tags shown.")
        return redirect_whole(request, "calls:page", call.pk)
    with refusals_as_messages(request, outcomes.NotEnded):
        outcomes.change_tags(
            call_id=call.pk, tags=form.cleaned_data["tags"], by=user(request.user), at=timezone.now()
        )
    return redirect_whole(request, "calls:page", call.pk)


@login_not_required
@require_safe
def recording(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The call's sound, for people who are signed in and for API clients; 404 for everybody else's calls.

    A client is answered as all over the API; a browser that nobody is signed in at is sent to sign in.
    """
    is_client = "Authorization" in request.headers or not request.user.is_authenticated
    if (
        is_client
        and "text/html" in request.headers.get("Accept", "")
        and "Authorization" not in request.headers
    ):
        return redirect_to_login(request.get_full_path())
    try:
        return _sound(pk, _client(request) if is_client else _person(request), request)
    except problems.Problem as problem:
        return problems.response_of(problem, request)
    except Http404:
        if is_client:
            return problems.response_of(problems.NotFound(), request)
        raise


def _sound(pk: int, organization_id: int, request: HttpRequest) -> HttpResponseBase:
    """The part wanted of a recording of the organization's, or the way to it in the store; raises Http404."""
    with scope(organization_id):
        call = one_call.find_call(pk)
        found = one_call.recording_of(call) if call else None
        if found is None or not found.file:
            raise Http404
        try:
            if settings.FILE_STORE_ORIGIN:
                return redirect(_link(pk, found.file, str(request.method)))
            file = default_storage.open(found.file)
        except FileNotFoundError:
            raise Http404 from None
        except (OSError, StoreAway) as error:
            note(error)
            raise problems.Unavailable("The recording can't be had right now. Try again later.") from error
        wanted = request.headers.get("Range", "")
        response = ranged_response(file, size=found.size, wanted=wanted, content_type="audio/wav")
        response["Content-Encoding"] = "identity"  # compressed on the way a part would be no part any more
        response["Content-Disposition"] = _disposition(pk)
        return response


def _link(pk: int, name: str, method: str) -> str:
    """A link to the sound in the store, good for some minutes; whoever follows it needs no more than that."""
    answered = {"ResponseContentType": "audio/wav", "ResponseContentDisposition": _disposition(pk)}
    return default_storage.url(name, parameters=answered, http_method=method)  # type: ignore[call-arg]


def _disposition(pk: int) -> str:
    return f'inline; filename="call-{pk}.wav"'


def _client(request: HttpRequest) -> int:
    """The organization of the request's token; raises the Problem that it is answered with otherwise."""
    _, token = TokenAuthentication().authenticate(request)
    if Scope.READ not in token.scopes:
        raise problems.Forbidden(f"The token lacks the scope {Scope.READ}.")
    return token.organization_id


def _person(request: HttpRequest) -> int:
    """The organization that the person works for; raises Http404 where they can't at the moment."""
    organization_id = sessions.standing(request).organization_id
    if organization_id is None:
        raise Http404
    return organization_id
