"""The query that every API request begins with, spelled out: the ORM takes five times longer to build it than
PostgreSQL takes to answer it."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from organizations.models import ApiToken, Organization
from organizations.planned import Columns, fetch_planned

RECENT = 1.0  # seconds that a token may be known from before
MOST_RECENT = 10_000

_recent: dict[bytes, tuple[ApiToken, float]] = {}
_known: dict[bytes, tuple[tuple[Any, ...], ApiToken]] = {}  # with the row that it was made of


@dataclass(slots=True)
class Along:
    """A row that the token's statement reads along, since the request will want it: one trip less to PostgreSQL.

    `join` is an outer join that finds one row at most, of the token's `organization_id`; of code alone, never of a
    client's. `row` holds the columns of what was found, or None of each, once there is a valid token.
    """

    columns: str
    join: str
    values: Sequence[Any]
    row: Sequence[Any] | None = None


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


def valid_token(digest: bytes, *, at: datetime, along: Along | None = None) -> ApiToken | None:
    """The token of that digest that is neither revoked nor expired, with its organization.

    Both are those from before where their rows say the same: making models of them takes longer than finding them.
    """
    if along is None:
        found = fetch_planned(_sql(), [digest, at])
    else:
        found = fetch_planned(_sql(along.columns, along.join), [*along.values, digest, at])
    if not found:
        _known.pop(digest, None)
        return None
    (row,) = found
    if along is not None:
        width = sum(each.width for each in _columns())
        row, along.row = row[:width], row[width:]
    before = _known.get(digest)
    if before is not None and before[0] == row:
        return before[1]
    tokens, organizations = _columns()
    token = tokens.instance(row[: tokens.width])
    token.organization = organizations.instance(row[tokens.width :])
    if len(_known) >= MOST_RECENT:
        _known.clear()
    _known[digest] = (row, token)
    return token


@cache
def _sql(columns: str = "", join: str = "") -> str:
    token, organization = ApiToken._meta.db_table, Organization._meta.db_table
    wanted = [each.select for each in _columns()]
    return (
        f"SELECT {', '.join([*wanted, columns] if columns else wanted)} "  # noqa: S608 (names of our own tables)
        f'FROM "{token}" JOIN "{organization}" ON "{organization}"."id" = "{token}"."organization_id" {join} '
        f'WHERE "{token}"."digest" = %s AND "{token}"."revoked_at" IS NULL '
        f'AND ("{token}"."expires_at" IS NULL OR "{token}"."expires_at" > %s)'
    )


@cache
def _columns() -> tuple[Columns[ApiToken], Columns[Organization]]:
    return Columns(ApiToken), Columns(Organization)
