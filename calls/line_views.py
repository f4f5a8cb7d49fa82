"""What a broker does with a call: end it, take it over, listen to its recording, correct its tags."""

from collections.abc import Callable
from contextlib import ExitStack
from functools import wraps

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.core.files.storage import default_storage
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from calls import pages, services
from calls.forms import TagsForm, TakeOverForm
from calls.models import Call
from calls.ranges import ranged_response
from organizations import services as organizations
from organizations import tenancy
from organizations.actors import user
from organizations.dashboard import DashboardRequest, posted, refusals_told
from organizations.htmx import redirect_whole
from organizations.roles import require_acting
from organizations.scope import scope
from organizations.states import Scope


def for_brokers(view: Callable[[DashboardRequest, Call], HttpResponse]) -> Callable[..., HttpResponse]:
    """Find the call, for those who may act: 404 where there is none, 403 for whoever only reads."""

    @wraps(view)
    def checked(request: DashboardRequest, pk: int) -> HttpResponse:
        call = pages.find_call(pk)
        if call is None:
            raise Http404
        require_acting(request)
        return view(request, call)

    return checked


@require_POST
@for_brokers
def hang_up(request: DashboardRequest, call: Call) -> HttpResponse:
    """End the call."""
    with refusals_told(request, services.NotLive):
        services.hang_up_call(call_id=call.pk, by=user(request.user), at=timezone.now())
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
    with refusals_told(request, services.NotLive):
        services.take_over_call(call_id=call.pk, to=phone, by=by, at=at)
    return redirect_whole(request, "calls:page", call.pk)


@require_POST
@for_brokers
def change_tags(request: DashboardRequest, call: Call) -> HttpResponse:
    """Correct the tags of a call that has ended."""
    form = TagsForm(request.POST, has=call.conversation.content_tags)
    if not form.is_valid():
        messages.error(request, "Choose among the tags shown.")
        return redirect_whole(request, "calls:page", call.pk)
    with refusals_told(request, services.NotEnded):
        services.change_tags(
            call_id=call.pk, tags=form.cleaned_data["tags"], by=user(request.user), at=timezone.now()
        )
    return redirect_whole(request, "calls:page", call.pk)


@login_not_required
@require_safe
def recording(request: HttpRequest, pk: int) -> HttpResponseBase:
    """The call's sound, for people who are signed in and for API clients; 404 for everybody else's calls."""
    with ExitStack() as stack:
        organization_id = _organization_of(request)
        if organization_id is None:
            return redirect_to_login(request.get_full_path())
        stack.enter_context(scope(organization_id))
        call = pages.find_call(pk)
        found = pages.recording_of(call) if call else None
        if found is None or found.stored_at is None:
            raise Http404
        try:
            file = default_storage.open(found.file)
        except FileNotFoundError:
            raise Http404 from None
        response = ranged_response(
            file, size=found.size, wanted=request.headers.get("Range", ""), content_type="audio/wav"
        )
        response["Content-Encoding"] = "identity"  # compressed on the way a part would be no part any more
        response["Content-Disposition"] = f'inline; filename="call-{pk}.wav"'
        return response


def _organization_of(request: HttpRequest) -> int | None:
    """The organization whose recordings may be heard: of a valid token that may read, or of the person signed in.

    Raises Http404 for a person or token that may hear none; None for nobody at all.
    """
    scheme, _, plain = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() == "bearer":
        token = organizations.authenticate_token(plain.strip(), at=timezone.now())
        if token is None or token.organization.is_suspended or Scope.READ not in token.scopes:
            raise Http404
        return token.organization_id
    if not request.user.is_authenticated:
        return None
    organization_id = tenancy.standing(request).organization_id
    if organization_id is None:
        raise Http404
    return organization_id
