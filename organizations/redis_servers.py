"""How Redis is reached: by its URL, or by the sentinels that know which of several is the primary just now.

`sentinel://[user:password@]host[:26379][,host…]/[db]?service=NAME`; user and password are the servers' own.
"""

from functools import cache
from typing import Any, NamedTuple
from urllib.parse import parse_qs, quote, unquote, urlsplit

import redis.asyncio
from django.core.cache.backends.redis import RedisCacheClient
from redis import Redis
from redis.asyncio.sentinel import Sentinel as AsyncSentinel
from redis.connection import parse_url
from redis.sentinel import Sentinel

PORT = 26379


class Sentinels(NamedTuple):
    """Whom to ask, for what, and how the servers that they name are entered."""

    addresses: list[tuple[str, int]]
    service: str
    entry: dict[str, Any]  # db, username, password


@cache
def sentinels(url: str) -> Sentinels | None:
    """What the URL says of sentinels; None where it is a server's own."""
    parts = urlsplit(url)
    if parts.scheme != "sentinel":
        return None
    entry: dict[str, Any] = {"db": int(parts.path.strip("/") or 0)}
    entry |= {
        name: unquote(value)
        for name, value in (("username", parts.username), ("password", parts.password))
        if value
    }
    hosts = [each.rpartition(":") for each in parts.netloc.rpartition("@")[2].split(",")]
    addresses = [(host, int(port)) if host else (port, PORT) for host, _, port in hosts]
    return Sentinels(addresses, parse_qs(parts.query).get("service", ["mymaster"])[0], entry)


def database(url: str) -> int:
    """The number of the database in it."""
    known = sentinels(url)
    return int(known.entry["db"] if known else parse_url(url).get("db", 0))


def connect(url: str, **options: Any) -> Redis:
    """A client of the primary; raises RedisError when used while there is none."""
    known = sentinels(url)
    if known is None:
        return Redis.from_url(url, **options)
    watchers = Sentinel(known.addresses, sentinel_kwargs=_patience(options))
    client: Redis = watchers.master_for(known.service, **known.entry, **options)
    return client


def connect_async(url: str, **options: Any) -> "redis.asyncio.Redis":
    """As `connect`, for an event loop."""
    known = sentinels(url)
    if known is None:
        return redis.asyncio.Redis.from_url(url, **options)
    watchers = AsyncSentinel(known.addresses, sentinel_kwargs=_patience(options))
    client: redis.asyncio.Redis = watchers.master_for(known.service, **known.entry, **options)
    return client


def _patience(options: dict[str, Any]) -> dict[str, Any]:
    return {name: options[name] for name in ("socket_timeout", "socket_connect_timeout") if name in options}


class CacheClient(RedisCacheClient):
    """Django's, which knows no sentinels."""

    _servers: list[str]
    _pools: dict[int, Any]
    _pool_options: dict[str, Any]

    def _get_connection_pool(self, write: bool) -> Any:
        if 0 not in self._pools:
            self._pools[0] = connect(self._servers[0], **self._pool_options).connection_pool
        return self._pools[0]


# Celery's broker.


def broker_url(url: str) -> str:
    """The same in kombu's spelling."""
    known = sentinels(url)
    if known is None:
        return url
    name, password = (quote(known.entry.get(part, ""), safe="") for part in ("username", "password"))
    entry = f"{name}:{password}@" if password else ""
    return ";".join(f"sentinel://{entry}{host}:{port}/{known.entry['db']}" for host, port in known.addresses)
