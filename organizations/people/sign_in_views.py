"""Signing in, which starts with the e-mail address: it says who asks for a proof; and a forgotten password."""

import zlib
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.utils import perform_login
from allauth.account.views import LoginView, PasswordResetFromKeyView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from lxml.etree import LxmlError

from organizations.models import User
from organizations.people import single_sign_on
from organizations.people.forms import EmailForm, SignInForm
from organizations.redirects import safe_url


class SignIn(LoginView):
    """The address, then the password; who is signed in already goes on. `?password` asks for both at once."""

    def get_form_class(self) -> type[EmailForm | SignInForm]:
        """Both fields once the password is asked for."""
        asked = self.request.POST if self.request.method == "POST" else self.request.GET
        return SignInForm if "password" in asked else EmailForm

    def form_valid(self, form: Any) -> HttpResponse:
        """Let the person in, or go on to the second step."""
        if isinstance(form, EmailForm):
            return self._go_on(form.cleaned_data["login"])
        return super().form_valid(form)

    def _go_on(self, email: str) -> HttpResponse:
        connection = single_sign_on.connection_of(email)
        if connection is None:
            form = SignInForm(request=self.request, initial={"login": email})
            return self.render_to_response(self.get_context_data(form=form))
        onward = safe_url(self.request, self.request.POST.get("next", ""))
        url = single_sign_on.login_url(self.request, connection, onward)
        # No redirect: a form may lead to this site alone (form-action), and the way goes on to another one.
        context = {"connection": connection, "url": url}
        return render(self.request, "account/elsewhere.html", context)


class NewPassword(PasswordResetFromKeyView):
    """Where a mailed link leads: a new password, with which one signs in then. It ends all sessions."""

    def render_to_response(self, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        """404 where the link is wrong, used or too old."""
        status = 404 if context.get("token_fail") else 200
        return super().render_to_response(context, status=status, **kwargs)


def refuse_nonsense[V: Callable[..., Any]](view: V) -> V:
    """Answer 401 where somebody who speaks for an identity provider sends no XML at all: python3-saml stumbles."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except (ValueError, LxmlError, zlib.error):
            return render(request, "socialaccount/authentication_error.html", status=401)

    return guarded  # type: ignore[return-value]


sign_in = SignIn.as_view()
new_password = NewPassword.as_view()


def let_in(request: HttpRequest, person: User) -> None:
    """Sign somebody in who has just chosen a password."""
    perform_login(request, person)
