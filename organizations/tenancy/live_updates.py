"""Telling that something changed: names go into a set, a thread of each process publishes them a few times a second.

A request pays for the set alone. Nothing depends on what is told here: where Redis is away it is dropped, and browsers
that hear nothing ask by themselves.
"""

import os
import threading
import time
from collections.abc import Iterable
from functools import cache, partial
from typing import Any

import structlog
from django.conf import settings
from django.db import transaction
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from organizations.redis_servers import connect, database

# What goes through Redis: for each organization a channel, and a memory of what changed in the last minutes.


EVERYTHING = "*"  # where too much changed to tell, or nobody knows what
MAX_NAMES = 200  # that wait for one reader: beyond it is everything
KEPT_MS = 120_000  # how long it is remembered what changed, for browsers that come (back)


@cache
def _prefix(url: str) -> str:
    """Channels of Redis know no databases as its keys do."""
    return f"loadline:live:{database(url)}"


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
    return {EVERYTHING} if EVERYTHING in names or len(names) > MAX_NAMES else names


def options() -> dict[str, Any]:
    """How Redis is spoken to: nobody waits long for it."""
    return {"socket_connect_timeout": 1, "socket_timeout": 2}


log = structlog.get_logger(__name__)

PAUSE = 0.2  # seconds between two messages of a process: what changes meanwhile goes out in one
PAUSE_AFTER_FAILURE = 1.0


def changed(organization_id: int, *names: str) -> None:
    """Tell the organization's open pages, once the transaction has committed, that what bears these names is new.

    Names are those of pages' fragments: "calls", "call:123", "load:77". Never waits, never fails.
    """
    transaction.on_commit(partial(_publisher.add, organization_id, names), robust=True)


class Publisher:
    """What waits to be told, by organization, and the thread that tells it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._wake = threading.Event()
        self._waiting: dict[int, set[str]] = {}
        self._thread: threading.Thread | None = None
        self._is_failing = False

    def add(self, organization_id: int, names: Iterable[str]) -> None:
        """Have the names told soon."""
        with self._lock:
            waiting = self._waiting.setdefault(organization_id, set())
            if len(waiting) <= MAX_NAMES:  # more is everything
                waiting.update(names)
            if self._thread is None:
                # A worker of Celery is a fork: it has the set, and no thread.
                self._thread = threading.Thread(target=self._run, name="live", daemon=True)
                self._thread.start()
        if not self._wake.is_set():
            self._wake.set()

    def _run(self) -> None:
        redis = connect(settings.REDIS_URL, retry=Retry(NoBackoff(), 0), **options())
        while True:
            self._wake.wait()
            self._wake.clear()
            with self._lock:
                waiting, self._waiting = self._waiting, {}
            is_told = self._send(redis, waiting)
            time.sleep(PAUSE if is_told else PAUSE_AFTER_FAILURE)

    def _send(self, redis: Redis, waiting: dict[int, set[str]]) -> bool:
        try:
            _publish(redis, waiting)
        except (RedisError, OSError) as error:
            if not self._is_failing:
                log.warning("live updates not told, browsers ask by themselves", error=str(error))
            self._is_failing = True
        else:
            self._is_failing = False
        return not self._is_failing


def _publish(redis: Redis, waiting: dict[int, set[str]]) -> None:
    """Tell it on the channels, and remember it for who isn't listening at this moment; one trip to Redis."""
    now = time.time_ns() // 1_000_000
    pipeline = redis.pipeline(transaction=False)
    for organization_id, told in waiting.items():
        names, key = within_bounds(told), memory(organization_id)
        pipeline.zadd(key, dict.fromkeys(names, now))
        pipeline.zremrangebyscore(key, 0, now - KEPT_MS)
        pipeline.pexpire(key, KEPT_MS)
        pipeline.publish(channel(organization_id), " ".join(sorted(names)))
    pipeline.execute()


_publisher = Publisher()


def _forget() -> None:
    global _publisher
    _publisher = Publisher()


os.register_at_fork(after_in_child=_forget)
