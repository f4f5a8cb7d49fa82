"""Instants and how the wire writes them."""

import secrets
from datetime import UTC, datetime
from email.utils import format_datetime


def now() -> datetime:
    """This moment in UTC."""
    return datetime.now(UTC)


def iso(at: datetime | None) -> str | None:
    """ISO 8601 with milliseconds and Z, as the control side shows instants."""
    return at.isoformat(timespec="milliseconds").replace("+00:00", "Z") if at else None


def rfc2822(at: datetime | None) -> str | None:
    """RFC 2822 with a numeric offset, as the provider writes instants."""
    return format_datetime(at) if at else None


def new_sid(prefix: str) -> str:
    """A provider-style identifier: two letters and 32 hexadecimal digits."""
    return prefix + secrets.token_hex(16)
