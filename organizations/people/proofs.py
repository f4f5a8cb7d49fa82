"""What a session has proven: how its person signed in, and with what.

A session that an identity provider vouched for is bound: it opens the organization of that connection alone, until
the person proves to be who they are by a secret of their own. So what an organization's identity provider says can
never open another organization, or Django admin.
"""

from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.mfa.models import Authenticator
from django.http import HttpRequest

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
