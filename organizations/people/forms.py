"""Forms of signing in, of one's own account, and of members."""

from typing import Any

import phonenumbers
from allauth.account import forms as account
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base import forms as codes
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.forms import ActivateTOTPForm
from allauth.mfa.webauthn.forms import AddWebAuthnForm
from django import forms
from django.contrib.auth.password_validation import validate_password
from django.core.cache import cache
from django.core.exceptions import ValidationError

from organizations.formats import zone_words
from organizations.models import User
from organizations.tenancy.queueing import prompt
from organizations.tenancy.states import Role

PASSWORD_RULES = "At least 10 characters. Not a common password, not your name or email."  # noqa: S105 - words
CODE_LIFETIME = 90  # seconds that a code of an authenticator app is taken for


def _reword(field: forms.Field, label: str, **attrs: Any) -> None:
    """Our label in the place of allauth's placeholder and help."""
    field.label, field.help_text = label, ""
    field.widget.attrs.pop("placeholder", None)
    field.widget.attrs |= attrs


def _reword_new_password(form: forms.Form) -> None:
    _reword(form.fields["password1"], "New password")
    _reword(form.fields["password2"], "Confirm new password")
    form.fields["password1"].help_text = PASSWORD_RULES


class SignInForm(account.LoginForm):
    """E-mail address and password; one answer for an unknown address, a wrong password, a disabled person."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _reword(self.fields["login"], "Email", autocomplete="username")
        if "password" in self.fields:
            _reword(self.fields["password"], "Password", autofocus=True)


class EmailForm(SignInForm):
    """The first step of signing in: who it is."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["password"]
        self.fields["login"].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        """Whether there is such an account isn't said."""
        return self.cleaned_data


class _CodeTakenOnce:
    """A code of the app counts once."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        form: Any = self
        _reword(form.fields["code"], "Code", autofocus=True, autocapitalize="none", maxlength=40)

    def clean_code(self) -> str:
        """The code, used up."""
        form: Any = self
        code = _plain(form.cleaned_data["code"])
        form.cleaned_data["code"] = code
        super().clean_code()  # type: ignore[misc]
        if form.authenticator.type == Authenticator.Type.TOTP and not _use_up(form.user, code):
            raise get_adapter().validation_error("incorrect_code")
        return code


class CodeForm(_CodeTakenOnce, codes.AuthenticateForm):
    """A code of the authenticator app, or a recovery code, after the password."""


class ConfirmingCodeForm(_CodeTakenOnce, codes.ReauthenticateForm):
    """The same, before something that must be one's own doing."""


class FirstCodeForm(ActivateTOTPForm):
    """The first code of a new authenticator app."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _reword(self.fields["code"], "Code from the app", inputmode="numeric", maxlength=12)

    def clean_code(self) -> str:
        """The code, used up."""
        self.cleaned_data["code"] = _plain(self.cleaned_data["code"])
        code = super().clean_code()
        _use_up(self.user, code)
        return code


class PasskeyForm(AddWebAuthnForm):
    """A passkey's name, and whether it stands for the password as well."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _reword(self.fields["name"], "Name", maxlength=60)
        field = self.fields["passwordless"]
        _reword(field, "Sign in without a password")
        field.initial, field.help_text = True, "Your device will ask for your fingerprint, face or PIN."


class ForgottenForm(account.ResetPasswordForm):
    """Whose password is forgotten."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _reword(self.fields["email"], "Email", autocomplete="username", autofocus=True)

    def save(self, request: Any, **kwargs: Any) -> str:
        """Have the link sent: a task finds out whether the address is somebody's."""
        email = User.objects.normalize_email(self.cleaned_data["email"])
        prompt("organizations.tasks.send_password_reset", email)
        return email


class NewPasswordForm(account.ResetPasswordKeyForm):
    """A new password in the place of a forgotten one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _reword_new_password(self)


class ChangePasswordForm(account.ChangePasswordForm):
    """A new password, and the one that it replaces."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _reword(self.fields["oldpassword"], "Current password", autofocus=True)
        _reword_new_password(self)


