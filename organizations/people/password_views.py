"""A forgotten password: a link by mail leads to a new one. No page tells whether an account exists."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import PasswordResetConfirmView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils import timezone
from django.views.decorators.http import require_http_methods, require_safe

from organizations import actors, audit
from organizations.models import User
from organizations.people import sessions, throttle
from organizations.people.forms import ForgottenForm
from organizations.people.sign_in_views import too_many
from organizations.tasks import prompt

FREE_MAILS = 3


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def forgotten(request: HttpRequest) -> HttpResponse:
    """Ask for the address, and have the link sent: a task finds out whether the address is somebody's."""
    form = ForgottenForm(request.POST or None)
    template = "organizations/password_forgotten.html"
    if request.method == "POST" and form.is_valid():
        email = User.objects.normalize_email(form.cleaned_data["email"])
        if wait := throttle.attempt(throttle.guess(request, "reset", email, FREE_MAILS)):
            return too_many(request, template, {"form": form, "wait": wait})
        prompt("organizations.tasks.send_password_reset", email)
        return redirect("organizations:password_sent")
    return render(request, template, {"form": form})


@login_not_required
@require_safe
def sent(request: HttpRequest) -> HttpResponse:
    """Say what to wait for."""
    return render(request, "organizations/password_sent.html")


class NewPassword(PasswordResetConfirmView):
    """Where the link leads: a new password, with which one signs in then. It ends all sessions."""

    template_name = "organizations/password_new.html"
    success_url = reverse_lazy("organizations:sign_in")

    def form_valid(self, form: Any) -> HttpResponse:
        """Keep the password."""
        response = super().form_valid(form)
        person, now = form.user, timezone.now()
        by = actors.user(person)
        audit.record_of_person(user=person, action="user.password_reset", by=by, at=now)
        sessions.end_others(user=person, current_key=None, by=by, at=now)
        messages.info(self.request, "Your password is changed. Sign in with it.")
        return response

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        """404 where the link is wrong, used or too old."""
        return super().render_to_response(context, **kwargs | ({} if self.validlink else {"status": 404}))
