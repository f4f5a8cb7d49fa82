"""Telling that something changed: names go into a set, a thread of each process publishes them a few times a second.

A request pays for the set alone. Nothing depends on what is told here: where Redis is away it is dropped, and browsers
that hear nothing ask by themselves.
"""

import os
import threading
import time
from collections.abc import Iterable
from functools import partial

import structlog
from django.conf import settings
from django.db import transaction
from redis import Redis
from redis.backoff import NoBackoff
from redis.exceptions import RedisError
from redis.retry import Retry

from organizations.live.names import KEPT_MS, MOST_NAMES, channel, memory, options, within_bounds

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
            if len(waiting) <= MOST_NAMES:  # more is everything
                waiting.update(names)
            if self._thread is None:
                # A worker of Celery is a fork: it has the set, and no thread.
                self._thread = threading.Thread(target=self._run, name="live", daemon=True)
                self._thread.start()
        if not self._wake.is_set():
            self._wake.set()

    def _run(self) -> None:
        redis = Redis.from_url(settings.REDIS_URL, retry=Retry(NoBackoff(), 0), **options())
        while True:
            self._wake.wait()
            self._wake.clear()
            with self._lock:
                waiting, self._waiting = self._waiting, {}
            is_told = self._tell(redis, waiting)
            time.sleep(PAUSE if is_told else PAUSE_AFTER_FAILURE)

    def _tell(self, redis: Redis, waiting: dict[int, set[str]]) -> bool:
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
