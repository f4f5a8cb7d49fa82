"""Second factors that were there before django-allauth kept them.

Of recovery codes a keyed digest is known, not the code. They stand in the person's Authenticator as allauth's
`migrated_codes`, which it compares with what is typed: so what is typed is turned into its digest first. Each goes with
its use, and all of them with the next new codes.

An app's secret was derived of SECRET_KEY. Where there were SECRET_KEY_FALLBACKS it isn't known of which: `candidates`
are all that it may be, and the first right code tells.
"""

from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import validate_totp_code
from allauth.mfa.utils import decrypt
from django.conf import settings
from django.utils.crypto import salted_hmac

from organizations.models import User

SALT = "organizations.people.second_factor"
LENGTH = 10  # letters and digits; today's codes are eight digits


def comparable(user: User, code: str) -> str:
    """The digest that the person's code is known by, else the code itself."""
    if len(code) != LENGTH:
        return code
    found = Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).first()
    known = {decrypt(each) for each in found.data.get("migrated_codes", ())} if found else set()
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    digests = [salted_hmac(SALT, code, secret=key, algorithm="sha256").hexdigest() for key in keys]
    return next((digest for digest in digests if digest in known), code)


def settle(user: User, code: str) -> None:
    """Keep the one secret that the app's code shows it has."""
    app = Authenticator.objects.filter(user=user, data__has_key="candidates").first()
    for secret in app.data["candidates"] if app else ():
        if validate_totp_code(decrypt(secret), code):
            app.data = {"secret": secret}
            app.save(update_fields=["data"])
