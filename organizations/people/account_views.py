"""One's own account: name and phone, what it signs in with, where one is signed in."""

from functools import wraps
from typing import Any

from allauth.mfa.models import Authenticator
from allauth.usersessions.adapter import get_adapter
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_POST

from organizations import actors
from organizations import services as organizations
from organizations.dashboard import DashboardRequest
from organizations.people import trail
from organizations.people.forms import AccountForm


@require_http_methods(["GET", "HEAD", "POST"])
def account(request: DashboardRequest) -> HttpResponse:
    """All of one's account; name and phone are changed here."""
    now, user = timezone.now(), request.user
    initial = {"name": user.name, "phone": request.membership.phone}
    form = AccountForm(request.POST or None, initial=initial)
    if request.method == "POST" and form.is_valid():
        by = actors.user(user)
        organizations.change_name(user=user, name=form.cleaned_data["name"], by=by, at=now)
        organizations.change_phone(
            membership=request.membership, phone=form.cleaned_data["phone"], by=by, at=now
        )
        messages.info(request, "Saved.")
        return redirect("organizations:account")
    factors = list(Authenticator.objects.filter(user=user).order_by("pk"))
    codes = [each for each in factors if each.type == Authenticator.Type.RECOVERY_CODES]
    context = {
        "now": now,
        "form": form,
        "app": next((each for each in factors if each.type == Authenticator.Type.TOTP), None),
        "passkeys": [each for each in factors if each.type == Authenticator.Type.WEBAUTHN],
        "codes_left": len(codes[0].wrap().get_unused_codes()) if codes else 0,
        "places": _places(request),
    }
    return render(request, "organizations/settings/account.html", context)


@require_POST
def end_sessions(request: DashboardRequest) -> HttpResponse:
    """Sign out at one place (`place`), or everywhere but here (without it)."""
    number, places = request.POST.get("place"), _places(request)
    ended = [each for each in places if (str(each.pk) == number if number else not each.is_current())]
    if number and not ended:
        raise Http404
    get_adapter().end_sessions(ended)
    if ended:
        trail.record(request.user, "user.signed_out", places=len(ended))
    told = "You are signed out there." if number else "You are signed out everywhere else."
    messages.info(request, told if ended else "You are signed in only here.")
    return redirect("organizations:account")


def needs_password[V: Any](view: V) -> V:
    """Let nobody add a second factor who couldn't be asked for a password before: it would be anybody's doing."""

    @wraps(view)
    def guarded(request: DashboardRequest, *args: Any, **kwargs: Any) -> Any:
        if not request.user.has_usable_password():
            messages.info(request, "Choose a password first: we mail you a link.")
            return redirect("account_reset_password")
        return view(request, *args, **kwargs)

    return guarded  # type: ignore[return-value]


def _places(request: DashboardRequest) -> list[UserSession]:
    """Where the person is signed in: here first, then the places seen last."""
    places = UserSession.objects.purge_and_list(request.user)
    return sorted(places, key=lambda each: (not each.is_current(), -each.last_seen_at.timestamp()))
