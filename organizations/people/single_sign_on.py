"""Identity providers, whom each may sign in, and what a session has proven."""

from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialLogin
from django.conf import settings
from django.db.models import QuerySet
from django.http import HttpRequest

from organizations.models import Membership, SignInDomain, User

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
