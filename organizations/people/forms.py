"""Forms of signing in, of one's own account, and of members."""

from typing import Any

import phonenumbers
from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.password_validation import password_validators_help_texts, validate_password
from django.core.exceptions import ValidationError

from organizations.models import User
from organizations.states import Role


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


class CodeForm(forms.Form):
    """A code of the authenticator app, or a recovery code."""

    code = forms.CharField(
        label="Code",
        max_length=40,
        widget=forms.TextInput(
            attrs={"autocomplete": "one-time-code", "autofocus": True, "autocapitalize": "none"}
        ),
    )


class ForgottenForm(forms.Form):
    """Whose password is forgotten."""

    email = forms.EmailField(
        label="E-mail",
        max_length=254,
        widget=forms.EmailInput(attrs={"autocomplete": "username", "autofocus": True}),
    )


class PasswordForm(forms.Form):
    """One's password, before something that must be one's own doing."""

    password = forms.CharField(
        label="Your password",
        strip=False,
        widget=forms.PasswordInput(attrs={"autocomplete": "current-password"}),
    )


class SecondFactorForm(PasswordForm):
    """The password, and the first code of a new authenticator app."""

    code = forms.CharField(
        label="Code that the app shows",
        max_length=12,
        widget=forms.TextInput(attrs={"autocomplete": "one-time-code", "inputmode": "numeric"}),
    )


class AccountForm(forms.Form):
    """One's name, and where one takes calls."""

    name = forms.CharField(max_length=200, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    phone = forms.CharField(
        label="Your phone",
        max_length=40,
        required=False,
        help_text="Calls that you take over or place ring here. Each organization has a number of its own.",
        widget=forms.TextInput(attrs={"type": "tel", "autocomplete": "tel"}),
    )

    def clean_phone(self) -> str:
        """The number in E.164; without a country it is one of the US."""
        text = self.cleaned_data["phone"]
        if not text:
            return ""
        try:
            number = phonenumbers.parse(text, "US")
        except phonenumbers.NumberParseException:
            number = None
        if number is None or not phonenumbers.is_possible_number(number) or number.extension:
            raise ValidationError("Give a whole number, such as (312) 555-0123 or +44 20 7946 0958.")
        return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


class InvitationForm(forms.Form):
    """Whom to invite, and as what."""

    email = forms.EmailField(
        label="E-mail", max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "off"})
    )
    role = forms.ChoiceField(choices=Role.choices, initial=Role.BROKER)


class RoleForm(forms.Form):
    """What a member may do."""

    role = forms.ChoiceField(choices=Role.choices)


class NewAccountForm(forms.Form):
    """The name and password of somebody who was invited."""

    name = forms.CharField(
        max_length=200, widget=forms.TextInput(attrs={"autocomplete": "name", "autofocus": True})
    )
    password = forms.CharField(
        strip=False,
        help_text=" ".join(password_validators_help_texts()),
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.email = email

    def clean(self) -> dict[str, Any]:
        """A password that isn't weak, and not like the name or the address."""
        cleaned = super().clean() or self.cleaned_data
        if password := cleaned.get("password"):
            try:
                validate_password(password, User(email=self.email, name=cleaned.get("name", "")))
            except ValidationError as error:
                self.add_error("password", error)
        return cleaned
