"""Which errors mean that the database, Redis or the broker is away: answered 503."""

import kombu.exceptions
import redis.exceptions
from django.db import InterfaceError, OperationalError
from psycopg_pool import PoolTimeout, TooManyRequests

RETRY_AFTER_SECONDS = 5

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
)


def is_unavailable(error: BaseException | None) -> bool:
    """Whether the error says that something we need is away for the moment."""
    return isinstance(error, ERRORS)
