"""Mails to people, sent by tasks, and the signed link in an invitation."""

from datetime import datetime
from zoneinfo import ZoneInfo

from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse

from organizations import clock
from organizations.models import Invitation, Organization, User
from organizations.tenancy.states import Role

# The secret in an invitation's link: a signature over the row, so that nothing secret is stored.


SALT = "organizations.people.mail"


def token_of(invitation: Invitation) -> str:
    """The text that stands in the link."""
    return signing.Signer(salt=SALT, sep=".").sign(f"{invitation.pk}-{invitation.version}")


def url_of(invitation: Invitation) -> str:
    """The whole link, as the mail has it."""
    path = reverse("organizations:invitation", kwargs={"token": token_of(invitation)})
    return f"{settings.PUBLIC_URL}{path}"


def invitation_of(token: str) -> Invitation | None:
    """The invitation of a link, with its organization; None for a forged link, and for one that was replaced."""
    try:
        pk, version = signing.Signer(salt=SALT, sep=".").unsign(token).split("-")
    except (signing.BadSignature, ValueError):
        return None
    found = Invitation.unscoped.select_related("organization", "created_by")
    return found.filter(pk=int(pk), version=int(version)).first()


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
    with clock.override(organization.clock):
        return f"{local:%B} {local.day}, {local.year}, {clock.time_of_day(local)} {local:%Z}"


def _url(path: str) -> str:
    return f"{settings.PUBLIC_URL}{path}"
