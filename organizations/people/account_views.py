"""One's own account: name and phone, password, second factor, where one is signed in."""

import base64
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from organizations import actors, audit
from organizations import services as organizations
from organizations.dashboard import DashboardRequest
from organizations.people import second_factor, sessions, throttle
from organizations.people.forms import AccountForm, PasswordForm, SecondFactorForm
from organizations.people.sign_in_views import guess_at_password

SEED = "second_factor_seed"  # of the session: of an app that isn't added yet


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
    factor = second_factor.of(user)
    context = {
        "now": now,
        "form": form,
        "factor": factor,
        "codes_left": second_factor.codes_left(user) if factor else 0,
        "places": sessions.of(user, current_key=request.session.session_key, at=now),
    }
    return render(request, "organizations/settings/account.html", context)


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def change_password(request: DashboardRequest) -> HttpResponse:
    """A new password; one stays signed in here, and nowhere else."""
    form = PasswordChangeForm(request.user)
    if request.method == "POST":
        form = PasswordChangeForm(request.user, request.POST)
        if _is_right(request, form, "old_password"):
            form.save()
            update_session_auth_hash(request, request.user)
            by, now = actors.user(request.user), timezone.now()
            sessions.note(request, at=now)
            audit.record_of_person(user=request.user, action="user.password_changed", by=by, at=now)
            key = request.session.session_key
            sessions.end_others(user=request.user, current_key=key, by=by, at=now)
            messages.info(request, "Your password is changed. You are signed out everywhere else.")
            return redirect("organizations:account")
    return render(request, "organizations/settings/password.html", {"form": form})


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def add_second_factor(request: DashboardRequest) -> HttpResponse:
    """Scan the secret, give the password and the first code; then the recovery codes are shown, once."""
    if request.method == "POST" and SEED in request.session:
        seed = base64.b64decode(request.session[SEED])
    else:
        seed = second_factor.make_seed()
        request.session[SEED] = base64.b64encode(seed).decode()
    form = SecondFactorForm(request.POST or None)
    if request.method == "POST" and _is_right(request, form, "password"):
        by, now, code = actors.user(request.user), timezone.now(), form.cleaned_data["code"]
        if codes := second_factor.add(user=request.user, seed=seed, code=code, by=by, at=now):
            del request.session[SEED]
            return _show_codes(request, codes)
        form.add_error("code", "That code isn’t right. Wait for the app’s next one.")
    context = {
        "form": form,
        "picture": second_factor.picture_of(request.user, seed),
        "secret": second_factor.secret_of(seed),
        "has_factor": second_factor.of(request.user) is not None,
    }
    return render(request, "organizations/settings/second_factor.html", context)


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def remove_second_factor(request: DashboardRequest) -> HttpResponse:
    """Sign in with the password alone from now on."""
    form = PasswordForm(request.POST or None)
    if request.method == "POST" and _is_right(request, form, "password"):
        by, now = actors.user(request.user), timezone.now()
        if second_factor.remove(user=request.user, by=by, at=now):
            messages.warning(request, "The second factor is removed: your password alone signs you in.")
        return redirect("organizations:account")
    return render(request, "organizations/settings/second_factor_remove.html", {"form": form})


@sensitive_post_parameters()
@require_http_methods(["GET", "HEAD", "POST"])
def renew_recovery_codes(request: DashboardRequest) -> HttpResponse:
    """New recovery codes, shown once; the old ones are worth nothing then."""
    if second_factor.of(request.user) is None:
        return redirect("organizations:second_factor")
    form = PasswordForm(request.POST or None)
    if request.method == "POST" and _is_right(request, form, "password"):
        by, now = actors.user(request.user), timezone.now()
        return _show_codes(request, second_factor.renew_codes(user=request.user, by=by, at=now))
    return render(request, "organizations/settings/recovery_codes_renew.html", {"form": form})


@require_POST
def end_sessions(request: DashboardRequest) -> HttpResponse:
    """Sign out at one place (`place`), or everywhere but here (without it)."""
    by, now = actors.user(request.user), timezone.now()
    key, number = request.session.session_key, request.POST.get("place")
    if number is None:
        is_ended = sessions.end_others(user=request.user, current_key=key, by=by, at=now)
        messages.info(
            request, "You are signed out everywhere else." if is_ended else "You are signed in only here."
        )
    elif sessions.end(user=request.user, number=number, by=by, at=now):
        messages.info(request, "You are signed out there.")
    else:
        raise Http404
    return redirect("organizations:account")


def _is_right(request: DashboardRequest, form: forms.Form, field: str) -> bool:
    """Whether the form holds, and one's password in that field, which counts as a guess at it."""
    password = request.POST.get(field)
    if not password:
        return form.is_valid()  # which says that it is missing
    one = guess_at_password(request, request.user.email)
    if wait := throttle.attempt(one):
        problem = throttle.advice(wait)
    elif request.user.check_password(password):
        throttle.forgive(one)
        return form.is_valid()
    else:
        problem = "That isn’t your password."
    form.errors.pop(field, None)
    form.add_error(field, problem)
    return False


def _show_codes(request: DashboardRequest, codes: list[str]) -> HttpResponse:
    context: dict[str, Any] = {"codes": codes}
    return render(request, "organizations/settings/recovery_codes.html", context)
