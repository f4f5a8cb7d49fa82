"""Forms of signing in."""

from django import forms
from django.contrib.auth.forms import AuthenticationForm


class SignInForm(AuthenticationForm):
    """E-mail address and password; one answer for an unknown address, a wrong password, a disabled person."""

    error_messages = {
        "invalid_login": "That e-mail address and password don’t go together.",
        "inactive": "That e-mail address and password don’t go together.",
    }
    username = forms.EmailField(
        label="E-mail",
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "username", "autofocus": True}),
    )
