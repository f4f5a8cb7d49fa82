"""API tokens: their text (`ll_<random>_<checksum>`), and the lookup of the one that a request bears; other secrets,
which must be readable again, encrypted.
"""

import base64
import hashlib
import re
import secrets
import string
import time
import zlib
from datetime import datetime
from functools import cache

from cryptography.fernet import Fernet, MultiFernet
from django.conf import settings
from django.db.models import Q
from django.utils.crypto import salted_hmac

from organizations.models import ApiToken, Organization
from organizations.sql import Columns, fetch_planned
from organizations.tenancy.scope import scope, unscoped

ALPHABET = string.digits + string.ascii_uppercase + string.ascii_lowercase
RANDOM_LENGTH = 30  # 178 bits
CHECKSUM_LENGTH = 6  # 62**6 > 2**32
PREFIX_LENGTH = 9  # "ll_" and six random characters, which leaves 142 bits unknown

_FORM = re.compile(rf"ll_[0-9A-Za-z]{{{RANDOM_LENGTH}}}_[0-9A-Za-z]{{{CHECKSUM_LENGTH}}}")


def make() -> str:
    """A new token, from the operating system's randomness."""
    body = "ll_" + "".join(secrets.choice(ALPHABET) for _ in range(RANDOM_LENGTH))
    return f"{body}_{checksum(body)}"


def is_wellformed(plain: str) -> bool:
    """Whether form and checksum fit: a typing error is told without the database."""
    body, _, check = plain.rpartition("_")
    return _FORM.fullmatch(plain) is not None and check == checksum(body)


def checksum(body: str) -> str:
    """CRC-32 of the text in six digits of base 62."""
    rest, digits = zlib.crc32(body.encode()), ""
    for _ in range(CHECKSUM_LENGTH):
        rest, digit = divmod(rest, len(ALPHABET))
        digits = ALPHABET[digit] + digits
    return digits


def digest(plain: str) -> bytes:
    """What is stored: SHA-256 suffices, since nobody can guess 178 random bits."""
    return hashlib.sha256(plain.encode()).digest()


def prefix(plain: str) -> str:
    """The beginning of a token, for telling it from others on a page."""
    return plain[:PREFIX_LENGTH]


def authenticate_token(plain: str, *, at: datetime, to_read: bool = False) -> ApiToken | None:
    """The valid token of that text with its organization, in one query; None for any other text.

    Who only wants to read may get what was true up to a second ago. Whether the organization is suspended is for the
    caller to look at.
    """
    if not is_wellformed(plain):
        return None
    find = recent_token if to_read else valid_token
    return find(digest(plain), at=at)


def note_token_use(*, token: ApiToken, at: datetime) -> None:
    """Keep when the token was last used, to the minute: at most one write a minute, however many requests."""
    minute = at.replace(second=0, microsecond=0)
    if token.last_used_at is not None and token.last_used_at >= minute:
        return
    # The requests that lose this race write nothing.
    older = Q(last_used_at=None) | Q(last_used_at__lt=minute)
    with scope(token.organization_id):
        ApiToken.objects.filter(older, pk=token.pk).update(last_used_at=minute)
    token.last_used_at = minute


# The token that every API request bears, by its digest; for requests that only read, known from up to a second ago.


RECENT = 1.0  # seconds that a token may be known from before
MAX_RECENT = 10_000

_recent: dict[bytes, tuple[ApiToken, float]] = {}


def valid_token(digest: bytes, *, at: datetime) -> ApiToken | None:
    """The token of that digest that is neither revoked nor expired, with its organization.

    A planned statement, since each request that writes needs it: the ORM takes five times as long.
    """
    tokens, organizations = _columns()
    statement = (
        f"SELECT {tokens.select}, {organizations.select} FROM organizations_apitoken AS token "  # noqa: S608
        "JOIN organizations_organization AS organization ON organization.id = token.organization_id "
        "WHERE token.digest = %s"
    )
    with unscoped():  # whose it is, it says itself
        found = fetch_planned(statement, [digest])
    if not found:
        return None
    token = tokens.instance(found[0][: tokens.width])
    token.organization = organizations.instance(found[0][tokens.width :])
    return token if token.is_valid(at) else None


@cache
def _columns() -> tuple[Columns[ApiToken], Columns[Organization]]:
    return Columns(ApiToken, alias="token"), Columns(Organization, alias="organization")


def recent_token(digest: bytes, *, at: datetime) -> ApiToken | None:
    """As `valid_token`, or what it said up to a second ago: for requests that only read.

    A client that copies a list page by page is looked up once a second, not a thousand times. What this process changes
    of tokens and organizations it knows at once (`forget_tokens`); what another one changes, a second later.
    """
    known = _recent.get(digest)
    if known is not None:
        token, until = known
        if time.monotonic() < until and token.is_valid(at):
            return token
    found = valid_token(digest, at=at)
    if found is None:
        _recent.pop(digest, None)
    else:
        if len(_recent) >= MAX_RECENT:
            _recent.clear()
        _recent[digest] = (found, time.monotonic() + RECENT)
    return found


def forget_tokens() -> None:
    """Know no token from before: call it once a token or an organization has been changed."""
    _recent.clear()


# Secrets that are needed as they are: encrypted under SECRET_KEY.


def encrypt(text: str, *, salt: str) -> str:
    """Return what is kept in the database; `salt` names what the secret is for."""
    return _cipher(salt).encrypt(text.encode()).decode()


def decrypt(encrypted: str, *, salt: str) -> str:
    """Return the secret; raises InvalidToken once its key is no longer among SECRET_KEY_FALLBACKS."""
    return _cipher(salt).decrypt(encrypted).decode()


def _cipher(salt: str) -> MultiFernet:
    keys = [settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS]
    derived = [salted_hmac(salt, "secrets", secret=key, algorithm="sha256").digest() for key in keys]
    return MultiFernet([Fernet(base64.urlsafe_b64encode(key)) for key in derived])
