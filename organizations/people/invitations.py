"""Becoming a member by invitation: made, sent again, taken back, accepted."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.contrib.auth.password_validation import validate_password
from django.core import signing
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.template.loader import render_to_string
from django.urls import reverse

from organizations import audit, formats, sql
from organizations import services as organizations
from organizations.models import Invitation, Membership, Organization, User
from organizations.services import InvalidValue, NameTaken, OrganizationError
from organizations.tenancy import actors
from organizations.tenancy.actors import Actor
from organizations.tenancy.queueing import prompt
from organizations.tenancy.scope import unscoped
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
        raise NameTaken(f"{email} is already a user.")
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


SIGN_UP_SALT = "loadline.sign_up"


class LinkUsed(OrganizationError):
    """There is another brokerage since the link was made, or none may be made by links here."""


def sign_up_url() -> str:
    """The link to one new brokerage: worthless as soon as there is one more than now."""
    return _url(reverse("organizations:sign_up", kwargs={"token": _signer().sign(str(_newest()))}))


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
            raise LinkUsed("This link was already used.")
        person.set_password(password)
        try:
            with transaction.atomic():
                person.save()
        except IntegrityError:
            raise NameTaken("An account with this email already exists.") from None
        by = actors.user(person)
        organization = organizations.create_organization(
            name=brokerage, timezone=timezone, confirmed_at=at, by=by, at=at
        )
        return organizations.add_member(organization=organization, user=person, role=Role.OWNER, by=by, at=at)


def _signer() -> signing.Signer:
    return signing.Signer(salt=SIGN_UP_SALT, sep=".")


def _newest() -> int:
    found: int | None = Organization.objects.aggregate(newest=Max("pk"))["newest"]
    return found or 0


# The secret in an invitation's link: a signature over the row, so that nothing secret is stored.


INVITATION_SALT = "loadline.invitation"


def token_of(invitation: Invitation) -> str:
    """The text that stands in the link."""
    return signing.Signer(salt=INVITATION_SALT, sep=".").sign(f"{invitation.pk}-{invitation.version}")


def url_of(invitation: Invitation) -> str:
    """The whole link, as the mail has it."""
    return _url(reverse("organizations:invitation", kwargs={"token": token_of(invitation)}))


def invitation_of(token: str) -> Invitation | None:
    """The invitation of a link, with its organization; None for a forged link, and for one that was replaced."""
    try:
        pk, version = signing.Signer(salt=INVITATION_SALT, sep=".").unsign(token).split("-")
    except (signing.BadSignature, ValueError):
        return None
    found = Invitation.unscoped.select_related("organization", "created_by")
    with unscoped():
        return found.filter(pk=int(pk), version=int(version)).first()


# Mails to people, sent by tasks.


def send_password_reset(*, email: str) -> bool:
    """Send the link to a new password to the active person with that address; whether there is one."""
    person = User.objects.filter(email=User.objects.normalize_email(email), is_active=True).first()
    if person is None:
        return False
    path = reverse(
        "account_reset_password_from_key",
        kwargs={"uidb36": user_pk_to_url_str(person), "key": default_token_generator.make_token(person)},
    )
    minutes = settings.PASSWORD_RESET_TIMEOUT // 60
    _send("password_reset", "Reset your Loadline password", person.email, url=_url(path), minutes=minutes)
    return True


def send_invitation(*, invitation: Invitation, at: datetime) -> bool:
    """Send the invitation's link, and note that it is sent; whether it is still open.

    Raises what the mail server raises; a sweep tries again.
    """
    if not invitation.is_open(at):
        return False
    organization, inviter = invitation.organization, str(invitation.created_by or "Loadline")
    _send(
        "invitation",
        f"{inviter} invited you to {organization.name} on Loadline",
        invitation.email,
        url=url_of(invitation),
        organization=organization.name,
        inviter=inviter,
        role=f"{'an' if invitation.role == Role.OWNER else 'a'} {invitation.get_role_display().lower()}",
        expires=_moment(invitation.expires_at, organization),
    )
    # Sent again meanwhile: that newer link is still to be sent.
    Invitation.unscoped.filter(pk=invitation.pk, version=invitation.version).update(sent_at=at)
    return True


def _send(template: str, subject: str, to: str, **context: object) -> None:
    body = render_to_string(f"organizations/mail/{template}.txt", context)
    EmailMessage(" ".join(subject.split()), body, to=[to]).send()


def _moment(instant: datetime, organization: Organization) -> str:
    local = instant.astimezone(ZoneInfo(organization.timezone))
    with formats.clock_set(organization.clock):
        return f"{local:%B} {local.day}, {local.year}, {formats.time_of_day(local)} {local:%Z}"


def _url(path: str) -> str:
    return f"{settings.PUBLIC_URL}{path}"
