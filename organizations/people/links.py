"""The secret in an invitation's link: a signature over the row, so that nothing secret is stored."""

from django.core import signing

from organizations.models import Invitation

SALT = "organizations.people.links"


def token_of(invitation: Invitation) -> str:
    """The text that stands in the link."""
    return signing.Signer(salt=SALT, sep=".").sign(f"{invitation.pk}-{invitation.version}")


def invitation_of(token: str) -> Invitation | None:
    """The invitation of a link, with its organization; None for a forged link, and for one that was replaced."""
    try:
        pk, version = signing.Signer(salt=SALT, sep=".").unsign(token).split("-")
    except (signing.BadSignature, ValueError):
        return None
    found = Invitation.unscoped.select_related("organization", "created_by")
    return found.filter(pk=int(pk), version=int(version)).first()
