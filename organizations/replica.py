"""A read replica for lists and analytics: `DATABASE_REPLICA_URL`. Everything else asks the primary.

What a replica answers is as of some moment before. Of each process a thread finds out which: it asks the primary how
far its log goes, the replica how far it has come, and so knows an instant of which the replica has everything. Where
that is longer ago than `REPLICA_MAX_LAG`, the replica is left out until it has caught up. So whoever wrote something is
led to the primary for that long, and a moment more, and sees it in any case.
"""

import os
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from math import inf
from typing import Any

import structlog
from django.conf import settings
from django.core.cache import cache
from django.core.exceptions import MiddlewareNotUsed
from django.db import DEFAULT_DB_ALIAS, DatabaseError, InterfaceError, connections
from django.http import HttpRequest, HttpResponse
from psycopg_pool import PoolTimeout, TooManyRequests
from redis.exceptions import RedisError

log = structlog.get_logger(__name__)

ALIAS = "replica"
EVERY = 1.0  # seconds from one look at it to the next
CATCHES_UP = 0.1  # seconds that it has to come as far as the primary was
MOMENT = (
    1.0  # seconds that a mark of a write lasts longer than needed: clocks, and marks that weren't renewed
)
COOKIE = "loadline_wrote"
SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
CANCELED = "57014"  # a statement that took too long: it would elsewhere, too


def is_configured() -> bool:
    """Whether there is one."""
    return ALIAS in settings.DATABASES


class Watcher:
    """Knows of which instant the replica has everything; asked by requests, which wait for nothing."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None
        # How far the primary's log went, and when it was asked; the replica comes to it later.
        self._told: deque[tuple[float, int]] = deque(maxlen=120)
        self._reached = -inf  # monotonic

    def lag(self) -> float:
        """Seconds that the replica may be behind, at most; endless where it is away, or nobody knows yet."""
        return time.monotonic() - self._reached

    def start(self) -> None:
        """Look again and again from now on."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._run, name="replica", daemon=True)
                self._thread.start()

    def leave_out(self) -> None:
        """It failed: until somebody has looked at it again."""
        self._reached = -inf

    def look(self) -> None:
        """Ask both; where one of them is away, what was known grows old."""
        try:
            asked_at = time.monotonic()
            [(end,)] = _ask(DEFAULT_DB_ALIAS, "SELECT pg_current_wal_lsn() - '0/0'::pg_lsn")
            time.sleep(CATCHES_UP)
            [(is_replica, replayed)] = _ask(
                ALIAS, "SELECT pg_is_in_recovery(), pg_last_wal_replay_lsn() - '0/0'::pg_lsn"
            )
        except (DatabaseError, InterfaceError, PoolTimeout, TooManyRequests) as error:
            log.warning("replica not looked at", error=repr(error))
            return
        self._told.append((asked_at, int(end)))
        if is_replica:  # else it was made a primary of its own
            self._reached = max((at for at, end in self._told if end <= replayed), default=-inf)

    def _run(self) -> None:
        is_used = True
        while True:
            self.look()
            if is_used != (is_used := self.lag() <= settings.REPLICA_MAX_LAG):
                log.warning("replica is used again" if is_used else "replica is left out", seconds=self.lag())
            time.sleep(EVERY)


_watcher = Watcher()


def _forget() -> None:
    global _watcher
    _watcher = Watcher()


os.register_at_fork(after_in_child=_forget)


def lag() -> float:
    """As the watcher has it; looks itself where nobody has looked yet."""
    if _watcher.lag() == inf:
        _watcher.look()
    _watcher.start()
    return _watcher.lag()


def _ask(alias: str, statement: str) -> list[tuple[Any, ...]]:
    try:
        with connections[alias].cursor() as cursor:
            cursor.execute(statement)
            found: list[tuple[Any, ...]] = cursor.fetchall()
            return found
    finally:
        connections[alias].close()  # to its pool, where there is one


# Reading from it.


def read[T](look: Callable[[], T]) -> T:
    """What `look` finds at the replica, or at the primary where the replica is away, behind or fails at it."""
    if not _may_be_asked():
        return look()
    try:
        with _instead():
            return look()
    except (DatabaseError, InterfaceError, PoolTimeout, TooManyRequests) as error:
        state = getattr(error.__cause__ or error, "sqlstate", None)
        if state == CANCELED:
            raise
        if state is None:  # it didn't answer, so it named no error
            _watcher.leave_out()
        log.warning("the primary answers for the replica", error=repr(error))
    return look()


def _may_be_asked() -> bool:
    if not is_configured():
        return False
    _watcher.start()
    # Inside a transaction everything is of that transaction.
    return _watcher.lag() <= settings.REPLICA_MAX_LAG and not connections[DEFAULT_DB_ALIAS].in_atomic_block


@contextmanager
def _instead() -> Iterator[None]:
    """Whatever this thread asks the database inside, the ORM and raw SQL alike, the replica answers.

    It takes the primary's place rather than being named by each query: so no read is half of one and half of the other,
    and no row remembers where it came from.
    """
    primary = connections[DEFAULT_DB_ALIAS]
    connections[DEFAULT_DB_ALIAS] = connections[ALIAS]
    try:
        yield
    finally:
        connections[DEFAULT_DB_ALIAS] = primary


# Who has written sees it.


def _seconds() -> int:
    """For how long whoever wrote asks the primary."""
    return round(settings.REPLICA_MAX_LAG + 2 * MOMENT)


class WriterMiddleware:
    """Marks the browser of somebody who writes, for as long as the replica may be behind."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        if not is_configured():
            raise MiddlewareNotUsed
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Answer; what isn't for reading may have written."""
        response = self.get_response(request)
        if request.method not in SAFE:
            secure = settings.SESSION_COOKIE_SECURE
            response.set_cookie(COOKIE, "1", max_age=_seconds(), httponly=True, secure=secure, samesite="Lax")
        return response


def reads_replica[V: Callable[..., Any]](view: V) -> V:
    """Mark a page that the replica may answer: one that only reads, and needn't be of this very second."""

    @wraps(view)
    def marked(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
        if COOKIE in request.COOKIES:
            return view(request, *args, **kwargs)
        return read(lambda: view(request, *args, **kwargs))

    return marked  # type: ignore[return-value]


_marked: dict[int, float] = {}  # tokens, and when this process marked them


def note_token_write(token_id: int) -> None:
    """A request with this token may have written: for a while it reads from the primary, whoever answers it."""
    now = time.monotonic()
    if not is_configured() or now - _marked.get(token_id, -inf) < MOMENT:
        return
    if len(_marked) > 10_000:
        _marked.clear()
    try:
        cache.set(_key(token_id), 1, _seconds())
        _marked[token_id] = now
    except RedisError as error:
        log.warning("write of a token not marked", error=repr(error))


def read_with_token[T](token_id: int, look: Callable[[], T]) -> T:
    """As `read`, unless the token has written just now, or nobody knows."""
    if not _may_be_asked():
        return look()
    try:
        has_written = cache.get(_key(token_id)) is not None
    except RedisError:
        has_written = True
    return look() if has_written else read(look)


def _key(token_id: int) -> str:
    return f"wrote:{token_id}"
