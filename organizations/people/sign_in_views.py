"""Signing in: the password, then a code where the person has a second factor; and out again."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import auth
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import LoginView, LogoutView
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_safe

from organizations import actors, tenancy
from organizations.models import User
from organizations.people import second_factor, sessions, throttle
from organizations.people.forms import CodeForm, SignInForm
from organizations.redirects import safe_url

BETWEEN = "signing_in"  # of the session: who has given the password and owes a code
PATIENCE = timedelta(minutes=10)


class SignIn(LoginView):
    """Sign-in, the first step; who is signed in already goes on."""

    form_class = SignInForm
    template_name = "organizations/sign_in.html"
    redirect_authenticated_user = True

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Look at the password, unless there were too many guesses: as well where there is no such account."""
        one = guess_at_password(request, request.POST.get("username", ""))
        if request.POST.get("password") and (wait := throttle.attempt(one)):
            initial = {"username": request.POST.get("username", "")}
            context = self.get_context_data(form=SignInForm(request, initial=initial), wait=wait)
            return too_many(request, self.template_name, context)
        form = self.get_form()
        if not form.is_valid():
            return self.form_invalid(form)
        throttle.forgive(one)
        return self.form_valid(form)

    def form_valid(self, form: Any) -> HttpResponse:
        """Let the person in, or ask for a code."""
        person, onward = form.get_user(), self.get_success_url()
        if second_factor.of(person) is None:
            let_in(self.request, person)
            return redirect(onward)
        self.request.session[BETWEEN] = {
            "user": person.pk,
            "hash": person.get_session_auth_hash(),
            "until": (timezone.now() + PATIENCE).timestamp(),
            "next": onward,
        }
        return redirect("organizations:sign_in_code")


@login_not_required
@never_cache
@sensitive_post_parameters("code")
@require_http_methods(["GET", "HEAD", "POST"])
def give_code(request: HttpRequest) -> HttpResponse:
    """Sign-in, the second step: a code of the app, or a recovery code."""
    between = request.session.get(BETWEEN, {})
    person = _between(between)
    factor = second_factor.of(person) if person else None
    if person is None or factor is None:
        request.session.pop(BETWEEN, None)
        return redirect("organizations:sign_in")
    form = CodeForm(request.POST or None)
    context: dict[str, Any] = {"form": form}
    if request.method == "POST" and form.is_valid():
        one = throttle.guess(request, "code", str(person.pk))
        if wait := throttle.attempt(one):
            return too_many(
                request, "organizations/sign_in_code.html", context | {"form": CodeForm(), "wait": wait}
            )
        now = timezone.now()
        if second_factor.check(factor=factor, code=form.cleaned_data["code"], by=actors.user(person), at=now):
            throttle.forgive(one)
            let_in(request, person)
            return redirect(between["next"])
        form.add_error("code", "That code isn’t right, or it was used already. Wait for the app’s next one.")
    return render(request, "organizations/sign_in_code.html", context)


class SignOut(LogoutView):
    """Sign-out, by POST alone."""

    http_method_names = ["post", "options"]


@require_safe
@tenancy.without_organization
def admin_sign_in(request: HttpRequest) -> HttpResponse:
    """Stands in the place of Django admin's own sign-in page, which knows neither pauses nor second factors.

    Who isn't signed in has been sent to the sign-in page before this answers.
    """
    if not request.user.is_staff:
        raise PermissionDenied
    return redirect(safe_url(request, request.GET.get("next", ""), otherwise=reverse("admin:index")))


def let_in(request: HttpRequest, person: User) -> None:
    """Sign the person in, under a new session key."""
    request.session.pop(BETWEEN, None)
    auth.login(request, person, backend=settings.AUTHENTICATION_BACKENDS[0])
    sessions.note(request, at=timezone.now())


def guess_at_password(request: HttpRequest, email: str) -> throttle.Guess:
    """What counts guesses at the password of an account, whether or not there is one."""
    return throttle.guess(request, "password", User.objects.normalize_email(email))


def too_many(request: HttpRequest, template: str, context: dict[str, Any]) -> HttpResponse:
    """The page again with the pause that `context["wait"]` says: 429."""
    wait = context["wait"]
    response = render(request, template, context | {"too_many": throttle.advice(wait)}, status=429)
    response["Retry-After"] = str(throttle.seconds_of(wait))
    return response


def _between(between: dict[str, Any]) -> User | None:
    """Who has given the password a short while ago, which is still the same."""
    if not between or between["until"] < timezone.now().timestamp():
        return None
    person = User.objects.filter(pk=between["user"], is_active=True).first()
    if person is None or not constant_time_compare(between["hash"], person.get_session_auth_hash()):
        return None
    return person
