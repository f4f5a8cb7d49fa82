"""The token that every API request bears, by its digest; for requests that only read, known from up to a second ago."""

import time
from datetime import datetime

from organizations.models import ApiToken, Organization
from organizations.sql import fetch

RECENT = 1.0  # seconds that a token may be known from before
MOST_RECENT = 10_000

# The transactions that wrote the two rows.
WRITTEN = f"""
SELECT token.xmin::text, token.ctid::text, organization.xmin::text, organization.ctid::text
FROM {ApiToken._meta.db_table} AS token JOIN {Organization._meta.db_table} AS organization
    ON organization.id = token.organization_id
WHERE token.digest = %s
"""  # noqa: S608 - names of our own tables

_known: dict[bytes, tuple[list[tuple[str, ...]], ApiToken]] = {}
_recent: dict[bytes, tuple[ApiToken, float]] = {}


def valid_token(digest: bytes, *, at: datetime) -> ApiToken | None:
    """The token of that digest that is neither revoked nor expired, with its organization.

    Read anew only where the rows have been written since: every write of the API begins here, and the ORM takes ten
    times longer to make two models than PostgreSQL takes to say that they are as they were.
    """
    written = fetch(WRITTEN, [digest])
    known = _known.get(digest)
    if known is not None and known[0] == written:
        token = known[1]
    else:
        try:
            token = ApiToken.unscoped.select_related("organization").get(digest=digest)
        except ApiToken.DoesNotExist:
            return None
        if len(_known) >= MOST_RECENT:
            _known.clear()
        _known[digest] = (written, token)
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
    _known.clear()
