"""What goes through Redis: for each organization a channel, and a memory of what changed in the last minutes."""

from functools import cache
from typing import Any

from django.conf import settings
from redis.connection import parse_url

EVERYTHING = "*"  # where too much changed to tell, or nobody knows what
MOST_NAMES = 200  # that wait for one reader: beyond it is everything
KEPT_MS = 120_000  # how long it is remembered what changed, for browsers that come (back)


@cache
def _prefix(url: str) -> str:
    """Channels of Redis know no databases as its keys do."""
    return f"loadline:live:{parse_url(url).get('db', 0)}"


def process_channel() -> str:
    """Return a channel on which nobody speaks: a subscription that needs one stays open by it."""
    return _prefix(settings.REDIS_URL)


def channel(organization_id: int) -> str:
    """Return the organization's channel; its messages are names, a space between them."""
    return f"{_prefix(settings.REDIS_URL)}:{organization_id}"


def memory(organization_id: int) -> str:
    """Return the key of the sorted set of what changed lately: names by milliseconds since 1970."""
    return f"{channel(organization_id)}:recent"


def organization_of(heard: bytes | str) -> int | None:
    """Return whose channel it is; None for a channel of nobody's."""
    text = heard.decode() if isinstance(heard, bytes) else heard
    last = text.rpartition(":")[2]
    return int(last) if text != process_channel() and last.isdigit() else None


def within_bounds(names: set[str]) -> set[str]:
    """Return the names, or that everything changed."""
    return {EVERYTHING} if EVERYTHING in names or len(names) > MOST_NAMES else names


def options() -> dict[str, Any]:
    """How Redis is spoken to: nobody waits long for it."""
    return {"socket_connect_timeout": 1, "socket_timeout": 2}
