"""Which errors mean that the database, Redis or the broker is away: answered 503, within seconds."""

import time

import kombu.exceptions
import redis.exceptions
import structlog
from django.db import InterfaceError, OperationalError
from psycopg_pool import PoolTimeout, TooManyRequests

log = structlog.get_logger(__name__)

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
