"""The token that every API request bears, by its digest; for requests that only read, known from up to a second ago."""

import time
from datetime import datetime

from organizations.models import ApiToken

RECENT = 1.0  # seconds that a token may be known from before
MOST_RECENT = 10_000

_recent: dict[bytes, tuple[ApiToken, float]] = {}


def valid_token(digest: bytes, *, at: datetime) -> ApiToken | None:
    """The token of that digest that is neither revoked nor expired, with its organization."""
    try:
        token = ApiToken.unscoped.select_related("organization").get(digest=digest)
    except ApiToken.DoesNotExist:
        return None
    return token if token.is_valid(at) else None


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
        if len(_recent) >= MOST_RECENT:
            _recent.clear()
        _recent[digest] = (found, time.monotonic() + RECENT)
    return found


def forget_tokens() -> None:
    """Know no token from before: call it once a token or an organization has been changed."""
    _recent.clear()
