"""What is away (database, Redis, broker, store of files): which errors say so, answered 503; Redis as a cache."""

import time
from collections.abc import Callable
from typing import Any

import kombu.exceptions
import redis.exceptions
import structlog
from django.core.cache.backends.redis import RedisCache
from django.db import InterfaceError, OperationalError
from psycopg_pool import PoolTimeout, TooManyRequests
from redis.exceptions import RedisError

from organizations.redis_servers import CacheClient

log = structlog.get_logger(__name__)

RETRY_AFTER_SECONDS = 5


class StoreAway(Exception):
    """The store of files can't be reached, or refuses us; `str()` says why."""


# OperationalError is also PostgreSQL's word for a statement that was given up: timeout, deadlock, shutdown.
ERRORS = (
    OperationalError,
    InterfaceError,
    PoolTimeout,
    TooManyRequests,
    redis.exceptions.ConnectionError,
    redis.exceptions.TimeoutError,
    redis.exceptions.ReadOnlyError,
    redis.exceptions.BusyLoadingError,
    kombu.exceptions.OperationalError,
    StoreAway,
)

# Each request that waits for a database which is away holds a thread for seconds. So that those behind it needn't
# wait for a thread first, a failed connection answers for all of this process for a moment.
MOMENT = 1.0  # seconds
_away_until = 0.0


def is_unavailable(error: BaseException | None) -> bool:
    """Whether the error says that something we need is away for the moment."""
    return isinstance(error, ERRORS)


def note(error: BaseException) -> None:
    """Log what is away; where it is the database itself, `is_database_away` says so for a moment."""
    global _away_until
    log.warning("unavailable", error=repr(error))
    if isinstance(error, OperationalError | PoolTimeout):
        cause = error.__cause__ or error
        if getattr(cause, "sqlstate", None) is None:  # PostgreSQL didn't answer, so it named no error
            _away_until = time.monotonic() + MOMENT


def is_database_away() -> bool:
    """Whether the database couldn't be reached just now."""
    return time.monotonic() < _away_until


# Redis as Django's cache, without which people can still sign in.


class Cache(RedisCache):
    """While Redis is away guesses at passwords and codes aren't counted; whatever else asks meets the error."""

    def __init__(self, server: str, params: dict[str, Any]) -> None:
        super().__init__(server, params)
        self._class, self._servers = CacheClient, [server]  # whose URL may name several

    def add(self, key: str, value: Any, *args: Any, **kwargs: Any) -> bool:
        """Whether the key is new; while Redis is away, as if it were."""
        return self._or_else(True, key, super().add, key, value, *args, **kwargs)

    def get(self, key: str, default: Any = None, *args: Any, **kwargs: Any) -> Any:
        """The value; while Redis is away, the default."""
        return self._or_else(default, key, super().get, key, default, *args, **kwargs)

    def set(self, key: str, value: Any, *args: Any, **kwargs: Any) -> None:
        """Keep the value, where Redis is there."""
        self._or_else(None, key, super().set, key, value, *args, **kwargs)

    def delete(self, key: str, *args: Any, **kwargs: Any) -> bool:
        """Forget the value, where Redis is there."""
        return self._or_else(False, key, super().delete, key, *args, **kwargs)

    @staticmethod
    def _or_else(otherwise: Any, key: str, ask: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
        try:
            return ask(*args, **kwargs)
        except RedisError as error:
            if not key.startswith("allauth"):
                raise
            log.warning("guesses aren't counted", error=repr(error))
            return otherwise
