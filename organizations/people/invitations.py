"""Becoming a member by invitation: made, sent again, taken back, accepted."""

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core import signing
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.urls import reverse

from organizations.models import Invitation, Membership, Organization, User
from organizations.records import sql
from organizations.tenancy import actors, audit
from organizations.tenancy import services as organizations
from organizations.tenancy.actors import Actor
from organizations.tenancy.queueing import prompt
from organizations.tenancy.services import InvalidValue, NameTaken, OrganizationError
from organizations.tenancy.states import Role

LIFETIME = timedelta(days=7)


class NotOpen(OrganizationError):
    """The invitation is accepted, taken back or expired."""


def invite(
    *, organization: Organization, email: str, role: str, inviter: User | None, by: Actor, at: datetime
) -> Invitation:
    """Invite somebody by mail; raises NameTaken for a member, and for somebody invited already."""
    email = User.objects.normalize_email(email)
    if role not in Role.values:
        raise InvalidValue(f"{role!r} is not a role: {', '.join(Role.values)}.")
    if Membership.objects.filter(organization=organization, user__email=email).exists():
        raise NameTaken(f"{email} is already a member.")
    try:
        with transaction.atomic():
            invitation = Invitation.unscoped.create(
                organization=organization,
                email=email,
                role=role,
                created_at=at,
                created_by=inviter,
                expires_at=at + LIFETIME,
            )
            _record("invitation.made", invitation, by, at)
            prompt("organizations.tasks.send_invitation", organization.pk, invitation.pk)
    except IntegrityError:
        raise NameTaken(f"{email} already has an invitation. Resend that one.") from None
    return invitation


def invite_owner(
    *, organization: Organization, email: str, inviter: User | None, by: Actor, at: datetime
) -> Invitation:
    """Invite the first owner of a new organization."""
    return invite(organization=organization, email=email, role=Role.OWNER, inviter=inviter, by=by, at=at)


def send_again(*, invitation: Invitation, by: Actor, at: datetime) -> None:
    """Send a new link, for another seven days; the one before leads nowhere any more."""
    with transaction.atomic():
        current = _locked(invitation)
        current.version += 1
        current.expires_at = at + LIFETIME
        current.sent_at = None
        current.save(update_fields=["version", "expires_at", "sent_at"])
        _record("invitation.sent_again", current, by, at)
        prompt("organizations.tasks.send_invitation", current.organization_id, current.pk)


def take_back(*, invitation: Invitation, by: Actor, at: datetime) -> None:
    """Let the link lead nowhere."""
    with transaction.atomic():
        current = _locked(invitation)
        current.revoked_at = at
        current.save(update_fields=["revoked_at"])
        _record("invitation.taken_back", current, by, at)


def accept(*, invitation: Invitation, user: User, at: datetime) -> Membership:
    """Make the person, whose address the invitation was sent to, a member; raises NotOpen.

    Who is a member already keeps that place, and its role.
    """
    with transaction.atomic():
        current = _locked(invitation)
        if not current.is_open(at) or current.version != invitation.version or user.email != current.email:
            raise NotOpen("This invitation was used, canceled or has expired. Ask for a new one.")
        current.accepted_at = at
        current.save(update_fields=["accepted_at"])
        by = actors.user(user)
        _record("invitation.accepted", current, by, at)
        try:
            return organizations.add_member(
                organization=current.organization, user=user, role=current.role, by=by, at=at
            )
        except NameTaken:
            return Membership.objects.get(organization=current.organization, user=user)


def accept_as_new(*, invitation: Invitation, name: str, password: str, at: datetime) -> Membership:
    """Make the invited person's account, and a member of it; raises NotOpen, NameTaken, ValidationError."""
    person = User(email=invitation.email, name=name.strip())
    validate_password(password, person)
    try:
        with transaction.atomic():
            person.set_password(password)
            person.save()
            return accept(invitation=invitation, user=person, at=at)
    except IntegrityError:
        raise NameTaken(f"{invitation.email} already has an account. Sign in instead.") from None


def _locked(invitation: Invitation) -> Invitation:
    """The row as it is now, ours until the transaction ends; raises NotOpen once it is done with."""
    rows = Invitation.unscoped.select_for_update(of=["self"]).select_related("organization")
    current = rows.get(pk=invitation.pk)
    if current.accepted_at is not None or current.revoked_at is not None:
        raise NotOpen("This invitation was already accepted or canceled.")
    return current


def _record(action: str, invitation: Invitation, by: Actor, at: datetime) -> None:
    audit.record(
        organization=invitation.organization,
        action=action,
        subject=invitation,
        by=by,
        at=at,
        email=invitation.email,
        role=str(invitation.role),
    )


# The first owner of a new brokerage on a local run: by a link that `up` prints, and that leads in once.


SALT = "organizations.people.invitations"


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
