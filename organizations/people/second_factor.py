"""The optional second factor: codes of an authenticator app (TOTP, RFC 6238), and recovery codes for when it is lost.

No secret of an app is kept: it is derived from the row's random seed and the setting SECRET_KEY, so a copy of the
database alone makes no codes. Of recovery codes a keyed digest is kept.
"""

import base64
import io
import secrets
from datetime import datetime

import pyotp
import segno
from django.conf import settings
from django.db import transaction
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.safestring import SafeString, mark_safe

from organizations import audit
from organizations.actors import Actor
from organizations.models import RecoveryCode, SecondFactor, User

ISSUER = "Loadline"
SALT = "organizations.people.second_factor"
STEP = 30  # seconds
TOLERANCE = 1  # steps before and after, for clocks that go wrong
DIGITS = 6
CODES = 10
LETTERS = "23456789abcdefghjkmnpqrstuvwxyz"  # none that look alike; ten of them are 49 bits
CODE_LENGTH = 10


def of(user: User) -> SecondFactor | None:
    """The person's second factor, if there is one."""
    return SecondFactor.objects.select_related("user").filter(user=user).first()


def make_seed() -> bytes:
    """What a new second factor begins with; kept in the session until it is added."""
    return secrets.token_bytes(32)


def add(*, user: User, seed: bytes, code: str, by: Actor, at: datetime) -> list[str] | None:
    """Ask the person for codes from now on, and return recovery codes; None for a wrong code.

    An app that was there before is replaced: its codes count no more.
    """
    step = _step_of(seed, _plain(code), at)
    if step is None:
        return None
    with transaction.atomic():
        SecondFactor.objects.update_or_create(
            user=user, defaults={"seed": seed, "last_step": step, "created_at": at}
        )
        codes = _new_codes(user)
        audit.record_of_person(user=user, action="user.second_factor_added", by=by, at=at)
    return codes


def remove(*, user: User, by: Actor, at: datetime) -> bool:
    """Let the person sign in with the password alone; whether there was a second factor."""
    with transaction.atomic():
        removed, _ = SecondFactor.objects.filter(user=user).delete()
        RecoveryCode.objects.filter(user=user).delete()
        if removed:
            audit.record_of_person(user=user, action="user.second_factor_removed", by=by, at=at)
    return bool(removed)


def renew_codes(*, user: User, by: Actor, at: datetime) -> list[str]:
    """New recovery codes in place of the old ones."""
    with transaction.atomic():
        codes = _new_codes(user)
        audit.record_of_person(user=user, action="user.recovery_codes_renewed", by=by, at=at)
    return codes


def check(*, factor: SecondFactor, code: str, by: Actor, at: datetime) -> bool:
    """Whether it is a code of the app that wasn't used yet, or a recovery code, which is used up by that."""
    text = _plain(code)
    if len(text) == DIGITS:
        step = _step_of(bytes(factor.seed), text, at)
        # Each code is taken once, and none that is older than the last: two at once can't both be.
        fresh = SecondFactor.objects.filter(pk=factor.pk, last_step__lt=step or 0)
        return step is not None and bool(fresh.update(last_step=step))
    with transaction.atomic():
        digests = [_digest(text, key) for key in _keys()]
        used, _ = RecoveryCode.objects.filter(user_id=factor.pk, digest__in=digests).delete()
        if used:
            audit.record_of_person(user=factor.user, action="user.recovery_code_used", by=by, at=at)
    return bool(used)


def codes_left(user: User) -> int:
    """How many recovery codes the person still has."""
    return RecoveryCode.objects.filter(user=user).count()


def secret_of(seed: bytes) -> str:
    """The app's secret, in base32."""
    return _secret(seed, settings.SECRET_KEY)


def picture_of(user: User, seed: bytes) -> SafeString:
    """A QR code of the person's secret as inline SVG, to be scanned by the app."""
    uri = pyotp.TOTP(secret_of(seed)).provisioning_uri(name=user.email, issuer_name=ISSUER)
    out = io.BytesIO()
    segno.make(uri, micro=False).save(
        out,
        kind="svg",
        xmldecl=False,
        svgns=False,
        omitsize=True,
        border=4,
        dark="#000",
        light="#fff",
        svgclass="qr",
        lineclass="",
    )
    return mark_safe(out.getvalue().decode())  # noqa: S308 (paths and numbers)


def _plain(code: str) -> str:
    """A code without what people put between its characters."""
    return "".join(code.split()).replace("-", "").lower()


def _step_of(seed: bytes, code: str, at: datetime) -> int | None:
    """The time step whose code it is, near that moment."""
    now = int(at.timestamp()) // STEP
    for key in _keys():
        app = pyotp.TOTP(_secret(seed, key))
        for step in range(now - TOLERANCE, now + TOLERANCE + 1):
            if constant_time_compare(app.generate_otp(step), code):
                return step
    return None


def _keys() -> list[str | bytes]:
    return [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]


def _secret(seed: bytes, key: str | bytes) -> str:
    derived = salted_hmac(SALT, seed, secret=key, algorithm="sha256").digest()
    return base64.b32encode(derived[:20]).decode()


def _new_codes(user: User) -> list[str]:
    codes = ["".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH)) for _ in range(CODES)]
    RecoveryCode.objects.filter(user=user).delete()
    RecoveryCode.objects.bulk_create(
        RecoveryCode(user=user, digest=_digest(code, settings.SECRET_KEY)) for code in codes
    )
    return [f"{code[:5]}-{code[5:]}" for code in codes]


def _digest(code: str, key: str | bytes) -> bytes:
    return salted_hmac(SALT, code, secret=key, algorithm="sha256").digest()
