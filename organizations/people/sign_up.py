"""The first owner of a new brokerage on a local run: by a link that `up` prints, and that leads in once.

Elsewhere operators make brokerages and invite their owners: an address that nobody has verified gets no account.
"""

from datetime import datetime

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core import signing
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.urls import reverse

from organizations.models import Membership, Organization, User
from organizations.records import sql
from organizations.tenancy import actors
from organizations.tenancy import services as organizations
from organizations.tenancy.services import NameTaken, OrganizationError
from organizations.tenancy.states import Role

SALT = "organizations.people.sign_up"


class LinkUsed(OrganizationError):
    """There is another brokerage since the link was made, or none may be made by links here."""


def sign_up_url() -> str:
    """The link to one new brokerage: worthless as soon as there is one more than now."""
    token = _signer().sign(str(_newest()))
    return f"{settings.PUBLIC_URL}{reverse('organizations:sign_up', kwargs={'token': token})}"


def is_open(token: str) -> bool:
    """Whether a link's token still leads in."""
    if not settings.LOCAL:
        return False
    try:
        return _signer().unsign(token) == str(_newest())
    except signing.BadSignature:
        return False


def sign_up(
    *, token: str, brokerage: str, timezone: str, name: str, email: str, password: str, at: datetime
) -> Membership:
    """Make a brokerage and its owner's account; raises LinkUsed, NameTaken, ValidationError."""
    person = User(email=User.objects.normalize_email(email), name=name.strip())
    validate_password(password, person)
    with transaction.atomic():
        sql.lock("sign-up")  # of two who follow the link at once, one is late
        if not is_open(token):
            raise LinkUsed("This link was used already.")
        person.set_password(password)
        try:
            with transaction.atomic():
                person.save()
        except IntegrityError:
            raise NameTaken("There is an account with this email already.") from None
        by = actors.user(person)
        organization = organizations.create_organization(
            name=brokerage, timezone=timezone, confirmed_at=at, by=by, at=at
        )
        return organizations.add_member(organization=organization, user=person, role=Role.OWNER, by=by, at=at)


def _signer() -> signing.Signer:
    return signing.Signer(salt=SALT, sep=".")


def _newest() -> int:
    found: int | None = Organization.objects.aggregate(newest=Max("pk"))["newest"]
    return found or 0
