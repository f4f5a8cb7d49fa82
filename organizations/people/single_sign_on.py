"""How django-allauth does things here: words, addresses, secrets, and whom an identity provider may sign in."""

import secrets
from ipaddress import ip_address
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from allauth.socialaccount.adapter import DefaultSocialAccountAdapter
from allauth.socialaccount.models import SocialApp, SocialLogin
from django.conf import settings
from django.contrib import messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.crypto import salted_hmac

from organizations import tokens
from organizations.models import Membership, SignInDomain, User
from organizations.tenancy.scope import unscoped

# What a session has proven: how its person signed in, and with what.


# Recovery codes alone are none.
SECOND_FACTORS = Authenticator.objects.exclude(type=Authenticator.Type.RECOVERY_CODES)

ADDED = "second_factor_added"  # of the session: that it was there when the second factor was


def identity_provider(request: HttpRequest) -> str:
    """The name of the identity provider that vouched for the person; empty where none did."""
    records = get_authentication_records(request, request.user)
    return next((each["provider"] for each in records if each["method"] == "socialaccount"), "")


def is_bound(request: HttpRequest) -> bool:
    """Whether nothing but an identity provider's word stands behind the session."""
    records = get_authentication_records(request, request.user)
    own = any(each["method"] == "password" or each.get("type") == "webauthn" for each in records)
    return not own and any(each["method"] == "socialaccount" for each in records)


def has_second_factor(request: HttpRequest) -> bool:
    """Whether the person has one, and this session has seen it."""
    records = get_authentication_records(request, request.user)
    if not request.session.get(ADDED) and not any(each["method"] == "mfa" for each in records):
        return False
    return exists(request.user)


def exists(user: Any) -> bool:
    """Whether the person has a second factor."""
    return SECOND_FACTORS.filter(user=user).exists()


def domain_of(email: str) -> str:
    """What stands behind the @."""
    return email.rpartition("@")[2].lower()


def connection_of(email: str) -> SignInDomain | None:
    """Where people with such an address sign in; None: here."""
    if not settings.SINGLE_SIGN_ON:
        return None
    found = SignInDomain.unscoped.select_related("app", "organization")
    with unscoped():
        return found.filter(domain=domain_of(email)).first()


def login_url(request: HttpRequest, connection: SignInDomain, onward: str = "") -> str:
    """The address that leads to the identity provider, and from there back and on."""
    along = {"next": onward} if onward else {}
    return connection.app.get_provider(request).get_login_url(request, **along)


def domains_of(provider: str, email: str) -> QuerySet[SignInDomain]:
    """Of which organization the identity provider with that name may vouch for the address: one row, or none."""
    return SignInDomain.unscoped.filter(app__provider_id=provider, domain=domain_of(email))


def vouches(request: HttpRequest, organization_id: int) -> bool:
    """Whether the session was opened by the organization's own identity provider."""
    provider = identity_provider(request)
    if not provider or not isinstance(request.user, User):
        return False
    with unscoped():
        return domains_of(provider, request.user.email).filter(organization=organization_id).exists()


def person_of(login: SocialLogin) -> User | None:
    """The member whom an identity provider vouches for; None where it may not.

    It may for an address that it has verified, in a domain of its own connection, of somebody who is a member of the
    connection's organization already. What it says of anybody else counts for nothing, whoever they are.
    """
    emails = {_normal(each.email) for each in login.email_addresses if _is_verified(each.verified)}
    if login.state.get("process") != "login" or len(emails) != 1:
        return None
    (email,) = emails
    with unscoped():
        connection = domains_of(login.account.provider, email).first()
    if connection is None:
        return None
    places = Membership.objects.select_related("user")
    place = places.filter(
        organization=connection.organization_id, user__email=email, user__is_active=True
    ).first()
    return place.user if place else None


def _normal(email: str) -> str:
    return User.objects.normalize_email(email)


def _is_verified(told: Any) -> bool:
    """Some identity providers say it as a text: "false" must not count as true."""
    return told is True or told == "true"


MISMATCH = "Wrong email or password."
TOO_MANY = "Too many attempts. Wait five minutes, then try again."
WRONG_CODE = "That code is wrong or was already used. Wait for the app’s next code."
SAID = {  # of allauth's messages those that are news to whoever has just pressed a button
    "account/messages/password_changed.txt": "Password changed. You’re signed out everywhere else.",
    "mfa/messages/totp_activated.txt": "Authenticator app added. You’ll be asked for a code when you sign in.",
    "mfa/messages/totp_deactivated.txt": "Authenticator app removed.",
    "mfa/messages/webauthn_added.txt": "Passkey added.",
    "mfa/messages/webauthn_removed.txt": "Passkey removed.",
}
SALT = "organizations.people.second_factor"
# A device on which a person has signed in counts its guesses by itself: nobody elsewhere can lock the person out of it.
DEVICE_DAYS = 180


