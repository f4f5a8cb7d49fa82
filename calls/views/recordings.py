"""A call's line: end it, take it over, listen to its recording (by ranges), edit its tags."""

import re
from collections.abc import Callable, Iterator
from functools import wraps
from typing import IO

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.core.files.storage import default_storage
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from calls.forms.calls import TagsForm, TakeOverForm
from calls.models import Call
from calls.selectors import call as selectors_call
from calls.services import dialing, outcomes
from organizations.api import problems
from organizations.api.authentication import TokenAuthentication
from organizations.dashboard.requests import (
    DashboardRequest,
    posted,
    redirect_whole,
    refusals_as_messages,
    require_acting,
)
from organizations.people import membership
from organizations.tenancy import services as organizations
from organizations.tenancy.actors import user
from organizations.tenancy.scope import scope
from organizations.tenancy.states import Scope

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
        call = selectors_call.find_call(pk)
        if call is None:
            raise Http404
        require_acting(request)
        return view(request, call)

    return checked


@require_POST
@for_brokers
def hang_up(request: DashboardRequest, call: Call) -> HttpResponse:
    """End the call."""
    with refusals_as_messages(request, dialing.NotLive):
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
    with refusals_as_messages(request, dialing.NotLive):
        dialing.take_over_call(call_id=call.pk, to=phone, by=by, at=at)
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
        return _sound(
            pk, _client(request) if is_client else _person(request), request.headers.get("Range", "")
        )
    except problems.Problem as problem:
        return problems.response_of(problem, request)
    except Http404:
        if is_client:
            return problems.response_of(problems.NotFound(), request)
        raise


def _sound(pk: int, organization_id: int, wanted: str) -> HttpResponseBase:
    """The part wanted of a recording of the organization's; raises Http404."""
    with scope(organization_id):
        call = selectors_call.find_call(pk)
        found = selectors_call.recording_of(call) if call else None
        if found is None or found.stored_at is None:
            raise Http404
        try:
            file = default_storage.open(found.file)
        except FileNotFoundError:
            raise Http404 from None
        response = ranged_response(file, size=found.size, wanted=wanted, content_type="audio/wav")
        response["Content-Encoding"] = "identity"  # compressed on the way a part would be no part any more
        response["Content-Disposition"] = f'inline; filename="call-{pk}.wav"'
        return response


def _client(request: HttpRequest) -> int:
    """The organization of the request's token; raises the Problem that it is answered with otherwise."""
    _, token = TokenAuthentication().authenticate(request)
    if Scope.READ not in token.scopes:
        raise problems.Forbidden(f"The token lacks the scope {Scope.READ}.")
    return token.organization_id


def _person(request: HttpRequest) -> int:
    """The organization that the person works for; raises Http404 where they can't at the moment."""
    organization_id = membership.standing(request).organization_id
    if organization_id is None:
        raise Http404
    return organization_id