class PasswordForm(account.ReauthenticateForm):
    """One's password, before something that must be one's own doing."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _reword(self.fields["password"], "Your password", autofocus=True)


class AccountForm(forms.Form):
    """One's name, and where one takes calls."""

    name = forms.CharField(max_length=200, widget=forms.TextInput(attrs={"autocomplete": "name"}))
    phone = forms.CharField(
        label="Your phone",
        max_length=40,
        required=False,
        help_text=(
            "We call this number to connect you when you place or take over a call. You can set a different number "
            "for each organization."
        ),
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
            raise ValidationError("Enter a full number, such as (312) 555-0123 or +44 20 7946 0958.")
        return phonenumbers.format_number(number, phonenumbers.PhoneNumberFormat.E164)


class InvitationForm(forms.Form):
    """Whom to invite, and as what."""

    email = forms.EmailField(
        label="Email", max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "off"})
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
        help_text=PASSWORD_RULES,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )

    def __init__(self, *args: Any, email: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.email = email

    def clean(self) -> dict[str, Any]:
        """A password that isn't weak, and not like the name or the address."""
        cleaned = super().clean() or self.cleaned_data
        check_password(self, cleaned, self.email)
        return cleaned


# Offered while one types; any other IANA zone is taken as well.
ZONES = (
    "America/New_York",
    "America/Chicago",
    "America/Denver",
    "America/Phoenix",
    "America/Los_Angeles",
    "America/Anchorage",
    "Pacific/Honolulu",
    "America/Toronto",
    "America/Winnipeg",
    "America/Edmonton",
    "America/Vancouver",
    "America/Halifax",
    "America/St_Johns",
    "America/Mexico_City",
    "America/Monterrey",
    "America/Tijuana",
)


class BrokerageForm(forms.Form):
    """What a brokerage is called, and its time zone, picked from a list."""

    name = forms.CharField(
        label="Brokerage name",
        max_length=200,
        help_text="The agents say it when they introduce themselves.",
        widget=forms.TextInput(attrs={"autocomplete": "organization"}),
    )
    timezone = forms.ChoiceField(label="Time zone", widget=forms.Select(attrs={"data-time-zone": ""}))

    def __init__(self, *args: Any, current: str = "", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones = dict.fromkeys([*ZONES, *([current] if current else [])])
        self.fields["timezone"].choices = [(zone, zone_words(zone)) for zone in zones]  # type: ignore[attr-defined]


class SignUpForm(BrokerageForm):
    """A new brokerage and its owner's account; as `sign_up` takes it."""

    brokerage = forms.CharField(
        label="Brokerage name",
        max_length=200,
        help_text="Your agents say it when they introduce themselves.",
        widget=forms.TextInput(attrs={"autocomplete": "organization", "autofocus": True}),
    )
    name = forms.CharField(
        label="Your name", max_length=200, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    email = forms.EmailField(
        label="Email", max_length=254, widget=forms.EmailInput(attrs={"autocomplete": "username"})
    )
    password = forms.CharField(
        strip=False,
        help_text=PASSWORD_RULES,
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )
    field_order = ("brokerage", "timezone", "name", "email", "password")

    def clean(self) -> dict[str, Any]:
        """A password that isn't weak, and not like the name or the address."""
        cleaned = super().clean() or self.cleaned_data
        check_password(self, cleaned, cleaned.get("email", ""))
        return cleaned


def check_password(form: forms.Form, cleaned: dict[str, Any], email: str) -> None:
    """Tell beside the field what speaks against a password."""
    if password := cleaned.get("password"):
        try:
            validate_password(password, User(email=email, name=cleaned.get("name", "")))
        except ValidationError as error:
            form.add_error("password", error)


def _plain(code: str) -> str:
    """A code without what people put between its characters."""
    return "".join(code.split()).replace("-", "").lower()


def _use_up(user: User, code: str) -> bool:
    """Whether the code wasn't used yet: it is from now on."""
    return cache.add(f"allauth:code:{user.pk}:{code}", True, CODE_LIFETIME)