class AccountAdapter(DefaultAccountAdapter):
    """Signing in, and one's password."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": MISMATCH,
        "enter_current_password": "Wrong password.",
        "incorrect_password": "Wrong password.",
        "too_many_login_attempts": TOO_MANY,
        "rate_limited": TOO_MANY,
    }

    def add_message(
        self,
        request: HttpRequest,
        level: int,
        message_template: str | None = None,
        message_context: dict[str, Any] | None = None,
        extra_tags: str = "",
        message: str | None = None,
    ) -> None:
        """Say it in our words, where it needs saying at all."""
        if text := message or SAID.get(message_template or ""):
            messages.add_message(request, messages.ERROR if message else messages.INFO, text)

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that a request came from; behind proxies (`PROXIES`) the one that the outermost has seen."""
        seen = [part.strip() for part in request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")]
        told = seen[-settings.PROXIES] if 0 < settings.PROXIES <= len(seen) else ""
        for text in (told, request.META.get("REMOTE_ADDR", "")):
            try:
                address = ip_address(text)
            except ValueError:
                continue
            return str(getattr(address, "ipv4_mapped", None) or address)
        return "::"

    def is_ajax(self, request: HttpRequest) -> bool:
        """Pages are for people; only the passkeys' script asks for JSON, and where."""
        return request.path == reverse("mfa_login_webauthn") and super().is_ajax(request)

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse too many guesses: of a device that the person has signed in on its own, else of everybody together."""
        email = credentials.get("email", "")
        device = request.get_signed_cookie(
            _device_cookie(email), None, salt=SALT, max_age=DEVICE_DAYS * 86_400
        )
        if device is None:
            super().pre_authenticate(request, **credentials)
        elif not ratelimit.consume(request, action="login_failed_on_known_device", key=device):
            raise self.validation_error("too_many_login_attempts")

    def post_login(self, request: HttpRequest, user: Any, **kwargs: Any) -> HttpResponse:
        """Know the device from now on."""
        response: HttpResponse = super().post_login(request, user, **kwargs)
        response.set_signed_cookie(
            _device_cookie(user.email),
            secrets.token_urlsafe(12),
            salt=SALT,
            max_age=DEVICE_DAYS * 86_400,
            secure=settings.SESSION_COOKIE_SECURE,
            httponly=True,
            samesite="Lax",
        )
        return response

    def get_password_change_redirect_url(self, request: HttpRequest) -> str:
        """Back to one's account."""
        return reverse("organizations:account")

    def respond_user_inactive(self, request: HttpRequest, user: Any) -> HttpResponse:
        """Say what a wrong password is told."""
        messages.error(request, MISMATCH)
        return redirect("account_login")

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """People come by invitation alone."""
        return False


def _device_cookie(email: str) -> str:
    return f"device_{salted_hmac(SALT, email.strip().lower(), algorithm='sha256').hexdigest()[:16]}"


class SecondFactorAdapter(DefaultMFAAdapter):
    """Authenticator apps, recovery codes and passkeys; their secrets are kept encrypted under SECRET_KEY."""

    error_messages = DefaultMFAAdapter.error_messages | {"incorrect_code": WRONG_CODE}

    def encrypt(self, text: str) -> str:
        """What is kept in the database."""
        return tokens.encrypt(text, salt=SALT)

    def decrypt(self, encrypted_text: str) -> str:
        """The secret; raises InvalidToken once its key is no longer among SECRET_KEY_FALLBACKS."""
        return tokens.decrypt(encrypted_text, salt=SALT)

    def generate_authenticator_name(self, user: Any, type: Authenticator.Type) -> str:
        """What a passkey is called until its owner names it."""
        return f"Passkey {Authenticator.objects.filter(user=user, type=type).count() + 1}"


class SingleSignOnAdapter(DefaultSocialAccountAdapter):
    """Identity providers of organizations: each signs in the organization's members, and nobody else."""

    def list_apps(self, request: HttpRequest, *args: Any, **kwargs: Any) -> list[SocialApp]:
        """The connections; none while single sign-on is switched off."""
        return super().list_apps(request, *args, **kwargs) if settings.SINGLE_SIGN_ON else []

    def is_email_verified(self, provider: Any, email: str) -> bool:
        """SAML knows no word for it: what is asserted counts, within the connection's own domains."""
        return provider.id == "saml" or super().is_email_verified(provider, email)

    def authenticate_by_email(self, sociallogin: SocialLogin) -> None:
        """Never: `pre_social_login` finds the person."""
        return

    def pre_social_login(self, request: HttpRequest, sociallogin: SocialLogin) -> None:
        """Find the member whom the identity provider vouches for, or go no further."""
        person: User | None = person_of(sociallogin)
        if person is None:
            page = render(request, "socialaccount/refused.html", status=403)
            raise ImmediateHttpResponse(page)
        sociallogin.user = person

    def is_open_for_signup(self, request: HttpRequest, sociallogin: SocialLogin) -> bool:
        """Nobody becomes a member by signing in."""
        return False
